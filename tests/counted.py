"""What a test counts, for the row of the promise that it keeps: ``python -m benchmarks.promises``."""

from collections.abc import Callable

Record = Callable[[str, object], None]
"""Pytest's fixture ``record_property``: in words what was counted, and how many."""


def unheard(_what: str, _count: object) -> None:
    """For a control that runs such a test itself."""
