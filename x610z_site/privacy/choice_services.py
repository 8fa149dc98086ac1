"""What a person chooses to show, and the guardian whose word a young player needs for it."""

import secrets
from collections.abc import Callable, Sequence
from functools import wraps

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from community.following.services import player_closed
from community.gallery.services import artist_hidden
from ledger.commands import Actor, Command, command
from ledger.errors import UserError
from ledger.names import clean_name
from ledger.people import Account
from ledger.shapes import Done
from tournaments.agenda.friend_services import guardian_changed, guardian_knows
from tournaments.entries.models import Entry
from tournaments.entries.questions import PAGE_PARTS
from tournaments.events.models import Tournament
from tournaments.events.standing import Power, has_power
from tournaments.programme.ladder_services import ladders_show_anew

from .models import Choice, Guardian, GuardianTalk


def _show_anew(actor: Actor) -> None:
    """A new version for every tournament the actor entered, and their ladders, so that no page made before survives.

    The person's row, the chains by number, the site's chain last: in the order in which an erasure takes them.
    """
    get_user_model().objects.select_for_update(no_key=True).get(pk=actor.user.pk)
    for tournament in Tournament.objects.filter(entries__user=actor.user).order_by("pk").distinct():
        _entry_show_anew(actor=actor, tournament=tournament)
    ladders_show_anew(actor.user.pk)


@command("person.choose", public=True)
def _entry_show_anew(cmd: Command, *, tournament: Tournament) -> Done:
    """One tournament shows what the person chose from now on."""
    cmd.record(user=cmd.actor.user.pk)
    return {}


def shown_anew(service: Callable[..., Done]) -> Callable[..., Done]:
    """Carry out a choice, and in the same transaction make every public page again that may show it."""

    @wraps(service)
    def call(*, actor: Actor, **params: object) -> Done:
        with transaction.atomic():
            _show_anew(actor)
            return service(actor=actor, **params)

    return call


@shown_anew
@command("person.real_name")
def real_name_change(cmd: Command, *, real_name: str, shown: bool) -> Done:
    """The actor writes a real name (or none), and whether everybody may read it or staff of entered events alone.

    Raises UserError when somebody of 12 to 15 wants it shown before a desk has spoken with the guardian.
    """
    user, real_name = cmd.actor.user, clean_name(real_name)[:120]
    if shown and not real_name:
        raise UserError("real_name", _("Enter the name that everybody will see."), field="real_name")
    if shown and Guardian.objects.filter(user=user, confirmed_at=None).exists():
        raise UserError(
            "guardian",
            _("First, the desk must have spoken with your parent or guardian. Until then only staff see it."),
            field="shown",
        )
    get_user_model().objects.filter(pk=user.pk).update(real_name=real_name)
    Choice.objects.update_or_create(user=user, defaults={"shows_real_name": shown})
    cmd.record(user=user.pk, shown=shown)
    return {}


@shown_anew
@command("person.page")
def page_choose(cmd: Command, *, opened: bool, parts: Sequence[str], followed: bool | None = None) -> Done:
    """The actor opens or closes a page of their own, says what everybody may see of it, and whether others follow it.

    A page that is closed has no address any more; opened again it has a new one. Raises UserError for somebody of 12
    to 15 before a desk has spoken with the guardian.
    """
    user = cmd.actor.user
    if opened and Guardian.objects.filter(user=user, confirmed_at=None).exists():
        raise UserError(
            "guardian",
            _(
                "First, the desk must have spoken with your parent or guardian. Until then nobody sees your page."
            ),
            field="opened",
        )
    known = Choice.objects.filter(user=user).first()
    code = (known.page_code if known is not None else "") or secrets.token_urlsafe(12)
    shown = {f"shows_{part}": opened and part in parts for part in PAGE_PARTS}
    if followed is None:  # not asked: as it is
        followed = known is not None and known.followed
    if not (opened and followed):
        player_closed(user)
    said = {"page_code": code if opened else "", "followed": opened and followed}
    Choice.objects.update_or_create(user=user, defaults=said | shown)
    cmd.record(user=user.pk, opened=opened, parts=[part for part in PAGE_PARTS if shown[f"shows_{part}"]])
    return {}


# --- guardians ------------------------------------------------------------------------------------------


def _hide(user: Account) -> None:
    """Take back what a person showed, their page with it."""
    nothing = dict.fromkeys((f"shows_{part}" for part in PAGE_PARTS), False)
    Choice.objects.filter(user=user).update(shows_real_name=False, page_code="", followed=False, **nothing)
    player_closed(user)


@shown_anew
@command("guardian.give")
def guardian_give(cmd: Command, *, contact: str, birth_year: int | None = None) -> Done:
    """A player of 12 to 15 says so and how to reach a parent or guardian; the desk confirms with them.

    What needs a guardian's word is switched off until then. Said again, the year of birth is never earlier than what
    they counted as; by itself it shortens nothing before a desk spoke with the guardian.
    """
    contact = clean_name(contact)
    if birth_year is not None and not cmd.at.year - 16 <= birth_year <= cmd.at.year - 12:
        raise UserError("birth_year", _("This is not the year of somebody of 12 to 15."), field="birth_year")
    if len(contact) < 5:
        raise UserError("contact", _("Enter a telephone number or an e-mail address."), field="contact")
    user = cmd.actor.user
    known = Guardian.objects.filter(user=user).first()
    if known is not None and (birth_year or known.birth_year):
        birth_year = max(known.counted_year, birth_year or 0)
    said = {"contact": contact[:120], "birth_year": birth_year, "given_at": cmd.at}
    made, _new = Guardian.objects.update_or_create(
        user=user, defaults={**said, "confirmed_at": None, "confirmed_by": None}
    )
    GuardianTalk.objects.filter(guardian=made).delete()
    _hide(user)
    artist_hidden(cmd, user)
    guardian_changed(user)
    cmd.record(user=user.pk)
    return {}


@command("guardian.friend")
def guardian_friend(cmd: Command, *, tournament: Tournament, user_id: int, friendship_id: int) -> Done:
    """The guardian with whom this desk spoke knows of a friend of the player: from now on the friendship may count."""
    guardian = _guardian_here(cmd, tournament, user_id)
    if not GuardianTalk.objects.filter(guardian=guardian, tournament=tournament).exists():
        raise UserError("not_spoken", _("Speak with the parent or guardian first."))
    guardian_knows(cmd, user_id=user_id, friendship_id=friendship_id)
    cmd.record(user=user_id, friendship=friendship_id)
    return {}


@command("guardian.withdraw")
def guardian_withdraw(cmd: Command, *, tournament: Tournament, user_id: int) -> Done:
    """The desk takes it back, with the guardian or for somebody who is 16 by now; never the player alone."""
    guardian = _guardian_here(cmd, tournament, user_id)
    guardian.delete()
    cmd.record(user=user_id)
    return {}


@command("guardian.confirm")
def guardian_confirm(cmd: Command, *, tournament: Tournament, user_id: int) -> Done:
    """The desk spoke with the guardian of one of its players: done for this event, whatever others did."""
    guardian = _guardian_here(cmd, tournament, user_id)
    said = {"at": cmd.at, "by": cmd.actor.user}
    GuardianTalk.objects.get_or_create(guardian=guardian, tournament=tournament, defaults=said)
    if guardian.confirmed_at is None:
        guardian.confirmed_at, guardian.confirmed_by = cmd.at, cmd.actor.user
        guardian.save(update_fields=["confirmed_at", "confirmed_by"])
    cmd.record(user=user_id)
    return {}


def _guardian_here(cmd: Command, tournament: Tournament, user_id: int) -> Guardian:
    """The guardian of a player here, for a desk that may speak with guardians; nobody does it for themselves."""
    if cmd.actor.user is not None and cmd.actor.user.pk == user_id:
        raise UserError("own", _("Somebody else at the desk must confirm this."))
    if not has_power(tournament, Power.GUARDIANS):
        raise UserError(
            "casual", _("Only the desk of a tournament that the office approved speaks with guardians.")
        )
    guardian = guardians_here(tournament).filter(user=user_id).first()
    if guardian is None:
        raise UserError("gone", _("This player has named no guardian."))
    return guardian


def guardians_here(tournament: Tournament) -> QuerySet[Guardian]:
    """The guardians of everybody of 12 to 15 who is entered here and did not withdraw from this event."""
    here = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN)
    return Guardian.objects.filter(user__in=here.values("user"))
