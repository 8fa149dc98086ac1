"""How the process that replays logs begins: it steps back behind everything else on the machine, then loads the engine.

Started by :mod:`tournaments.gamelogs.child` as ``python -m tournaments.gamelogs.child_begin MEGABYTES SECONDS``, in a
session of its own: Linux shares the processor out among sessions first, so a nice value says nothing to the pages
unless the session has one, too. Loading the engine is most of the work of a short log, so this comes before it.
"""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

LATER = 10
"""Of a processor that a page wants, too, a replay gets about a tenth: more would be felt, less starve a verdict."""
SESSION = Path("/proc/self/autogroup")


def step_back() -> None:
    """Let everybody else go first from now on, as far as the system knows how."""
    if hasattr(os, "nice"):
        os.nice(LATER)
    for _try in range(5):
        try:
            SESSION.write_text(str(LATER))
        except BlockingIOError:  # the system lets somebody say so ten times a second
            time.sleep(0.1)
        except OSError:  # no sessions are told apart here
            return
        else:
            return


if __name__ == "__main__":
    step_back()
    from .child_main import main

    with suppress(BrokenPipeError):
        main(int(sys.argv[1]), int(sys.argv[2]))
