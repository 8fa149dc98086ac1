"""Figures that were measured, kept beside the code: one JSON file per command.

A command that measures calls ``keep``; with ``KEEP=1`` in its environment that writes ``benchmarks/kept/NAME.json``,
without it only prints.
"""

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.kept.rests import RESTS_ON, commit, digest

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Kept:
    """One run of one command: what it measured, when and where, and how its control failed.

    ``goals``: the numbers it answers, as ``R9``. ``figures``: what was measured, in words, and the figure with unit.
    ``control``: what was broken on purpose, and how the command noticed; "" for a measurement that has none.
    """

    name: str
    command: str
    goals: Sequence[str]
    date: str
    machine: str
    figures: Mapping[str, str]
    control: str
    commit: str
    code: str
    """A digest of the code that the figures rest on (:mod:`benchmarks.kept.rests`), as it was then; "" when unknown."""

    @property
    def changed(self) -> bool:
        """Whether that code is another one by now."""
        return self.code != digest(RESTS_ON.get(self.name, ()))


def machine() -> str:
    """The kind of machine: cores, memory and Python, nothing that says whose it is."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}"
    )


def keep(name: str, *, command: str, goals: Sequence[str], figures: Mapping[str, str], control: str) -> None:
    """Print the figures of a run, and with ``KEEP=1`` store them as ``benchmarks/kept/NAME.json``."""
    day = datetime.now(UTC).date().isoformat()
    code = digest(RESTS_ON.get(name, ()))
    kept = Kept(name, command, tuple(goals), day, machine(), dict(figures), control, commit(), code)
    width = max(map(len, figures))
    print("\n".join(f"{what:<{width}}  {figure}" for what, figure in figures.items()))
    if control:
        print(f"control: {control}")
    if os.environ.get("KEEP"):
        store(kept)


def store(kept: Kept) -> None:
    """Write a run beside the code."""
    path = FOLDER / f"{kept.name}.json"
    path.write_text(json.dumps(asdict(kept), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read(folder: Path = FOLDER) -> list[Kept]:
    """Every kept run, by name."""
    return [Kept(**json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*.json"))]
