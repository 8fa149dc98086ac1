"""How many notices somebody has not read, as a badge: for the frame of a page, no matter who renders it."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

MOST_SHOWN = 99


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
