"""A day of an agenda as markup. No template draws it: who plays much has a hundred of them on a page."""

from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.agenda.days import Day, Shown
from tournaments.agenda.sources import Item

from .icons import icon
from .parts import badge, day_words

register = template.Library()

DAY = (
    '<section class="agenda-day" id="d{0}" aria-labelledby="h{0}"><h2 id="h{0}">{1}{2}</h2>'
    '<ul class="agenda-list">{3}</ul></section>'
)
LINE = (
    '<li class="{}"><time datetime="{}">{}</time><div><p class="strong">{}{}</p>'
    '<p class="muted small">{}{}</p>{}</div></li>'
)


@register.filter
def agenda_day(day: Day, today: date) -> SafeString:
    """A day with its name and what begins on it."""
    mark = format_html(" <small>{}</small>", _("today")) if day.date == today else ""
    lines = format_html_join("", "{}", ((_line(one),) for one in day.shown))
    return format_html(DAY, day.date.isoformat(), day_words(day.date).whole, mark, lines)


def _line(shown: Shown) -> SafeString:
    """An item with its hour, what it is, until when, where, and what is at the same time."""
    item, begins = shown.item, timezone.localtime(shown.item.starts_at)
    title = format_html(
        '<a href="{}"><bdi>{}</bdi></a>' if item.where else "{}<bdi>{}</bdi>", item.where, item.title
    )
    place = format_html(" · <bdi>{}</bdi>", item.place) if item.place else ""
    return format_html(
        LINE,
        " ".join(["clash"] * bool(shown.overlaps) + ["off"] * item.off),
        begins.isoformat(),
        f"{begins:%H:%M}",
        title,
        _marks(item),
        _until(shown),
        place,
        _clash(shown),
    )


def _marks(item: Item) -> SafeString:
    """As what one works there, and whether it is agreed; most items have no mark."""
    marks = [badge("staff", text=item.work)] if item.work else []
    if item.watched:
        marks.append(badge("info", text=item.watched))
    if item.off:
        marks.append(badge("over", text=_("Called off")))
    elif item.open:
        marks.append(badge("waiting", text=_("not agreed yet")))
    return format_html_join("", " {}", ((one,) for one in marks)) if marks else SafeString()


def _until(shown: Shown) -> str:
    ends = timezone.localtime(shown.item.ends_at)
    if shown.last_day is not None:
        return _("until %(when)s") % {"when": f"{day_words(ends).named}, {ends:%H:%M}"}
    return _("until about %(when)s") % {"when": f"{ends:%H:%M}"}


def _clash(shown: Shown) -> SafeString:
    if not shown.overlaps:
        return SafeString()
    said = _("At the same time: %(name)s (%(when)s)")
    lines = ((said % {"name": one.title, "when": _short(one.starts_at)},) for one in shown.overlaps)
    return format_html(
        '<p class="small clash-words">{} {}</p>',
        icon("alert"),
        format_html_join(SafeString("<br>"), "{}", lines),
    )


def _short(moment: datetime) -> str:
    here = timezone.localtime(moment)
    return f"{day_words(here).short}, {here:%H:%M}"
