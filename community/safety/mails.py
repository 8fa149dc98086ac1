"""Letters to people without an account who reported something: that it came, and what was decided."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from .kinds import KINDS
from .models import Report


def letter(report: Report, what: str) -> EmailMessage:
    """The letter that a report ``came``, or what was ``decided``. No word that the reporter or the writer typed."""
    matter = report.matter
    kind = KINDS.get(matter.kind)
    with translation.override(report.language):
        page = settings.SITE_URL.rstrip("/") + reverse("community:report", args=[matter.kind, matter.key])
        context = {
            "kind": kind.label if kind is not None else "",
            "number": report.pk,
            "matter": matter,
            "page": page,
            "what": what,
        }
        subject = _("Your report %(number)s") % {"number": report.pk}
        body = render_to_string("community/mail/report.txt", context)
    headers = {"Auto-Submitted": "auto-generated"}
    return EmailMessage(subject, body, to=[report.mail], headers=headers)
