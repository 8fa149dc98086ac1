"""Turns and phases (section 7), and the end of a turn (203.4, 603.5, H15)."""

from __future__ import annotations

from collections.abc import Callable

from .changes import happen, leave, lose, over, settle
from .effects import carry_out_triggers, draw_cards, put_triggers_on_stack
from .table import Game


def begin_turn(game: Game, seat: int, extra: bool = False) -> None:
    """700: the four phases begin; the first two need nobody."""
    game.turn += 1
    literally = game.rulings["H30"] == "left_of_extra"
    if not extra or literally:
        game.circle = seat
    if not extra:
        count_round(game, seat)
    game.active, game.turn_over, game.crystal_cast, game.ending = seat, False, False, False
    game.waiting, game.passed, game.normal_draw = None, [], False
    for thing in game.in_play():
        thing.update(moved=0, attacked=0, sense=0)
    game.to_come = list(EARLY)
    go_on(game)
    move_on_if_over(game)


def go_on(game: Game) -> None:
    """The phases that nobody acts in, step by step. With H2 ``with_responses`` a step waits for an empty stack."""
    while game.to_come and not stopped(game) and not game.stack:
        game.to_come.pop(0)(game)


def stopped(game: Game) -> bool:
    """The game, or this turn, is over before its end."""
    return over(game) or game.turn_over


def count_round(game: Game, seat: int) -> None:
    """H17: a round is one turn of every player alive at its start."""
    if seat not in game.round_left:
        game.round += 1
        game.round_left = set(game.alive())
    game.round_left.discard(seat)


def skipped(game: Game, phase: str) -> bool:
    """Glossary Skip: whether the active player skips this phase."""
    for skip in game.skips:
        if skip["seat"] == game.active and skip["phase"] == phase:
            game.skips.remove(skip)
            return True
    return False


def enter_phase(game: Game, phase: str) -> bool:
    """700.3: triggered effects of a phase come at its beginning. False if the phase is skipped."""
    if skipped(game, phase):
        return False
    game.phase = phase
    happen(game, "phase:" + phase, None, game.active)
    return True


def without_actions(game: Game, phase: str) -> bool:
    """A phase begins and its triggered effects happen: at once, or on a stack that may be answered (H2)."""
    if not enter_phase(game, phase):
        return False
    trigger_now(game)
    return True


def trigger_now(game: Game) -> None:
    """H2."""
    if game.rulings["H2"] == "with_responses":
        put_triggers_on_stack(game)
    else:
        carry_out_triggers(game)


def reactivation_begins(game: Game) -> None:
    """701."""
    if not without_actions(game, "reactivation"):
        game.to_come.remove(reactivate_all)


def reactivate_all(game: Game) -> None:
    """701.1."""
    for thing in game.in_play():
        if thing["controller"] == game.active:
            thing.update(state="unactivated", turned_by=None)
    settle(game)


def draw_begins(game: Game) -> None:
    """702."""
    if not without_actions(game, "draw"):
        game.to_come.remove(normal_draw)


def normal_draw(game: Game) -> None:
    """702.1. What was drawn becomes no larger: extra cards that it sets off are no second normal draw (H14)."""
    due, game.normal_draw = not game.normal_draw, True
    if due:
        draw_cards(game, [(game.active, 1)])
    settle(game)
    trigger_now(game)


def action_phase(game: Game) -> None:
    """703. Skipped, the turn goes on with its End Phase."""
    game.to_come = []
    if enter_phase(game, "action"):
        put_triggers_on_stack(game)
    else:
        end_phase(game)


def end_phase(game: Game) -> None:
    """704."""
    game.ending, game.waiting, game.passed = False, game.left_of(game.active), []
    if enter_phase(game, "end"):
        put_triggers_on_stack(game)
    else:
        end_turn(game)


def end_turn(game: Game) -> None:
    """H15: Ending Dots, effects until end of turn, energy, a late loss; then the next player's turn."""
    game.waiting, game.passed = None, []
    order = [wipe, expire] if game.rulings["H15"] == "wipe_first" else [expire, wipe]
    for step in order:
        take_step(game, step)
    for _ in range(100):
        # 402.13: what only the end of the turn set off was "until end of turn" as well.
        if over(game) or not any(expires(game, effect) for effect in game.lasting):
            break
        take_step(game, expire)
    if over(game):
        return
    for player in game.seats.values():
        player["pool"] = [0, 0, 0, 0]
    lose(game, [(seat, "106.3#2") for seat in game.alive() if game.seats[seat]["decked_out"]])
    settle(game)
    carry_out_triggers(game)
    if not over(game):
        next_turn(game)


def take_step(game: Game, step: Callable[[Game], None]) -> None:
    """A step of the end of a turn, and what follows from it before the next one."""
    if over(game):
        return
    step(game)
    settle(game)
    if not over(game):
        carry_out_triggers(game)


def wipe(game: Game) -> None:
    """603.5."""
    wiped = [
        thing
        for thing in game.summons()
        if game.board.is_ending(thing["dot"]) and not thing["card"].is_life_base
    ]
    # All at once; only the numbers by which a log orders what triggers follow the dots of the board file.
    wiped.sort(key=lambda thing: list(game.board.rows).index(thing["dot"]))
    leave(game, wiped, "discard", destroyed=True, for_its_place=True)


def expire(game: Game) -> None:
    """402.13: effects "until end of turn" stop, and those until the end of the next turn of a player who had it."""
    if game.rulings["H11"] == "keeps_one":
        keep_one(game)
    game.lasting = [effect for effect in game.lasting if not expires(game, effect)]


def expires(game: Game, effect: dict) -> bool:
    """Whether an effect ends with this turn."""
    until = effect["until"]
    if until[0] == "turn":
        return True
    return until[0] == "next_turn" and until[1] == game.active and until[2] < game.turn


def keep_one(game: Game) -> None:
    """H11, second option: a bonus that ends does not destroy."""
    from .meaning import stat

    before = {thing["id"]: stat(game, thing, "defense") for thing in game.summons()}
    kept = game.lasting
    game.lasting = [effect for effect in kept if not expires(game, effect)]
    for thing in game.summons():
        now = stat(game, thing, "defense")
        if now < before[thing["id"]] and thing["damage"] >= now:
            thing["damage"] = max(0, now - 1)
    game.lasting = kept


def next_turn(game: Game) -> None:
    """700.1, 700.2: an extra turn comes first and does not move the circle; a skipped turn passes by."""
    while game.extra_turns:
        seat = game.extra_turns.pop(0)
        if game.seats[seat]["alive"] and not skip_turn(game, seat):
            begin_turn(game, seat, extra=True)
            return
    seat = game.circle
    for _ in range(100):
        seat = next_after(game, seat)
        if not skip_turn(game, seat):
            begin_turn(game, seat)
            return
        count_round(game, seat)
    raise RuntimeError("nobody takes a turn")


def next_after(game: Game, seat: int) -> int:
    """The next living player to the left of a seat, also of one who is out."""
    seats = list(game.seats)
    at = seats.index(seat)
    for step in range(1, len(seats) + 1):
        other = seats[(at + step) % len(seats)]
        if game.seats[other]["alive"]:
            return other
    return seat


def skip_turn(game: Game, seat: int) -> bool:
    """700.2."""
    for skip in game.skips:
        if skip["seat"] == seat and skip["phase"] is None:
            game.skips.remove(skip)
            return True
    return False


def move_on_if_over(game: Game) -> None:
    """H19: the turn of a player who went out ends once what the others announced has resolved."""
    if game.turn_over and not over(game) and not game.stack:
        game.turn_over = False
        end_turn(game)


EARLY = (reactivation_begins, reactivate_all, draw_begins, normal_draw, action_phase)
"""What a turn begins with, before anybody may announce anything."""
