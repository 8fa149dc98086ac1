"""What a correction sets right, row by row; agreements of the players, and positions that are entered anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_engine import Action, Cursor, Game, LogError, audit
from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.x610z.log import PLAIN, WITH_AGREEMENTS
from rules_engine.x610z.model import ATTACK, CAST, MOVEMENT, State
from tests.rules_engine.cards.table import ME, YOU, Table

GREY = ["Grey Energy Crystal"] * 40


def begun(**options: Any) -> Game:
    game = Game([GREY, GREY], format=WITH_AGREEMENTS, players=["Ada", "Bob"], **options)
    game.push(Action(do="begin", seat=0))
    return game


def corrected(state: State, *rows: list[Any]) -> State:
    """The state after rows that a judge writes."""
    from rules_engine.x610z.judge import apply_judge
    from rules_engine.x610z.log import JudgeLine

    apply_judge(state, JudgeLine(n=1, do="fix", by="J-1", change=[list(row) for row in rows]))
    return state


# --- what the players agree on --------------------------------------------------------------------------------------


def test_players_set_the_game_right_together_and_the_log_says_so() -> None:
    game = begun()
    game.agree([["damage", "#1", 4]], seats=[1, 0], text="A die was turned over.")
    assert game.state.objs[1].damage == 4
    game.push(Action(do="time"))
    log = game.finish()
    report = audit(log)
    assert report.verdict == "ok" and report.digest == game.state.digest()
    step = next(step for step in Cursor(log).steps if step.kind == "agree")
    assert (
        step.text("en")
        == "The players set the game right together: A die was turned over. (damage on Life Base (#1): 4)"
    )
    assert (
        step.text("nl")
        == "De spelers herstellen samen het spel: A die was turned over. (schade op Life Base (#1): 4)"
    )


@pytest.mark.parametrize(
    ("row", "english", "dutch"),
    [
        (["damage", "#1", 12], "damage on Life Base (#1): 12", "schade op Life Base (#1): 12"),
        (["pool", 1, "mystic", 2], "Mystic Energy of Bob: 2", "Mystic Energy van Bob: 2"),
        (["draw", 0, 1], "Ada draws cards: 1", "Ada trekt kaarten: 1"),
        (["lose", 1], "Bob loses", "Bob verliest"),
        (["turn", 5, 1, "action"], "turn 5 of Bob, phase action", "beurt 5 van Bob, fase actie"),
        (
            ["crystal", False],
            "an Energy Crystal Card has been cast: no",
            "een Energy Crystal Card is gecast: nee",
        ),
        (["state", "#1", "deactivated"], "Life Base (#1): deactivated", "Life Base (#1): gedeactiveerd"),
        (["control", "#1", 0], "Life Base (#1) to Ada", "Life Base (#1) naar Ada"),
        (["stack", None], "the stack is emptied", "de stack wordt leeggemaakt"),
    ],
)
def test_a_correction_says_in_words_what_it_changes(row: list[Any], english: str, dutch: str) -> None:
    game = begun()
    game.judge([row], by="J-3", text="As seen.")
    step = next(step for step in Cursor(game.log()).steps if step.kind == "judge")
    assert step.text("en") == f"A judge corrects the game: As seen. ({english})"
    assert step.text("nl") == f"Een scheidsrechter herstelt het spel: As seen. ({dutch})"


@pytest.mark.parametrize("seats", [[], [0], [1], [0, 0]])
def test_what_not_everybody_signed_is_no_agreement(seats: list[int]) -> None:
    with pytest.raises(LogError, match="agreement_not_signed"):
        begun().agree([["damage", "#1", 4]], seats=seats)


def test_whoever_has_left_the_game_need_not_sign() -> None:
    game = Game([GREY] * 3, format=WITH_AGREEMENTS, organized_play=False)
    game.push(Action(do="begin", seat=0))
    game.push(Action(do="concede", seat=2))
    game.agree([["damage", "#1", 1]], seats=[0, 1])
    assert game.state.objs[1].damage == 1


def test_the_first_format_knows_no_agreements_and_stays_readable() -> None:
    game = begun()
    game.agree([], seats=[0, 1])
    game.push(Action(do="time"))
    log = game.finish()
    older = log.replace(WITH_AGREEMENTS.encode(), PLAIN.encode())
    older = older[: older.rindex(b'{"kind":"end"')]
    finding = audit(older).finding
    assert finding is not None and finding.code == "line_of_later_format"
    plain = Game([GREY, GREY])
    plain.push(Action(do="begin", seat=0))
    plain.push(Action(do="time"))
    assert audit(plain.finish()).verdict == "ok"


def test_an_agreement_counts_in_an_event_once_a_judge_has_confirmed_it() -> None:
    game = begun()
    game.agree([["damage", "#1", 4]], seats=[0, 1], text="A die was turned over.")
    game.push(Action(do="time"))
    log = game.finish()
    line = next(number for number, raw in enumerate(log.splitlines(), 1) if b'"agree"' in raw)
    header = json.loads(log.splitlines()[0])
    terms = Terms("x610z", header["ruleset"], board="act-1", organized_play=True,
                  seats=(SeatTerms("Ada"), SeatTerms("Bob")))  # fmt: skip
    report = audit(log, terms=terms)
    assert report.verdict == "other_terms"
    assert [(found.line, found.code) for found in report.binding] == [(line, "agreement_not_confirmed")]
    confirmed = Terms("x610z", header["ruleset"], board="act-1", organized_play=True, confirmed=frozenset({line}),
                      seats=(SeatTerms("Ada"), SeatTerms("Bob")))  # fmt: skip
    assert audit(log, terms=confirmed).verdict == "ok"


def test_a_fault_that_was_set_right_leaves_the_verdict_and_derives_the_result() -> None:
    """Read leniently: the illegal line is left out, what the players agreed on holds, the winner is derived."""
    game = begun()
    wrong = {"kind": "act", "n": game.writer.n + 1, "do": "end", "seat": 1}
    log = game.log() + json.dumps(wrong).encode() + b"\n"
    rest = Game.from_log(game.log())
    rest.writer.n = rest.replay.n = wrong["n"]
    rest.agree([["lose", 1]], seats=[0, 1], text="Bob's Life Base was gone.")
    log += rest.finish()[len(game.log()) :]
    log = log[: log.rindex(b',"sha256"')] + b"}\n"
    report = audit(log, lenient=True)
    assert report.verdict == "violation" and report.finding is not None and report.finding.rule == "703.4"
    assert report.result is not None and report.result.winners == (0,)


# --- entering a position anew ---------------------------------------------------------------------------------------


def test_turn_phase_and_crystal_are_entered() -> None:
    game = begun()
    game.agree([["turn", 9, 1, "end", 5], ["crystal", True]], seats=[0, 1])
    state = game.state
    assert (state.turn, state.active, state.round, state.crystal_cast) == (9, 1, 5, True)
    game.push(Action(do="proceed"))
    assert (state.turn, state.active, state.phase) == (10, 0, 3)
    assert not state.crystal_cast


def test_what_lasted_until_an_earlier_turn_is_over_when_the_turn_is_set() -> None:
    t = Table()
    vessel = t.summon(ME, "Jelly Fish Vessel", "3,1")
    plain = t.stat(vessel, "attack")
    t.play("War Cry", vessel)
    assert t.stat(vessel, "attack") == plain + 2
    corrected(t.st, ["turn", t.st.turn, ME, "action"])
    assert t.stat(vessel, "attack") == plain + 2
    corrected(t.st, ["turn", t.st.turn + 1, YOU, "action"])
    assert t.stat(vessel, "attack") == plain


def test_an_effect_lies_on_what_the_row_says_and_falls_with_it() -> None:
    t = Table()
    one = t.summon(ME, "Jelly Fish Vessel", "3,1")
    two = t.summon(ME, "Mist Dragon", "3,3")
    nest = t.permanent(ME, "Crow's Nest", one)
    corrected(t.st, ["on", nest, two])
    assert t.st.objs[int(nest[1:])].host == (0, int(two[1:]), t.st.objs[int(two[1:])].inc)
    corrected(t.st, ["zone", one, "discard", 0])
    assert t.st.objs[int(nest[1:])].zone == 3
    corrected(t.st, ["zone", two, "discard", 0])
    assert t.st.objs[int(nest[1:])].zone == 4
    well = t.permanent(ME, "Mystic Well")
    corrected(t.st, ["on", well, "seat:1"])
    corrected(t.st, ["on", well, None])
    assert t.st.objs[int(well[1:])].host is None


def test_a_cast_entered_anew_resolves_as_the_one_that_was_announced() -> None:
    announced, entered = Table(), Table()
    for t in (announced, entered):
        t.summon(YOU, "Jelly Fish Vessel", "3,1")
        t.hold(ME, "Spark")
        t.st.pool[ME] = (5, 5, 5, 5)
    target = f"#{announced.st.occ[announced.st.game.board.number['3,1']]}"
    announced.act("cast", seat=ME, card="Spark", targets=[target], pay=None)
    entered.st.pool[ME] = announced.st.pool[ME]
    corrected(entered.st, ["announce", "cast", ME, "Spark", [target]])
    assert entered.st.stack == announced.st.stack and entered.st.stack[0].kind == CAST
    for t in (announced, entered):
        t.act("resolve")
    assert entered.st.digest() == announced.st.digest()


def test_a_move_an_attack_and_an_activation_are_entered_anew() -> None:
    announced, entered = Table(), Table()
    for t in (announced, entered):
        dragon = t.summon(ME, "Hunter Dragon", "3,1")
        t.summon(YOU, "Jelly Fish Vessel", "3,3")
        t.st.pool[ME] = (5, 5, 5, 5)
    for do in ("attack", "move"):
        action = next(a for a in _legal(announced.st) if a.do == do and a.card == dragon)
        announced.act(do, **{name: value for name, value in action.to_dict().items() if name != "do"})
        corrected(entered.st, ["announce", do, ME, dragon, [], 0, [], action.path])
    rows = [["state", dragon, "non_active"], ["used", dragon, True]]
    corrected(entered.st, *rows)
    kinds = [item.kind for item in entered.st.stack]
    assert kinds == [ATTACK, MOVEMENT]
    for one, two in zip(entered.st.stack, announced.st.stack, strict=True):
        assert (one.kind, one.slot, one.path, one.targets, one.sense) == (
            two.kind, two.slot, two.path, two.targets, two.sense)  # fmt: skip
    for t in (announced, entered):
        t.act("resolve")
        t.act("resolve")
    places = [(obj.slot, obj.zone, obj.dot, obj.damage) for obj in announced.st.objs]
    assert places == [(obj.slot, obj.zone, obj.dot, obj.damage) for obj in entered.st.objs]


def _legal(state: State) -> list[Action]:
    from rules_engine.x610z.legal import legal_actions

    return legal_actions(state)


def test_the_stack_is_emptied_and_its_cards_are_discarded() -> None:
    t = Table()
    t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Spark")
    target = f"#{t.st.occ[t.st.game.board.number['3,1']]}"
    corrected(t.st, ["announce", "cast", ME, "Spark", [target]])
    slot = t.st.stack[0].slot
    corrected(t.st, ["stack", None])
    assert t.st.stack == () and t.st.objs[slot].zone == 4


def test_a_card_taken_from_the_stack_leaves_nothing_there() -> None:
    t = Table()
    t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Spark")
    target = f"#{t.st.occ[t.st.game.board.number['3,1']]}"
    corrected(t.st, ["announce", "cast", ME, "Spark", [target]])
    slot = t.st.stack[0].slot
    corrected(t.st, ["zone", f"#{slot}", "hand", ME])
    assert t.st.stack == () and slot in t.st.hand[ME]


@pytest.mark.parametrize(
    "row",
    [
        ["turn"],
        ["turn", 0, 0, "action"],
        ["turn", 3, 7, "action"],
        ["turn", 3, 0, "draw"],
        ["turn", 3, 0, "evening"],
        ["crystal", 1],
        ["on", "#0", "#1"],
        ["on", "#1", "#1"],
        ["stack", "all"],
        ["announce", "cast", 0, "Spark", ["#0", "#1"]],
        ["announce", "cast", 0, "#0"],
        ["announce", "fly", 0, "#0"],
        ["announce", "move", 0, "#0", [], 0, [], ["1,1", "0,0"]],
        ["announce", "move", 1, "#0", [], 0, [], ["0,0", "1,1"]],
        ["announce", "attack", 0, "#0", [], 0, [], ["0,0", "1,1"]],
        ["announce", "activate", 0, "#0", [], 0, [], 3],
        ["announce", "cast", 0, "Grey Energy Crystal", [], -1],
        ["announce", "cast", 0, "Grey Energy Crystal", [], 0, ["-2"]],
    ],
)
def test_a_row_that_makes_no_sense_is_refused(row: list[Any]) -> None:
    with pytest.raises(LogError):
        begun().judge([row])


def test_nothing_is_entered_before_the_game_begins() -> None:
    game = Game([GREY, GREY])
    with pytest.raises(LogError, match="bad_correction"):
        game.judge([["turn", 3, 0, "action"]])
