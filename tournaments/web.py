"""The frame of every tournament page."""

from typing import Any

from django.http import HttpRequest

from ledger.selectors import live_version
from ledger.web import new_key
from tournaments.entries.selectors import entry_of
from tournaments.events.access import rights_of
from tournaments.events.models import Tournament


def page(request: HttpRequest, tournament: Tournament, **context: Any) -> dict[str, Any]:
    """Context every tournament page needs: the tournament, the person's rights, the live version, a new key."""
    return {
        "tournament": tournament,
        "rights": rights_of(request.user, tournament),
        "plays": entry_of(request.user, tournament) is not None,
        "live_key": tournament.chain_key,
        "live_version": live_version(tournament.chain_key),
        "idempotency_key": new_key(),
        **context,
    }
