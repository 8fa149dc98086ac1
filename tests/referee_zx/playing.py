"""Playing cards: paying the cost, where a Z/X may be put, Events, [Boot] abilities, and what is played at no cost."""

from __future__ import annotations

import re
from typing import Any

from .effects import carry_out
from .moving import at_all_points, move
from .table import (
    PLAYER_SQUARE,
    SQUARES,
    UNKNOWN,
    Card,
    Game,
    Illegal,
    Unsupported,
    ask,
    ask_cards,
    payable_with,
    put,
    put_on_square,
    unknown,
)
from .texts import abilities, available, condition_of, fulfilled, meant, sentences
from .triggers import trigger

EVENT, ZX = "event", "zx"
PICKS = re.compile(
    r"(?:Deal \d+ damage to |Destroy |Return |Sleep |Reboot |Move |Put )?((?:[Aa]n?|[Aa]nother) [^.]*?Z/X[^.]*?)"
    r"(?: gets .*| to its owner's hand| into its owner's (?:Charge|Trash)| to a Square next to it)?$"
)
"""A sentence that picks a Z/X and does nothing else."""


def may_put(game: Game, seat: int, square: str) -> bool:
    """B, playing a Z/X, 1 to 3."""
    if square == PLAYER_SQUARE[1 - seat]:
        return False  # 2
    for card in game.squares[square]:
        if card["owner"] != seat:
            return False  # 1
        if card["state"] == "sleep":
            return False  # 3
    return game.ruling("Z32") != "closed" or square not in [link[2] for link in game.links]


def places(game: Game, seat: int) -> list[str]:
    """Every Square on which a Z/X may be put."""
    return [square for square in SQUARES if may_put(game, seat, square)]


def appear(game: Game, card: Card, square: str) -> None:
    """B, playing a Z/X, 4: put onto the Square in Reboot State; one's own Z/X there goes into Trash."""
    before = list(game.squares[square])
    put_on_square(game, card, square)
    at_all_points(game)
    move(
        game, [other for other in before if other["zone"] == "square" and other["square"] == square], "trash"
    )
    trigger(game, "appears", card)


# --- paying -----------------------------------------------------------------------------------------------------------


def awake(game: Game, seat: int) -> list[Card]:
    """The cards in Resource that can pay: those in Reboot State."""
    return [card for card in game.zones[seat]["resource"] if card["state"] == "reboot"]


def can_pay(game: Game, seat: int, amount: int, colours: list[str]) -> bool:
    """B, paying the cost: whether there is any way to pay. A coloured cost of nothing can never show its colour."""
    cards = awake(game, seat)
    return len(cards) >= amount and len(colours) <= amount and payable_with(game, cards, colours)


def pay(game: Game, seat: int, amount: int, colours: list[str], labels: list[str]) -> None:
    """Exactly as many as the cost says, among them one for each colour, go to Sleep."""
    cards: list[Card] = []
    for label in labels:
        found = [card for card in awake(game, seat) if card["label"] == label and card not in cards]
        if not found:
            raise Illegal("B.pay", f"{label} cannot pay")
        cards.append(found[0])
    if len(cards) != amount:
        raise Illegal("B.pay", f"{len(cards)} cards for a cost of {amount}")
    if not payable_with(game, cards, colours):
        raise Illegal("B.pay", f"not every colour of {colours} is among them")
    for card in cards:
        card["state"] = "sleep"


# --- from the hand ----------------------------------------------------------------------------------------------------


def in_hand(game: Game, seat: int, number: Any) -> Card:
    """The card with this number in a player's hand."""
    for card in game.zones[seat]["hand"]:
        if card["number"] != UNKNOWN and number in (card["number"], card["label"], game.fact(card, "name")):
            return card
    for card in unknown(game, game.zones[seat]["hand"], number):
        return card
    raise Illegal("B.play", f"{number} is not in the hand")


def play(game: Game, seat: int, line: dict[str, Any]) -> None:
    """Play a card from the hand: in the Main Phase a Z/X or an Event, in a battle an Event."""
    card = in_hand(game, seat, line.get("card"))
    kind = EVENT if game.is_event(card) else game.fact(card, "kind")
    if kind not in (EVENT, ZX):
        raise Unsupported(f"playing a card of the kind {kind}")
    if game.battle is not None and kind != EVENT:
        raise Illegal("B.battle-event", "only Events in a battle")
    square = line.get("square", "")
    if kind == ZX and (square not in SQUARES or not may_put(game, seat, square)):
        raise Illegal("B.place", f"a Z/X may not be put on {square}")
    if kind == EVENT and square:
        raise Illegal("B.event", "an Event is put on no Square")
    if kind == EVENT and not event_has(game, seat, card):
        raise Illegal("Z14", "nothing to pick")
    pay(game, seat, game.cost(card), game.fact(card, "colours"), line.get("pay", []))
    if kind == ZX:
        appear(game, card, square)
    else:
        resolve_event(game, seat, card)


def resolve_event(game: Game, seat: int, card: Card) -> None:
    """B, playing an Event: resolved at once, then put into Trash."""
    if game.ruling("Z9") != "origin":
        put(game, card, "temporary")
        at_all_points(game)
    played = card["life"]
    for ability in abilities(game, card):
        if ability["kind"] == "Event" and fulfilled(game, seat, ability):
            carry_out(game, (seat, card, card["life"]), ability["Effect"])
    if card["life"] != played:
        return  # by Z9 it lay in the hand, and its own effect put it elsewhere: another card now (301.4)
    if game.fact(card, "kind") == "event_extra" and game.ruling("Z22") != "trash":
        move(game, [card], "dynamis", "face-up")
    else:
        move(game, [card], "trash")


def event_has(game: Game, seat: int, card: Card) -> bool:
    """The same of every ability of an Event."""
    return all(
        has_something_to_pick(game, seat, card, ability["Effect"]) for ability in abilities(game, card)
    )


def has_something_to_pick(game: Game, seat: int, card: Card, effect: str) -> bool:
    """Z14: only where a game has settled it so, what only picks a Z/X needs one to pick."""
    if game.ruling("Z14") != "refused":
        return True
    picked = [PICKS.match(condition_of(sentence)[1]) for sentence in sentences(effect)]
    if not all(picked):
        return True
    return any(meant(game, found[1], seat, card) for found in picked if found)


# --- at no cost -------------------------------------------------------------------------------------------------------


def may_play_free(game: Game, seat: int, card: Card) -> bool:
    """Whether a revealed card can be played: an Event, or a Z/X with a Square to be put on."""
    if game.fact(card, "kind") == ZX:
        return bool(places(game, seat))
    return True


def play_free(game: Game, seat: int, card: Card) -> None:
    """B, ignition 3 and 907.2e: without paying its Cost."""
    if game.fact(card, "kind") == ZX:
        appear(game, card, ask(game, "square", places(game, seat)))
    else:
        resolve_event(game, seat, card)


# --- [Boot] -----------------------------------------------------------------------------------------------------------


def boot_cost(ability: dict[str, Any]) -> dict[str, Any]:
    """The parts of a <Cost>."""
    cost: dict[str, Any] = {"sleep": False, "amount": 0, "colours": [], "given": [], "self": False}
    for part in ability["Cost"].split(", "):
        paid = re.fullmatch(r"(red|blue|white|black|green) (\d+)", part)
        plain = re.fullmatch(r"(\d+) Resource", part)
        given = re.fullmatch(r"put (\d+) cards? from your (hand|Charge) into Trash", part)
        if part == "[Sleep]":
            cost["sleep"] = True
        elif paid:
            cost["colours"].append(paid[1])
            cost["amount"] += int(paid[2])
        elif plain:
            cost["amount"] += int(plain[1])
        elif given:
            cost["given"].append((int(given[1]), given[2].lower()))
        elif part == "put this card into Trash":
            cost["self"] = True
        else:
            raise Unsupported(f"a cost: {part}")
    return cost


def boots(game: Game, seat: int) -> list[tuple[Card, dict[str, Any]]]:
    """Every [Boot] ability that a player could use now."""
    own = [card for card in game.speaking() if card["owner"] == seat]
    cards = [*own, *game.zones[seat]["charge"], *game.zones[seat]["trash"]]
    return [
        (card, ability)
        for card in cards
        for ability in abilities(game, card)
        if ability["kind"] == "Boot" and can_boot(game, seat, card, ability)
    ]


def can_boot(game: Game, seat: int, card: Card, ability: dict[str, Any]) -> bool:
    """B, boot: the text is available and the whole cost can be paid."""
    if not available(game, card, ability) or (ability["drive"] and seat in game.drive_used):
        return False
    cost = boot_cost(ability)
    if cost["sleep"] and card["state"] != "reboot":
        return False
    for zone in ("hand", "charge"):
        needed = sum(count for count, pile in cost["given"] if pile == zone)
        if len(game.zones[seat][zone]) < needed + (cost["self"] and card["zone"] == zone):
            return False
    if not has_something_to_pick(game, seat, card, ability["Effect"]):
        return False
    return can_pay(game, seat, cost["amount"], cost["colours"])


def boot(game: Game, seat: int, line: dict[str, Any]) -> None:
    """Use a [Boot] ability: pay all of it, then its effect."""
    label = line.get("card")
    own = [card for card in game.speaking() if card["owner"] == seat]
    zones = game.zones[seat]
    cards = [card for card in [*own, *zones["charge"], *zones["trash"]] if card["label"] == label]
    found = [
        (card, ability)
        for card in cards
        for at, ability in enumerate(abilities(game, card), 1)
        if ability["kind"] == "Boot"
        and ability.get("Valid", "Square").lower() == card["zone"]
        and line.get("ability", at) == at
    ]
    if not found:
        raise Illegal("B.boot", f"{label} has no such ability")
    card, ability = found[0]
    if not can_boot(game, seat, card, ability):
        raise Illegal("B.boot", "the ability cannot be used")
    cost = boot_cost(ability)
    source = (seat, card, card["life"])
    if cost["sleep"]:
        card["state"] = "sleep"
    pay(game, seat, cost["amount"], cost["colours"], line.get("pay", []))
    if cost["self"]:
        move(game, [card], "trash")
    for count, zone in cost["given"]:
        pile, by = zones[zone], "number" if zone == "hand" else "label"
        move(game, ask_cards(game, f"{zone} to pay with", pile, count, by), "trash")
    if ability["drive"]:
        game.drive_used.add(seat)
    carry_out(game, source, ability["Effect"])
