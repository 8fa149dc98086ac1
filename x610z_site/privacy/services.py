"""Forgetting a person: the account, names, words and decks go; results stay under a pseudonym, and every chain whole.

Refused while the person is still needed: in an event that is not over, in a case that is open, or while a
disqualification counts. The decision is one transaction; a job goes through all there is (``forgetting_services``).
"""

import secrets
from datetime import timedelta
from typing import TypedDict

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Actor, Command, command
from ledger.credentials import Happening, Hung, end
from ledger.errors import UserError
from ledger.names import sort_name
from ledger.people import Account
from ledger.quotas import require_quota
from ledger.shapes import Done
from ledger.sql import forget_on_disk
from tournaments.entries.models import Entry
from tournaments.events.models import Invitation, Staff, Tournament
from tournaments.events.standing import Power, with_power
from tournaments.judging.infractions import Level
from tournaments.judging.models import Penalty
from x610z_site.accounts.models import MailAddress
from x610z_site.accounts.services import AboutAccount

from .forgetting_services import FIRST, TASK
from .models import Erasure, ErasureRequest, Export, Guardian


class ExportAsked(TypedDict):
    """The export that is being made."""

    export: int


EXPORT_TASK = "x610z_site.privacy.tasks.make_export"
MOST_FILES = 10
"""Files of one's data within a day."""
SANCTION = timedelta(days=365)
"""A disqualification counts for so long."""
NO_BAR_AFTER = timedelta(days=7)
"""An event that nobody vouches for keeps nobody from being erased so long after its day, though it never ends."""
_OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)


# --- may it be done ----------------------------------------------------------------------------------------


def reasons_to_wait(user: Account) -> list[str]:
    """Why a person cannot be erased yet, in words for that person; empty when they can.

    A penalty of an event without a standing is none of the reasons: anybody can found one and disqualify people in it.
    """
    found = []
    bars = with_power(Power.BARS, "tournament__")
    needed = (bars | Q(tournament__starts_at__gt=timezone.now() - NO_BAR_AFTER)) & ~Q(
        tournament__state__in=_OVER
    )
    plays = Entry.objects.filter(needed, user=user).exclude(state="withdrawn")
    for name in plays.values_list("tournament__name", flat=True):
        found.append(_("You are entered in %(name)s. Withdraw, or wait until it is over.") % {"name": name})
    works = Staff.objects.filter(needed, user=user)
    for name in works.values_list("tournament__name", flat=True).distinct():
        found.append(
            _("You are on the staff of %(name)s. Hand over your role, or wait until it is over.")
            % {"name": name}
        )
    penalties = Penalty.objects.filter(bars, entry__user=user)
    if penalties.filter(state=Penalty.State.WAITING).exists():
        found.append(_("A judge's decision about you is still open."))
    counting = penalties.filter(
        state=Penalty.State.GIVEN, level=Level.DISQUALIFICATION, at__gt=timezone.now() - SANCTION
    )
    if last := counting.order_by("-at").first():
        found.append(
            _("A disqualification is kept until %(day)s; after that day you can be erased.")
            % {"day": (last.at + SANCTION).date().isoformat()}
        )
    return found


def _refuse_while_needed(user: Account) -> None:
    if reasons := reasons_to_wait(user):
        raise UserError("needed", " ".join(reasons))


# --- erasing ---------------------------------------------------------------------------------------------


def person_erase(*, actor: Actor, user_id: int) -> str:
    """Decide that a person is erased and return the pseudonym; raises UserError while they are needed, or are gone.

    Nobody can be signed in as them or enter them from here on. What others wrote is searched by a job, which is sent
    again until it is through (``forgetting_services``).
    """
    with transaction.atomic():
        people = get_user_model().objects
        # Anyone who enters this person into anything reads their row under a lock, and waits here.
        user = people.select_for_update().filter(pk=user_id, is_active=True).first()
        if user is None:
            raise UserError("gone", _("This account no longer exists."))
        _refuse_while_needed(user)
        pseudonym = _new_pseudonym()
        _account_erase(actor=actor, user=user, pseudonym=pseudonym)
        forget_on_disk()
        return pseudonym


def names_of(user: Account) -> list[str]:
    """What a person is called anywhere, the longest first; what is too short to be told from a word is left out."""
    found = {user.username, user.display_name, user.real_name, user.email}
    for mail in MailAddress.objects.filter(user=user):
        found |= {mail.address, mail.wanted}
    found |= set(Entry.objects.filter(user=user).values_list("name", flat=True))
    found |= set(Guardian.objects.filter(user=user).values_list("contact", flat=True))
    return sorted({name for name in found if len(name) > 2}, key=lambda name: (-len(name), name))


def _new_pseudonym() -> str:
    for length in (2, 2, 2, 3, 4):
        name = f"Player {secrets.token_hex(length)}"
        if not get_user_model().objects.filter(sort_name=sort_name(name), display_name=name).exists():
            return name
    raise RuntimeError("no pseudonym is free")


@command("person.erase")
def _account_erase(cmd: Command, *, user: Account, pseudonym: str) -> Done:
    """The account: nobody is let in by it and nothing is called by it; the job has the names it has to look for."""
    said = {"names": names_of(user), "pseudonym": pseudonym, "step": FIRST}
    Erasure.objects.create(user=user, at=cmd.at, touched_at=cmd.at, **said)
    cmd.send_task(TASK, user.pk)
    end(Happening.ERASED, Hung(person=user.pk, at=cmd.at))
    ErasureRequest.objects.filter(user=user).delete()
    Invitation.objects.filter(username__iexact=user.username).delete()
    tag = pseudonym.rpartition(" ")[2]
    user.username, user.display_name = f"erased-{user.pk}-{tag}", pseudonym
    user.real_name = user.email = user.language = ""
    user.is_active = user.is_office = user.is_staff = user.is_superuser = False
    user.last_login, user.date_joined = None, cmd.at
    user.guest_of, user.guest_since, user.second_step_at, user.unread_notices = "", None, None, 0
    user.set_unusable_password()
    user.groups.clear()
    user.user_permissions.clear()
    user.save()
    cmd.record(user=user.pk)
    return {}


# --- by the office, two people ----------------------------------------------------------------------------


@command("person.ask_erasure")
def erasure_ask(cmd: Command, *, user_id: int) -> AboutAccount:
    """The office asks for the erasure of somebody who cannot sign in; a second person must confirm it."""
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise UserError("gone", _("Nobody has this username."), field="username")
    ErasureRequest.objects.update_or_create(
        user=user, defaults={"asked_by": cmd.actor.user, "asked_at": cmd.at}
    )
    cmd.record(user=user.pk)
    return {"user": user.pk}


def erasure_confirm(*, actor: Actor, request_id: int) -> str:
    """The second person of the office confirms; returns the pseudonym."""
    asked = ErasureRequest.objects.filter(pk=request_id).first()
    if asked is None:
        raise UserError("gone", _("This request no longer exists."))
    if actor.user is None or asked.asked_by_id == actor.user.pk:
        raise UserError("second_person", _("Somebody else at the office must confirm this."))
    return person_erase(actor=actor, user_id=asked.user_id)


# --- the file of a person's data ----------------------------------------------------------------------------


@command("person.export")
def export_ask(cmd: Command, *, language: str) -> ExportAsked:
    """Begin the file of everything about the actor; one is made at a time, and a former one goes."""
    user = cmd.actor.user
    # Two taps at once: the second waits here and finds the file of the first.
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
    waiting = Export.objects.filter(user=user, state__in=(Export.State.QUEUED, Export.State.RUNNING)).first()
    if waiting is None:
        require_quota(cmd, MOST_FILES)
        Export.objects.filter(user=user).delete()
        waiting = Export.objects.create(user=user, language=language, asked_at=cmd.at)
        cmd.send_task(EXPORT_TASK, waiting.pk)
    cmd.record(user=user.pk)
    return {"export": waiting.pk}
