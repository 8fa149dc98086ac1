"""The small pictures of the site: icons of the sprite, and outlines of pawns."""

from functools import cache

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules_engine.drawing.shapes import PAWN_SHAPES, class_key

register = template.Library()


@cache
def _sprite(_base: str, _storage: str) -> str:
    """Where the icons are, looked up once: a long game has more than six hundred on its page."""
    return static("icons/sprite.svg")


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Return one icon of the sprite; without a label it is decoration and hidden from screen readers."""
    href = f"{_sprite(settings.STATIC_URL, settings.STORAGES['staticfiles']['BACKEND'])}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>', label, href
        )
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', href)


@register.simple_tag
def pawn_icon(pawn_class: str) -> SafeString:
    """Return the small outline of a pawn class (dragon, beast, vessel, life_base), as decoration."""
    shape = PAWN_SHAPES.get(class_key(pawn_class))
    if shape is None:
        return SafeString("")
    return format_html(
        '<svg class="icon pawn-icon" viewBox="-15 -15 30 30" aria-hidden="true"><path d="{}"></path></svg>',
        shape,
    )
