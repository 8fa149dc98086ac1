"""The steps of a documentation page, read from it: a drill runs what is written, so what is written works.

A step is a block of shell whose first line is a comment ``# step NAME, as WHO``. ``WHO`` is ``postgres`` (the account
of the database server) or ``the site`` (the account of the pages, in the folder of the code).
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.drills.clusters import Machine

ROOT = Path(__file__).resolve().parents[2]
_STEP = re.compile(
    r"^```sh\n# step (?P<name>[a-z ]+), as (?P<who>postgres|the site)\n(?P<script>.*?)^```$", re.M | re.S
)


@dataclass(frozen=True)
class Step:
    """One block of commands: its name, who runs it, and the commands."""

    name: str
    who: str
    script: str


def steps_of(page: Path) -> dict[str, Step]:
    """Every step of a page by its name, in the page's order. Raises ValueError for a name that comes twice."""
    found: dict[str, Step] = {}
    for one in _STEP.finditer(page.read_text(encoding="utf-8")):
        if one["name"] in found:
            raise ValueError(f"{page.name} has two steps {one['name']!r}")
        found[one["name"]] = Step(one["name"], one["who"], one["script"])
    return found


def run_step(step: Step, machine: Machine, environment: Mapping[str, str]) -> str:
    """Run a step as it is written; what it printed. Raises RuntimeError with its words when it ends with an error."""
    if step.who == "postgres":
        return machine.shell(step.script, **environment)
    return as_site(step.script, environment)


def as_site(script: str, environment: Mapping[str, str]) -> str:
    """Run commands in the folder of the code, ``python`` being the site's own. Raises RuntimeError as above."""
    path = f"{Path(sys.executable).parent}:{os.environ.get('PATH', os.defpath)}"
    done = subprocess.run(
        ["/bin/bash", "-eu", "-o", "pipefail", "-c", script],
        env={"LC_ALL": "C.UTF-8", "HOME": os.environ.get("HOME", "/"), **environment, "PATH": path},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{script}\n--- said ---\n{done.stdout[-3000:]}")
    return done.stdout
