"""Rights are members of one list: a name that is no right is a mistake that shows, in code and in templates alike."""

import re
from pathlib import Path

from tournaments.api.urls import OPERATIONS
from tournaments.events.access import HIDDEN_WHILE_PLAYING, OFFICE, Right
from tournaments.events.models import Staff

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
ASKED = re.compile(r"([^\s(%]+)\s+(?:not\s+)?in\s+rights\b")


def names_in(markup: str) -> list[str]:
    """The rights that a template asks for, as it writes them."""
    return [found.strip("\"'") if found[0] in "\"'" else found for found in ASKED.findall(markup)]


def test_every_right_that_a_template_asks_for_exists() -> None:
    asked = {
        (path.relative_to(TEMPLATES).as_posix(), name)
        for path in TEMPLATES.rglob("*.html")
        for name in names_in(path.read_text())
    }
    assert len({name for _path, name in asked}) > 10, "templates ask for rights as they did"
    assert [one for one in sorted(asked) if one[1] not in set(Right)] == []


def test_a_right_that_nobody_can_have_would_be_seen_in_a_template() -> None:
    markup = "{% if \"pairs\" in rights and 'desk' in rights %}{% if x or wanted not in rights %}"
    assert names_in(markup) == ["pairs", "desk", "wanted"]


def test_every_right_has_a_role_and_every_role_a_right() -> None:
    roles = {role for right in Right for role in right.roles}
    assert all(right.roles for right in Right)
    assert roles == {*Staff.Role.values, OFFICE}
    assert set(Right) > HIDDEN_WHILE_PLAYING


def test_what_programs_do_for_staff_asks_for_a_right_that_exists() -> None:
    asked = {one.right for one in OPERATIONS.values()} - {None}
    assert len(asked) > 5 and all(isinstance(one, Right) for one in asked)
