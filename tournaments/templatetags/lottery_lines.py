"""Everybody among whom a lot was drawn as markup, in the order it gave: no template draws a thousand lines."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .parts import badge

register = template.Library()


@register.filter
def lottery_lines(rows: Iterable[tuple[int, str, bool]]) -> SafeString:
    """Numbers and names, whoever was drawn with the word for it."""
    mark = badge("confirmed", text=_("drawn"))
    said = ((number, name, mark if won else "") for number, name, won in rows)
    return format_html_join("", "<li>E{} <bdi>{}</bdi> {}</li>", said)
