"""What a view of any game holds: the position as one viewer sees it, in plain values."""

from collections.abc import Iterator, Mapping
from typing import Any


def objects_in(seen: Any) -> Iterator[dict[str, Any]]:
    """Every card of a view that has a name, wherever it lies."""
    if isinstance(seen, Mapping):
        if "oid" in seen and "card" in seen:
            yield dict(seen)
        seen = list(seen.values())
    if isinstance(seen, list | tuple):
        for one in seen:
            yield from objects_in(one)
