"""The rulings of Z/X: what its rule documents leave open, and how a game settles it."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from rules_engine.kernel.digest import sha256_of
from rules_engine.kernel.rulings import Ruling, choose, read_rulings

RULESET = "zx/basic-1"
"""The one version of the rules there is: the documents about zones, rule effects and the basic rules."""


@cache
def rulings() -> Mapping[str, Ruling]:
    """Every ruling by its id, Z1 first."""
    source = files("rules_engine.zx") / "rulings.toml"
    return read_rulings(tomllib.loads(source.read_text(encoding="utf-8"))["ruling"])


def chosen(choices: Mapping[str, str]) -> Mapping[str, str]:
    """The option of every ruling by id; ``choices`` (by id or key) in place of the defaults.

    Raises :class:`rules_engine.kernel.rulings.UnknownRuling` or ``UnknownOption``.
    """
    return _chosen(tuple(sorted(choices.items())))


@cache
def _chosen(choices: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return MappingProxyType(choose(rulings(), choices))


_FIRST = frozenset(f"Z{number}" for number in range(1, 21))
"""The rulings that every log has pinned from the beginning."""


def rulings_hash(choices: Mapping[str, str]) -> str:
    """What a log pins: two games with the same hash settle every open question alike.

    A ruling that was added after the first logs counts only where it is settled otherwise than by default, so that the
    hashes in logs and events from before stay what they are.
    """
    known = rulings()
    settled = chosen(choices)
    return sha256_of(
        {id_: option for id_, option in settled.items() if id_ in _FIRST or option != known[id_].default}
    )
