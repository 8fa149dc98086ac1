"""The pages on which a game of Z/X is recorded and practised: the nine Squares, what was laid out, cards by name."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.shapes import Context, Json
from rules_engine.recording.screen import TURN
from rules_engine.zx.behind import unseen_behind
from rules_engine.zx.cards import GATE_CARD, START_CARD, START_RESOURCE
from rules_engine.zx.pictures.text import PILES
from rules_engine.zx.session import marker_names
from tournaments.recordings.seen import Seen
from tournaments.recordings.table_page import compact, link
from tournaments.recordings.tables import Table
from tournaments.recordings.taps import MOST_CHOSEN, line_in

from .asking import options
from .closing import closing, over_time
from .compose import changes_of, composed, line_of, row_words
from .faces import alike, colours_awake, details, looked_at, moment, said_short
from .own_cards import OwnCards
from .reasons import reason
from .ways import aimed, in_words

if TYPE_CHECKING:
    from django.http import QueryDict

COLUMNS = (0, 1, 2)
"""Columns and rows of the Squares, as seat 0 counts them who sits below and reads from the left."""
HINTS = {
    "setup": gettext_lazy("Look at your four cards. You may draw four others, once."),
    "resource": gettext_lazy("Tap the card that you put from your hand into Resource, or go on."),
    "ignition": gettext_lazy(
        "Tap a card of your Charge: it goes to Trash, and the top card of your deck is turned up. Or go on."
    ),
    "main": gettext_lazy("Tap a card to play it, attack or use its ability."),
}
"""What a tap does, by phase."""
NEXT = {
    "resource": gettext_lazy("To the Ignition Phase"),
    "ignition": gettext_lazy("To the Main Phase"),
    "main": gettext_lazy("End the turn"),
}
"""What going on means in a phase."""
ENDS = gettext_lazy("Then the other player draws cards, and nobody can undo it.")
"""What the end of a turn brings that cannot be taken back."""
LAID_OPEN = ("player_card", "gate_card", "start_resource")


class ZxTablePage(OwnCards):
    """One game of Z/X as its page shows it to one viewer."""

    counted = ("hand", "charge", "dynamis", "resource", "trash", "deck", "life")

    def __init__(
        self, sight: Seen, state: Json, picked: str = "", sought: str = "", *, at_table: bool = False
    ) -> None:
        """At a table the cards of their own list, or those that were searched for, can be tapped as well."""
        self.rows: list[Json] = []
        super().__init__(sight, state, picked, sought, at_table=at_table)
        if not at_table or self.stopped():
            return
        self.rows = state["screen"]["castable"]
        if not self.rows and picked.startswith("card:"):
            self.rows = list(self.found_rows([picked.removeprefix("card:")]))
        known = {row["json"] for row in self.actions}
        ways = [way for card in self.rows for way in card["actions"]]
        more = [row | {"json": compact(row["line"])} for row in ways]
        self.actions += [row | {"label": self.label(row)} for row in more if row["json"] not in known]
        self.pick(picked)

    def position(self) -> Context:
        """The Squares and places lie over their picture; other cards to pay with stand beside the ways."""
        lit = {row["source"] for row in self.actions}
        across, down = (COLUMNS[::-1], COLUMNS) if self.below else (COLUMNS, COLUMNS[::-1])
        cells = [self.cell(f"{column},{row}", lit) for row in down for column in across]
        return super().position() | {
            **self.going_on(),
            "cells": cells,
            "cards_template": "games/zx/cards.html",
            "hands": [*self.lit_places(lit), *self.hands()],
            "over_board": "games/zx/places.html",
            "player_template": "games/zx/player.html",
            "places": [(seat, PILES, seat == self.below) for seat in (0, 1)],
            "paying": self.paying(),
            "paid_with": self.paid_with(),
            "picked_said": self.picked_said(),
            "ways": in_words(self.view, said_short(self.ways)),
            "looked": looked_at(self.sight, self.view, self.tapped),
            "reason": reason(self),
            "moment": moment(self.view) if self.seen()["asks"] is None else [],
        }

    @property
    def below(self) -> int:
        """The seat that sits below, near the thumb: whose phone this is."""
        return min(self.own) if len(self.own) == 1 else 0

    def seen(self) -> Json:
        """The position with its own side below, and whose choice is open (``asks``)."""
        awaits = self.awaits() if self.at_table else None
        asks = (self.open or awaits or {}).get("seat")
        return self.view | {"below": self.below, "asks": asks}

    def pick(self, source: str) -> None:
        """What was tapped last is looked at, also where it can do nothing now."""
        super().pick(source)
        self.tapped = source

    def paid_with(self) -> str:
        """What every way is paid with, each name once with its number; "" where they differ or cost nothing."""
        found = {tuple(sorted(self.name(one) for one in row["line"].get("pay") or ())) for row in self.ways}
        names = next(iter(found)) if len(found) == 1 else ()
        return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items())

    def flow(self) -> list[Json]:
        """What is no matter of a card."""
        return [row for row in self.actions if row["source"] in ("hand", "turn")]

    def going_on(self) -> Context:
        """What goes on without a card: a calm button beside the phase, and what else there is as large ones.

        The end of a turn is asked again, for the cards that are drawn then let nobody take it back.
        """
        found, hint = self.flow(), HINTS.get(self.view["phase"], "")
        onward = [
            row | {"first": link(TURN)} if self.ends_turn(row) else row for row in found if _goes_on(row)
        ]
        rest = [row for row in found if not _goes_on(row)]
        ends = self.picked == TURN and any(map(self.ends_turn, self.ways))
        asks = ((over_time(self) if self.at_table else []) or [str(ENDS)]) if ends else []
        return {"onward": onward, "flow": rest, "hint": hint if found else "", "picked_hints": asks}

    def ends_turn(self, row: Json) -> bool:
        """Whether an action ends the turn."""
        return _goes_on(row) and self.view["phase"] == "main"

    def picked_said(self) -> str:
        """What was tapped, where its ways do not say it each: one action in several ways, or the end of a turn."""
        if self.picked == TURN:
            return str(_("End the turn?")) if any(map(self.ends_turn, self.ways)) else ""
        return str(self.ways[0]["text"]) if alike(self.ways) else ""

    def settled(self) -> Context:
        """What people settle at a table of Z/X: what lies beside the decks, and cards that nobody has seen."""
        asked = self.state["screen"]["asked"]
        seats = asked["seats"] if asked["kind"] == "lay" else ()
        return super().settled() | {
            "before_template": "games/zx/before.html",
            "laying": [self.laying(seat) for seat in seats if seat in self.own],
            "cards": self.cards(),
            "sought": self.sought,
            "search": self.own and self.view and not self.lists_known() and self.acting() in self.own,
            "tools_template": "games/zx/tools.html",
            "behind": self.behind(),
            **closing(self),
            **composed(self),
        }

    def asks(self) -> Json | None:
        """A question of the other side, with what it says that really changed."""
        found = super().asks()
        if found is None:
            return None
        rows = [row for row in found["body"].get("change") or () if isinstance(row, list) and row]
        return found | {"rows": [row_words(row, self.name, self.player_of) for row in rows]}

    def label(self, row: Json) -> str:
        """An action in words, with its Square."""
        if row["line"].get("do") == "next" and self.view["phase"] in NEXT:
            return str(NEXT[self.leaving()])
        return " · ".join([row["text"], *details(row["line"])])

    def leaving(self) -> str:
        """The phase that going on ends: without Charge the Ignition Phase is over at once."""
        phase, charge = str(self.view["phase"]), self.view["seats"][self.view["active"]]["charge"]["count"]
        return "ignition" if phase == "resource" and not charge else phase

    def cell(self, square: str, lit: set[str]) -> Json:
        """A Square as something to tap: a button that writes a line, a link that picks its card, or neither."""
        cards = [card for card in self.view["squares"][square] if "oid" in card]
        inside = ", ".join(card["card"] for card in cards)
        said = _("Square %(square)s") % {"square": square} + (f": {inside}" if inside else "")
        way = next((row for row in in_words(self.view, self.ways) if aimed(row["line"]) == square), None)
        answers = self.answers_on(square, cards)
        found = next((card["oid"] for card in cards if card["oid"] in lit), "")
        seen = found or next((card["oid"] for card in cards), "")
        return {
            "label": said,
            "way": way,
            "answer": answers[0] if len(answers) == 1 else None,
            "acts": bool(found),
            "pick": link(seen) if seen and way is None else "",
        }

    def player(self, seat: Json, lit: set[str]) -> Json:
        """A player with the hand as far as this viewer sees it."""
        return super().player(seat, lit) | {
            "hand": self.hand(seat),
            "places": [
                {
                    "zone": zone,
                    "words": _(self.words.zones[zone]),
                    "count": seat[zone]["count"],
                    "said": self.said_of(zone, seat[zone]),
                    "cards": [
                        self.tile(card["oid"], card, lit) for card in seat[zone]["cards"] if "oid" in card
                    ],
                }
                for zone in self.zones
                if any("oid" in card for card in seat.get(zone, {}).get("cards", ()))
            ],
            "piles": [],
        }

    def said_of(self, zone: str, place: Json) -> str:
        """What a place says beside its number: the colours to pay with, and how many cards lie face-down."""
        if zone == "resource":
            return colours_awake(place["cards"])
        down = sum(not card.get("face_up", True) for card in place["cards"]) if zone == "dynamis" else 0
        return _("%(count)s face-down") % {"count": down} if down else ""

    def paying(self) -> Json | None:
        """Other cards to pay with, for what was picked; None where nothing is paid."""
        way = next((row["line"] for row in self.ways if row["line"].get("pay")), None)
        if way is None:
            return None
        body = {name: value for name, value in way.items() if name not in ("pay", "square")}
        squares = sorted({row["line"]["square"] for row in self.ways if row["line"].get("square")})
        return {
            "json": compact(body),
            "squares": [(square, _("Square %(square)s") % {"square": square}) for square in squares],
            "cards": [
                {"oid": card["oid"], "name": card["card"], "chosen": card["oid"] in way["pay"]}
                for card in self.payable(way["seat"])
            ],
        }

    def payable(self, seat: int) -> Iterator[Json]:
        """The cards that this player can put to sleep or give: Resource cards and Z/X in Reboot State."""
        for card in self.view["seats"][seat]["resource"].get("cards", ()):
            if card.get("state") == "reboot" and "oid" in card:
                yield card
        for cards in self.view["squares"].values():
            for card in cards:
                if card.get("controller") == seat and card.get("state") == "reboot":
                    yield card

    def laying(self, seat: int) -> Json:
        """The form for what a player lays out; of their own list the cards that may lie there, else of all cards."""
        deck = self.sight.screen.lists.get(seat)
        pool, language = self.sight.session.pool, self.sight.language
        own = (
            [pool[number] for number in deck if number in pool.index]
            if deck is not None
            else list(pool.cards)
        )
        return {
            "seat": seat,
            "name": self.named(seat),
            "player_cards": options((card for card in pool.cards if card.kind == "player"), language),
            "markers": marker_names(pool, [card.number for card in own]),
            "has_list": deck is not None,
            "gate_cards": options((card for card in own if GATE_CARD in card.keywords), language),
            "start_resources": options((card for card in own if START_RESOURCE in card.keywords), language),
            "start_card": deck is None or any(START_CARD in card.keywords for card in own),
            "dynamis": sum(deck[card.number] for card in own if card.in_dynamis) if deck is not None else 0,
        }

    def behind(self) -> list[Json]:
        """For their own card that lies unseen behind a Player card: the line that turns it up, and what it may be."""
        state: Any = self.sight.session.state
        if state is None or not self.view or self.view["phase"] == "setup" or state.result is not None:
            return []
        cards, language = self.sight.session.pool.cards, self.sight.language
        extras = options((card for card in cards if card.kind == "player_extra"), language)
        return [
            {
                "json": compact({"kind": "act", "do": "crisis", "seat": seat}),
                "name": self.named(seat),
                "cards": extras,
            }
            for seat in sorted(self.own)
            if unseen_behind(state, seat) >= 0
        ]


class ZxTable(Table):
    """The pages of Z/X."""

    page = ZxTablePage

    def said(self, said: "QueryDict", body: Json) -> Json:
        """What was laid out, turned up or paid with."""
        if said.get("none"):
            return line_in(said.get("none", ""), "lay") or body
        if body.get("kind") == "lay":
            body |= _laid_out(said)
        if said.get("composed"):
            body = line_of(said) or body
        if said.get("deviates"):
            body = {"line": line_of(said), "change": changes_of(said), "text": said.get("text", "")[:300]}
        if said.get("turned_up"):
            body["card"] = said["turned_up"][:60]
        if said.get("paying"):
            body["pay"] = [one[:8] for one in said.getlist("pay")[:MOST_CHOSEN]]
            if "square" in said:
                body["square"] = said["square"][:8]
        return body


def _goes_on(row: Json) -> bool:
    """Whether an action ends a phase."""
    return bool(row["line"].get("do") == "next")


def _laid_out(said: "QueryDict") -> Json:
    """What the form says that lies beside a deck: open cards by number, of hidden ones how many there are."""
    cards = {name: said[name][:60] for name in LAID_OPEN if said.get(name)}
    number = said.get("dynamis", "")
    dynamis = int(number) if number.isascii() and number.isdigit() and len(number) < 3 else 0
    faces = {name: bool(said.get(name)) for name in ("start_card", "behind")}
    return {
        **cards,
        **faces,
        "dynamis": dynamis,
        "markers": [one[:60] for one in said.getlist("markers")[:MOST_CHOSEN]],
    }


TABLE = ZxTable()
