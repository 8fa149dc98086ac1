"""Processor time of the pages of a large hall beside a bare "hello" view, all in one run.

    python -m benchmarks.pages [--players 226]

It runs through ``./test`` because that starts a private PostgreSQL. The requests go through the whole middleware by
Django's test client, as a browser that takes gzip; network and server are left out, for our pages as for the
yardstick. Milliseconds of processor time in this process and of wall time: the median of many. "fresh" pages are made
with an empty cache.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Start the run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=226)
    environment = {**os.environ, "PLAYERS": str(parser.parse_args().players)}
    command = [str(ROOT / "test"), "benchmarks/hall/pages.py", "-q", "-s"]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
