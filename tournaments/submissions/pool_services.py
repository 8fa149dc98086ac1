"""The opened cards of limited players: recorded by the player or the desk, signed by opener and verifier.

A pool is as secret as a deck list: ledger rows hold ids, revisions and counts, never a card.
"""

from typing import TypedDict

from django.utils.translation import gettext as _

from decks.registration.models import Registration
from decks.registration.pools import pool_record, pool_sign
from decks.registration.services import registration_for_update
from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.entries.models import Entry
from tournaments.events.models import TOURNAMENT_LOCK, Staff, Tournament
from tournaments.events.policy import LIMITED
from tournaments.events.services import require_state

from .services import TAKES_PART, deck_closed_since


class PoolRecorded(TypedDict):
    """The revision of an opened pool, and how many cards it holds."""

    revision: int
    cards: int


class PoolSigned(TypedDict):
    """Whether the pool stands."""

    signed: bool


OPENER, VERIFIER = "opener", "verifier"
ROLES = (OPENER, VERIFIER)


@command("pool.record")
def opened_pool_record(cmd: Command, *, tournament: Tournament, number: int, text: str) -> PoolRecorded:
    """Write down the cards that entry ``number`` opened; by the player, or by staff for them."""
    tournament, entry, registration = _limited(cmd, tournament, number)
    _require_open(cmd, tournament, entry, registration)
    pool = pool_record(registration, text=text, by=cmd.actor.user, at=cmd.at)
    cmd.record(entry=entry.pk, pool=pool.pk, revision=pool.revision, cards=pool.count)
    return {"revision": pool.revision, "cards": pool.count}


@command("pool.sign")
def opened_pool_sign(
    cmd: Command, *, tournament: Tournament, number: int, role: str, revision: int
) -> PoolSigned:
    """Sign the opened cards of entry ``number``: another player of the table, a judge or the player.

    One signature is of who opened the products, one of who verified the cards, and they are two people.
    """
    if role not in ROLES:
        raise UserError("role", _("Choose whether you opened the cards or checked them."), field="role")
    tournament, entry, registration = _limited(cmd, tournament, number)
    _require_here(cmd, tournament)
    pool = pool_sign(registration, by=cmd.actor.user, role=role, revision=revision, at=cmd.at)
    cmd.record(entry=entry.pk, pool=pool.pk, revision=pool.revision, role=role, signed=pool.signed)
    return {"signed": pool.signed}


def _limited(cmd: Command, tournament: Tournament, number: int) -> tuple[Tournament, Entry, Registration]:
    cmd.lock(TOURNAMENT_LOCK, tournament.pk, shared=True)
    fresh = Tournament.objects.get(pk=tournament.pk)
    cmd.tournament = fresh
    states = Tournament.State
    require_state(fresh, states.ENTRY, states.CHECK_IN, states.RUNNING)
    entry = Entry.objects.filter(tournament=fresh, number=number, state__in=TAKES_PART).first()
    if entry is None or entry.registration_id is None:
        raise UserError("no_entry", _("This player is not in this tournament."))
    registration = registration_for_update(entry.registration_id)
    if registration.format != LIMITED:
        raise UserError("not_limited", _("Only limited tournaments have opened cards."), rule="101.1b")
    return fresh, entry, registration


def _require_here(cmd: Command, tournament: Tournament) -> None:
    """Who signs plays here or works here: somebody else cannot have seen the cards."""
    user = cmd.actor.user
    if not (
        Entry.objects.filter(tournament=tournament, user=user, state__in=TAKES_PART).exists()
        or Staff.objects.filter(tournament=tournament, user=user).exclude(role=Staff.Role.DOOR).exists()
    ):
        raise UserError("not_here", _("Only players and judges of this tournament can sign."))


def _require_open(cmd: Command, tournament: Tournament, entry: Entry, registration: Registration) -> None:
    """A player records until the deadline; staff at any time before a deck is submitted."""
    own = entry.user_id == cmd.actor.user.pk and cmd.actor.role == "player"
    if own and deck_closed_since(tournament, registration, cmd.at) is not None:
        raise UserError("deck_closed", _("Decks are locked. Ask at the desk."))
