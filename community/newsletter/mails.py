"""What stands in the mails of the newsletter."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from .links import bounce_address, confirm_link, out_link
from .models import Issue, Subscription
from .services import Confirmation

SITE_NAME = "X610Z Organized Play"


def host() -> str:
    """The name behind the @ of the site's own address."""
    return settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("<> ")


def confirmation_mail(said: Confirmation) -> EmailMessage:
    """The mail that asks whether an address wants the newsletter; only its owner can say so."""
    with translation.override(said["language"]):
        context = {"name": said["name"] or SITE_NAME, "link": confirm_link(said["token"])}
        subject = _("Do you want the news of %(name)s?") % {"name": context["name"]}
        body = render_to_string("community/mail/confirm.txt", context)
    headers = {"Auto-Submitted": "auto-generated"}
    return EmailMessage(subject, body, to=[said["address"]], headers=headers)


def newsletter_mail(issue: Issue, subscription: Subscription) -> EmailMessage:
    """A copy for one address, with the way out in its head (RFC 2369 and 8058) and at its end.

    It has the same name each time it is sent. What cannot be delivered comes back to an address that says whose it was.
    """
    news, out = issue.news, out_link(subscription.pk)
    name = news.organization.name if news.organization is not None else SITE_NAME
    page = settings.SITE_URL.rstrip("/") + reverse("community:news", args=[news.pk])
    with translation.override(subscription.language):
        body = render_to_string(
            "community/mail/news.txt", {"news": news, "name": name, "page": page, "out": out}
        )
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": f"<news-{issue.pk}-{subscription.pk}@{host()}>",
        "List-Id": f"<news-{news.organization_id or 0}.{host()}>",
        "List-Unsubscribe": f"<{out_link(subscription.pk, at_once=True)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "Precedence": "bulk",
    }
    sender = bounce_address(subscription.pk) or None
    subject = f"{name}: {news.title}"
    return EmailMessage(subject, body, from_email=sender, to=[subscription.address], headers=headers)
