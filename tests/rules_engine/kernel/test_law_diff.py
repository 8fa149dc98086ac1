"""What another answer to an open question would change about a log: shown, and nothing else."""

from pathlib import Path

import pytest

from rules_engine.__main__ import main
from rules_engine.games import engine_of
from rules_engine.kernel.lawdiff import by_law, choices_of, law_diff
from rules_engine.kernel.rulings import UnknownOption, UnknownRuling
from rules_engine.testing import random_game
from rules_engine.zx.random_games import record_zx_game

X610Z, ZX = engine_of("x610z"), engine_of("zx")


@pytest.mark.parametrize(
    ("seed", "answer", "after"),
    [
        (3, "H34=any_action", ("violation", 20, "703.4")),
        (3, "H13=forbidden", ("violation", 120, "601.4")),
        (8, "H25=one_fewer", ("violation", 7, "105.4")),
        (4, "H22=hand", ("divergence", 71, "502.4")),
    ],
)
def test_a_log_is_judged_by_both_laws(seed: int, answer: str, after: tuple[str, int, str]) -> None:
    log = random_game(seed)
    found = law_diff(X610Z, log, choices_of(X610Z, [answer]))
    assert found.differs and found.before.verdict == "ok" and found.before.winners
    assert (found.after.verdict, found.after.line, found.after.rule) == after
    assert 0 < found.parts <= after[1] and not found.after.winners


def test_what_a_game_never_came_to_changes_nothing() -> None:
    """Neither the usual answer, nor one to a question that did not arise; and no byte but law and fingerprints."""
    log, other = random_game(3), record_zx_game("law", max_actions=60).finish()
    assert not law_diff(X610Z, log, {"H18": "first_life_base"}).differs
    for engine, data in ((X610Z, log), (ZX, other)):
        usual = {one.id: one.default for one in engine.rulings().values()}
        found = law_diff(engine, data, usual)
        assert not found.differs and found.parts == 0
        mine, theirs = data.splitlines(), by_law(data, usual).splitlines()
        changed = [a for a, b in zip(mine, theirs, strict=True) if a != b]
        assert all(any(kind in line for kind in (b'"header"', b'"check"', b'"end"')) for line in changed)


def test_an_answer_that_there_is_not_is_refused_and_rubbish_is_left_alone() -> None:
    with pytest.raises(UnknownRuling):
        choices_of(X610Z, ["H999=any"])
    with pytest.raises(UnknownOption):
        choices_of(X610Z, ["H18=any"])
    assert by_law(b'{"header"\n[]\n', {"H18": "x"}) == b'{"header"\n[]\n'


def test_the_command_line_names_each_log_that_would_be_judged_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_bytes(random_game(8))
    two.write_bytes(random_game(9))
    assert main(["law-diff", "--settle", "H25=one_fewer", str(one), str(two)]) == 1
    said = capsys.readouterr().out
    assert f"{one}: ok" in said and "violation line 7 (105.4); another game from line 7 on" in said
    assert "1 of 2 logs" in said and str(two) not in said
    assert main(["law-diff", "--settle", "H25=none", str(one)]) == 2
