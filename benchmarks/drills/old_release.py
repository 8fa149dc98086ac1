"""The last release's tests on the tables of this code, and this code on the last release's data.

    python -m benchmarks.drills.old_release [--previous REF] [PATHS]    make old-tests
    python -m benchmarks.drills.old_release --short                     what ./test runs, on SQLite

What counts as the last release is said in ``benchmarks.drills.upgrade``. Its code is taken out of git and runs in a
folder of its own. What falls on its own tables as well does not count: that is the commit's own trouble.
"""

import argparse
import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.drills import site
from benchmarks.drills.clusters import machines
from benchmarks.drills.upgrade import BREAK, code_of, previous_release
from benchmarks.kept import keep
from x610z_site.services.servers import private_redis

WRITERS = (
    "tests/ledger",
    "tests/decks",
    *(
        f"tests/tournaments/{room}"
        for room in (
            "clans",
            "entries",
            "events",
            "gamelogs",
            "judging",
            "recordings",
            "rounds",
            "submissions",
        )
    ),
)
"""The old tests that are run unless others are named: those of all that stores something."""
SHORT = (
    "tests/ledger",
    "tests/tournaments/entries",
    "tests/tournaments/submissions",
    "tests/tournaments/judging",
    "tests/tournaments/rounds/test_day.py",
)
"""Those of the short form: of them only the tests that the old release runs on SQLite, too."""
FALLEN = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.M)
NO_BROWSER = "not browser and not races"


@dataclass(frozen=True)
class Run:
    """One run of pytest: its last line, without the time, and what fell."""

    last: str
    fallen: frozenset[str]
    said: str

    @property
    def passed(self) -> int:
        """How many tests passed."""
        found = re.search(r"(\d+) passed", self.last)
        return int(found[1]) if found else 0


def run_tests(code: Path, environment: Mapping[str, str], words: Sequence[str]) -> Run:
    """Pytest of a release, on the test database that is there (one is made where there is none)."""
    command = ["-m", "pytest", "--reuse-db", "-q", "-p", "no:cacheprovider", *words]
    done = site.program(command, environment, code=code)
    lines = (done.stdout + done.stderr).strip().splitlines() or [""]
    return Run(lines[-1].split(" in ")[0].strip("= "), frozenset(FALLEN.findall(done.stdout)), done.stdout)


def on_new_tables(
    old: Path, new: Mapping[str, str], own: Mapping[str, str], paths: Sequence[str], marks: str
) -> tuple[Run, frozenset[str]]:
    """The old tests on the new tables, and what of them fell by chance; what falls is tried on its own tables, too.

    What falls on the new tables is tried there a second time: a broken column breaks it again, chance seldom does.
    Raises AssertionError when a test falls twice on the new tables and not on its own, or when none was run at all.
    """
    words = ["-m", marks, *(path for path in paths if (old / path).exists())]
    there = run_tests(old, new, words)
    assert there.passed, f"no old test passed: {there.last}\n{there.said[-3000:]}"
    if not there.fallen:
        return there, frozenset()
    again = ["-m", marks, *sorted(there.fallen)]
    alone, second = run_tests(old, own, again), run_tests(old, new, again)
    only = sorted((there.fallen & second.fallen) - alone.fallen)
    assert not only, (
        f"old tests that fall on the new tables and not on their own: {only}\n{there.said[-6000:]}"
    )
    return there, there.fallen - second.fallen - alone.fallen


def make_tables(environment: Mapping[str, str], database: str, old: Path) -> None:
    """This code's tables; what the old release names otherwise counts there as done."""
    there = {**environment, "DATABASE_URL": database}
    site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], there)
    site.run(["manage.py", "migrate", "--fake", "--noinput", "--verbosity", "0"], there, code=old)
    site.run(["-m", "x610z_site.prepare", "--messages-only"], there, code=old)


# --- the short form --------------------------------------------------------------------------------------


def short(ref: str, folder: Path) -> dict[str, str]:
    """On SQLite, in about half a minute: old tests on new tables, then new code on what old code stored there.

    Raises AssertionError with the tests that fell, or with what new code could not do with the old data.
    """
    tables, data = folder / "tables.sqlite3", f"sqlite:///{folder}/data.sqlite3"
    environment = {
        **site.environment(folder, f"sqlite:///{tables}", ""),
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test",
        # Each run is the same: what falls by chance in an old test would be taken for a break of this code.
        "CI": "1",
        "PYTHONHASHSEED": "0",
        "TEST_SQLITE_TABLES": "",  # those of a run around this one are this code's alone
    }
    with code_of(ref) as old:
        make_tables(environment, f"sqlite:///{tables}", old)
        (folder / "data.sqlite3").write_bytes(tables.read_bytes())
        new = {**environment, "DATABASE_URL": data, "TEST_DATABASE_FILE": str(tables)}
        own = {**new, "TEST_DATABASE_FILE": str(folder / "own.sqlite3")}
        there, _chance = on_new_tables(old, new, own, SHORT, "sqlite")
        site.state_of(["build", "6"], {**environment, "DATABASE_URL": data}, code=old)
        with closing(sqlite3.connect(tables)) as broken:
            broken.execute(BREAK)
        control = run_tests(old, new, ["-m", "sqlite", "-x", "tests/ledger"])
        assert control.fallen, "a column was renamed and no old test falls: they see nothing"
        there_and_back = {**environment, "DATABASE_URL": data}
        went_on = site.state_of(["continue"], there_and_back)
        rows = rolled_back(there_and_back, old)
    return {
        "previous release": ref,
        "its tests on the new tables": there.last,
        "pages of old data, opened by new code": str(went_on["pages"]),
        "reports on it": str(went_on["reports"]),
        "chains whole": str(went_on["chains"]),
        "rows put away, brought back, and whole for the old release": str(rows),
    }


def rolled_back(environment: Mapping[str, str], old: Path) -> int:
    """Back to the old release after the ledger was put away, which it knows nothing of; how many rows were.

    Raises AssertionError where it misses nothing while they are away: then it looks at nothing.
    """
    rows = site.state_of(["put-away"], environment)["rows"]
    away = site.program(["manage.py", "verify_ledger"], environment, code=old)
    assert away.returncode and "chains are broken" in away.stderr, (
        "rows are away and the old release misses none"
    )
    site.run(["manage.py", "archive_ledger", "--bring-back"], environment)
    site.run(["manage.py", "verify_ledger"], environment, code=old)
    return int(rows)


# --- at length -------------------------------------------------------------------------------------------


def old_tests(ref: str, paths: Sequence[str]) -> None:
    """On PostgreSQL: the old tests of all that stores something; the old demo, read by new code; a broken column."""
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
        machine.shell("createdb old_data")
        make_tables(environment, machine.url("postgres", "test_postgres"), old)
        alone = {**environment, "DATABASE_URL": machine.url("postgres", "template1")}
        there, chance = on_new_tables(old, environment, alone, paths, NO_BROWSER)
        data = {**environment, "DATABASE_URL": machine.url("postgres", "old_data")}
        make_tables(environment, data["DATABASE_URL"], old)
        for command in ("load_cards", "load_demo"):
            site.run(["manage.py", command], data, code=old)
        looked = site.state_of(["look"], data)
        site.run(["manage.py", "verify_ledger"], data)
        machine.one(BREAK, "test_postgres")
        broken = run_tests(old, environment, ["-m", NO_BROWSER, "tests/ledger"]).fallen - there.fallen
        assert broken, "a column was renamed and no old test falls that did not before: they see nothing"
    keep(
        "old-tests",
        command="make old-tests"
        if tuple(paths) == WRITERS
        else f"python -m benchmarks.drills.old_release {' '.join(paths)}",
        goals=("R10",),
        figures={
            "previous release": ref,
            "its tests on the new tables": there.last,
            "that fall there only": "0",
            "that fell there once and passed when tried again": ", ".join(sorted(chance)) or "0",
            "pages of its demo, opened by this code": f"{looked['pages']} by {looked['people']} people, 0 errors",
            "chains of its demo": "whole",
        },
        control=f"a column renamed: {len(broken)} tests fall that did not before",
    )


def main() -> None:
    """One of the commands of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--previous", default="", help="a tag or commit instead of the last release")
    parser.add_argument("--short", action="store_true", help="what ./test runs")
    parser.add_argument("paths", nargs="*", default=WRITERS)
    options = parser.parse_args()
    ref = options.previous or previous_release()
    print(f"previous release: {ref}", flush=True)
    if options.short:
        with site.folder() as folder:
            print("\n".join(f"{what}: {figure}" for what, figure in short(ref, folder).items()))
    else:
        old_tests(ref, options.paths)


if __name__ == "__main__":
    main()
