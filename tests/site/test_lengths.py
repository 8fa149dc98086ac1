"""No file hides a second noun: at most 400 lines, and those that were longer when this was measured never grow.

Ruff holds the functions (``mccabe`` and ``pylint`` in ``pyproject.toml``); it has no rule for the length of a file.
"""

from pathlib import Path

from benchmarks.house import MADE
from x610z_site.services.environment import FLOORS

ROOT = Path(__file__).resolve().parents[2]
MOST = 400

LONGER = {
    "rules_engine/x610z/effects_board.py": 438,
    "rules_engine/x610z/query.py": 408,
    "rules_engine/x610z/model.py": 435,
}
"""Files that a better wall would divide, with the lines they may have until then."""


def lengths() -> dict[str, int]:
    """Lines by file, without those that a tool writes: migrations, and what says so itself."""
    return {
        str(path.relative_to(ROOT)): text.count("\n")
        for floor in (*FLOORS, "benchmarks")
        for path in (ROOT / floor).rglob("*.py")
        if "migrations" not in path.parts
        and MADE not in (text := path.read_text(encoding="utf-8")).partition("\n")[0]
    }


def test_no_file_is_longer_than_one_noun_needs() -> None:
    found = lengths()
    assert len(found) > 400  # the floors are really there
    over = {path: count for path, count in found.items() if count > LONGER.get(path, MOST)}
    assert not over, "divide these along what they mean, not by their lines"
