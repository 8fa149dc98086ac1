"""What may not change how a game goes: a mirrored board, exchanged players, one more card that does nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.kernel.report import Report
from rules_engine.kernel.stream import Stream
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.cursor import Cursor
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.random_games import random_zx_game, zx_decks
from rules_engine.zx.squares import NAMES
from tests.referee_zx.games import OVERBOOST, play_one, play_overboost

POOL = load_pool(TEXTS_POOL)
LAID_OUT = ("player_card", "behind", "start_card", "gate_card", "start_resource")
NAMED = ("card", "square", "pay", "answers", "change")
"""The fields of a line in which Squares and names of cards stand."""
EVERY = 6
"""After how many actions two tables are compared."""

Squares = Callable[[str], str]
Names = Callable[[str], str]


def rewritten(log: bytes, square: Squares, name: Names, seat: Callable[[int], int]) -> bytes:
    """A log with other Squares, other names of cards and other seats; its checkpoints are left out."""
    lines = []
    for row in map(json.loads, log.splitlines()):
        if row["kind"] == "check":
            continue
        if "seat" in row:
            row["seat"] = seat(row["seat"])
        if row["kind"] == "chance" and row["of"] == "first":
            row["value"] = seat(row["value"])
        if row["kind"] == "end":
            winners = [seat(winner) for winner in row["claim"]["winners"]]
            row = {**row, "sha256": "", "claim": {**row["claim"], "winners": winners}}
        lines.append(row | {field: mapped(row[field], square, name) for field in NAMED if field in row})
    lines.sort(key=lambda row: (row["kind"] != "header", row["kind"] != "seat", "n" in row))
    return b"".join(json.dumps(row).encode() + b"\n" for row in lines)


def mapped(value: Any, square: Squares, name: Names) -> Any:
    """The same of one field."""
    if isinstance(value, list):
        return [mapped(entry, square, name) for entry in value]
    if not isinstance(value, str):
        return value
    return square(value) if value in NAMES else name(value) if value[:1] == "#" else value


def mirrored(square: str) -> str:
    """The Square on the other side of the middle column."""
    return f"{2 - int(square[0])},{square[2]}"


def across(square: str) -> str:
    """The Square as the other player sees it."""
    return f"{square[0]},{2 - int(square[2])}"


def of_seats(log: bytes) -> list[int]:
    """How many cards each player brought: those of the first are counted first."""
    rows = [json.loads(line) for line in log.splitlines()]
    brought = {row["seat"]: len(row["value"]) for row in rows if row.get("of") == "deck"}
    for row in rows:
        if row["kind"] == "seat":
            brought[row["seat"]] += sum(name in row for name in LAID_OUT) + len(row.get("dynamis", ()))
    return [brought[0], brought[1]]


def exchanged(log: bytes) -> bytes:
    """The log with either player in the other's place."""
    first, second = of_seats(log)

    def name(label: str) -> str:
        number = int(label[1:])
        if number < first + second:
            number = (number + second) % (first + second)
        return f"#{number}"

    return rewritten(log, across, name, lambda seat: 1 - seat)


def tables(log: bytes, square: Squares = str, seat: Callable[[int], int] = int) -> list[Any]:
    """What lies where, every few actions, as if neither Squares nor seats had been changed."""
    cursor = Cursor(
        "".join(f"{line}\n" for line in log.decode().splitlines() if '"check"' not in line).encode(), POOL
    )
    found = []
    for place in range(5, len(cursor.steps), EVERY):
        cursor.seek(place)
        view = cursor.view("judge")
        if view.get("phase", "setup") == "setup":
            continue
        squares = {square(name): [row(card, seat) for card in view["squares"][name]] for name in NAMES}
        zones = {seat(one["seat"]): [lying(one[zone]) for zone in ZONES] for one in view["seats"]}
        found.append(
            (
                view["turn"],
                view["phase"],
                seat(view["active"]),
                sorted(squares.items()),
                sorted(zones.items()),
            )
        )
    return found


ZONES = ("hand", "life", "charge", "trash", "remove", "resource", "dynamis")


def row(card: dict[str, Any], seat: Callable[[int], int]) -> tuple[Any, ...]:
    """A card on a Square, whatever it is called."""
    return (
        card["number"],
        seat(card["owner"]),
        card["state"],
        card["face_up"],
        card.get("power"),
        card.get("damage"),
    )


def lying(zone: dict[str, Any]) -> list[Any]:
    """The cards of a zone."""
    return sorted((card["number"], card["face_up"], card.get("state", "")) for card in zone["cards"])


def goes_the_same_way(log: bytes, other: bytes, seat: Callable[[int], int]) -> Report:
    """Hold a changed log against the one it was made of: verdict, rules, result. The report of the latter."""
    plain, report = audit(log, pool=POOL), audit(other, pool=POOL)
    assert (report.verdict, report.steps) == (plain.verdict, plain.steps)
    assert (report.finding and report.finding.code) == (plain.finding and plain.finding.code)
    assert report.rule_hits == plain.rule_hits
    assert (report.result is None) == (plain.result is None)
    if report.result is not None and plain.result is not None:
        assert report.result.winners == tuple(seat(winner) for winner in plain.result.winners)
    return plain


def with_one_more(log: bytes, seat: int, card: str) -> bytes:
    """The log with one more card in a player's Dynamis: every card that is counted behind it has the next number."""
    rows = [json.loads(line) for line in log.splitlines()]
    seats = sorted((row for row in rows if row["kind"] == "seat"), key=lambda row: row["seat"])
    decks = {row["seat"]: len(row["value"]) for row in rows if row.get("of") == "deck"}
    place = 0
    for row in seats[: seat + 1]:
        if row["seat"] == seat:
            place += sum(name in row for name in LAID_OUT[:3]) + len(row.get("dynamis", ()))
            row["dynamis"] = [*row.get("dynamis", ()), card]
        else:
            place += sum(name in row for name in LAID_OUT) + len(row.get("dynamis", ())) + decks[row["seat"]]
    lines = []
    for row in rows:
        if row["kind"] == "check":
            row.pop("digest", None)
        if row["kind"] == "end":
            row.pop("sha256", None)
        lines.append({key: _moved(value, place) if key in NAMED else value for key, value in row.items()})
    return b"".join(json.dumps(row).encode() + b"\n" for row in lines)


def _moved(value: Any, place: int) -> Any:
    if isinstance(value, list):
        return [_moved(one, place) for one in value]
    if not isinstance(value, str) or value[:1] != "#":
        return value
    number = int(value[1:])
    return f"#{number + (number >= place)}"


@pytest.mark.parametrize("seed", range(4))
def test_a_mirrored_game_goes_the_same_way(seed: int) -> None:
    decks, _ = zx_decks(Stream(f"mirror/{seed}"), POOL if seed else None)
    full = [
        [*deck, *["Z01-009"] * (50 - len(deck))] for deck in decks
    ]  # whatever was to be laid out stays away
    log = random_zx_game(f"mirror/{seed}", pool=POOL, decks=full)
    assert goes_the_same_way(log, rewritten(log, mirrored, str, int), int).verdict == "ok"
    assert goes_the_same_way(log, exchanged(log), lambda seat: 1 - seat).verdict == "ok"


WITH_DYNAMIS = (0, 3, 8, 9, 11)
"""Games in which Extras and Shifts are played and a Player Extra is turned up."""
SHIFTED, EXTRA_PLAYED, CRISIS = "B.main-5", "B.main-4", "B.arc-4"


@pytest.mark.parametrize("seed", WITH_DYNAMIS)
def test_a_mirrored_game_with_a_dynamis_goes_the_same_way(seed: int) -> None:
    log = play_one(seed)
    changed = rewritten(log, mirrored, str, int)
    plain = goes_the_same_way(log, changed, int)
    assert plain.verdict == "ok" and {SHIFTED, EXTRA_PLAYED, CRISIS} <= set(plain.rule_hits)
    assert tables(changed, mirrored) == tables(log)


@pytest.mark.parametrize("seed", WITH_DYNAMIS)
def test_exchanged_players_with_a_dynamis_go_the_same_way(seed: int) -> None:
    log = play_one(seed)
    changed = exchanged(log)
    plain = goes_the_same_way(log, changed, lambda seat: 1 - seat)
    assert plain.verdict == "ok" and {SHIFTED, EXTRA_PLAYED, CRISIS} <= set(plain.rule_hits)
    assert tables(changed, across, lambda seat: 1 - seat) == tables(log)
    assert exchanged(changed).splitlines()[3:] == rewritten(log, str, str, int).splitlines()[3:], (
        "and back again"
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_an_overboost_on_a_square_goes_the_same_way(seed: int) -> None:
    log = play_overboost(seed)
    assert b'"kind":"judge"' in log.replace(b'": "', b'":"')
    changed = rewritten(log, mirrored, str, int)
    goes_the_same_way(log, changed, int)
    assert any(stands(table) for table in tables(log)) and tables(changed, mirrored) == tables(log)
    changed = exchanged(log)
    goes_the_same_way(log, changed, lambda seat: 1 - seat)
    assert tables(changed, across, lambda seat: 1 - seat) == tables(log)


def stands(table: Any) -> bool:
    """Whether an Overboost is on a Square."""
    return any(card[0] == OVERBOOST for _, cards in table[3] for card in cards)


@pytest.mark.parametrize("seed", WITH_DYNAMIS)
def test_a_card_that_cannot_be_played_changes_no_game_with_a_dynamis(seed: int) -> None:
    log = play_one(seed)
    plain = audit(log, pool=POOL)
    report = audit(with_one_more(log, seed % 2, OVERBOOST), pool=POOL)
    assert (report.verdict, report.finding, report.steps) == ("ok", None, plain.steps)
    assert (report.result, report.rule_hits) == (plain.result, plain.rule_hits)
    assert {SHIFTED, EXTRA_PLAYED, CRISIS} <= set(plain.rule_hits)


@pytest.mark.parametrize("seed", range(6))
def test_a_card_that_nobody_plays_changes_nothing(seed: int) -> None:
    log = random_zx_game(f"useless/{seed}", pool=POOL)
    plain = audit(log, pool=POOL)
    spare = next(card.number for card in POOL.cards if card.kind == "zx_extra")
    report = audit(with_one_more(log, seed % 2, spare), pool=POOL)
    assert (report.verdict, report.finding, report.steps) == ("ok", None, plain.steps)
    assert (report.result, report.rule_hits) == (plain.result, plain.rule_hits)
    assert report.digest != plain.digest, "the card is there"


@pytest.mark.parametrize("seed", range(3))
def test_what_nobody_wrote_down_changes_no_rule(seed: int) -> None:
    """Without the orders of the decks the same rules take effect, equally often."""
    log = random_zx_game(f"unwritten/{seed}", pool=POOL)
    decks, hidden = hide_zx_decks(log, POOL)
    plain, other = audit(log, pool=POOL), audit(hidden, pool=POOL, decks=decks)
    assert (other.verdict, other.steps, other.result) == ("ok", plain.steps, plain.result)
    assert other.rule_hits == plain.rule_hits
