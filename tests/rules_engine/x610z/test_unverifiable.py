"""Checks that hidden facts make impossible are counted and named; they are never a violation and never passed over."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import audit
from rules_engine.kernel.decklist import DeckList
from rules_engine.kernel.report import Report
from rules_engine.testing import GameRecorder
from rules_engine.x610z.decklist import deck_hash
from rules_engine.x610z.recorder import IllegalAction
from tests.rules_engine.cards.table import Table, effect

GREY, DISCOUNT, SPARK = "D1.1/004/100-C", "D1.1/023/100-C", "D1.1/032/100-C"
DECK = [DISCOUNT, SPARK, *[GREY] * 48]


def played(*, hidden: tuple[int, ...] = (0, 1), turns: int = 1, **header: Any) -> bytes:
    """A short game that ends on time."""
    g = GameRecorder([DECK, DECK], hidden=hidden, **header)
    g.act("begin", 0)
    for _ in range(turns):
        g.act("cast", g.state.active, card=GREY)
        g.end_turn()
    g.act("time")
    return g.finish()


def unchecked(report: Report) -> dict[str, tuple[str, int]]:
    """Rule and count by code of the checks that could not be made."""
    rows = (row for row in report.warnings if row.get("verdict") == "unverifiable")
    return {row["code"]: (row["rule"], row["count"]) for row in rows}


def test_a_card_shown_from_a_deck_that_is_not_registered_cannot_be_checked() -> None:
    report = audit(played(turns=2))
    assert (report.verdict, report.fidelity, report.finding) == ("unverifiable", "consistent", None)
    assert unchecked(report) == {"deck_not_registered": ("101.1a", 2)}


def test_with_the_registered_lists_the_same_log_is_in_order() -> None:
    report = audit(played(turns=2), decks={0: DECK, 1: DECK})
    assert (report.verdict, report.fidelity, report.warnings) == ("ok", "consistent", [])


def test_with_both_orders_it_is_exact() -> None:
    report = audit(played(hidden=()))
    assert (report.verdict, report.fidelity, report.warnings) == ("ok", "exact", [])


def test_a_shuffle_whose_order_nobody_wrote_down_is_unverifiable() -> None:
    g = GameRecorder([DECK, DECK])
    g.act("murphy", 0, x=6, answers=[None])
    g.act("begin", 0)
    g.act("time")
    report = audit(g.finish(), decks={0: DECK, 1: DECK})
    assert (report.verdict, unchecked(report)) == ("unverifiable", {"shuffle_not_written": ("211.1", 1)})


def test_a_hidden_card_in_a_public_pile_is_unverifiable() -> None:
    g = GameRecorder([DECK, DECK], hidden=(0, 1))
    g.act("begin", 0)
    g.judge([["zone", f"#{g.state.hand[0][0]}", "discard"]])
    g.act("time")
    report = audit(g.finish(), decks={0: DECK, 1: DECK})
    assert (report.verdict, unchecked(report)) == ("unverifiable", {"public_card_not_named": ("505.2", 1)})


@pytest.mark.parametrize(
    ("text", "answers", "code"),
    [
        ("Search your deck for 1 Summon Card and move it to your hand. Shuffle your deck.", [[], None],
         "search_of_hidden_cards"),
        ("Show the top 2 cards of your deck.", None, "shown_card_not_named"),
    ],
)  # fmt: skip
def test_what_an_effect_looks_at_in_a_hidden_deck_is_unverifiable(
    text: str, answers: list[Any] | None, code: str
) -> None:
    pool = Table(effect("Look", text)).st.game.pool
    look = pool.find("Look")
    assert look is not None
    deck = [look.number, *DECK]
    g = GameRecorder([deck, deck], pool=pool, hidden=(0, 1))
    g.act("begin", 0)
    g.act("cast", 0, card="Look")
    g.act("resolve", answers=answers)
    g.act("time")
    report = audit(g.finish(), pool=pool, decks={0: deck, 1: deck})
    assert report.verdict == "unverifiable"
    assert code in unchecked(report)


def test_a_digest_of_hidden_cards_is_unverifiable_and_public_counts_still_are() -> None:
    g = GameRecorder([DECK, DECK], hidden=(0, 1))
    g.act("begin", 0)
    g.checkpoint()
    g.act("time")
    report = audit(g.finish(), decks={0: DECK, 1: DECK})
    assert unchecked(report) == {"digest_of_hidden_cards": ("501.4", 1)}
    wrong = g.writer.data().replace(b'"hand":[8,7]', b'"hand":[7,7]')
    assert audit(wrong, decks={0: DECK, 1: DECK}).verdict == "divergence"


def test_a_violation_wins_over_what_cannot_be_checked() -> None:
    g = GameRecorder([DECK, DECK], hidden=(0, 1))
    g.act("begin", 0)
    g.act("cast", 0, card=GREY)
    g.plant("cast", 0, card=GREY)
    report = audit(g.finish([0]))
    assert (report.verdict, report.finding and report.finding.rule) == ("violation", "403.1")


# --- 101.1: the size of a deck ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "cards", "rule"),
    [
        ("constructed", 50, None),
        ("constructed", 49, "101.1a"),
        ("limited", 35, None),
        ("limited", 34, "101.1b"),
        ("", 10, None),
    ],
)
def test_a_deck_that_is_too_small_is_found_where_the_header_says_how_they_play(
    play: str, cards: int, rule: str | None
) -> None:
    g = GameRecorder([[GREY] * cards, [GREY] * 50], play=play)
    try:
        g.act("begin", 0)
        found = None
    except IllegalAction as refused:
        found = refused.violation.rule
    assert found == rule


def test_more_copies_than_one_deck_may_hold_are_found_in_constructed_play_only() -> None:
    deck = [DISCOUNT] * 9 + [GREY] * 45
    for play, rule in (("constructed", "101.1a"), ("limited", None)):
        g = GameRecorder([deck, deck], play=play)
        g.plant("begin", 0)
        finding = audit(g.finish(draw=True)).finding
        assert (finding.rule if finding and finding.rule == "101.1a" else None) == rule


def test_an_unknown_kind_of_play_is_no_log() -> None:
    g = GameRecorder([DECK, DECK], play="sealed")
    g.plant("begin", 0)
    finding = audit(g.finish(draw=True)).finding
    assert finding is not None
    assert finding.code == "unknown_play"


# --- 105.1b: who begins the second game ---------------------------------------------------------------------------


def second_game(by: str, seat: int | None, losers: list[int]) -> Report:
    """The second game of a match, whose first player was found in this way."""
    log = played(hidden=())
    chosen = f'"of":"first","by":"{by}"' + ("" if seat is None else f',"seat":{seat}')
    log = log.replace(b'"of":"first","by":"dice"', chosen.encode())
    log = log.replace(b'"semantics":', f'"game_no":2,"last_losers":{losers},"semantics":'.encode())
    return audit(_resigned(log))


def _resigned(log: bytes) -> bytes:
    lines = log.splitlines(keepends=True)
    return b"".join(lines[:-1]) + b'{"kind":"end","n":90,"claim":{"draw":true}}\n'


@pytest.mark.parametrize(
    ("by", "seat", "losers", "verdict"),
    [
        ("loser", None, [1], "ok"),
        ("loser", 1, [1], "ok"),
        ("", 1, [1], "ok"),
        ("loser", 0, [1], "violation"),
        ("dice", None, [1], "violation"),
        ("loser", None, [], "unverifiable"),
        ("", None, [1], "unverifiable"),
    ],
)
def test_the_loser_of_the_last_game_says_who_begins(
    by: str, seat: int | None, losers: list[int], verdict: str
) -> None:
    report = second_game(by, seat, losers)
    assert report.verdict == verdict
    if verdict == "violation":
        assert report.finding is not None
        assert (report.finding.rule, report.finding.code) == ("105.1b", "loser_chooses")
    if verdict == "unverifiable":
        assert unchecked(report) == {"who_chose_not_written": ("105.1b", 1)}


def test_the_first_game_may_be_begun_by_dice() -> None:
    assert audit(played(hidden=())).verdict == "ok"


# --- one hash of a deck -------------------------------------------------------------------------------------------


def test_a_deck_has_one_hash_in_the_log_and_at_registration() -> None:
    base = Table().st.game.pool.life_base.number
    registered = DeckList({GREY: 48, DISCOUNT: 1, SPARK: 1, base: 1})
    assert deck_hash(DECK) == deck_hash(list(reversed(DECK))) == "sha256:" + registered.sha256()
    bare = played(hidden=()).replace(b"sha256:" + registered.sha256().encode(), registered.sha256().encode())
    assert audit(_resigned(bare), decks={0: DECK, 1: DECK}).verdict == "ok"
    other = {0: [*DECK[1:], GREY], 1: DECK}
    finding = audit(played(hidden=()), decks=other).finding
    assert finding is not None
    assert finding.code == "deck_not_as_registered"
