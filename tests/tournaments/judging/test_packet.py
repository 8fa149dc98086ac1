"""The packet of evidence of a stored log: the same verdict elsewhere, nothing registered in it, for judges alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules_engine.packet import verify_packet
from tests.patience import HANG
from tests.tournaments.gamelogs.test_logs import Table, table
from tests.tournaments.gamelogs.test_viewer import faulty
from tests.tournaments.hall import logged
from tests.tournaments.recordings.table import Table as Recorded
from tournaments.entries.models import Entry
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.judging.packet_views import packet_of

__all__ = ["table"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def address(table: Table, log: GameLog, kind: str) -> str:
    return f"/t/{table.tournament.slug}/judge/logs/{log.pk}/packet.{kind}"


def test_the_packet_holds_elsewhere_with_the_stored_verdict(table: Table, tmp_path: Path) -> None:
    log = faulty(table)
    answer = table.judge.get(address(table, log, "json"))
    file = tmp_path / "packet.json"
    file.write_bytes(answer.content)
    command = [sys.executable, "-m", "rules_engine", "verify-packet", str(file)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PATH": ""}, timeout=HANG
    )
    assert done.returncode == 0 and done.stdout.rstrip().endswith(log.verdict)
    assert json.loads(answer.content)["about"]["stored_verdict"] == log.verdict
    assert table.judge.get(address(table, log, "json")).content == answer.content


def test_the_packet_of_a_recorded_game_says_what_the_stored_verdict_says() -> None:
    """A line that broke a rule stands in it, the game went on, and its result is in the stored report."""
    recorded = Recorded(template="constructed-quick")
    recorded.begin()
    wrong = {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0", "3,3"]}
    assert recorded.phones[0].write(wrong, unchecked=True)[0]["status"] == "deviation"
    recorded.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    recorded.end()
    log = recorded.fresh().log
    assert log is not None
    replay_log(log.pk)
    log.refresh_from_db()
    made = packet_of(log)
    assert (made["report"]["verdict"], made["report"]["result"]) == (log.verdict, log.report["result"])
    assert log.report["result"]["winners"] == [0]
    assert all(check.ok for check in verify_packet(made))


def test_no_registered_list_changes_a_byte_of_it(table: Table) -> None:
    log = table.checked(logged(table.match))
    before = table.judge.get(address(table, log, "json")).content
    for entry in Entry.objects.filter(tournament=table.tournament):
        if entry.registration is not None and entry.registration.current is not None:
            revision = entry.registration.current
            type(revision).objects.filter(pk=revision.pk).update(main={"D1.1/008/100-U": 3})
    assert table.judge.get(address(table, log, "json")).content == before


def test_on_paper_it_has_the_board_and_ends_with_how_to_check_it(table: Table) -> None:
    log = faulty(table)
    pdf = table.judge.get(address(table, log, "pdf")).content
    assert pdf.startswith(b"%PDF") and b"/Subtype /Image" in pdf and len(pdf) > 20_000


def test_players_and_strangers_get_none(table: Table) -> None:
    log = table.checked(logged(table.match))
    for kind in ("json", "pdf"):
        assert table.player.get(address(table, log, kind)).status_code == 404
