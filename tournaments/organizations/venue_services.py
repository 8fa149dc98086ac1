"""The venues of an organization: adding, changing, closing one."""

from typing import TypedDict

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import Problem, StaleError, UserError
from ledger.hashing import digest
from ledger.names import clean_lines, clean_name, fold

from .models import Organization, Venue
from .questions import events_at, found_anew
from .selectors import MOST_SHOWN, ORGANIZING
from .services import lock

MOST_TABLES = 2000


class VenueValues(TypedDict):
    """What is said of a venue; ``latitude`` and ``longitude`` in degrees, or both None."""

    name: str
    street: str
    postcode: str
    town: str
    country: str
    latitude: float | None
    longitude: float | None
    tables: int
    wheelchair: bool
    hours: str
    house_rules: str


class AboutVenue(TypedDict):
    """The venue that a command was about."""

    venue: int


def venue_token(venue: Venue) -> str:
    """A token of a venue as it is: a form that was opened at other values is out of date."""
    return digest([getattr(venue, field) for field in VenueValues.__annotations__])[:16]


@command("venue.add")
def venue_add(cmd: Command, *, organization: Organization, values: VenueValues) -> AboutVenue:
    """An owner or organizer adds a venue; no two of one organization have the same name or the same address."""
    organization = lock(cmd, organization, *ORGANIZING)
    if Venue.objects.filter(organization=organization, closed_at=None).count() >= MOST_SHOWN:
        raise UserError(
            "too_many", _("An organization has at most %(count)s venues.") % {"count": MOST_SHOWN}
        )
    venue = Venue(organization=organization)
    _fill(venue, values)
    _save(venue)
    cmd.record(organization=organization.pk, venue=venue.pk)
    return {"venue": venue.pk}


@command("venue.edit")
def venue_edit(
    cmd: Command, *, organization: Organization, venue_id: int, values: VenueValues, shown: str
) -> AboutVenue:
    """Change a venue; ``shown``: the token of the values that the form was filled with."""
    organization = lock(cmd, organization, *ORGANIZING)
    venue = _own(organization, venue_id)
    if shown != venue_token(venue):
        raise StaleError("stale", _("Somebody else changed this in the meantime. Look at it again."))
    _fill(venue, values)
    _save(venue)
    found_anew(organization)
    cmd.record(organization=organization.pk, venue=venue.pk)
    return {"venue": venue.pk}


@command("venue.close")
def venue_close(cmd: Command, *, organization: Organization, venue_id: int) -> AboutVenue:
    """Close a venue: past events keep it, no new one is held there. Refused while events are to come there."""
    organization = lock(cmd, organization, *ORGANIZING)
    venue = _own(organization, venue_id)
    if count := events_at(venue, cmd.at):
        text = _("%(count)s events are still to be held there. Give them another venue first.")
        raise UserError("events_there", text % {"count": count})
    venue.closed_at = cmd.at
    venue.save(update_fields=["closed_at"])
    cmd.record(organization=organization.pk, venue=venue.pk)
    return {"venue": venue.pk}


def _own(organization: Organization, venue_id: int) -> Venue:
    venue = Venue.objects.filter(organization=organization, pk=venue_id, closed_at=None).first()
    if venue is None:
        raise UserError("no_venue", _("This venue is closed, or it is not one of yours."))
    return venue


def _fill(venue: Venue, values: VenueValues) -> None:
    """Give a venue these values; raises UserError for all that cannot be, at once."""
    venue.name, venue.town = clean_name(values["name"])[:80], clean_name(values["town"])[:80]
    venue.folded = fold(venue.name)[:320]
    venue.street, venue.postcode = clean_name(values["street"])[:120], clean_name(values["postcode"])[:10]
    venue.country, venue.tables, venue.wheelchair = values["country"], values["tables"], values["wheelchair"]
    venue.latitude, venue.longitude = values["latitude"], values["longitude"]
    venue.hours, venue.house_rules = (
        clean_lines(values["hours"], 500),
        clean_lines(values["house_rules"], 1000),
    )
    if problems := _problems(venue):
        raise UserError("invalid", "", problems=problems)


def _problems(venue: Venue) -> list[Problem]:
    found = []
    if len(venue.folded) < 2:
        found.append(Problem("name", _("Enter a name for the venue."), "name"))
    if not venue.town:
        found.append(Problem("town", _("Enter the town."), "town"))
    if venue.country not in Venue.Country.values:
        found.append(Problem("country", _("Choose one of the countries."), "country"))
    if not 0 <= venue.tables <= MOST_TABLES:
        found.append(Problem("tables", _("Enter between 0 and 2000 tables."), "tables"))
    latitude, longitude = venue.latitude, venue.longitude
    if (latitude is None) != (longitude is None):
        text = _("A place on the map has a latitude and a longitude: enter both, or neither.")
        found.append(Problem("place", text, "latitude"))
    # Also refuses what is no number, which compares with nothing.
    elif not (-90 <= (latitude or 0) <= 90 and -180 <= (longitude or 0) <= 180):
        text = _("Latitude goes from -90 to 90 and longitude from -180 to 180.")
        found.append(Problem("place", text, "latitude"))
    if _same_address(venue):
        text = _("Another of your venues has this address. Change that one instead.")
        found.append(Problem("same_address", text, "street"))
    return found


def _same_address(venue: Venue) -> bool:
    """Whether another venue of the organization stands at the same address."""
    if not venue.street or not venue.organization_id:
        return False
    others = Venue.objects.filter(organization=venue.organization_id, closed_at=None).exclude(pk=venue.pk)
    here = fold(venue.street), fold(venue.town)
    return any((fold(street), fold(town)) == here for street, town in others.values_list("street", "town"))


def _save(venue: Venue) -> None:
    try:
        with transaction.atomic():
            venue.save()
    except IntegrityError as error:
        raise UserError("name_taken", _("Another of your venues has this name."), field="name") from error
