"""Logs that are made to harm anyone who replays them: each ends in a verdict, in a process that steps back."""

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.rulesets import LATEST
from tests.patience import HANG
from tournaments.gamelogs import child
from tournaments.gamelogs.child import Replayer
from tournaments.gamelogs.child_begin import LATER, SESSION
from tournaments.gamelogs.child_main import Job, answer

from .attacks import attacks, long_games, masses


def law(data: bytes) -> Terms:
    """Of the event at which the game under an attack was played."""
    first = data.split(b"\n")[0]
    multi = b'"mode":"multi"' in first
    return Terms(
        "x610z",
        LATEST,
        board="act-1",
        mode="multi" if multi else "single",
        organized_play=b'"organized_play":false' not in first,
        seats=tuple(SeatTerms(f"Player {letter}") for letter in "ABCDEF"[: 6 if multi else 2]),
    )


class Desk:
    """Has bytes replayed in a child, as the worker does."""

    def __init__(self, replayer: Replayer) -> None:
        self.replayer = replayer

    def replay(self, data: bytes) -> tuple[Any, list[Any]]:
        return self.replayer.replay(SimpleNamespace(original=data, recorded=False))  # type: ignore[arg-type]  # a log

    def child(self) -> int:
        assert self.replayer._child is not None
        return self.replayer._child.pid


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(child, "pool_of", lambda _log: load_pool())
    monkeypatch.setattr(child, "terms_of", lambda log: law(log.original))
    with Replayer(wait=HANG) as replayer:
        yield Desk(replayer)


def test_every_attack_ends_in_a_verdict_on_the_log_alone() -> None:
    logs = attacks()
    assert len(logs) > 150
    for what, data in logs.items():
        said = answer(Job(data, law(data), ""), load_pool())
        report, finding = said.report, said.report["finding"] or {}
        assert finding.get("code") != "internal_error", (what, finding)
        assert (report["verdict"] == "ok") == (" cards each" in what), (what, report["verdict"], finding)


def test_the_heaviest_attacks_do_not_end_the_child_that_replays_them(desk: Desk) -> None:
    """None meets the limits: a child that they had ended would be another one, and would have said nothing."""
    logs = {**masses(), **long_games()}
    desk.replay(b"")
    first = desk.child()
    heavy = sorted(logs, key=lambda what: len(logs[what]))[-4:]
    for what in (*heavy, "6 seats with 900 cards each", "two megabytes of corrections of nothing"):
        report, _decks = desk.replay(logs[what])
        assert (report["finding"] or {}).get("code") != "replay_stopped", what
    assert desk.child() == first


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no nice values")
def test_a_replay_steps_back_for_everybody_else(desk: Desk) -> None:
    desk.replay(b"")
    assert os.getpriority(os.PRIO_PROCESS, desk.child()) >= LATER
    assert os.getpriority(os.PRIO_PROCESS, 0) < os.getpriority(os.PRIO_PROCESS, desk.child())
    assert os.getsid(desk.child()) == desk.child()
    if SESSION.exists():
        assert Path(f"/proc/{desk.child()}/autogroup").read_text().split()[-1] == str(LATER)
