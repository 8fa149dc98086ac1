"""Template tags behind the shared parts in ``templates/parts/``: theme, icons, badges and the board.

They only turn values into markup; what may be shown was decided before, by the view and its selector.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

register = template.Library()

THEMES = ("system", "light", "dark")
"""The three values of the ``theme`` cookie; anything else counts as ``system``."""

BADGES: dict[str, tuple[str, str, Any]] = {
    "verified": ("done", "shield-check", _("Checked by the rules engine")),
    "confirmed": ("done", "check-check", _("Both players confirmed")),
    "staff": ("info", "pencil", _("Entered by staff")),
    "waiting": ("wait", "clock", _("Waiting")),
    "reported": ("wait", "message", _("One report so far")),
    "disputed": ("stop", "alert", _("Reports differ")),
    "dropped": ("off", "log-out", _("Dropped")),
    "violation": ("stop", "stop", _("Breaks a rule")),
    "legal": ("done", "check", _("Legal")),
    "bye": ("info", "circle", _("Bye")),
    "locked": ("info", "lock", _("Locked")),
    "draft": ("wait", "pencil", _("Draft")),
    "live": ("info", "play", _("Being played")),
    "over": ("off", "flag", _("Over")),
    "info": ("info", "info", _("Note")),
}
"""Badge kind -> (tone, icon name, default word). Tones: done, info, wait, stop, off."""


@register.simple_tag(takes_context=True)
def theme_name(context: Context) -> str:
    """Return the visitor's theme from the ``theme`` cookie: system, light or dark."""
    request = context.get("request")
    value = request.COOKIES.get("theme", "system") if request is not None else "system"
    return value if value in THEMES else "system"


@register.simple_tag(takes_context=True)
def theme_scheme(context: Context) -> str:
    """Return the value of ``<meta name="color-scheme">`` for the visitor's theme."""
    theme = theme_name(context)
    return "light dark" if theme == "system" else theme


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Return one icon of the sprite; without a label it is decoration and hidden from screen readers."""
    href = f"{static('icons/sprite.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>', label, href
        )
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', href)


@register.inclusion_tag("parts/badge.html")
def badge(kind: str, text: str = "", detail: str = "") -> dict[str, Any]:
    """Show a state as icon, word and colour; see :data:`BADGES` for the kinds.

    An unknown kind is shown as a neutral note with its own text, so a page never breaks on a new state.
    """
    tone, icon_name, word = BADGES.get(kind, ("info", "info", kind))
    return {"kind": kind, "tone": tone, "icon_name": icon_name, "text": text or word, "detail": detail}


@register.simple_tag
def part_attrs(attrs: Mapping[str, Any] | None) -> SafeString:
    """Return HTML attributes (`` name="value"``) from a mapping, escaped; for the table and form parts."""
    pieces = [format_html(' {}="{}"', name, value) for name, value in (attrs or {}).items()]
    return SafeString("".join(pieces))
