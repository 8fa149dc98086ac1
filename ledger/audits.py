"""Comparing the ledger with what it tells of: the rooms above say how, this floor knows only that they can.

A chain that is whole says that nobody edited it. It does not say that the tables beside it still hold what the
commands wrote; that is what an audit finds out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """Something the tables say and the ledger does not, or the other way round: about which chain, and what.

    ``untold``: no accusation, but what nothing tells, for it is older than the telling.
    """

    chain: str
    text: str
    untold: bool = False


class Untold(str):
    """A sentence about what nothing tells."""


Audit = Callable[[str | None], Iterator[Difference]]
"""Compares what the chain of this key tells, and those beside it; all there is when it is None."""
_audits: dict[str, Audit] = {}


def register(name: str, audit: Audit) -> None:
    """Let ``verify_ledger`` run ``audit``; a name that comes again replaces the former one."""
    _audits[name] = audit


def names() -> list[str]:
    """The audits there are."""
    return sorted(_audits)


def differences(chain: str | None = None) -> Iterator[tuple[str, Difference]]:
    """Every difference of every audit, with the audit's name: of one chain and those beside it, or of all."""
    for name in names():
        for one in _audits[name](chain):
            yield name, one
