"""Checking many logs again: a report beside the stored verdicts, which never change by it; and the replay's limits."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.halls import kept
from tests.patience import HANG
from tests.tournaments.gamelogs.test_logs import Table, table
from tests.tournaments.gamelogs.test_viewer import faulty
from tests.tournaments.hall import logged, staff_actor
from tournaments.events.models import Tournament
from tournaments.gamelogs import child, tasks
from tournaments.gamelogs.audit_services import (
    MAX_ATTEMPTS,
    audit_progress,
    audit_start,
    audits_requeue,
    stuck_audits,
)
from tournaments.gamelogs.child import Replayer, Stopped, stopped
from tournaments.gamelogs.child_main import Answer
from tournaments.gamelogs.models import AuditRow, AuditRun, GameLog
from tournaments.gamelogs.replay import check, compare

__all__ = ["table"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def judge(table: Table) -> Actor:
    return staff_actor(table.tournament, "judge")


def started(table: Table, **what: Any) -> AuditRun:
    found = audit_start(actor=judge(table), tournament=table.tournament, **what)
    return AuditRun.objects.get(pk=found["audit"])


def finished(run: AuditRun) -> AuditRun:
    """The run after its task was sent as often as it needs."""
    for _slice in range(50):
        run.refresh_from_db()
        if run.state != AuditRun.State.RUNNING:
            return run
        tasks.audit_logs(run.pk, run.done)
    raise AssertionError("the run does not end")


def stored(log: GameLog) -> tuple[Any, ...]:
    log = GameLog.objects.get(pk=log.pk)
    return log.state, log.verdict, log.report, log.semantics, log.checked_at


def test_a_run_puts_the_verdict_of_today_beside_the_stored_one_and_changes_nothing(table: Table) -> None:
    legal, wrong = table.checked(logged(table.match)), faulty(table)
    GameLog.objects.filter(pk=legal.pk).update(verdict="violation", semantics=1)  # what an older engine said
    before = [stored(log) for log in (legal, wrong)]
    run = finished(started(table))
    rows = {row.log_id: row for row in run.rows.all()}
    assert (run.state, run.done, run.total) == ("done", len(rows), len(rows))
    assert rows[legal.pk].differs and rows[legal.pk].verdict == "ok" and rows[legal.pk].old_semantics == 1
    assert not rows[wrong.pk].differs and rows[wrong.pk].rule == wrong.report["finding"]["rule"]
    assert [stored(log) for log in (legal, wrong)] == before


@kept
def log(table: Table) -> GameLog:
    return table.checked(logged(table.match))


def test_the_page_shows_progress_and_what_differs(log: GameLog, table: Table) -> None:
    url = f"/t/{table.tournament.slug}/judge/audits/"
    answer = table.judge.post(url, {"round": "", "idempotency_key": "one"})
    run = AuditRun.objects.get()
    assert answer["Location"] == f"{url}{run.pk}/"
    page = table.judge.get(answer["Location"]).content.decode()
    assert "hx-trigger" in page and 'max="1"' in page
    GameLog.objects.filter(pk=log.pk).update(verdict="violation")
    finished(run)
    page = table.judge.get(answer["Location"]).content.decode()
    assert 'id="audit" hx-get' not in page and "1 log is judged differently now" in page


def test_a_slice_that_comes_twice_adds_nothing(table: Table) -> None:
    table.checked(logged(table.match))
    run = started(table)
    assert tasks.audit_logs(run.pk, 0) == "stored"
    assert tasks.audit_logs(run.pk, 0) == "not wanted"
    answer = audit_progress(
        actor=judge(table), tournament=table.tournament, run_id=run.pk, before=0, rows=[], passed=1
    )
    assert answer == {"stored": False} and AuditRow.objects.count() == 1


def test_a_log_that_is_gone_is_passed_over(log: GameLog, table: Table) -> None:
    run = started(table)
    GameLog.objects.filter(pk=log.pk).delete()
    assert (finished(run).state, run.rows.count()) == ("done", 0)


def test_one_run_at_a_time_and_none_without_logs(table: Table) -> None:
    with pytest.raises(UserError) as none:
        started(table)
    assert none.value.code == "no_logs"
    table.checked(logged(table.match))
    with pytest.raises(UserError) as strange:
        started(table, round_id=999_999)
    assert strange.value.code == "no_round"
    started(table, round_id=table.match.round_id)
    with pytest.raises(UserError) as second:
        started(table)
    assert second.value.code == "audit_running"


def test_a_run_that_stands_still_is_sent_again_and_given_up_in_the_end(
    table: Table, time_machine: Any
) -> None:
    table.checked(logged(table.match))
    run = started(table)
    now = timezone.now()
    for attempt in range(MAX_ATTEMPTS + 1):
        now += timedelta(hours=1)
        time_machine.move_to(now, tick=False)
        run.refresh_from_db()
        assert run.state == "running" and stuck_audits(LedgerRow.objects.latest("pk").at).count() <= 1
        audits_requeue(actor=judge(table))
        run.refresh_from_db()
        assert run.attempts == attempt + 1
    assert run.state == "failed"


def test_a_law_diff_shows_what_another_answer_would_change_and_changes_nothing(
    log: GameLog, table: Table
) -> None:
    before = stored(log)
    organizer = Client()
    organizer.force_login(staff_actor(table.tournament, "organizer").user)
    url = f"/t/{table.tournament.slug}/judge/audits/"
    assert "H34=any_action" in organizer.get(url).content.decode()
    answer = organizer.post(url, {"round": "", "settled": "H34=any_action", "idempotency_key": "one"})
    run = finished(AuditRun.objects.get())
    (row,) = run.rows.all()
    assert (row.old_verdict, row.verdict, row.rule) == ("ok", "violation", "703.4")
    assert row.ends_otherwise and row.old_result and not row.result and row.parts and row.line
    assert stored(log) == before
    page = organizer.get(answer["Location"]).content.decode()
    assert "1 log would be judged differently by that answer." in page
    assert "1 game would break off" in page and "breaks off" in page and "another result" not in page
    assert "by another answer to H34" in page
    assert f"another game from line {row.parts} on" in page and f"/judge/logs/{log.pk}/" not in page
    assert f"/judge/logs/{log.pk}/" in table.judge.get(answer["Location"]).content.decode()
    assert "no such question" in organizer.post(url, {"settled": "H34=never"}, follow=True).content.decode()


def test_a_season_is_compared_as_far_as_one_may_see_it(table: Table) -> None:
    table.checked(logged(table.match))
    other = Table()
    other.checked(logged(other.match))
    Tournament.objects.update(series="cup")
    table.tournament.refresh_from_db()
    both = judge(table)

    def season() -> AuditRun:
        how: dict[str, Any] = {"season": True, "settled": {"H34": "any_action"}}
        found = audit_start(actor=both, tournament=table.tournament, **how)
        return finished(AuditRun.objects.get(pk=found["audit"]))

    assert season().total == 1  # of the other date this judge knows nothing
    other.tournament.staff.create(user=both.user, role="judge")
    run = season()
    assert run.total == 2 and all(row.differs for row in run.rows.all())
    client = Client()
    client.force_login(both.user)
    page = client.get(f"/t/{table.tournament.slug}/judge/audits/{run.pk}/").content.decode()
    assert page.count("breaks off") == 2
    other.tournament.staff.all().delete()
    page = client.get(f"/t/{table.tournament.slug}/judge/audits/{run.pk}/").content.decode()
    assert page.count("breaks off") == 1


def test_players_know_of_no_run(table: Table) -> None:
    table.checked(logged(table.match))
    run = started(table)
    for url in (
        f"/t/{table.tournament.slug}/judge/audits/",
        f"/t/{table.tournament.slug}/judge/audits/{run.pk}/",
    ):
        assert table.player.get(url).status_code == 404
        assert table.player.post(url).status_code in (404, 405)
        assert Client().get(url).status_code == 302


# --- the child that replays -----------------------------------------------------------------------------------------


def test_a_child_says_what_the_process_itself_would_say(table: Table) -> None:
    logs = [table.checked(logged(table.match)), faulty(table)]
    with Replayer(wait=HANG) as replayer:
        for recorded in (False, True, False):
            for log in logs:
                log = GameLog.objects.get(pk=log.pk)
                log.recorded = recorded
                assert replayer.replay(log) == (check(log), compare(log))
        log.recorded = False
        strict = check(log)
        log.recorded = True
        assert check(log) != strict, "what was recorded is read on behind a broken rule"


def test_a_log_that_takes_too_long_blames_nobody_and_the_next_is_replayed(log: GameLog, table: Table) -> None:
    with Replayer(wait=0.0) as hurried:
        assert hurried.replay(log) == (stopped(), [])
    report = stopped()
    assert report["verdict"] == "engine_gap" and report["finding"]["seat"] is None
    assert "more memory or time" in report["finding"]["text"]
    with Replayer(wait=HANG) as replayer:
        replayer._wait = 0.0
        replayer.replay(log)
        replayer._wait = HANG
        assert replayer.replay(log)[0]["verdict"] == log.verdict


@pytest.fixture
def replays_in_child(settings: Any) -> Iterator[None]:
    """The site is set to replay in a child, of which none is there before and none stays."""
    settings.REPLAY_IN_CHILD = True
    child.kept.close()
    yield
    child.kept.close()


def in_a_process(code: str) -> int:
    """How a process of its own ends that runs this beside the child's limits."""
    begin = "from tournaments.gamelogs.child_main import _limit_memory, _limit_time\n"
    root = Path(__file__).parents[3]
    return subprocess.run(
        [sys.executable, "-c", begin + code], cwd=root, check=False, timeout=HANG
    ).returncode


def test_a_child_gets_no_more_memory_than_it_may() -> None:
    take = "try:\n    bytearray(900 << 20)\nexcept MemoryError:\n    raise SystemExit(7)"
    assert in_a_process(take) == 0
    assert in_a_process("_limit_memory(400)\n" + take) == 7


def test_a_child_that_is_ended_is_no_verdict_on_anybody(log: GameLog, table: Table) -> None:
    with Replayer(wait=HANG) as replayer:
        assert replayer.replay(log)[0]["verdict"] == log.verdict
        assert replayer._child is not None
        replayer._child.kill()
        replayer._child.wait()
        ended = replayer._child.pid
        assert replayer.replay(log)[0]["verdict"] == log.verdict, "it has another try in a child of its own"
        assert replayer._child.pid != ended


def test_a_log_that_stops_a_child_of_its_own_has_no_second_try(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, tries = table.checked(logged(table.match)), []

    def no_answer(replayer: Replayer, _line: bytes) -> Answer:
        assert replayer._child is not None
        tries.append(replayer._child.pid)
        raise Stopped

    with Replayer(wait=HANG) as replayer:
        replayer.replay(log)
        monkeypatch.setattr(Replayer, "_ask", no_answer)
        assert replayer.replay(log) == (stopped(), []) and len(set(tries)) == 2
        assert replayer.replay(log) == (stopped(), []) and len(set(tries)) == len(tries) == 3


@pytest.mark.usefixtures("replays_in_child")
def test_a_worker_keeps_its_child_for_so_many_logs(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    log = table.checked(logged(table.match))
    first = child.kept._child
    assert first is not None and log.verdict == "ok"
    monkeypatch.setattr(child, "KEPT_LOGS", child.kept.replays + 2)
    assert child.replayed(log)[0]["verdict"] == "ok" and child.kept._child is first
    assert child.replayed(log)[0]["verdict"] == "ok" and child.kept._child is None
    assert first.poll() is not None


@pytest.mark.usefixtures("replays_in_child")
def test_a_job_that_runs_out_of_time_takes_its_child_along(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its answer would be taken for that of the next log."""
    log = table.checked(logged(table.match))
    kept = child.kept._child
    assert kept is not None

    def out_of_time(_replayer: Replayer, _line: bytes) -> Answer:
        raise SoftTimeLimitExceeded

    with monkeypatch.context() as hurried, pytest.raises(SoftTimeLimitExceeded):
        hurried.setattr(Replayer, "_ask", out_of_time)
        child.replayed(log)
    assert child.kept._child is None and kept.poll() is not None
    assert child.replayed(log)[0]["verdict"] == "ok"


@pytest.mark.skipif(os.name == "nt", reason="a child there stays as long as its worker")
def test_a_child_that_no_log_comes_to_gives_its_memory_back() -> None:
    code = "from tournaments.gamelogs import child_main\nchild_main.IDLE_SECONDS = 0.01\nchild_main.main(1024, 30)"
    root = Path(__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", code], cwd=root, stdin=subprocess.PIPE) as idle:
        assert idle.wait(HANG) == 0, "although whoever started it has not closed the pipe"


def test_the_system_ends_a_child_that_uses_more_processor_time_than_it_may() -> None:
    assert in_a_process("_limit_time(0)\nwhile True: pass") == -signal.SIGXCPU


@pytest.mark.usefixtures("replays_in_child")
def test_the_task_uses_the_child_where_the_site_says_so(table: Table) -> None:
    log = table.checked(logged(table.match))
    assert log.verdict == "ok" and log.comparison is not None
    assert finished(started(table)).rows.get().verdict == "ok"
