"""What a judge may set right in a game of X610Z, and what differs between two of its positions."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules_engine.kernel.games import Words
from tournaments.recordings.forms import CorrectForm
from tournaments.recordings.preview import Change, Corrections, Facts, Seen, numbered, yes
from tournaments.recordings.taps import seat_of

PIECE: dict[str, str | Promise] = {
    "dot": gettext_lazy("Place on the board"),
    "damage": gettext_lazy("Damage"),
    "state": gettext_lazy("Activated or not"),
    "counters": gettext_lazy("Counters"),
    "controller": gettext_lazy("Controller"),
}
"""What a correction may change of an object in play."""
ENERGY = {
    "mystic": "Mystic Energy",
    "boost": "Boost Energy",
    "robiumm": "Robiumm Energy",
    "colorless": "Colorless Energy",
}
"""The types of energy; their names are terms of the game in both languages."""
STATES: dict[str, str | Promise] = {
    "unactivated": gettext_lazy("unactivated"),
    "non_active": gettext_lazy("non-active"),
    "deactivated": gettext_lazy("deactivated"),
}


class X610zCorrectForm(CorrectForm):
    """A correction of a game of X610Z: its rows name dots, and the states and zones of that game."""

    KINDS = (
        ("", "—"),
        ("damage", gettext_lazy("Damage")),
        ("dot", gettext_lazy("Place on the board")),
        ("state", gettext_lazy("Activated or not")),
        ("counters", gettext_lazy("Counters")),
        ("zone", gettext_lazy("Card in another pile")),
        ("draw", gettext_lazy("Player draws so many cards")),
        ("turn", gettext_lazy("Player has the turn of this number")),
        ("round", gettext_lazy("Round of the game")),
    )
    VALUES = {
        "state": STATES,
        "zone": {
            "discard": gettext_lazy("discard pile"),
            "hand": gettext_lazy("hand"),
            "deck": gettext_lazy("deck"),
            "removed": gettext_lazy("removed from the game"),
        },
    }
    NUMBERS = ("damage", "counters", "draw", "turn", "round")
    OF_PLAYERS = ("draw", "turn")
    OF_GAME = ("round",)
    HINT = gettext_lazy("A number, a dot such as 3,4, or one of: %(words)s.")

    def row(self, kind: str, piece: str, value: str | int) -> list[Any]:
        """The row of a judge's line that says it; for the turn and the round, what else stands stays as it is."""
        if kind == "draw":
            return [kind, seat_of(piece), value]
        if kind == "turn":
            return [kind, value, seat_of(piece), "action"]
        if kind == "round":
            turn, active, phase = (self.seen.get(name) for name in ("turn", "active", "phase"))
            return ["turn", turn, active, phase, value]
        return [kind, piece, value]


class X610zCorrections(Corrections):
    """What can be set right in X610Z."""

    form = X610zCorrectForm

    def pieces(self, seen: Seen) -> list[tuple[str, str]]:
        """The objects in play with their names, for a choice; those of the board first, with their dot."""
        pawns = [(one["oid"], f"{one['card']} {one['dot'] or ''}".strip()) for one in seen.get("pawns", ())]
        known = {oid for oid, _name in pawns}
        rest = [
            (one["oid"], numbered(f"{one['card']} ({seat['name']})", one["oid"]))
            for seat in seen.get("seats", ())
            for one in seat["play"]
            if one["oid"] not in known
        ]
        return [*pawns, *rest]

    def objects(self, before: Seen, after: Seen, words: Words) -> Iterator[Change]:
        """The objects in play that differ."""
        now, then = _in_play(before), _in_play(after)
        names = {seat["seat"]: seat["name"] for seat in after["seats"]}
        for oid in dict.fromkeys((*now, *then)):
            one, other = now.get(oid), then.get(oid)
            name = numbered((one or other or {})["card"], oid)
            if one is None or other is None:
                yield Change(
                    name,
                    _("In play"),
                    _("no") if one is None else _("yes"),
                    _("no") if other is None else _("yes"),
                )
                continue
            for field, what in PIECE.items():
                if one[field] != other[field]:
                    yield Change(
                        name, str(what), _word(field, one[field], names), _word(field, other[field], names)
                    )

    def seat(self, seat: Seen, words: Words) -> Facts:
        """The facts of one player."""
        counts = {
            _("Cards in hand"): str(seat["hand"]["count"]),
            _("Cards in the deck"): str(seat["deck"]["count"]),
            _("Cards in the discard pile"): str(len(seat["discard"])),
            _("Cards removed from the game"): str(len(seat["removed"])),
            _("Still in the game"): yes(seat["alive"]),
        }
        return counts | {name: str(seat["pool"][kind]) for kind, name in ENERGY.items()}

    def course(self, seen: Seen, words: Words) -> Facts:
        """The facts of the game."""
        names = {seat["seat"]: seat["name"] for seat in seen["seats"]}
        return {
            _("Turn"): f"{seen['turn']}: {names.get(seen['active'], '')}",
            _("Round"): str(seen["round"]),
            _("Actions on the stack"): str(len(seen["stack"])),
            _("The game is over"): yes(seen["result"]),
        }


def _in_play(seen: Seen) -> dict[str, dict[str, Any]]:
    return {one["oid"]: one for seat in seen["seats"] for one in seat["play"]}


def _word(field: str, value: Any, names: Mapping[int, str]) -> str:
    if field == "state":
        return str(STATES.get(value, value))
    if field == "controller":
        return names.get(value, str(value))
    return "—" if value is None else str(value)


JUDGE = X610zCorrections()
