"""Making what is found by: the row beside each tournament, in the transaction of whatever changed its facts."""

from collections.abc import Collection

from django.db.models import Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from ledger.shapes import Json
from ledger.telling import follow
from rules_engine.games import GAMES, game_of
from tournaments.entries.models import Entry
from tournaments.entries.services import TAKES_A_PLACE
from tournaments.events.hosts import OVER
from tournaments.events.models import Tournament
from tournaments.money.models import Fee
from tournaments.money.selectors import fees_of
from tournaments.organizations.models import Organization, Venue
from tournaments.towns.names import Town, town_of, towns
from tournaments.towns.places import Place, square_of

from .models import OPEN, Listing
from .words import searched

FOLLOWED = "name location town beginners"
"""What counts of a tournament beside the columns that its ledger tells."""
KEPT = frozenset({"tournament", "listed_at"})
MANY = 500


def listings_make(keys: Collection[int]) -> None:
    """Make the rows of these tournaments as they are now; one that nobody may know of has none."""
    found = Tournament.objects.filter(pk__in=keys).annotate(taken=_taken("pk")).order_by("pk")
    rows, hidden = [], []
    found = found.select_related("venue", "organization").defer("policy", "description", "announcement")
    fees = fees_of(found)
    for tournament in found:
        if tournament.staff_only:
            hidden.append(tournament.pk)
        else:
            rows.append(
                Listing(
                    tournament_id=tournament.pk,
                    **facts_of(tournament, tournament.taken, fees.get(tournament.pk)),
                )
            )
    if hidden:
        Listing.objects.filter(pk__in=hidden).delete()
    changing = [one.name for one in Listing._meta.concrete_fields if one.name not in KEPT]
    Listing.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["tournament"], update_fields=changing
    )


def facts_of(tournament: Tournament, taken: int, fee: Fee | None) -> Json:
    """The columns of a tournament's row. Asks no database but for what it points at."""
    venue = tournament.venue
    town = town_of(venue.town) if venue is not None else towns().get(tournament.town)
    place = place_of(venue, town)
    north, east = place if place is not None else (None, None)
    label = town.label if town is not None else ""
    return {
        "starts_at": tournament.starts_at,
        "state": tournament.state,
        "game": tournament.game,
        "format": tournament.format,
        "scale": tournament.scale,
        "beginners": tournament.beginners,
        "wheelchair": venue is not None and venue.wheelchair,
        "latitude": north,
        "longitude": east,
        "square": square_of(place) if place is not None else None,
        "town": venue.town if venue is not None else label,
        "places": tournament.capacity,
        "taken": taken,
        "fee": fee.cents if fee is not None else 0,
        "currency": fee.currency if fee is not None else "",
        "words": _words(tournament, town),
        "listed_at": timezone.now(),
    }


def _words(tournament: Tournament, town: Town | None) -> str:
    """What a text may find: its name, whose it is, where, and in which game."""
    venue, organization = tournament.venue, tournament.organization
    said = [tournament.name, organization.name if organization is not None else "", tournament.location]
    if venue is not None:
        said += venue.name, venue.street, venue.town
    if town is not None:
        said += town.names
    if tournament.game in GAMES:
        said.append(game_of(tournament.game).name)
    return searched(*said)


def place_of(venue: Venue | None, town: Town | None) -> Place | None:
    """Where an event is: at its venue's own place on the map, else in the middle of its town."""
    if venue is not None and venue.latitude is not None and venue.longitude is not None:
        return Place(venue.latitude, venue.longitude)
    return town.place if town is not None else None


def _taken(outer: str) -> Coalesce:
    """How many places are given, as part of a query."""
    here = Entry.objects.filter(tournament=OuterRef(outer), state__in=TAKES_A_PLACE).order_by()
    return Coalesce(Subquery(here.values("tournament").annotate(many=Count("pk")).values("many")), Value(0))


def listings_count(keys: Collection[int]) -> None:
    """Count anew how many places are given in these tournaments, where people still enter."""
    Listing.objects.filter(tournament__in=keys, state__in=OPEN).update(taken=_taken("tournament"))


def listings_make_of(organization: Organization) -> None:
    """Make the rows of the events to come of an organization, whose name or venues say something else now."""
    coming = Tournament.objects.filter(organization=organization).exclude(state__in=OVER)
    keys = list(coming.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), MANY):
        listings_make(keys[start : start + MANY])


def listings_make_all() -> int:
    """Make every row again, some hundreds at a time; how many tournaments there are. Harmless at any time."""
    keys: QuerySet[Tournament, int] = Tournament.objects.order_by("pk").values_list("pk", flat=True)
    done = last = 0
    while part := list(keys.filter(pk__gt=last)[:MANY]):
        listings_make(part)
        done, last = done + len(part), part[-1]
    return done


def follow_events() -> None:
    """Follow every command that changes a tournament, its entries or its fee."""
    follow(Tournament, listings_make, FOLLOWED)
    follow(Entry, listings_count, by="tournament_id")
    follow(Fee, listings_make, by="tournament_id")
