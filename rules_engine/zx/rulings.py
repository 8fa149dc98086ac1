"""The rulings of Z/X: what its rule documents leave open, and how a game settles it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rules_engine.kernel.rulings import Answers, Ruling, read_answers

RULESET = "zx/basic-1"
"""The one version of the rules there is: the documents about zones, rule effects and the basic rules."""


@cache
def answers() -> Answers:
    """The rulings with the editions of their answers."""
    source = files("rules_engine.zx") / "rulings.toml"
    return read_answers(tomllib.loads(source.read_text(encoding="utf-8")))


def rulings() -> Mapping[str, Ruling]:
    """Every ruling by its id, Z1 first."""
    return answers().rulings


def chosen(choices: Mapping[str, str], day: str = "") -> Mapping[str, str]:
    """The option of every ruling by id; ``choices`` (by id or key) in place of the defaults of a day, "" = today.

    Raises :class:`rules_engine.kernel.rulings.UnknownRuling`, ``UnknownOption`` or ``UnknownAnswers``.
    """
    return answers().settled(choices, answers().edition(day, choices))
