"""The steps of the operations page for backup and restore: the drill runs all of them as they are written.

``make drill`` runs them on real machines; here the page and the drill are held together, and the copy of a site of
``./run`` is taken while it is being written.
"""

import re
import sqlite3
from pathlib import Path

import pytest

from benchmarks.drills import page_steps
from x610z_site.services.environment import ROOT

PAGE = ROOT / "docs" / "operations.md"
OF_THE_DRILL = {
    "roles",
    "archive",
    "backup",
    "restore to a moment",
    "restore the dump",
    "rights",
    "redis",
    "proof",
}
SQLITE = "copy of sqlite"


def test_every_step_of_the_page_is_run_by_the_drill_or_here() -> None:
    assert set(page_steps.steps_of(PAGE)) == {*OF_THE_DRILL, SQLITE}
    marked = PAGE.read_text(encoding="utf-8").count("<!-- not run: make drill runs it -->")
    assert marked == len(OF_THE_DRILL) + 1
    drill = (ROOT / "benchmarks" / "drills" / "restore.py").read_text(encoding="utf-8")
    assert {name for name in OF_THE_DRILL if f'"{name}"' in drill} == OF_THE_DRILL


def test_a_step_that_comes_twice_on_a_page_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```sh\n# step one, as postgres\ntrue\n```\n" * 2)
    with pytest.raises(ValueError, match="two steps 'one'"):
        page_steps.steps_of(page)


def site_of_run(folder: Path) -> sqlite3.Connection:
    """A database as ./run keeps it: changes lie beside the file, and one is not yet committed."""
    writer = sqlite3.connect(folder / "site.sqlite3", isolation_level=None)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("PRAGMA wal_autocheckpoint=0")
    writer.execute("CREATE TABLE report (number INTEGER)")
    writer.executemany("INSERT INTO report VALUES (?)", [(number,) for number in range(500)])
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO report VALUES (-1)")
    return writer


def reports(file: Path) -> int:
    """How many reports a file holds by itself; 0 for one without the table."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if not copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'report'").fetchone():
            return 0
        return int(copy.execute("SELECT count(*) FROM report").fetchone()[0])


def test_the_step_for_a_site_of_run_copies_all_of_it_while_somebody_writes(tmp_path: Path) -> None:
    writer = site_of_run(tmp_path)
    backups = tmp_path / "backups"
    backups.mkdir()
    step = page_steps.steps_of(PAGE)[SQLITE]
    page_steps.as_site(step.script, {"X610Z_VAR": str(tmp_path), "BACKUPS": str(backups)})
    assert reports(backups / "site.sqlite3") == 500
    # What the page warns of: the file alone knows nothing of this.
    bare = tmp_path / "bare.sqlite3"
    bare.write_bytes((tmp_path / "site.sqlite3").read_bytes())
    assert reports(bare) == 0
    writer.close()


def test_the_page_names_what_a_copy_must_replace() -> None:
    text = re.sub(r"\s+", " ", PAGE.read_text(encoding="utf-8"))
    assert "remove `site.sqlite3`, `site.sqlite3-wal` and `site.sqlite3-shm`" in text
