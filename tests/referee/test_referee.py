"""The second referee and the engine must agree, in every scene and every game."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable

import pytest

from tests.speeds import amount, few_by_day

from . import games
from .announcements import compare_announcements
from .compare import compare
from .scenes import SCENES, Scene


def name(scene: Scene) -> str:
    return scene.name


@pytest.mark.parametrize("scene", SCENES, ids=name)
def test_both_referees_agree_on_a_scene(scene: Scene) -> None:
    data, pool = scene.play()
    outcome = compare(data, pool)
    assert outcome.difference is None, str(outcome.difference)
    assert not outcome.unsupported or outcome.unsupported.startswith("a judge decides")


def test_the_golden_games_are_judged_alike() -> None:
    tally = games.Tally()
    for place, log in enumerate(games.golden_logs()):
        if not log.name.startswith("generated") or place % 10 == 0:
            games.judge(log, tally)
    assert not tally.differences, tally.differences[0][1]
    assert tally.actions > 2_000
    assert set(tally.unsupported) <= {"a fingerprint"}


def test_games_whose_decks_nobody_knows_are_judged_alike() -> None:
    tally = games.judge_hidden(range(amount(2, 12, "games with hidden decks")), length=80)
    assert not tally.differences, f"{tally.differences[0][0].name}: {tally.differences[0][1]}"
    assert tally.actions > amount(200, 1_000, "what hidden games come to")


@pytest.mark.parametrize("source", games.SOURCES)
def test_random_games_are_judged_alike(source: str) -> None:
    tally = games.judge_many(range(amount(4, 16, "random games")), (source,), length=120)
    assert not tally.differences, f"{tally.differences[0][0].name}: {tally.differences[0][1]}"
    assert tally.actions > amount(150, 600, "what random games come to")


FOUND_AT_NIGHT = (
    # sixty-six answers to one announcement: thirty abilities trigger at once
    (games.judge_many, "texts", 207860073, 200),
    # an ability on the stack of a card that nobody has seen
    (games.judge_hidden, "duel", 207860020, 120),
    # two cards that nobody has seen come on a deck together, each of another name
    (games.judge_hidden, "duel", 207860054, 200),
)


@pytest.mark.parametrize(("judge", "source", "seed", "length"), FOUND_AT_NIGHT)
def test_a_game_that_a_night_found_is_judged_alike(
    judge: Callable[[range, tuple[str, ...], int], games.Tally], source: str, seed: int, length: int
) -> None:
    tally = judge(range(seed, seed + 1), (source,), length)
    assert not tally.differences, f"{tally.differences[0][0].name}: {tally.differences[0][1]}"
    assert tally.games == 1


SABOTAGE = {
    "heals too much": ("changes.heal", lambda real: lambda game, what, points: real(game, what, None)),
    "no wipe of Ending Dots": ("turns.wipe", lambda real: lambda game: None),
    "attacks are not counted": ("acting.stat", lambda real: lambda *of: real(*of) + (of[2] == "attack")),
    "draws one too many": (
        "effects.draw_cards",
        lambda real: lambda game, wanted: real(game, [(seat, count + 1) for seat, count in wanted]),
    ),
    "pays nothing": ("paying.use", lambda real: lambda player, used: None),
}


@pytest.mark.parametrize("source", games.SOURCES)
def test_announcements_that_nobody_made_are_judged_alike(source: str) -> None:
    for seed in range(amount(2, 6, "announcements")):
        log = games.play_one(source, seed, 80)
        outcome = compare_announcements(log, seed)
        assert outcome.difference is None, f"{log.name}: {outcome.difference}"


def test_a_referee_who_forgets_prohibitions_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.referee.acting.forbidden", lambda *of, **more: False)
    logs = (games.play_one("quick", seed, 120) for seed in range(40))
    assert any(compare_announcements(log, 1).difference for log in logs)


@pytest.mark.parametrize("wrong", few_by_day(SABOTAGE, 2, "wrong referees"))
def test_two_referees_of_whom_one_is_wrong_do_not_agree(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, change = SABOTAGE[wrong]
    target = f"tests.referee.{place}"
    real = pkgutil.resolve_name(target)
    monkeypatch.setattr(target, change(real))
    tally = games.judge_many(range(8), ("quick",), length=120)
    assert tally.differences
