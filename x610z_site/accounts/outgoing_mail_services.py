"""What goes by mail: queued inside the command that is its reason, written and sent by the worker (tasks.py).

Only an id travels. The secret of a link is made by the command that writes the mail, and leaves it for the mail server
alone: the outbox, the broker and the logs never hold it.
"""

import smtplib
from dataclasses import dataclass

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from ledger.commands import Command

from .models import Letter, MailAddress, MailReset, User

TASK = "x610z_site.accounts.tasks.send_letter"
NOT_TAKEN = (OSError, smtplib.SMTPException)
"""What a mail server that is away or refuses raises."""

SUBJECTS: dict[str, object] = {
    Letter.Kind.RESET: _("A new password"),
    Letter.Kind.VERIFY: _("Is this your address?"),
    Letter.Kind.PASSWORD: _("Your password was changed"),
    Letter.Kind.STEP: _("Your second step was changed"),
    Letter.Kind.ADDRESS: _("Your e-mail address was changed"),
    Letter.Kind.ASKED: _("Somebody asked for a new password for you"),
}


@dataclass(frozen=True)
class Mail:
    """One mail, ready to be sent."""

    to: str
    subject: str
    body: str


def queue(cmd: Command, kind: str, user: User | None, said: str = "") -> None:
    """Put a letter on its way, if the command comes to pass."""
    letter = Letter.objects.create(kind=kind, user=user, said=said, made_at=cmd.at)
    cmd.send_task(TASK, letter.pk)


def tell(cmd: Command, user: User, kind: str) -> None:
    """Tell a person by mail what happened to their account, where they have a verified address."""
    if not settings.MAIL_ON:
        return
    for address in (
        MailAddress.objects.filter(user=user).exclude(address="").values_list("address", flat=True)
    ):
        queue(cmd, kind, user, address)


def notify_if_address(cmd: Command, user: User, kind: str) -> None:
    """The same, but the worker looks whether there is an address: who acts for another does not learn it by time."""
    if settings.MAIL_ON:
        queue(cmd, kind, user)


def withdraw_resets(cmd: Command, user: User) -> None:
    """The mailed link to a new password works no more: password or address are others now."""
    MailReset.objects.filter(user=user, ended_at=None).update(ended_at=cmd.at)


def written(kind: str, user: User, to: str, language: str, token: str = "") -> Mail:
    """The mail in the person's language; ``token`` stands behind the # of its link, where no server sees it."""
    with translation.override(language or settings.LANGUAGE_CODE):
        page = "/mail/confirm/" if kind == Letter.Kind.VERIFY else "/forgotten/new/"
        context = {
            "person": user,
            "link": f"{settings.SITE_URL.rstrip('/')}{page}#{token}" if token else "",
            "site": settings.SITE_URL.rstrip("/"),
        }
        body = render_to_string(f"accounts/mail/{kind}.txt", context)
        return Mail(to, f"X610Z Organized Play: {SUBJECTS[kind]}", body)


def send(mail: Mail) -> None:
    """Hand a mail to the mail server; raises one of NOT_TAKEN when it does not take it."""
    EmailMessage(mail.subject, mail.body, to=[mail.to], headers={"Auto-Submitted": "auto-generated"}).send()
