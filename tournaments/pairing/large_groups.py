"""Inside a large score group: choosing who leaves it, and pairing the rest (docs/pairing.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import compress, count
from operator import contains, itemgetter
from typing import TypeVar

from tournaments.pairing.field import Field
from tournaments.pairing.model import Player

Link = tuple[Player, Player]
T = TypeVar("T")


def take_member(
    field: Field,
    who: Player | None,
    members: Iterable[int],
    taken: Set[int],
    *,
    upward: bool,
    anyone: bool = False,
) -> int:
    """Choose the member of a large group who meets ``who`` (None: the bye, unless ``anyone``), by place in the field.

    Those in ``taken`` and illegal members never; then no clan mate, fewest earlier floats, then the pattern of
    the method (the lowest of an upper group, the highest of a lower one; the lowest in standing for the bye),
    then the draw.
    """
    best: int | None = None
    best_mark: tuple[int, ...] = ()
    for place in members:
        if place in taken:
            continue
        member = field.players[place]
        if who is None and not anyone:
            mark = _mark_for_bye(field, member)
        else:
            mark = _mark_for_crossing(field, who, member, upward=upward)
        if mark is not None and (best is None or mark < best_mark):
            best, best_mark = place, mark
            if not any(mark):
                break
    if best is None:
        raise AssertionError("a large group always has a legal member")
    return best


def _mark_for_bye(field: Field, member: Player) -> tuple[int, ...] | None:
    """Return a mark that is least for anyone who should have the bye; None for who may not."""
    if not field.may_bye(member):
        return None
    if field.options.bye_choice != "standing":
        return (0,)
    return (-(member.rank if member.rank is not None else 1 << 60),)


def _mark_for_crossing(
    field: Field, who: Player | None, member: Player, *, upward: bool
) -> tuple[int, ...] | None:
    """Return a mark that is least for anyone who should leave the group; None for who may not meet ``who``."""
    if who is not None and not field.legal(who, member):
        return None
    clan = int(who is not None and field.same_group(who, member))
    floats = member.floats if field.options.avoid_repeat_floats else 0
    if not field.positions:
        return clan, floats
    position, size = field.positions[member.id]
    return clan, floats, size - position if upward else position


@dataclass(slots=True)
class Inside:
    """The pairs inside a large group of ``score``: neighbours in ``places``, but for the links in ``moved``, by place.

    ids: of those at ``places``.
    """

    field: Field
    score: int
    places: list[int]
    ids: Sequence[str]
    moved: dict[int, Link]

    def link(self, place: int) -> Link:
        """Return one pair."""
        players, places = self.field.players, self.places
        return self.moved.get(place) or (players[places[2 * place]], players[places[2 * place + 1]])

    def links(self) -> list[Link]:
        """Return all pairs."""
        return [self.link(place) for place in range(len(self.places) // 2)]

    def steady(self) -> tuple[list[int], list[str], list[str]]:
        """Return the pairs that did not move: where the first of each stands, the first and the second of each."""
        places, first, second = self.places[::2], list(self.ids[::2]), list(self.ids[1::2])
        for place in sorted(self.moved, reverse=True):
            del places[place], first[place], second[place]
        return places, first, second


def pair_inside(field: Field, places: list[int]) -> Inside:
    """Pair an even large group without illegal pairs and with as few clan pairs as exchanges can reach."""
    if field.positions:
        places = _patterned(field, places)
    inside = Inside(field, field.scores[places[0]] if places else 0, places, _each(field.ids, places), {})
    for place in _illegal_places(inside):
        if not field.legal(*inside.link(place)):
            _repair(inside, place)
    if field.grouped and not field.strict:
        _part_clans(inside)
    return inside


def _each(column: Sequence[T], places: Sequence[int]) -> Sequence[T]:
    """Return what stands at an even number of places."""
    found: tuple[T, ...] = itemgetter(*places)(column) if places else ()
    return found


def _illegal_places(inside: Inside) -> list[int]:
    """Return where the drawn pairs are illegal (the common case, history alone, is asked without a call)."""
    field, ids = inside.field, inside.ids
    if field.forbidden or field.strict:
        return [place for place, link in enumerate(inside.links()) if not field.legal(*link)]
    met = _each(field.opponents, inside.places)
    return sorted(
        {
            *compress(count(), map(contains, met[::2], ids[1::2])),
            *compress(count(), map(contains, met[1::2], ids[::2])),
        }
    )


def _patterned(field: Field, places: list[int]) -> list[int]:
    """Return the places so that neighbours in the list are the pairs of the fold or slide pattern."""
    ranked = sorted(places, key=lambda place: field.positions[field.ids[place]][0])
    half = len(ranked) // 2
    lower = ranked[half:]
    if field.options.method == "fold":
        lower.reverse()
    return [place for pair in zip(ranked[:half], lower, strict=True) for place in pair]


def _nearby(place: int, count: int) -> Iterable[int]:
    """Yield every other place, nearest first, so that repairs disturb the drawn order or pattern least."""
    for step in range(1, count):
        if place + step < count:
            yield place + step
        if place - step >= 0:
            yield place - step


def _repair(inside: Inside, place: int) -> None:
    """Exchange partners with another pair so that both become legal. One always exists in a large group."""
    field = inside.field
    best: tuple[int, Link, Link] | None = None
    one, two = inside.link(place)
    for other in _nearby(place, len(inside.places) // 2):
        three, four = inside.link(other)
        for new in (((one, three), (two, four)), ((one, four), (two, three))):
            if field.legal(*new[0]) and field.legal(*new[1]):
                if not (field.same_group(*new[0]) or field.same_group(*new[1])):
                    inside.moved[place], inside.moved[other] = new
                    return
                best = best or (other, *new)
    if best is None:
        raise AssertionError("a large group always offers an exchange")
    inside.moved[place], inside.moved[best[0]] = best[1], best[2]


def _part_clans(inside: Inside) -> None:
    """Exchange partners while that lowers the number of clan pairs and keeps every pair legal."""
    field = inside.field
    same: Callable[[Player, Player], bool] = field.same_group
    links = inside.links()
    for place, link in enumerate(links):
        if link[0].group is None or not same(link[0], link[1]):
            continue
        one, two = link
        for other in _nearby(place, len(links)):
            three, four = links[other]
            before = 1 + int(same(three, four))
            options = (((one, three), (two, four)), ((one, four), (two, three)))
            better = next(
                (
                    new
                    for new in options
                    if int(same(*new[0])) + int(same(*new[1])) < before
                    and field.legal(*new[0])
                    and field.legal(*new[1])
                ),
                None,
            )
            if better is not None:
                links[place], links[other] = inside.moved[place], inside.moved[other] = better
                break
