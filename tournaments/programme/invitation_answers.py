"""What entries ask of this room: how many places of a final are kept for those who are invited to it."""

from collections import defaultdict

from tournaments.entries import questions as of_entries
from tournaments.events.models import Tournament

from .invitation_gift_services import COMING
from .invitation_line import places_given
from .invitation_models import Gift, Place
from .models import Circuit


@of_entries.kept_places.answered_by
def kept_places(tournament: Tournament) -> int:
    """Of each circuit that gives places here: all of them before it has sent any, then those that wait for an answer.

    None once the tournament has begun. One query where no circuit gives any.
    """
    if tournament.state not in COMING:
        return 0
    gifts: dict[int, list[Gift]] = defaultdict(list)
    given = Gift.objects.filter(final=tournament, kind=Gift.Kind.PLACE)
    for one in given.exclude(circuit__state=Circuit.State.DRAFT):
        gifts[one.circuit_id].append(one)
    if not gifts:
        return 0
    states: dict[int, list[str]] = defaultdict(list)
    for circuit, state in Place.objects.filter(final=tournament).values_list("circuit", "state"):
        states[circuit].append(state)
    return sum(
        states[circuit].count(Place.State.OPEN) if circuit in states else places_given(rules, tournament.pk)
        for circuit, rules in gifts.items()
    )
