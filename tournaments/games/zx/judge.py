"""What a judge may set right in a game of Z/X, and what differs between two of its positions."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules_engine.kernel.games import Words
from rules_engine.zx.card_words import COLOURS
from rules_engine.zx.judge import NO_TEXT
from rules_engine.zx.words import WORDS
from tournaments.gamelogs.opened_game import objects_in
from tournaments.recordings.forms import CorrectForm, seat_of
from tournaments.recordings.preview import Change, Corrections, Seen, numbered

Row = list[Any]
"""A row of a judge's line: what it is about, and its values."""


class ZxCorrectForm(CorrectForm):
    """A correction of a game of Z/X: its rows name Squares, and the states and zones of that game."""

    KINDS = (
        ("", "—"),
        ("damage", gettext_lazy("Damage")),
        ("square", gettext_lazy("Place on the Squares")),
        ("state", gettext_lazy("Reboot or Sleep")),
        ("zone", gettext_lazy("Card in another pile")),
        ("draw", gettext_lazy("Player draws so many cards")),
        ("counters", gettext_lazy("Player has so many Counters")),
        ("turn", gettext_lazy("Player has the turn, in this phase")),
        ("shift", gettext_lazy("A Shift is put on this card (name the Shift)")),
        ("overboost", gettext_lazy("Player has this Z/X Overboost on a Square (name and Square)")),
        ("power", gettext_lazy("Power, as long as it stands there")),
        ("colours", gettext_lazy("Colours, as long as it stands there")),
        ("name", gettext_lazy("Name, as long as it stands there")),
        ("text", gettext_lazy("Text, as long as it stands there (none, or a card whose text it has)")),
    )
    VALUES = {
        "turn": {phase: gettext_lazy(WORDS.phases[phase]) for phase in ("resource", "ignition", "main")},
        "state": {"reboot": "Reboot", "sleep": "Sleep"},
        "colours": {colour: gettext_lazy(word) for colour, word in COLOURS.items()},
        "text": {NO_TEXT: gettext_lazy("none")},
        "zone": {zone: gettext_lazy(word) for zone, word in WORDS.zones.items()},
    }
    OF_PLAYERS = ("draw", "counters", "turn", "overboost")
    HINT = gettext_lazy("A number, a Square such as 1,2, Counters by name and number, or one of: %(words)s.")
    NUMBERS = ("damage", "draw", "power")

    def row(self, kind: str, piece: str, value: str | int) -> Row:
        """The row of a judge's line that says it."""
        return self.row_of(kind, piece, value)

    @classmethod
    def row_of(cls, kind: str, piece: str, value: str | int) -> Row:
        """The same, of a choice and a value that somebody else asked for."""
        if kind == "overboost":
            name, _space, square = str(value).rpartition(" ")
            return [kind, seat_of(piece), name.strip(), square]
        if kind == "counters":  # a wrong number is the engine's to refuse, as in a row written by hand
            name, _space, count = str(value).rpartition(" ")
            return [kind, seat_of(piece), name.strip(), int(count) if count.isdecimal() else count]
        return [kind, seat_of(piece), value] if kind in cls.OF_PLAYERS else [kind, piece, value]


class ZxCorrections(Corrections):
    """What can be set right in Z/X."""

    form = ZxCorrectForm

    def pieces(self, seen: Seen) -> list[tuple[str, str]]:
        """The cards that lie open, with their owners, for a choice."""
        names = {seat["seat"]: seat["name"] for seat in seen.get("seats", ())}
        return [
            (card["oid"], numbered(f"{card['card']} ({names[card['owner']]})", card["oid"]))
            for card in objects_in(seen)
        ]

    def objects(self, before: Seen, after: Seen, words: Words) -> Iterator[Change]:
        """The cards that lie elsewhere, or otherwise."""
        now, then = _placed(before, words), _placed(after, words)
        for oid in dict.fromkeys((*now, *then)):
            one, other = now.get(oid, {}), then.get(oid, {})
            name = numbered((one or other)["card"], oid)
            for what, field in (
                (_("Place"), "place"),
                (_("Reboot or Sleep"), "state"),
                (_("Damage"), "damage"),
                (_("Power"), "power"),
                (_("Colours"), "colours"),
                (_("Name"), "card"),
                (_("Text"), "text"),
            ):
                if one.get(field) != other.get(field):
                    yield Change(name, what, _told(one.get(field, "—")), _told(other.get(field, "—")))


def _told(value: object) -> str:
    return "/".join(value) if isinstance(value, list) else str(value)


def _placed(seen: Seen, words: Words) -> dict[str, dict[str, Any]]:
    """Every card that lies open, with the place where it lies."""
    found = [(card, square) for square, cards in seen["squares"].items() for card in cards]
    for seat in seen["seats"]:
        for zone, said in words.zones.items():
            found += [(card, _(said)) for card in seat[zone].get("cards", ())]
    return {card["oid"]: {**card, "place": place} for card, place in found if "oid" in card}


JUDGE = ZxCorrections()
