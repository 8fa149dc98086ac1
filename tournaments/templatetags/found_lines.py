"""What was found as markup: cards of a list, days of a month, circles of a map.

No template draws them: there are so many on a page that they were most of its time.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rules_engine.games import games
from tournaments.events.models import Tournament
from tournaments.finding.drawing import MapCircle
from tournaments.finding.models import OPEN
from tournaments.finding.months import DayCell
from tournaments.finding.selectors import Card, DayRow
from tournaments.money.amounts import money
from tournaments.organizations.models import Level

from .parts import badge, day_words

register = template.Library()

State, Approval = Tournament.State, Tournament.Approval
CARD = (
    '<li><article class="event-card"><p class="event-day sky">{}<span class="event-hour">{}</span></p>'
    '<div class="event-about"><h3><a href="{}{}/">{}</a></h3><p>{}</p><p class="event-facts">{}</p></div>'
    '<p class="event-left">{}</p></article></li>'
)
DAY = (
    '<span class="visually-hidden">{},</span><span aria-hidden="true">{}</span><strong aria-hidden="true">{}</strong>'
    '<span aria-hidden="true">{}</span>'
)


class Words(NamedTuple):
    """What cards say that is no tournament's own, in one language: games, levels and states by their keys, marks."""

    games: Mapping[str, SafeString]
    levels: Mapping[int, SafeString]
    states: Mapping[str, SafeString]
    free: SafeString
    beginners: SafeString
    approved: SafeString
    wheelchair: SafeString
    full: SafeString


@lru_cache(maxsize=8)
def _words(_language: str) -> Words:
    return Words(
        games={one.key: _span(one.name) for one in games()},
        levels={number: _span(label) for number, label in Level.choices},
        states={state: badge("info", text=str(label)) for state, label in State.choices}
        | {str(State.RUNNING): badge("live")},
        free=_span(_("free")),
        beginners=badge("checked_in", text=_("for beginners")),
        approved=badge("approved"),
        wheelchair=_span(_("wheelchair accessible")),
        full=badge("waiting", text=_("full, with a waiting list")),
    )


def _span(said: object) -> SafeString:
    return format_html("<span>{}</span>", said)


@lru_cache(maxsize=2_000)
def _day(day: date, _language: str) -> SafeString:
    words = day_words(day)
    return format_html(DAY, words.whole, words.weekday, words.number, words.month)


@register.simple_tag
def event_cards(cards: Iterable[tuple[Card, int | None]]) -> SafeString:
    """The items of a list of tournaments: when, what, where, and whether there is a place; with the kilometres."""
    base = reverse("tournaments:list")  # under which each has its own address
    language = get_language() or "en"
    words = _words(language)
    return format_html_join("", "{}", ((_card(card, km, base, words, language),) for card, km in cards))


def _card(card: Card, km: int | None, base: str, words: Words, language: str) -> SafeString:
    begins = timezone.localtime(card.starts_at)
    where = []
    if card.town:
        where.append(format_html("<b>{}</b>", card.town))
    if km:
        where.append(format_html('<span class="event-km">{}</span>', _("%(km)s km") % {"km": km}))
    if card.location:
        where.append(format_html('<span class="muted">{}</span>', card.location))
    if card.organization:
        where.append(_span(card.organization))
    facts = [
        words.games.get(card.game) or _span(card.game),  # of a newer release
        words.levels.get(card.scale, SafeString()),
        _span(money(card.fee, card.currency)) if card.fee else words.free,
        *[words.beginners] * card.beginners,
        *[words.approved] * (card.approval == Approval.APPROVED),
        *[words.wheelchair] * card.wheelchair,
    ]
    return format_html(
        CARD,
        _day(begins.date(), language),
        f"{begins:%H:%M}",
        base,
        card.slug,
        card.name,
        format_html_join(" ", "{}", ((one,) for one in where)),
        format_html_join(" ", "{}", ((one,) for one in facts)),
        _places(card, words),
    )


def _places(card: Card, words: Words) -> SafeString:
    """How many places are left, or why there is none to take."""
    left = card.places - card.taken
    if card.state not in OPEN:
        return words.states.get(card.state, SafeString())
    return (
        format_html("<strong>{}</strong> {}", left, ngettext("place left", "places left", left))
        if left > 0
        else words.full
    )


CELL = (
    '<td{}><a class="month-day" href="{}"><time datetime="{}">{}</time><span class="month-many">{}'
    '<span class="visually-hidden"> {}</span></span></a><ul class="plain-list">{}{}</ul></td>'
)
EMPTY_CELL = '<td{}><time datetime="{}">{}</time></td>'
LINE = '<li><a href="{}{}/"><span class="muted">{}</span> {}</a></li>'


@register.simple_tag
def month_weeks(weeks: Iterable[Iterable[DayCell]]) -> SafeString:
    """The rows of a month: each day with its first events, their number, and where all of them are."""
    base = reverse("tournaments:list")
    return format_html_join("", "<tr>{}</tr>", ((_week(week, base),) for week in weeks))


def _week(week: Iterable[DayCell], base: str) -> SafeString:
    return format_html_join("", "{}", ((_cell(cell, base),) for cell in week))


def _cell(cell: DayCell, base: str) -> SafeString:
    said = SafeString(
        ("" if cell.here else ' class="other"') + (' aria-current="date"' if cell.today else "")
    )
    day, number = cell.day.isoformat(), cell.day.day
    if not cell.rows:
        return format_html(EMPTY_CELL, said, day, number)
    many = cell.rows[0].many
    more = many - len(cell.rows)
    all_of_it = (
        format_html('<li><a href="{}">{}</a></li>', cell.url, _("%(more)s more") % {"more": more})
        if more
        else ""
    )
    lines = format_html_join("", LINE, ((base, one.slug, _hour(one), one.name) for one in cell.rows))
    words = ngettext("tournament", "tournaments", many)
    return format_html(CELL, said, cell.url, day, number, many, words, lines, all_of_it)


def _hour(one: DayRow) -> str:
    return f"{timezone.localtime(one.starts_at):%H:%M}"


CIRCLE = (
    '<a href="{0}" aria-label="{1}"><title>{1}</title>'
    '<circle class="{2}" cx="{3}" cy="{4}" r="{5}"></circle>{6}</a>'
)
NUMBER = '<text class="number" x="{}" y="{}" font-size="{}">{}</text>'


@register.simple_tag
def map_circles(circles: Iterable[MapCircle], letters: str) -> SafeString:
    """The circles of a map, each a link that says what it is; a number stands in one of several events."""
    return format_html_join("", "{}", ((_circle(one, letters),) for one in circles))


def _circle(one: MapCircle, letters: str) -> SafeString:
    several = one.many > 1
    number = format_html(NUMBER, one.x, one.down, letters, one.many) if several else ""
    return format_html(
        CIRCLE, one.url, one.words, "events" if several else "events single", one.x, one.y, one.r, number
    )
