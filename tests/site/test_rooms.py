"""Imports run downward only, and so does everything an import contract cannot see: relations, tables and states.

A room reaches a room above it without an import through a reverse relation (``entry.seats``, ``seats__round``), through
a foreign key that points up, through a table's name in its SQL, or by copying the word for a state. Here the models
say which room owns what, and every room's source is read for those four.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, ForeignObjectRel, Model

from ledger.locks import LockClass, LockOrderError
from ledger.questions import Question
from tournaments.rounds.models import ROUND_LOCK
from x610z_site.services.environment import APPS

ROOT = Path(__file__).resolve().parents[2]

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
]


def layers(name: str, floor: str = "") -> list[list[str]]:
    """The layers of an import contract from below upward, each with the rooms that stand side by side."""
    rows = next(one["layers"] for one in CONTRACTS if one["name"].startswith(name))
    return [[floor + room.strip(" ()") for room in re.split(r"[|:]", row)] for row in reversed(rows)]


ORDER = [
    ["rules_engine", "ledger"],
    *layers("Rooms of decks", "decks."),
    ["decks"],
    *layers("Rooms of tournaments", "tournaments."),
    ["tournaments"],
    *layers("Rooms of the community", "community."),
    ["community"],
    *layers("Rooms of the site", "x610z_site."),
    ["x610z_site"],
]
LEVELS = {room: level for level, rooms in enumerate(ORDER) for room in rooms}
STATES = ("state", "level", "source", "verdict")
"""Fields whose values are words of the room that owns them."""
QUERIES = frozenset(
    [
        "filter",
        "exclude",
        "get",
        "values",
        "values_list",
        "order_by",
        "annotate",
        "aggregate",
        "select_related",
        "prefetch_related",
        "only",
        "defer",
        "distinct",
        "Q",
        "F",
        "Count",
        "Sum",
        "Max",
        "Min",
        "Prefetch",
        "OuterRef",
        "When",
    ]
)
MANAGER = QUERIES | frozenset(
    [
        "all",
        "exists",
        "count",
        "first",
        "last",
        "create",
        "update",
        "delete",
        "in_bulk",
        "iterator",
        "add",
        "set",
    ]
)
LOOKUPS = frozenset(
    [
        "in",
        "isnull",
        "gt",
        "gte",
        "lt",
        "lte",
        "exact",
        "iexact",
        "contains",
        "icontains",
        "startswith",
        "date",
        "overlap",
    ]
)


def room_of(module: str) -> str:
    """The room a module belongs to: the longest name in the order that it begins with."""
    parts = module.split(".")
    found = (".".join(parts[:size]) for size in (2, 1))
    return next(name for name in found if name in LEVELS)


@cache
def level_of(model: type[Model]) -> int:
    """How high the room of a model stands; a person is everybody's (Django asks for the one user model)."""
    return 0 if model is get_user_model() else LEVELS[room_of(model.__module__)]


def our_models() -> list[type[Model]]:
    """The models of our own rooms."""
    return [model for model in apps.get_models() if model.__module__.split(".")[0] in APPS]


def sources() -> Iterator[tuple[str, int, ast.Module]]:
    """Every module that may write or ask: path, level, syntax tree."""
    for floor in APPS:
        for file in sorted((ROOT / floor).rglob("*.py")):
            path = file.relative_to(ROOT)
            if "migrations" in path.parts:
                continue
            level = LEVELS[room_of(".".join(path.with_suffix("").parts))]
            yield str(path), level, ast.parse(file.read_text(encoding="utf-8"))


def step(model: type[Model], name: str) -> Field | ForeignObjectRel | None:
    """The field or relation by which a query goes on from a model, or nothing."""
    for one in (name, name.removesuffix("_id")):
        try:
            return model._meta.get_field(one)
        except FieldDoesNotExist:
            pass
    return next((rel for rel in model._meta.related_objects if rel.get_accessor_name() == name), None)


@cache
def goes_up(model: type[Model], path: str, level: int) -> bool | None:
    """Whether a path of a query leads from a model into a higher room; None when it is no path of this model."""
    for number, name in enumerate(path.split("__")):
        if name == "pk" or (number and name in LOOKUPS):
            return False
        found = step(model, name)
        if found is None:
            return None
        target = found.related_model
        if target is not None and isinstance(target, type) and target in OURS:
            if level_of(target) > level:
                return True
            model = target
    return False


OURS = our_models()


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def paths_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every path a query names, with its line."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and called(node) in QUERIES):
            continue
        for keyword in node.keywords:
            if keyword.arg:
                yield node.lineno, keyword.arg
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield node.lineno, argument.value.lstrip("-")


def paths_up(level: int, tree: ast.Module) -> list[str]:
    """Paths of queries that only lead somewhere by way of a higher room."""
    lower = [model for model in OURS if level_of(model) <= level]
    found = []
    for line, path in paths_in(tree):
        ways = {goes_up(model, path, level) for model in lower}
        if True in ways and False not in ways:
            found.append(f"{line}: {path}")
    return found


def last_name(node: ast.expr) -> str:
    """The name by which a value is held: ``entry`` in both ``entry`` and ``seat.entry``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def relations_up(level: int, tree: ast.Module) -> list[str]:
    """Reverse relations of a higher room: ``entry.seats.filter``, or a one-to-one like ``user.guardian``."""
    owners: dict[str, list[tuple[str, int, bool]]] = {}
    for model in OURS:
        for rel in model._meta.related_objects:
            if name := rel.get_accessor_name():
                about = (model.__name__.lower(), level_of(rel.related_model), bool(rel.one_to_one))
                owners.setdefault(name, []).append(about)
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Attribute | ast.Name):
            continue
        inner = node.value if isinstance(node.value, ast.Attribute) and node.attr in MANAGER else None
        held, name = (inner.value, inner.attr) if inner is not None else (node.value, node.attr)
        about = owners.get(name, [])
        mine = [one for one in about if one[0] == last_name(held).strip("_").lower()]
        if inner is None:
            mine = [one for one in mine if one[2]]
        if any(one[1] > level for one in mine) or (
            inner is not None and about and all(one[1] > level for one in about)
        ):
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string that is not a docstring, with its line."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def tables_up(level: int, tree: ast.Module) -> list[str]:
    """Names of tables of a higher room, in SQL of one's own."""
    tables = {model._meta.db_table for model in OURS if level_of(model) > level}
    return [
        f"{line}: {word}"
        for line, text in texts(tree)
        for word in re.findall(r"\b[a-z]+_[a-z]+\b", text)
        if word in tables
    ]


def said_of_states(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every word that a state is compared with or set to, be it by way of a constant of the module."""
    constants: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            pairs = (
                zip(target.elts, value.elts, strict=False)
                if isinstance(target, ast.Tuple)
                else [(target, value)]
            )
            constants |= {name.id: one for name, one in pairs if isinstance(name, ast.Name)}
    for node in ast.walk(tree):
        sides: list[ast.expr] = []
        if isinstance(node, ast.Call):
            sides = [one.value for one in node.keywords if one.arg and is_state(one.arg)]
        elif (
            isinstance(node, ast.Compare)
            and isinstance(node.left, ast.Attribute)
            and is_state(node.left.attr)
        ):
            sides = node.comparators
        for side in sides:
            for part in ast.walk(side):
                known = constants.get(part.id) if isinstance(part, ast.Name) else part
                for word in ast.walk(known) if known is not None else ():
                    if isinstance(word, ast.Constant) and isinstance(word.value, str):
                        yield node.lineno, word.value


def is_state(name: str) -> bool:
    """Whether a keyword or an attribute names a state: ``state``, ``match__state``, ``level__in``."""
    return name.removesuffix("__in").split("__")[-1] in STATES


def states_up(level: int, tree: ast.Module) -> list[str]:
    """Words for states that only a higher room knows."""
    owners: dict[str, list[int]] = {}
    for model in OURS:
        for field in model._meta.fields:
            if field.name in STATES:
                for value, _label in field.flatchoices:
                    owners.setdefault(value, []).append(LEVELS[room_of(model.__module__)])
    return [f"{line}: {word}" for line, word in said_of_states(tree) if min(owners.get(word, [0])) > level]


LOOKS = {
    "a path of a query": paths_up,
    "a reverse relation": relations_up,
    "a table": tables_up,
    "the word for a state": states_up,
}


def test_no_room_reaches_a_higher_one_without_an_import() -> None:
    """Each file is read once for every way up."""
    found = [
        f"{path}:{hit} ({way})"
        for path, level, tree in sources()
        for way, look in LOOKS.items()
        for hit in look(level, tree)
    ]
    assert not found, "\n".join(found)


def test_no_model_points_at_a_higher_room() -> None:
    up = [
        f"{model._meta.label}.{field.name}"
        for model in OURS
        for field in model._meta.fields
        if field.related_model in OURS and level_of(field.related_model) > LEVELS[room_of(model.__module__)]
    ]
    assert not up


@pytest.mark.parametrize(
    ("look", "code"),
    [
        (paths_up, "Entry.objects.filter(seats__round__state='draft')"),
        (paths_up, "Tournament.objects.annotate(n=Count('matches'))"),
        (paths_up, "Entry.objects.select_related('user__guardian')"),
        (relations_up, "entry.seats.filter(position=1)"),
        (relations_up, "tournament.rounds.count()"),
        (relations_up, "entry.user.guardian"),
        (tables_up, "cursor.execute('SELECT id FROM tournaments_match')"),
        (states_up, "OVER = 'completed'\nlocked = one.state == OVER"),
    ],
)
def test_the_reader_of_rooms_sees_each_way_up(look, code: str) -> None:
    assert look(LEVELS["tournaments.entries"], ast.parse(code))
    assert not look(LEVELS["x610z_site"], ast.parse(code))


def test_every_question_of_a_room_has_an_answer_from_above() -> None:
    asked = 0
    for file in [*ROOT.glob("tournaments/*/questions.py"), *ROOT.glob("x610z_site/*/questions.py")]:
        room = ".".join(file.parent.relative_to(ROOT).parts)
        module = __import__(f"{room}.questions", fromlist=["*"])
        for question in vars(module).values():
            if isinstance(question, Question):
                asked += 1
                answer = question._answer
                assert answer is not None, question.about
                assert LEVELS[room_of(answer.__module__)] > LEVELS[room]
    assert asked >= 10


def test_a_question_without_an_answer_is_a_fault_of_ours() -> None:
    with pytest.raises(RuntimeError, match="how high the moon"):
        Question[[], int]("how high the moon stands")()


@pytest.mark.parametrize("floor", ["decks", "tournaments", "community"])
def test_every_room_stands_in_a_contract(floor: str) -> None:
    rooms = {path.parent.name for path in (ROOT / floor).glob("*/__init__.py")} - {
        "migrations",
        "management",
        "templatetags",
    }
    assert rooms
    assert {f"{floor}.{room}" for room in rooms} <= LEVELS.keys()


def names_of_rooms() -> set[str]:
    """Every floor and room above the ledger, and the locks and addresses that they register with it."""
    floors = APPS[1:]
    rooms = {path.parent.name for floor in floors for path in (ROOT / floor).glob("*/__init__.py")}
    return {*floors, *rooms, *LOCKS}


LOCKS = {"round", "sender", "outgoing"}


def rooms_said(tree: ast.Module) -> list[str]:
    """Strings that are the name of a room, or an address that leads into one."""
    address = re.compile(rf"({'|'.join(APPS[1:])})\.")
    return [
        f"{line}: {text}"
        for line, text in texts(tree)
        if text in names_of_rooms() - {"services"} or address.match(text)
    ]


def test_the_ledger_names_no_room_not_even_in_a_string() -> None:
    found = [
        f"{file.name}:{hit}"
        for file in sorted((ROOT / "ledger").rglob("*.py"))
        if "migrations" not in file.parts
        for hit in rooms_said(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code",
    [
        "TELL = 'x610z_site.reach.tasks.tell'",
        "ROOMS = ('tournaments', 'decks')",
        "CLASSES = {'round': 61002}",
    ],
)
def test_the_reader_of_the_ledger_sees_a_room_in_a_string(code: str) -> None:
    assert rooms_said(ast.parse(code))


def test_two_rooms_cannot_lock_under_one_number() -> None:
    with pytest.raises(LockOrderError, match="the same number"):
        LockClass("another", ROUND_LOCK.number)
