"""A line of Z/X put together by hand: where the engine may not help, and for what was really done.

Nothing here knows a rule: every action can be said of every card. A table without hints writes the line, and it is
marked if it breaks a rule; *we did something else* asks the other side to agree to it, with what changed since.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from ledger.shapes import Context, Json
from rules_engine.kernel.cards import name_in
from rules_engine.kernel.seen import objects_in
from rules_engine.recording.screen import LIT
from rules_engine.zx.castable import left_of
from rules_engine.zx.play import KINDS
from rules_engine.zx.squares import NAMES
from tournaments.recordings.taps import MOST_CHOSEN, hint_of, meant

from . import words
from .words import DOS, Row

if TYPE_CHECKING:
    from django.http import QueryDict

    from .table import ZxTablePage

MOST_ABILITIES = 6
"""Lines of a text that a form offers."""


def composed(page: "ZxTablePage") -> Context:
    """The two forms that a page may have: for a line, where nothing is lit, and for what was really done."""
    seats = sorted(page.own)
    if not seats or not page.view or page.view["phase"] == "setup" or page.state["screen"]["over"]:
        return {}
    listed = {one for seat in seats for one in _listed(page, seat)}
    found: Context = {
        "seats": [(seat, page.named(seat)) for seat in seats],
        "dos": DOS.items(),
        "table": list(_lying(page)),
        "cards": sorted(listed, key=lambda one: one[1]),
        "squares": NAMES,
        "abilities": range(1, MOST_ABILITIES + 1),
        "pay": [one for seat in seats for one in _awake(page, seat)],
        "chosen": page.tapped.removeprefix("card:"),
        "rows": words.KINDS[1:],
        "hint": hint_of(words.HINT, words.VALUES),
        "players": [(f"seat:{seat['seat']}", seat["name"]) for seat in page.view["seats"]],
    }
    unlit = page.sight.help != LIT
    return {"compose": found, "compose_template": "games/zx/compose.html", "unlit": unlit}


def _lying(page: "ZxTablePage") -> Iterator[tuple[str, str]]:
    """The cards that lie where everybody sees them, by what a line calls them."""
    names = {seat["seat"]: seat["name"] for seat in page.view["seats"]}
    for card in objects_in(page.view):
        if "card" in card:
            yield card["oid"], f"{card['card']} ({names[card['owner']]})"


def _listed(page: "ZxTablePage", seat: int) -> Iterator[tuple[str, str]]:
    """The cards that a player may hold: those of one's own list that nobody has seen; of all cards for a scribe."""
    pool, deck, state = page.sight.session.pool, page.sight.screen.lists.get(seat), page.sight.session.state
    numbers = left_of(state, seat, deck) if deck is not None and state is not None else pool.index
    for number in numbers:
        if number in pool.index:
            yield number, name_in(pool[number], page.sight.language)


def _awake(page: "ZxTablePage", seat: int) -> Iterator[tuple[str, str]]:
    for card in page.payable(seat):
        yield card["oid"], card["card"]


def line_of(said: "QueryDict") -> Json | None:
    """The line that a form puts together; None where it says none."""
    do, seat = said.get("do", ""), said.get("seat", "")
    if do not in DOS or seat not in ("0", "1"):
        return None
    line: Json = {"kind": "act", "do": do, "seat": int(seat)}
    fields = KINDS[do].fields
    for name in ("card", "square"):
        if name in fields and said.get(name):
            line[name] = said[name][:60]
    if "ability" in fields and said.get("ability", "").isdecimal():
        line["ability"] = int(said.get("ability", "0")[:2])
    if "pay" in fields and said.getlist("pay"):
        line["pay"] = [one[:8] for one in said.getlist("pay")[:MOST_CHOSEN]]
    return line


def changes_of(said: Mapping[str, str]) -> list[Row]:
    """What a form says that really changed: one row as in a judge's line, or none."""
    kind, piece, value = (said.get(name, "")[:60].strip() for name in ("row", "piece", "value"))
    if kind not in dict(words.KINDS) or not kind or not piece:
        return []
    if (kind in words.OF_PLAYERS) != (piece in ("seat:0", "seat:1")):
        return []
    codes, number = words.VALUES.get(kind, {}), kind in words.NUMBERS
    return [words.row_of(kind, piece, meant(value, codes, number=number))]


def row_words(row: Row, name: Callable[[str], str], player: Callable[[int], str]) -> str:
    """A row of a correction in words, for who is asked to agree."""
    kind, *values = row
    codes = words.VALUES.get(kind, {})
    said = [
        str(player(one))
        if at == 0 and isinstance(one, int)
        else str(codes.get(one) or name(one))
        if isinstance(one, str)
        else str(one)
        for at, one in enumerate(values)
    ]
    return _("%(what)s: %(values)s") % {
        "what": dict(words.KINDS).get(kind, kind),
        "values": " → ".join(said),
    }
