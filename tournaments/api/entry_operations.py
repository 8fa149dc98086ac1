"""What the desk does about the players of a tournament through the API: who enters, who is here, who leaves."""

from typing import Any

from django.http import Http404
from rest_framework import serializers

from decks.registration.text import MAX_CHARACTERS
from tournaments.entries import services as entries
from tournaments.entries.door_services import entry_check_in_many
from tournaments.entries.models import Entry

from .fields import short_text, whole
from .operations import ORGANIZE, Call, operation

ONE = "tournaments/<slug:slug>/"
ENTRY = f"{ONE}entries/<int:entry>/"


class ArrivedBody(serializers.Serializer):
    """Who is here, by the numbers of their entries."""

    entries = serializers.ListField(child=whole(1, 1_000_000), min_length=1, max_length=2000)


class GuestBody(serializers.Serializer):
    """Whom the desk enters; ``text``: the deck list they bring."""

    name = short_text(60)
    text = short_text(MAX_CHARACTERS, required=False)


@operation(f"{ONE}entries/", "entry.add_at_desk", scope=ORGANIZE, right="entries", body=GuestBody)
def enter_guest(call: Call) -> Any:
    """Enter somebody without an account."""
    tournament = call.tournament
    return entries.entry_add_at_desk(
        actor=call.staff(tournament), key=call.key, tournament=tournament, **call.said
    )


def _entry(call: Call, service: Any) -> Any:
    tournament = call.tournament
    actor = call.staff(tournament)
    entry = call.entry(tournament)
    return service(actor=actor, key=call.key, tournament=tournament, entry_id=entry.pk)


@operation(f"{ENTRY}check-in/", "entry.check_in", scope=ORGANIZE, right="entries")
def check_in_entry(call: Call) -> Any:
    """Say that a player is here; one who was away comes back for the next round."""
    return _entry(call, entries.entry_check_in)


@operation(f"{ONE}check-in-many/", "entry.check_in_many", scope=ORGANIZE, right="door", body=ArrivedBody)
def check_in_many(call: Call) -> Any:
    """Check in several players who are entered; who cannot be is named with the reason, by the ids of the answer."""
    tournament = call.tournament
    actor, numbers = call.staff(tournament), call.said["entries"]
    found = Entry.objects.filter(tournament=tournament, number__in=numbers).order_by("number")
    chosen = list(found.values_list("pk", flat=True))
    if len(chosen) != len(set(numbers)):
        raise Http404
    return entry_check_in_many(actor=actor, key=call.key, tournament=tournament, entries=chosen)


@operation(f"{ENTRY}withdraw/", "entry.withdraw", scope=ORGANIZE, right="entries")
def withdraw_entry(call: Call) -> Any:
    """Take a player out before the start; the first of the waiting list moves up."""
    return _entry(call, entries.entry_withdraw)


@operation(f"{ENTRY}put-back/", "entry.put_back", scope=ORGANIZE, right="entries")
def put_entry_back(call: Call) -> Any:
    """Take a withdrawal back."""
    return _entry(call, entries.entry_put_back)


@operation(f"{ENTRY}drop/", "entry.drop", scope=ORGANIZE, right="entries")
def drop_entry(call: Call) -> Any:
    """A player leaves after the present round."""
    return _entry(call, entries.entry_drop)
