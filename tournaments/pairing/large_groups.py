"""Inside a large score group: choosing who leaves it, and pairing the rest (docs/pairing.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from tournaments.pairing.field import Field
from tournaments.pairing.model import Player

Link = tuple[Player, Player]


def take_member(
    field: Field,
    who: Player | None,
    members: list[Player],
    taken: Set[str],
    *,
    upward: bool,
    anyone: bool = False,
) -> Player:
    """Choose the member of a large group who meets ``who`` (None: the bye, unless ``anyone``).

    Those in ``taken`` and illegal members never; then no clan mate, fewest earlier floats, then the pattern of
    the method (the lowest of an upper group, the highest of a lower one; the lowest in standing for the bye),
    then the draw.
    """
    best: Player | None = None
    best_mark: tuple[int, ...] = ()
    for member in members:
        if member.id in taken:
            continue
        if who is None and not anyone:
            mark = _mark_for_bye(field, member)
        else:
            mark = _mark_for_crossing(field, who, member, upward=upward)
        if mark is not None and (best is None or mark < best_mark):
            best, best_mark = member, mark
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


def pair_inside(field: Field, members: list[Player], moved: set[int] | None = None) -> list[Link]:
    """Pair an even large group without illegal pairs and with as few clan pairs as exchanges can reach.

    moved: receives the places of the links that are not two neighbours of ``members`` because of an exchange.
    """
    if field.positions:
        members = _patterned(field, members)
    links: list[Link] = list(zip(members[::2], members[1::2], strict=True))
    moved = set() if moved is None else moved
    for place in _illegal_places(field, links):
        if not field.legal(*links[place]):
            moved.update((place, _repair(field, links, place)))
    if field.grouped and not field.strict:
        _part_clans(field, links, moved)
    return links


def _illegal_places(field: Field, links: list[Link]) -> list[int]:
    """Return where the drawn pairs are illegal (the common case, history alone, is asked without a call)."""
    if field.forbidden or field.strict:
        return [place for place, (one, two) in enumerate(links) if not field.legal(one, two)]
    return [
        place for place, (one, two) in enumerate(links) if two.id in one.opponents or one.id in two.opponents
    ]


def _patterned(field: Field, members: list[Player]) -> list[Player]:
    """Return the members so that neighbours in the list are the pairs of the fold or slide pattern."""
    ranked = sorted(members, key=lambda player: field.positions[player.id][0])
    half = len(ranked) // 2
    lower = ranked[half:]
    if field.options.method == "fold":
        lower.reverse()
    return [player for pair in zip(ranked[:half], lower, strict=True) for player in pair]


def _nearby(place: int, count: int) -> Iterable[int]:
    """Yield every other place, nearest first, so that repairs disturb the drawn order or pattern least."""
    for step in range(1, count):
        if place + step < count:
            yield place + step
        if place - step >= 0:
            yield place - step


def _repair(field: Field, links: list[Link], place: int) -> int:
    """Exchange partners with another pair so that both become legal, and return where that pair stands.

    One always exists in a large group.
    """
    best: tuple[int, Link, Link] | None = None
    one, two = links[place]
    for other in _nearby(place, len(links)):
        three, four = links[other]
        for new in (((one, three), (two, four)), ((one, four), (two, three))):
            if field.legal(*new[0]) and field.legal(*new[1]):
                if not (field.same_group(*new[0]) or field.same_group(*new[1])):
                    links[place], links[other] = new
                    return other
                best = best or (other, *new)
    if best is None:
        raise AssertionError("a large group always offers an exchange")
    links[place], links[best[0]] = best[1], best[2]
    return best[0]


def _part_clans(field: Field, links: list[Link], moved: set[int]) -> None:
    """Exchange partners while that lowers the number of clan pairs and keeps every pair legal."""
    same: Callable[[Player, Player], bool] = field.same_group
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
                links[place], links[other] = better
                moved.update((place, other))
                break
