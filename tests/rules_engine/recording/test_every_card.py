"""Games whose every choice is made by what the screens show are the games they were: for every card of both pools.

By day a few games with answers; at night so many that every card was cast and chosen, and all but effects targeted.
"""

import json
from collections import Counter
from typing import Any

import pytest

from rules_engine.kernel.stream import Stream
from rules_engine.recording import journal, session_of
from rules_engine.zx.cards import TEXTS_POOL
from rules_engine.zx.cards import load_pool as load_zx_pool
from rules_engine.zx.hiding import hide_zx_decks, table_lines
from rules_engine.zx.random_games import random_zx_game, zx_decks
from rules_engine.zx.screen import ZxScreen
from rules_engine.zx.session import marker_names
from tests.rules_engine.recording.screen_player import POOL, Body, Seen, acts, recorded, table_game
from tests.rules_engine.recording.test_zx_session import opening_of
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
ZX_DECK = {card.number for card in ZX_POOL.cards if card.kind in ("zx", "event")}
ZX_BESIDE = {card.number for card in ZX_POOL.cards if card.kind in ("zx_extra", "event_extra", "shift")}
MARKERS = marker_names(ZX_POOL)
ZX_GAMES = amount(1, 200, "games until every card was played, and chosen where cards are chosen")
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


def zx_table(seed: int, wanted: set[str]) -> tuple[dict[int, dict[str, int]], list[Body]]:
    """What each player registered, with what lies beside the deck, and a game as a table knows it.

    Two thirds of a deck are wanted cards, of one colour where that is what they need.
    """
    stream = Stream(f"every card of zx/{seed}")
    decks, laid_out = [], []
    for beside in zx_decks(stream, ZX_POOL)[1]:
        side = sorted(wanted & ZX_BESIDE) or sorted(ZX_BESIDE)
        laid = [stream.pick(sorted(ZX_BESIDE) if place % 2 else side) for place in range(12)]
        colours = set(ZX_POOL[laid[0]].colours)
        same = sorted(one for one in ZX_DECK if colours & set(ZX_POOL[one].colours))
        main = sorted(wanted & ZX_DECK) or same or sorted(ZX_DECK)
        other = sorted(ZX_DECK) if wanted & ZX_DECK else main
        decks.append([stream.pick(main if place % 3 else other) for place in range(50)])
        laid_out.append({"player_card": beside["player_card"], "dynamis": laid, "markers": MARKERS})
    log = random_zx_game(
        f"every card/{seed}",
        pool=ZX_POOL,
        decks=decks,
        laid_out=laid_out,
        checkpoint_every=0,
        choices={"Z25": "abilities"},
    )
    registered, hidden = hide_zx_decks(log, ZX_POOL, beside=True)
    lists = {seat: dict(Counter([*deck, *laid_out[seat]["dynamis"]])) for seat, deck in registered.items()}
    return lists, [json.loads(line) for line in hidden.splitlines()]


def table_lines_of(lines: list[Body]) -> list[Body]:
    """The lines that phones write, in their order."""
    return table_lines(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


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


def zx_named(state: Any, body: Body) -> tuple[set[str], set[str]]:
    """The cards that a line played, and those that it chose or attacked, as far as anybody knows them."""

    def number(name: object) -> str:
        text = str(name)
        if text[:1] != "#":
            card = ZX_POOL.find(text)
            return card.number if card is not None else ""
        return state.card(int(text[1:])).number if int(text[1:]) < len(state.objs) else ""

    chosen = [one for said in body.get("answers", ()) for one in (said if isinstance(said, list) else [said])]
    return {number(body.get("card", ""))}, {number(one) for one in (*chosen, body.get("target", ""))}


def zx_missing(played: set[str], chosen: set[str]) -> set[str]:
    """The cards that no game has played yet, or that none has chosen; an Event Extra and a Shift are never chosen."""
    never = {one for one in ZX_BESIDE if ZX_POOL[one].kind in ("event_extra", "shift")}
    return (ZX_DECK | ZX_BESIDE) - (played & (chosen | never))


def zx_recorded(lists: dict[int, dict[str, int]], lines: list[Body]) -> tuple[list[Body], set[str], set[str]]:
    """Record a game line by line: the actions of its log, and the cards that were played and chosen in it."""
    bodies, entries = [*table_lines_of(lines), {"kind": "end"}], list[Body]()
    found, played, chosen = session_of(opening_of(lines), ZX_POOL), set[str](), set[str]()
    for number, body in enumerate(bodies, 1):
        line, named = dict(body), set[str]()
        if body["kind"] == "act":
            seat = body["seat"]
            screen = ZxScreen(found, seat, seats=frozenset({seat}), lists={seat: lists[seat]})
            ways = [*screen.actions(found.state)]
            ways += [row for card in screen.castable(found.state) for row in card["actions"]]
            plain = {name: value for name, value in body.items() if name not in NOT_TYPED}
            listed = [{k: v for k, v in row["line"].items() if k not in NOT_TYPED} for row in ways]
            assert plain in listed, (number, plain)
            line = {name: value for name, value in body.items() if name not in ("answers", "shown", "hand")}
            named = zx_answers(found, line, body, lists)
        status = journal.OK
        entries.append({"seq": number, "device": 1, "kind": "line", "body": line, "by": 0, "status": status})
        found.take(entries)
        now = zx_named(found.state, body) if body["kind"] == "act" else (set(), set())
        played, chosen = played | now[0], chosen | now[1] | named
    return acts([json.loads(row) for row in found.log().splitlines()]), played, chosen


def test_every_card_of_zx_is_recorded_by_what_screens_show_and_the_log_is_the_game() -> None:
    played, chosen = set[str](), set[str]()
    for seed in range(ZX_GAMES):
        lists, lines = zx_table(seed, zx_missing(played, chosen))
        logged, was_played, was_chosen = zx_recorded(lists, lines)
        assert logged == acts(lines), seed
        played, chosen = played | was_played, chosen | was_chosen
        if not zx_missing(played, chosen):
            break
    assert played and chosen
    if ZX_GAMES > 100:
        assert zx_missing(played, chosen) == set()
