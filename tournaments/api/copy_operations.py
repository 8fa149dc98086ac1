"""A new tournament from an earlier one, through the API."""

from typing import Any

from rest_framework import serializers

from tournaments.entries.rehearsal_services import FEWEST, MOST, tournament_rehearse
from tournaments.events.copy_services import tournament_copy

from .fields import flag, short_text, whole
from .operations import ORGANIZE, Call, operation


class CopyBody(serializers.Serializer):
    """The name and the start of a copy."""

    name = short_text(100)
    starts_at = serializers.DateTimeField()
    series = flag()


@operation("tournaments/<slug:slug>/copy/", "tournament.copy", scope=ORGANIZE, right="edit", body=CopyBody)
def copy_tournament(call: Call) -> Any:
    """Make a tournament in preparation from this one; `series` makes both dates of one series."""
    tournament = call.tournament
    return tournament_copy(actor=call.staff(tournament), key=call.key, tournament=tournament, **call.said)


class RehearsalBody(serializers.Serializer):
    """How many invented players come."""

    players = whole(FEWEST, MOST)


@operation(
    "tournaments/<slug:slug>/rehearse/",
    "tournament.rehearse",
    scope=ORGANIZE,
    right="edit",
    body=RehearsalBody,
)
def rehearse_tournament(call: Call) -> Any:
    """Make a rehearsal of this tournament: a hidden copy with invented players, in which nothing counts."""
    tournament = call.tournament
    return tournament_rehearse(actor=call.staff(tournament), key=call.key, tournament=tournament, **call.said)
