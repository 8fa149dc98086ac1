"""`exclude()` (and `~Q()`) over a relation to many asks about any of its rows, and each condition about another one.

So a list lost what somebody else had withdrawn from. Every such call stands here with the reason why it may.
"""

import ast
from pathlib import Path

from django.apps import apps

from x610z_site.services.environment import APPS

ROOT = Path(__file__).resolve().parents[2]
MEANT = {
    ("tournaments/judging/services.py", "deck_checks__isnull"): "no table that was checked by anybody",
    ("tournaments/rounds/tables.py", "rules__kind"): "nobody whom any rule disqualifies",
    ("tournaments/rounds/schedule.py", "matches__state"): "inside a count: of the very match that is counted",
    (
        "tournaments/events/standing.py",
        "*approved",
    ): "columns of the event itself and of its one organization",
    ("tournaments/leagues/window_services.py", "rounds__state"): "no league of which any round is a draft",
    ("x610z_site/accounts/selectors.py", "*over"): "columns of the event itself",
    ("tournaments/towns/data/make.py", "*arc"): "no query: the number of a line that is gone along backwards",
    ("decks/lists/public_search.py", "*played"): "the one current revision of a deck",
    ("decks/lists/public_search.py", "*has"): "the one current revision of a deck",
    **dict.fromkeys(
        (
            ("decks/cards/search.py", condition)
            for condition in ("*found", "*listed", "*banned", "*condition(node.node, day, reprints=reprints)")
        ),
        "columns of the card, and subqueries of their own",
    ),
    ("x610z_site/privacy/forgetting_services.py", "*events"): "the key of the one chain of a row",
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
    """The conditions of all `exclude()` and `~Q()` of a file that go over such a name, or that nobody can read."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            found += _conditions(node.operand)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "exclude"
        ):
            found += [name for part in (*node.args, *node.keywords) for name in _conditions(part)]
    return [name for name in found if name.startswith("*") or many & set(name.split("__"))]


def _conditions(node: ast.AST) -> list[str]:
    """The names of a condition, those in `Q()` and in dictionaries too; what cannot be read is `*` and its words."""
    if isinstance(node, ast.keyword):
        return [node.arg] if node.arg else _keys(node.value)
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Q", "models.Q"):
        return [name for part in (*node.args, *node.keywords) for name in _conditions(part)]
    if isinstance(node, ast.BinOp | ast.UnaryOp):
        return [name for part in ast.iter_child_nodes(node) for name in _conditions(part)]
    if isinstance(node, ast.operator | ast.unaryop) or _asks_one_row(node):
        return []
    return [f"*{ast.unparse(node)}"]


def _asks_one_row(node: ast.AST) -> bool:
    """Whether it is a subquery or a comparison of its own, in which no relation is joined."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("Exists", "GreaterThan", "OuterRef")


def _keys(node: ast.expr) -> list[str]:
    """The names in a dictionary of conditions; of one put together the parts that are written."""
    if not isinstance(node, ast.Dict):
        return [f"*{ast.unparse(node)}"]
    return [
        "__".join(
            one.value for one in ast.walk(key) if isinstance(one, ast.Constant) and isinstance(one.value, str)
        )
        if key
        else "**"
        for key in node.keys
    ]


def test_no_exclude_goes_over_a_relation_to_many_but_those_that_mean_any_row() -> None:
    many = to_many()
    assert "entries" in many
    found = {
        (str(path.relative_to(ROOT)), name)
        for room in APPS
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts
        and any(word in path.read_text(encoding="utf-8") for word in ("django", ".objects"))
        for name in asked(path.read_text(encoding="utf-8"), many)
    }
    assert sorted(found - set(MEANT)) == [] and sorted(set(MEANT) - found) == []


def test_the_two_that_lost_somebody_would_be_seen() -> None:
    lost = 'x.exclude(entries__state="withdrawn")'
    both = 'y.exclude(user__entries__state="withdrawn", user__entries__tournament=t)'
    assert len(asked(f"{lost}\n{both}", to_many())) == 3


def test_the_same_in_other_words_is_seen_as_well() -> None:
    condition = 'entries__state="withdrawn"'
    for words in (
        f"x.exclude(Q({condition}))",
        f"x.exclude(Q(a=1) | Q(b=2, {condition}))",
        f"x.filter(~Q({condition}))",
        f"x.filter(~(Q(a=1) & Q({condition})))",
        'x.exclude(**{"entries__state": "withdrawn"})',
        'x.exclude(**{f"{path}entries__state": "withdrawn"})',
        "x.exclude(**conditions)",
        "x.exclude(condition)",
        "x.filter(~condition)",
    ):
        assert len(asked(words, to_many())) == 1, words
    assert asked("x.exclude(pk=1).filter(~Q(state=2), ~Q(Exists(y)))", to_many()) == []
