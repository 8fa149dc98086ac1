"""Template tags behind the shared parts in ``templates/parts/``: theme, icons, badges and the board.

They only turn values into markup; what may be shown was decided before, by the view and its selector.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django import forms, template
from django.conf import settings
from django.forms import BoundField
from django.template import Context as PageContext
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from decks.cards.words import rule_anchor
from ledger.shapes import Context
from rules_engine.drawing.charts import Chart
from rules_engine.drawing.emblem import emblem_svg
from rules_engine.drawing.sky import sky_svg
from rules_engine.games import game_of
from rules_engine.rulebook import Rule, UnknownRule, rule_in
from rules_engine.x610z.pictures.board import board_svg
from tournaments.events.policy import DEFAULTS

from .icons import icon, pawn_icon

register = template.Library()
register.simple_tag(icon)
register.simple_tag(pawn_icon)

THEMES = ("system", "light", "dark")
"""The three values of the ``theme`` cookie; anything else counts as ``system``."""

BADGES: dict[str, tuple[str, str, object]] = {
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
    "awarded": ("info", "circle", _("Awarded bye")),
    "conceded": ("done", "check", _("Conceded")),
    "both": ("done", "check-check", _("Both players confirmed")),
    "judge": ("done", "pencil", _("Ruled by a judge")),
    "import": ("info", "download", _("Imported")),
    "open": ("wait", "clock", _("Being played")),
    "final": ("done", "check", _("Result final")),
    "forfeit": ("off", "flag", _("Forfeit")),
    "double_loss": ("off", "flag", _("Both lose")),
    "queued": ("wait", "clock", _("Waiting for the check")),
    "running": ("wait", "clock", _("Being checked")),
    "failed": ("stop", "alert", _("Could not be checked")),
    "checked_in": ("done", "check", _("Checked in")),
    "published": ("info", "play", _("Being played")),
    "completed": ("done", "check", _("Complete")),
    "approved": ("done", "shield-check", _("Organized Play")),
    "requested": ("wait", "clock", _("Waiting for the office")),
    "casual": ("info", "circle", _("Casual")),
    "locked": ("info", "lock", _("Locked")),
    "draft": ("wait", "pencil", _("Draft")),
    "live": ("info", "play", _("Being played")),
    "over": ("off", "flag", _("Over")),
    "info": ("info", "info", _("Note")),
}
"""Badge kind -> (tone, icon name, default word). Tones: done, info, wait, stop, off."""


@register.simple_tag(takes_context=True)
def theme_name(context: PageContext) -> str:
    """Return the visitor's theme from the ``theme`` cookie: system, light or dark."""
    request = context.get("request")
    value = request.COOKIES.get(settings.THEME_COOKIE_NAME, "system") if request is not None else "system"
    return value if value in THEMES else "system"


@register.simple_tag(takes_context=True)
def theme_scheme(context: PageContext) -> str:
    """Return the value of ``<meta name="color-scheme">`` for the visitor's theme."""
    theme = theme_name(context)
    return "light dark" if theme == "system" else theme


STAFF_MARKS = {"judge": _("judge"), "organizer": _("organizer"), "office": _("office")}
"""Mark beside a name -> what it says. Names can look like anything; a picture of ours stands in none."""


@register.simple_tag
def staff_mark(role: str) -> SafeString:
    """Return the mark of somebody who works here, with a space before it; nothing for everybody else."""
    if role not in STAFF_MARKS:
        return SafeString()
    word = str(STAFF_MARKS[role])
    return format_html(' <span title="{}">{}</span>', word, icon("shield-check", word))


@register.filter
def marked(entry: int, marks: Mapping[int, str]) -> SafeString:
    """Return the mark of an entry (id) among those of its tournament."""
    return staff_mark(marks.get(entry, ""))


def _inline(part: str, context: Context) -> SafeString:
    """A part that stands inside a sentence: without the white space at the edges of its file."""
    # What a template has rendered is markup already; only `strip` forgets it.
    return SafeString(render_to_string(f"parts/{part}.html", context).strip())


@register.simple_tag
def badge(kind: str, text: str = "", detail: str = "") -> SafeString:
    """Show a state as icon, word and colour; see :data:`BADGES` for the kinds.

    An unknown kind is shown as a neutral note with its own text, so a page never breaks on a new state.
    """
    tone, icon_name, word = BADGES.get(kind, ("info", "info", kind))
    title = format_html(' title="{}"', detail) if detail else ""
    said = '<span class="badge {}"{}>{}<span>{}</span></span>'  # no template: a long list has hundreds
    return format_html(said, tone, title, icon(icon_name), text or word)


class DayWords(NamedTuple):
    """A day in words: whole, without its year, without its weekday too, and the parts of a leaf of a calendar."""

    whole: str
    named: str
    short: str
    weekday: str
    number: int
    month: str


@lru_cache(maxsize=2_000)
def _day_words(day: date, _language: str) -> DayWords:
    whole, named, short, weekday, month = (
        conditional_escape(date_format(day, one)) for one in ("l j F Y", "l j F", "j F", "D", "M")
    )  # escaped once, and not for each row
    return DayWords(whole, named, short, weekday, day.day, month)


@register.filter(expects_localtime=True)
def day_words(day: date) -> DayWords:
    """The day of a date or local moment in words, made once for each language: a list says the same ones often."""
    return _day_words(day.date() if isinstance(day, datetime) else day, get_language() or "en")


@register.filter(expects_localtime=True)
def hour(moment: datetime) -> str:
    """The time of day, as ``date:"H:i"`` says it in a fifth of the time."""
    return f"{moment:%H:%M}"


@register.simple_tag(takes_context=True)
def rule(context: PageContext, number: str, game: str = "") -> SafeString:
    """Cite a rule of a game: its number, which opens its wording in the reader's language.

    ``game``: by default that of the page's tournament, and X610Z's where that one knows no such number. A number that
    no rule book knows is shown as it is, without wording. For a rule without a number, a term of the glossary or a
    sentence of the basic rules, its name stands.
    """
    of = game or getattr(context.get("tournament"), "game", DEFAULTS.game)
    found = _rule_or_none(number, of)
    if found is None:
        of, found = DEFAULTS.game, _rule_or_none(number)
    if found is None:
        return _inline("rule", {"known": False, "number": number})
    language = get_language() or "en"
    words = {"title": found.title_in(language), "text": found.text_in(language)}
    return _inline(
        "rule",
        {
            "known": True,
            "number": found.cited_in(language),
            "uid": f"rule-{_next_number(context)}",
            "anchor": rule_anchor(found.id) if game_of(of).law.rule_book else "",
            **words,
        },
    )


@register.simple_tag
def rule_wording(number: str, game: str = DEFAULTS.game) -> SafeString:
    """Return the wording of a rule as an open quotation, or nothing for an unknown number."""
    found = _rule_or_none(number, game)
    if found is None:
        return SafeString("")
    language = get_language() or "en"
    title = found.title_in(language)
    called = found.cited_in(language)
    link = format_html('<a href="{}#{}">{}</a>', reverse("decks:rules"), rule_anchor(found.id), called)
    return format_html(
        '<blockquote class="rule-wording"><strong>{} {}</strong> {}</blockquote>',
        link if game_of(game).law.rule_book else called,
        "" if called == title else title,
        found.text_in(language),
    )


@register.simple_tag
def event_sky(name: str) -> SafeString:
    """Return the sky that this name has, as decoration; needs ``css/poster.css``."""
    return SafeString(sky_svg(name))  # numbers and our own shapes; nothing of the name stands in it


@register.simple_tag
def emblem(name: str, lit: int, places: int) -> SafeString:
    """Return the emblem of a group with ``lit`` of its places filled, as decoration; needs ``css/tiles.css``."""
    return SafeString(emblem_svg(name, lit, places))


@register.simple_tag
def chart_picture(chart: Chart, size: str) -> SafeString:
    """Return the picture of a chart, ``wide`` or ``phone``; needs ``css/charts.css``."""
    # rules_engine.drawing.charts escapes every text it is given, so what it draws is markup.
    return SafeString(chart.phone if size == "phone" else chart.wide)


@register.inclusion_tag("parts/board.html", takes_context=True)
def board_figure(
    context: PageContext,
    view: Mapping[str, object],
    board: object = None,
    ok: bool = True,
    caption: str = "",
    prefix: str = "",
) -> Context:
    """Show the board of one moment of a game, drawn for wide screens and for phones.

    ``view`` is the engine's view of the state (see :func:`~rules_engine.x610z.pictures.board.board_svg`), ``board``
    the engine's board or None for the default board; ``ok`` False draws the last path broken. ``prefix`` starts
    the ids; without one it is new on every page.
    """
    language = get_language() or "en"
    start = prefix or f"b{_next_number(context)}"
    # board_svg escapes every value it takes from the view, so its result is markup.
    drawn = {
        size: SafeString(
            board_svg(view, board, size=size, ok=ok, lang=language, ids_prefix=f"{start}-{size[0]}-")
        )
        for size in ("wide", "phone")
    }
    return {**drawn, "caption": caption}


@register.simple_tag
def board_square(
    view: Mapping[str, object], board: object = None, ok: bool = True, prefix: str = ""
) -> SafeString:
    """Return the board alone as one picture for every width, for a page that shows the players itself."""
    # board_svg escapes every value it takes from the view, so its result is markup.
    return SafeString(
        board_svg(view, board, size="square", ok=ok, lang=get_language() or "en", ids_prefix=f"{prefix}-s-")
    )


@register.filter
def zip_cells(row: Mapping[str, Any], table: Mapping[str, Any]) -> list[tuple[Context, Context]]:
    """Pair the cells of a table row with their columns; marks the column that names the row."""
    head = table.get("head", 0)
    pairs: list[tuple[Context, Context]] = []
    for index, (cell, column) in enumerate(zip(row["cells"], table["columns"], strict=True)):
        as_dict = dict(cell) if isinstance(cell, Mapping) else {"text": cell}
        pairs.append((as_dict, {**column, "is_head": index == head}))
    return pairs


@register.filter
def split_words(text: str) -> list[str]:
    """Split a short fixed list written in a template at its blanks."""
    return text.split()


@register.filter
def may_stay_empty(field: BoundField) -> bool:
    """Whether nothing has to be said in a form field; a choice that always has a value is no open question.

    What is needed or not by another answer (``asked_if`` of the form) is called neither.
    """
    if field.errors or field.name in getattr(field.form, "asked_if", ()):
        return False
    widget = field.field.widget
    if field.field.required or type(widget) is not forms.Select:
        return not field.field.required
    return any(value in ("", None) for value, _label in widget.choices)


@register.filter
def is_check(field: BoundField) -> bool:
    """Whether a form field is a single tick box, whose label stands behind it."""
    return type(field.field.widget) is forms.CheckboxInput


@register.simple_tag
def step_before(step: int) -> int:
    """Return the step before, at least 0."""
    return max(step - 1, 0)


@register.simple_tag
def step_after(step: int, total: int) -> int:
    """Return the step after, at most ``total``."""
    return min(step + 1, total)


def _rule_or_none(number: str, game: str = DEFAULTS.game) -> Rule | None:
    """Look a rule up by its number, with or without a leading ``CR``."""
    try:
        return rule_in(game, str(number).removeprefix("CR").strip())
    except UnknownRule:
        return None


def _next_number(context: PageContext) -> str:
    """Return a number that is new within this rendering, for ids.

    Fragments that htmx brings in later must not repeat ids of the page, hence the request's own mark.
    """
    request = context.get("request")
    mark = ""
    store: Any = context.render_context
    if request is not None:
        store = request.__dict__
        mark = f"{zlib.crc32(request.path.encode()):x}-" if request.headers.get("HX-Request") else ""
    count = store.get("_part_number", 0) + 1
    store["_part_number"] = count
    return f"{mark}{count}"


@register.simple_tag(takes_context=True)
def goes_to(context: PageContext, name: str, *args: object) -> SafeString:
    """What a link of a menu has: where it leads, and whether that is the page one is on."""
    url = reverse(name, args=args)
    here = context["request"].path == url
    return format_html('href="{}" aria-current="page"' if here else 'href="{}"', url)
