"""The page on which a Z/X game is played: the nine Squares, what can be tapped on them, and one question at a time."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.shapes import Context, Json
from rules_engine.drawing.zx_board import zx_board_svg
from rules_engine.zx.squares import NAMES, PLAYER_SQUARES
from tournaments.gamelogs.opened_zx import PHASES

from .sight import Sight

ROWS = ((2, 1, 0), (0, 1, 2))
"""Rows from the top of the picture, columns from its left; seat 0 sits below."""
PILES = ("charge", "dynamis", "resource", "trash")
PILE_WORDS = {
    "hand": gettext_lazy("Hand"),
    "charge": gettext_lazy("Charge"),
    "dynamis": gettext_lazy("Dynamis"),
    "resource": gettext_lazy("Resource"),
    "trash": gettext_lazy("Trash"),
    "deck": gettext_lazy("Deck"),
    "life": gettext_lazy("Life"),
}
PROMPTS = {
    "life": gettext_lazy("Which card of Life, counted from the top?"),
    "reload_life": gettext_lazy("Which card of Life for the Reload, counted from the top?"),
    "play_revealed": gettext_lazy("Play the card that was turned up?"),
    "square": gettext_lazy("On which Square?"),
    "excess": gettext_lazy("Which cards leave Charge?"),
    "hand_limit": gettext_lazy("Which cards go from the hand to Trash?"),
    "void_bringer": gettext_lazy("Which Z/X goes to Trash?"),
    "waiting_ability": gettext_lazy("Which of the waiting abilities first?"),
    "target": gettext_lazy("Which card?"),
    "may": gettext_lazy("Do it?"),
    "give": gettext_lazy("Which cards are given?"),
    "shuffle_in": gettext_lazy("Which cards are shuffled in?"),
    "wake": gettext_lazy("Which cards are rebooted?"),
    "awaken": gettext_lazy("Which cards for the Awaken Condition?"),
    "vessel": gettext_lazy("On which card is the Shift put?"),
    "card_name": gettext_lazy("Which card is turned up?"),
}
"""What a choice asks, by its prompt."""


class ZxPage:
    """One Z/X game as its page shows it to one viewer. ``picked`` is what the last tap was on, as ``source``."""

    def __init__(self, sight: Sight, state: Json, picked: str = "") -> None:
        """``state`` is that of the page, with the JSON text of every action (``plain_state``)."""
        self.sight, self.state = sight, state
        self.view: Json = state["screen"]["view"]
        self.actions: list[Json] = [row | {"label": self.label(row)} for row in state["screen"]["actions"]]
        self.pick(picked)

    def pick(self, source: str) -> None:
        """Let the ways be those of what was tapped last, if it can do anything."""
        found = [row for row in self.actions if row["source"] == source]
        self.picked, self.ways = (source, found) if found else ("", [])

    def context(self) -> Context:
        """What the template needs."""
        lit = {row["source"] for row in self.actions}
        return {
            "turn": self.view["turn"],
            "phase": PHASES.get(self.view["phase"], ""),
            "board": SafeString(zx_board_svg(self.view, lang=self.sight.language, ids_prefix="rec-s-")),
            "cells": [self.cell(f"{column},{row}", lit) for row in ROWS[0] for column in ROWS[1]],
            "players": [self.player(seat, lit) for seat in self.view["seats"]],
            "flow": [row for row in self.actions if row["source"] in ("hand", "turn")],
            "concede": [row for row in self.actions if row["source"] == "game"],
            "picked": self.picked,
            "picked_name": self.name(self.picked.removeprefix("card:")) if self.picked else "",
            "ways": self.ways,
            "paying": self.paying(),
            "lines": list(reversed(self.state["screen"]["lines"])),
            "undo": self.undo(),
        }

    def name(self, called: str) -> str:
        """The name of a card by what a line calls it."""
        return str(self.sight.screen.card_name(called)) or called  # type: ignore[attr-defined]  # a ZxScreen

    def label(self, row: Json) -> str:
        """An action in words, with its Square and what it is paid with."""
        line = row["line"]
        said = [row["text"]]
        if line.get("square") and line["do"] != "attack":
            said.append(_("Square %(square)s") % {"square": line["square"]})
        if line.get("ability"):
            said.append(_("Ability %(n)s") % {"n": line["ability"]})
        if line.get("pay"):
            said.append(
                _("pays with %(cards)s") % {"cards": ", ".join(self.name(one) for one in line["pay"])}
            )
        return " · ".join(said)

    def cell(self, square: str, lit: set[str]) -> Json:
        """A Square as something to tap: a button that writes a line, a link that picks its card, or neither."""
        cards = [card for card in self.view["squares"][square] if "oid" in card]
        inside = ", ".join(card["card"] for card in cards)
        said = _("Square %(square)s") % {"square": square} + (f": {inside}" if inside else "")
        way = next((row for row in self.ways if self.aimed(row["line"]) == square), None)
        found = next((card["oid"] for card in cards if card["oid"] in lit), "")
        return {"label": said, "way": way, "pick": link(found) if found and way is None else ""}

    def aimed(self, line: Json) -> str:
        """The Square that an action puts something on or attacks."""
        if line["do"] == "attack_player":
            return NAMES[PLAYER_SQUARES[1 - line["seat"]]]
        return str(line.get("square", ""))

    def player(self, seat: Json, lit: set[str]) -> Json:
        """A player: counts, and the cards that this viewer sees, equal ones together, with what can be tapped."""
        own = seat["seat"] in self.sight.access.seats
        hand = Counter(card["number"] for card in seat["hand"].get("cards", ()) if "number" in card)
        acts = {row["source"] for row in self.actions if row["line"]["seat"] == seat["seat"]}
        piles = [
            (PILE_WORDS[pile], [self.tile(card["oid"], card, lit) for card in cards])
            for pile in PILES
            if (cards := [card for card in seat[pile].get("cards", ()) if "oid" in card])
        ]
        return {
            "seat": seat["seat"],
            "name": seat["name"],
            "active": seat["seat"] == self.view["active"],
            "counts": [(words, seat[pile]["count"]) for pile, words in PILE_WORDS.items()],
            "own": own,
            "hand": [
                {
                    "name": self.name(number),
                    "copies": copies,
                    "pick": link(f"card:{number}") if f"card:{number}" in acts else "",
                }
                for number, copies in sorted(hand.items(), key=lambda one: (self.name(one[0]), one[0]))
            ],
            "piles": piles,
        }

    def tile(self, called: str, card: Json, lit: set[str]) -> Json:
        """A card of a pile."""
        return {
            "name": card["card"],
            "asleep": card.get("state") == "sleep",
            "pick": link(called) if called in lit else "",
        }

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
                for card in self._payable(way["seat"])
            ],
        }

    def _payable(self, seat: int) -> Iterator[Json]:
        """The cards that this player can put to sleep or give: Resource cards and Z/X in Reboot State."""
        for card in self.view["seats"][seat]["resource"].get("cards", ()):
            if card.get("state") == "reboot" and "oid" in card:
                yield card
        for cards in self.view["squares"].values():
            for card in cards:
                if card.get("controller") == seat and card.get("state") == "reboot":
                    yield card

    def undo(self) -> int | None:
        """The last line of the own seats, if taking it back would take back nothing that somebody has seen."""
        session, seats = self.sight.session, self.sight.access.seats
        own = [one.n for one in session.played() if one.body.get("seat") in seats]
        return own[-1] if own and not session.over and not session.reveals_since(own[-1]) else None

    # --- a question ---------------------------------------------------------------------------------------------------

    def question(self, line: Json, need: Json) -> Json:
        """A choice that a line leaves open, as buttons or boxes."""
        labels = [self.waits(one) for one in need.get("waiting", ())] or map(self.option, need["options"])
        options = [
            {"json": compact(option), "label": label}
            for option, label in zip(need["options"], labels, strict=True)
        ]
        return {
            "json": compact(line),
            "text": PROMPTS.get(need["prompt"], need["prompt"]),
            "who": self.view["seats"][need["seat"]]["name"],
            "shown": ", ".join(self.name(number) for number in need["shown"]),
            "many": need["many"],
            "count": need["low"],
            "options": options,
        }

    def waits(self, one: Json) -> str:
        """A waiting ability by its card, and by its keyword or its place in the text of that card."""
        what = one["keyword"] or _("Ability %(n)s") % {"n": one["ability"]}
        return f"{self.name(one['card'])} · {what}"

    def option(self, option: Any) -> str:
        """An answer in words."""
        if isinstance(option, bool):
            return str(_("Yes") if option else _("No"))
        if isinstance(option, str) and option in NAMES:
            return str(_("Square %(square)s") % {"square": option})
        return self.name(option) if isinstance(option, str) else str(option)


def link(source: str) -> str:
    """The address that picks a card."""
    return f"?{urlencode({'pick': source})}#table"


def compact(value: Any) -> str:
    """JSON as a button sends it."""
    return json.dumps(value, separators=(",", ":"))
