"""Writing passkeys: made, used, taken away; and showing anew, before that, who one is."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.credentials import Happening, Hung, end
from ledger.errors import UserError
from ledger.names import clean_name
from ledger.people import Account
from ledger.shapes import Json

from . import outgoing_mail_services, passkeys, step_services
from .models import Letter, Passkey, RecoveryCode, SpentChallenge, User
from .services import AboutAccount, SignedIn, own_account, token_hash
from .step_services import FreshCodes

MOST = 10
"""Passkeys of one account: more than anybody has devices, and a list one can read."""


def _wrong() -> UserError:
    """One sentence for everything that can be wrong with an answer."""
    return UserError("wrong_passkey", _("This passkey did not work. Try again, or use a code."))


def _held(user_id: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def _spend(challenge: str, at: datetime) -> None:
    """Use a challenge up; of two at once one waits here and is refused."""
    if not challenge:
        raise _wrong()
    try:
        with transaction.atomic():
            SpentChallenge.objects.create(sha256=token_hash(challenge), at=at)
    except IntegrityError as error:
        raise _wrong() from error


def _end_sessions(cmd: Command, user: User) -> None:
    user.session_epoch += 1
    user.save(update_fields=["session_epoch"])
    end(Happening.END_ALL, Hung(person=user.pk, at=cmd.at))


@command("second_step.prove")
def second_step_prove(cmd: Command, *, current: str, code: str = "") -> AboutAccount:
    """Show again who one is: the password, and a code where a second step was set up."""
    user = own_account(cmd, current)
    if user.second_step_at is not None:
        step_services.spend(user, code)
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("passkey.add")
def passkey_add(
    cmd: Command, *, place: passkeys.Place, challenge: str, handle: str, answer: Json, name: str
) -> FreshCodes:
    """Keep a passkey that was just made; all sessions end. Returns recovery codes, once, to who has none yet."""
    user = _held(cmd.actor.user.pk)
    name = clean_name(name)[:60]
    if not name:
        raise UserError("name", _("Enter which device or key this is."), field="name")
    _spend(challenge, cmd.at)
    if Passkey.objects.filter(user=user).count() >= MOST:
        raise UserError("too_many_passkeys", _("Ten passkeys are enough. Remove one first."))
    try:
        new = passkeys.made(place, challenge, answer)
        with transaction.atomic():
            made = Passkey.objects.create(
                user=user,
                name=name,
                handle=handle,
                credential_id=new.credential_id,
                public_key=new.public_key,
                sign_count=new.sign_count,
                added_at=cmd.at,
            )
    except (passkeys.WrongPasskeyError, IntegrityError) as error:
        raise _wrong() from error
    if user.second_step_at is None:
        user.second_step_at = cmd.at
        user.save(update_fields=["second_step_at"])
    _end_sessions(cmd, user)
    cmd.record(user=user.pk, passkey=made.pk)
    outgoing_mail_services.tell(cmd, user, Letter.Kind.STEP)
    if RecoveryCode.objects.filter(user=user).exists():
        return {"codes": []}
    return {"codes": step_services.fresh_codes(user)}


@command("passkey.use")
def passkey_use(
    cmd: Command, *, place: passkeys.Place, challenge: str, answer: Json, user: Account | None = None
) -> SignedIn:
    """Check what a passkey signed, of ``user`` or, without one, of the person it belongs to; says who, in which epoch.

    The owner's row is held, so that a passkey taken away meanwhile, or the end of all sessions, comes first or after.
    """
    said = passkeys.answered_passkey_id(answer)
    owner = Passkey.objects.filter(credential_id=said).values_list("user_id", flat=True).first()
    if owner is None or (user is not None and owner != user.pk):
        raise _wrong()
    held = _held(owner)
    mine = Passkey.objects.filter(credential_id=said, user=held).first()
    if mine is None or not held.is_active or held.guest_of:
        raise _wrong()
    _spend(challenge, cmd.at)
    known = passkeys.Fresh(mine.credential_id, bytes(mine.public_key), mine.sign_count)
    try:
        mine.sign_count = passkeys.signed(place, challenge, answer, known, mine.handle)
    except passkeys.WrongPasskeyError as error:
        raise _wrong() from error
    mine.used_at = cmd.at
    mine.save(update_fields=["sign_count", "used_at"])
    cmd.record(user=held.pk, passkey=mine.pk)
    return {"user": held.pk, "epoch": held.session_epoch}


@command("passkey.remove")
def passkey_remove(cmd: Command, *, passkey_id: int) -> AboutAccount:
    """Take a passkey away; all sessions end. The last second step of somebody who must have one stays."""
    user = _held(cmd.actor.user.pk)
    if not Passkey.objects.filter(user=user, pk=passkey_id).delete()[0]:
        raise UserError("no_passkey", _("This passkey is no longer there."))
    step_services.settle(user)
    _end_sessions(cmd, user)
    cmd.record(user=user.pk, passkey=passkey_id)
    outgoing_mail_services.tell(cmd, user, Letter.Kind.STEP)
    return {"user": user.pk}


@command("recovery_codes.renew")
def recovery_codes_renew(cmd: Command) -> FreshCodes:
    """New recovery codes for somebody who has a second step and has just shown it; the old ones stop working."""
    user = _held(cmd.actor.user.pk)
    if user.second_step_at is None:
        raise UserError("no_second_step", _("There is no second step yet."))
    cmd.record(user=user.pk)
    outgoing_mail_services.tell(cmd, user, Letter.Kind.STEP)
    return {"codes": step_services.fresh_codes(user)}
