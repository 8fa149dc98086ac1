"""What is otherwise in one view of a game than in an earlier one, in words of both languages."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from msgspec import Struct

from .messages import CATALOGUE, fill

_FIELDS = ("dot", "damage", "attack", "defense", "speed", "range", "counters", "controller", "state")
Seen = Mapping[str, Any]
"""A view of a game, or a card in one."""
_PILES = ("hand", "discard", "removed", "play")


class Change(Struct, frozen=True):
    """One difference: its ``kind`` is a key of the table ``changes`` of the catalogue, ``params`` fill its sentence."""

    kind: str
    params: Seen

    def text(self, language: str = "en") -> str:
        """The difference as a sentence."""
        words = CATALOGUE.table("zones", language)
        params = {
            name: words.get(value, value) if isinstance(value, str) else value
            for name, value in self.params.items()
        }
        return fill(CATALOGUE.table("changes", language)[self.kind], params, language)


def changes(
    before: Seen,
    after: Seen,
    able: Set[tuple[str, str]] = frozenset(),
    able_after: Set[tuple[str, str]] = frozenset(),
) -> Iterator[Change]:
    """The differences between two views of a judge; ``able`` are the deeds that the active player could do then."""
    players = [str(seat["player"]) for seat in after["seats"]]
    old, new = _objects(before), _objects(after)
    for oid in {**new, **old}:
        yield from _of_object(old.get(oid), new.get(oid), players)
    yield from _of_seats(before, after)
    if before["turn"] == after["turn"] and able and able_after:
        yield from _of_deeds(old, new, able, able_after, players)
    if after["result"] is not None and before["result"] is None:
        yield Change("end", {"players": [players[seat] for seat in after["result"]["winners"]]})


def _of_deeds(
    old: Mapping[str, Seen],
    new: Mapping[str, Seen],
    able: Set[tuple[str, str]],
    able_after: Set[tuple[str, str]],
    players: Sequence[str],
) -> Iterator[Change]:
    """What the active player can do no longer, or can do now, with what has not been turned."""
    for deed, oid in sorted(able - able_after):
        if oid in new and old[oid]["state"] == new[oid].get("state"):
            yield Change(f"no_{deed}", {"card": _name(new[oid], players)})
    for deed, oid in sorted(able_after - able):
        if oid in new and oid in old and old[oid]["zone"] == "play":
            yield Change(f"now_{deed}", {"card": _name(new[oid], players)})


def _name(one: Seen, players: Sequence[str]) -> str:
    """A summon by its name and whose it is; every player has a Life Base."""
    return f"{one['card']} ({players[one['owner']]})" if one.get("dot") else str(one["card"])


def _spent(was: object, now: object, one: Seen) -> bool:
    """True for a crystal that was turned to pay, which says nothing."""
    return one["kind"] == "energy_crystal" and (was, now) == ("unactivated", "non_active")


def _objects(seen: Seen) -> dict[str, Seen]:
    """Every card that the view names, by its object name, with the zone where it lies and its figures."""
    found: dict[str, Seen] = {}
    for seat in seen["seats"]:
        for zone in _PILES:
            cards = seat[zone].get("cards", ()) if zone == "hand" else seat[zone]
            for card in cards:
                found[card["oid"]] = {**card, "zone": zone}
    for pawn in seen["pawns"]:
        known = {name: pawn[name] for name in _FIELDS if name in pawn}
        found[pawn["oid"]] = {**found[pawn["oid"]], **known}
    return found


def _of_object(old: Seen | None, new: Seen | None, players: list[str]) -> Iterator[Change]:
    if new is None or new["zone"] != "play":
        if old is not None and old["zone"] == "play":
            to = "deck" if new is None else new["zone"]
            yield Change("zone", {"card": old["card"], "from": "play", "to": to})
        return
    if old is None or old["zone"] != "play":
        where = {"card": new["card"], "player": players[new["controller"]], "dot": new.get("dot") or ""}
        yield Change("placed" if new.get("dot") else "came", where)
        return
    yield from _of_fields(old, new, players)


def _of_fields(old: Seen, new: Seen, players: list[str]) -> Iterator[Change]:
    for name in _FIELDS:
        was, now = old.get(name), new.get(name)
        if was != now:
            if name == "controller":
                was, now = players[int(was or 0)], players[int(now or 0)]
            if name != "state" or not _spent(was, now, new):
                yield Change(name, {"card": _name(new, players), "old": was, "new": now})


def _of_seats(before: Seen, after: Seen) -> Iterator[Change]:
    for old, new in zip(before["seats"], after["seats"], strict=True):
        for name in ("hand", "deck"):
            if old[name]["count"] != new[name]["count"]:
                counts = {"old": old[name]["count"], "new": new[name]["count"]}
                yield Change(name, {"player": new["player"], **counts})
        if old["pool"] != new["pool"]:
            energy = {kind: amount for kind, amount in new["pool"].items() if amount}
            yield Change("pool", {"player": new["player"], "energy": energy})
        if len(old["discard"]) != len(new["discard"]):
            yield Change(
                "pile", {"player": new["player"], "old": len(old["discard"]), "new": len(new["discard"])}
            )
