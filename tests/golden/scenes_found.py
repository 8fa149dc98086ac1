"""Scenes of what people write wrong, or right in an unusual order: the log around the game, its claims and targets."""

from __future__ import annotations

from rules_engine.x610z.log import CheckLine, Public

from .scenes import BOOST, MYSTIC, Scene, golden_pool, scene


@scene
def hands_are_counted_before_the_first_action() -> bytes:
    """105.3a, 502.4: who counts his hand before anybody acts has drawn it."""
    g = Scene([], [], begun=False)
    g._take(CheckLine(n=g.writer.next(), public=Public(hand=[7, 7], deck=[33, 33])))
    g.act("begin", 0)
    return g.over()


@scene
def murphys_law_in_any_order() -> bytes:
    """105.4 names no order: the other player first, then who begins."""
    g = Scene([], [], [], begun=False)
    for seat in (2, 0, 2):
        st = g.state
        cards = [st.game.number_of(st.objs[slot].rev) for slot in (*st.deck[seat], *st.hand[seat])]
        g.act("murphy", seat, x=(len(st.hand[seat]) or 7) - 1, answers=[sorted(cards)])
    g.act("begin", 0)
    return g.over()


@scene
def the_stack_is_forgotten_after_all_have_passed() -> bytes:
    """201.6: everybody has passed, so the top of the stack takes place before anything else is announced."""
    g = Scene(["Discount", "Discount"], [], level="full")
    for _ in range(2):
        g.crystal()
        g.act("end", g.state.active)
        g.act("pass", 1 - g.state.active)
        g.act("proceed")
        g.act("pass", 1 - g.state.active)
        g.act("proceed")
    g.cast(0, "Discount")
    g.act("pass", 1)
    g.act("pass", 0)
    g.plant("cast", 0, card=g._number("Discount"))
    return g.finish([0], "106.2#1")


@scene
def a_summon_effect_is_aimed_at_a_crystal() -> bytes:
    """401.2a: the kind of card says what it may be aimed at, before its text does."""
    g = Scene(["Spark"], [])
    g.crystals(3)
    g.plant("cast", 0, card=g._number("Spark"), targets=[g.slot(MYSTIC, 0)])
    return g.finish([0], "106.2#1")


@scene
def nothing_is_left_to_cancel() -> bytes:
    """208.1: an answer to what is not on the stack, as one writes who swaps two lines."""
    g = Scene([], ["Denial"], first=1)
    g.crystals(5)
    g.plant("cast", 1, card=g._number("Denial"), targets=["stack:1"])
    return g.finish([0], "106.2#1")


@scene
def a_winner_is_claimed_though_time_ran_out() -> bytes:
    """106.1a: the game was a draw."""
    g = Scene([], [])
    g.act("time")
    return g.finish([1], "106.2#1")


@scene
def a_draw_is_claimed_though_one_gave_up() -> bytes:
    """106.2#2: who is left has won."""
    g = Scene([], [], organized_play=False)
    g.act("concede", 0)
    return g.finish([], "106.1a", draw=True)


def reseated(log: bytes, was: bytes, dot: bytes) -> bytes:
    """The log with one player in another place."""
    return log.replace(b'"dot":"%s"' % was, b'"dot":"%s"' % dot, 1)


@scene
def two_players_sit_side_by_side() -> bytes:
    """105.2b: the Life Bases of opponents oppose each other."""
    return reseated(Scene([], []).over(), b"0,6", b"0,2")


@scene
def two_players_sit_on_one_dot() -> bytes:
    """600.5 and 105.2a."""
    return reseated(Scene([], [], []).over(), b"0,4", b"0,0")


@scene
def a_team_of_two_plays_a_team_of_one() -> bytes:
    """100.1c: teams are of one size."""
    log = Scene([], [], [], [], teams=("a", "b", "b", "a")).over()
    return log.replace(b'"team":"b"', b'"team":"a"', 1)


@scene
def a_duel_calls_itself_a_multi_player_game() -> bytes:
    """100.1b: that begins with three."""
    log = Scene([], []).over()
    return log.replace(b'"board":', b'"mode":"multi","board":', 1)


@scene
def a_deck_is_not_the_one_that_its_seat_names() -> bytes:
    """The order that was written down holds another card than the list whose hash stands in the seat's line."""
    log = Scene([], []).over()
    one, other = (golden_pool().find(name).number.encode() for name in (MYSTIC, BOOST))
    return log.replace(one, other, 1)
