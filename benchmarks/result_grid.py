"""A hundred results from paper slips, typed into the result grid: keys, page loads and seconds.

    python -m benchmarks.result_grid

The yardstick beside it: the page of one table asked for 27 tabs and two page loads for each result. RESULTS=20 and
DELAY=0 (milliseconds a key) in the environment make it short.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> int:
    """Run the measurement on private servers."""
    return subprocess.run([ROOT / "test", "benchmarks/hall/grid.py", "-q", "-s"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
