"""The corpus itself: every file is as it is made, fits its schema, and expects what is really possible."""

import json
from itertools import pairwise

import jsonschema
import pytest

from tests.tournaments.corpus.make import CASES, ROOT, all_rounds, makers, written
from tests.tournaments.pairing.oracle import full_cost
from tournaments.corpus import LEVELS, cases_in, judge_round, judge_standings, measure
from tournaments.corpus.judge import free_players
from tournaments.corpus.program_io import as_trf, preset_of, round_numbers, speaks_trf
from tournaments.pairing import pair_round
from tournaments.pairing.trf import forbidden_from_trf, players_from_trf, read_trf
from tournaments.standings import compute

FOUND = cases_in()
ROUNDS = [case for case in FOUND if case.expected_round is not None]
RANKED = [case for case in FOUND if case.expected_rows is not None]
SCHEMA = json.loads((ROOT / "docs" / "corpus" / "schema.json").read_text(encoding="utf-8"))
by_id = pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case.id)


def test_every_file_is_as_it_is_made_and_no_other_is_there() -> None:
    made = makers()
    assert {file.stem for file in CASES.glob("*.json")} == set(made)
    for name, make in made.items():
        assert (CASES / f"{name}.json").read_text(encoding="utf-8") == written(make()), name


def test_every_file_fits_the_schema_and_says_where_it_comes_from() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for file in CASES.glob("*.json"):
        data = json.loads(file.read_text(encoding="utf-8"))
        assert [error.message for error in validator.iter_errors(data)] == []
        assert data["id"] == file.stem and data["source"]["licence"] == "Apache-2.0"
        assert list(data["expected"].get("round", LEVELS)) == list(LEVELS)


def test_the_readme_counts_the_files() -> None:
    assert f"\n{len(FOUND)} files " in "\n" + (ROOT / "docs/corpus/README.md").read_text().replace(
        ". ", ".\n"
    )


def test_what_is_expected_of_small_rounds_is_the_least_of_all_rounds() -> None:
    small = [case for case in ROUNDS if len(free_players(case.round_file)) <= 9]
    assert len(small) >= 15
    for case in small:
        best = min(tuple(of[level] for level in LEVELS) for of in all_rounds(case.round_file))
        assert best == tuple(case.expected_round[level] for level in LEVELS), case.id


def test_the_cost_of_large_rounds_is_what_another_matching_program_finds() -> None:
    """rustworkx over the bare gaps, by the oracle of the pairing's tests, for rounds in which no rule gives way."""
    checked = 0
    for case in ROUNDS:
        source, expected = case.round_file, case.expected_round
        broken = any(expected[level] for level in LEVELS[:6])
        if broken or source.options.group_rule == "strict" or len(free_players(source)) < 10:
            continue
        assert full_cost(free_players(source), source.forbidden_pairs) == expected["cost"], case.id
        checked += 1
    assert checked >= 15


@by_id
def test_our_own_pairing_is_as_good_as_is_possible(case) -> None:
    source = case.round_file
    draft = pair_round(
        source.players,
        seed=source.seed,
        number=source.number,
        options=source.options,
        fixed_pairs=source.fixed_pairs,
        forbidden_pairs=source.forbidden_pairs,
    )
    verdict = judge_round(case, [(pair.a, pair.b) for pair in draft.pairs])
    assert verdict.outcome == "met", verdict.text


@by_id
def test_exchanging_players_of_a_good_round_is_never_called_better(case) -> None:
    """Every exchange of two players is judged by its own numbers: met exactly when they are all the least."""
    source = case.round_file
    draft = pair_round(
        source.players,
        seed=source.seed,
        number=source.number,
        options=source.options,
        fixed_pairs=source.fixed_pairs,
        forbidden_pairs=source.forbidden_pairs,
    )
    free = {player.id for player in free_players(source)}
    pairs = [(pair.a, pair.b) for pair in draft.pairs]
    open_ = [place for place, pair in enumerate(pairs) if pair[0] in free]
    for first, second in pairwise(open_):
        (a, b), (c, d) = pairs[first], pairs[second]
        changed = list(pairs)
        changed[first], changed[second] = ((a, d), (c, b)) if d is not None else ((c, b), (a, None))
        found = measure(source, changed)
        least = tuple(case.expected_round[level] for level in LEVELS)
        assert tuple(found[level] for level in LEVELS) >= least
        verdict = judge_round(case, changed)
        assert (verdict.outcome == "met") == (tuple(found[level] for level in LEVELS) == least)


@pytest.mark.parametrize("case", RANKED, ids=lambda case: case.id)
def test_our_own_standings_have_every_figure(case) -> None:
    rows = compute(case.results.entrants, case.results.matches, preset_of(case))
    given = [(row.id, row.rank, {key: v for key, v in row.values.items() if v is not None}) for row in rows]
    verdict = judge_standings(case, given)
    assert verdict.outcome == "met", verdict.text
    last, values = given[-1][0], dict(given[-1][2])
    values["omw"] += 1
    assert judge_standings(case, [*given[:-1], (last, given[-1][1], values)]).outcome == "wrong"
    swapped = [(one, {1: 2, 2: 1}.get(rank, rank), of) for one, rank, of in given]
    assert judge_standings(case, swapped).outcome == "wrong"
    assert judge_standings(case, given[1:]).outcome == "wrong"


def test_a_fide_report_of_a_case_says_the_same_as_its_round_file() -> None:
    told = [case for case in ROUNDS if speaks_trf(case)]
    assert len(told) >= 20
    for case in told:
        report = read_trf(as_trf(case))
        players, number = players_from_trf(report)
        names = {str(of): name for name, of in round_numbers(case).items()}
        source = case.round_file
        assert number == source.number
        for read, player in zip(players, source.players, strict=True):
            assert names[read.id] == player.id and read.score == 2 * player.score, case.id
            assert [one and names[one] for one in read.opponents] == list(player.opponents), case.id
            assert (read.byes, read.active) == (player.byes, player.active), case.id
        apart = {frozenset((names[one], names[two])) for one, two in forbidden_from_trf(report)}
        assert apart == {frozenset(pair) for pair in source.forbidden_pairs}
