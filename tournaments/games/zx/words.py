"""What people say of a game of Z/X in a form: what was done, and what is different now; no page of it knows the ORM."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from rules_engine.zx.card_words import COLOURS
from rules_engine.zx.judge import NO_TEXT
from rules_engine.zx.words import WORDS
from tournaments.recordings.taps import seat_of

DOS = {
    "play": gettext_lazy("play a card"),
    "boot": gettext_lazy("use a startup ability"),
    "attack": gettext_lazy("attack a Square"),
    "attack_player": gettext_lazy("attack the player"),
    "extra": gettext_lazy("play a card of the Dynamis"),
    "shift": gettext_lazy("play a Shift"),
    "resource": gettext_lazy("put a card into Resource"),
    "ignite": gettext_lazy("use a card for Ignition"),
    "next": gettext_lazy("end the phase"),
    "pass": gettext_lazy("pass"),
}
"""What somebody does, in words."""
Row = list[Any]
"""A row of a judge's line: what it is about, and its values."""
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
VALUES: Mapping[str, Mapping[str, object]] = {
    "turn": {phase: gettext_lazy(WORDS.phases[phase]) for phase in ("resource", "ignition", "main")},
    "state": {"reboot": "Reboot", "sleep": "Sleep"},
    "colours": {colour: gettext_lazy(word) for colour, word in COLOURS.items()},
    "text": {NO_TEXT: gettext_lazy("none")},
    "zone": {zone: gettext_lazy(word) for zone, word in WORDS.zones.items()},
}
"""The codes that a row of this kind may end with, and what a person calls them."""
OF_PLAYERS = ("draw", "counters", "turn", "overboost")
HINT = gettext_lazy("A number, a Square such as 1,2, Counters by name and number, or one of: %(words)s.")
NUMBERS = ("damage", "draw", "power")


def row_of(kind: str, piece: str, value: str | int) -> Row:
    """The row of a judge's line that says a choice and a value."""
    if kind not in OF_PLAYERS:
        return [kind, piece, value]
    seat = seat_of(piece)
    name, _space, last = str(value).rpartition(" ")
    if kind == "overboost":
        return [kind, seat, name.strip(), last]
    if kind == "counters":  # a wrong number is the engine's to refuse, as in a row written by hand
        return [kind, seat, name.strip(), int(last) if last.isdecimal() else last]
    return [kind, seat, value]
