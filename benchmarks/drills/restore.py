"""Backup and restore, by the very steps of docs/operations.md: ``make drill`` (``--short`` archives every 2 s).

    python -m benchmarks.drills.restore [--short]

A PostgreSQL with an archive is reported into without pause, backed up, led into a mistake and killed. Three new ones
are made out of what was left: from the dump, to the moment before the mistake, with everything that was archived. Each
must have every report that was acknowledged by then and none that came later, rights, whole chains, the right
standings, and pages that answer. Beside that the controls: what the proof must refuse.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.drills import page_steps, site
from benchmarks.drills.clusters import Machine, machines
from benchmarks.kept import keep
from x610z_site.services.servers import free_port, private_redis

PAGE = page_steps.ROOT / "docs" / "operations.md"
TAMPER = """UPDATE tournaments_match SET outcome = '{"games": [0, 2, 0]}'
    WHERE id = (SELECT min(id) FROM tournaments_match)"""


@dataclass(frozen=True)
class Report:
    """An acknowledged report: its key, when it was begun and when it was acknowledged (seconds since 1970)."""

    key: str
    begun: float
    done: float


@dataclass
class Drill:
    """What all parts of the drill share."""

    backups: Path
    folder: Path
    redis: str
    steps: dict[str, page_steps.Step]
    moment: str = ""

    def environment(self, machine: Machine, role: str = "app_web") -> dict[str, str]:
        """The environment of the site on this machine, for a role."""
        return site.environment(self.folder, machine.url(role), self.redis)

    def step(self, name: str, machine: Machine, **more: str) -> str:
        """Run a step of the page on a machine."""
        known = {"BACKUPS": str(self.backups), "OWNER_PASSWORD": "owner", "WEB_PASSWORD": "web"}
        if self.steps[name].who == "the site":
            known |= {**self.environment(machine), "OWNER_URL": machine.url("app_owner")}
        return page_steps.run_step(self.steps[name], machine, {**known, **more})


def refused(work: Callable[[], object]) -> bool:
    """Whether a step ends with an error, as a control must."""
    try:
        work()
    except RuntimeError:
        return True
    return False


def hall_on(
    drill: Drill, machine: Machine, seconds: float, archive: int
) -> tuple[list[Report], float, dict[str, Any]]:
    """Run the first machine to its end: its acknowledged reports, when it died, and its state at the moment."""
    machine.make()
    machine.start()
    drill.step("roles", machine)
    machine.shell("createdb --owner=app_owner x610z")
    owner = drill.environment(machine, "app_owner")
    site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], owner)
    drill.step("rights", machine)
    site.run(["-m", "benchmarks.drills.hall", "build", "16"], drill.environment(machine))
    drill.step("archive", machine, ARCHIVE_SECONDS=str(archive))
    command = [sys.executable, "-m", "benchmarks.drills.hall", "report"]
    with subprocess.Popen(
        command, cwd=page_steps.ROOT, env=drill.environment(machine), stdout=subprocess.PIPE, text=True
    ) as reporter:
        try:
            drill.step("backup", machine)
            time.sleep(seconds)
            before = site.state(drill.environment(machine))
            drill.moment = datetime.now(UTC).isoformat(sep=" ")
            time.sleep(0.5)
            site.run(["-m", "benchmarks.drills.hall", "mistake"], drill.environment(machine))
            time.sleep(seconds + archive)
            machine.kill()
            died = time.time()
        finally:
            reporter.kill()
        said, _nothing = reporter.communicate()
    lines = [line.split() for line in said.splitlines() if line.count(" ") == 2]
    return [Report(key, float(begun), float(done)) for key, begun, done in lines], died, before


def restored(drill: Drill, machine: Machine, *steps: str, moment: str = "") -> tuple[float, dict[str, Any]]:
    """Bring a new machine up by the steps of the page; seconds until its pages answer, and its state."""
    begun = time.monotonic()
    if "restore the dump" in steps:
        machine.make()  # a new machine has an empty cluster that runs
        machine.start()
    for name in (*steps, "rights", "redis", "proof"):
        drill.step(name, machine, **({"MOMENT": moment} if moment else {}))
    port = free_port()
    pages = site.pages(port, drill.environment(machine), drill.folder / "pages.log")
    try:
        site.wait_for(port)
        seconds = time.monotonic() - begun
        assert site.ask(port, "/")[0] == 200
    finally:
        pages.stop()
    return seconds, site.state(drill.environment(machine))


def cannot_change_the_ledger(machine: Machine) -> None:
    """The role of the pages is refused by the database itself, whatever it tries."""
    tries = (
        "UPDATE ledger_ledgerrow SET data = '{}'",
        "DELETE FROM ledger_ledgerrow",
        "TRUNCATE ledger_ledgerrow CASCADE",
        "ALTER TABLE ledger_ledgerrow DISABLE TRIGGER ALL",
    )
    with psycopg.connect(machine.url("app_web"), autocommit=True) as connection:
        for statement in tries:
            try:
                connection.execute(statement)
            except psycopg.errors.InsufficientPrivilege:
                continue
            raise AssertionError(f"the role of the pages may {statement}")


def controls(drill: Drill, machine: Machine) -> int:
    """Break a restored machine in each way the proof is there for; how many ways were refused (all, or it raises)."""
    machine.one("GRANT UPDATE ON ledger_ledgerrow TO app_web")
    assert refused(lambda: drill.step("proof", machine)), "a role that may change the ledger passed the proof"
    drill.step("rights", machine)
    drill.step("proof", machine)
    machine.one(TAMPER)
    assert refused(lambda: drill.step("proof", machine)), (
        "a result changed beside the ledger passed the proof"
    )
    return 2


def main() -> None:
    """The whole drill; prints its figures, and ends with an error when one of them is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="archive every 2 seconds, and report for 2")
    options = parser.parse_args()
    seconds, archive = (2.0, 2) if options.short else (20.0, 60)
    with ExitStack() as stack:
        made = stack.enter_context(machines("hall", "dump", "moment", "all"))
        folder = stack.enter_context(site.folder())
        redis = stack.enter_context(private_redis())
        shared = made["hall"].folder.parent / "shared"
        drill = Drill(shared, folder, redis, page_steps.steps_of(PAGE))
        reports, died, before = hall_on(drill, made["hall"], seconds, archive)
        figures = judge(drill, made, reports, died, before)
    keep(
        "restore",
        command="make drill",
        goals=("R9",),
        figures=figures,
        control="a role given UPDATE on the ledger, a result changed beside it, and a dump too old to hold the last "
        "reports: each is noticed",
    )


def judge(
    drill: Drill, made: Any, reports: list[Report], died: float, before: dict[str, Any]
) -> dict[str, str]:
    """Restore three times and compare each with what was acknowledged; the figures."""
    moment = datetime.fromisoformat(drill.moment).timestamp()
    by_then = {one.key for one in reports if one.done < moment}
    later = {one.key for one in reports if one.begun > moment}
    assert by_then and later, "the drill reported too little"

    dump_seconds, dump = restored(drill, made["dump"], "roles", "restore the dump")
    cannot_change_the_ledger(made["dump"])
    missing = {one.key for one in reports} - set(dump["keys"])
    assert missing, "a dump of the night cannot know the last report; this count sees nothing"

    _seconds, there = restored(drill, made["moment"], "restore to a moment", moment=drill.moment)
    cannot_change_the_ledger(made["moment"])
    stored = set(there["keys"])
    assert by_then <= stored, f"{len(by_then - stored)} reports acknowledged before the moment are lost"
    assert not later & stored, f"{len(later & stored)} reports from after the moment are there"
    assert there["standings"] == before["standings"], "the standings are not those of the moment"
    broken = controls(drill, made["dump"])

    all_seconds, everything = restored(drill, made["all"], "restore to a moment")
    cannot_change_the_ledger(made["all"])
    stored = set(everything["keys"])
    last = max(one.done for one in reports if one.key in stored)
    lost = [one for one in reports if one.key not in stored]
    assert all(one.done >= last for one in lost), "a report is lost in the middle"
    assert everything["standings"] != before["standings"], (
        "the mistake is not there; these standings see nothing"
    )
    size = sum(file.stat().st_size for file in drill.backups.rglob("*") if file.is_file())
    return {
        "reports acknowledged": str(len(reports)),
        "lost of those before the moment": f"0 of {len(by_then)}",
        "there from after the moment": f"0 of {len(later)}",
        "RPO, everything archived": f"{died - last:.1f} s ({len(lost)} reports)",
        "RTO from base and changes": f"{all_seconds:.1f} s",
        "RTO from the dump": f"{dump_seconds:.1f} s",
        "size of base, changes and dump": f"{size / 2**20:.0f} MiB",
        "chains, tables and standings": "whole and equal, 3 of 3",
        "changes of history by the role of the pages": "refused, 12 of 12",
        "controls that were noticed": f"{broken + 1} of 3",
    }


if __name__ == "__main__":
    main()
