"""Small invented brackets, tables, pods, crews and files, one per number, each in one line of text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any
from unittest import mock

from benchmarks.pairing_states import Dice
from tests.tournaments.pairing.small_events import (
    Maker,
    answer,
    check,
    explained,
    led,
    narrow,
    pick,
    repair,
    told,
)
from tests.tournaments.pairing.small_searches import draws, exchange, proof
from tournaments.pairing import Pair, Player, pod_repair
from tournaments.pairing import pods as pods_module
from tournaments.pairing.crews import seat_crews
from tournaments.pairing.elimination import (
    Bracket,
    bracket_standings,
    double_elimination,
    places,
    playable_matches,
    single_elimination,
    top_cut,
)
from tournaments.pairing.jsonform import read_round
from tournaments.pairing.pod_final import final_places, final_pods
from tournaments.pairing.pod_jsonform import read_pods
from tournaments.pairing.pod_model import CurrentPod, Pod, PodOptions, PodPlayer, pod_sizes
from tournaments.pairing.pod_repair import pod_plans
from tournaments.pairing.pods import check_pods, pair_pods
from tournaments.pairing.roundrobin import round_robin
from tournaments.pairing.trf import TrfPlayer, TrfReport, TrfResult, players_from_trf, read_trf, write_trf


def names_of(count: int) -> list[str]:
    """Return a, b, c ..."""
    return [chr(ord("a") + place) for place in range(count)]


def bracket(number: int) -> str:
    """A knock-out of 2 to 17, played up to some point by the dice: matches, who is known, places."""
    dice = Dice(f"bracket {number}")
    seeds = names_of(2 + number % 16)
    made: Bracket = (
        double_elimination(seeds)
        if dice.chance(500)
        else single_elimination(seeds, third_place=dice.chance(600))
    )
    results: dict[str, str] = {}
    left = dice.below(2 * len(seeds)) if dice.chance(600) else 99
    while left > 0 and (ready := playable_matches(made, results)):
        standing = pick(dice, *ready)
        results[standing.match.key] = standing.b if dice.chance(450) else standing.a
        left -= 1
    if results and dice.chance(300):  # a result is corrected, or taken back, when later ones are known
        key = pick(dice, *results)
        first = bracket_standings(made, results)[key]
        results |= {key: str(first.b if results[key] == first.a else first.a)}
        if dice.chance(400):
            del results[key]
    shape = " ".join(
        f"{m.key}/{m.part}/{m.round}.{m.place}:{m.a.kind} {m.a.name}-{m.b.kind} {m.b.name}"
        for m in (made.matches if number < 16 else ())
    )

    def known() -> str:
        return " ".join(
            f"{key}:{told((one.a, one.b, one.winner))}{'?' * one.waiting}{'.' * (not one.needed)}"
            f"{'!' * one.playable}"
            for key, one in bracket_standings(made, results).items()
        )

    return f"{made.double} {shape} | {answer(known)} | {answer(lambda: places(made, results))}"


def cut(number: int) -> str:
    """The top cut of a small field by number, by points, by both."""
    dice = Dice(f"cut {number}")
    players = [
        Player(name, dice.below(4), active=dice.chance(850), rank=dice.below(6) if dice.chance(700) else None)
        for name in names_of(3 + dice.below(6))
    ]
    return " ".join(
        answer(lambda size=size, points=points: top_cut(players, size=size, points=points))  # type: ignore[misc]  # the names are bound at once
        for size, points in ((2, None), (None, 2), (3, 1), (0, None), (9, 0))
    )


def table(number: int) -> str:
    """A round robin."""
    dice = Dice(f"table {number}")
    made = round_robin(
        names_of(2 + number % 9),
        double=number % 3 == 1,
        seed=f"s{number}" if dice.chance(300) and number > 9 else None,
    )
    return " / ".join(" ".join(f"{pair.a}{pair.b or ''}{pair.table or '-'}" for pair in one) for one in made)


def entries_of(dice: Dice, count: int) -> list[PodPlayer]:
    """Draw players of pods with scores, meetings, seats and uneven pods so far."""
    names = names_of(count)
    density = pick(dice, 0, 150, 400, 700)
    return [
        PodPlayer(
            name,
            pick(dice, 0, 1, 5, 5, 10),
            {other: dice.below(3) for other in names if other != name and dice.chance(density)},
            tuple(dice.below(3) for _ in range(dice.below(7))),
            dice.below(3) // 2,
            dice.below(2),
            active=dice.chance(950),
        )
        for name in names
    ]


def pod_options_of(dice: Dice) -> PodOptions:
    """Draw how pods are made."""
    return PodOptions(
        target=pick(dice, 3, 4, 4, 5, 6),
        uneven=pick(dice, "smaller", "smaller", "larger"),
        uneven_at=pick(dice, "bottom", "top"),
        allow_six=dice.chance(200),
        repeat_weight=pick(dice, 25, 25, 4, 1, 0),
        steps=pick(dice, 0, 3, 40, 150),
        exact_up_to=pick(dice, 0, 0, 9),
        first_table=pick(dice, 1, 1, 5),
    )


def pods(number: int) -> str:
    """A round of pods."""
    dice = Dice(f"pods {number}")
    entries = entries_of(dice, 2 + dice.below(22))
    with mock.patch.object(pods_module, "FEW_STEPS", 20):
        return answer(lambda: pair_pods(entries, seed=f"s{number}", number=3, options=pod_options_of(dice)))


def cut_pods(dice: Dice, entries: Sequence[PodPlayer], options: PodOptions) -> Iterator[CurrentPod]:
    """Draw pods for most of the entries."""
    line = sorted((one.id for one in entries if dice.chance(900)), key=lambda name: (dice.below(9), name))
    for place, size in enumerate(pod_sizes(len(line), options)):
        seats, line = tuple(line[:size]), line[size:]
        yield CurrentPod(place + 1 + dice.chance(50), seats, dice.chance(120), dice.chance(60))


def pod_plan(number: int) -> str:
    """A round of pods by hand, mended."""
    dice = Dice(f"pod plan {number}")
    entries = entries_of(dice, 4 + dice.below(12))
    options = pod_options_of(dice)
    current = list(cut_pods(dice, entries, options))
    seated = {one for pod in current for one in pod.seats}
    byes = [one.id for one in entries if one.id not in seated and dice.chance(300)]
    return answer(
        lambda: pod_plans(
            entries,
            current,
            byes,
            seed=f"s{number}",
            number=3,
            options=options,
            break_finished=dice.chance(300),
        )
    )


def pod_near(number: int) -> str:
    """The same, with hardly anybody tried for a place."""
    with mock.patch.object(pod_repair, "NEAR", 1 + number % 4):
        return pod_plan(1000 + number)


def pod_check(number: int) -> str:
    """Pods by hand, whole or spoilt, as the checker sees them."""
    dice = Dice(f"pod check {number}")
    entries = entries_of(dice, 4 + dice.below(9))
    made = [Pod(pod.table, pod.seats) for pod in cut_pods(dice, entries, pod_options_of(dice))]
    spoilt = [
        Pod(pod.table, (*pod.seats[dice.below(2) :], pick(dice, "z", "a"))) if dice.chance(150) else pod
        for pod in made
    ]
    return answer(lambda: check_pods(entries, spoilt, ["b"] if dice.chance(300) else []))


def final(number: int) -> str:
    """The knock-out after pods, decided up to some point."""
    dice = Dice(f"final {number}")
    seeds = names_of(pick(dice, 4, 10, 16))
    winners: dict[str, str] = {}
    for pod in final_pods(seeds)[:-1]:
        if dice.chance(700):
            winners[pod.key] = str(pick(dice, *pod.seats))
    last = final_pods(seeds, winners)[-1]
    if dice.chance(600):
        winners["final"] = str(pick(dice, *(one for one in last.seats if one)))
    return f"{answer(lambda: final_pods(seeds, winners))} {answer(lambda: final_places(seeds, winners))}"


def crew(number: int) -> str:
    """Crews in a hall with rows, and what their seats come to."""
    dice = Dice(f"crew {number}")
    size = 1 + dice.below(3)
    rosters = {
        name: [None if dice.chance(150) else f"{name}{seat}" for seat in range(size + dice.chance(150))]
        for name in names_of(6)
    }
    rows = [dice.below(8) for _ in range(dice.below(4))]
    closed = [1 + dice.below(12) for _ in range(dice.below(4))]
    pairs = [Pair("a", "b", 1), Pair("c", "d", 2), Pair("e", None if dice.chance(300) else "f", 3)]
    matches, notes = seat_crews(
        pairs, rosters, rows=rows, first_table=pick(dice, 1, 1, 3), closed_tables=closed
    )
    return f"{told(matches)} {told(notes)}"


def report(number: int) -> str:
    """A FIDE report written, read again, with some of its letters spoilt, and made into players."""
    dice = Dice(f"report {number}")
    count = 2 + dice.below(3)

    def cell() -> TrfResult | None:
        if dice.chance(150):
            return None
        if dice.chance(250):
            return TrfResult(None, "-", pick(dice, "U", "F", "H", "Z", "-"))
        return TrfResult(1 + dice.below(count), pick(dice, "w", "b"), pick(dice, *"10=+-WDL"))

    players = tuple(
        TrfPlayer(
            place + 1,
            pick(dice, "Ada", "Ben Bo", "C" * 40),
            dice.below(25),
            dice.below(3),
            pick(dice, 0, 1850, 2400),
            pick(dice, "", "GM", "WGM"),
            pick(dice, "", "m", "w"),
            pick(dice, "", "NED"),
            pick(dice, "", "123456"),
            pick(dice, "", "1999/12/31"),
            tuple(cell() for _ in range(dice.below(5))),
        )
        for place in range(count)
    )
    text = write_trf(
        TrfReport(
            pick(dice, "", "Cup"),
            players,
            pick(dice, None, 7),
            ((1, 2),) if dice.chance(300) else (),
            ("022 Delft",) * dice.below(2),
        )
    )
    for _ in range(dice.below(3)):
        place = dice.below(len(text))
        text = text[:place] + pick(dice, " ", "9", "w", "XXP 1 2 3\r\n") + text[place + 1 :]
    read = answer(lambda: read_trf(text))
    paired = answer(lambda: (players_from_trf(read_trf(text)), read_trf(text).rounds_paired))
    return f"{json.dumps(text)} {read} {paired}"


WRONG: tuple[Any, ...] = (None, 0, True, "x", [], {}, [None], [["a", "b"]], {"a": "b"}, 10**9, -(10**9) - 1)


def spoilt(dice: Dice, data: Any) -> Any:
    """Return the data with one value or field of it replaced by something else."""
    if isinstance(data, dict) and data and dice.chance(900):
        key = pick(dice, *data)
        if dice.chance(80):
            return {**data, "more": 1}
        if dice.chance(80):
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: spoilt(dice, data[key])}
    if isinstance(data, list) and data and dice.chance(900):
        place = dice.below(len(data))
        return [*data[:place], spoilt(dice, data[place]), *data[place + 1 :]]
    return pick(dice, *WRONG)


ROUND: dict[str, Any] = {
    "format": "pairing/1",
    "number": 2,
    "seed": "s",
    "options": {
        "method": "fold", "total_rounds": 4, "bye_step": 2, "avoid_repeat_floats": False, "closed_tables": [3, 4],
    },
    "players": [
        {
            "id": "a", "score": 3, "opponents": ["b", None], "byes": 1, "group": "red", "fixed_table": 7,
            "active": True, "rank": 1, "floats": 1,
        },
        {"id": "b", "score": 0, "opponents": ["a"]},
        {"id": "c", "score": 1, "active": False},
    ],
    "fixed_pairs": [["a", None], ["b", "c"]],
    "forbidden_pairs": [["a", "b"]],
    "pairs": [{"a": "a", "b": "b", "table": 1}, {"a": "c", "b": None}],
}  # fmt: skip
PODS: dict[str, Any] = {
    "format": "pods/1",
    "number": 2,
    "seed": "s",
    "options": {"target": 3, "uneven": "larger", "allow_six": True},
    "players": [
        {
            "id": "a", "score": 3, "met": {"b": 2}, "seats": [1, 2], "uneven": 1, "byes": 1, "active": True,
            "rank": 1,
        },
        {"id": "b"},
    ],
    "pods": [{"table": 1, "seats": ["a", "b"]}],
    "byes": ["c"],
}  # fmt: skip


def round_file(number: int) -> str:
    """A round file, spoilt in one place or not, as it is read."""
    dice = Dice(f"round file {number}")
    return answer(lambda: read_round(json.dumps(spoilt(dice, ROUND) if number else ROUND)))


def pod_file(number: int) -> str:
    """A file of pods, spoilt in one place or not, as it is read."""
    dice = Dice(f"pod file {number}")
    return answer(lambda: read_pods(json.dumps(spoilt(dice, PODS) if number else PODS)))


MAKERS: dict[str, Maker] = {
    one.__name__: one
    for one in (
        repair, narrow, check, explained, led, bracket, cut, table, pods, pod_plan, pod_near, pod_check, final, crew,
        report, round_file, pod_file, draws, exchange, proof,
    )
}  # fmt: skip
"""What can be made, by name."""
