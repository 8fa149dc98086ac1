"""No room decides by the name of a game: anyone who must know asks the game's folder. Read from the source itself."""

import ast
import re
from pathlib import Path

import pytest

from rules_engine.games import GAMES
from x610z_site.services.environment import FLOORS

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"ZX", "X610Z", "USUAL"}


def outside() -> list[Path]:
    """Every module and every template that is in no folder of a game."""
    found = [path for floor in FLOORS for path in (ROOT / floor).rglob("*.py")]
    found += (ROOT / "templates").rglob("*.html")
    apart = {*GAMES, "migrations"}
    return [path for path in found if not apart & set(path.relative_to(ROOT).parts)]


def of_a_game(node: ast.AST) -> bool:
    """Whether an expression is the name of a game, or the game that is usual."""
    match node:
        case ast.Constant(value=str() as text):
            return text in GAMES
        case ast.Name(id=name):
            return name in NAMES
        case ast.Attribute(attr=name, value=ast.Name(id=base)):
            return name in NAMES or (base, name) == ("DEFAULTS", "game")
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(of_a_game(one) for one in parts)
    return False


def branches(source: str) -> list[int]:
    """The lines on which something is compared with the name of a game, matched with it, or looked up by it."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, comparators=others) if any(of_a_game(one) for one in (left, *others)):
                lines.append(node.lineno)
            case ast.Call(func=ast.Attribute(attr="startswith"), args=asked) if any(map(of_a_game, asked)):
                lines.append(node.lineno)
            case ast.MatchValue(value=value) if of_a_game(value):
                lines.append(value.lineno)
            case ast.Dict(keys=keys) if sum(of_a_game(key) for key in keys if key is not None) > 1:
                lines.append(node.lineno)
    return lines


def in_template(text: str) -> list[int]:
    """The lines of a template that compare a game with a name."""
    found = re.compile(rf"{{%[^%]*(?:==|!=|\bin\b)\s*[\"'](?:{'|'.join(GAMES)})[\"']")
    return [number for number, line in enumerate(text.splitlines(), 1) if found.search(line)]


@pytest.mark.parametrize(
    "source",
    [
        "if game == 'zx': pass",
        "x = tournament.game != DEFAULTS.game",
        "a = game in ('x610z', 'zx')",
        "b = policy.game == ZX",
        "match game:\n  case 'zx': pass",
        "VIEWS = {'x610z': One, 'zx': Two}",
        "if policy.X610Z == game: pass",
        "if game == USUAL: pass",
        "x = 1 if preset.key.startswith('x610z') else 2",
    ],
)
def test_a_branch_would_be_seen(source: str) -> None:
    assert branches(source)


def test_what_is_no_branch_on_a_game_is_not_taken_for_one() -> None:
    assert branches("game_of(game).law\nx = PRESETS['x610z']\nf(game='x610z')\nd = {'key': 'zx'}") == []
    assert in_template("{% include page.template %}{% if game.styles %}x{% endif %}") == []
    assert in_template('{% if tournament.game == "zx" %}x{% endif %}') == [1]


def test_no_module_and_no_template_outside_the_folders_of_games_branches_on_one() -> None:
    found = {}
    for path in outside():
        text, name = path.read_text("utf-8"), str(path.relative_to(ROOT))
        lines = branches(text) if path.suffix == ".py" else in_template(text)
        if lines and name != "rules_engine/games.py":  # the registry itself
            found[name] = lines
    assert found == {}
