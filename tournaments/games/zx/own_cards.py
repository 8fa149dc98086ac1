"""A player's own cards on the page of a game of Z/X: hands, what can act elsewhere, and cards that nobody has seen."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from ledger.shapes import Json
from tournaments.recordings.table_page import link
from tournaments.recordings.taps import matching

from .asking import Asking
from .faces import tile_of

MOST_FOUND = 12
"""Cards that a search lists."""


class OwnCards(Asking):
    """The part of :class:`.table.ZxTablePage` that shows the cards of who holds the phone."""

    rows: list[Json]

    def lit_places(self, lit: set[str]) -> Iterator[Json]:
        """Their own cards outside of hands and Squares that can do something now: beside the question, by place."""
        for seat in self.own_first():
            for zone in self.zones:
                cards = [card for card in seat[zone].get("cards", ()) if card.get("oid") in lit]
                if cards:
                    tiles = [self.tile(card["oid"], card, lit) for card in cards]
                    yield {"seat": seat["seat"], "said": _(self.words.zones[zone]), "hand": tiles}

    def hands(self) -> list[Json]:
        """Their own cards that lie in a hand, those of whoever may act now first; before a game nobody has any."""
        acting = self.acting()
        found = [
            {"seat": seat["seat"], "name": seat["name"], "hand": self.hand(seat)}
            for seat in sorted(self.view["seats"], key=lambda seat: seat["seat"] != acting)
            if seat["seat"] in self.own
        ]
        shown = [one for one in found if one["hand"]]
        known = _("Known cards of the hand") if self.at_table else ""
        return [one | {"said": known or (one["name"] if len(shown) > 1 else "")} for one in shown]

    def hand(self, seat: Json) -> list[Json]:
        """The cards of a hand that this viewer sees as tiles, equal ones together."""
        hand = Counter(card["number"] for card in seat["hand"].get("cards", ()) if "number" in card)
        acts = {row["source"] for row in self.actions if row["line"]["seat"] == seat["seat"]}
        return [
            tile_of(self.sight.session.pool, number)
            | {"copies": copies, "pick": link(f"card:{number}"), "acts": f"card:{number}" in acts}
            for number, copies in sorted(hand.items(), key=lambda one: (self.name(one[0]), one[0]))
        ]

    def tile(self, called: str, card: Json, lit: set[str]) -> Json:
        """A card of a place as a tile: every one can be looked at, and those that can act are marked."""
        return (
            super().tile(called, card, lit)
            | tile_of(self.sight.session.pool, card["number"])
            | {"pick": link(called), "acts": called in lit, "down": not card["face_up"]}
        )

    def cards(self) -> Json:
        """The cards of their own list, those that can be played now first; for a scribe those that were found."""
        rows, pool = self.rows, self.sight.session.pool
        if not rows and self.sought:
            rows = list(self.found_rows([card.number for card in matching(pool, self.sought)[:MOST_FOUND]]))
        shown = sorted(rows, key=lambda row: (row["name"], row["card"]))
        tiles = [
            tile_of(pool, row["card"])
            | {"copies": row["left"], "pick": link(f"card:{row['card']}"), "acts": bool(row["actions"])}
            | {"place": _(self.words.zones["dynamis"]) if pool[row["card"]].in_dynamis else ""}
            for row in shown
        ]
        return {
            "now": [tile for tile in tiles if tile["acts"]],
            "later": [tile for tile in tiles if not tile["acts"]] if self.state["screen"]["castable"] else [],
        }

    def found_rows(self, numbers: list[str]) -> Iterator[Json]:
        """Cards that were searched for, where the list of who acts is not known here."""
        if not self.view or not self.own or self.lists_known() or self.acting() not in self.own:
            return
        screen: Any = self.sight.screen
        pool = self.sight.session.pool
        for number in numbers:
            if number in pool.index:
                yield screen.card_row(self.acting(), pool[number])

    def acting(self) -> int:
        """The seat that may act now."""
        battle = self.view.get("battle")
        return int(battle["priority"] if battle else self.view["active"])

    def lists_known(self) -> bool:
        """Whether this phone may know the list of the seat that may act now."""
        return self.sight.screen.lists.get(self.acting()) is not None
