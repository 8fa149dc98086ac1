"""Whole games of Z/X: random ones that keep every rule, planted faults, mirrored ones, and the interface."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import LogError, Need, NeedAnswer
from rules_engine.kernel.playing import IllegalAction
from rules_engine.kernel.stream import Stream
from rules_engine.testing.zx_campaigns import try_zx_fault, try_zx_game
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import DEFAULT_POOL, TEXTS_POOL, load_pool
from rules_engine.zx.costs import first_payment
from rules_engine.zx.cursor import Cursor
from rules_engine.zx.legal import legal_actions
from rules_engine.zx.log import Action
from rules_engine.zx.model import CHARGE, DYNAMIS, HAND, RESOURCE, TRASH, State
from rules_engine.zx.play import check
from rules_engine.zx.playing import Game
from rules_engine.zx.random_games import random_zx_game, record_zx_game
from rules_engine.zx.squares import NAMES
from rules_engine.zx.view import view

PLAIN = "Z01-009"
LOG = random_zx_game(5)


def test_random_games_keep_every_rule_and_are_called_legal() -> None:
    outcomes = [try_zx_game(seed) for seed in range(10)]
    assert [outcome for outcome in outcomes if outcome.wrong] == []
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts.update(outcome.counts)
    assert counts["games"] == 10 and counts["actions"] > 500


def test_single_faults_are_found_or_harmless() -> None:
    outcomes = [try_zx_fault(seed) for seed in range(60)]
    assert [outcome for outcome in outcomes if outcome.wrong] == []
    found = sum(outcome.counts.get("found", 0) for outcome in outcomes)
    planted = sum(outcome.counts.get("faults", 0) for outcome in outcomes)
    assert found + sum(outcome.counts.get("harmless", 0) for outcome in outcomes) == planted > 50


def test_the_same_seed_is_the_same_game() -> None:
    assert random_zx_game(5) == LOG != random_zx_game(6)


def test_taking_back_shows_the_state_before() -> None:
    game = record_zx_game("back", checkpoint_every=0)
    marks = []
    for _ in range(40):
        action = game.pop()
        marks.append((action, game.state.digest()))
    for action, mark in reversed(marks):
        assert game.state.digest() == mark
        game.push(action)
    assert game.outcome() is not None


def _candidates(st: State, seat: int) -> list[Action]:
    """Anything that could be legal: every verb with every card that is there, on every Square."""
    found = [Action(do=do, seat=seat) for do in ("keep", "redraw", "pass", "next", "concede")]
    hand = dict.fromkeys(st.card(slot).number for slot in st.pile(HAND, seat))
    for number in hand:
        card = st.table.pool[number]
        pay = [f"#{slot}" for slot in first_payment(st, seat, card) or ()]
        found += [Action(do="resource", seat=seat, card=number)]
        if card.is_event:
            found.append(Action(do="play", seat=seat, card=number, pay=pay))
        else:
            found += [Action(do="play", seat=seat, card=number, square=name, pay=pay) for name in NAMES]
    found += [
        Action(do="ignite", seat=seat, card=f"#{slot}") for who in (0, 1) for slot in st.pile(CHARGE, who)
    ]
    standing = [slot for square in st.squares for slot in square]
    awake = [slot for slot in st.pile(RESOURCE, seat) if not st.objs[slot].asleep]
    for slot in (*standing, *st.pile(CHARGE, 0), *st.pile(CHARGE, 1), *st.pile(TRASH, seat)):
        pays = [[f"#{paid}" for paid in slots] for count in range(4) for slots in combinations(awake, count)]
        found += [Action(do="boot", seat=seat, card=f"#{slot}", pay=pay) for pay in pays]
    return [*found, *_extras(st, seat, standing), *_attacks(seat, standing)]


def _extras(st: State, seat: int, standing: list[int]) -> list[Action]:
    """Every card of the Dynamis on every Square, by either of two lines: paid for, with up to two Z/X, with nothing."""
    found = []
    pairs = [list(slots) for count in range(3) for slots in combinations(standing, count)]
    for number in dict.fromkeys(st.card(slot).number for slot in st.pile(DYNAMIS, seat)):
        found.append(Action(do="shift", seat=seat, card=number))
        paid = first_payment(st, seat, st.table.pool[number]) or ()
        for slots, square, ability in product([*pairs, list(paid)], ("", *NAMES), (0, 2)):
            pay = [f"#{slot}" for slot in slots]
            if st.table.pool[number].is_event == (not square) and not (ability and not square):
                found.append(
                    Action(do="extra", seat=seat, card=number, square=square, ability=ability, pay=pay)
                )
    return found


def _attacks(seat: int, standing: list[int]) -> list[Action]:
    found = []
    for slot in standing:
        found.append(Action(do="attack_player", seat=seat, card=f"#{slot}"))
        found += [Action(do="attack", seat=seat, card=f"#{slot}", square=name) for name in NAMES]
    return found


def _paid(action: Action) -> str:
    """An action without what pays for an ability or an Extra: candidates and ``legal`` each name one way to pay."""
    return str(replace(action, pay=[]) if action.do in ("boot", "extra") else action)


def _passes(st: State, action: Action) -> bool:
    """Whether the checks let an action pass; a payment that the condition has no place for is an error of the log."""
    try:
        return check(st, action) is None
    except LogError:
        return False


def test_legal_is_exactly_what_the_checks_let_pass() -> None:
    seen = 0

    def watch(st: State) -> None:
        nonlocal seen
        seen += 1
        if seen % 9 or st.result is not None:
            return
        for seat in (0, 1):
            passing = {_paid(action) for action in _candidates(st, seat) if _passes(st, action)}
            assert passing == {_paid(action) for action in legal_actions(st, seat)}

    for seed in range(4):
        pool = load_pool(TEXTS_POOL if seed % 2 else DEFAULT_POOL)
        record_zx_game(
            f"texts/{seed}", pool=pool, watch=watch, checkpoint_every=0, choices={"Z25": "abilities"}
        )
    assert seen > 200


def test_nobody_can_tell_hidden_cards_apart() -> None:
    """Two games that differ in what only Ada knows look the same to everybody else."""
    games = [
        Game([[*hand, *[PLAIN] * 20], [PLAIN] * 20])
        for hand in ([PLAIN] * 4, ["Z01-001"] * 4, ["Z01-002"] * 4)
    ]
    for game in games:
        for seat in (0, 1):
            game.push(Action(do="keep", seat=seat))
    for viewer in (1, "spectator"):
        assert len({json.dumps(game.view(viewer)) for game in games}) == 1
    for viewer in (0, "judge"):
        assert len({json.dumps(game.view(viewer)) for game in games}) == 3
    with pytest.raises(ValueError, match="nobody"):
        view(games[0].state, 2)


def test_a_planted_fault_is_told_with_rule_words_and_what_was_legal() -> None:
    lines = LOG.splitlines()
    place = next(at for at, line in enumerate(lines) if b'"do":"play"' in line and b'"square"' in line)
    row = json.loads(lines[place])
    home = "1,2" if row["seat"] == 0 else "1,0"
    lines[place] = json.dumps({**row, "square": home}).encode()
    report = audit(b"\n".join(lines))
    finding = report.finding
    assert report.verdict == "violation" and finding is not None
    assert (finding.line, finding.rule, finding.code) == (place + 1, "B.place-3", "enemy_player_square")
    assert "Player Square" in finding.text("en") and "tegenstander" in finding.text("nl")
    assert row["square"] in {action.square for action in finding.legal}
    assert finding.before_digest.startswith("b2:")
    cursor = Cursor(b"\n".join(lines))
    assert cursor.finding == finding and not cursor.steps[-1].ok
    lenient = audit(b"\n".join(lines), lenient=True)
    assert lenient.finding == finding and lenient.steps >= report.steps


def test_the_steps_of_a_log_are_told_in_both_languages() -> None:
    cursor = Cursor(LOG)
    for step in cursor.steps:
        for lang in ("en", "nl"):
            words = step.text(lang)
            assert words[0].isupper() and "?" not in words and "%" not in words
    cursor.seek(12)
    assert cursor.legal() and cursor.view("spectator")["seats"][0]["life"]["count"] == 4
    cursor.seek(0)
    assert cursor.view() == {} and cursor.legal() == []


def test_playing_asks_what_is_open_and_refuses_what_is_wrong() -> None:
    game = Game([[PLAIN] * 20, [PLAIN] * 20], players=("Ada", "Bob"))
    redraw = Action(do="redraw", seat=0)
    need = game.need(redraw)
    assert need is not None and (need.prompt, need.rule, need.high) == ("shuffle", "B.prep-9", 20)
    assert game.check(redraw) is None
    before = game.state.digest()
    with pytest.raises(NeedAnswer):
        game.push(redraw)
    with pytest.raises(IllegalAction) as refused:
        game.push(Action(do="pass", seat=0))
    assert refused.value.violation.rule == "B.prep-9" and game.state.digest() == before
    game.chooser = lambda need: list(need.options)
    assert game.push(redraw).answers == [[PLAIN] * 20]
    game.push(Action(do="keep", seat=1))
    game.note("Coffee.")
    game.push(Action(do="concede", seat=1))
    assert [action.do for action in game.history] == ["redraw", "keep", "concede"]
    assert audit(game.finish()).verdict == "ok"
    again = Game.from_log(game.log())
    assert again.state.digest() == game.state.digest() and again.outcome() == game.outcome()


def test_a_choice_that_the_log_leaves_out_is_asked_for() -> None:
    rows = [json.loads(line) for line in LOG.splitlines()]
    place = next(at for at, row in enumerate(rows) if row.get("answers"))
    del rows[place]["answers"]
    report = audit(b"\n".join(json.dumps(row).encode() for row in rows))
    assert report.finding is not None
    assert (report.verdict, report.finding.code, report.finding.line) == (
        "log_error",
        "answer_missing",
        place + 1,
    )
    assert report.finding.text("nl").startswith("Op deze regel ontbreekt een keuze")


def test_stream_and_answers_stay_within_what_is_asked() -> None:
    from rules_engine.zx.random_games import answer

    stream = Stream("answers")
    assert sorted(answer(stream, Need(0, "shuffle", "", ("a", "b"), 2, 2, True))) == ["a", "b"]
    assert len(answer(stream, Need(0, "excess", "", ("a", "b", "c"), 2, 2, True))) == 2
    assert answer(stream, Need(0, "life", "", (1, 2))) in (1, 2)
