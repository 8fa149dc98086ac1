"""Why a card can do nothing: told of every card that nothing can be done with, and of no other."""

from collections import Counter

from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.legal import legal_actions
from rules_engine.zx.messages import text
from rules_engine.zx.model import DYNAMIS, HAND, PHASES, SEATS, SETUP, State
from rules_engine.zx.random_games import record_zx_game
from rules_engine.zx.why_not import why_not

TOLD = {
    "resource_short",
    "colour_missing",
    "other_phase",
    "not_your_turn",
    "attacker_asleep",
    "nothing_in_reach",
}
"""What is told in every game sooner or later."""


def test_in_random_games_a_card_says_why_exactly_where_nothing_can_be_done_with_it() -> None:
    found: Counter[str] = Counter()

    def watch(st: State) -> None:
        if st.phase == SETUP or st.result is not None:
            return
        for seat in SEATS:
            acts = {action.card for action in legal_actions(st, seat)}
            standing = [slot for slot in st.standing if st.objs[slot].controller == seat]
            beside = [slot for slot in st.pile(DYNAMIS, seat) if not st.objs[slot].face_up]
            for slot in (*st.pile(HAND, seat), *standing, *beside):
                card, told = st.card(slot), why_not(st, seat, slot)
                if f"#{slot}" in acts or card.number in acts:
                    continue  # a card that goes to Resource may still be no card to play
                wanted = card.is_event or (card.is_zx and card.kind != "zx_overboost")
                assert told is not None or not wanted, (card.number, st.phase)
                found[told.code if told is not None else ""] += 1

    record_zx_game("why/1", pool=load_pool(TEXTS_POOL), checkpoint_every=0, watch=watch)
    assert set(found) >= TOLD, found


def test_what_is_told_has_its_words_in_both_languages() -> None:
    for code in ("resource_short", "nothing_in_reach", "advent_unmet"):
        params = {"card": "Iron Rain", "cost": 4, "there": 2}
        said = [text(code, params, language) for language in ("en", "nl")]
        assert said[0] != said[1] and all("Iron Rain" in one and "?" not in one for one in said)


def test_no_word_of_a_log_stands_in_a_sentence_for_people() -> None:
    """Phases and colours, which a finding names by their code."""
    for language in ("en", "nl"):
        told = [text("other_phase", {"phase": phase}, language) for phase in PHASES]
        assert len(set(told)) == len(PHASES)
        assert not [said for said, phase in zip(told, PHASES, strict=True) if f"({phase}" in said]
    assert "(Main Phase)" in text("other_phase", {"phase": "main"}, "nl")
    assert "(rood, blauw)" in text("colour_missing", {"colours": ["red", "blue"], "card": "X"}, "nl")
