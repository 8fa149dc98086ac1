"""The frame of every tournament page."""

from typing import Any

from django.http import HttpRequest

from ledger.selectors import live_version
from ledger.shapes import Context
from ledger.web import new_key

from .access import rights_of
from .models import Tournament


def page(request: HttpRequest, tournament: Tournament, **context: Any) -> Context:
    """Context every tournament page needs: the tournament, the person's rights, the live version, a new key."""
    return {
        "tournament": tournament,
        "rights": rights_of(request.user, tournament),
        "live_key": tournament.chain_key,
        "live_version": live_version(tournament.chain_key),
        "idempotency_key": new_key(),
        **context,
    }
