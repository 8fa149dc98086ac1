"""Run a module with the tools of ``requirements/drills.txt``: ``python -m benchmarks.drills.inside MODULE ARGUMENTS``.

They are installed, hashes checked, into an environment of their own below ``var/``; ``./test`` needs none of them.
"""

import os
import sys

from x610z_site.services.environment import ROOT, SetupError, ensure_environment


def main() -> None:
    """Install what is missing, then become that module in that environment."""
    try:
        (ROOT / "var").mkdir(exist_ok=True)
        python = ensure_environment("runtime", "test", "objects", "drills", venv=ROOT / "var" / "drills-venv")
    except SetupError as error:
        sys.exit(f"drills: {error}")
    os.execv(python, [str(python), "-m", *sys.argv[1:]])  # noqa: S606 - a program of ours, without a shell


if __name__ == "__main__":
    main()
