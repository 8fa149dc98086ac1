"""The packaged cards of X610Z, and the headings under which they stand in a list."""

from collections.abc import Callable
from typing import Any

from rules_engine.kernel.games import CardGroup, Pools, gettext_noop

from .cards import load_pool


def _of_kind(kind: str) -> Callable[[Any], bool]:
    return lambda card: card.kind == kind


POOLS = Pools(
    packaged={
        "demo": gettext_noop("Act D1 of the demonstration set"),
        "demo-2": gettext_noop("Acts D1 and D2 of the demonstration set"),
        "demo-3": gettext_noop("Acts D1, D2 and D3 of the demonstration set"),
        "demo-4": gettext_noop("Acts D1 to D4 of the demonstration set"),
    },
    load=load_pool,
    groups=(
        CardGroup(gettext_noop("Life Base"), lambda card: card.is_life_base),
        CardGroup(gettext_noop("Summon Card"), _of_kind("summon")),
        CardGroup(gettext_noop("Energy Crystal Card"), _of_kind("energy_crystal")),
        CardGroup(gettext_noop("Effect Card"), _of_kind("effect")),
        CardGroup(gettext_noop("Summon Effect Card"), _of_kind("summon_effect")),
        CardGroup(gettext_noop("Class Specific Effect Card"), _of_kind("class_effect")),
        CardGroup(gettext_noop("Energy Crystal Effect Card"), _of_kind("crystal_effect")),
    ),
)
