"""The plain data of multiplayer pods: players, policy, pods and their certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tournaments.pairing.model import PairingError, Problem, Relaxation

SMALLEST = 3
LARGEST = 6


@dataclass(frozen=True, slots=True)
class PodPlayer:
    """One entry of a pod round: a player, or a crew where three crews share a table.

    score: points so far. met: how often each other player shared a pod with this one.
    seats: how often this player sat in each seat, first seat first (shorter tuples count as zero).
    uneven: how often this player was in a pod that was not of the target size.
    byes, active, rank: as in :class:`tournaments.pairing.model.Player`.
    """

    id: str
    score: int = 0
    met: Mapping[str, int] = field(default_factory=dict)
    seats: tuple[int, ...] = ()
    uneven: int = 0
    byes: int = 0
    active: bool = True
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class PodOptions:
    """How pods are made.

    target: the preferred size, 3 to 6. uneven: ``smaller`` fills up with pods one below the target, ``larger``
        with pods one above; where that cannot work the fewest pods of other sizes are used.
    uneven_at: who plays in the uneven pods, ``bottom`` or ``top`` of the standings, nobody twice while others
        never did.
    allow_six: pods of six may be used although the target is not six.
    repeat_weight: the price of two players meeting again, times the square of how often they met; one win
        squared by default (25), so one repeat weighs as much as one pair a win apart.
    steps: how many exchanges the search may try; counted, so that the result does not depend on the clock.
    exact_up_to: fields up to this size are solved exactly.
    rounds: how many rounds of pods are announced; of equally good divisions the one is taken that leaves most of
        them without a repeat (None: no looking ahead).
    """

    target: int = 4
    uneven: Literal["smaller", "larger"] = "smaller"
    uneven_at: Literal["bottom", "top"] = "bottom"
    allow_six: bool = False
    repeat_weight: int = 25
    steps: int = 60_000
    exact_up_to: int = 16
    first_table: int = 1
    rounds: int | None = None

    def __post_init__(self) -> None:
        if not SMALLEST <= self.target <= LARGEST:
            raise PairingError("unknown_option", option="target", value=self.target)
        if self.uneven not in ("smaller", "larger"):
            raise PairingError("unknown_option", option="uneven", value=str(self.uneven))
        if self.uneven_at not in ("bottom", "top"):
            raise PairingError("unknown_option", option="uneven_at", value=str(self.uneven_at))
        if self.repeat_weight < 0:
            raise PairingError("unknown_option", option="repeat_weight", value=self.repeat_weight)


@dataclass(frozen=True, slots=True)
class Pod:
    """One table: players in seat order."""

    table: int
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PodCertificate:
    """What can be said about a pod round.

    cost: spread plus ``repeat_weight`` times the squares of earlier meetings. spread: squared point gaps over
    all pairs of players sharing a pod. repeats: pairs who share a pod again. lower_bound: no division into
    these pods costs less, repeats included (:mod:`tournaments.pairing.pod_bounds`). certified: cost equals the bound.
    exact: proved by complete search. later: so many of the announced rounds were found to stay possible without a
    repeat; None when nobody looked.
    """

    cost: int
    lower_bound: int
    spread: int
    repeats: int
    certified: bool
    exact: bool
    relaxed: tuple[Relaxation, ...] = ()
    later: int | None = None


@dataclass(frozen=True, slots=True)
class PodDraft:
    """A round of pods, best standings at the first table, and the players without a pod."""

    pods: tuple[Pod, ...]
    byes: tuple[str, ...]
    certificate: PodCertificate
    seed: str
    number: int


def pod_sizes(players: int, options: PodOptions | None = None) -> tuple[int, ...]:
    """Return the sizes of the pods, target sizes first; empty when fewer than three players are left.

    27 players with target 4 play six pods of four and one of three; five players play one pod of five.
    """
    options = options or PodOptions()
    target = options.target
    if players < SMALLEST:
        return ()
    step = -1 if options.uneven == "smaller" else 1
    other = target + step
    largest = LARGEST if options.allow_six or target == LARGEST else LARGEST - 1
    if SMALLEST <= other <= largest:
        for count in range(players // other + 1):
            if (players - count * other) % target == 0:
                return (*[target] * ((players - count * other) // target), *[other] * count)
    return _any_sizes(players, target, largest)


def _any_sizes(players: int, target: int, largest: int) -> tuple[int, ...]:
    """Return the division with the fewest pods off the target, then nearest to it, then smaller pods."""
    sizes = range(SMALLEST, largest + 1)
    best: dict[int, tuple[int, int, int, tuple[int, ...]]] = {0: (0, 0, 0, ())}
    for total in range(SMALLEST, players + 1):
        options = []
        for size in sizes:
            if total - size in best:
                off, far, large, chosen = best[total - size]
                wrong = size != target
                mark = (off + wrong, far + abs(size - target), large + (size > target))
                ordered = tuple(sorted((*chosen, size), key=lambda one: (one != target, -one)))
                options.append((*mark, ordered))
        if options:
            best[total] = min(options)
    return best[players][3]


# --- mending a round of pods ------------------------------------------------------------------------------

Kind = Literal["leave", "smallest", "full", "join", "two"]


@dataclass(frozen=True, slots=True)
class CurrentPod:
    """A pod of a round that already exists, in seat order. ``locked`` pods are kept by every plan."""

    table: int
    seats: tuple[str, ...]
    finished: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class PodPlan:
    """One way to mend a round of pods.

    pods, byes: the whole round afterwards. broken / added: the pods that go and those that come; a pod that only
    loses who has left is in both, but does not count in ``pods_broken``. results_lost: finished pods given up.
    spread, repeats: squared point gaps and pairs who meet again, over the whole round. short: players in pods
    that are not of the target size. unpaired: active players without pod or bye (only ``leave`` leaves some).
    """

    kind: Kind
    pods: tuple[Pod, ...]
    byes: tuple[str, ...]
    broken: tuple[Pod, ...]
    added: tuple[Pod, ...]
    unpaired: tuple[str, ...]
    pods_broken: int
    results_lost: int
    spread: int
    repeats: int
    short: int
    problems: tuple[Problem, ...] = ()
