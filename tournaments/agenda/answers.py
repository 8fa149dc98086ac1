"""What this room itself puts into an agenda: entered events, friendly games that are proposed or agreed."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.people import Account
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.questions import players_counted
from tournaments.rounds.schedule import expected_end

from .models import Friendly
from .selectors import WIDEST, friendlies_of
from .sources import Item, register

LENGTH = timedelta(hours=2)
"""How long a friendly game is said to last."""
AWAY = (Entry.State.WITHDRAWN, Entry.State.NO_SHOW)


def entered(user: Account, since: datetime, until: datetime) -> Sequence[Item]:
    """The tournaments a person entered, as long as their plan says; one query."""
    mine = Entry.objects.filter(user=user).exclude(state__in=AWAY).values("tournament")
    rows = Tournament.objects.filter(pk__in=mine, starts_at__gt=since - WIDEST, starts_at__lt=until)
    found = []
    for one in rows.exclude(state=Tournament.State.DRAFT).annotate(players=players_counted()):
        ends = expected_end(one, one.players)
        if ends > since:
            found.append(
                Item(
                    key=f"t-{one.slug}",
                    title=one.name,
                    about="" if one.staff_only else one.name,
                    starts_at=one.starts_at,
                    ends_at=ends,
                    place=one.location,
                    where=reverse("tournaments:detail", args=[one.slug]),
                    off=one.state == Tournament.State.CANCELLED,
                )
            )
    return found


def friendlies(user: Account, since: datetime, until: datetime) -> Sequence[Item]:
    """The friendly games of a person that are proposed or agreed, and those that were agreed and called off."""
    states = Friendly.State
    rows = friendlies_of(user).filter(starts_at__gt=since - LENGTH, starts_at__lt=until)
    found = []
    for one in rows.exclude(state=states.DECLINED):
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


register("entered", entered)
register("friendlies", friendlies)
