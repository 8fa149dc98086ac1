"""What a view of any game holds: the position as one viewer sees it, in plain values."""

from collections.abc import Callable, Iterator
from typing import Any


def objects_in(seen: Any) -> Iterator[dict[str, Any]]:
    """Every card of a view that has a name, wherever it lies."""
    if isinstance(seen, dict):
        if "oid" in seen and "card" in seen:
            yield seen
        seen = list(seen.values())
    if isinstance(seen, list | tuple):
        for one in seen:
            yield from objects_in(one)


def named_in(seen: dict[str, Any], said: Callable[[str], str]) -> dict[str, Any]:
    """A view whose cards are called so, each changed where it lies."""
    for card in objects_in(seen):
        if card["card"]:
            card["card"] = said(card["card"])
    return seen
