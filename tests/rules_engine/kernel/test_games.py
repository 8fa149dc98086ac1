"""A game is a folder: one registry finds it by its key, and its seams by their names."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from rules_engine import games
from rules_engine.kernel.games import Game

TOY = (
    'from rules_engine.kernel.games import Game\n\nGAME = Game(key="{key}", name="Toy", package="toy_game")\n'
)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of somebody else, with a game that has nothing but its key."""
    folder = tmp_path / "toy_game"
    folder.mkdir()
    (folder / "__init__.py").write_text(TOY.format(key="toy"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "toy_game"]:
        del sys.modules[name]


@pytest.mark.parametrize("package", [*(game.package for game in games.games()), "tests.games.rps"])
def test_every_game_brings_all_its_seams(package: str) -> None:
    game: Game = import_module(package).GAME
    assert game.key and game.name
    game.load()
    pool = game.pools.load(next(iter(game.pools.packaged)))
    assert all(any(group.holds(card) for group in game.pools.groups) for card in pool.cards)
    found = game.decks.check({}, {}, pool)
    assert found and all(one.code and one.sentence("nl") for one in found)


def test_a_game_that_nobody_knows_is_not_another_one() -> None:
    with pytest.raises(LookupError):
        games.game_of("chess")
    with pytest.raises(LookupError):
        games.engine_of("")


def test_a_game_of_somebody_else_is_registered_and_taken_out_again(toy: Path) -> None:
    game = games.register("toy_game")
    assert games.game_of("toy") is game and game in games.games() and game.folder == toy
    games.unregister("toy")
    with pytest.raises(LookupError):
        games.game_of("toy")


def test_a_game_cannot_take_the_key_of_another(toy: Path) -> None:
    (toy / "__init__.py").write_text(TOY.format(key="zx"), "utf-8")
    with pytest.raises(ValueError, match="zx"):
        games.register("toy_game")
    assert games.game_of("zx").package == "rules_engine.zx"


def test_a_seam_must_be_what_it_is_asked_for(toy: Path) -> None:
    game = Game(key="toy", name="Toy", package="toy_game")
    with pytest.raises(ModuleNotFoundError):
        game.engine  # noqa: B018 - asking is what raises
    (toy / "law.py").write_text("LAW = 'none'\n", "utf-8")
    with pytest.raises(TypeError):
        game.law  # noqa: B018
