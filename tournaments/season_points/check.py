"""What results cannot mean is refused, with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.season_points.model import EVENT_KINDS, Event, Finish, Season, SeasonError
from tournaments.standings.model import Sentence

MAX_FIELD = 100_000
MAX_MEMBERS = 20
MAX_POINTS = 10**9


def _need(condition: bool, code: str, where: str, message: str) -> None:
    if not condition:
        raise SeasonError(code, message, where)


def check(season: Season) -> None:
    """Raise SeasonError (code, where) for the first event that contradicts itself or another."""
    seen: set[str] = set()
    for index, event in enumerate(season.events):
        where = f"events[{index}]"
        twice = Sentence("there are two events with the key %(key)s", key=repr(event.key))
        _need(event.key not in seen, "event_twice", f"{where}.key", twice)
        seen.add(event.key)
        check_event(event, where)


def check_event(event: Event, where: str) -> None:
    """One event by itself."""
    known = Sentence("must be one of %(known)s", known=", ".join(EVENT_KINDS))
    _need(event.kind in EVENT_KINDS, "event_kind", f"{where}.kind", known)
    count = len(event.finishes)
    size = Sentence("must be from %(low)s (its finishes) to %(high)s", low=max(count, 1), high=MAX_FIELD)
    _need(event.size is None or max(count, 1) <= event.size <= MAX_FIELD, "size", f"{where}.size", size)
    people: dict[str, int] = {}
    for index, finish in enumerate(event.finishes):
        place = f"{where}.finishes[{index}]"
        _check_finish(finish, event, place)
        for member in finish.members:
            before = people.setdefault(member.person, index)
            text = "%(person)s already stands in this event (finish %(before)s)"
            twice = Sentence(text, person=repr(member.person), before=before)
            alone = before == index and _named_once(finish, member.person)
            _need(alone, "person_twice", place, twice)
    _check_places(event.finishes, where)


def _named_once(finish: Finish, person: str) -> bool:
    return len(finish.members) == 1 or sum(one.person == person for one in finish.members) == 1


def _check_finish(finish: Finish, event: Event, where: str) -> None:
    places = Sentence("must be from 1 to %(field)s, the number of entrants", field=event.field)
    _need(1 <= finish.place <= max(event.field, 1), "place", f"{where}.place", places)
    many = Sentence("must have 1 to %(most)s members", most=MAX_MEMBERS)
    _need(1 <= len(finish.members) <= MAX_MEMBERS, "members", f"{where}.members", many)
    if event.kind == "single":
        alone = "must be of one person: this event is not of teams or crews"
        _need(len(finish.members) == 1, "members", f"{where}.members", alone)
    if event.kind == "crew":
        _need(bool(finish.clan), "clan", f"{where}.clan", "a crew needs its clan")
        strange = "a crew plays for its own clan, and no member for another"
        _need(all(one.clan in (None, finish.clan) for one in finish.members), "clan", where, strange)
    else:
        _need(
            finish.clan is None, "clan", f"{where}.clan", "only a crew has a clan; else each member has one"
        )


def _check_places(finishes: Iterable[Finish], where: str) -> None:
    """Competition ranking: n finishes before a place make it n + 1 at least."""
    before, here, last = 0, 0, 0
    for place in sorted(finish.place for finish in finishes):
        if place != last:
            before, here, last = before + here, 0, place
        here += 1
        text = "place %(place)s cannot be: %(count)s finishes stand before it (1, 1, 3 and not 1, 1, 2)"
        message = Sentence(text, place=place, count=before)
        _need(place > before, "place_impossible", f"{where}.finishes", message)
