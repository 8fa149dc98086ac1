"""Every benchmark once, small, by the commands that their first lines name: finds one that no longer runs.

    python -m benchmarks.drills.small [NAMES]    make benchmarks-small

What it measures is worth nothing: a benchmark that ends with an error is what counts. Ends with an error itself then,
and says which. ``tests/site/test_benchmarks.py`` holds the list complete.
"""

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 900.0


@dataclass(frozen=True)
class Small:
    """How a benchmark is run small: its words, and what it finds in its environment."""

    words: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    through_test: bool = False


SMALL = {
    "archive": Small(("--events", "20")),
    "card_search": Small(environment={"CARDS": "200", "ROUNDS": "2"}, through_test=True),
    "choices": Small(("--games", "1", "--lines", "10")),
    "close": Small(("--short",)),
    "decks": Small(("--lists", "8", "--repeat", "5")),
    "engine": Small(),
    "engine_campaign": Small(("games", "-n", "3")),
    "erasure": Small(("--factor", "0.02")),
    "federation": Small(("--factor", "0.005", "--times", "0")),
    "hostile": Small(("--short",)),
    "house": Small(),
    "large_day": Small(("--short",)),
    "live_fanout": Small(("50",)),
    "memory": Small(("--short",)),
    "play_card": Small(("--deals", "5")),
    "pages": Small(("--players", "16")),
    "pairing": Small(("--sizes", "16", "32")),
    "pairing_campaign": Small(("--rounds", "5", "--minutes", "1")),
    "promises": Small(("R18", "D1")),
    "recorder": Small(("--games", "1", "--lines", "10")),
    "recordings": Small(environment={"RECORDINGS": "4"}),
    "result_grid": Small(environment={"RESULTS": "4", "DELAY": "0"}),
    "results": Small(("--players", "16")),
    "round_command": Small(("--players", "64", "--repeat", "1")),
    "ladders": Small(("--tournaments", "6", "--rows", "300", "--repeat", "1")),
    "seasons": Small(("--tournaments", "6", "--people", "60", "--repeat", "1")),
    "signins": Small(("--short",)),
    "simulator": Small(("--events", "2", "--reference-events", "1")),
    "snapshots": Small(("--players", "16", "--rounds", "2")),
    "soak": Small(("--short",)),
    "standings": Small(("--players", "64", "--rounds", "4", "--reference-players", "16", "--repeat", "1")),
    "storm": Small(("--short",)),
    "streams": Small(("--streams", "40", "--versions", "1")),
    "tables": Small(("--short",)),
    "writers": Small(("--seconds", "1", "--writers", "4")),
}


def run(name: str) -> tuple[int, str, float]:
    """One of them: how it ended, its last words, and after how many seconds."""
    small = SMALL[name]
    command = [sys.executable, "-m", f"benchmarks.{name}", *small.words]
    if small.through_test:
        command = [str(ROOT / "test"), f"benchmarks/{name}.py", "-q", "-s"]
    environment = {key: value for key, value in os.environ.items() if key != "KEEP"} | small.environment
    begun = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return 1, f"no end after {PATIENCE:.0f} s", PATIENCE
    return done.returncode, (done.stdout + done.stderr)[-3000:], time.monotonic() - begun


def main() -> None:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", default=list(SMALL))
    fallen = {}
    for name in parser.parse_args().names:
        code, said, took = run(name)
        print(f"{name:<18} {'runs' if code == 0 else f'ENDS WITH {code}'} ({took:.0f} s)", flush=True)
        if code:
            fallen[name] = said
    if fallen:
        sys.exit("\n\n".join(f"== {name}\n{said}" for name, said in fallen.items()))


if __name__ == "__main__":
    main()
