"""The page on which a game is recorded without script: its picture, what can be tapped, one question at a time.

Every tap is a link or a form. What all games share is here; a game adds what its own page has (``table`` in
:mod:`tournaments.games`), and :mod:`.tables` shows it.
"""

import json
from collections.abc import Mapping, Sequence
from typing import ClassVar
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ledger.shapes import Context, Json
from rules_engine.recording import journal
from rules_engine.recording.speakers import begun

from .seen import Seen

OPEN, FROZEN, SIGNED, VOID = "open", "frozen", "signed", "void"
"""States of a recording; docs/recorder.md lists all."""
MOVES = ("lay", "begin", "turn", "window")
"""What a table waits for while a game is played."""
TWO_PHONES, JUDGE = "two_phones", "judge"
"""Two of its modes."""


class TablePage:
    """One game as its page shows it to one viewer.

    ``picked`` is what the last tap was on, as ``source``; ``sought`` what a scribe searches a card by; ``at_table``:
    people record it, and the site has not dealt it. ``prompts`` say what a choice asks, by its prompt; ``zones`` are
    the places whose cards are listed and ``counted`` those whose number is said, all of the game's words where empty.
    """

    prompts: ClassVar[Mapping[str, object]] = {}
    zones: ClassVar[Sequence[str]] = ()
    counted: ClassVar[Sequence[str]] = ()

    def __init__(
        self, sight: Seen, state: Json, picked: str = "", sought: str = "", *, at_table: bool = False
    ) -> None:
        """``state`` is that of the page, with the JSON text of every action (:func:`with_texts`)."""
        self.sight, self.state, self.at_table, self.sought = sight, state, at_table, sought
        self.open: Json | None = None  # the question that the page asks
        self.words = sight.game.words
        self.view: Json = state["screen"]["view"]
        rows = state["screen"]["actions"] if not self.stopped() else ()
        self.actions: list[Json] = [row | {"label": self.label(row)} for row in rows]
        self.pick(picked)

    def stopped(self) -> bool:
        """Whether nothing is played: the game has stopped, or somebody is asked to agree to an undo or a change."""
        return self.at_table and (self.state["state"] == FROZEN or self.asks() is not None)

    def pick(self, source: str) -> None:
        """Let the ways be those of what was tapped last, if it can do anything."""
        found = [row for row in self.actions if row["source"] == source]
        self.picked, self.ways = (source, found) if found else ("", [])

    def context(self) -> Context:
        """What the template needs; before there is a position only what comes before a game."""
        found = self.position() if self.view else {"players": [], "lines": []}
        return found | self.settled() if self.at_table else found

    def position(self) -> Context:
        """The picture, the players, and what can be done now."""
        lit = {row["source"] for row in self.actions}
        pictures = self.sight.game.pictures
        drawn = pictures.svg(
            self.seen(),
            self.sight.session.board,
            size="square",
            lang=self.sight.language,
            ids_prefix="rec-s-",
        )
        return {
            "turn": self.view["turn"],
            "phase": _(self.words.phases[self.view["phase"]])
            if self.view["phase"] in self.words.phases
            else "",
            "board": SafeString(
                drawn
            ),  # it escapes every value it takes from the view, so its result is markup
            "players": [self.player(seat, lit) for seat in self.own_first()],
            "flow": self.flow(),
            "hint": _("Tap a card that can act, or go on."),
            "concede": [row for row in self.actions if row["source"] == "game"],
            "picked": self.picked,
            "picked_name": self.name(self.picked.removeprefix("card:")) if self.picked else "",
            "ways": self.ways,
            **self.news(),
            "lines": list(reversed(self.state["screen"]["lines"])),
            "undo": self.undo(),
            "undo_asks": self.undo_asks(),
            "past_undoing": self.past_undoing(),
        }

    def seen(self) -> Json:
        """The position as it is drawn."""
        return self.view

    def own_first(self) -> list[Json]:
        """The players, those first for whom this phone writes."""
        return sorted(self.view["seats"], key=lambda seat: seat["seat"] not in self.own)

    def flow(self) -> list[Json]:
        """The actions that are buttons of their own."""
        return [row for row in self.actions if row["source"] != "game"]

    def settled(self) -> Context:
        """What the people at a table have to settle beside playing."""
        asked = self.state["screen"]["asked"]
        call = journal.frozen_at(self.sight.rows) if self.state["state"] == FROZEN else None
        said = [row["by"] for row in self.sight.rows if call and (row["body"] or {}).get("withdraw") == call]
        return {
            "at_table": True,
            "calls": bool(self.own) and self.state["state"] not in (FROZEN, SIGNED, VOID),
            "first_asked": _(self.words.who_begins),
            "beginners": self.beginners() if asked["kind"] == "first" else [],
            "waits_for": self.waits_for(asked),
            "asks": self.asks(),
            "awaits": self.awaits(),
            "voices": self.voices(),
            "call": call,
            "withdrawn": bool(self.own) and self.own <= set(said),
            "time": self.time(),
            "takes": self.takes(),
        }

    def news(self) -> Context:
        """The newest thing that happened at the table: beside the game and who goes on, else the last line and what
        followed."""
        screen = self.state["screen"]
        if screen["news"]:
            return {"news": screen["news"]["text"], "followed": [*filter(None, [self.goes_on()])]}
        newest: Json = next(iter(reversed(screen["lines"])), {})
        return {"news": newest.get("text", ""), "followed": newest.get("followed", ())}

    def goes_on(self) -> str:
        """Whose move it is once more, after a question or a stop; "" while somebody waits for another word."""
        seat = self.to_move()
        if not self.at_table or self.stopped() or seat is None or self.state["conflict"] or self.awaits():
            return ""
        if self.own == {seat}:
            return str(_("Now it is your move."))
        return str(_("Now it is the move of %(name)s.") % {"name": self.named(seat)})

    def to_move(self) -> int | None:
        """The one seat for which the table waits; None for several, and once a game is over."""
        asked = self.state["screen"]["asked"]
        seats = asked.get("seats", [asked.get("seat")])
        return seats[0] if asked["kind"] in MOVES and len(seats) == 1 else None

    def name(self, called: str) -> str:
        """The name of a card by what a line calls it."""
        return str(self.sight.screen.card_name(called)) or called

    def label(self, row: Json) -> str:
        """An action in words."""
        return str(row["text"])

    def player(self, seat: Json, lit: set[str]) -> Json:
        """A player: counts, and the cards that this viewer sees, equal ones together, with what can be tapped."""
        words = self.words.zones
        return {
            "seat": seat["seat"],
            "name": seat["name"],
            "active": seat["seat"] == self.view["active"],
            "counts": [
                (_(words[zone]), seat[zone]["count"]) for zone in self.counted or words if zone in seat
            ],
            "own": seat["seat"] in self.own,
            "you": self.own == {seat["seat"]},
            "piles": [
                (_(words[zone]), [self.tile(card["oid"], card, lit) for card in cards])
                for zone in self.zones or words
                if (cards := [card for card in seat.get(zone, {}).get("cards", ()) if "oid" in card])
            ],
        }

    def tile(self, called: str, card: Json, lit: set[str]) -> Json:
        """A card of a pile."""
        return {
            "name": card["card"],
            "asleep": card.get("state") == "sleep",
            "pick": link(called) if called in lit else "",
        }

    def undo(self) -> int | None:
        """The last line, if taking it back would take back nothing that somebody has seen.

        At a table the other side may be asked; in practice only their own lines can go, and none while a line that has
        shown something (``held``) is said to its end.
        """
        last = None if self.open is not None and self.open["held"] else self.last_line()
        return last if last is not None and not self.sight.session.reveals_since(last) else None

    def undo_asks(self) -> str:
        """The last line, where taking it back is another player's to agree to: that is asked first; "" elsewhere."""
        played = self.sight.session.played()
        own = {played[-1].by, played[-1].body.get("seat")} & self.own if played else self.own
        if own or not self.at_table or self.sight.access.everybody:
            return ""
        return str(next((line["text"] for line in reversed(self.state["screen"]["lines"])), ""))

    def past_undoing(self) -> bool:
        """Whether the last line of a running game brought something out, so that no player takes it back at a table."""
        last, session = self.last_line(), self.sight.session
        return self.at_table and last is not None and not session.over and bool(session.reveals_since(last))

    def last_line(self) -> int | None:
        """The last line, at a table of anybody and in practice their own; None where nothing is written now."""
        session, seats = self.sight.session, self.own
        played = session.played()
        own = [one.n for one in played if self.at_table or one.body.get("seat") in seats]
        stopped = (
            self.state["state"] != OPEN or not seats or self.stopped() if self.at_table else session.over
        )
        return own[-1] if own and not stopped else None

    # --- at a table -------------------------------------------------------------------------------------------------

    @property
    def own(self) -> frozenset[int]:
        """The seats for which this phone writes."""
        return self.sight.access.seats

    def named(self, seat: int) -> str:
        """The name of a player."""
        return self.sight.screen.named(self.sight.session.seats[seat].player)

    def beginners(self) -> list[Json]:
        """Who may have won the dice."""
        said = {"kind": "chance", "of": "first"}
        seats = self.state["screen"]["asked"]["seats"]
        return [{"json": compact(said | {"value": seat}), "name": self.named(seat)} for seat in seats]

    def waits_for(self, asked: Json) -> str:
        """The player whose phone has to go on, "" where that is this one."""
        if self.takes() or self.stopped() or self.flow():
            return ""
        if asked["kind"] not in MOVES:
            return ""
        seats = asked["seats"] if "seats" in asked else [asked["seat"]]
        return "" if set(seats) & self.own else ", ".join(self.named(seat) for seat in seats)

    def asks(self) -> Json | None:
        """The question of the other side that waits, and whether it is this phone's to answer."""
        found = self.state["screen"]["consent"]
        if found is None or found["kind"] == journal.LINE:
            return None
        mine = self.sight.access.everybody or (bool(self.own) and found["by"] not in self.own)
        return found | {"mine": mine, "name": self.named(found["by"]) if found["by"] is not None else ""}

    def awaits(self) -> Json | None:
        """A line that waits for what a player has to say of it: whose line and word, what is asked, and who may."""
        found = self.state["screen"]["consent"]
        if found is None or found["kind"] != journal.LINE or found.get("need") is None:
            return None
        need = found["need"]
        return {
            "seq": found["seq"],
            "text": found["text"],
            "by": self.named(found["by"]) if found["body"].get("seat") not in self.own else "",
            "name": self.named(need["seat"]),
            "seat": need["seat"],
            "asked": self.asked(need),
            "mine": need["seat"] in self.own,
            "again": compact(found["body"]) if found["by"] in self.own else "",
        }

    def handed(self) -> Json | None:
        """The line of which this phone has to say more; None where there is none."""
        awaits = self.awaits() if self.at_table else None
        return self.state["screen"]["consent"]["body"] if awaits is not None and awaits["mine"] else None

    def may_say(self, line: Json) -> bool:
        """Whether this phone may answer what a line leaves open: its own, or one that waits for its word."""
        waits = bool(self.own) and begun(self.sight.session, line) is not None
        return line.get("seat") in self.own or waits

    def voices(self) -> Json | None:
        """What another phone wrote for this player and that waits for their word; None where nothing does."""
        how = {one["n"]: one["how"] for one in self.state["voices"] if set(one["open"]) & self.own}
        if not how or self.sight.access.everybody:
            return None
        screen = self.state["screen"]
        lines = [line | {"how": how[line["n"]]} for line in screen["lines"] if line["n"] in how]
        return {"lines": lines, "first": min(how), "last": max(how)}

    def time(self) -> str:
        """The line that calls time, once the clock of this table has run out; "" before, and where it was called."""
        session, seat = self.sight.session, next(iter(sorted(self.own)), None)
        called = any(one.body.get("do") == "time" for one in session.played())
        if (
            seat is None
            or called
            or session.result is not None
            or not self.state["time"]["called"]
            or not self.view
        ):
            return ""
        return compact({"kind": "act", "do": "time", "seat": seat}) if self.view["phase"] != "setup" else ""

    def takes(self) -> bool:
        """Whether this phone could write for the whole table, and does not yet."""
        access, mode = self.sight.access, self.sight.mode
        if mode == TWO_PHONES or access.everybody:
            return False
        return access.judges if mode == JUDGE else access.seat is not None

    # --- a question -------------------------------------------------------------------------------------------------

    def asked(self, need: Json) -> str:
        """What a choice asks, in words."""
        return str(self.prompts.get(need["prompt"], need["prompt"]))

    def question(self, line: Json, need: Json) -> Json:
        """A choice that a line leaves open, as buttons or boxes."""
        options = [
            {"json": compact(option), "label": label}
            for option, label in zip(need["options"], self.options(need), strict=True)
        ]
        return {
            "json": compact(line),
            "line": self.label({"line": line, "text": self.sight.screen.said(line)}),
            "text": self.asked(need),
            "seat": need["seat"],
            "who": self.view["seats"][need["seat"]]["name"],
            "shown": ", ".join(self.name(number) for number in need["shown"]),
            "many": need["many"],
            "held": not self.at_table and bool(need.get("revealed")),
            "count": need["low"],
            "options": options,
        }

    def options(self, need: Json) -> Sequence[str]:
        """The answers to a choice in words, in their order."""
        return [self.option(one) for one in need["options"]]

    def option(self, option: object) -> str:
        """An answer in words."""
        if isinstance(option, bool):
            return str(_("Yes") if option else _("No"))
        return self.name(option) if isinstance(option, str) else str(option)


def link(source: str) -> str:
    """The address that picks a card."""
    return f"?{urlencode({'pick': source})}#table"


def with_texts(state: Json) -> Json:
    """A state for a template: every line of an action beside itself as the JSON text that a button sends."""
    rows = [
        *state["screen"]["actions"],
        *(way for card in state["screen"]["castable"] for way in card.get("actions", ())),
    ]
    for row in rows:
        row["json"] = compact(row["line"])
    return state


def compact(value: object) -> str:
    """JSON as a button sends it."""
    return json.dumps(value, separators=(",", ":"))
