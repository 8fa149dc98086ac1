"""The code on a player's own page that the door reads: who it is, in this tournament alone, and signed by the site."""

from functools import lru_cache

import segno
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.errors import UserError
from tournaments.events.models import Tournament

from .models import Entry

KEPT_CODES = 2_048
OPEN_STATES = (Tournament.State.ENTRY, Tournament.State.CHECK_IN)
"""While these last, somebody who is entered has something to show at the door."""


def _signer(tournament: Tournament) -> Signer:
    """A code of another tournament does not fit this lock, whatever number it carries."""
    return Signer(sep=".", salt=f"door of tournament {tournament.pk}")


def door_code(tournament: Tournament, entry: Entry) -> str:
    """What stands in the code of an entry: its number, and the signature that makes it this tournament's."""
    return _signer(tournament).sign(str(entry.number))


def entry_of_code(tournament: Tournament, code: str) -> Entry:
    """Whose code this is; :class:`UserError` for one of another tournament, or one that somebody changed."""
    try:
        number = _signer(tournament).unsign(code[:200])
    except BadSignature:
        number = ""
    found = Entry.objects.filter(tournament=tournament, number=int(number)).first() if number else None
    if found is None:
        raise UserError(
            "wrong_code",
            _(
                "This code does not belong to this tournament. "
                "Look the player up by name, and let them open their page here."
            ),
            field="code",
        )
    return found


def shows_code(tournament: Tournament, entry: Entry) -> bool:
    """Whether the player has a code to show: entered, not checked in yet, and the rounds have not begun."""
    return entry.state == Entry.State.ENTERED and tournament.state in OPEN_STATES


@lru_cache(maxsize=KEPT_CODES)
def code_image(address: str) -> str:
    """The address as a QR code, as a data: URL; no words stand in it."""
    return segno.make(address, error="m").svg_data_uri(scale=5, border=4, light="white")


def own_code(request: HttpRequest, tournament: Tournament, entry: Entry) -> str:
    """The picture that a player shows at the door; empty while there is nothing to show it for."""
    if not shows_code(tournament, entry):
        return ""
    path = reverse("tournaments:door", args=[tournament.slug])
    return code_image(request.build_absolute_uri(f"{path}?code={door_code(tournament, entry)}"))
