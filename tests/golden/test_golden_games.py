"""The golden games: their logs and what an audit says of them do not change unless somebody means them to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_engine import Cursor
from rules_engine.rulebook import rule
from rules_engine.x610z.convert import to_compact, to_full
from tests.speeds import few_by_day

from . import generated, lines_of
from .catalogue import SCENES
from .make import HERE, summary
from .playthroughs import CHOSEN, playthrough
from .scenes import golden_pool
from .scenes_examples import EXAMPLES

EXPECTED = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))


GENERATED = json.loads(generated.EXPECTED.read_text(encoding="utf-8"))


def log_of(name: str) -> bytes:
    """The committed log of a scene."""
    return (HERE / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_golden_game_is_judged_as_before(name: str) -> None:
    assert summary(log_of(name)) == EXPECTED[name]


@pytest.mark.parametrize("name", sorted(SCENES))
def test_a_scene_still_writes_its_log(name: str) -> None:
    assert lines_of(SCENES[name]()) == lines_of(log_of(name))


def test_every_log_has_a_scene_and_an_expectation() -> None:
    logs = {path.stem for path in Path(HERE).glob("*.jsonl")}
    assert logs == set(SCENES) == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(name for name in EXPECTED if EXPECTED[name]["verdict"] == "ok"))
def test_a_golden_game_survives_both_levels(name: str) -> None:
    pool = golden_pool()
    full = to_full(log_of(name), pool)
    assert summary(full)["digest"] == EXPECTED[name]["digest"]
    assert summary(to_compact(full, pool))["digest"] == EXPECTED[name]["digest"]


@pytest.mark.parametrize("name", CHOSEN)
def test_a_playthrough_reads_as_before(name: str) -> None:
    text = (HERE.parent / "playthroughs" / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(log_of(name)) == text


def test_the_stack_example_reads_step_by_step() -> None:
    cursor = Cursor(log_of("the_stack_example_of_the_rule_sheet"), pool=golden_pool())
    stacks = []
    for position in range(1, len(cursor.steps) + 1):
        cursor.seek(position)
        stack = [item["card"] + "/" + item["kind"] for item in cursor.view("spectator").get("stack", [])]
        if not stacks or stacks[-1] != stack:
            stacks.append(stack)
    assert stacks[-6:] == [
        ["Divine Intervention/cast"],
        ["Divine Intervention/cast", "Hunter Dragon/movement"],
        ["Divine Intervention/cast"],
        ["Divine Intervention/cast", "Hunter Dragon/attack"],
        ["Divine Intervention/cast"],
        [],
    ]


def test_every_example_that_a_rule_gives_is_played() -> None:
    for rule_id, names in EXAMPLES.items():
        assert rule(rule_id).id == rule_id
        for name in names:
            assert name in SCENES, rule_id


def test_the_scenes_cover_every_kind_of_table() -> None:
    tables = set()
    for name in SCENES:
        rows = [json.loads(line) for line in log_of(name).splitlines()]
        teams = [row.get("team") for row in rows if row["kind"] == "seat"]
        tables.add(
            (
                len(teams),
                len(set(teams)) if rows[0].get("mode") == "team" else 0,
                rows[0].get("level", "compact"),
            )
        )
    assert {(seats, teams) for seats, teams, _ in tables} == {
        (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (4, 2), (6, 2), (6, 3),
    }  # fmt: skip
    assert {level for *_, level in tables} == {"compact", "full"}


@pytest.mark.parametrize("seed", few_by_day(generated.SEEDS, 40, "golden games that chance played"))
def test_a_generated_game_is_judged_as_before(seed: int) -> None:
    assert summary(generated.frozen()[seed]) == GENERATED[seed]
    assert GENERATED[seed]["verdict"] == "ok"
    assert GENERATED[seed]["fidelity"] == "exact"


@pytest.mark.parametrize("seed", few_by_day(generated.SEEDS[::5], 8, "games played once more"))
def test_a_seed_still_plays_its_game(seed: int) -> None:
    assert lines_of(generated.generate(seed)) == lines_of(generated.frozen()[seed])


@pytest.mark.parametrize("seed", few_by_day(generated.SEEDS[::4], 10, "games at both levels"))
def test_a_generated_game_survives_both_levels(seed: int) -> None:
    compact = to_compact(generated.frozen()[seed], golden_pool())
    full = to_full(compact, golden_pool())
    assert {summary(log)["digest"] for log in (compact, full)} == {GENERATED[seed]["digest"]}
    assert to_compact(full, golden_pool()) == compact
