"""Games whose every choice is made by what the screens show are the games they were: for every card of both pools.

By day a few games with answers; at night so many that every card was cast and chosen, and all but effects targeted.
"""

import json
from collections import Counter
from typing import Any

import pytest

from rules_engine.recording import journal, session_of
from rules_engine.zx.cards import TEXTS_POOL
from rules_engine.zx.cards import load_pool as load_zx_pool
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.random_games import random_zx_game
from rules_engine.zx.screen import ZxScreen
from tests.rules_engine.recording.screen_player import POOL, Body, Seen, acts, recorded, table_game
from tests.rules_engine.recording.test_zx_session import bodies_of, opening_of
from tests.speeds import amount

OPEN_HANDS, PICKPOCKET = "D1.1/063/100-U", "D1.1/064/100-C"
CARDS = {card.number for card in POOL.cards if not card.is_life_base and not card.manual}
ASKING = sorted(
    card.number
    for card in POOL.cards
    if not card.manual
    and any(word in card.text.lower() for word in ("choose", "discard", "search", "target effect"))
)
"""Cards whose effects ask for something: with many of them there are choices to record."""
GAMES = amount(4, 200, "games until every card was cast and chosen, and every pawn targeted")
ZX_POOL = load_zx_pool(TEXTS_POOL)
ZX_GAMES = amount(1, 60, "games until every card was played and chosen")
NOT_TYPED = frozenset({"answers", "shown", "hand", "pay", "cost", "resource"})


def covered(seen: Seen) -> bool:
    return not (CARDS - seen.cast or CARDS - seen.targeted or CARDS - seen.chosen)


def test_every_card_of_the_pool_is_recorded_by_what_screens_show_and_the_log_is_the_game() -> None:
    seen = Seen()
    for seed in range(1, GAMES + 1):
        missing = [one for had in (seen.cast, seen.targeted, seen.chosen) for one in sorted(CARDS - had)]
        wanted = missing + ASKING * (1 + len(missing) // (2 * len(ASKING)))
        decks, lines = table_game(seed, POOL, wanted)
        assert recorded(lines, decks, POOL, seen) == acts(lines), seed
        if covered(seen):
            break
    assert seen.cast and seen.chosen and seen.foreign, "somebody else's cards were chosen from"
    if GAMES > 100:
        assert (CARDS - seen.cast, CARDS - seen.chosen) == (set(), set())
        effects = {card.number for card in POOL.cards if card.is_effect}
        assert CARDS - effects <= seen.targeted, (
            "only an effect is a target on the stack alone, under one card"
        )
        assert len(effects & seen.targeted) >= 20


@pytest.mark.parametrize("card", [OPEN_HANDS, PICKPOCKET])
def test_a_card_of_a_hand_that_somebody_shows_is_named_out_of_the_pool_and_never_of_ones_own_list(
    card: str,
) -> None:
    seen = Seen()
    for seed in range(200):
        decks, lines = table_game(f"{card}/{seed}", POOL, [card])
        assert recorded(lines, decks, POOL, seen) == acts(lines)
        if card in seen.cast and seen.foreign:
            return
    raise AssertionError("nobody cast it")


def zx_table(seed: int) -> tuple[dict[int, dict[str, int]], list[Body]]:
    """What each player registered, with what lies beside the deck, and a game as a table knows it."""
    for attempt in range(seed, seed + 100):
        log = random_zx_game(f"every card/{attempt}", pool=ZX_POOL, checkpoint_every=0)
        if b'"behind"' not in log and b'"markers"' not in log:
            decks, hidden = hide_zx_decks(log, ZX_POOL, beside=True)
            beside = {row["seat"]: row for row in map(json.loads, log.splitlines()) if row["kind"] == "seat"}
            lists = {
                seat: dict(Counter([*deck, *beside[seat].get("dynamis", ())])) for seat, deck in decks.items()
            }
            return lists, [json.loads(line) for line in hidden.splitlines()]
    raise AssertionError("no such game")


def zx_answers(found: Any, line: Body, said: Body, lists: dict[int, dict[str, int]]) -> set[str]:
    """Let the names and choices of a line be given one after the other, as far as screens offer them; who was named."""
    named = set[str]()
    for _choice in range(60):
        problem = found.check(line)
        if problem is None:
            return named
        need = problem.need
        assert need is not None, (line, problem)
        if need["prompt"] == "card_name":
            one = said["shown"][len(need["shown"])]
            assert one in lists[need["owner"]] or ZX_POOL.find(one) is not None
            line["shown"] = [*need["shown"], one]
            named.add(one)
            continue
        answer = said["answers"][len(line.get("answers", ()))]
        for one in answer if isinstance(answer, list) else [answer]:
            owners = lists.get(need["owner"], {})
            assert one in need["options"] or one in owners or one == "?" or need["prompt"] == "shuffle", (
                need,
                one,
            )
            named |= {one} & set(owners)
        line["answers"] = [*line.get("answers", ()), answer]
    raise AssertionError(line)


def test_every_card_of_zx_is_recorded_by_what_screens_show_and_the_log_is_the_game() -> None:
    played, named = set[str](), set[str]()
    for seed in range(0, 100 * ZX_GAMES, 100):
        lists, lines = zx_table(seed)
        bodies, entries = bodies_of(lines), list[Body]()
        found = session_of(opening_of(lines), ZX_POOL)
        for number, body in enumerate(bodies, 1):
            line = dict(body)
            if body["kind"] == "act":
                seat = body["seat"]
                screen = ZxScreen(found, seat, seats=frozenset({seat}), lists={seat: lists[seat]})
                ways = [*screen.actions(found.state)]
                ways += [row for card in screen.castable(found.state) for row in card["actions"]]
                plain = {name: value for name, value in body.items() if name not in NOT_TYPED}
                listed = [{k: v for k, v in row["line"].items() if k not in NOT_TYPED} for row in ways]
                assert plain in listed, (number, plain)
                line = {
                    name: value for name, value in body.items() if name not in ("answers", "shown", "hand")
                }
                named |= zx_answers(found, line, body, lists)
                played |= {body["card"]} - {""} if "card" in body else set()
            entries.append(
                {"seq": number, "device": 1, "kind": "line", "body": line, "by": 0, "status": journal.OK}
            )
            found.take(entries)
        rows = [json.loads(row) for row in found.log().splitlines()]
        assert acts(rows) == acts(lines), seed
    assert played and named
