"""No room decides by the kind of a stage: anyone who must know asks the format. Read from the source itself."""

import ast
import re
from pathlib import Path

import pytest

from tournaments.events.kinds import formats
from x610z_site.services.environment import APPS

ROOT = Path(__file__).resolve().parents[3]
PURE = ("pairing", "standings")  # they know ways of pairing, and no stage
KINDS = {one.kind for one in formats()} | {"SWISS", "ROUND_ROBIN", "PODS", "CREWS", "KNOCK_OUT", "TEAMS"}


def outside() -> list[Path]:
    """Every module of ours that is no format."""
    found = [path for floor in (*APPS, "benchmarks") for path in (ROOT / floor).rglob("*.py")]
    apart = {"formats", "migrations", *PURE}
    return [path for path in found if not apart & set(path.relative_to(ROOT).parts)]


def said_in(node: ast.AST) -> set[str]:
    """The names and texts that stand in an expression."""
    words: set[str] = set()
    for one in ast.walk(node):
        match one:
            case ast.Constant(value=str() as text):
                words.add(text)
            case ast.Name(id=name):
                words.add(name)
            case ast.Attribute(attr=name):
                words.add(name)
    return words


def branches(source: str) -> list[int]:
    """The lines on which something is compared with a kind of stage, or a stage's kind with anything."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            words = said_in(node)
            of_stage = any(
                isinstance(one, ast.Attribute)
                and one.attr == "kind"
                and "stage" in (said_in(one.value) | {getattr(one.value, "id", "")})
                for one in ast.walk(node)
            )
            by_policy = "pairing" in words and len(words) > 1
            if of_stage or by_policy or words & KINDS:
                lines.append(node.lineno)
        if (
            isinstance(node, ast.Attribute)
            and node.attr in ("Kind", "KNOCK_OUT")
            and ast.unparse(node.value) == "Stage"
        ):
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize(
    "source",
    [
        "if round_.stage.kind == x: pass",
        "a = stage.kind in (1, 2)",
        "if policy['pairing'] == PODS: pass",
        "x = policy.get('pairing', SWISS) != other",
        "if kind == 'round_robin': pass",
        "y = Stage.Kind.CREWS",
        "z = rounds.exclude(kind__in=Stage.KNOCK_OUT)",
        "match.kind == 'pods'",
    ],
)
def test_a_branch_would_be_seen(source: str) -> None:
    assert branches(source)


def test_what_is_no_branch_on_a_stage_is_not_taken_for_one() -> None:
    assert (
        branches("if match.kind == Match.Kind.BYE: pass\nstage.kind = plan.kind\nformat_of(stage).draft()")
        == []
    )


def test_no_module_outside_the_formats_branches_on_the_kind_of_a_stage() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in outside()
        if (lines := branches(path.read_text("utf-8")))
    }
    assert found == {}


def test_no_template_outside_the_formats_branches_on_it_either() -> None:
    branch = re.compile(
        r"stage\.kind|policy\.pairing|\.kind (==|!=|in) .(swiss|pods|round_robin|crews|elimination)"
    )
    found = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "templates").rglob("*.html")
        if "formats" not in path.parts and branch.search(path.read_text("utf-8"))
    ]
    assert found == []
