"""The preparation of a game and the rules of decks, through whole logs."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.kernel.errors import Violation
from rules_engine.kernel.playing import IllegalAction
from rules_engine.zx.log import Action
from rules_engine.zx.model import DECK, DYNAMIS, HAND, LIFE, MAIN, RESOURCE, RESOURCES
from rules_engine.zx.playing import Game
from rules_engine.zx.squares import PLAYER_SQUARES

from .registry import broken, obeyed
from .scene import ME, PLAIN, POOL, STRONG, YOU, Scene


def game(*, laid_out: dict[str, Any] | None = None, deck: list[str] | None = None, **more: Any) -> Game:
    cards = deck or [PLAIN] * 20
    return Game([cards, cards], pool=POOL, laid_out=({}, laid_out or {}), **more)


def legal_deck(**changes: int) -> list[str]:
    """Exactly 50 cards with 20 Ignition icons, no more than four of a name."""
    counts = dict.fromkeys(("B01-002", "B01-006", "B01-007", "T-flash", "T-spark"), 4)
    counts |= dict.fromkeys(("B01-003", "B01-004", "B01-008", "B01-013", "B01-016", "T-event", "T-grey"), 4)
    counts |= {"T-faint": 2} | {name.replace("_", "-"): count for name, count in changes.items()}
    return [name for name, count in counts.items() for _ in range(count)]


def refused(**fields: Any) -> Violation:
    with pytest.raises(IllegalAction) as found:
        game(**fields).legal()
    violation = found.value.violation
    assert isinstance(violation, Violation)
    return violation


@obeyed("B.prep-7", "B.prep-8", "B.prep-9", "B.prep-10", "B.prep-11", "B.draw-2")
def a_game_is_prepared(t: Scene) -> None:
    deck = [PLAIN] * 4 + [STRONG] * 16
    table = Game([deck, deck], pool=POOL, first=YOU)
    st = table.state
    assert [t_.do for t_ in table.legal(ME)] == ["keep", "redraw", "concede"]
    table.push(Action(do="redraw", seat=ME, answers=[[STRONG] * 16 + [PLAIN] * 4]))
    assert {st.card(slot).number for slot in st.pile(HAND, ME)} == {STRONG}
    table.push(Action(do="keep", seat=YOU))
    assert (st.active, st.phase, st.turn) == (YOU, RESOURCES, 1)
    for seat in (ME, YOU):
        sizes = [len(st.pile(zone, seat)) for zone in (HAND, LIFE, RESOURCE, DECK)]
        assert sizes == [4, 4, 2, 10]  # nobody has drawn in the first turn
    assert not any(st.objs[slot].face_up for slot in st.pile(LIFE, ME))
    table.push(Action(do="next", seat=YOU))
    assert st.phase == MAIN
    table.push(Action(do="next", seat=YOU))
    assert len(st.pile(HAND, ME)) == 6  # the second player draws in his first turn


@obeyed(
    "302.1a", "B.prep-1", "B.prep-2", "B.prep-3", "B.prep-4", "B.prep-5", "B.prep-12", "B.deck-6", "B.deck-7"
)
def what_is_laid_out_before_the_shuffle(t: Scene) -> None:
    laid = {
        "player_card": "T-player",
        "start_card": "B01-008",
        "gate_card": "T-gate",
        "start_resource": "T-start",
        "dynamis": ["T-extra"],
    }
    table = game(laid_out=laid)
    st = table.state
    player, start = st.squares[PLAYER_SQUARES[YOU]]
    assert st.card(player).kind == "player" and not st.objs[start].face_up
    assert {st.objs[slot].owner for slot in (player, start, *st.pile(DYNAMIS, YOU))} == {YOU}
    assert [(st.card(slot).number, st.objs[slot].face_up) for slot in st.pile(DYNAMIS, YOU)] == [
        ("T-extra", False),
        ("T-gate", True),
    ]
    seen = table.view(ME)["squares"]["1,2"]
    assert seen[1] == {"owner": YOU, "face_up": False}
    for seat in (ME, YOU):
        table.push(Action(do="keep", seat=seat))
    assert st.objs[start].face_up and not st.objs[start].asleep
    assert [st.card(slot).number for slot in st.pile(RESOURCE, YOU)] == ["T-start", PLAIN]


@obeyed("B.deck-1", "B.deck-2", "B.deck-3", "B.deck-4", "B.deck-5", "B.dynamis-1", "B.dynamis-2")
def a_constructed_deck_is_taken(t: Scene) -> None:
    laid = {"dynamis": ["T-extra"] * 4}
    assert game(laid_out=laid, deck=legal_deck(), play="constructed").legal()


@obeyed("B.colour-2")
def multicolor_goes_to_sleep(t: Scene) -> None:
    for there, asleep in (((PLAIN,), True), ((PLAIN, "B01-021"), False)):
        case = Scene()
        case.st.phase = RESOURCES
        case.leave(RESOURCE, ME, *there)
        (card,) = case.leave(HAND, ME, "T-two")
        case.ok("resource", card="T-two")
        assert case.obj(card).asleep is asleep


@broken("B.prep-1", "no_player_card")
def a_z_x_sits_in_the_player_s_place(t: Scene) -> Violation:
    return refused(laid_out={"player_card": PLAIN})


@broken("B.prep-2", "keyword_missing")
def any_z_x_starts_on_the_player_square(t: Scene) -> Violation:
    return refused(laid_out={"start_card": PLAIN})


@broken("B.prep-4", "keyword_missing")
def any_card_is_a_gate(t: Scene) -> Violation:
    return refused(laid_out={"gate_card": PLAIN})


@broken("B.prep-5", "keyword_missing")
def any_card_is_a_start_resource(t: Scene) -> Violation:
    return refused(laid_out={"start_resource": PLAIN})


@broken("B.prep-9", "hand_decided")
def a_second_redraw(t: Scene) -> Violation | None:
    table = game()
    table.push(Action(do="redraw", seat=ME, answers=[[PLAIN] * 20]))
    return table.check(Action(do="redraw", seat=ME, answers=[[PLAIN] * 20]))


@broken("B.prep-9", "hand_undecided")
def a_play_before_the_hands_are_kept(t: Scene) -> Violation | None:
    return game().check(Action(do="pass", seat=ME))


@broken("B.prep-9", "hand_decided")
def a_redraw_in_the_middle_of_the_game(t: Scene) -> Violation | None:
    return t.do("redraw")


@broken("B.dynamis-1", "not_for_dynamis")
def a_deck_card_in_the_dynamis(t: Scene) -> Violation:
    return refused(laid_out={"dynamis": [PLAIN]})


@broken("B.dynamis-1", "zx_dynamis_size")
def seventeen_cards_in_the_dynamis(t: Scene) -> Violation:
    laid = {"dynamis": ["T-extra", "T-shift", "T-over", "T-extra-2"] * 4 + ["T-extra-3"]}
    return refused(laid_out=laid, deck=legal_deck(), play="constructed")


@broken("B.dynamis-2", "zx_copies_dynamis")
def five_of_a_name_in_the_dynamis(t: Scene) -> Violation:
    return refused(laid_out={"dynamis": ["T-extra"] * 5}, deck=legal_deck(), play="constructed")


def _deck(rule: str, code: str, **changes: int) -> None:
    def case(t: Scene) -> Violation:
        return refused(deck=legal_deck(**changes), play="constructed")

    case.__name__ = f"a_deck_with_{code}"
    broken(rule, code)(case)


_deck("B.deck-1", "zx_size", T_faint=1)
_deck("B.deck-2", "zx_ignition", T_flash=3, T_faint=3)
_deck("B.deck-3", "zx_copies", T_event=5, T_faint=1)
_deck("B.deck-4", "zx_keyword", B01_024=1, B01_006=3)
_deck("B.deck-5", "zx_keyword", B01_021=1, B01_006=3)
_deck("B.deck-6", "zx_beside", T_player=1, T_faint=1)
_deck("B.deck-7", "zx_dynamis_only", T_extra=1, T_faint=1)
