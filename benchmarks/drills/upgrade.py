"""A release without a pause: upgrade and roll-back under traffic, and the old release's tests on the new tables.

    python -m benchmarks.drills.upgrade drill [--previous REF]            make upgrade-drill
    python -m benchmarks.drills.upgrade tests [--previous REF] [PATHS]    make old-tests

The previous release is the newest tag ``v*`` below this commit, or REF; before the first release, the commit before the
last one that changed a migration. Its code is taken out of git and runs beside this one. When its migrations are no
longer all there (before the first release they may be made anew) there is no way up for its data: the tables are then
made by the new migrations, and all else is done the same.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from benchmarks.drills import site
from benchmarks.drills.clusters import Machine, machines
from benchmarks.drills.page_steps import ROOT
from benchmarks.drills.traffic import Traffic
from benchmarks.kept import keep
from x610z_site.services.servers import free_port, private_redis

WRITERS = (
    "tests/ledger",
    "tests/tournaments/entries",
    "tests/tournaments/rounds",
    "tests/tournaments/judging",
)
"""The old tests that are run unless others are named: those of what writes on the day."""
GIT = shutil.which("git") or "git"
BREAK = "ALTER TABLE ledger_idempotencykey RENAME COLUMN request_hash TO digest"


def git(*words: str) -> str:
    """What git says."""
    return subprocess.run([GIT, *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def previous_release() -> str:
    """The newest tag of a release below this commit, else the commit before the last change of a migration."""
    tags = git("tag", "--merged", "HEAD~1", "--list", "v*", "--sort=-v:refname").split()
    if tags:
        return tags[0]
    return git("rev-parse", "--short", git("log", "-1", "--format=%h", "--", "*/migrations/*") + "~1")


@contextmanager
def code_of(ref: str) -> Iterator[Path]:
    """The code of a commit in a folder of its own, with this one's drills."""
    archive = subprocess.run([GIT, "archive", ref], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory(prefix="x610z-old-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with tarfile.open(fileobj=BytesIO(archive)) as packed:
            packed.extractall(folder, filter="data")
        for package in ("drills", "kept"):
            shutil.copytree(
                ROOT / "benchmarks" / package, folder / "benchmarks" / package, dirs_exist_ok=True
            )
        yield folder


def migrations_of(code: Path) -> dict[str, str]:
    """The operations of every migration, without the line that says when it was made."""
    return {
        path.relative_to(code).as_posix(): "\n".join(path.read_text(encoding="utf-8").splitlines()[1:])
        for path in code.glob("**/migrations/0*.py")
        if not {".venv", "var"} & set(path.relative_to(code).parts)
    }


def leads_here(old: Path) -> bool:
    """Whether the old release's data can be migrated: its migrations are all here, unchanged."""
    here = migrations_of(ROOT)
    return all(here.get(path) == text for path, text in migrations_of(old).items())


def prepared(
    machine: Machine, folder: Path, redis: str, old: Path
) -> tuple[dict[str, str], dict[str, str], bool]:
    """A database with the old release's tables and rights; environments of pages and owner; whether data goes up."""
    machine.make()
    machine.start()
    machine.shell("psql -q -d postgres -c 'CREATE ROLE app_owner LOGIN' -c 'CREATE ROLE app_web LOGIN'")
    machine.shell("createdb --owner=app_owner x610z")
    pages = site.environment(folder, machine.url("app_web"), redis)
    owner = site.environment(folder, machine.url("app_owner"), redis)
    goes_up = leads_here(old)
    migrate(owner, old if goes_up else ROOT)
    return pages, owner, goes_up


def migrate(owner: dict[str, str], code: Path) -> None:
    """Migrate and give the rights, as step 3 of an update does."""
    site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], owner, code=code)
    site.run(["manage.py", "database_rights", "app_web"], owner, code=code)


# --- under traffic ---------------------------------------------------------------------------------------


def drill(ref: str) -> None:
    """Two nodes with the old code; migrate, replace both, roll both back, replace both again, all under traffic."""
    with ExitStack() as stack:
        old = stack.enter_context(code_of(ref))
        machine = stack.enter_context(machines("one"))["one"]
        folder = stack.enter_context(site.folder())
        redis = stack.enter_context(private_redis())
        pages, owner, goes_up = prepared(machine, folder, redis, old)
        hall = site.state_of(["build", "16"], pages, code=old)
        nodes = Nodes(pages, folder, old)
        stack.callback(nodes.stop)
        with Traffic(hall["slug"], hall["phones"][:-1], nodes.ports) as traffic:
            time.sleep(2)
            begun = time.monotonic()
            migrate(owner, ROOT)
            migrating = time.monotonic() - begun
            time.sleep(3)  # old code on the new tables
            for code in (ROOT, old, ROOT):
                nodes.become(code)
                time.sleep(2)
        stored = site.state(pages)
        assert not traffic.failed, f"{traffic.failed[:5]}\n{nodes.said()}"
        lost = set(traffic.acknowledged) - set(stored["keys"])
        assert not lost, f"{len(lost)} acknowledged reports are not stored"
        assert stored["rows"] >= len(stored["keys"])
        site.run(["manage.py", "verify_ledger"], owner)
        broken = control(nodes, hall, machine)
    keep(
        "upgrade",
        command="make upgrade-drill",
        goals=("R10",),
        figures={
            "previous release": f"{ref}, {'its data migrated' if goes_up else 'migrations made anew since'}",
            "requests answered, failed": f"{traffic.answered}, 0",
            "reports acknowledged, lost": f"{len(traffic.acknowledged)}, 0",
            "longest wait of a request": f"{traffic.longest:.1f} s",
            "migration, beside traffic": f"{migrating:.1f} s",
            "nodes replaced": "6 (up, back, up)",
        },
        control=f"a column renamed under the old code: {broken} requests failed, noticed",
    )


class Nodes:
    """Two page nodes, replaced one after the other."""

    def __init__(self, environment: dict[str, str], folder: Path, code: Path) -> None:
        self.environment, self.folder = environment, folder
        self.ports = [free_port(), free_port()]
        self.running = [self._start(port, code) for port in self.ports]
        for port in self.ports:
            site.wait_for(port)

    def _start(self, port: int, code: Path) -> site.Process:
        return site.pages(port, self.environment, self.folder / f"{port}.log", code=code)

    def become(self, code: Path) -> None:
        """Stop each gently and start it with other code; the next only when it answers."""
        for place, port in enumerate(self.ports):
            self.running[place].stop()
            self.running[place] = self._start(port, code)
            site.wait_for(port)

    def said(self) -> str:
        """The last errors of both, with what led to them."""
        return "\n".join((self.folder / f"{port}.log").read_text()[-6000:] for port in self.ports)

    def stop(self) -> None:
        """End both."""
        for one in self.running:
            one.stop()


def control(nodes: Nodes, hall: dict[str, Any], machine: Machine) -> int:
    """Rename a column the code uses: the drill must count failures."""
    machine.one(BREAK)
    with Traffic(hall["slug"], hall["phones"][:-1], nodes.ports) as traffic:
        time.sleep(2)
    assert traffic.failed, "a column was renamed and nothing failed: this drill sees nothing"
    return len(traffic.failed)


# --- the old tests ---------------------------------------------------------------------------------------


def old_tests(ref: str, paths: Sequence[str]) -> None:
    """Run the previous release's tests on tables made by this code; then some of them on broken ones, as a control."""
    with ExitStack() as stack:
        old = stack.enter_context(code_of(ref))
        machine = stack.enter_context(machines("one"))["one"]
        folder = stack.enter_context(site.folder())
        redis = stack.enter_context(private_redis())
        machine.make()
        machine.start()
        environment = {
            **site.environment(folder, machine.url("postgres", "postgres"), redis),
            "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test",
        }
        machine.shell("createdb test_postgres")
        there = {**environment, "DATABASE_URL": machine.url("postgres", "test_postgres")}
        site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], there)
        # What the new migrations do not name the same way is there all the same.
        site.run(["manage.py", "migrate", "--fake", "--noinput", "--verbosity", "0"], there, code=old)
        here = [path for path in paths if (old / path).exists()]
        passed = _pytest(old, environment, here)
        fallen = re.findall(r"^(?:FAILED|ERROR) (\S+)", passed[2], re.M)
        if passed[0]:
            # What falls on the old tables as well is that commit's own; a release has none.
            alone = {**environment, "DATABASE_URL": machine.url("postgres", "template1")}
            own = _pytest(old, alone, fallen, quiet=True)
            fallen = sorted(set(fallen) - set(re.findall(r"^(?:FAILED|ERROR) (\S+)", own[2], re.M)))
        assert not fallen, f"tests of {ref} fail on the new tables and not on their own: {fallen}"
        machine.one(BREAK, "test_postgres")
        said = _pytest(old, environment, ["tests/ledger"], quiet=True)[2]
        broken = set(re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.M)) - set(
            re.findall(r"^(?:FAILED|ERROR) (\S+)", passed[2], re.M)
        )
        assert broken, "a column was renamed and no old test falls that did not before: they see nothing"
    keep(
        "old-tests",
        command=f"python -m benchmarks.drills.upgrade tests {' '.join(paths)}",
        goals=("R10",),
        figures={
            "previous release": ref,
            "its tests on the new tables": passed[1],
            "that fall there only": "0",
        },
        control=f"a column renamed: {len(broken)} tests fall that did not before",
    )


def _pytest(
    code: Path, environment: dict[str, str], words: Sequence[str], *, quiet: bool = False
) -> tuple[int, str, str]:
    """Pytest's exit code, its last line and all it said, on the database that is there."""
    command = [sys.executable, "-m", "pytest", "--reuse-db", "-q", "-p", "no:cacheprovider", *words]
    done = subprocess.run(
        command,
        cwd=code,
        env={**environment, "CHROMIUM": os.environ.get("CHROMIUM", "")},
        capture_output=True,
        text=True,
        check=False,
    )
    if not quiet:
        print(done.stdout[-3000:])
    return done.returncode, done.stdout.strip().splitlines()[-1].split(" in ")[0], done.stdout


def main() -> None:
    """One of the commands of the first lines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["drill", "tests"])
    parser.add_argument("--previous", default="", help="a tag or commit instead of the last release")
    parser.add_argument("paths", nargs="*", default=WRITERS)
    options = parser.parse_args()
    ref = options.previous or previous_release()
    print(f"previous release: {ref}", flush=True)
    if options.what == "drill":
        drill(ref)
    else:
        old_tests(ref, options.paths)


if __name__ == "__main__":
    main()
