"""How much work a call is, without a clock."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import TraceFunction


def lines_run(work: Callable[[], object]) -> int:
    """Return how many lines of Python a call runs: the same on a busy machine as on a quiet one."""
    lines = 0

    def note(_frame: FrameType, event: str, _value: object) -> TraceFunction:
        nonlocal lines
        lines += event == "line"
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines
