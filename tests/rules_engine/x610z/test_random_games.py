"""Random games over all modes keep every rule, can be replayed anywhere, and show nobody what is hidden."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine import Cursor, audit
from rules_engine.kernel.errors import LogError, NeedAnswer
from rules_engine.testing import GameRecorder, Stream, check_invariants, inject_fault, random_game
from rules_engine.testing.campaigns import try_game
from rules_engine.x610z.convert import to_compact, to_full
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import Action, EndLine, read_lines
from rules_engine.x610z.play import check, perform
from rules_engine.x610z.random_games import record_random_game
from rules_engine.x610z.replay import Replay
from rules_engine.x610z.view import view
from tests.rules_engine.properties.moves import hidden_otherwise, key_of, perturbed
from tests.speeds import few_by_day

MODES: dict[str, dict[str, Any]] = {
    "1v1": {"seats": 2},
    "1v1 full": {"seats": 2, "level": "full"},
    "3": {"seats": 3},
    "4 full": {"seats": 4, "level": "full"},
    "6": {"seats": 6},
    "2v2": {"seats": 4, "teams": ("a", "b", "b", "a")},
    "3v3": {"seats": 6, "teams": ("a", "b", "a", "b", "a", "b")},
    "2v2v2 full": {"seats": 6, "teams": ("a", "b", "c", "a", "b", "c"), "level": "full"},
}


@cache
def game(mode: str, seed: int) -> bytes:
    """A random game of at most 300 actions."""
    return random_game(seed, max_actions=300, **MODES[mode])


@pytest.mark.parametrize("seed", few_by_day(range(24), 6, "random games"))
def test_a_random_duel_is_never_called_illegal(seed: int) -> None:
    log = random_game(1000 + seed, max_actions=500, level="full" if seed % 4 == 0 else "compact")
    report = audit(log)
    assert (report.verdict, report.fidelity) == ("ok", "exact"), report.finding


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", few_by_day(range(4), 1, "random games of every mode"))
def test_a_random_game_of_every_mode_is_never_called_illegal(mode: str, seed: int) -> None:
    report = audit(game(mode, seed))
    assert (report.verdict, report.fidelity) == ("ok", "exact"), report.finding
    assert report.result == report.claimed or (report.result and report.result.draw)


@pytest.mark.parametrize("mode", MODES)
def test_states_keep_their_invariants(mode: str) -> None:
    replay = Replay()
    for _, _, line in read_lines(game(mode, 1)):
        if isinstance(line, EndLine):
            break
        assert replay.feed(line) is None
        if replay.state is not None and replay.steps:
            check_invariants(replay.state)


@pytest.mark.parametrize("mode", MODES)
def test_a_log_is_the_same_after_full_and_compact(mode: str) -> None:
    log = game(mode, 2)
    if "full" in mode:
        # Passes of an End Phase may come in any order: a full log is compared in the order the rules ask.
        compact = to_compact(log)
        ordered = to_full(compact)
        assert audit(compact).digest == audit(ordered).digest == audit(log).digest
        assert to_compact(ordered) == compact
    else:
        full = to_full(log)
        assert audit(full).verdict == "ok"
        assert len(full) > len(log)
        assert to_compact(full) == log


@pytest.mark.parametrize("mode", MODES)
def test_snapshots_and_restoring_keep_the_digest(mode: str) -> None:
    replay = Replay()
    for number, _, line in read_lines(game(mode, 3)):
        if isinstance(line, EndLine):
            break
        state = replay.state
        if state is not None and isinstance(line, Action) and number % 7 == 0:
            before, saved = state.digest(), state.snapshot()
            assert saved.digest() == before
            assert perform(state, line) is None
            after = state.digest()
            state.restore(saved)
            assert state.digest() == before
            assert perform(state, line) is None
            assert state.digest() == after
            continue
        assert replay.feed(line) is None


@pytest.mark.parametrize("mode", ["1v1", "4 full", "2v2"])
def test_every_listed_action_is_accepted_and_carried_out(mode: str) -> None:
    replay = Replay()
    for number, _, line in read_lines(game(mode, 0)):
        if isinstance(line, EndLine):
            break
        state = replay.state
        if state is not None and state.turn and state.result is None and number % 17 == 0:
            saved = state.snapshot()
            for action in legal_actions(state):
                act = replace(action, n=1)
                assert check(state, act) is None, action
                with suppress(NeedAnswer):
                    assert perform(state, act) is None, action
                state.restore(saved)
        assert replay.feed(line) is None


@pytest.mark.parametrize("mode", ["1v1", "1v1 full", "3", "2v2"])
def test_an_action_that_is_not_listed_is_refused(mode: str) -> None:
    replay = Replay()
    stream = Stream(f"perturbed/{mode}")
    tried = 0
    for number, _, line in read_lines(game(mode, 2)):
        if isinstance(line, EndLine):
            break
        st = replay.state
        if st is not None and st.turn and st.result is None and number % 6 == 0:
            listed = legal_actions(st)
            keys = {key_of(st, action) for action in listed}
            for action in listed[:25]:
                other = perturbed(stream, st, action)
                with suppress(LogError):
                    tried += 1
                    if check(st, other) is None:
                        assert key_of(st, other) in keys, other
        assert replay.feed(line) is None
    assert tried > 50


OBJECTS = [f"#{slot}" for slot in range(0, 100, 7)] + ["seat:0", "stack:1", "Discount", "Life Base"]
VALUES: dict[str, list[Any]] = {
    "card": OBJECTS,
    "targets": [[name] for name in OBJECTS] + [[], ["#0", "#1"]],
    "crystals": [[name] for name in OBJECTS] + [[]],
    "path": [["0,0", "1,1"], ["0,0", "6,0"], ["0,6", "1,5", "2,4"]],
    "pay": [{"mystic": 1}, {"colorless": 2}, {}],
    "answers": [[True], ["6,0"], [[]], [None], [1], []],
    "do": [
        "cast",
        "move",
        "attack",
        "activate",
        "resolve",
        "proceed",
        "end",
        "murphy",
        "begin",
        "time",
        "pass",
    ],
    "seat": [0, 1, 5],
    "x": [0, 1, 7],
    "mode": [0, 1, 2],
    "short": [True],
}


@pytest.mark.parametrize("seed", few_by_day(range(80), 16, "mangled logs"))
def test_a_mangled_log_gets_a_verdict_and_never_an_exception(seed: int) -> None:
    stream = Stream(f"mangled/{seed}")
    rows = [json.loads(line) for line in game(("1v1", "1v1 full", "3")[seed % 3], seed % 4).splitlines()]
    acts = [row for row in rows if row["kind"] == "act"]
    for _ in range(1 + stream.below(3)):
        name = stream.pick(sorted(VALUES))
        stream.pick(acts)[name] = stream.pick(VALUES[name])
    rows[-1].pop("sha256", None)
    data = "\n".join(json.dumps(row) for row in rows)
    report = audit(data)
    assert report.verdict != "engine_gap", report.finding
    cursor = Cursor(data)
    assert cursor.view("judge") is not None
    assert all(step.text("nl") for step in cursor.steps)


@pytest.mark.parametrize("seed", few_by_day(range(150), 20, "single faults"))
def test_a_single_fault_is_found_or_harmless(seed: int) -> None:
    mode = ("1v1", "1v1 full", "3", "2v2")[seed % 4]
    log = game(mode, seed % 3)
    fault = inject_fault(log, seed)
    if fault is None:
        return  # this draw does not fit the line it fell on
    report = audit(fault.data)
    assert report.verdict in ("violation", "divergence", "log_error", "result_mismatch", "ok"), report.finding
    if report.verdict == "ok":
        assert report.digest == audit(log).digest, fault.kind
    else:
        assert report.finding is not None
        assert report.finding.line >= fault.line


@pytest.mark.parametrize("mode", ["1v1", "2v2"])
def test_views_do_not_depend_on_what_is_hidden(mode: str) -> None:
    """Other cards in the decks of the others change nothing in what a seat or a spectator sees."""
    recorder = record_random_game(4, MODES[mode]["seats"], max_actions=60, teams=MODES[mode].get("teams", ()))
    st = recorder.state
    for viewer in ("spectator", 0, 1):
        seen = json.dumps(view(st, viewer), sort_keys=True)
        other = hidden_otherwise(Stream(f"hidden/{viewer}"), st, viewer)
        assert json.dumps(view(other, viewer), sort_keys=True) == seen


def test_a_log_of_what_the_table_saw_is_consistent_with_the_registered_lists() -> None:
    """No order of a deck is known; a card becomes known when it is named, and the list says how often it may be."""
    grey, mystic, discount = "D1.1/004/100-C", "D1.1/002/100-C", "D1.1/023/100-C"
    deck = [grey] * 30 + [mystic] * 15 + [discount] * 5
    recorder = GameRecorder([deck, deck], hidden=(0, 1), chooser=lambda need: None)
    recorder.act("begin", 0)
    for _ in range(3):
        recorder.act("cast", recorder.state.active, card=grey)
        recorder.end_turn()
        recorder.act("cast", recorder.state.active, card=mystic)
        recorder.checkpoint(digest=False)
        recorder.end_turn()
    recorder.act("cast", 0, card=discount, crystals=[recorder.slot(grey, 0)])
    recorder.resolve()
    recorder.act("time")
    log = recorder.finish()
    report = audit(log, decks={0: deck, 1: deck})
    assert (report.verdict, report.fidelity, report.unverifiable) == ("ok", "consistent", 0)
    report = audit(log)
    assert (report.verdict, report.fidelity) == ("unverifiable", "consistent")
    assert report.unverifiable > 0
    short = [grey] * 48 + [mystic, mystic]
    assert audit(log, decks={0: short, 1: deck}).verdict == "log_error", (
        "another list than the log was made with"
    )


def test_the_cursor_goes_back_and_forth() -> None:
    log = game("1v1", 0)
    cursor = Cursor(log)
    assert cursor.finding is None
    ends = []
    for position in (len(cursor.steps), 30, 5, 80, 30):
        cursor.seek(position)
        ends.append(json.dumps(cursor.view("judge"), sort_keys=True))
    assert ends[1] == ends[4]
    cursor.seek(len(cursor.steps))
    assert json.dumps(cursor.view("judge"), sort_keys=True) == ends[0]
    assert cursor.steps[10].text("en") != cursor.steps[10].text("nl")


def test_the_class_limit_holds_when_players_are_out() -> None:
    """Six seats, two of them out, and a second Vessel taken over: the seats that left must not be counted (402.9)."""
    assert try_game(26836).wrong == ""
