"""The rule effects (900-913), each in the words of its number, and the preprocessing in which they are looked at."""

from __future__ import annotations

from collections.abc import Callable

from .effects import carry_out_waiting
from .moving import destroy, from_deck, move, shift_effect
from .playing import may_play_free, play_free
from .table import OVERBOOST, PLAYER_SQUARE, SQUARES, Card, Game, Over, ask, ask_card, ask_cards, turn_up
from .texts import abilities, charge_has_no_limit, holds, power
from .triggers import triggered

# --- preprocessing ----------------------------------------------------------------------------------------------------


def preprocess(game: Game) -> None:
    """702: rule effects first, then one waiting ability of the turn player's choice, and again."""
    while True:
        if some_rule_effect(game) or crisis(game):
            continue
        if not game.waiting:
            return
        next_waiting(game)


def some_rule_effect(game: Game) -> bool:
    """901.2b: the first in the order that has something to do; after it the order begins again (Z3)."""
    if game.ruling("Z3") == "one_pass":
        done = [effect(game) for effect in ORDER[:-1]]
        return True if any(done) else ORDER[-1](game)
    return any(effect(game) for effect in ORDER)


def crisis(game: Game) -> bool:
    """B, Player Extra 1 to 3: one whose condition is fulfilled is revealed, behind the rule effects (Z23)."""
    done = False
    for seat, card in game.behind.items():
        if card["face_up"] and game.fact(card, "kind") != OVERBOOST:
            done = crisis_over(game, seat, card) or done
        if (
            card["face_up"]
            or game.fact(card, "kind") == OVERBOOST
            or (game.ruling("Z23") == "main_phase" and (game.phase, game.active) != ("main", seat))
        ):
            continue
        (one,) = (one for one in abilities(game, card) if one["kind"] == "Crisis")
        if holds(game, seat, one["Condition"]):
            card["face_up"] = done = True
            game.hits["Crisis"] += 1
    return done


def crisis_over(game: Game, seat: int, card: Card) -> bool:
    """Z34: what was revealed is turned down again, only if a game has settled it so."""
    (one,) = (one for one in abilities(game, card) if one["kind"] == "Crisis")
    if game.ruling("Z34") != "while_it_holds" or holds(game, seat, one["Condition"]):
        return False
    card["face_up"] = False
    return True


def next_waiting(game: Game) -> None:
    """The turn player chooses among all that waits (Z13)."""
    choices = list(range(1, len(game.waiting) + 1))
    if game.ruling("Z13") == "own_by_own":
        own = [at for at in choices if game.waiting[at - 1]["seat"] == game.active]
        choices = own or choices
        among = [game.waiting[at - 1] for at in choices]
        chosen = among[ask(game, "waiting_ability", list(range(1, len(among) + 1))) - 1]
    else:
        chosen = game.waiting[ask(game, "waiting_ability", choices) - 1]
    game.waiting = [item for item in game.waiting if item is not chosen]
    if chosen.get("keyword"):
        keyword_act(game, chosen["seat"], chosen["keyword"])
        return
    carry_out_waiting(game, chosen)


def improper_player_card(game: Game) -> bool:
    """909.1: a Virtual Player Card is put; nothing on the table shows it, and nothing takes a Player card away.

    909.2: what a Z/X Overboost takes is not replaced while it is on a Square.
    """
    return False


def improper_force(game: Game) -> bool:
    """908.1: no card of the basic game goes to the Force Zone."""
    return False


def charge_excess(game: Game) -> bool:
    """906.1: anyone who has too many cards in Charge puts the rest into Trash, chosen by himself, together."""
    done = False
    for seat in game.turn_player_first():
        charge = game.zones[seat]["charge"]
        if len(charge) > 4 and not charge_has_no_limit(game, seat):
            game.hits["906.1"] += 1
            move(game, ask_cards(game, "excess", charge, len(charge) - 4), "trash")
            done = True
    return done


def improper_zx(game: Game) -> bool:
    """905.1, three times; all of them see the same picture (Z8)."""
    if game.ruling("Z8") == "in_order":
        done = False
        for rule in (same_owner, other_owner, on_foreign_player_square):
            leaving = rule(game)
            move(game, leaving, "trash")
            done = done or bool(leaving)
        return done
    found = same_owner(game) + other_owner(game) + on_foreign_player_square(game)
    leaving = [card for at, card in enumerate(found) if card not in found[:at]]
    move(game, leaving, "trash")
    return bool(leaving)


def same_owner(game: Game) -> list[Card]:
    """905.1 first: of several of one owner all but the newest."""
    leaving = []
    for square in SQUARES:
        for seat in (0, 1):
            own = sorted((c for c in game.squares[square] if c["owner"] == seat), key=lambda c: c["placed"])
            leaving += own[:-1]
            game.hits["905.1 first"] += len(own) > 1
    return leaving


def other_owner(game: Game) -> list[Card]:
    """905.1 second: of several owners all whose owner is not that of the oldest."""
    leaving = []
    for square in SQUARES:
        cards = game.squares[square]
        if len({card["owner"] for card in cards}) > 1:
            game.hits["905.1 second"] += 1
            oldest = min(cards, key=lambda c: c["placed"])
            leaving += [card for card in cards if card["owner"] != oldest["owner"]]
    return leaving


def on_foreign_player_square(game: Game) -> list[Card]:
    """905.1 third: a Z/X on the Player Square of the other player."""
    found = [
        card for seat in (0, 1) for card in game.squares[PLAYER_SQUARE[1 - seat]] if card["owner"] == seat
    ]
    game.hits["905.1 third"] += bool(found)
    return found


def lethal_damage(game: Game) -> bool:
    """904.1 and 904.2: damage equal to or greater than its Power, or a Power of 0 or less."""
    dying = []
    for card in game.zx():
        now = power(game, card)
        if now <= 0 or (card["damage"] > 0 and card["damage"] >= now):
            dying.append(card)
            game.hits["904.2" if now <= 0 else "904.1"] += 1
    if not dying:
        return False
    winners = destroyers_in_battle(game, dying)
    seen = [(card, found) for card in winners for found in triggered(game, "destroys", card)]
    destroy(game, dying)
    for _, (card, life, ability) in seen:
        game.waiting.append({"seat": card["owner"], "card": card, "life": life, "ability": ability})
    return True


def destroyers_in_battle(game: Game, dying: list[Card]) -> list[Card]:
    """The attacker, if the Z/X that its battle damage struck is destroyed by it."""
    if game.struck is None:
        return []
    attacker, life, target, target_life = game.struck
    if target["life"] != target_life or target not in dying:
        return []
    game.struck = None
    return [attacker] if attacker["life"] == life else []


def loss(game: Game) -> bool:
    """903.1 and 903.2, for both players at once; 101.2, 101.3."""
    losers = []
    for seat in (0, 1):
        zones = game.zones[seat]
        if not zones["life"]:
            losers.append((seat, "903.1"))
        elif not zones["deck"] and not zones["trash"]:
            losers.append((seat, "903.2"))
    if not losers:
        return False
    if len(losers) == 1:
        end_game(game, [1 - losers[0][0]], losers[0][1])
    if game.ruling("Z5") == "turn_player_loses":
        end_game(game, [1 - game.active], next(rule for seat, rule in losers if seat == game.active))
    end_game(game, [], "101.3")
    return True


def end_game(game: Game, winners: list[int], rule: str, draw: bool = True) -> None:
    """101: the game ends at once; without a winner it is a draw, unless both have lost (Z20)."""
    game.hits[f"end by {rule}"] += 1
    game.result = {"winners": winners, "draw": draw and not winners, "rule": rule}
    game.phase = "over"
    raise Over


def player_damage(game: Game) -> bool:
    """907.2: one point, the turn player's first."""
    for seat in game.turn_player_first():
        if game.damage[seat] > 0:
            game.damage[seat] -= 1  # 907.2b
            fought = game.fought[seat] > 0  # Z35: the points of a battle come before those of effects
            game.fought[seat] -= fought
            life = game.zones[seat]["life"]
            if life:
                card = life[ask(game, "life", list(range(1, len(life) + 1))) - 1]  # 907.2c
                hit_life(game, seat, card, fought or game.ruling("Z35") != "battle_only")
            game.hits["907.2"] += 1
            return True
    return False


def hit_life(game: Game, seat: int, card: Card, counts: bool) -> None:
    """907.2d and 907.2e; the basic rules tell Life Recovery and Void Bringer here, if they count (Z35)."""
    turn_up(game, card)
    if (
        game.fact(card, "ignition")
        and may_play_free(game, seat, card)
        and ask(game, "play_revealed", [True, False])
    ):
        game.hits["907.2e"] += 1
        kind = game.fact(card, "kind")  # an Event may be shuffled into the deck at once, and be unknown there
        play_free(game, seat, card)
        if kind != "zx" or not counts:
            return
        for keyword in ("Life Recovery", "Void Bringer"):
            if game.has(card, keyword):
                if game.ruling("Z6") == "as_automatic":
                    game.waiting.append(
                        {"seat": seat, "card": card, "life": card["life"], "keyword": keyword}
                    )
                else:
                    keyword_act(game, seat, keyword)
        return
    move(game, [card], "charge")


def keyword_act(game: Game, seat: int, keyword: str) -> None:
    """B, attacking a player: if the Life of the attacked player is no more than the attacker's."""
    if len(game.zones[seat]["life"]) > len(game.zones[1 - seat]["life"]):
        return
    game.hits[keyword] += 1
    if keyword == "Life Recovery":
        from_deck(game, seat, "life")
        return
    cards = game.zx()
    if cards:
        move(game, [ask_card(game, "void_bringer", cards)], "trash")


ORDER: tuple[Callable[[Game], bool], ...] = (
    shift_effect,
    improper_player_card,
    improper_force,
    charge_excess,
    improper_zx,
    lethal_damage,
    loss,
    player_damage,
)
"""901.2b, ranks 3 to 9; what stands above them acts at all points, the Shift Effect with Z2 here."""
