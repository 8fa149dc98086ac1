"""A template and a style sheet in the folder of a game are found like those of the site."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from rules_engine import games

TOY = 'from rules_engine.kernel.games import Game\n\nGAME = Game(key="filed", name="Filed", package="filed_game")\n'


@pytest.fixture
def filed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "filed_game"
    for name, text in (
        ("__init__.py", TOY),
        ("templates/games/filed/said.html", "said by the game"),
        ("static/css/games/filed.css", "b {}"),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    games.register("filed_game")
    yield
    games.unregister("filed")


def test_the_files_of_a_game_are_found_where_the_game_lies(filed: None) -> None:
    assert get_template("games/filed/said.html").render() == "said by the game"
    assert str(finders.find("css/games/filed.css")).endswith("filed.css")
    gathered = [path for path, _storage in finders.get_finder("x610z_site.game_files.GameFinder").list([])]
    assert gathered == ["css/games/filed.css"]


def test_no_file_outside_such_a_folder_is_found_through_it(filed: None) -> None:
    with pytest.raises(TemplateDoesNotExist):
        get_template("games/filed/../../../__init__.py")
    assert not finders.find("css/games/nothing.css")
