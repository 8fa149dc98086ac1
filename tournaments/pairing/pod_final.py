"""After the pods: a final pod of four, or a top ten of which eight play and two wait in the final.

The cuts are those of the rounds table: 4 (one final pod), 10 (the first two go straight into the final; the
other eight play two pods and the winners join them) and 16 (four pods and a final of their winners). The best
seed meets the lowest: pods are dealt like a snake, 3-6-7-10 and 4-5-8-9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.model import PairingError

# Cut: how many wait in the final, and how many pods play for the other places.
SHAPES: Mapping[int, tuple[int, int]] = {4: (4, 0), 10: (2, 2), 16: (0, 4)}
POD = 4


@dataclass(frozen=True, slots=True)
class FinalPod:
    """One pod of the knock-out: ``key`` names it, ``seats`` are the players best seed first.

    seats hold None where the winner of a pod that is not decided yet will sit; ``waits_for`` names those pods.
    """

    key: str
    stage: int
    seats: tuple[str | None, ...]
    waits_for: tuple[str, ...] = ()

    @property
    def playable(self) -> bool:
        """True when everybody who plays in it is known."""
        return None not in self.seats


def pod_cut(entries: int) -> int:
    """Return how many play on after the rounds by the rounds table: 4 of 17 to 34, 10 of 35 and more, else 0."""
    return 0 if entries < 17 else 4 if entries <= 34 else 10


def final_rounds(size: int) -> int:
    """Return how many rounds a pod knock-out of this size has."""
    return 1 if SHAPES[_checked(size)][1] == 0 else 2


def final_pods(seeds: Sequence[str], winners: Mapping[str, str] | None = None) -> tuple[FinalPod, ...]:
    """Return the pods of the knock-out in order of play, the final last.

    seeds: the best of the standings in order, 4, 10 or 16 of them. winners: who won which pod so far, by its key
    (``"s1"``, ``"s2"`` … and ``"final"``). In the final everybody sits in the order of the seeds, so the best
    seed sits first. Raises :class:`PairingError` for another number of seeds, a seed twice, or a winner who does
    not play in that pod.
    """
    waiting, count = SHAPES[_checked(len(seeds))]
    if len(set(seeds)) < len(seeds):
        raise PairingError("player_twice", player=next(one for one in seeds if seeds.count(one) > 1))
    known = winners or {}
    pods = [
        FinalPod(f"s{place + 1}", 1, tuple(members))
        for place, members in enumerate(_snake(seeds[waiting:], count))
    ]
    for pod in pods:
        _check_winner(pod, known.get(pod.key))
    first: dict[str | None, int] = {seed: place for place, seed in enumerate(seeds)}
    through = sorted((known[pod.key] for pod in pods if pod.key in known), key=first.__getitem__)
    open_keys = tuple(pod.key for pod in pods if pod.key not in known)
    seats: list[str | None] = sorted([*seeds[:waiting], *through], key=first.__getitem__)
    final = FinalPod("final", 1 + bool(pods), (*seats, *[None] * len(open_keys)), open_keys)
    if "final" in known:
        _check_winner(final, known["final"])
    return (*pods, final)


def final_places(seeds: Sequence[str], winners: Mapping[str, str]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return (place, players) as far as they are decided: a table has one winner and no second place (106.1b).

    All others of the final share place 2, all others of the earlier pods the place after the final.
    """
    *earlier, final = final_pods(seeds, winners)
    rows: list[tuple[int, tuple[str, ...]]] = []
    if final.playable and "final" in winners:
        others = tuple(one for one in final.seats if one is not None and one != winners["final"])
        rows = [(1, (winners["final"],)), (2, others)]
    decided = [pod for pod in earlier if pod.key in winners]
    out = {one for pod in decided for one in pod.seats if one != winners[pod.key]}
    if out:
        rows.append((POD + 1, tuple(seed for seed in seeds if seed in out)))
    return tuple(rows)


def _snake(seeds: Sequence[str], pods: int) -> list[list[str]]:
    """Deal the seeds: forwards, backwards, forwards, so that every pod has the same sum of places."""
    rows: list[list[str]] = [[] for _ in range(pods)]
    for place, seed in enumerate(seeds):
        lap, step = divmod(place, pods)
        rows[step if lap % 2 == 0 else pods - 1 - step].append(seed)
    return rows


def _checked(size: int) -> int:
    if size not in SHAPES:
        raise PairingError("bad_size", count=size)
    return size


def _check_winner(pod: FinalPod, winner: str | None) -> None:
    if winner is not None and winner not in pod.seats:
        raise PairingError("unknown_player", player=winner)
