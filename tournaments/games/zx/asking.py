"""What the page of a game of Z/X asks: the choices that a line leaves open, in words that say why, and on the board."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.shapes import Json
from rules_engine.kernel.cards import name_in, said_in
from rules_engine.recording import journal
from rules_engine.zx.abilities import texts_of
from rules_engine.zx.cards import START_CARD, ZxCard, ZxPool
from rules_engine.zx.cardtext.nodes import Awaken
from rules_engine.zx.castable import left_of
from rules_engine.zx.setup import FIRST_RESOURCE
from rules_engine.zx.squares import NAMES
from tournaments.recordings.table_page import TablePage, compact

from .faces import about, turned_up
from .ways import FREE, met_on, warning

PROMPTS = {
    "life": gettext_lazy("Which card of Life, counted from the top?"),
    "reload_life": gettext_lazy("Which card of Life for the Reload, counted from the top?"),
    "play_revealed": gettext_lazy("Play the card that was turned up?"),
    "square": gettext_lazy("On which Square?"),
    "excess": gettext_lazy("Too many cards in Charge (906.1). Which go to Trash?"),
    "hand_limit": gettext_lazy("Which cards go from the hand to Trash?"),
    "void_bringer": gettext_lazy("Which Z/X goes to Trash?"),
    "waiting_ability": gettext_lazy("Which of the waiting abilities first?"),
    "target": gettext_lazy("For which card is this text?"),
    "may": gettext_lazy("Do what the text says?"),
    "give": gettext_lazy("Which cards are given?"),
    "shuffle_in": gettext_lazy("Which cards are shuffled in?"),
    "wake": gettext_lazy("Which cards are rebooted?"),
    "awaken": gettext_lazy("Which cards for the Awaken Condition?"),
    "vessel": gettext_lazy("On which card is the Shift put?"),
    "card_name": gettext_lazy("Which card is turned up?"),
}
"""What a choice asks, by its prompt."""
AWAKEN = {
    "red": gettext_lazy("They go out of the game."),
    "blue": gettext_lazy("They are shown and shuffled into the deck. Then as many are drawn."),
    "white": gettext_lazy("They go back into the deck, and it is shuffled."),
    "black": gettext_lazy("They go to Trash. Then the top card of the deck goes to Charge."),
    "green": gettext_lazy(
        "They go into the deck, and it is shuffled. Then as many go from its top into Resource."
    ),
}
"""What happens to the cards that are chosen for an Awaken Condition, by its colour (B.extra-3)."""
LAY_IN = {
    "life": gettext_lazy("Which card of Life is turned up?"),
    "deck": gettext_lazy("Which card lies on top of the deck?"),
    "hand": gettext_lazy("Which card of the hand is it?"),
    "dynamis": gettext_lazy("Which card of the Dynamis is it?"),
    "square": gettext_lazy("Which card is turned up on the Square?"),
}
"""The same of a card that is turned up, by the place in which it lay."""
GOES = {
    "deck": gettext_lazy("Which card goes from the top of the deck to %(zone)s?"),
    "hand": gettext_lazy("Which card goes from the hand to %(zone)s?"),
}
"""The same where it goes to another place."""


class Asking(TablePage):
    """The part of :class:`.table.ZxTablePage` that asks."""

    prompts = PROMPTS
    zones = ("charge", "dynamis", "resource", "trash")

    def player_of(self, seat: int) -> str:
        """The name of a player, or the number itself where it is no seat."""
        return self.named(seat) if seat in (0, 1) else str(seat)

    def question(self, line: Json, need: Json) -> Json:
        """A choice that a line leaves open; which card was turned up is asked of the person who looks at the table."""
        found = super().question(line, need) | {"about": about(self.sight.session.pool, need)}
        shown = zip(need["shown"], need["shown_of"], strict=True)
        if need["prompt"] == "square":
            found["options"] = [
                one | self.on_square(square, need)
                for one, square in zip(found["options"], need["options"], strict=True)
            ]
        if need["prompt"] == "awaken":
            found["text"] = f"{found['text']} {awakened(self.sight.session.pool, line)}"
        if need["prompt"] == "play_revealed" and need["shown"]:
            found |= turned_up(self.sight, need["shown"][-1])
        found["shown"] = ", ".join(f"{self.name(number)} ({self.player_of(seat)})" for number, seat in shown)
        if not self.at_table or need["prompt"] != journal.TURNED_UP:
            return found
        return found | self.to_be_named(line, need)

    def to_be_named(self, line: Json, need: Json) -> Json:
        """The forms by which a card that was turned up is named: of their own list, or of all cards."""
        pool, language = self.sight.session.pool, self.sight.language
        deck = self.sight.screen.lists.get(need["seat"])
        state: Any = self.sight.session.state
        left = left_of(state, need["seat"], deck) if deck is not None and state is not None else {}
        starts = _is_start_card(need)
        may_be = [
            card
            for card in pool.cards
            if not card.in_dynamis and card.kind != "player" and (not starts or START_CARD in card.keywords)
        ]
        return {
            "json": compact(line | {"shown": list(need["shown"])}),
            "name_template": "games/zx/name.html",
            "names": options((card for card in may_be if card.number in left), language),
            "pool": sorted({name_in(card, language) for card in may_be}),
            "none": compact(self.without_start_card(need["seat"]))
            if starts and need["seat"] in self.own
            else "",
        }

    def without_start_card(self, seat: int) -> Json:
        """The line that says anew what lies beside a deck: the same without a Start Card."""
        standing = self.sight.session.standing
        said = [one.body for one in standing.laid if one.body.get("seat") == seat] if standing else [{}]
        return {**said[-1], "start_card": False}

    def asked(self, need: Json) -> str:
        """What a choice asks; of a card that is turned up where it lay, and before the first turn where it goes."""
        zone, to = need.get("zone", ""), need.get("to", "")
        if "number" not in need and zone in GOES and to in self.zones:
            return str(GOES[zone]) % {"zone": _(self.words.zones[to])}
        if "number" not in need:
            return str(LAY_IN.get(zone, super().asked(need)))
        if _is_start_card(need):
            return _("Which card is the Start Card?")
        words = _("Which card goes from the top of the deck to Resource, as number %(number)s of %(count)s?")
        return words % {"number": need["number"], "count": FIRST_RESOURCE}

    def options(self, need: Json) -> Sequence[str]:
        """The answers to a choice in words; waiting abilities by their cards, cards on Squares with where they lie."""
        if need.get("waiting"):
            return [self.waits(one) for one in need["waiting"]]
        pool, language, names = self.sight.session.pool, self.sight.language, need["names"]
        said = ((one, said_in(pool, names[one], language) if one in names else "") for one in need["options"])
        return [
            " · ".join(filter(None, (name or self.option(one), self.standing(one)))) for one, name in said
        ]

    def waits(self, one: Json) -> str:
        """A waiting ability by its card, and by its keyword or its place in the text of that card."""
        what = one["keyword"] or _("Ability %(n)s") % {"n": one["ability"]}
        return f"{self.name(one['card'])} · {what}"

    def option(self, option: object) -> str:
        """An answer in words."""
        if option == "?" and self.at_table:
            return str(_("A card that nobody has seen"))
        if isinstance(option, str) and option in NAMES:
            return str(_("Square %(square)s") % {"square": option})
        return super().option(option)

    def standing(self, option: object) -> str:
        """The Square on which the card of an answer lies; "" for other answers."""
        lying = (
            (square, card.get("oid")) for square, cards in self.view["squares"].items() for card in cards
        )
        return next((square for square, oid in lying if oid == option), "")

    def on_square(self, square: str, need: Json) -> Json:
        """A Square as an answer that says what goes to Trash for it, or what an effect would meet there."""
        sure = need["rule"] in FREE
        warned = warning(self.view, square, need["seat"]) if sure else met_on(self.view, square)
        label = self.option(square)
        return {"label": f"{label} · {warned}", "warned": warned} if warned else {"label": label}

    def answers_on(self, square: str, cards: Sequence[Json]) -> list[Json]:
        """The answers to the question of this page that are this Square, or a card on it."""
        if self.open is None or self.open["many"]:
            return []
        meant = {compact(square), *(compact(card["oid"]) for card in cards)}
        return [one for one in self.open["options"] if one["json"] in meant]


def _is_start_card(need: Json) -> bool:
    """Whether a card is asked for that is turned up on its Player Square before the first turn (B.prep-12)."""
    return "number" in need and need["zone"] == "square"


def options(cards: Any, language: str) -> list[tuple[str, str]]:
    """Cards to choose from, by name."""
    named = ((card.number, name_in(card, language)) for card in _once(cards))
    return sorted(named, key=lambda one: (one[1], one[0]))


def awakened(pool: ZxPool, line: Json) -> str:
    """What happens to the cards chosen for the Awaken Condition of a card that is played."""
    card = pool.find(str(line["card"]))
    abilities = texts_of(pool).of(pool.index[card.number]) if card is not None else ()
    chosen = abilities[line["ability"] - 1 :][:1] if line.get("ability") else abilities
    said = (AWAKEN[part.colour] for one in chosen for part in one.condition if isinstance(part, Awaken))
    return str(next(said, ""))


def _once(cards: Any) -> list[ZxCard]:
    return list({card.number: card for card in cards}.values())
