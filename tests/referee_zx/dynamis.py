"""Cards of the Dynamis: Z/X Extra with their three conditions, and Event Extra (the basic rules, "Dynamis")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from .moving import at_all_points, destroy, from_deck, move, shuffle
from .playing import appear, can_pay, event_has, may_put, pay, places, resolve_event
from .table import COLOURS, OVERBOOST, SQUARES, UNKNOWN, Card, Game, Illegal, Unsupported, ask_cards, name_it
from .texts import abilities

CONDITIONS = ("Advent", "Awaken", "Idealize")
EXTRA, EVENT_EXTRA = "zx_extra", "event_extra"
FROM = {"red": "trash", "blue": "hand", "white": "trash", "black": "charge", "green": "resource"}
"""Awaken: where the cards of each colour's condition lie."""


def extra(game: Game, seat: int, line: dict[str, Any]) -> None:
    """Play a face-down card of the Dynamis; everything that forbids it is looked at before anything is paid."""
    card = face_down(game, seat, line.get("card"))
    if seat in game.extra_played:
        raise Illegal("B.main", "one Z/X Extra or Event Extra a turn")
    if game.fact(card, "kind") == EVENT_EXTRA:
        event_extra(game, seat, card, line)
    else:
        zx_extra(game, seat, card, line)
    game.extra_played.add(seat)


def face_down(game: Game, seat: int, name: Any) -> Card:
    """A face-down Z/X Extra or Event Extra in one's own Dynamis; a face-up one cannot be played."""
    for card in game.zones[seat]["dynamis"]:
        named = name in (card["number"], card["label"], game.fact(card, "name"))
        if named and not card["face_up"] and game.fact(card, "kind") in (EXTRA, EVENT_EXTRA):
            return card
        if named and game.fact(card, "kind") == OVERBOOST:
            raise Unsupported("how a Z/X Overboost is played")
    raise Illegal("B.dynamis", f"no face-down {name} to play")


# --- Event Extra ------------------------------------------------------------------------------------------------------


def event_extra(game: Game, seat: int, card: Card, line: dict[str, Any]) -> None:
    """It counts as an Event: its cost, its effect; Z21 in battles, Z22 where it goes."""
    if not event_extra_now(game, seat):
        raise Illegal("Z21", "no Event Extra in a battle")
    if line.get("square") or line.get("ability"):
        raise Illegal("B.event", "an Event Extra has no Square and no condition")
    if not event_has(game, seat, card):
        raise Illegal("Z14", "nothing to pick")
    pay(game, seat, game.cost(card), game.fact(card, "colours"), line.get("pay", []))
    game.hits["Event Extra"] += 1
    resolve_event(game, seat, card)


def event_extra_now(game: Game, seat: int) -> bool:
    """Z21: in their own Main Phase, and in battles as Events are."""
    if game.battle is None:
        return seat == game.active
    return game.ruling("Z21") != "main_phase"


# --- Z/X Extra --------------------------------------------------------------------------------------------------------


def conditions(game: Game, card: Card) -> list[tuple[int, dict[str, Any]]]:
    """The lines of a text that say how the card is played, each with its place from 1."""
    return [(at, one) for at, one in enumerate(abilities(game, card), 1) if one["kind"] in CONDITIONS]


def zx_extra(game: Game, seat: int, card: Card, line: dict[str, Any]) -> None:
    """The steps in their order: revealed, the Square, what is paid and done, and onto that Square."""
    if game.battle is not None:
        raise Illegal("B.main", "no Z/X Extra in a battle")
    found = conditions(game, card)
    wanted = line.get("ability") or (found[0][0] if found else 0)
    one = next((one for at, one in found if at == wanted), None)
    if one is None:
        raise Illegal("B.dynamis", "no such condition")
    square = line.get("square", "")
    if square not in SQUARES or not may_put(game, seat, square):
        raise Illegal("B.place", f"a Z/X may not be put on {square}")
    STEPS[one["kind"]](game, seat, card, one["Condition"], line.get("pay", []))
    game.hits[one["kind"]] += 1
    appear(game, card, square)


def parts(condition: str) -> list[str]:
    """ "2 blue Z/X, 1 Z/X": one word for each Z/X that is asked for, empty where any will do."""
    words = []
    for part in condition.split(", "):
        found = re.fullmatch(r"(\d+) (?:(\w+) )?Z/X", part)
        if not found:
            raise Unsupported(f"an Advent Condition: {condition}")
        words += [found[2] or ""] * int(found[1])
    return words


def corresponds(game: Game, cards: list[Card], words: list[str]) -> bool:
    """Whether each word finds a Z/X of its own."""
    if not words:
        return not cards
    return any(
        is_such(game, card, words[0]) and corresponds(game, cards[:at] + cards[at + 1 :], words[1:])
        for at, card in enumerate(cards)
    )


def is_such(game: Game, card: Card, word: str) -> bool:
    """A colour, a tribe, or "Z/X"."""
    if word in COLOURS:
        return word in game.fact(card, "colours")
    return not word or word in game.fact(card, "tribes") or (word == "Z/X" and game.is_zx(card))


def may_fall(game: Game, seat: int, card: Card, cards: list[Card], words: list[str]) -> bool:
    """Whether the destruction of these fulfils an Advent Condition."""
    total = sum(game.cost(one) for one in cards)
    return total >= game.cost(card) and corresponds(game, cards, words)


def advent(game: Game, seat: int, card: Card, condition: str, labels: list[str]) -> None:
    """As many Resource cards as its cost; own Z/X in Reboot State are destroyed that cost as much together."""
    if len(game.zones[seat]["resource"]) < game.cost(card):
        raise Illegal("B.advent", "too few cards in Resource")
    awake = reboot_zx(game, seat)
    chosen = [one for one in awake if one["label"] in labels]
    if len(chosen) != len(labels) or not may_fall(game, seat, card, chosen, parts(condition)):
        raise Illegal("B.advent", f"{labels} do not fulfil {condition}")
    destroy(game, chosen)


def reboot_zx(game: Game, seat: int) -> list[Card]:
    """One's own Z/X on Squares in Reboot State."""
    return [one for one in game.zx_of(seat) if one["state"] == "reboot"]


def awaken_words(condition: str) -> tuple[str, int, str, int]:
    """ "blue: 2 cards with cost 5 or more": the colour, how many, which, and at what cost."""
    found = re.fullmatch(r"(\w+): (\d+) (?:([\w/]+) )?cards?(?: with cost (\d+) or more)?", condition)
    if not found or found[1] not in FROM:
        raise Unsupported(f"an Awaken Condition: {condition}")
    return found[1], int(found[2]), found[3] or "", int(found[4] or 0)


def such_cards(game: Game, seat: int, condition: str) -> list[Card]:
    """The cards with which an Awaken Condition could be performed."""
    colour, _, word, cost = awaken_words(condition)
    pile = game.zones[seat][FROM[colour]]
    return [
        one
        for one in pile
        if one["number"] == UNKNOWN or (is_such(game, one, word) and game.cost(one) >= cost)
    ]


def awaken(game: Game, seat: int, card: Card, condition: str, labels: list[str]) -> None:
    """The cost first, as for any Z/X; then what the condition of that colour says."""
    colour, number, _, _ = awaken_words(condition)
    if len(such_cards(game, seat, condition)) < number:
        raise Illegal("B.awaken", "the condition cannot be fulfilled")
    pay(game, seat, game.cost(card), game.fact(card, "colours"), labels)
    game.hits[f"Awaken {colour}"] += 1
    there = such_cards(game, seat, condition)
    if colour == "blue" and len(game.zones[seat]["hand"]) > number and len(there) == number:
        there = named_though_no_others_would_do(game, there)
    chosen = ask_cards(game, "awaken", there, number, "number" if colour == "blue" else "label")
    if not set(map(id, chosen)) <= set(map(id, such_cards(game, seat, condition))):
        raise Illegal("B.awaken", "another card was shown than the condition asks for")
    AWAKEN[colour](game, seat, chosen, number)


def named_though_no_others_would_do(game: Game, cards: list[Card]) -> list[Card]:
    """The log names the cards of a hand, for nobody else at the table knows what it holds."""
    said = game.answers.pop(0) if game.answers else None
    if not isinstance(said, list) or sorted(map(str, said)) != sorted(card["number"] for card in cards):
        raise Illegal("answers", f"{said!r} for an Awaken Condition")
    return cards


def red(game: Game, seat: int, cards: list[Card], number: int) -> None:
    """Remove X cards in your Trash."""
    move(game, cards, "remove")


def blue(game: Game, seat: int, cards: list[Card], number: int) -> None:
    """Reveal X cards in your hand, return them to deck, shuffle, and draw X cards."""
    for card in cards:
        name_it(game, card)
    move(game, cards, "deck")
    shuffle(game, seat)
    for _ in range(number):
        from_deck(game, seat, "hand")


def white(game: Game, seat: int, cards: list[Card], number: int) -> None:
    """Return X cards in your Trash to deck, and shuffle."""
    move(game, cards, "deck")
    shuffle(game, seat)


def black(game: Game, seat: int, cards: list[Card], number: int) -> None:
    """Put X cards in your Charge into Trash, and put the top card of your deck into Charge."""
    move(game, cards, "trash")
    from_deck(game, seat, "charge")


def green(game: Game, seat: int, cards: list[Card], number: int) -> None:
    """Return X cards in your Resource to deck, shuffle, and put X from the top into Resource in Sleep State."""
    move(game, cards, "deck")
    shuffle(game, seat)
    for _ in range(number):
        from_deck(game, seat, "resource", "sleep")


AWAKEN = {"red": red, "blue": blue, "white": white, "black": black, "green": green}


def idealize_words(condition: str) -> tuple[int, str]:
    """How many Counters of which name are expended."""
    found = re.fullmatch(r'expend (\d+) "([^"]+)"', condition)
    if not found:
        raise Unsupported(f"an Idealize Condition: {condition}")
    return int(found[1]), found[2]


def idealize(game: Game, seat: int, card: Card, condition: str, labels: list[str]) -> None:
    """Counters with the corresponding icon are expended; no cost is named."""
    number, name = idealize_words(condition)
    if labels:
        raise Illegal("B.idealize", "nothing is paid")
    if game.counters[seat][name] < number:
        raise Illegal("B.idealize", f"too few {name}")
    game.counters[seat][name] -= number
    at_all_points(game)


STEPS = {"Advent": advent, "Awaken": awaken, "Idealize": idealize}


# --- what may be announced --------------------------------------------------------------------------------------------


def extras(game: Game, seat: int) -> Iterator[tuple[str, int, str, str]]:
    """Every card of the Dynamis that could be played now, with its Squares."""
    if seat in game.extra_played:
        return
    for card in game.zones[seat]["dynamis"]:
        if card["face_up"]:
            continue
        if game.fact(card, "kind") == EVENT_EXTRA and event_extra_now(game, seat):
            if can_pay(game, seat, game.cost(card), game.fact(card, "colours")) and event_has(
                game, seat, card
            ):
                yield "extra", seat, card["number"], ""
        elif zx_extra_now(game, seat, card):
            for square in places(game, seat):
                yield "extra", seat, card["number"], square


def zx_extra_now(game: Game, seat: int, card: Card) -> bool:
    """Whether a Z/X Extra could be played on some Square."""
    if game.fact(card, "kind") != EXTRA or game.battle is not None:
        return False
    return any(could(game, seat, card, one) for _, one in conditions(game, card))


def could(game: Game, seat: int, card: Card, one: dict[str, Any]) -> bool:
    """Whether a condition can be fulfilled, with whatever the player has."""
    condition = one["Condition"]
    if one["kind"] == "Idealize":
        number, name = idealize_words(condition)
        return bool(game.counters[seat][name] >= number)
    if one["kind"] == "Awaken":
        enough = len(such_cards(game, seat, condition)) >= awaken_words(condition)[1]
        return enough and can_pay(game, seat, game.cost(card), game.fact(card, "colours"))
    if len(game.zones[seat]["resource"]) < game.cost(card):
        return False
    words = parts(condition)
    return any(
        may_fall(game, seat, card, list(cards), words)
        for cards in combinations(reboot_zx(game, seat), len(words))
    )
