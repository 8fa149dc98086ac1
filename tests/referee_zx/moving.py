"""How cards move, what is looked at after every move (901.2a), and what waits until nothing is due any more."""

from __future__ import annotations

from typing import Any

from .table import Card, Game, Illegal, ask, forget, name_it, put, turn_up
from .texts import abilities, fulfilled, goes_instead
from .triggers import trigger


def move(game: Game, cards: list[Card], zone: str, state: str = "") -> None:
    """301.5: several cards go together to another zone; then what happens at all points."""
    for card in cards if zone == "charge" else ():
        if card["zone"] == "square":
            trigger(game, "charged", card)
    for card in list(cards):
        put(game, card, zone, state)
    at_all_points(game)


def from_deck(game: Game, seat: int, zone: str, state: str = "") -> Card | None:
    """The top card of a deck goes elsewhere. Cards from the deck move one by one (301.5)."""
    deck = game.zones[seat]["deck"]
    if not deck:
        return None
    card = deck[0]
    if zone == "trash":
        to_trash_from_deck(game, card)
    else:
        move(game, [card], zone, state)
    return card


def draw(game: Game, seat: int, number: int) -> None:
    """1004: cards from the top of the deck to the hand, one by one."""
    for _ in range(number):
        from_deck(game, seat, "hand")


def to_trash_from_deck(game: Game, card: Card) -> None:
    """B, icon: put from the deck into Trash, the ability in the text of a card with Evol Seed is resolved."""
    name_it(game, card)
    seeds = [one for one in abilities(game, card) if one["kind"] == "Evol Seed"]
    seeds = [one for one in seeds if game.fact(card, "evol_seed") and fulfilled(game, card["owner"], one)]
    put(game, card, "trash")
    for ability in seeds:
        wait(
            game, card, ability
        )  # of the card in Trash: a Reload may follow at once and make it another (301.4)
    at_all_points(game)


def wait(game: Game, card: Card, ability: dict[str, Any]) -> None:
    """An automatic ability has triggered; it is carried out when no rule effect is due any more."""
    game.waiting.append({"seat": card["owner"], "card": card, "life": card["life"], "ability": ability})


def at_all_points(game: Game) -> None:
    """901.2a: what is looked at at all points; 901.2b: Shift before Reload, unless it waits for preprocessing (Z2).

    Extra, Overboost and Token Effect happen as the card is put (:func:`.table.put`).
    """
    if game.ruling("Z2") != "in_preprocessing":
        shift_effect(game)
    order = game.turn_player_first()
    for seat in order if game.ruling("Z4") != "other_player_first" else order[::-1]:
        zones = game.zones[seat]
        if not zones["deck"] and zones["trash"] and game.phase != "setup":
            reload(game, seat)


def shift_effect(game: Game) -> bool:
    """913.1: the Shift on a card that was put into a zone other than Square is put face-up into Dynamis."""
    left = [shift for shift, under, life in game.shifts if under and under["life"] != life]
    for shift in left:
        game.hits["913.1"] += 1
        put(game, shift, "dynamis", "face-up")
    return bool(left)


def reload(game: Game, seat: int) -> None:
    """902.1a-c: Trash becomes the deck, it is shuffled, the opponent puts one Life into Charge."""
    zones = game.zones[seat]
    for card in list(zones["trash"]):
        put(game, card, "deck")
    game.hits["902.1"] += 1
    shuffle(game, seat)
    if zones["life"]:
        card = zones["life"][ask(game, "reload_life", list(range(1, len(zones["life"]) + 1))) - 1]
        turn_up(game, card)
        put(game, card, "charge")


def shuffle(game: Game, seat: int) -> None:
    """1003: the line says in which order the cards lie afterwards, from the top."""
    deck = game.zones[seat]["deck"]
    if len(deck) < 2:
        return  # everybody knows where that card lies
    if game.hides:
        if not game.answers or game.answers.pop(0) is not None:
            raise Illegal("answers", "an order that nobody knows")
        forget(game, seat)
        return
    if not game.answers or not isinstance(game.answers[0], list):
        raise Illegal("answers", "no order of a shuffled deck")
    order = game.answers.pop(0)
    left = list(deck)
    if sorted(order) != sorted(card["number"] for card in left):
        raise Illegal("answers", "a shuffled deck with other cards")
    deck.clear()
    for number in order:
        card = next(card for card in left if card["number"] == number)
        left.remove(card)
        deck.append(card)


def destroy(game: Game, cards: list[Card]) -> None:
    """B, power: what is destroyed goes to Charge, or where its own text says instead; all of it together (301.5)."""
    goals = [(card, *(goes_instead(game, card) or ("charge", ""))) for card in cards]
    for card, zone, _state in goals:
        if zone == "charge":
            trigger(game, "charged", card)
    for card, zone, state in goals:
        put(game, card, zone, state)
    at_all_points(game)
