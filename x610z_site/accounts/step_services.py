"""Writing second steps and recoveries: set up, used, taken away; asked for, agreed to, used."""

import secrets
from datetime import timedelta
from typing import TypedDict

from django.conf import settings
from django.utils.translation import gettext as _

from decks.cards.services import EDIT
from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import fold
from ledger.quotas import require_quota
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament
from tournaments.events.standing import Standing, standing_of
from x610z_site.site_secrets import opened, sealed

from . import outgoing_mail_services as mail
from . import second_step
from .models import Letter, Passkey, Recovery, RecoveryCode, SecondStep, Session, User
from .services import AboutAccount, own_account, set_password, token_hash


class FreshCodes(TypedDict):
    """Recovery codes in the clear, shown once; empty where nothing new was made."""

    codes: list[str]


class RecoveryIs(TypedDict):
    """The request for recovery that a command was about."""

    recovery: int


class WayIn(TypedDict):
    """The code with which somebody recovers their account."""

    code: str


class RecoveriesStopped(TypedDict):
    """How many requests ended."""

    stopped: int


RECOVERY_HOURS = 24
"""So long a request waits for the second person, and so long its code works afterwards."""
AT_THE_DESK = (Tournament.State.ENTRY, Tournament.State.CHECK_IN, Tournament.State.RUNNING)
MOST_ASKED = 30
"""So many requests one person makes at a desk within a day."""


def _wrong_code() -> UserError:
    return UserError(
        "wrong_code", _("This code is not right. A new one appears every 30 seconds."), field="code"
    )


def fresh_codes(user: User) -> list[str]:
    """New recovery codes instead of all earlier ones, the person's row being held; shown once by who calls."""
    codes = second_step.new_codes()
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, code_hash=second_step.code_hash(code, user.pk)) for code in codes
    )
    return codes


@command("second_step.set_up")
def second_step_set_up(
    cmd: Command, *, secret: str, code: str, current: str, proved: bool = False
) -> FreshCodes:
    """Ask for a code at every sign-in from now on; all sessions end. Returns the recovery codes, once.

    ``proved``: the person has just shown a second step; without it nobody who has one adds another.
    """
    user = own_account(cmd, current)
    shared = bytes.fromhex(secret)
    # Who has a step takes it away first, with a code of it; and a secret that was never made opens nothing.
    free = not SecondStep.objects.filter(user=user).exists() and (user.second_step_at is None or proved)
    fits = free and len(shared) == second_step.SECRET_BYTES
    step = second_step.step_of(shared, code) if fits else None
    if step is None:
        raise _wrong_code()
    stored = {"secret": sealed(shared), "last_step": step}
    SecondStep.objects.update_or_create(user=user, defaults=stored)
    user.second_step_at = user.second_step_at or cmd.at
    user.session_epoch += 1
    user.save(update_fields=["second_step_at", "session_epoch"])
    Session.objects.filter(user=user).delete()
    mail.tell(cmd, user, Letter.Kind.STEP)
    cmd.record(user=user.pk)
    return {"codes": fresh_codes(user)}


@command("second_step.use")
def second_step_use(cmd: Command, *, user: User, code: str) -> AboutAccount:
    """Check a code at a sign-in: of the app, each at most once, or one of the recovery codes, which is then used up."""
    held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    recovery = spend(held, code)
    cmd.record(user=held.pk, recovery=recovery)
    return {"user": held.pk}


def spend(user: User, code: str) -> bool:
    """Use a code up, the person's row being held; whether it was a recovery code. Refused when it is neither."""
    app = SecondStep.objects.filter(user=user).first()
    step = second_step.step_of(opened(app.secret), code, app.last_step) if app else None
    if app is not None and step is not None:
        app.last_step = step
        app.save(update_fields=["last_step"])
        return False
    found = RecoveryCode.objects.filter(user=user, code_hash=second_step.code_hash(code, user.pk))
    if not found.delete()[0]:
        raise _wrong_code()
    return True


@command("second_step.renew_codes")
def second_step_renew_codes(cmd: Command, *, code: str, current: str) -> FreshCodes:
    """New recovery codes; the old ones stop working. Returned once."""
    user = own_account(cmd, current)
    spend(user, code)
    mail.tell(cmd, user, Letter.Kind.STEP)
    cmd.record(user=user.pk)
    return {"codes": fresh_codes(user)}


@command("second_step.remove")
def second_step_remove(cmd: Command, *, code: str, current: str) -> AboutAccount:
    """Ask for no code any more; refused to who needs a second step for their role and has no passkey."""
    user = own_account(cmd, current)
    spend(user, code)
    SecondStep.objects.filter(user=user).delete()
    settle(user)
    mail.tell(cmd, user, Letter.Kind.STEP)
    cmd.record(user=user.pk)
    return {"user": user.pk}


def settle(user: User) -> None:
    """After one second step went, the person's row being held: without any other, none is asked for any more.

    Raises UserError, which undoes the whole command, for somebody who must have one.
    """
    if SecondStep.objects.filter(user=user).exists() or Passkey.objects.filter(user=user).exists():
        return
    if must_have_step(user):
        raise UserError(
            "last_second_step",
            _("Your role needs a second step. Set up another one before you remove this one."),
        )
    _forget(user)


def must_have_step(user: User) -> bool:
    """Whether somebody has power that the site gives only with a second step: the office, a keeper, a head judge."""
    if not settings.SECOND_STEP_REQUIRED:
        return False
    return has_power(user)


def has_power(user: User) -> bool:
    """Whether somebody is of the office, a keeper or a head judge: whose account would open more than one's own."""
    judging = Staff.objects.filter(user=user, role=Staff.Role.HEAD_JUDGE)
    # The right itself, whether or not a second step lets it be used just now.
    return user.is_office or super(User, user).has_perm(EDIT) or judging.exists()


def _forget(user: User) -> None:
    SecondStep.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
    user.second_step_at = None
    user.save(update_fields=["second_step_at"])


# --- a forgotten password -------------------------------------------------------------------------------------


@command("recovery.ask")
def recovery_ask(cmd: Command, *, username: str) -> RecoveryIs:
    """The office asks for a new password for somebody who stands before it; a second person must agree."""
    people = User.objects.select_for_update(no_key=True).filter(guest_of="", is_active=True)
    user = people.filter(username=fold(username)[:60]).first()
    if user is None or user.pk == cmd.actor.user.pk:
        raise UserError(
            "username", _("There is no account with this name that can be helped."), field="username"
        )
    return _asked(cmd, user, None)


@command("recovery.ask_at_desk")
def recovery_ask_at_desk(cmd: Command, *, tournament: Tournament, entry_id: int) -> RecoveryIs:
    """The desk asks for a player who stands before it; somebody of the office must agree, and nobody else can.

    A request that waits already is kept, whoever made it, so that no desk ends one of the office; and a desk asks for
    one person once a day, so that it cannot go on after the owner said no. Raises UserError for a guest, for the
    actor, for people whose work gives them power, and in a tournament that the office did not approve or that is over.
    """
    if standing_of(tournament) is Standing.CASUAL or tournament.state not in AT_THE_DESK:
        raise UserError(
            "not_here", _("The desk of an approved tournament can ask, until the tournament is over.")
        )
    require_quota(cmd, MOST_ASKED)
    entry = (
        Entry.objects.filter(tournament=tournament, pk=entry_id).exclude(state=Entry.State.WITHDRAWN).first()
    )
    people = User.objects.select_for_update(no_key=True).filter(guest_of="", is_active=True)
    user = people.filter(pk=entry.user_id if entry else 0).exclude(pk=cmd.actor.user.pk).first()
    if user is None:
        raise UserError("entry", _("There is no account with this name that can be helped."), field="entry")
    if has_power(user):
        raise UserError("entry", _("For this person, only the office itself can ask."), field="entry")
    asked = Recovery.objects.filter(user=user)
    if waiting := asked.filter(ended_at=None, expires_at__gt=cmd.at).first():
        cmd.record(recovery=waiting.pk, user=user.pk, kept=True)
        return {"recovery": waiting.pk}
    if asked.filter(tournament__isnull=False, asked_at__gt=cmd.at - timedelta(hours=RECOVERY_HOURS)).exists():
        raise UserError(
            "asked_today",
            _("A desk has already asked for this person today. Now only the office can ask again."),
            field="entry",
        )
    return _asked(cmd, user, tournament)


def _asked(cmd: Command, user: User, tournament: Tournament | None) -> RecoveryIs:
    """A new request instead of any before, the person's row being held; its owner is told."""
    Recovery.objects.filter(user=user, ended_at=None).update(ended_at=cmd.at)
    made = Recovery.objects.create(
        user=user,
        asked_by=cmd.actor.user,
        asked_at=cmd.at,
        expires_at=cmd.at + timedelta(hours=RECOVERY_HOURS),
        tournament=tournament,
    )
    mail.notify_if_address(cmd, user, Letter.Kind.ASKED)
    cmd.record(recovery=made.pk, user=user.pk)
    return {"recovery": made.pk}


@command("recovery.agree")
def recovery_agree(cmd: Command, *, recovery_id: int) -> WayIn:
    """A second person of the office agrees, and is shown the code once; never who asked, never the account's owner."""
    waiting = Recovery.objects.select_for_update(no_key=True).filter(
        pk=recovery_id, ended_at=None, agreed_by=None, expires_at__gt=cmd.at
    )
    found = waiting.exclude(asked_by=cmd.actor.user).exclude(user=cmd.actor.user).first()
    if found is None:
        raise UserError(
            "no_recovery",
            _("This request is not waiting for you. The person who made it cannot also agree to it."),
        )
    code = secrets.token_urlsafe(18)
    found.agreed_by, found.code_hash = cmd.actor.user, token_hash(code)
    found.expires_at = cmd.at + timedelta(hours=RECOVERY_HOURS)
    found.save(update_fields=["agreed_by", "code_hash", "expires_at"])
    cmd.record(recovery=found.pk, user=found.user_id)
    return {"code": code}


@command("recovery.stop")
def recovery_stop(cmd: Command) -> RecoveriesStopped:
    """The owner, signed in somewhere, stops every request for a new password of theirs."""
    stopped = Recovery.objects.filter(user=cmd.actor.user, ended_at=None).update(ended_at=cmd.at)
    cmd.record(user=cmd.actor.user.pk, stopped=stopped)
    return {"stopped": stopped}


@command("recovery.use")
def recovery_use(cmd: Command, *, code_sha256: str, password: str) -> AboutAccount:
    """Set a new password with the code, once: all sessions end, and a second step must be set up anew."""
    waiting = Recovery.objects.filter(code_hash=code_sha256, ended_at=None, expires_at__gt=cmd.at)
    # The person's row first, as everybody does who writes about a person: two at once never wait for each other.
    owner = waiting.exclude(agreed_by=None).values_list("user_id", flat=True).first()
    user = User.objects.select_for_update(no_key=True).filter(pk=owner or 0, is_active=True).first()
    found = waiting.exclude(agreed_by=None).select_for_update(no_key=True).first()
    if user is None or found is None:
        raise UserError("recovery", _("This code no longer works. Ask the office for a new one."))
    set_password(cmd, user, password)
    _forget(user)
    found.ended_at = cmd.at
    found.save(update_fields=["ended_at"])
    cmd.record(recovery=found.pk)
    return {"user": user.pk}
