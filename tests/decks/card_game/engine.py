"""What pools and events ask of an engine; games of it cannot be played."""

from typing import Any

from rules_engine.kernel.games import Engine
from rules_engine.kernel.report import Finding
from rules_engine.kernel.rulings import NO_ANSWERS

from .pools import Sign, pool_of


def _none(*_arguments: Any, **_named: Any) -> Any:
    return {}


ENGINE = Engine(
    key="three",
    formats=(),
    semantics=1,
    audit=_none,
    cursor=_none,
    compare_decks=lambda *_arguments: [],
    known_cards=_none,
    pool=pool_of,
    cards=tuple[Sign, ...],
    text=lambda *_arguments: "",
    step_text=lambda *_arguments: "",
    finding=Finding,
    ruleset="three/1",
    ruling_changes=lambda _ruleset, _choices: {},
    answers=lambda: NO_ANSWERS,
)
