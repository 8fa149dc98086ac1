"""Which tournaments belong together with one, for comparing the games of a whole season.

The dates of a series are known here; rooms above say what else belongs together (a circuit).
"""

from collections.abc import Callable

from django.db.models import Q

from ledger.people import Person
from tournaments.events.access import Right, actor_with
from tournaments.events.models import Tournament

Source = Callable[[Tournament], Q]
_sources: dict[str, Source] = {}


def register(name: str, source: Source) -> None:
    """Let a room say which tournaments belong together with one; a name that comes again replaces the former one."""
    _sources[name] = source


def season_of(tournament: Tournament) -> list[Tournament]:
    """The tournaments of the same game that belong together with this one, itself included, by day."""
    some = Q(pk=tournament.pk)
    if tournament.series:
        some |= Q(series=tournament.series)
    for source in _sources.values():
        some |= source(tournament)
    return list(Tournament.objects.filter(some, game=tournament.game).order_by("starts_at", "pk"))


def allowed(user: Person | None, dates: list[Tournament]) -> list[Tournament]:
    """Those of some tournaments whose verdicts and results a person may compare."""
    return [one for one in dates if user is not None and actor_with(user, one, Right.LAW) is not None]
