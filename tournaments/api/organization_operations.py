"""What a program does for an organization: its words, level, people, venues, bars. The services ask for the role."""

from ledger.commands import Actor
from ledger.people import Account
from ledger.shapes import Json
from tournaments.organizations import bar_services, member_services, services, venue_services
from tournaments.organizations.models import Member, Organization, Venue
from tournaments.organizations.venue_services import MOST_TABLES, VenueValues

from .fields import FLAG, Kind, degrees, one_of, or_none, text, whole
from .operations import Call, Scope
from .tokens import ORGANIZE

OF_ONE = "organizations/<slug:organization>/"


def as_member(user: Account) -> Actor:
    """Who acts for an organization; in which role, the service finds out."""
    return Actor(user, "member")


runs = Scope(ORGANIZE, acts=as_member)

WORDS: dict[str, Kind] = {
    "name": text(80),
    "kind": one_of(Organization.Kind.values),
    "about_it": text(2_000).optional(""),
    "website": text(200).optional(""),
}
VENUE: dict[str, Kind] = {
    "name": text(80),
    "street": text(120).optional(""),
    "postcode": text(10).optional(""),
    "town": text(80),
    "country": one_of(Venue.Country.values).optional(Venue.Country.NETHERLANDS.value),
    "latitude": or_none(degrees(90)).optional(None),
    "longitude": or_none(degrees(180)).optional(None),
    "tables": whole(0, MOST_TABLES).optional(0),
    "wheelchair": FLAG.optional(False),
    "hours": text(500).optional(""),
    "house_rules": text(1_000).optional(""),
}

runs.command(
    "found_organization",
    "new-organization/",
    services.organization_create,
    "Found an organization; you own it.",
    body=WORDS,
)
runs.command(
    "edit_organization",
    f"{OF_ONE}edit/",
    services.organization_edit,
    "Change what its page says; `shown` as it was read.",
    body={**WORDS, "shown": text(64)},
)
runs.command(
    "end_organization",
    f"{OF_ONE}end/",
    services.organization_end,
    "End it; `typed` is its name.",
    body={"typed": text(80)},
)
runs.command(
    "ask_level",
    f"{OF_ONE}ask-level/",
    services.organization_ask_level,
    "Ask the office to trust it up to a level (1 evening, 2 open event, 3 championship).",
    body={"why": text(500)},
)
runs.command(
    "ask_member",
    f"{OF_ONE}people/ask/",
    member_services.member_ask,
    "Ask who signs in with this name to take a role.",
    body={"role": one_of(Member.Role.values)},
)
runs.command(
    "withdraw_member_question",
    f"{OF_ONE}people/<int:asked>/withdraw/",
    member_services.member_withdraw,
    "Take a question back that nobody has answered.",
)
runs.command(
    "remove_member",
    f"{OF_ONE}people/remove/",
    member_services.member_remove,
    "Take a role away.",
    body={"role": one_of(Member.Role.values)},
)
runs.command(
    "leave_organization", f"{OF_ONE}leave/", member_services.member_leave, "Lay down every role in it."
)
runs.command(
    "close_venue",
    f"{OF_ONE}venues/<int:venue>/close/",
    venue_services.venue_close,
    "Close a venue where nothing is to come.",
)
runs.command(
    "bar_person",
    f"{OF_ONE}barred/set/",
    bar_services.bar_set,
    "Keep who signs in with this name out of its events.",
)
runs.command("lift_bar", f"{OF_ONE}barred/<int:bar>/lift/", bar_services.bar_lift, "Let somebody in again.")


def _values(said: Json) -> VenueValues:
    return {
        "name": said["name"],
        "street": said["street"],
        "postcode": said["postcode"],
        "town": said["town"],
        "country": said["country"],
        "latitude": said["latitude"],
        "longitude": said["longitude"],
        "tables": said["tables"],
        "wheelchair": said["wheelchair"],
        "hours": said["hours"],
        "house_rules": said["house_rules"],
    }


@runs.special(
    f"{OF_ONE}venues/add/", venue_services.venue_add, about="A venue.", body=VENUE, without=("values",)
)
def add_venue(call: Call) -> object:
    """Add a venue."""
    return call.carry_out(values=_values(call.said))


@runs.special(
    f"{OF_ONE}venues/<int:venue>/edit/",
    venue_services.venue_edit,
    about="A venue; `shown` as it was read.",
    body={**VENUE, "shown": text(64)},
    without=("values",),
)
def edit_venue(call: Call) -> object:
    """Change a venue."""
    return call.carry_out(values=_values(call.said))
