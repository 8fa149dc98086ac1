"""How many notices somebody has not read: a badge in the frame of every page of theirs."""

from typing import Protocol

from django import template
from django.utils.safestring import SafeString

from tournaments.events.unread import unread_badge

register = template.Library()


class Reader(Protocol):
    """Who reads the page: an account, or a stand-in whose number is a hole to be filled."""

    unread_notices: int | str


@register.simple_tag
def unread_notices(user: Reader) -> SafeString:
    """The badge of this person; of a stand-in, who has no number, the hole where the reader's own goes."""
    number = user.unread_notices
    return SafeString(number) if isinstance(number, str) else unread_badge(number)
