"""The page on which a Z/X game is recorded at its table: what was laid out, cards by name, what both decide."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from ledger.shapes import Context, Json
from rules_engine.recording.zx_session import CARD_NAME, marker_names
from rules_engine.zx.behind import unseen_behind
from rules_engine.zx.cards import GATE_CARD, START_CARD, START_RESOURCE, ZxCard
from rules_engine.zx.castable import left_of

from .chain import frozen_at
from .models import Recording
from .sight import Sight
from .zx_page import ZxPage, compact, link
from .zx_taps import matching

MOST_FOUND = 12
"""Cards that a search lists."""
State = Recording.State


class ZxTablePage(ZxPage):
    """One Z/X game at its table as its page shows it to one phone. ``sought``: what the scribe searches a card by."""

    def __init__(self, sight: Sight, state: Json, picked: str = "", sought: str = "") -> None:
        """``state`` is that of the page, with the JSON text of every action (``plain_state``)."""
        super().__init__(sight, state, picked)
        self.sought = sought
        self.rows: list[Json] = state["screen"]["castable"]
        if not self.rows and picked.startswith("card:"):
            self.rows = list(self.found_rows([picked.removeprefix("card:")]))
        known = {row["json"] for row in self.actions}
        ways = [way for card in self.rows for way in card["actions"]]
        more = [row | {"json": compact(row["line"])} for row in ways]
        self.actions += [row | {"label": self.label(row)} for row in more if row["json"] not in known]
        self.pick(picked)

    def context(self) -> Context:
        """What the template needs; before both have laid out there is no position yet."""
        asked = self.state["screen"]["asked"]
        seats = asked["seats"] if asked["kind"] == "lay" else ()
        found = super().context() if self.view else {"players": [], "lines": []}
        return found | {
            "at_table": True,
            "laying": [self.laying(seat) for seat in seats if seat in self.own],
            "beginners": self.beginners() if asked["kind"] == "first" else [],
            "waits_for": self.waits_for(asked),
            "cards": self.cards(),
            "sought": self.sought,
            "search": self.own and self.view and not self.lists_known() and self.acting() in self.own,
            "asks": self.asks(),
            "call": frozen_at(self.sight.rows) if self.state["state"] == State.FROZEN else None,
            "time": self.time(),
            "behind": self.behind(),
            "takes": self.takes(),
        }

    @property
    def own(self) -> frozenset[int]:
        """The seats for which this phone writes."""
        return self.sight.access.seats

    def acting(self) -> int:
        """The seat that may act now."""
        battle = self.view.get("battle")
        return int(battle["priority"] if battle else self.view["active"])

    def named(self, seat: int) -> str:
        """The name of a player."""
        return self.sight.screen.named(self.sight.session.seats[seat].player)

    def lists_known(self) -> bool:
        """Whether this phone may know the list of the seat that may act now."""
        return self.sight.screen.lists.get(self.acting()) is not None

    # --- before the first action ------------------------------------------------------------------------------------

    def laying(self, seat: int) -> Json:
        """The form for what a player lays out; of the own list the cards that may lie there, else of all cards."""
        deck = self.sight.screen.lists.get(seat)
        pool = self.sight.session.pool
        own = (
            [pool[number] for number in deck if number in pool.index]
            if deck is not None
            else list(pool.cards)
        )
        return {
            "seat": seat,
            "name": self.named(seat),
            "player_cards": options(card for card in pool.cards if card.kind == "player"),
            "markers": marker_names(pool, [card.number for card in own]),
            "has_list": deck is not None,
            "gate_cards": options(card for card in own if GATE_CARD in card.keywords),
            "start_resources": options(card for card in own if START_RESOURCE in card.keywords),
            "start_card": deck is None or any(START_CARD in card.keywords for card in own),
            "dynamis": sum(deck[card.number] for card in own if card.in_dynamis) if deck is not None else 0,
        }

    def beginners(self) -> list[Json]:
        """Who may have won the dice."""
        said = {"kind": "chance", "of": "first"}
        return [{"json": compact(said | {"value": seat}), "name": self.named(seat)} for seat in (0, 1)]

    def waits_for(self, asked: Json) -> str:
        """The player whose phone has to go on, "" where that is this one."""
        if self.takes() or asked["kind"] not in ("lay", "turn", "window"):
            return ""
        seats = asked["seats"] if "seats" in asked else [asked["seat"]]
        return "" if set(seats) & self.own else ", ".join(self.named(seat) for seat in seats)

    # --- cards that nobody has seen ---------------------------------------------------------------------------------

    def cards(self) -> Json:
        """The cards of the own list, those that can be played now first; for a scribe those that were found."""
        rows = self.rows
        if not rows and self.sought:
            pool = self.sight.session.pool
            rows = list(self.found_rows([card.number for card in matching(pool, self.sought)[:MOST_FOUND]]))
        shown = sorted(rows, key=lambda row: (row["name"], row["card"]))
        now = [row | {"pick": link(f"card:{row['card']}")} for row in shown if row["actions"]]
        return {
            "now": now,
            "later": [row for row in shown if not row["actions"]] if self.state["screen"]["castable"] else [],
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

    def question(self, line: Json, need: Json) -> Json:
        """A choice that a line leaves open; which card was turned up is asked of whoever looks at the table."""
        found = super().question(line, need)
        if need["prompt"] != CARD_NAME:
            return found
        pool, deck = self.sight.session.pool, self.sight.screen.lists.get(need["seat"])
        state: Any = self.sight.session.state
        left = left_of(state, need["seat"], deck) if deck is not None and state is not None else {}
        own = [pool[number] for number in left if number in pool.index and not pool[number].in_dynamis]
        return found | {
            "json": compact(line | {"shown": list(need["shown"])}),
            "name_asked": True,
            "names": options(own),
            "pool": sorted(
                {card.name for card in pool.cards if not card.in_dynamis and card.kind != "player"}
            ),
        }

    def option(self, option: Any) -> str:
        """An answer in words."""
        return str(_("A card that nobody has seen")) if option == "?" else super().option(option)

    # --- what both decide -------------------------------------------------------------------------------------------

    def asks(self) -> Json | None:
        """The question of the other side that waits, and whether it is this phone's to answer."""
        found = self.state["screen"]["consent"]
        if found is None:
            return None
        mine = self.sight.access.everybody or (bool(self.own) and found["by"] not in self.own)
        return found | {"mine": mine, "name": self.named(found["by"]) if found["by"] is not None else ""}

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
        access = self.sight.access
        if access.recording.mode == Recording.Mode.TWO_PHONES or access.everybody:
            return False
        return (
            access.judge is not None
            if access.recording.mode == Recording.Mode.JUDGE
            else access.seat is not None
        )

    def behind(self) -> list[Json]:
        """For the own card that lies unseen behind a Player card: the line that turns it up, and what it may be."""
        state: Any = self.sight.session.state
        if state is None or not self.view or self.view["phase"] == "setup" or state.result is not None:
            return []
        extras = options(card for card in self.sight.session.pool.cards if card.kind == "player_extra")
        return [
            {
                "json": compact({"kind": "act", "do": "crisis", "seat": seat}),
                "name": self.named(seat),
                "cards": extras,
            }
            for seat in sorted(self.own)
            if unseen_behind(state, seat) >= 0
        ]

    def undo(self) -> int | None:
        """The last line, if that would take back nothing that somebody has seen; the other side may be asked."""
        session = self.sight.session
        last = [one.n for one in session.played()][-1:]
        if not last or not self.own or session.reveals_since(last[0]) or self.state["state"] != State.OPEN:
            return None
        return last[0]


def options(cards: Any) -> list[tuple[str, str]]:
    """Cards to choose from, by name."""
    return sorted(((card.number, card.name) for card in _once(cards)), key=lambda one: (one[1], one[0]))


def _once(cards: Any) -> list[ZxCard]:
    return list({card.number: card for card in cards}.values())
