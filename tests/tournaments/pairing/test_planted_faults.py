"""Faults planted in rounds of chance: the checker names somebody in each, and nothing with a better round is clean."""

from __future__ import annotations

import pytest

from benchmarks.pairing_states import Dice
from tests.counted import Record
from tests.speeds import amount
from tests.tournaments.pairing.levels_oracle import best_levels, round_levels
from tests.tournaments.pairing.test_verdict import codes, mended, tampered
from tournaments.pairing import CheckReport, Options, Pair, Player, check_round

FIELDS = amount(250, 6_000, "fields with planted faults")


def field_of(dice: Dice) -> tuple[list[Player], int]:
    """Players after one to three rounds of chance, some with floats, byes, clans and ranks; and the next number."""
    ids = [f"p{place:02}" for place in range(5 + dice.below(8))]
    number = 2 + dice.below(3)
    met: dict[str, list[str | None]] = {one: [] for one in ids}
    for _ in range(number - 1):
        for pair in drawn(ids, dice):
            met[pair.a].append(pair.b)
            if pair.b is not None:
                met[pair.b].append(pair.a)
    players = [
        Player(
            one,
            3 * dice.below(3),
            tuple(met[one]),
            byes=met[one].count(None),
            group=(None, None, "x", "y")[dice.below(4)],
            rank=(None, place)[dice.below(2)],
            floats=dice.below(4),
        )
        for place, one in enumerate(ids, 1)
    ]
    return players, number


def drawn(ids: list[str], dice: Dice) -> list[Pair]:
    """A round in which chance alone decided."""
    left, pairs = list(ids), []
    while left:
        one = left.pop(dice.below(len(left)))
        other = left.pop(dice.below(len(left))) if left else None
        pairs.append(Pair(one, other, len(pairs) + 1 if other else None))
    return pairs


def rules_of(dice: Dice, size: int) -> Options:
    return Options(
        method=("random", "random", "random", "power")[dice.below(4)],  # type: ignore[arg-type]  # every name
        group_rule=("off", "soft", "strict")[dice.below(3)],  # type: ignore[arg-type]  # every name
        bye_choice=("standing", "random")[dice.below(2)],  # type: ignore[arg-type]  # every name
        total_rounds=(None, None, 5, size - 1)[dice.below(4)],
        leaders=(0, 0, 0, 2)[dice.below(4)],
    )


def seated(pairs: list[Pair]) -> list[Pair]:
    return [Pair(pair.a, pair.b, place if pair.b else None) for place, pair in enumerate(pairs, 1)]


def check_words(players: list[Player], pairs: list[Pair], report: CheckReport) -> None:
    """What is said of floats and of the bye must be so in the better round."""
    people = {player.id: player for player in players}
    made = {frozenset((pair.a, pair.b)) for pair in report.better}
    for problem in report.problems:
        params = {name: str(value) for name, value in problem.params.items()}
        if problem.code == "float_avoidable":
            assert people[params["a"]].score == people[params["c"]].score != people[params["b"]].score
            assert frozenset((params["a"], params["c"])) in made
        if problem.code in ("float_bye_avoidable", "bye_not_lowest", "second_bye_avoidable"):
            assert frozenset((params["c"], None)) in made
            assert Pair(params["c"], None) not in pairs


@pytest.mark.parametrize("part", range(5))
def test_no_round_with_a_better_one_is_clean_and_somebody_is_named(
    part: int, record_property: Record
) -> None:
    found, weak = set(), 0
    for case in range(part, FIELDS, 5):
        dice = Dice(f"planted{case}")
        players, number = field_of(dice)
        options = rules_of(dice, len(players))
        ids = sorted(player.id for player in players)
        by_chance = drawn(ids, dice)
        best = seated(mended(by_chance, check_round(players, by_chance, options, number=number)))
        if sorted(who for pair in best for who in pair.ids) != ids:
            best = by_chance  # of a round by standings only the first exchange is known
        for pairs in (by_chance, best, *(seated(tampered(tuple(best), dice)) for _ in range(3))):
            report = check_round(players, pairs, options, number=number)
            assert report.certificate is not None and report.ok
            says = codes(report)
            if report.better:
                weak += 1
                assert not report.strong and not report.certificate.exact
                named = any(one.severity == "warning" and "c" in one.params for one in report.problems)
                assert named or "later_rounds_lost" in says
                check_words(players, pairs, report)
            if options.method == "random" and not options.leaders and options.total_rounds is None:
                mine = round_levels(players, pairs, number, options)
                assert bool(report.better) == (mine != best_levels(players, number, options))
            found |= says
    record_property("rounds with a better one", weak)
    assert {"bye_not_lowest", "float_avoidable", "second_bye_avoidable"} <= found


def test_a_float_that_the_bye_would_spare_is_named() -> None:
    """Two have met and the third had the bye, so one of the two plays down; it falls to whoever did so already."""
    players = [
        Player("a", 3, ("b",), floats=2),
        Player("b", 3, ("a",)),
        Player("c", 0, (None,), byes=1),
    ]
    options = Options(bye_choice="random")
    report = check_round(players, [Pair("a", "c", 1), Pair("b", None)], options)
    (said,) = report.problems
    assert (said.code, said.severity) == ("float_bye_avoidable", "warning")
    assert dict(said.params) == {"a": "a", "b": "c", "floats": 2, "c": "a"}
    assert report.better == (Pair("a", None), Pair("b", "c")) and not report.strong
    assert check_round(players, [Pair("b", "c", 1), Pair("a", None)], options).problems == ()


@pytest.mark.parametrize("byes", [0, 1])
def test_a_last_round_by_standings_gives_the_bye_by_standings_although_others_were_by_lot(byes: int) -> None:
    """The one with the bye stands higher (or had one); either is named with whoever should have it."""
    players = [Player("a", 6), Player("b", 3, rank=2), Player("c", 3, byes=byes, rank=3)]
    holder, lower = ("b", "c") if byes == 0 else ("c", "b")
    options = Options(method="power", bye_choice="random")
    report = check_round(players, [Pair("a", lower, 1), Pair(holder, None)], options)
    (said,) = report.problems
    assert said.code == ("bye_not_lowest" if byes == 0 else "second_bye_avoidable")
    assert (said.params["player"], said.params["c"]) == (holder, lower)


def test_a_known_better_round_is_never_called_strong() -> None:
    assert CheckReport((), None).strong
    assert not CheckReport((), None, (Pair("a", "b"),)).strong
