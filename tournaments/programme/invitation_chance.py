"""The chance to be invited: what it is made of, read anew for every slice of the work; for the person alone.

The model is that of :mod:`tournaments.season_points.outlook`. ``signature`` names all that goes into it, so that an
answer is known to be of an older ladder, and the seed follows from it: the same season always gives the same chance.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone

from ledger.hashing import digest
from tournaments.events.models import Tournament
from tournaments.events.questions import players_counted
from tournaments.season_points import Ladder
from tournaments.season_points.outlook import Coming, Rest, Strength
from tournaments.season_points.ratings import rate
from tournaments.simulator.answers import Between, share

from .invitation_models import Gift, Outlook
from .ladders import class_of, counted, counting, events_for, live_ladder
from .models import Circuit
from .outcome_services import played_of

USUAL_FIELD = 16
"""So many are expected at an event of a class of which none was held."""
SEASONS = 1_000


class Ahead(NamedTuple):
    """A circuit as it lies before its people: its ladder, what comes, how many places there are; their mark."""

    table: Ladder
    coming: tuple[Coming, ...]
    places: int
    signature: str


def places_of_circuit(circuit: Circuit) -> int:
    """How far down the ladder an invitation reaches; 0 where none is given."""
    gifts = Gift.objects.filter(circuit=circuit, kind=Gift.Kind.PLACE)
    return max(gifts.values_list("last", flat=True), default=0)


def ahead_of(circuit: Circuit) -> Ahead:
    """What a chance in this circuit is made of now; about seven queries."""
    mark, table = live_ladder(circuit)
    coming, places = tuple(_coming(circuit, table)), places_of_circuit(circuit)
    return Ahead(table, coming, places, digest([mark, [list(one) for one in coming], places]))


def _coming(circuit: Circuit, table: Ladder) -> list[Coming]:
    """The announced events that will count. A field is as large as those of its class so far, or as who has entered."""
    rows = list(counting([circuit]))
    states = (Tournament.State.ENTRY, Tournament.State.CHECK_IN)
    found = Tournament.objects.filter(events_for(circuit, rows), state__in=states).annotate(
        players=players_counted()
    )
    sizes = _usual_fields(table)
    made = []
    for one in found.order_by("starts_at", "pk"):
        of, _chosen = class_of(circuit, rows, one)
        day = timezone.localtime(one.starts_at).date()
        if of and (circuit.ends is None or day <= circuit.ends):
            expected = max(one.players, min(sizes.get(of, USUAL_FIELD), one.capacity), 2)
            made.append(Coming(one.slug, of, day, expected))
    return made


def _usual_fields(table: Ladder) -> dict[str, int]:
    """By class how many take part on average."""
    many, held = Counter[str](), Counter[str]()
    for event in table.season.events:
        many[event.of] += event.field
        held[event.of] += 1
    return {of: round(many[of] / held[of]) for of in held}


def rest_of(circuit: Circuit, ahead: Ahead) -> Rest:
    """The rest of the season, ready to be played; strengths by the ratings of its own events."""
    tournaments = [one.tournament for one in counted(circuit)]
    games = [game for _tournament, played in played_of(tournaments) for game in played.games]
    pools = rate(games)
    largest = max(pools, key=lambda key: len(pools[key]), default="")
    strengths = {one.person: Strength(one.mu, one.sigma) for one in pools.get(largest, ())}
    return Rest(ahead.table.season, ahead.coming, strengths, ahead.signature)


class Said(NamedTuple):
    """A chance as its owner reads it: with its interval, and the ranks that nine of ten seasons lie between."""

    chance: Between
    best: int | None
    usual: int | None
    worst: int | None

    @property
    def percents(self) -> Sequence[str]:
        """The chance and both bounds, in whole percents that never claim what is not certain."""
        return [percent(one) for one in (self.chance.value, self.chance.low, self.chance.high)]


def percent(value: float) -> str:
    """A share in whole percents; between 0 and 1 it is never said to be none or all."""
    if 0 < value < 0.01:
        return "< 1 %"
    return "> 99 %" if 0.99 < value < 1 else f"{round(100 * value)} %"


def said_of(outlook: Outlook) -> Said | None:
    """What an outlook comes to; None before anything was played."""
    if not outlook.done:
        return None
    ranks = sorted((int(rank) or 1 << 30, many) for rank, many in outlook.ranks.items())
    return Said(
        share(round(outlook.hits), outlook.done),
        *(_quantile(ranks, outlook.done * part) for part in (0.05, 0.5, 0.95)),
    )


def _quantile(ranks: list[tuple[int, int]], wanted: float) -> int | None:
    """The rank that so many seasons reach at least; None where that is no place on the ladder at all."""
    seen = 0
    for rank, many in ranks:
        seen += many
        if seen >= wanted:
            return rank if rank < 1 << 30 else None
    return None
