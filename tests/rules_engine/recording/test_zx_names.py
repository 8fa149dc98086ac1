"""What a line of a Z/X game says moved is what it names, whoever knows the order of a deck."""

from functools import cache

import pytest

from rules_engine.kernel.told import Event
from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.followed import public_events, sentences
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.log import Action, EndLine, read_lines
from rules_engine.zx.random_games import random_zx_game
from rules_engine.zx.replay import Replay

POOL = load_pool(TEXTS_POOL)


@cache
def told_of(seed: int) -> list[tuple[list[Event], list[Event]]]:
    """What followed from every line of a game, where every deck has its order and where nobody knows any."""
    log = random_zx_game(f"names/{seed}", pool=POOL, checkpoint_every=0)
    decks, hidden = hide_zx_decks(log, POOL)
    seen, unseen, found = Replay(POOL), Replay(POOL, decks), list[tuple[list[Event], list[Event]]]()
    for (_n, _at, line), (_m, _there, same) in zip(read_lines(log), read_lines(hidden), strict=True):
        if isinstance(line, EndLine):
            break
        seen.feed(line)
        unseen.feed(same)
        if isinstance(line, Action):
            found.append((list(public_events(seen.begin())), list(public_events(unseen.begin()))))
    return found


def words(events: list[Event]) -> list[str]:
    """What followed, but for what a card is turned up for: only where nobody knew it does the line say that."""
    return sentences([one for one in events if one["event"] != "revealed"], ["Ada", "Bo"], "en", "", str)


@pytest.mark.parametrize("seed", [3, 5, *(pytest.param(n, marks=pytest.mark.night) for n in range(6, 60))])
def test_a_table_that_knows_no_order_reads_the_same_names(seed: int) -> None:
    """In a deck with its order a card is one and the same all game long: so its names are those that went."""
    for seen, unseen in told_of(seed):
        assert words(unseen) == words(seen)
