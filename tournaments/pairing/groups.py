"""Score groups of a round, and which of them are large enough to be paired freely (docs/pairing.md)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.field import Field
from tournaments.pairing.model import Player


@dataclass(slots=True)
class Group:
    """Players of one score in drawn order. ``large``: whatever leaves it, the rest can be paired inside."""

    score: int
    members: list[Player]
    large: bool = False


def make_groups(field: Field) -> list[Group]:
    """Return the score groups high to low, each in the order of the draw, with the large ones marked.

    Python sorts floats several times faster than 64-bit whole numbers, and rounding turns no two of them round.
    """
    draws = list(map(float, field.keys.values()))
    if len(set(draws)) == len(draws):
        order = sorted(range(len(draws)), key=draws.__getitem__)
    else:  # two draws that round to the same float: hardly ever
        keys, players = field.keys, field.players
        order = sorted(range(len(draws)), key=lambda place: (keys[players[place].id], players[place].id))
    groups = _dealt(field, order)
    degree = max_degree(field)
    for group in groups:
        group.large = _is_large(field, group, degree)
    if field.odd:
        _settle_bye(field, groups, degree)
    return groups


def _dealt(field: Field, order: list[int]) -> list[Group]:
    """Deal the places in the field, which stand in the order of the draw, out to the groups."""
    members: dict[int, list[Player]] = {score: [] for score in sorted(set(field.scores), reverse=True)}
    deal = {score: dealt.append for score, dealt in members.items()}
    scores, players = field.scores, field.players
    for place in order:
        deal[scores[place]](players[place])
    return [Group(score, dealt) for score, dealt in members.items()]


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
    size = len(group.members)
    if size < 2 * degree + 8:
        return False
    if size >= 6 * degree + 8:
        return True
    return size >= 2 * degree + 4 * _inner_degree(field, group) + 8


def _inner_degree(field: Field, group: Group) -> int:
    """Return the largest number of members of the group that one player may not meet."""
    counts: dict[str, int] = {}
    for member in group.members:
        for foe in field.foes(member):
            counts[foe] = counts.get(foe, 0) + 1
    inner = max(counts.values(), default=0)
    if field.strict:
        sizes: dict[str, int] = {}
        for member in group.members:
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
        for member in group.members:
            eligible += field.may_bye(member)
            if eligible >= needed:
                return
        group.large = False
