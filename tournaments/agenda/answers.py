"""What this room itself puts into an agenda: events entered or worked at, friendly games proposed or agreed."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Value
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.people import Account
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament
from tournaments.events.questions import players_counted
from tournaments.rounds.schedule import expected_end

from .models import Friendly
from .selectors import WIDEST, friendlies_of
from .sources import Item, register

LENGTH = timedelta(hours=2)
"""How long a friendly game is said to last."""
SAID = (
    "slug",
    "name",
    "state",
    "starts_at",
    "closes_at",
    "location",
    "policy",
    "capacity",
    "rehearsal_until",
)
"""What is read of a tournament: half of its columns would be read for nothing."""
OF_A_GAME = ("starts_at", "place", "state", "agreed", "proposer__display_name", "asked__display_name")
AWAY = (Entry.State.WITHDRAWN, Entry.State.NO_SHOW)


def events(user: Account, since: datetime, until: datetime) -> Sequence[Item]:
    """The tournaments that a person entered or works at, as long as their plan says; two queries.

    Not leagues: their weeks leave a person free, and their appointments are a source of their own.
    """
    then = {"tournament__starts_at__gt": since - WIDEST, "tournament__starts_at__lt": until}
    entered = Entry.objects.filter(user=user, **then).exclude(state__in=AWAY)
    entered = entered.exclude(tournament__state=Tournament.State.DRAFT)
    works = Staff.objects.filter(user=user, tournament__rehearsal_until=None, **then)
    both = works.order_by().values_list("tournament_id", "role")
    both = both.union(entered.order_by().values_list("tournament_id", Value("")), all=True)
    roles: dict[int, list[str]] = {}
    words = dict(Staff.Role.choices)
    for number, role in sorted(both):
        roles.setdefault(number, []).extend([str(words.get(role, role))] if role else [])
    rows = Tournament.objects.filter(pk__in=roles).only(*SAID).annotate(players=players_counted())
    at = reverse("tournaments:list")  # under which each has its own
    items = (
        event_item(one, one.players, at, ", ".join(roles[one.pk]))
        for one in rows
        if not one.policy.window_days
    )
    return [item for item in items if item.ends_at > since]


def event_item(tournament: Tournament, players: int, at: str, work: str = "") -> Item:
    """A tournament in which so many play, below the address ``at``, and what the owner of the agenda does there."""
    return Item(
        key=f"t-{tournament.slug}",
        title=tournament.name,
        about="" if tournament.staff_only else tournament.name,
        starts_at=tournament.starts_at,
        ends_at=expected_end(tournament, players),
        place=tournament.location,
        where=f"{at}{tournament.slug}/",
        work=work,
        off=tournament.state == Tournament.State.CANCELLED,
    )


def friendlies(user: Account, since: datetime, until: datetime) -> Sequence[Item]:
    """The friendly games of a person that are proposed or agreed, and those that were agreed and called off."""
    states = Friendly.State
    rows = friendlies_of(user).filter(starts_at__gt=since - LENGTH, starts_at__lt=until)
    found = []
    for one in rows.exclude(state=states.DECLINED).only(*OF_A_GAME):
        if one.state == states.CANCELLED and not one.agreed:
            continue
        other = one.asked if one.proposer_id == user.pk else one.proposer
        agreed = one.state == states.ACCEPTED
        found.append(
            Item(
                key=f"friendly-{one.pk}",
                title=_("Friendly game with %(name)s") % {"name": other.display_name},
                about=_("Friendly game") if agreed else "",
                starts_at=one.starts_at,
                ends_at=one.starts_at + LENGTH,
                place=one.place,
                where=reverse("tournaments:friendly", args=[one.pk]),
                open=one.state == states.PROPOSED,
                off=one.state == states.CANCELLED,
                alone=True,
            )
        )
    return found


register("events", events)
register("friendlies", friendlies)
