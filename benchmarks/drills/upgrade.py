"""A release without a pause: upgrade and roll-back under traffic.

    python -m benchmarks.drills.upgrade [--previous REF]    make upgrade-drill

The previous release is the newest tag ``v*`` below this commit, or REF; in a clone without tags, the last commit below
this one that recorded a release (``deploy/released.json``). Its code is taken out of git and runs beside this one. When
its migrations are no longer all there (before the first release they may be made again) there is no way up for its
data: the tables are then made by the new migrations, and all else is done the same.
"""

import argparse
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.drills import site
from benchmarks.drills.clusters import Machine, machines
from benchmarks.drills.page_steps import ROOT
from benchmarks.drills.traffic import Traffic
from benchmarks.kept import keep
from tests.site.releases import read
from x610z_site.services.servers import free_port, private_redis

GIT = shutil.which("git") or "git"
TAR = shutil.which("tar") or "tar"
BREAK = "ALTER TABLE ledger_idempotencykey RENAME COLUMN request_hash TO digest"


def git(*words: str) -> str:
    """What git says."""
    return subprocess.run([GIT, *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def previous_release() -> str:
    """The newest tag of a release below this commit, else the last commit below it that recorded one."""
    tags = git("tag", "--merged", "HEAD~1", "--list", "v*", "--sort=-v:refname").split()
    return tags[0] if tags else git("log", "-1", "--format=%h", "HEAD~1", "--", "deploy/released.json")


@contextmanager
def code_of(ref: str) -> Iterator[Path]:
    """The code of a commit in a folder of its own, with this one's drills."""
    archive = subprocess.run([GIT, "archive", ref], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory(prefix="x610z-old-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        # By tar itself: the oldest Python that is promised cannot yet be asked to unpack data only.
        subprocess.run([TAR, "-x", "-C", str(folder)], input=archive, check=True)
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
    """Whether the old release's data can be migrated: its migrations are here, unchanged, or those of a release."""
    here, there = migrations_of(ROOT), migrations_of(old)
    gone = {path for path, text in there.items() if here.get(path) != text}
    released = {(app, name) for app, names in read().migrations.items() for name in names}
    names = {path: (Path(path).parts[-3], Path(path).stem) for path in there}
    return not gone or ({names[path] for path in gone} <= released <= set(names.values()))


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


def main() -> None:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--previous", default="", help="a tag or commit instead of the last release")
    ref = parser.parse_args().previous or previous_release()
    print(f"previous release: {ref}", flush=True)
    drill(ref)


if __name__ == "__main__":
    main()
