"""The game from its first card to its end: preparation, the six phases, Ignition and the battle."""

from __future__ import annotations

from typing import Any

from .dynamis import extra
from .effects import seeds_now
from .moving import draw, from_deck, move, shuffle, to_trash_from_deck, wait
from .playing import boot, in_hand, may_play_free, play, play_free
from .rules import end_game, preprocess
from .shifts import shift
from .table import (
    PLAYER_SQUARE,
    SQUARES,
    Card,
    Game,
    Illegal,
    Unsupported,
    ask,
    ask_cards,
    distance,
    put,
    turn_up,
)
from .texts import abilities, available, power
from .triggers import trigger, true_already

# --- preparation ------------------------------------------------------------------------------------------------------


def redraw(game: Game, seat: int) -> None:
    """9: once, the whole hand."""
    for card in list(game.zones[seat]["hand"]):
        put(game, card, "deck")
    shuffle(game, seat)
    draw(game, seat, 4)


def decide_hand(game: Game, seat: int, again: bool) -> None:
    """9: each player once, in any order (Z11)."""
    if game.phase != "setup" or seat in game.decided:
        raise Illegal("B.prep-9", "not now")
    if game.ruling("Z11") == "first_player_first" and not game.decided and seat != game.first:
        raise Illegal("B.prep-9", "the first player decides first")
    if again:
        redraw(game, seat)
    game.decided.append(seat)
    if len(game.decided) == 2:
        begin(game)


def begin(game: Game) -> None:
    """10 to 12, then the first turn."""
    for seat in (game.first, 1 - game.first):
        for _ in range(4):
            from_deck(game, seat, "life")  # 10
        while len(game.zones[seat]["resource"]) < 2:
            from_deck(game, seat, "resource")  # 11
    for card in game.zx():
        card["face_up"] = True  # 12
        if game.ruling("Z27") == "appears":
            trigger(game, "appears", card)
    begin_turn(game, game.first)


# --- the phases -------------------------------------------------------------------------------------------------------


def after_phase(game: Game) -> None:
    """Z1: what is due is done after the work of every phase."""
    if game.ruling("Z1") != "named_points":
        preprocess(game)


def begin_turn(game: Game, seat: int) -> None:
    """1 and 2: Reboot Phase and Draw Phase."""
    game.turn += 1
    game.active = seat
    game.extra_played = set()
    game.shift_played = set()
    game.phase = "reboot"
    for card in [*game.zx_of(seat), *game.zones[seat]["resource"]]:
        card["state"] = "reboot"
    after_phase(game)
    game.phase = "draw"
    if game.turn > 1:
        draw(game, seat, 2)
    after_phase(game)
    game.phase = "resource"
    if not game.zones[seat]["hand"]:
        end_resource(game)


def resource(game: Game, seat: int, line: dict[str, Any]) -> None:
    """3: a card from the hand to Resource in Reboot State, only one."""
    if game.phase != "resource":
        raise Illegal("B.resource", "not in the Resource Phase")
    move(game, [in_hand(game, seat, line.get("card"))], "resource")
    end_resource(game)


def end_resource(game: Game) -> None:
    """3 to 4."""
    after_phase(game)
    game.phase = "ignition"
    preprocess(game)
    ignition_or_main(game)


def ignition_or_main(game: Game) -> None:
    """4: as many times as there are cards in Charge."""
    if not game.zones[game.active]["charge"]:
        begin_main(game)


def begin_main(game: Game) -> None:
    """5."""
    game.phase = "main"
    preprocess(game)


def ignite(game: Game, seat: int, line: dict[str, Any]) -> None:
    """4: a Charge card into Trash, the top card of the deck is revealed, played or put into Trash."""
    if game.phase != "ignition":
        raise Illegal("B.ignition", "not in the Ignition Phase")
    chosen = [card for card in game.zones[seat]["charge"] if card["label"] == line.get("card")]
    if not chosen:
        raise Illegal("B.ignition-1", "not in Charge")
    move(game, chosen, "trash")
    deck = game.zones[seat]["deck"]
    if deck:
        reveal(game, seat, deck[0])
    preprocess(game)
    ignition_or_main(game)


def reveal(game: Game, seat: int, card: Card) -> None:
    """2 to 4 of Ignition; the card lies on the deck meanwhile, or in Temporary (Z7)."""
    turn_up(game, card)
    if game.ruling("Z7") == "temporary":
        move(game, [card], "temporary")
    if (
        game.fact(card, "ignition")
        and may_play_free(game, seat, card)
        and ask(game, "play_revealed", [True, False])
    ):
        game.hits["Overdrive"] += 1
        play_free(game, seat, card)
        return
    if game.ruling("Z7") == "temporary":
        move(game, [card], "trash")
    else:
        to_trash_from_deck(game, card)
    seeds_now(game)


def go_on(game: Game) -> None:
    """ "next": the turn player wants nothing more in this phase."""
    if game.phase == "resource":
        end_resource(game)
    elif game.phase == "ignition":
        begin_main(game)
    elif game.phase == "main" and game.battle is None:
        end_phase(game)
    else:
        raise Illegal("B.phase", "not now")


def end_phase(game: Game) -> None:
    """6, in its four steps; then the next turn."""
    game.phase = "end"
    if game.turns_left == 0 and game.ruling("Z29") == "before_end_phase":
        compare_life(game)
    preprocess(game)
    for card in game.speaking():
        trigger_own(game, card)
    preprocess(game)  # 1
    for card in game.zx():
        card["damage"] = 0  # 2
        card["until_end"] = []  # 3
    hand = game.zones[game.active]["hand"]
    if len(hand) > 6:
        move(game, ask_cards(game, "hand limit", hand, len(hand) - 6, "number"), "trash")  # 4
    after_phase(game)
    if game.turns_left is not None:
        if game.turns_left == 0:
            compare_life(game)
        game.turns_left -= 1
    begin_turn(game, 1 - game.active)


def trigger_own(game: Game, card: Card) -> None:
    """Abilities that trigger at the end of the turn, each by whose turn it is for the card's player (302.1e)."""
    words = "your turn ends" if card["owner"] == game.active else "the opponent's turn ends"
    for ability in abilities(game, card):
        if (
            ability["kind"] == "Auto"
            and ability["Trigger"] == words
            and true_already(game, card, ability)
            and available(game, card, ability)
        ):
            wait(game, card, ability)


# --- time -------------------------------------------------------------------------------------------------------------


def time_is_up(game: Game) -> None:
    """Z19: this turn, then one more, then Life is compared."""
    if game.turns_left is not None or game.phase == "setup":
        raise Illegal("Z19", "time cannot be called now")
    game.turns_left = 0 if game.ruling("Z19") == "no_more_turn" else 1


def compare_life(game: Game) -> None:
    """Z19 and Z20."""
    life = [len(game.zones[seat]["life"]) for seat in (0, 1)]
    if life[0] == life[1]:
        end_game(game, [], "Z20", draw=game.ruling("Z20") != "both_lose")
    end_game(game, [0 if life[0] > life[1] else 1], "Z19")


# --- battle -----------------------------------------------------------------------------------------------------------


def reach(game: Game, card: Card) -> int:
    """Range X, or next to it."""
    for word in game.fact(card, "keywords"):
        if word.startswith("Range "):
            return int(word.removeprefix("Range "))
    return 1


def attack_pairs(game: Game, seat: int) -> list[tuple[Card, str]]:
    """Step 1: every own Z/X in Reboot State with every Square that it may attack; the player is his empty Square."""
    pairs = []
    for card in game.zx_of(seat):
        if card["state"] != "reboot":
            continue
        for square in SQUARES:
            if not 1 <= distance(card["square"], square) <= reach(game, card):
                continue
            enemies = [other for other in game.squares[square] if other["owner"] != seat]
            if enemies:
                pairs.append((card, square))
            elif square == PLAYER_SQUARE[1 - seat] and not game.squares[square]:
                pairs.append((card, "player"))
    return pairs


def attack(game: Game, seat: int, label: Any, square: str) -> None:
    """Step 1, Battle Declaration."""
    if game.phase != "main" or game.battle is not None:
        raise Illegal("B.battle", "not now")
    chosen = [
        card for card, target in attack_pairs(game, seat) if card["label"] == label and target == square
    ]
    if not chosen:
        raise Illegal("B.battle-declaration", f"{label} may not attack {square}")
    if square == "player" and game.overboosted(1 - seat):
        raise Unsupported("whether a Player who is part of an Overboost can be attacked")
    attacker = chosen[0]
    target = None if square == "player" else next(c for c in game.squares[square] if c["owner"] != seat)
    attacker["state"] = "sleep"
    game.battle = {
        "attacker": attacker,
        "attacker_life": attacker["life"],
        "target": target,
        "target_life": target["life"] if target else 0,
        "priority": seat,
        "passes": 0,
    }
    trigger(game, "attacks", attacker)
    if target is not None:
        trigger(game, "attacked", target)
    preprocess(game)


def acted_in_battle(game: Game, seat: int, passed: bool) -> None:
    """Step 2, alternating; two passes in a row lead to the damage."""
    battle = game.battle
    assert battle is not None
    battle["priority"] = 1 - seat
    battle["passes"] = battle["passes"] + 1 if passed else 0
    if battle["passes"] == 2:
        battle_damage(game)
    else:
        preprocess(game)


def still_reaches(game: Game, attacker: Card, target: Card | None, battle: dict[str, Any]) -> bool:
    """Z28: whether the attacker may hit from where it stands now; a target that is gone is Z17's to say."""
    if game.ruling("Z28") != "within_range":
        return True
    if target is not None and target["life"] != battle["target_life"]:
        return True
    square = PLAYER_SQUARE[1 - attacker["owner"]] if target is None else target["square"]
    return 1 <= distance(attacker["square"], square) <= reach(game, attacker)


def battle_damage(game: Game) -> None:
    """Steps 3 and 4."""
    battle = game.battle
    assert battle is not None
    attacker, target = battle["attacker"], battle["target"]
    if attacker["life"] == battle["attacker_life"] and still_reaches(game, attacker, target, battle):
        if target is None:
            game.damage[1 - attacker["owner"]] += 1
            game.fought[1 - attacker["owner"]] += 1
        elif target["life"] == battle["target_life"]:
            target["damage"] += max(0, power(game, attacker))
            game.struck = (attacker, attacker["life"], target, target["life"])
        elif game.ruling("Z17") == "judge":
            raise Unsupported("ruling Z17 judge")
    preprocess(game)
    game.struck = None
    game.battle = None  # 4
    preprocess(game)


DEEDS = {"play": play, "boot": boot, "extra": extra, "shift": shift}

# --- one line ---------------------------------------------------------------------------------------------------------


def act(game: Game, line: dict[str, Any]) -> None:
    """One action of a log. Raises what :mod:`.table` names."""
    do, seat = line["do"], line.get("seat", 0)  # only "time" is nobody's
    game.answers = list(line.get("answers", []))
    game.shown = []
    game.names = list(line.get("shown", [])) if game.hides else []
    game.names_written = bool(game.names)
    if game.phase == "over":
        raise Illegal("101", "the game is over")
    if do == "concede":
        end_game(game, [1 - seat], "101.4")
    if do == "time":
        time_is_up(game)
        return
    if do in ("keep", "redraw"):
        decide_hand(game, seat, do == "redraw")
        return
    if game.phase == "setup":
        raise Illegal("B.prep-9", "both decide about their hand first")
    if game.battle is None and seat != game.active:
        raise Illegal("506", "only the turn player acts")
    if game.battle is not None and (
        do not in ("play", "boot", "extra", "pass") or seat != game.battle["priority"]
    ):
        raise Illegal("B.battle-event", "not now, or not this player")
    do_it(game, do, seat, line)


def do_it(game: Game, do: str, seat: int, line: dict[str, Any]) -> None:
    """The deed itself."""
    if do == "resource":
        resource(game, seat, line)
    elif do == "ignite":
        ignite(game, seat, line)
    elif do == "next":
        go_on(game)
    elif do == "attack":
        attack(game, seat, line.get("card"), line.get("square", ""))
    elif do == "attack_player":
        attack(game, seat, line.get("card"), "player")
    elif do == "pass" and game.battle is not None:
        acted_in_battle(game, seat, True)
    elif do in DEEDS:
        if game.phase != "main":
            raise Illegal("B.main", "not in the Main Phase")
        DEEDS[do](game, seat, line)
        if game.battle is None:
            preprocess(game)
        else:
            acted_in_battle(game, seat, False)
    elif do in ("pass",):
        raise Illegal("B.battle-event", "there is no battle")
    else:
        raise Unsupported(f"the action {do}")
