"""Writing mail addresses, and the way back by mail: claimed, verified, removed; asked for, mailed, used."""

import secrets
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import fold
from ledger.shapes import Done
from ledger.web import language_of_page

from . import limits
from . import outgoing_mail_services as mail
from .models import Letter, MailAddress, MailReset, User
from .services import AboutAccount, own_account, set_password, token_hash

VERIFY_HOURS = 24
RESET_MINUTES = 30
AGAIN_MINUTES = 2
"""Who asks twice within this time gets one mail."""
MOST_TRIES = 6
MOST_ACCOUNTS = 5
"""Of the accounts that share an address, so many are written to."""


def _one_address(text: str) -> str:
    """An address as it is stored: the name of its host in small letters, which mean nothing there."""
    local, _at, host = text.strip().rpartition("@")
    return f"{local}@{host.lower()}"


# --- the address of an account ----------------------------------------------------------------------------------


@command("mail.claim")
def mail_claim(cmd: Command, *, address: str, current: str) -> AboutAccount:
    """Say where one can be reached, after the password; nothing counts before the link that goes there was opened.

    Too many links to one address are not sent, without a word: who types it need not own it.
    """
    user = own_account(cmd, current)
    address = _one_address(address)
    stored: dict[str, Any] = {"wanted": address, "token_hash": "", "language": language_of_page()}
    stored["expires_at"] = cmd.at + timedelta(hours=VERIFY_HOURS)
    MailAddress.objects.update_or_create(user=user, defaults=stored)
    Letter.objects.filter(user=user, kind=Letter.Kind.VERIFY).delete()
    said = address.lower()
    if not limits.wait_for(limits.CLAIMED, said):
        limits.count(limits.CLAIMED, said)
        mail.queue(cmd, Letter.Kind.VERIFY, user)
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("mail.remove")
def mail_remove(cmd: Command, *, current: str) -> AboutAccount:
    """Keep no address any more, after the password; the one that was verified is told."""
    user = own_account(cmd, current)
    mail.tell(cmd, user, Letter.Kind.ADDRESS)
    mail.withdraw_resets(cmd, user)
    MailAddress.objects.filter(user=user).delete()
    Letter.objects.filter(user=user, kind__in=(Letter.Kind.VERIFY, Letter.Kind.RESET)).delete()
    cmd.record(user=user.pk)
    return {"user": user.pk}


@command("mail.verify")
def mail_verify(cmd: Command, *, token_sha256: str) -> AboutAccount:
    """The link arrived: its address is the account's from now on, and the one before is told."""
    found = MailAddress.objects.filter(token_hash=token_sha256).values_list("user_id", flat=True).first()
    user = User.objects.select_for_update(no_key=True).filter(pk=found or 0, is_active=True).first()
    row = MailAddress.objects.filter(token_hash=token_sha256, expires_at__gt=cmd.at).first()
    if user is None or row is None:
        raise UserError("mail_link", _("This link no longer works. Ask for a new one on your page."))
    if row.wanted != row.address:
        mail.tell(cmd, user, Letter.Kind.ADDRESS)
    mail.withdraw_resets(cmd, user)
    row.address, row.verified_at = row.wanted, cmd.at
    row.wanted, row.token_hash, row.expires_at = "", "", None
    row.save()
    cmd.record(user=user.pk)
    return {"user": user.pk}


# --- a forgotten password ---------------------------------------------------------------------------------------


@command("reset.ask")
def reset_ask(cmd: Command, *, said: str) -> Done:
    """Somebody forgot a password. Nobody is looked up here: the answer takes the same way no matter who was named."""
    mail.queue(cmd, Letter.Kind.FORGOTTEN, None, said.strip()[:254])
    return {}


@command("reset.use")
def reset_use(cmd: Command, *, token_sha256: str, password: str) -> AboutAccount:
    """Set a new password with a mailed link, once: all sessions end; a second step is asked for as before."""
    found = MailReset.objects.filter(token_hash=token_sha256).values_list("user_id", flat=True).first()
    user = User.objects.select_for_update(no_key=True).filter(pk=found or 0, is_active=True).first()
    live = MailReset.objects.filter(token_hash=token_sha256, ended_at=None, expires_at__gt=cmd.at)
    if user is None or not live.exists():
        raise UserError("reset", _("This link no longer works. Ask for a new one."))
    set_password(cmd, user, password)  # which ends this link too
    return {"user": user.pk}


# --- by the worker ----------------------------------------------------------------------------------------------


@command("letter.write")
def letter_write(cmd: Command, *, letter_id: int) -> dict[str, Any] | None:
    """What a letter says and to whom, with a secret made here; None when there is nothing to send.

    Called without a key, so that the answer, which holds the secret, is stored nowhere.
    """
    letter = Letter.objects.filter(pk=letter_id).first()
    if letter is None:
        return None
    if letter.kind == Letter.Kind.FORGOTTEN:
        _look_up(cmd, letter)
        return None
    user = User.objects.select_for_update(no_key=True).filter(pk=letter.user_id or 0, is_active=True).first()
    row = MailAddress.objects.filter(user=user).first() if user is not None else None
    to, token = _address_and_secret(cmd, letter, row)
    if user is None or not to:
        letter.delete()
        return None
    cmd.record(user=user.pk, letter=letter.kind)
    return asdict(mail.written(letter.kind, user, to, row.language if row is not None else "", token))


def _address_and_secret(cmd: Command, letter: Letter, row: MailAddress | None) -> tuple[str, str]:
    """Where a letter goes ("" when it is too late), and a fresh secret for its link, whose hash is stored."""
    if letter.said:
        return letter.said, ""
    to = "" if row is None else row.wanted if letter.kind == Letter.Kind.VERIFY else row.address
    if row is None or not to or letter.kind == Letter.Kind.ASKED:
        return to, ""
    token = secrets.token_urlsafe(18)
    if letter.kind == Letter.Kind.VERIFY:
        row.token_hash, row.expires_at = token_hash(token), cmd.at + timedelta(hours=VERIFY_HOURS)
        row.save(update_fields=["token_hash", "expires_at"])
        return to, token
    mail.withdraw_resets(cmd, row.user)
    MailReset.objects.create(
        user=row.user,
        token_hash=token_hash(token),
        made_at=cmd.at,
        expires_at=cmd.at + timedelta(minutes=RESET_MINUTES),
    )
    return to, token


def _look_up(cmd: Command, letter: Letter) -> None:
    """Whose password was forgotten: by sign-in name or by verified address; each gets a letter, within the limits."""
    asked = Q(username=fold(letter.said)[:60]) | Q(mail_address__address__iexact=letter.said)
    found = User.objects.filter(asked, guest_of="", is_active=True).exclude(mail_address__address="")
    wanted = found.filter(mail_address__isnull=False).order_by("pk").values_list("pk", flat=True)
    for pk in list(wanted[:MOST_ACCOUNTS]):
        # Held: of two who ask at once, one gets a letter.
        user = User.objects.select_for_update(no_key=True).get(pk=pk)
        if not _too_many(cmd, user):
            mail.queue(cmd, Letter.Kind.RESET, user)
    letter.delete()


def _too_many(cmd: Command, user: User) -> bool:
    fresh = cmd.at - timedelta(minutes=AGAIN_MINUTES)
    if Letter.objects.filter(user=user, kind=Letter.Kind.RESET).exists():
        return True
    if MailReset.objects.filter(user=user, ended_at=None, made_at__gt=fresh).exists():
        return True
    address = MailAddress.objects.values_list("address", flat=True).get(user=user).lower()
    if limits.wait_for(limits.MAILED, str(user.pk)) or limits.wait_for(limits.MAILED_TO, address):
        return True
    limits.count(limits.MAILED, str(user.pk))
    limits.count(limits.MAILED_TO, address)
    return False


@command("letter.sent")
def letter_sent(cmd: Command, *, letter_id: int) -> None:
    """The mail server has it; the letter is forgotten."""
    Letter.objects.filter(pk=letter_id).delete()


@command("letter.again")
def letter_again(cmd: Command, *, letter_id: int) -> None:
    """The mail server did not take it: again in 2, 4, 8 … minutes, and given up at the sixth time."""
    letter = Letter.objects.select_for_update().filter(pk=letter_id).first()
    if letter is None:
        return
    letter.tries += 1
    if letter.tries >= MOST_TRIES:
        letter.delete()
        return
    letter.save(update_fields=["tries"])
    due = cmd.at + timedelta(minutes=2**letter.tries)
    cmd.send("task", due_at=due, task=mail.TASK, args=[letter.pk], queue="default")
