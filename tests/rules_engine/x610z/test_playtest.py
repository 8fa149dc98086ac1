"""How a card plays: with it and without it, in the same games."""

from typing import Any

import pytest

from rules_engine.games import game_of
from rules_engine.kernel import playtest
from rules_engine.kernel.playtest import Pair, PlayTest, Report, Run, Tally, play_card, play_part, report_of
from rules_engine.x610z.cards import CardRevision, load_pool
from rules_engine.x610z.foresight import choose_ahead
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.playtest import PLAYTEST, pair
from rules_engine.x610z.pool import read_card
from rules_engine.x610z.random_games import open_game, start

POOL = load_pool("demo")
FEW = 40


def card(text: str = "", **parts: Any) -> CardRevision:
    row = {"number": "X1.1/001/001-C", "name": "Try", "type": "Effect Card", "restriction": 3, "text": text}
    return read_card({**row, **parts})


def report(text: str = "", games: int = FEW, **parts: Any) -> Report:
    return play_card(PLAYTEST, POOL, card(text, **parts), games, "tests")


def test_a_card_that_plainly_wins_moves_the_rate_up() -> None:
    found = report("Deal 99 damage to target summon an opponent controls.")
    assert found.says == playtest.UP and found.difference[1] > 0.1
    assert found.tally.lost == 0 and found.with_it[0] > 0.9 > 0.7 > found.without[0]


def test_players_aim_at_each_other_and_not_at_themselves() -> None:
    """Players of chance hit their own Life Base as often, and the rate stays where it was."""
    found = report("Deal 99 damage to target Life Base.")
    assert found.says == playtest.UP and found.difference[1] > 0.1


def test_looking_ahead_leaves_the_game_as_it_is() -> None:
    recorder, stream = open_game("ahead", 2, pool=POOL)
    start(recorder, stream)
    looked = 0
    for _ in range(60):
        options = legal_actions(recorder.state)
        before = recorder.state.digest()
        action = choose_ahead(stream, recorder.state, options)
        assert recorder.state.digest() == before and action in options
        looked += action.do in ("cast", "attack")
        recorder.push(action)
    assert looked


def test_a_card_that_plainly_loses_moves_it_down() -> None:
    found = report("Deal 99 damage to all summons you control.")
    assert found.says == playtest.DOWN and found.difference[2] < -0.1


def test_a_blank_card_does_not_move_it() -> None:
    found = report(cost="C1")
    assert found.says == playtest.NO_DIFFERENCE
    assert found.difference[1] <= 0 <= found.difference[2]
    assert found.tally.played_in > playtest.ENOUGH_CASTS and not found.tally.asked


@pytest.mark.night(
    "a report of 2,000 deals",
    short="tests/rules_engine/x610z/test_playtest.py::test_a_blank_card_does_not_move_it",
)
def test_a_whole_report_of_a_blank_card_does_not_move_it() -> None:
    found = report(cost="C1", games=playtest.USUAL_GAMES)
    assert found.says == playtest.NO_DIFFERENCE and found.tally.ended == playtest.USUAL_GAMES
    assert -0.03 < found.difference[1] <= 0 <= found.difference[2] < 0.03


def test_a_card_that_nobody_can_pay_for_leaves_every_game_as_it_was_and_tells_nothing() -> None:
    found = report("Draw 2 cards from your deck.", cost="M99")
    assert found.says == playtest.HARDLY_PLAYED
    assert (found.tally.gained, found.tally.lost, found.tally.played) == (0, 0, 0)
    assert found.tally.had_in > FEW / 2


def test_a_card_that_the_engine_does_not_understand_reports_its_gap_and_its_stuck_games() -> None:
    found = report("Each opponent sneezes.", manual=True)
    (asked,) = found.tally.asked
    assert (asked.question.kind, asked.question.code) == ("gap", "manual_card")
    assert dict(asked.question.params) == {"card": "X1.1/001/001-C"}
    assert asked.with_it == found.tally.stuck_with > FEW / 2 and asked.without == 0
    assert found.says == playtest.HARDLY_ENDED
    assert found.tally.stuck[0].why == playtest.NO_MOVE and len(found.tally.stuck) == playtest.EXAMPLES


def test_a_question_that_a_judge_decides_is_reported_by_its_ruling() -> None:
    found = report("Deal 99 damage to all summons.")
    rulings = {one.question.rule: one for one in found.tally.asked if one.question.kind == playtest.RULING}
    assert rulings["H18"].with_it > 0 and rulings["H18"].without == 0


def test_the_same_seed_plays_the_same_games_in_whatever_parts() -> None:
    tried = card("Draw 2 cards from your deck.")
    whole = play_part(PLAYTEST, POOL, tried, seed="a", first=0, count=6)
    first, rest = (play_part(PLAYTEST, POOL, tried, seed="a", first=at, count=3) for at in (0, 3))
    assert first.plus(rest) == whole
    assert play_part(PLAYTEST, POOL, tried, seed="b", first=0, count=6) != whole


def test_a_card_of_the_pool_is_taken_out_of_the_other_decks_first() -> None:
    of_pool = POOL.find("Spark")
    assert of_pool is not None
    again = PLAYTEST.pair(POOL, of_pool, "a", 1)
    newer = CardRevision(
        **{name: getattr(of_pool, name) for name in of_pool.__struct_fields__} | {"flavor": "x"}
    )
    assert PLAYTEST.pair(POOL, newer, "a", 1) == again
    changed = card("Draw 2 cards from your deck.", number=of_pool.number, name=of_pool.name)
    assert PLAYTEST.pair(POOL, changed, "a", 1).without.lines == again.without.lines


@pytest.mark.parametrize("kind", ["summon", "energy_crystal", "summon_effect"])
def test_cards_of_every_kind_are_played(kind: str) -> None:
    found = next(one for one in POOL.cards if one.kind == kind and not one.is_life_base)
    tally = play_part(PLAYTEST, POOL, found, seed="kinds", first=0, count=12)
    assert tally.ended == 12 and tally.played > 0


def test_what_lies_in_no_deck_is_refused_in_a_sentence() -> None:
    assert "Life Base" in PLAYTEST.refusal(POOL, POOL.life_base)
    small = type(POOL)("small", tuple(one for one in POOL.cards if one.is_crystal or one.is_life_base))
    assert "No deck" in PLAYTEST.refusal(small, card())
    with pytest.raises(ValueError, match="Life Base"):
        play_card(PLAYTEST, POOL, POOL.life_base, 1)


def test_an_engine_that_fails_ends_one_game_and_not_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_args: object, **_kwargs: object) -> bool:
        raise RuntimeError("a bug")

    monkeypatch.setattr("rules_engine.x610z.playtest.step", failing)
    found = pair(POOL, card(), "a", 0)
    assert (found.with_it.stuck, found.with_it.fault) == (playtest.FAULT, "RuntimeError")


def test_a_game_that_never_ends_is_left_at_the_bound_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_engine.x610z.playtest.MOST_LINES", 20)
    found = pair(POOL, card(), "a", 0)
    assert found.with_it.stuck == playtest.TOO_LONG and found.with_it.lines == 20


def test_the_sums_are_those_of_the_games_one_by_one() -> None:
    """Reckoned a second time from the games themselves, and with made-up games of every kind."""
    runs = [Run(won=won, played=count, had=True) for won, count in ((True, 2), (False, 0), (True, 0))]
    made = [Pair(one, other) for one in runs for other in runs] + [Pair(Run(stuck="too_long"), runs[0])]
    test = PlayTest(
        pair=lambda _p, _c, _s, number: made[number], refusal=lambda _p, _c: "", copies=lambda _c: 3
    )
    heard: list[tuple[int, int]] = []
    found = play_card(test, None, None, len(made), told=lambda done, of: heard.append((done, of)))
    ended = [one for one in made if not one.with_it.stuck]
    assert found.with_it[0] == sum(one.with_it.won for one in ended) / len(ended)
    assert found.without[0] == sum(one.without.won for one in ended) / len(ended)
    assert found.difference[0] == pytest.approx(found.with_it[0] - found.without[0])
    assert found.tally.played == 6 and found.tally.played_in == 3 and found.tally.ended == 9
    assert heard[-1] == (10, 10) and found.tally.stuck_with == 1
    assert report_of(Tally()).says == playtest.HARDLY_PLAYED


def test_the_seam_is_asked_by_the_registry() -> None:
    assert game_of("x610z").playtest is PLAYTEST
