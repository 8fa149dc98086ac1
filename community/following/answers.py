"""What this room gives rooms below it: followed events for agendas, and what a block ends."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.people import Account
from tournaments.agenda.answers import event_item
from tournaments.agenda.questions import parted
from tournaments.agenda.selectors import WIDEST
from tournaments.agenda.sources import Item, register
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament
from tournaments.events.questions import players_counted
from tournaments.finding.models import Listing

from .models import Follow
from .services import player_parted

parted.answered_by(player_parted)


def followed_events(user: Account, since: datetime, until: datetime) -> Sequence[Item]:
    """The events somebody follows and takes no part in, for their own eyes: no friend reads of them. Two queries.

    Not leagues, which have no hour; they clash with nothing, for who follows an event need not be there.
    """
    follows = list(Follow.objects.filter(user=user, event__isnull=False).values_list("event", flat=True))
    if not follows:
        return []
    listed = Listing.objects.filter(tournament__in=follows).values("tournament")
    there = Entry.objects.filter(user=user).exclude(state=Entry.State.WITHDRAWN).values("tournament")
    works = Staff.objects.filter(user=user).values("tournament")
    then = {"starts_at__gt": since - WIDEST, "starts_at__lt": until}
    rows = Tournament.objects.filter(pk__in=listed, **then).exclude(pk__in=there).exclude(pk__in=works)
    at = reverse("tournaments:list")
    items = [
        replace(event_item(one, one.players, at), about="", watched=_("you follow this"))
        for one in rows.annotate(players=players_counted())
        if not one.policy.window_days
    ]
    return [item for item in items if item.ends_at > since]


register("followed", followed_events)
