"""Score groups of a round, and which of them are large enough to be paired freely (docs/pairing.md)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from tournaments.pairing.field import Field, check_ids

# From here on numpy sorts so much sooner that loading it is worth the while.
SORTED_BY_NUMPY = 5_000


@dataclass(slots=True)
class Group:
    """Players of one score, by their places in the field, in drawn order.

    large: whatever leaves it, the rest can be paired inside.
    """

    score: int
    places: list[int]
    large: bool = False


def make_groups(field: Field) -> list[Group]:
    """Return the score groups high to low, each in the order of the draw, with the large ones marked."""
    order = _in_drawn_order(field)
    heads = sorted(field.heads.items(), reverse=True)
    stops = accumulate(size for _, size in heads)
    groups = [
        Group(score, order[stop - size : stop]) for (score, size), stop in zip(heads, stops, strict=True)
    ]
    degree = max_degree(field)
    for group in groups:
        group.large = _is_large(field, group, degree)
    if field.odd:
        _settle_bye(field, groups, degree)
    return groups


def _in_drawn_order(field: Field) -> list[int]:
    """Return the places in the field by score, high to low, then by the draw; raises for somebody who is there twice.

    Whoever is has two equal draws, so only those need to be looked for.
    """
    order = _order_of_many(field) if len(field.players) >= SORTED_BY_NUMPY else _order_of_few(field)
    if order is None:  # two equal draws or rounded draws, or scores beyond all bounds: hardly ever
        check_ids(field.players)
        exact = [(-score, *mark) for score, *mark in zip(field.scores, field.draws, field.ids, strict=True)]
        order = sorted(range(len(exact)), key=exact.__getitem__)
    return order


def _order_of_few(field: Field) -> list[int] | None:
    """Python sorts floats several times faster than 64-bit whole numbers, and rounding turns no two of them round."""
    draws = list(map(float, field.draws))
    if len(set(draws)) < len(draws):
        return None
    order = sorted(range(len(draws)), key=draws.__getitem__)
    order.sort(key=field.scores.__getitem__, reverse=True)
    return order


def _order_of_many(field: Field) -> list[int] | None:
    import numpy

    draws = numpy.array(field.draws, dtype=numpy.uint64)
    try:
        scores = numpy.fromiter(field.scores, dtype=numpy.int64, count=len(field.scores))
    except OverflowError:  # more points than 64 bits hold
        return None
    order = draws.argsort()
    line = draws[order]
    if (line[1:] == line[:-1]).any():
        return None
    by_score: list[int] = order[(-scores[order]).argsort(kind="stable")].tolist()
    return by_score


def max_degree(field: Field) -> int:
    """Return an upper bound for the number of illegal opponents of any one player."""
    degree = field.history
    if field.forbidden:
        degree += max(len(others) for others in field.forbidden.values())
    if field.strict:
        sizes: dict[str, int] = {}
        for player in field.players:
            if player.group is not None:
                sizes[player.group] = sizes.get(player.group, 0) + 1
        degree += max(sizes.values(), default=1) - 1
    return degree


def _is_large(field: Field, group: Group, degree: int) -> bool:
    size = len(group.places)
    if size < 2 * degree + 8:
        return False
    if size >= 6 * degree + 8:
        return True
    return size >= 2 * degree + 4 * _inner_degree(field, group) + 8


def _inner_degree(field: Field, group: Group) -> int:
    """Return the largest number of members of the group that one player may not meet."""
    counts: dict[str, int] = {}
    members = [field.players[place] for place in group.places]
    for member in members:
        for foe in field.foes(member):
            counts[foe] = counts.get(foe, 0) + 1
    inner = max(counts.values(), default=0)
    if field.strict:
        sizes: dict[str, int] = {}
        for member in members:
            if member.group is not None:
                sizes[member.group] = sizes.get(member.group, 0) + 1
        inner += max(sizes.values(), default=0)
    return inner


def _settle_bye(field: Field, groups: list[Group], degree: int) -> None:
    """Find the lowest large group that can always supply the bye; large groups below it join a window."""
    for group in reversed(groups):
        if not group.large:
            continue
        needed = 3 * degree + 6
        eligible = 0
        for place in group.places:
            eligible += field.may_bye(field.players[place])
            if eligible >= needed:
                return
        group.large = False
