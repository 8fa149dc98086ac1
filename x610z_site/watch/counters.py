"""Requests counted by route, in every process of the pages; one answer adds them all up.

Each process writes its own counts into a file of its own every two seconds, and reading adds up the files of this
machine's data folder: no request waits for anything, and it does not matter which process is asked. The file of a
process that ended stays, so that no count falls, until more than :data:`MOST_FILES` lie there; then they become one.
"""

import json
import os
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from django.conf import settings

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper ends in seconds; what took longer is in none of them but in the count."""
EVERY = 2.0
MOST_FILES = 64

Key = tuple[str, str, str]
"""Route, method, first digit of the status as in "2xx"."""


class Counts:
    """How many requests, how long together, and how many within each bucket, by key."""

    def __init__(self) -> None:
        self.number: Counter[Key] = Counter()
        self.seconds: defaultdict[Key, float] = defaultdict(float)
        self.within: Counter[tuple[Key, int]] = Counter()

    def add(self, key: Key, seconds: float) -> None:
        """One request more."""
        self.number[key] += 1
        self.seconds[key] += seconds
        for place, end in enumerate(BUCKETS):
            if seconds <= end:
                self.within[key, place] += 1

    def merge(self, other: "Counts") -> None:
        """Add another's."""
        self.number.update(other.number)
        for key, seconds in other.seconds.items():
            self.seconds[key] += seconds
        self.within.update(other.within)

    def to_json(self) -> str:
        """As a file holds it: per key the number, the seconds and the buckets."""
        rows = {
            "\n".join(key): [count, self.seconds[key], *(self.within[key, n] for n in range(len(BUCKETS)))]
            for key, count in self.number.items()
        }
        return json.dumps(rows)

    @classmethod
    def from_json(cls, text: str) -> "Counts":
        """Read what :meth:`to_json` wrote; ValueError for anything else."""
        made = cls()
        for name, (count, seconds, *within) in json.loads(text).items():
            route, method, status = name.split("\n")
            key = (route, method, status)
            made.number[key], made.seconds[key] = count, seconds
            for place, number in enumerate(within):
                made.within[key, place] = number
        return made


class Keeper:
    """This process's counts and the file they go to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts, self._written, self._pid = Counts(), 0.0, os.getpid()

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one answered request; whatever is wrong with the disk, the request does not learn of it."""
        known = method if method in ("GET", "HEAD", "POST") else "other"
        with self._lock:
            if self._pid != os.getpid():  # a child of the process that counted before
                self._counts, self._pid = Counts(), os.getpid()
            self._counts.add((route, known, f"{status // 100}xx"), seconds)
            due = time.monotonic() - self._written > EVERY
            if due:
                self._written = time.monotonic()
                self._write()

    def flush(self) -> None:
        """Write now."""
        with self._lock:
            self._write()

    def _write(self) -> None:
        with suppress(OSError):
            path = folder() / f"{self._pid}.json"
            half = path.with_suffix(".new")
            half.write_text(self._counts.to_json(), encoding="utf-8")
            half.replace(path)


keeper = Keeper()


def folder() -> Path:
    """Where the files lie; made when missing."""
    path = Path(settings.VAR_DIR) / "metrics"
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def everybody() -> Counts:
    """The counts of all processes of this machine, those that ended included."""
    keeper.flush()
    total = Counts()
    with suppress(OSError):
        files = sorted(folder().glob("*.json"))
        if len(files) > MOST_FILES:
            files = _joined(files)
        for path in files:
            with suppress(OSError, ValueError):
                total.merge(Counts.from_json(path.read_text(encoding="utf-8")))
    return total


def _joined(files: Iterable[Path]) -> list[Path]:
    """Make one file of those whose processes ended; the others stay."""
    past, living, gone = Counts(), [], []
    for path in files:
        if path.stem.isdigit() and Path(f"/proc/{path.stem}").exists():
            living.append(path)
            continue
        with suppress(OSError, ValueError):
            past.merge(Counts.from_json(path.read_text(encoding="utf-8")))
            gone.append(path)
    ended = folder() / "ended.json"
    half = ended.with_suffix(".new")
    half.write_text(past.to_json(), encoding="utf-8")
    for path in gone:
        path.unlink(missing_ok=True)
    half.replace(ended)
    return [ended, *living]
