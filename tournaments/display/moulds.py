"""Parts of a player's page from a mould: rendered once for each shape, then filled with the names and numbers of one.

A template of a match card costs more than all it is asked for, and of 2,000 players the cards differ in little but the
names. What of a part is open is rendered as a hole; everything else decides its shape.
"""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ledger.shapes import Context
from tournaments.entries.models import Entry
from tournaments.rounds.clock import ClockShown
from tournaments.rounds.formats import Ending
from tournaments.rounds.models import Match, Seat
from tournaments.rounds.own import know_seats

from .holes import TOKEN, Open, hole, opened, split, without_numbers
from .shelf import Shelf


@dataclass(frozen=True)
class Mould:
    """A part with its holes: ``holes`` are the names of what goes between the ``parts``."""

    parts: tuple[str, ...]
    holes: tuple[str, ...]

    @cached_property
    def names(self) -> frozenset[str]:
        """What goes into the holes, each once, the keys of forms left out."""
        return frozenset(self.holes) - {"key"}

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return 300 + sum(100 + len(part) for part in self.parts)


MOULDS: Shelf[Mould] = Shelf("mould", lambda mould: mould.weight)


@dataclass(frozen=True)
class CardPlayer:
    """One side of a card; ``games`` None: none are counted."""

    name: Open[str]
    detail: Open[str]
    games: Open[int | None]
    won: bool
    you: bool


@dataclass(frozen=True)
class MatchCard:
    """A match as ``parts/match_card.html`` reads it."""

    table: Open[int | None]
    round: Open[int]
    round_name: Open[str]
    players: tuple[CardPlayer, ...]
    badges: tuple[tuple[str, str], ...]
    note: Open[str] = ""


@dataclass(frozen=True)
class CardPart:
    """The context of ``parts/match_card.html``; ``big``: the one of the present table."""

    match: MatchCard
    big: bool = False


def moulded(template: str, shown: object, **same: object) -> SafeString:
    """The part ``template`` with the fields of the view model ``shown`` as its context; the token of forms is open.

    ``same``: what else the template needs, if it never changes.
    """
    values: dict[str, object] = {}
    shape = opened(shown, values)
    return from_mould(template, shape, lambda: {**vars(shape), **same}, values)


def alone(template: str, context: Mapping[str, object]) -> SafeString:
    """The same part for what few have: rendered for one reader."""
    return SafeString(render_to_string(template, {**context, "csrf_token": TOKEN}))


def from_mould(
    template: str, shape: object, context: Callable[[], Context], values: Mapping[str, object]
) -> SafeString:
    """The part ``template`` of this ``shape``, with ``values`` in its holes.

    ``context`` gives what the template is rendered with when this shape is new: it must follow from the shape alone.
    Every form gets a key of its own; the token stays a hole.
    """

    return filled(mould_of(template, shape, context), {"token": TOKEN, **values})


def mould_of(template: str, shape: object, context: Callable[[], Context]) -> Mould:
    """The mould of the part ``template`` in this ``shape``, made of what ``context`` gives when it is new."""

    def made(_version: int) -> Mould:
        marks = {"open_key": hole("key"), "csrf_token": TOKEN}
        return Mould(*split(without_numbers(render_to_string(template, {**context(), **marks}))))

    return MOULDS.get((template, get_language(), shape), 0, made)


def filled(mould: Mould, values: Mapping[str, Any]) -> SafeString:
    """A mould with values in its holes; a key is always a new one."""
    written = {name: _escaped(values[name]) for name in mould.names}
    text = [mould.parts[0]]
    for name, part in zip(mould.holes, mould.parts[1:], strict=True):
        text += (uuid.uuid4().hex if name == "key" else written[name], part)
    return SafeString("".join(text))


def filled_many(lines: Iterable[tuple[Mould, Mapping[str, object]]]) -> SafeString:
    """Many moulds with plain values in their holes; a page of hundreds of lines is escaped in one piece."""
    made = list(lines)
    texts = [str(values[name]) for mould, values in made for name in mould.holes]
    written = escape("\0".join(texts)).split("\0")
    if len(written) != len(texts):  # somebody has the mark between two values in their name
        written = list(map(escape, texts))
    markup: list[str] = []
    start = 0
    for mould, _values in made:
        stop = start + len(mould.holes)
        line = [""] * (2 * len(mould.holes) + 1)
        line[::2], line[1::2] = mould.parts, written[start:stop]
        markup += line
        start = stop
    return SafeString("".join(markup))


def _escaped(value: object) -> str:
    """As Django's ``conditional_escape``, which first asks whether a value is lazy: half the time of a long table."""
    text = str(value)
    return text if isinstance(value, int) or isinstance(text, SafeString) else escape(text)


def clock_markup(clock: ClockShown) -> SafeString:
    """``parts/clock.html``: the same for all tables of a round that have as much time."""
    fixed = {name: value for name, value in clock.items() if name != "now"}
    now = timezone.now().isoformat(timespec="seconds")
    return from_mould(
        "parts/clock.html", fixed, lambda: {"clock": {**fixed, "now_hole": hole("now")}}, {"now": now}
    )


def report_markup(
    ending: Ending[object], match: Match, entry: Entry, said: str, others_said: bool
) -> SafeString:
    """The part in which a player reports, with a form that nobody has filled in.

    ``said``: what the player reported, in words. Names are open; how many sit there, where the reader sits, and the
    tournament's policy decide the rest.
    """
    seats = list(match.seats.all())
    places = [(seat.position, seat.dot, seat.entry_id == entry.pk) for seat in seats]
    shape = (bool(said), others_said, places, match.tournament.policy, match.kind)
    values: dict[str, object] = {f"seat{at}": seat.name for at, seat in enumerate(seats)}
    values |= {"said": said, "match": match.pk, "version": match.version}

    def made() -> Context:
        nobodys = Match(pk=match.pk, round=match.round, tournament=match.tournament, kind=match.kind)
        own = Entry(pk=1 + next(at for at, (_p, _d, mine) in enumerate(places) if mine))
        marked = []
        for at, (position, dot, _mine) in enumerate(places):
            seat = Seat(match=nobodys, entry=Entry(pk=1 + at), position=position)
            seat.label, seat.dot = hole(f"seat{at}"), dot
            marked.append(seat)
        know_seats(nobodys, marked)
        return {
            "my_report": hole("said") if said else "",
            "other_report": others_said,
            "match_id": hole("match"),
            "match_version": hole("version"),
            "entry": own,
            "form": ending.report_form(None, nobodys, own),
            **ending.report_context(nobodys, own),
        }

    return from_mould(ending.report_template, shape, made, values)
