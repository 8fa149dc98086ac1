"""What an effect does, one sentence after the other (802): each pattern of words with what happens then."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .moving import destroy, draw, from_deck, move, shuffle
from .table import (
    SQUARES,
    Card,
    Game,
    Unsupported,
    ask,
    ask_card,
    ask_cards,
    is_normal,
    neighbours,
    new_card,
    put_on_square,
    shift_square,
)
from .texts import choosable, condition_of, holds, known_condition, meant, power, sentences
from .triggers import trigger

Source = tuple[int, Card, int]
"""Whose effect it is, the card that it comes from, and which object that card was then (301.4)."""


def carry_out(game: Game, source: Source, effect: str) -> None:
    """All sentences of an effect."""
    game.carried.add(effect)
    for sentence in sentences(effect):
        do_sentence(game, source, sentence)


def do_sentence(game: Game, source: Source, sentence: str) -> bool:
    """One sentence; whether something was done."""
    condition, rest = condition_of(sentence)
    if condition:
        return holds(game, source[0], condition, source[1]) and do_sentence(game, source, rest)
    if rest.startswith(("You may ", "you may ")):
        return you_may(game, source, rest[8:])
    for pattern, deed in DEEDS:
        found = re.fullmatch(pattern, rest[0].lower() + rest[1:])
        if found:
            return bool(deed(game, source, *found.groups()))
    raise Unsupported(f"an effect: {sentence}")


def you_may(game: Game, source: Source, rest: str) -> bool:
    """You may A. If you do, B: asked even where A cannot be done; B only after A."""
    first, _, then = rest.partition(". If you do, ")
    if not ask(game, "may", [True, False]):
        return False
    done = do_sentence(game, source, first)
    return do_sentence(game, source, then) if done and then else done


def known_sentence(sentence: str) -> bool:
    """Whether these words are among those that this referee knows."""
    condition, rest = condition_of(sentence)
    if condition:
        known_condition(condition)
        return known_sentence(rest)
    parts = re.sub("^[Yy]ou may ", "", rest).split(". If you do, ")
    return all(
        any(re.fullmatch(pattern, part[0].lower() + part[1:]) for pattern, _ in DEEDS) for part in parts
    )


def pick(game: Game, source: Source, phrase: str) -> Card | None:
    """One of the Z/X that are meant, chosen by the player the effect belongs to."""
    cards = choosable(game, meant(game, phrase, source[0], source[1]), source[0])
    return ask_card(game, f"target: {phrase}", cards) if cards else None


def itself(source: Source) -> Card | None:
    """301.4: the card of the effect, if it is still the same object."""
    _, card, life = source
    return card if card["life"] == life and card["zone"] == "square" else None


def targets(game: Game, source: Source, phrase: str) -> list[Card]:
    """ "This Z/X", "every ..." or one of those meant."""
    if phrase == "this Z/X":
        own = itself(source)
        return [own] if own else []
    if phrase.startswith("every "):
        return meant(game, phrase, source[0], source[1])
    chosen = pick(game, source, phrase)
    return [chosen] if chosen else []


# --- the deeds --------------------------------------------------------------------------------------------------------


def enough(game: Game, done: int, wanted: int) -> bool:
    """Z30: all of what the words ask for, or any part of it."""
    return done > 0 if game.ruling("Z30") == "any_part" else done >= wanted


def do_draw(game: Game, source: Source, number: str) -> bool:
    before = len(game.zones[source[0]]["hand"])
    draw(game, source[0], int(number))
    return enough(game, len(game.zones[source[0]]["hand"]) - before, int(number))


def do_shuffle_in(game: Game, source: Source, number: str) -> bool:
    seat = source[0]
    chosen = ask_cards(game, "cards to shuffle in", game.zones[seat]["hand"], int(number), "number")
    move(game, chosen, "deck")
    shuffle(
        game, seat
    )  # with nothing to put there as well: what cannot be done is left out, the rest is done
    return enough(game, len(chosen), int(number))


def do_return(game: Game, source: Source, phrase: str) -> bool:
    cards = targets(game, source, phrase)
    move(game, cards, "hand")
    return bool(cards)


def do_move(game: Game, source: Source, phrase: str) -> bool:
    cards = targets(game, source, phrase)
    for card in cards:
        shift_square(game, card, ask(game, "square", neighbours(card["square"])))
    return bool(cards)


def do_put(game: Game, source: Source, phrase: str, zone: str) -> bool:
    cards = targets(game, source, phrase)
    move(game, cards, zone.lower())
    return bool(cards)


def do_sleep(game: Game, source: Source, phrase: str) -> bool:
    return set_state(targets(game, source, phrase), "sleep")


def do_reboot(game: Game, source: Source, phrase: str) -> bool:
    return set_state(targets(game, source, phrase), "reboot")


def set_state(cards: list[Card], state: str) -> bool:
    turned = [card for card in cards if card["state"] != state]  # what sleeps already is not put to sleep
    for card in turned:
        card["state"] = state
    return bool(turned)


def do_reboot_resource(game: Game, source: Source, number: str) -> bool:
    asleep = [card for card in game.zones[source[0]]["resource"] if card["state"] == "sleep"]
    chosen = ask_cards(game, "Resource to reboot", asleep, int(number))
    set_state(chosen, "reboot")
    return enough(game, len(chosen), int(number))


def do_power(game: Game, source: Source, phrase: str, change: str) -> bool:
    cards = targets(game, source, phrase)
    for card in cards:
        card["until_end"].append(int(change))
    return bool(cards)


def do_destroy(game: Game, source: Source, phrase: str) -> bool:
    cards = targets(game, source, phrase)
    destroy(game, cards)
    return bool(cards)


def do_damage(game: Game, source: Source, number: str, phrase: str) -> bool:
    cards = targets(game, source, phrase)
    for card in cards:
        card["damage"] += int(number)
    return bool(cards)


def do_damage_of_power(game: Game, source: Source, phrase: str) -> bool:
    own = itself(source)
    return own is not None and do_damage(game, source, str(max(power(game, own), 0)), phrase)


def do_each_draws(game: Game, source: Source, number: str) -> bool:
    first, second = game.turn_player_first()
    done = do_draw(game, (first, *source[1:]), number)
    return do_draw(game, (second, *source[1:]), number) and done


def do_each_discards(game: Game, _source: Source, number: str) -> bool:
    first, second = game.turn_player_first()
    done = discard(game, first, int(number), "hand")
    return discard(game, second, int(number), "hand") and done


def do_player_damage(game: Game, source: Source, number: str) -> bool:
    game.damage[1 - source[0]] += int(number)
    return True


def do_from_deck(game: Game, source: Source, number: str, zone: str, asleep: str | None) -> bool:
    moved = 0
    for _ in range(int(number)):
        moved += from_deck(game, source[0], zone.lower(), "sleep" if asleep else "") is not None
        seeds_now(game)
    return enough(game, moved, int(number))


def seeds_now(game: Game) -> None:
    """Z31: an Evol Seed acts as soon as its card lies in Trash, if it does not wait."""
    if game.ruling("Z31") == "at_once":
        for one in [one for one in game.waiting if one.get("ability", {}).get("kind") == "Evol Seed"]:
            game.waiting = [other for other in game.waiting if other is not one]
            carry_out_waiting(game, one)


def carry_out_waiting(game: Game, chosen: dict[str, Any]) -> None:
    """What has waited; it is carried out though its card has gone (Z15)."""
    card = chosen["card"]
    if game.ruling("Z15") == "lost" and card["life"] != chosen["life"]:
        return
    carry_out(game, (chosen["seat"], card, chosen["life"]), chosen["ability"]["Effect"])


def do_discard(game: Game, source: Source, number: str, zone: str) -> bool:
    return discard(game, source[0], int(number), zone.lower())


def do_opponent_discards(game: Game, source: Source, number: str) -> bool:
    return discard(game, 1 - source[0], int(number), "hand")


def discard(game: Game, seat: int, number: int, zone: str) -> bool:
    """The player of the cards says which."""
    pile = game.zones[seat][zone]
    by = "number" if zone == "hand" else "label"
    chosen = ask_cards(game, "cards to put into Trash", pile, number, by)
    move(game, chosen, "trash")
    return enough(game, len(chosen), number)


def has_marker(game: Game, seat: int, name: str) -> bool:
    """B, markers: only with the dedicated marker of that name at hand."""
    at_hand = game.markers[seat]
    if at_hand is None:
        raise Unsupported("markers that nobody wrote down")
    return name in at_hand


def do_counters(game: Game, source: Source, number: str, name: str) -> bool:
    if not has_marker(game, source[0], name):
        return False
    game.counters[source[0]][name] += int(number)
    game.hits["Counters"] += 1
    return True


def do_token(game: Game, source: Source, name: str) -> bool:
    free = [square for square in SQUARES if is_normal(square) and not game.squares[square]]
    if not free or not has_marker(game, source[0], name):
        return False
    number = next(n for n, card in game.printed.items() if card["kind"] == "token" and card["name"] == name)
    token = new_card(number, source[0])
    game.came.append(token)
    put_on_square(game, token, ask(game, "square", free))
    trigger(game, "appears", token)
    game.hits["Token"] += 1
    return True


def do_link(game: Game, source: Source, name: str) -> bool:
    if game.ruling("Z33") != "not_needed" and not has_marker(game, source[0], name):
        return False
    game.links.append((source[0], name, ask(game, "square", list(SQUARES))))
    game.came.append(None)
    game.hits["Link"] += 1
    return True


def do_banish(game: Game, source: Source) -> bool:
    """B, Link: whose Link it is does not matter; off the Squares it is gone."""
    if not game.links:
        return False
    if len(game.links) > len(game.link_labels):
        raise Unsupported("which Link is banished, when one came on this line and has no name yet")
    labels = [label for label, link in game.link_labels.items() if link in game.links]
    chosen = ask(game, "target: a Link", labels)
    game.links.remove(game.link_labels.pop(chosen))
    return True


DEEDS: tuple[tuple[str, Callable[..., Any]], ...] = (
    (r'create (\d+) "([^"]+)" Counters?', do_counters),
    (r'create an? "([^"]+)" Token in Reboot State on a Normal Square without a Z/X', do_token),
    (r'create an? "([^"]+)" Link on a Square', do_link),
    (r"draw (\d+) cards?", do_draw),
    (r"shuffle (\d+) cards? from your hand into your deck", do_shuffle_in),
    (r"return (.+) to its owner's hand", do_return),
    (r"move (.+) to a Square next to it", do_move),
    (r"sleep (.+)", do_sleep),
    (r"reboot (\d+) cards? in your Resource", do_reboot_resource),
    (r"reboot (.+)", do_reboot),
    (r"(.+) gets ([+-]\d+) Power until the end of the turn", do_power),
    (r"destroy (.+)", do_destroy),
    (r"deal damage equal to its Power to (.+)", do_damage_of_power),
    (r"each player draws (\d+) cards?", do_each_draws),
    (r"each player puts (\d+) cards? from the hand into Trash", do_each_discards),
    (r"deal (\d+) damage to the opponent", do_player_damage),
    (r"deal (\d+) damage to (.+)", do_damage),
    (r"put (\d+) cards? from the top of your deck into your (\w+)( in Sleep State)?", do_from_deck),
    (r"put (\d+) cards? from your (hand|Charge) into Trash", do_discard),
    (r"put (.+) into its owner's (Charge|Trash)", do_put),
    (r"banish a Link", do_banish),
    (r"the opponent puts (\d+) cards? from the hand into Trash", do_opponent_discards),
)
