"""How many notices somebody has not read: a badge in the frame of every page of theirs."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

register = template.Library()

MOST_SHOWN = 99


@register.simple_tag
def unread_notices(user: Any) -> SafeString:
    """The badge of this person; of a stand-in, who has no number, the hole where the reader's own goes."""
    number = user.unread_notices
    return SafeString(number) if isinstance(number, str) else unread_badge(number)


def unread_badge(number: int) -> SafeString:
    """The number to be seen, and in words to be read aloud; nothing when everything is read."""
    if not number:
        return SafeString("")
    words = ngettext("%(count)s unread notice", "%(count)s unread notices", number) % {"count": number}
    shown = f"{MOST_SHOWN}+" if number > MOST_SHOWN else str(number)
    return format_html(
        '<span class="badge info"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        shown,
        words,
    )
