"""Two readings of a text, compared by what they mean: what only keeps the words of a text apart is left out."""

from __future__ import annotations

from typing import Any

from msgspec.structs import fields, replace

from rules_engine.x610z import nodes as n

WORDS = {"by_class", "every", "equal"}
"""Fields that tell "that Dragon" from "that summon", "all players" from "each player", "equal to" from "for each"."""
ANY_CARD = n.Select("card")


def bare(value: Any) -> Any:
    """A tree in one form: no words, no steps within steps, "a card" in one way."""
    if isinstance(value, tuple):
        return tuple(bare(one) for one in value)
    if not isinstance(value, n.Node | n.CardTree) and not hasattr(value, "__struct_fields__"):
        return value
    said = {one.name: bare(getattr(value, one.name)) for one in fields(value) if one.name not in WORDS}
    found = type(value)(**said)
    if isinstance(found, n.Seq):
        steps = tuple(
            one for step in found.steps for one in (step.steps if isinstance(step, n.Seq) else (step,))
        )
        return steps[0] if len(steps) == 1 else n.Seq(steps)
    if isinstance(found, n.Discard | n.Take | n.MoveCard | n.Forbid) and found.select == ANY_CARD:
        return replace(found, select=None)
    if isinstance(found, n.Each) and isinstance(found.of, n.You):
        return replace(found, of=None, select=replace(found.select, control="you"))
    return found


def differing(one: Any, two: Any) -> str:
    """Where two readings part, the first place only; "" if they say the same."""
    if type(one) is not type(two):
        return f"{type(one).__name__}/{type(two).__name__}"
    if isinstance(one, tuple):
        if len(one) != len(two):
            return f"{len(one)}/{len(two)}"
        return next((found for a, b in zip(one, two, strict=True) if (found := differing(a, b))), "")
    if not hasattr(one, "__struct_fields__"):
        return "" if one == two else f"{one}/{two}"
    for name in one.__struct_fields__:
        if found := differing(getattr(one, name), getattr(two, name)):
            return f"{type(one).__name__}.{name} {found}" if " " not in found else found
    return ""
