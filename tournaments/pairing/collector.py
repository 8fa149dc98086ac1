"""Keeping Python's cycle collector out of a short computation that makes hundreds of thousands of small objects.

None of them is garbage before the round is made, and none is part of a cycle, so every walk over the heap of the
program around us would be in vain. Mercurial does the same for the same reason (``mercurial.util.nogc``).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_resting(wanted: bool) -> Iterator[None]:
    """Switch the collector off inside the block when ``wanted``; it is on afterwards only if it was on before."""
    if not wanted or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
