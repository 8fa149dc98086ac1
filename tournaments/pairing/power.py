"""Power pairing: first against second, third against fourth by standings, without a rematch (docs/pairing.md).

From the top, everybody gets the best ranked legal opponent that still lets all others be paired. While the rest
is large against the number of illegal opponents it can always be completed (Dirac), so only the tail is tested.
"""

from __future__ import annotations

from itertools import islice

from tournaments.pairing.decompose import Outcome
from tournaments.pairing.field import Field, standing_key
from tournaments.pairing.groups import max_degree
from tournaments.pairing.kernel import Edge
from tournaments.pairing.model import Player


def solve_power(field: Field) -> Outcome | None:
    """Return the lexicographically best pairing by standings, or None when no legal complete round exists."""
    order = sorted(field.players, key=lambda player: standing_key(field.keys, player))
    degree = max_degree(field)
    outcome = Outcome()
    if field.odd:
        bye = next(
            (
                player
                for player in reversed(order)
                if field.may_bye(player) and _completable(field, _without(order, player), degree)
            ),
            None,
        )
        if bye is None:
            return None
        order.remove(bye)
        outcome.pairs.append((bye, None))
    elif not _completable(field, order, degree):
        return None
    outcome.pairs += _from_the_top(field, order, degree)
    return outcome


def _from_the_top(field: Field, order: list[Player], degree: int) -> list[tuple[Player, Player | None]]:
    pairs: list[tuple[Player, Player | None]] = []
    taken: set[str] = set()
    left = len(order)
    for place, player in enumerate(order):
        if player.id in taken:
            continue
        left -= 2
        for other in islice(order, place + 1, None):
            if other.id in taken or not field.legal(player, other):
                continue
            if left < 2 * degree + 2:
                rest = [one for one in order[place + 1 :] if one.id not in taken and one is not other]
                if not _completable(field, rest, degree):
                    continue
            taken.add(other.id)
            pairs.append((player, other))
            break
        else:
            raise AssertionError("the rest was proved completable")
    return pairs


def pair_leaders(field: Field) -> list[tuple[Player, Player]]:
    """Return the pairs of the ``leaders`` best in standing, each with the best ranked legal opponent.

    A pair is only made when everybody else can still be paired, the bye included; a leader for whom there is no
    such opponent is left to the others. Empty when the round has no legal complete pairing at all.
    """
    order = sorted(field.players, key=lambda player: standing_key(field.keys, player))
    degree = max_degree(field)
    if not _leaves_a_round(field, order, degree):
        return []
    pairs: list[tuple[Player, Player]] = []
    taken: set[str] = set()
    for place, player in enumerate(order[: field.options.leaders]):
        if player.id in taken:
            continue
        for other in islice(order, place + 1, None):
            if other.id in taken or not field.legal(player, other):
                continue
            rest = [one for one in order if one.id not in taken and one is not player and one is not other]
            if _leaves_a_round(field, rest, degree):
                taken |= {player.id, other.id}
                pairs.append((player, other))
                break
    return pairs


def _leaves_a_round(field: Field, rest: list[Player], degree: int) -> bool:
    """True when the rest has a legal complete pairing, with the bye when it is odd in number."""
    if len(rest) % 2 == 0:
        return _completable(field, rest, degree)
    eligible = [player for player in rest if field.may_bye(player)]
    if not eligible:
        return False
    if len(rest) - 1 >= 2 * degree + 2:
        return True
    return any(_completable(field, _without(rest, player), degree) for player in eligible)


def _without(order: list[Player], player: Player) -> list[Player]:
    return [one for one in order if one is not player]


def _completable(field: Field, rest: list[Player], degree: int) -> bool:
    """True when the rest has a legal complete pairing."""
    if len(rest) >= 2 * degree + 2:
        return True
    edges: list[Edge] = [
        (i, j, 0)
        for i, one in enumerate(rest)
        for j, two in enumerate(rest[i + 1 :], i + 1)
        if field.legal(one, two)
    ]
    return not rest or field.kernel(len(rest), edges) is not None
