"""`exclude()` over a relation to many asks about any of its rows, and each condition about another one.

So a list lost what somebody else had withdrawn from. Every such call stands here with the reason why it may.
"""

import ast
from pathlib import Path

from django.apps import apps

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("ledger", "decks", "tournaments", "x610z_site")
MEANT = {
    ("tournaments/judging/services.py", "deck_checks__isnull"): "no table that was checked by anybody",
    ("tournaments/rounds/tables.py", "rules__kind"): "nobody whom any rule disqualifies",
    ("tournaments/rounds/selectors.py", "seats__round"): "nobody who has any seat in the round",
    ("x610z_site/accounts/demo.py", "reports__match__in"): "nobody who reported any of them",
    (
        "x610z_site/privacy/retention.py",
        "user__entries__tournament__in",
    ): "who is in any tournament of these stays",
}


def to_many() -> set[str]:
    """By what names a query goes from one row to many, and nowhere to one (a reader follows those by their names)."""
    fields = [one for model in apps.get_models() for one in model._meta.get_fields()]
    many = {one.name for one in fields if one.one_to_many or one.many_to_many}
    return many - {one.name for one in fields if one.many_to_one or one.one_to_one}


def asked(text: str, many: set[str]) -> list[str]:
    """The conditions of all `exclude()` of a file that go over such a name."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    excludes = [one for one in calls if isinstance(one.func, ast.Attribute) and one.func.attr == "exclude"]
    names = [word.arg for call in excludes for word in call.keywords if word.arg]
    return [name for name in names if many & set(name.split("__"))]


def test_no_exclude_goes_over_a_relation_to_many_but_those_that_mean_any_row() -> None:
    many = to_many()
    assert "entries" in many
    found = {
        (str(path.relative_to(ROOT)), name)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts
        for name in asked(path.read_text(encoding="utf-8"), many)
    }
    assert found == set(MEANT)


def test_the_two_that_lost_somebody_would_be_seen() -> None:
    lost = 'x.exclude(entries__state="withdrawn")'
    both = 'y.exclude(user__entries__state="withdrawn", user__entries__tournament=t)'
    assert len(asked(f"{lost}\n{both}", to_many())) == 3
