"""``python -m benchmarks.kept`` (``make figures``): write docs/reliability.md anew.

A figure that names a commit which a rebase has removed is given the one that has the code it was taken on.
"""

from dataclasses import replace

from benchmarks.kept import FOLDER, read, store
from benchmarks.kept.page import current
from benchmarks.kept.rests import RESTS_ON, commit_with, unknown

if __name__ == "__main__":
    for one in read():
        if unknown([one.commit]) and (found := commit_with(one.code, RESTS_ON[one.name])):
            store(replace(one, commit=found))
    (FOLDER.parents[1] / "docs" / "reliability.md").write_text(current(), encoding="utf-8")
