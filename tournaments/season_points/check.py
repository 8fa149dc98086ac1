"""What results cannot mean is refused, with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.season_points.model import EVENT_KINDS, Event, Finish, Season, SeasonError
from tournaments.standings.model import Sentence

MAX_FIELD = 100_000
MAX_MEMBERS = 20
MAX_POINTS = 10**9


def check(season: Season) -> None:
    """Raise SeasonError (code, where) for the first event that contradicts itself or another."""
    seen: set[str] = set()
    for index, event in enumerate(season.events):
        where = f"events[{index}]"
        if event.key in seen:
            text = Sentence("there are two events with the key %(key)s", key=repr(event.key))
            raise SeasonError("event_twice", text, f"{where}.key")
        seen.add(event.key)
        check_event(event, where)


def check_event(event: Event, where: str) -> None:
    """One event by itself."""
    if event.kind not in EVENT_KINDS:
        text = Sentence("must be one of %(known)s", known=", ".join(EVENT_KINDS))
        raise SeasonError("event_kind", text, f"{where}.kind")
    least = max(len(event.finishes), 1)
    if event.size is not None and not least <= event.size <= MAX_FIELD:
        text = Sentence("must be from %(low)s (its finishes) to %(high)s", low=least, high=MAX_FIELD)
        raise SeasonError("size", text, f"{where}.size")
    people: dict[str, int] = {}
    for index, finish in enumerate(event.finishes):
        _check_finish(finish, event, f"{where}.finishes[{index}]")
        for member in finish.members:
            if member.person in people:
                text = Sentence(
                    "%(person)s already stands in this event (finish %(before)s)",
                    person=repr(member.person),
                    before=people[member.person],
                )
                raise SeasonError("person_twice", text, f"{where}.finishes[{index}]")
            people[member.person] = index
    _check_places(event.finishes, where)


def _check_finish(finish: Finish, event: Event, where: str) -> None:
    if not 1 <= finish.place <= max(event.field, 1):
        text = Sentence("must be from 1 to %(field)s, the number of entrants", field=event.field)
        raise SeasonError("place", text, f"{where}.place")
    if not 1 <= len(finish.members) <= MAX_MEMBERS:
        text = Sentence("must have 1 to %(most)s members", most=MAX_MEMBERS)
        raise SeasonError("members", text, f"{where}.members")
    if event.kind == "single" and len(finish.members) > 1:
        alone = "must be of one person: this event is not of teams or crews"
        raise SeasonError("members", alone, f"{where}.members")
    if event.kind != "crew":
        if finish.clan is not None:
            message = "only a crew has a clan; else each member has one"
            raise SeasonError("clan", message, f"{where}.clan")
    elif not finish.clan:
        raise SeasonError("clan", "a crew needs its clan", f"{where}.clan")
    elif any(one.clan not in (None, finish.clan) for one in finish.members):
        raise SeasonError("clan", "a crew plays for its own clan, and no member for another", where)


def _check_places(finishes: Iterable[Finish], where: str) -> None:
    """Competition ranking: n finishes before a place make it n + 1 at least."""
    before, here, last = 0, 0, 0
    for place in sorted([finish.place for finish in finishes]):
        if place != last:
            before, here, last = before + here, 0, place
        here += 1
        if place <= before:
            text = "place %(place)s cannot be: %(count)s finishes stand before it (1, 1, 3 and not 1, 1, 2)"
            message = Sentence(text, place=place, count=before)
            raise SeasonError("place_impossible", message, f"{where}.finishes")
