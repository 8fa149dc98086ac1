"""Which tournaments count beside one, for rooms below that ask for a whole season."""

from django.db.models import Q

from tournaments.events.models import Tournament

from .ladders import counting, events_for
from .models import Circuit, Counts


def beside(tournament: Tournament) -> Q:
    """The events of every circuit in which a tournament may count."""
    named = Q(tournament=tournament)
    if tournament.series:
        named |= Q(series=tournament.series)
    ids = set(Counts.objects.filter(named, state=Counts.State.COUNTS).values_list("circuit_id", flat=True))
    some = Q(pk__in=[])
    for circuit in Circuit.objects.filter(
        Q(pk__in=ids) | Q(organization=tournament.organization_id, game=tournament.game)
    ):
        rows = list(counting([circuit]))
        where = events_for(circuit, rows)
        if circuit.pk in ids or Tournament.objects.filter(where, pk=tournament.pk).exists():
            some |= where
    return some
