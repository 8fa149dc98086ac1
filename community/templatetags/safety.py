"""The link by which anybody reports something."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def report_link(kind: str, key: object, name: str = "") -> SafeString:
    """Return the link that reports the thing of this kind with this key; ``name`` is read to who cannot see the page.

    It says nothing of the reader, so a page that everybody is given may hold it.
    """
    hidden = format_html('<span class="visually-hidden"> {}</span>', name) if name else ""
    address = reverse("community:report", args=[kind, key])
    return format_html(
        '<a class="report-link small no-print" href="{}" rel="nofollow">{}{}</a>',
        address,
        _("Report this"),
        hidden,
    )
