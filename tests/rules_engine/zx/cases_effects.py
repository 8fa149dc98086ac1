"""Rule effects of preprocessing, damage to players, loss (901, 903-907, 909)."""

from __future__ import annotations

from typing import Any

from rules_engine.kernel.errors import GameOver, Violation
from rules_engine.zx.effects import hurt
from rules_engine.zx.model import CHARGE, DECK, DYNAMIS, HAND, LIFE, SQUARE, TRASH, other
from rules_engine.zx.preprocessing import preprocess
from rules_engine.zx.squares import NUMBERS, PLAYER_SQUARES

from .registry import broken, obeyed
from .scene import ME, PLAIN, STRONG, YOU, Scene


def settle(t: Scene, *answers: Any) -> None:
    """Preprocessing with these answers; the end of the game is no error."""
    t.st.answers, t.st.asked = list(answers), 0
    try:
        preprocess(t.st)
    except GameOver:
        assert t.st.result is not None
    assert t.st.asked == len(answers)


@obeyed("901.2", "904.1", "904.2")
def what_is_lethal_waits_for_preprocessing_and_dies_together(t: Scene) -> None:
    hit = t.stand(ME, PLAIN, "0,1", damage=3500)
    scratched = t.stand(ME, PLAIN, "1,1", damage=3499)
    faint = t.stand(YOU, "T-faint", "2,1")
    settle(t)
    assert (t.zone(hit), t.zone(scratched), t.zone(faint)) == (CHARGE, SQUARE, CHARGE)


@obeyed("903.1", "B.win-1", "B.field-4")
def a_player_without_life_loses(t: Scene) -> None:
    t.leave(LIFE, YOU)
    settle(t)
    assert t.st.result is not None and (t.st.result.winners, t.st.result.rule) == ((ME,), "903.1")


@obeyed("903.2")
def a_player_without_deck_and_trash_loses_whatever_lies_in_charge(t: Scene) -> None:
    t.leave(DECK, ME)
    t.leave(CHARGE, ME, PLAIN)
    settle(t)
    assert t.st.result is not None and (t.st.result.winners, t.st.result.rule) == ((YOU,), "903.2")


@obeyed("101.3")
def both_lose_at_once(t: Scene) -> None:
    for seat in (ME, YOU):
        t.leave(LIFE, seat)
    settle(t)
    assert t.st.result is not None and t.st.result.draw and t.st.result.rule == "101.3"


@obeyed("101.4")
def a_player_gives_up_out_of_turn(t: Scene) -> None:
    t.ok("concede", YOU)
    assert t.st.result is not None and (t.st.result.winners, t.st.result.rule) == ((ME,), "101.4")


@obeyed("101.2")
def the_winner_wins_at_once(t: Scene) -> None:
    t.leave(LIFE, YOU, PLAIN)
    t.fight(t.stand(ME, PLAIN, "1,1"))
    assert t.st.result is not None and t.st.result.winners == (ME,)


@broken("101.2", "game_is_over")
def a_line_after_the_end_of_the_game(t: Scene) -> Violation | None:
    t.ok("concede", YOU)
    return t.do("pass")


@obeyed("905.1#1")
def the_newest_of_one_owner_stays(t: Scene) -> None:
    old, new = t.stand(ME, STRONG, "1,1"), t.stand(ME, PLAIN, "1,1")
    settle(t)
    assert (t.zone(old), t.zone(new)) == (TRASH, SQUARE)


@obeyed("905.1#2")
def the_oldest_owner_stays_where_two_meet(t: Scene) -> None:
    old, new = t.stand(YOU, PLAIN, "1,1"), t.stand(ME, STRONG, "1,1")
    settle(t)
    assert (t.zone(old), t.zone(new)) == (SQUARE, TRASH)


@obeyed("905.1#3")
def a_guest_leaves_the_player_square(t: Scene) -> None:
    guest = t.stand(ME, STRONG, "1,2")
    own = t.stand(ME, STRONG, "1,0")
    settle(t)
    assert (t.zone(guest), t.zone(own)) == (TRASH, SQUARE)


@obeyed("906.1", "B.field-3")
def charge_beyond_four_goes_to_trash_by_choice(t: Scene) -> None:
    cards = t.leave(CHARGE, YOU, PLAIN, PLAIN, PLAIN, STRONG, PLAIN, "B01-006")
    settle(t, [cards[3], cards[0]])
    assert [t.zone(card) for card in cards] == [TRASH, CHARGE, CHARGE, TRASH, CHARGE, CHARGE]


@broken("906.1", "wrong_number_of_cards")
def too_many_cards_leave_charge(t: Scene) -> Violation | None:
    cards = t.leave(CHARGE, YOU, PLAIN, PLAIN, PLAIN, PLAIN)
    t.stand(YOU, PLAIN, "1,1")
    t.ok("attack", card=t.stand(ME, STRONG, "0,1"), square="1,1")
    t.ok("pass", ME)
    return t.do("pass", YOU, answers=[cards[:2]])


@broken("906.1", "choice_not_allowed")
def a_card_that_is_not_in_charge_is_picked(t: Scene) -> Violation | None:
    t.leave(CHARGE, YOU, PLAIN, PLAIN, PLAIN, PLAIN)
    t.stand(YOU, PLAIN, "1,1")
    attacker = t.stand(ME, STRONG, "0,1")
    t.ok("attack", card=attacker, square="1,1")
    t.ok("pass", ME)
    return t.do("pass", YOU, answers=[[attacker]])


@obeyed("901.2b")
def the_dead_come_into_charge_before_the_excess_and_loss_before_damage(t: Scene) -> None:
    cards = t.leave(CHARGE, YOU, PLAIN, PLAIN, PLAIN, PLAIN)
    dead = t.stand(YOU, PLAIN, "1,1", damage=9000)
    improper = t.stand(
        YOU, PLAIN, "1,1", damage=9000
    )  # improper first: the older one goes to Trash and never dies
    settle(t, [cards[0]])
    assert (t.zone(dead), t.zone(improper), t.zone(cards[0])) == (TRASH, CHARGE, TRASH)
    assert t.count(CHARGE, YOU) == 4
    t.leave(LIFE, YOU)
    hurt(t.st, ME)
    settle(t)
    assert t.st.damage == [1, 0] and t.count(LIFE) == 4  # the game was over before the damage


@obeyed("907.1", "907.2", "907.2b", "907.2c", "907.2d", "B.damage-player-1", "B.damage-player-6")
def damage_takes_life_one_by_one_and_the_opponent_picks(t: Scene) -> None:
    first, _second, third, _fourth = t.leave(LIFE, YOU, PLAIN, PLAIN, STRONG, PLAIN)
    hurt(t.st, YOU, 2)
    settle(t, 1, 2)
    assert (t.zone(first), t.zone(third)) == (CHARGE, CHARGE)
    assert (t.count(LIFE, YOU), t.count(CHARGE, YOU), t.st.damage) == (2, 2, [0, 0])
    t.fight(t.stand(ME, PLAIN, "1,1"), "", 2)
    assert t.count(LIFE, YOU) == 1


@broken("907.2c", "choice_not_allowed")
def a_fifth_life_is_picked(t: Scene) -> Violation | None:
    t.ok("attack_player", card=t.stand(ME, PLAIN, "1,1"))
    t.ok("pass", ME)
    return t.do("pass", YOU, answers=[5])


@obeyed("907.2a", "907.3")
def the_turn_player_is_hit_first_and_loses_alone(t: Scene) -> None:
    for seat in (ME, YOU):
        t.leave(LIFE, seat, PLAIN)
        hurt(t.st, seat)
    settle(t)
    assert t.st.result is not None and t.st.result.winners == (YOU,)
    assert t.count(LIFE, YOU) == 1


@obeyed("907.2e", "B.damage-player-2", "B.icon-1")
def a_revealed_card_with_the_icon_may_be_played_for_nothing(t: Scene) -> None:
    (card,) = t.leave(LIFE, YOU, "B01-006")
    t.leave(LIFE, YOU, "B01-006", PLAIN)
    before = t.st.snapshot()
    card = f"#{t.st.pile(LIFE, YOU)[0]}"
    t.fight(t.stand(ME, PLAIN, "1,1"), "", 1, True, "2,1")
    assert (t.zone(card), t.obj(card).square, t.obj(card).asleep) == (SQUARE, NUMBERS["2,1"], False)
    t.st.restore(before)
    t.fight(t.stand(ME, PLAIN, "1,1"), "", 1, False)
    assert t.zone(card) == CHARGE


@broken("907.2e", "choice_not_allowed")
def a_revealed_card_is_played_onto_the_enemy(t: Scene) -> Violation | None:
    t.leave(LIFE, YOU, "B01-006")
    t.ok("attack_player", card=t.stand(ME, PLAIN, "1,1"))
    t.ok("pass", ME)
    return t.do("pass", YOU, answers=[True, "1,1"])


@obeyed("B.damage-player-3", "B.damage-player-4")
def life_recovery_gives_a_life_to_whoever_is_not_ahead(t: Scene) -> None:
    for lives, after in ((5, 4), (4, 4)):
        case = Scene()
        case.leave(LIFE, YOU, *[PLAIN] * (lives - 1), "B01-007")
        case.leave(LIFE, ME, *[PLAIN] * 3)
        case.fight(case.stand(ME, PLAIN, "1,1"), "", lives, True, "2,1")
        assert case.count(LIFE, YOU) == after
        assert case.count(DECK, YOU) == 10 - (after - lives + 1)
    assert not any(case.st.objs[slot].face_up for slot in case.st.pile(LIFE, YOU))


@obeyed("B.damage-player-5")
def void_bringer_puts_any_z_x_into_trash(t: Scene) -> None:
    victim = t.stand(ME, STRONG, "0,0")
    t.leave(LIFE, YOU, PLAIN, "B01-002")
    attacker = t.stand(ME, PLAIN, "1,1")
    t.fight(attacker, "", 2, True, "2,1", victim)
    assert (t.zone(victim), t.count(CHARGE, ME)) == (TRASH, 0)


@broken("B.damage-player-5", "choice_not_allowed")
def void_bringer_is_aimed_at_a_player_card(t: Scene) -> Violation | None:
    t.leave(LIFE, YOU, PLAIN, "B01-002")
    t.ok("attack_player", card=t.stand(ME, PLAIN, "1,1"))
    t.ok("pass", ME)
    return t.do("pass", YOU, answers=[2, True, "2,1", "#0"])


@obeyed("B.deckout-2")
def the_keywords_sleep_when_a_reload_takes_the_life(t: Scene) -> None:
    t.leave(DECK, YOU)
    t.leave(LIFE, YOU, "B01-007", PLAIN)
    t.leave(TRASH, YOU, PLAIN)
    t.leave(HAND, ME, PLAIN)
    from rules_engine.zx.moving import reload

    t.st.answers = [1]
    reload(t.st)
    assert (t.count(LIFE, YOU), t.count(CHARGE, YOU)) == (1, 1)


@obeyed("909.1")
def a_missing_player_card_is_replaced(t: Scene) -> None:
    t.st.squares[PLAYER_SQUARES[YOU]] = ()
    settle(t)
    (virtual,) = t.st.squares[PLAYER_SQUARES[YOU]]
    assert t.st.card(virtual).name == "Virtual Player Card" and t.st.objs[virtual].owner == YOU
    settle(t)
    assert len(t.st.squares[PLAYER_SQUARES[YOU]]) == 1


@obeyed("911.1", "911.2")
def an_overboost_that_leaves_is_taken_apart(t: Scene) -> None:
    (player,) = t.st.squares[PLAYER_SQUARES[ME]]
    t.st.change(player, asleep=True)
    card = t.stand(ME, "T-over", "1,1")
    t.st.change(int(card[1:]), damage=9000, asleep=True)
    settle(t)
    assert (t.zone(card), t.obj(card).face_up) == (DYNAMIS, True) and not t.count(CHARGE, ME)
    assert (t.obj(card).damage, t.obj(card).asleep, t.st.objs[player].asleep) == (0, False, False)


@obeyed("909.2")
def an_overboost_needs_no_player_card(t: Scene) -> None:
    for seat in (ME, YOU):
        t.st.squares[PLAYER_SQUARES[seat]] = ()
    t.stand(YOU, "T-over", "2,2")
    settle(t)
    assert not t.st.squares[PLAYER_SQUARES[YOU]] and t.st.squares[PLAYER_SQUARES[other(YOU)]]
