"""The checker proves our rounds and refutes tampered ones; what it says is compared with another full matching."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.pairing_states import Dice, Season, states
from tests.tournaments.pairing.builders import players_from
from tests.tournaments.pairing.levels_oracle import best_levels, round_levels
from tests.tournaments.pairing.oracle import every_round
from tests.tournaments.pairing.test_bye_first import ranked
from tests.tournaments.pairing.test_lookahead import most_rounds
from tournaments.pairing import CheckReport, Options, Pair, Player, check_round, pair_round, render
from tournaments.pairing.lookahead import needs_lookahead
from tournaments.pairing.verdict import GAP, best_partners, judge, make_rules, partners_of
from tournaments.pairing.verdict_ahead import leaves_as_many

EXCHANGED = ("gap_avoidable", "rematch_avoidable", "forbidden_pair_avoidable", "same_group_avoidable")


def codes(report: CheckReport) -> set[str]:
    """Return the codes of what is weak or wrong; every problem must have its sentence."""
    assert all(render("problem", one.code, one.params) for one in report.problems)
    return {one.code for one in report.problems if one.severity != "note"}


def mended(pairs: list[Pair], report: CheckReport) -> list[Pair]:
    """Return the round with the better pairs the report names in the place of those they break."""
    moved = {who for pair in report.better for who in (pair.a, pair.b)}
    kept = [pair for pair in pairs if pair.a not in moved and (pair.b is None or pair.b not in moved)]
    return [*kept, *report.better]


def tampered(pairs: tuple[Pair, ...], dice: Dice) -> list[Pair]:
    """Exchange two players of two pairs; a bye may be one of the two."""
    first = dice.below(len(pairs))
    second = (first + 1 + dice.below(len(pairs) - 1)) % len(pairs)
    one, two = sorted((pairs[first], pairs[second]), key=lambda pair: pair.b is None)
    rest = [pair for pair in pairs if pair not in (one, two)]
    if two.b is None:
        return [*rest, Pair(two.a, one.b, one.table), Pair(one.a, None)]
    return [*rest, Pair(one.a, two.b, one.table), Pair(two.a, one.b, two.table)]


def test_a_leader_with_the_bye_is_named_with_whom_he_could_have_met() -> None:
    players = [Player(one, score) for one, score in zip("abcde", (9, 6, 6, 3, 0), strict=True)]
    report = check_round(players, [Pair("b", "e", 1), Pair("c", "d", 2), Pair("a", None)])
    assert report.ok and not report.strong
    by_code = {one.code: dict(one.params) for one in report.problems}
    assert by_code["bye_not_lowest"] == {"player": "a", "c": "e"}
    assert by_code["cost_above_bound"] == {"cost": 145, "bound": 19}
    assert by_code["gap_avoidable"]["a"] in ("b", "c")
    assert report.better == (Pair("a", "b"), Pair("e", None))
    assert report.certificate is not None and not report.certificate.exact


def test_of_equally_good_rounds_the_checker_names_the_same_one_every_time() -> None:
    players = [Player(f"p{i}", 3 * (i // 10)) for i in range(30)]
    pairs = [Pair(f"p{i}", f"p{29 - i}", i + 1) for i in range(15)]
    once = check_round(players, pairs)
    assert len(once.better) > 8
    for _ in range(5):
        assert check_round(players[::-1], pairs[::-1]).better == once.better


@pytest.mark.parametrize("size", [6, 7, 9, 12, 17, 30, 41, 90])
def test_every_tampered_round_is_refuted_exactly_when_a_better_one_exists(size: int) -> None:
    refuted = 0
    for case in range(3):
        dice = Dice(f"tamper{size}.{case}")
        options = Options(group_rule=("off", "soft", "strict")[case])  # type: ignore[arg-type]  # every name
        season = Season(
            size, 5, seed=f"tamper{size}.{case}", drops=30, draws=120, clans=2, cliques=(3,), options=options
        )
        apart = {frozenset(pair) for pair in season.forbidden()}
        for number, players in states(season):
            field = ranked(players, dice)
            draft = pair_round(
                field, seed="t", number=number, options=options, forbidden_pairs=season.forbidden()
            )
            best = best_levels(field, number, options, apart, pure=size < 20)
            for pairs in (list(draft.pairs), *(tampered(draft.pairs, dice) for _ in range(4))):
                report = check_round(field, pairs, options, forbidden_pairs=season.forbidden(), number=number)
                mine = round_levels(field, pairs, number, options, apart)
                assert report.ok and report.certificate is not None
                assert report.certificate.exact == (mine == best)
                assert report.strong == (mine == best)
                better = mended(pairs, report)
                assert round_levels(field, better, number, options, apart) == best
                for problem in report.problems:
                    if problem.code in EXCHANGED:
                        params = dict(problem.params)
                        made = {frozenset((pair.a, pair.b)) for pair in better}
                        assert frozenset((params["a"], params["c"])) in made
                        assert frozenset((params["a"], params["b"])) not in made
                        refuted += 1
                says = codes(report)
                assert ("cost_above_bound" in says) == (best[:6] == mine[:6] and best[6] < mine[6]) or (
                    best[:6] < mine[:6]
                )
                if mine[:7] == best[:7]:
                    assert ("bye_not_lowest" in says) == (best[7] < mine[7])
    assert refuted > 10


@pytest.mark.parametrize("method", ["power", "leaders"])
def test_a_round_by_standings_is_followed_from_the_top(method: str) -> None:
    options = Options(method="power") if method == "power" else Options(leaders=4)
    named = 0
    for case in range(12):
        dice = Dice(f"power{case}")
        for number, players in states(Season(9 + case, 5, seed=f"power{case}", draws=100, drops=20)):
            field = ranked(players, dice)
            draft = pair_round(field, seed="p", number=number, options=options)
            assert codes(check_round(field, draft.pairs, options, number=number)) == set()
            report = check_round(field, tampered(draft.pairs, dice), options, number=number)
            if method == "power":
                # Unique ranks leave one right round, except where no legal one exists.
                assert not report.strong or draft.certificate.rematches
            named += bool(codes(report) & {"order_avoidable", "order_bye_avoidable", "bye_not_lowest"})
    assert named > 20


def test_a_dearer_round_that_keeps_the_later_ones_possible_is_right_in_a_small_field() -> None:
    dearer = 0
    for case in range(25):
        options = Options(total_rounds=5)
        for number, players in states(Season(6, 5, seed=f"six{case}", draws=150, drops=0, options=options)):
            draft = pair_round(players, seed="s", number=number, options=options)
            report = check_round(players, draft.pairs, options, number=number)
            assert codes(report) == set()
            if not needs_lookahead(options, number, len(players)):
                continue
            plain = check_round(players, draft.pairs, number=number)
            dearer += not plain.strong
            spoilt = pair_round(players, seed="s", number=number)
            kept = check_round(players, spoilt.pairs, options, number=number)
            notes = {note.code for note in draft.certificate.relaxed}
            if not plain.strong and "future_rounds" not in notes:
                assert "later_rounds_lost" in codes(kept)
    assert dearer


def test_the_price_of_looking_ahead_is_the_least_one() -> None:
    """Among all rounds of six players that keep as many later ones, the checker accepts exactly the cheapest."""
    options = Options(total_rounds=5)
    players = players_from(
        {"A": 6, "B": 6, "C": 3, "D": 3, "E": 0, "F": 0},
        [("A", "C"), ("B", "D"), ("E", "F"), ("A", "E"), ("B", "F"), ("C", "D")],
    )
    accepted = []
    for pairs in every_round(players):
        made = [Pair(one.id, two.id if two else None, place) for place, (one, two) in enumerate(pairs, 1)]
        if check_round(players, made, options, number=3).strong:
            accepted.append(round_levels(players, made, 3, options))
    draft = pair_round(players, seed="s", number=3, options=options)
    assert accepted and set(accepted) == {round_levels(players, draft.pairs, 3, options)}


def test_large_fields_are_refuted_by_what_lies_near_and_proved_by_the_bound() -> None:
    players = [Player(f"p{i:04}", 3 * (i % 7), rank=1001 - i) for i in range(1001)]
    draft = pair_round(players, seed="s", number=2)
    good = check_round(players, draft.pairs, number=2)
    assert good.strong and good.certificate is not None and good.certificate.exact
    matches = [pair for pair in draft.pairs if pair.b is not None]
    bye = next(pair for pair in draft.pairs if pair.b is None)
    low = next(pair for pair in matches if pair.a < "p0100")
    swapped = [pair for pair in draft.pairs if pair not in (low, bye)]
    swapped += [Pair(bye.a, low.b, low.table), Pair(low.a, None)]
    says = check_round(players, swapped, number=2)
    assert "bye_not_lowest" in codes(says)
    one, two = matches[0], matches[-1]
    wide = [pair for pair in draft.pairs if pair not in (one, two)]
    wide += [Pair(one.a, two.b, one.table), Pair(two.a, one.b, two.table)]
    says = check_round(players, wide, number=2)
    assert {"gap_avoidable", "cost_above_bound"} <= codes(says)


def test_a_cost_nobody_can_decide_is_a_note_with_the_bound() -> None:
    ids = [f"p{i:03}" for i in range(501)]
    # The three leaders have met each other, so the bound of one step down cannot be met.
    players = [replace(Player(one, 9), opponents=frozenset(ids[:3]) - {one}) for one in ids[:3]]
    players += [Player(one, 6) for one in ids[3:200]] + [Player(one, 3) for one in ids[200:]]
    draft = pair_round(players, seed="s", number=3)
    report = check_round(players, draft.pairs, number=3)
    (note,) = report.problems
    assert (note.code, note.severity) == ("cost_not_proved", "note")
    assert report.strong and report.certificate is not None and not report.certificate.exact


@pytest.mark.parametrize(("place", "found"), [(0, True), (49, True), (50, False)])
def test_who_should_have_the_bye_of_a_large_field_is_looked_for_in_its_fifty_lowest_pairs(
    place: int, found: bool
) -> None:
    """A leader has the bye though one of the last, in the pair so many from the bottom, had none yet."""
    top, low = [f"t{i:03}" for i in range(301)], [f"u{i:03}" for i in range(200)]
    late = low[-2 * place - 1]
    players = [
        Player(one, 9 if one in top else 0, byes=int(one not in (top[0], late)), rank=rank)
        for rank, one in enumerate([*top, *low], 1)
    ]
    line = [*top[1:], *low]
    pairs = [Pair(top[0], None), *(Pair(*two) for two in zip(line[::2], line[1::2], strict=True))]
    report = check_round(players, pairs, number=2)
    assert (Pair(late, None) in report.better) is found
    # Finding nothing proves nothing.
    assert report.certificate is not None and not report.certificate.exact
    assert ("cost_not_proved" in {problem.code for problem in report.problems}) is not found


def test_a_round_of_as_many_as_one_matching_takes_is_judged_exactly_and_one_of_more_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournaments.pairing.verdict.EXACT_LIMIT", 6)
    for size, exact in ((6, True), (8, False)):
        players = [Player(f"p{i}", 3 * (i % 2)) for i in range(size)]
        wrong = partners_of([Pair(f"p{i}", f"p{i + 1}") for i in range(0, size, 2)])
        assert judge(make_rules(players, Options(), 2, ()), wrong).exact is exact


@pytest.mark.parametrize("total", [4, 5])
def test_another_round_leaves_as_many_later_ones_exactly_where_trying_all_finds_as_many(total: int) -> None:
    players = players_from(
        {"A": 6, "B": 6, "C": 3, "D": 3, "E": 0, "F": 0},
        [("A", "C"), ("B", "D"), ("E", "F"), ("A", "E"), ("B", "F"), ("C", "D")],
    )
    rules = make_rules(players, Options(total_rounds=total), 3, ())
    place = {player.id: node for node, player in enumerate(players)}
    fresh = frozenset(
        frozenset((place[one.id], place[two.id]))
        for one in players
        for two in players
        if one is not two and two.id not in one.opponents
    )
    left = []
    for pairs in every_round(players):
        made = [(one.id, two.id) for one, two in pairs if two is not None]
        used = frozenset(frozenset((place[one], place[two])) for one, two in made)
        if used <= fresh:
            later = min(total - 3, most_rounds(fresh - used, 6))
            left.append((partners_of(Pair(*pair) for pair in made), later))
    assert total < 5 or len({rounds for _, rounds in left}) > 1
    for now, mine in left:
        for other, theirs in left:
            assert leaves_as_many(rules, now, other) is (theirs >= mine)


def test_rules_that_nobody_need_break_take_no_room_from_the_fast_matching(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Late in a long event every level is wide; the slow matching would take minutes for a full field of them."""
    monkeypatch.setattr("networkx.max_weight_matching", lambda *_, **__: pytest.fail("the slow matching"))
    met = [(*(f"q{r}" for r in range(60)), f"p{59 - i:02}") for i in range(60)]
    players = [
        Player(f"p{i:02}", 5_000_000 * i, met[i], group="red" if i % 2 else None, floats=9) for i in range(60)
    ]
    rules = make_rules(players, Options(), 62, ())
    again = partners_of([Pair(f"p{i:02}", f"p{59 - i:02}") for i in range(30)])
    best = best_partners(players, rules, again)
    assert best is not None and rules.total(best)[:GAP] == (0,) * GAP
    assert best["p00"] == "p01"


def test_decided_pairs_are_no_weakness() -> None:
    players = [Player(one, score) for one, score in zip("abcd", (9, 9, 0, 0), strict=True)]
    pairs = [Pair("a", "c", 1), Pair("b", "d", 2)]
    assert not check_round(players, pairs).strong
    assert check_round(players, pairs, fixed_pairs=[("a", "c"), ("b", "d")]).strong
    # With one pair decided the other follows.
    assert check_round(players, pairs, fixed_pairs=[("c", "a")]).strong
