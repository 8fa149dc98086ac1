"""Parts of a player's page from a mould: rendered once for each shape, then filled with the names and numbers of one.

A template of a match card costs more than all it is asked for, and of 2,000 players the cards differ in little but the
names. What of a part is open is rendered as a mark that nobody can write; everything else decides the shape.
"""

import re
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ledger.shapes import Context
from tournaments.entries.models import Entry
from tournaments.rounds.clock import ClockShown
from tournaments.rounds.formats import Ending
from tournaments.rounds.models import Match, Seat
from tournaments.rounds.own import know_seats

from .whole_pages import KEPT_SECONDS, SHELF, TOKEN_HOLE

_MARK = secrets.token_hex(16)
_HOLES = re.compile(f"hole-([a-z0-9.]+)-{_MARK}")
KEY = "key"


@dataclass(frozen=True)
class Mould:
    """A part with its holes: every second of ``parts`` is the name of what goes there."""

    parts: tuple[str, ...]

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return 300 + sum(100 + len(part) for part in self.parts)


def new_key() -> str:
    """A key for one form."""
    return uuid.uuid4().hex


def hole(name: str) -> str:
    """What stands where something is filled in; the same in text and in attributes."""
    return f"hole-{name}-{_MARK}"


_NUMBERS: dict[str, int] = {}


def numbered(name: str) -> int:
    """The same where only a number can stand, as in an address: one that nobody can guess."""
    return _NUMBERS.setdefault(name, 10**17 + secrets.randbelow(9 * 10**17))


def cast(template: str, shape: Any, context: Callable[[], Context], values: Mapping[str, Any]) -> SafeString:
    """The part ``template`` of this ``shape``, with ``values`` in its holes; what is called gives a new one for each.

    ``context`` gives what the template is rendered with when this shape is new: it must follow from the shape alone.
    """
    place = blake2b(repr((template, get_language(), shape)).encode(), digest_size=16).hexdigest()
    kept: Mould | None = caches[SHELF].get(f"mould.{place}")
    if kept is None:
        made: str = render_to_string(template, context())
        for name, number in list(_NUMBERS.items()):
            made = made.replace(str(number), hole(name))
        kept = Mould(tuple(_HOLES.split(made)))
        caches[SHELF].set(f"mould.{place}", kept, KEPT_SECONDS)
    text = list(kept.parts)
    for at in range(1, len(text), 2):
        value = values[text[at]]
        text[at] = conditional_escape(value() if callable(value) else value)
    return SafeString("".join(text))


OPEN, OPEN_OF_PLAYER = ("table", "round", "round_name", "note"), ("name", "detail", "games")


def card_markup(card: Context, *, big: bool = False) -> SafeString:
    """``parts/match_card.html`` for this card."""
    values: dict[str, Any] = {}
    shape = _opened(card, OPEN, "", values)
    players: Any = card["players"]
    shape["players"] = [
        _opened(player, OPEN_OF_PLAYER, f"{at}.", values) for at, player in enumerate(players)
    ]
    context: Context = {"match": shape, "big": big}
    return cast("parts/match_card.html", context, lambda: context, values)


def _opened(source: Context, names: Sequence[str], prefix: str, values: dict[str, Any]) -> Context:
    """The same with holes for these; what is empty stays, because it decides the shape."""
    open_: Context = dict(source)
    for name in names:
        value = open_.get(name)
        if value is None or value == "":
            continue
        place = prefix + name.replace("_", "")
        values[place], open_[name] = value, hole(place)
    return open_


def clock_markup(clock: ClockShown) -> SafeString:
    """``parts/clock.html``: the same for all tables of a round that have as much time."""
    fixed = {name: value for name, value in clock.items() if name != "now"}
    now = timezone.now().isoformat(timespec="seconds")
    found = cast(
        "parts/clock.html", fixed, lambda: {"clock": {**fixed, "now_hole": hole("now")}}, {"now": now}
    )
    return found


def report_markup(ending: Ending[Any], match: Match, entry: Entry, context: Context) -> SafeString:
    """The part in which a player reports, with a form that nobody has filled in.

    ``context``: ``my_report`` (in words) and ``other_report``. Every form gets a key of its own. Names are open; how
    many sit there, where the reader sits, and the tournament's policy decide the rest.
    """
    seats = list(match.seats.all())
    said = {"my_report": bool(context["my_report"]), "other_report": context["other_report"]}
    places = [(seat.position, seat.dot, seat.entry_id == entry.pk) for seat in seats]
    shape = (said, places, match.tournament.policy, match.kind)
    values: dict[str, Any] = {f"seat{at}": seat.name for at, seat in enumerate(seats)}
    values |= {KEY: new_key, "token": SafeString(TOKEN_HOLE), "said": context["my_report"]}
    values |= {"match": match.pk, "version": match.version}

    def made() -> Context:
        nobodys = Match(pk=match.pk, round=match.round, tournament=match.tournament, kind=match.kind)
        own = Entry(pk=1 + next(at for at, (_p, _d, mine) in enumerate(places) if mine))
        marked = []
        for at, (position, dot, _mine) in enumerate(places):
            seat = Seat(match=nobodys, entry=Entry(pk=1 + at), position=position)
            seat.label, seat.dot = hole(f"seat{at}"), dot
            marked.append(seat)
        know_seats(nobodys, marked)
        form = ending.report_form(None, nobodys, own)
        marks = {"match_id": hole("match"), "match_version": hole("version")}
        marks["my_report"] = hole("said") if said["my_report"] else ""
        open_ = {"open_key": hole(KEY), "csrf_token": hole("token"), "entry": own, "form": form}
        return {**said, **marks, **open_, **ending.report_context(nobodys, own)}

    return cast(ending.report_template, shape, made, values)
