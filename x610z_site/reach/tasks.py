"""What workers do here: tell facts, and bring notices and messages to where they go."""

import http.client
import json
import logging

from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from ledger.shapes import Json
from x610z_site.accounts.models import MailAddress
from x610z_site.accounts.outgoing_mail_services import NOT_TAKEN

from . import facts, hook_services, push, sending_services
from .models import Notice, Sending
from .notice_services import DELIVER, TELL, fact_tell
from .outgoing import RefusedTarget, post

LOG = logging.getLogger("x610z.reach")
GONE = (404, 410)


@shared_task(name=TELL)
def tell(fact: Json) -> None:
    """Tell people a fact that the relay brought."""
    if fact["name"] not in facts.NAMES:
        LOG.warning("nobody is told %r: it is no fact this room knows", fact["name"])
    fact_tell(fact)


@shared_task(name=DELIVER)
def deliver(number: int) -> None:
    """Send one notice on one way, unless another worker has it."""
    sending = sending_services.sending_claim(number)
    if sending is None:
        return
    try:
        sent = SENDERS[Sending.Way(sending.way)](sending)
    except (*NOT_TAKEN, http.client.HTTPException) as error:
        LOG.warning("sending %s was not taken: %s", number, type(error).__name__)
        sending_services.sending_again(sending)
    else:
        sending_services.sending_end(sending, sent=sent)


def link_of(notice: Notice) -> str:
    """The page that says more, to anyone who may see it."""
    kind = facts.kind_of(notice.kind)
    about = notice.about.get(kind.of)
    if notice.tournament is not None and not (kind.own and about):
        return reverse(kind.page, args=[notice.tournament.slug])
    own = kind.own if about or not kind.of else ""  # what an older release wrote may not say about what it is
    return reverse(own or "reach:notices", args=[about] if about else [])


def _mail(sending: Sending) -> bool:
    """By mail, to the verified address; its subject says no more than a locked screen may."""
    notice = sending.notice
    row = MailAddress.objects.filter(user=notice.user, user__is_active=True).exclude(address="").first()
    if row is None or not settings.MAIL_ON:
        return False
    with translation.override(row.language or settings.LANGUAGE_CODE):
        subject = f"X610Z Organized Play: {facts.words(notice.kind, notice.about, locked=True)}"
        site = settings.SITE_URL.rstrip("/")
        context = {
            "words": facts.words(notice.kind, notice.about),
            "link": site + link_of(notice),
            "choices": site + reverse("reach:notices"),
            "notice": notice,
        }
        body = render_to_string("reach/mail.txt", context)
    # The same name each time: should a worker die between sending and noting it, a mail program shows it once.
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("<> ")
    headers = {"Auto-Submitted": "auto-generated", "Message-ID": f"<notice-{notice.pk}@{host}>"}
    EmailMessage(subject, body, to=[row.address], headers=headers).send()
    return True


def push_body(notice: Notice) -> bytes:
    """What a browser shows, in the language of the moment; also on a locked screen."""
    shown = {
        "title": facts.words(notice.kind, notice.about, locked=True),
        "body": notice.tournament.name if notice.tournament and not notice.tournament.staff_only else "",
        "tag": f"notice-{notice.fact}",
        "url": link_of(notice),
    }
    return json.dumps(shown).encode()


def _push(sending: Sending) -> bool:
    """To one browser; one that its push service knows no more is forgotten."""
    address = sending.push
    if address is None or not settings.VAPID_PRIVATE_KEY or not sending.notice.user.is_active:
        return False
    with translation.override(address.language or settings.LANGUAGE_CODE):
        body = push_body(sending.notice)
    try:
        data = push.sealed(body, address.p256dh, address.auth)
        headers = {
            "Authorization": push.vapid(address.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": "3600",
            "Urgency": "high",
            # A message still waiting at the push service is replaced by the same one, not doubled.
            "Topic": sending.notice.fact[:32],
        }
        answered = post(address.endpoint, data, headers)
    except (RefusedTarget, ValueError) as error:
        LOG.warning("sending %s cannot leave: %s", sending.pk, type(error).__name__)
        return False
    if answered.status in GONE:
        sending_services.push_address_forget(sending)
        return False
    if answered.status >= 300:
        raise http.client.HTTPException(f"answered {answered.status}")
    return True


SENDERS = {Sending.Way.MAIL: _mail, Sending.Way.PUSH: _push}


@shared_task(name=hook_services.DELIVER_HOOKS)
def deliver_hooks() -> None:
    """Bring programs what they are still to be told."""
    hook_services.hooks_deliver()
