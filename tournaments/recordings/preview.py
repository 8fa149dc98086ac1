"""What a correction would change, before a judge writes it: two positions held against each other, in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules_engine.drawing.svg import board_svg
from rules_engine.drawing.zx_board import zx_board_svg
from rules_engine.recording.session import Problem
from rules_engine.x610z.board import load_board
from rules_engine.x610z.view import view
from rules_engine.zx.view import view as zx_view
from tournaments.gamelogs.opened_zx import NAMES, PHASES

from .sight import Sight

Seen = Mapping[str, Any]

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


class Change(NamedTuple):
    """One difference: of whom or what, in what, as it is and as it would be."""

    who: str
    what: str
    now: str
    then: str


class Preview(NamedTuple):
    """What a correction would do: the rule it breaks, or what changes and the board as it would look."""

    problem: Problem | None
    changes: list[Change]
    board: str


class Told(NamedTuple):
    """How two positions of a game are looked at: the view of one, what differs between two, the picture of one."""

    view: Callable[..., Seen]
    differences: Callable[[Seen, Seen], Iterator[Change]]
    board: Callable[[Sight, Seen], str]


def preview_of(sight: Sight, change: Sequence[Sequence[Any]]) -> Preview:
    """Try rows as a judge's correction of the newest position; nothing is written."""
    before = sight.screen.view()
    body = {"kind": "judge", "do": "fix", "by": "J0", "change": [list(row) for row in change], "text": "-"}

    told = GAMES[sight.session.header.game]
    problem, after = sight.session.trial(body, lambda state: told.view(state, sight.screen.viewer))
    if problem is not None or after is None:
        return Preview(problem, [], "")
    for seat in after["seats"]:
        seat["name"] = sight.screen.named(str(seat["player"]))
    return Preview(None, list(told.differences(before, after)), told.board(sight, after))


def differences(before: Seen, after: Seen) -> Iterator[Change]:
    """Everything public in which two positions differ: pieces first, then players, then the course of the game."""
    yield from _pieces(before, after)
    for one, other in zip(before["seats"], after["seats"], strict=True):
        yield from _told(other["name"], _seat(one), _seat(other))
    yield from _told(_("Game"), _course(before), _course(after))


def _told(who: str, now: Mapping[str, str], then: Mapping[str, str]) -> Iterator[Change]:
    """The facts of one player or of the game that differ."""
    for what, said in now.items():
        if said != then[what]:
            yield Change(who, what, said, then[what])


def _yes(value: object) -> str:
    return _("yes") if value else _("no")


def _course(seen: Seen) -> dict[str, str]:
    names = {seat["seat"]: seat["name"] for seat in seen["seats"]}
    return {
        _("Turn"): f"{seen['turn']}: {names.get(seen['active'], '')}",
        _("Round"): str(seen["round"]),
        _("Actions on the stack"): str(len(seen["stack"])),
        _("The game is over"): _yes(seen["result"]),
    }


def _in_play(seen: Seen) -> dict[str, dict[str, Any]]:
    return {one["oid"]: one for seat in seen["seats"] for one in seat["play"]}


def _pieces(before: Seen, after: Seen) -> Iterator[Change]:
    now, then = _in_play(before), _in_play(after)
    names = {seat["seat"]: seat["name"] for seat in after["seats"]}
    for oid in dict.fromkeys((*now, *then)):
        one, other = now.get(oid), then.get(oid)
        name = f"{(one or other or {}).get('card')} ({oid})"
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


def _word(field: str, value: Any, names: Mapping[int, str]) -> str:
    if field == "state":
        return str(STATES.get(value, value))
    if field == "controller":
        return names.get(value, str(value))
    return "—" if value is None else str(value)


def _seat(seat: Seen) -> dict[str, str]:
    counts = {
        _("Cards in hand"): str(seat["hand"]["count"]),
        _("Cards in the deck"): str(seat["deck"]["count"]),
        _("Cards in the discard pile"): str(len(seat["discard"])),
        _("Cards removed from the game"): str(len(seat["removed"])),
        _("Still in the game"): _yes(seat["alive"]),
    }
    return counts | {name: str(seat["pool"][kind]) for kind, name in ENERGY.items()}


def _board(sight: Sight, seen: Seen) -> str:
    board = load_board(sight.session.header.board)
    return board_svg(seen, board, size="wide", lang=sight.language, ids_prefix="then-")


# --- Z/X ------------------------------------------------------------------------------------------------------------


def zx_differences(before: Seen, after: Seen) -> Iterator[Change]:
    """Everything public in which two positions of Z/X differ: cards first, then players, then the course."""
    now, then = _zx_cards(before), _zx_cards(after)
    for oid in dict.fromkeys((*now, *then)):
        one, other = now.get(oid, {}), then.get(oid, {})
        name = f"{(one or other)['card']} ({oid})"
        for what, field in ((_("Place"), "place"), (_("Reboot or Sleep"), "state"), (_("Damage"), "damage")):
            if one.get(field) != other.get(field):
                yield Change(name, what, str(one.get(field, "—")), str(other.get(field, "—")))
    for mine, theirs in zip(before["seats"], after["seats"], strict=True):
        counts = [
            {str(words): str(seat[pile]["count"]) for pile, words in NAMES.items()} for seat in (mine, theirs)
        ]
        yield from _told(theirs["name"], *counts)
    yield from _told(_("Game"), _zx_course(before), _zx_course(after))


def _zx_cards(seen: Seen) -> dict[str, dict[str, Any]]:
    """Every card that lies open, with the place where it lies."""
    found = [(card, square) for square, cards in seen["squares"].items() for card in cards]
    for seat in seen["seats"]:
        for pile, words in NAMES.items():
            found += [(card, str(words)) for card in seat[pile].get("cards", ())]
    return {card["oid"]: {**card, "place": place} for card, place in found if "oid" in card}


def _zx_course(seen: Seen) -> dict[str, str]:
    names = {seat["seat"]: seat["name"] for seat in seen["seats"]}
    return {
        _("Turn"): f"{seen['turn']}: {names.get(seen['active'], '')}",
        _("Phase"): str(PHASES[seen["phase"]]),
        _("The game is over"): _yes(seen["result"]),
    }


def _zx_board(sight: Sight, seen: Seen) -> str:
    return zx_board_svg(seen, lang=sight.language, ids_prefix="then-")


GAMES: Mapping[str, Told] = {
    "x610z": Told(view, differences, _board),
    "zx": Told(zx_view, zx_differences, _zx_board),
}
