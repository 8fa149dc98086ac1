"""``python -m benchmarks.kept`` (``make figures``): write docs/reliability.md anew."""

from benchmarks.kept import FOLDER
from benchmarks.kept.page import current

if __name__ == "__main__":
    (FOLDER.parents[1] / "docs" / "reliability.md").write_text(current(), encoding="utf-8")
