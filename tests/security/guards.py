"""Guard mutants: every access check is taken away in turn, and the access matrix must go red each time.

A check that can go without any cell of the matrix noticing is either dead or untested. Tried are, for each address:
that one must be signed in; each function of an access module that its view calls (let through everybody); each
condition in the view, or in a function of its module that it calls, that ends in “may not” or “does not exist” for who
asks; for programs the scope of the token, too. A guard that a view names and that was never asked is as wrong as one
that nobody notices, unless :data:`NOT_NOTICED` says why.

A check behind which a second one stands on purpose (:data:`TWINS`) is tried alone and together with its twin: alone
nobody gets in, together the matrix goes red. `make guards` runs all of it; ./test runs a fixed sample
(tests/security/test_guards.py).
"""

import ast
import inspect
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from ledger.commands import Actor
from tests.security.cells import RULES, Halls, first_wrong, unpublished_wrong
from tests.security.programs import VIEWS, is_for_programs, needs
from tests.security.test_access_matrix import Hall, hall
from tournaments.agenda.models import Friendly
from tournaments.agenda.selectors import SharedAgenda, people_of
from tournaments.api import operations, tokens
from tournaments.api.operations import OPERATIONS, Call
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]


def patterns(resolver: Any = None, prefix: str = "") -> dict[str, list[URLPattern]]:
    """Every address by its name, with its namespace; an address may be written in several ways."""
    found: dict[str, list[URLPattern]] = {}
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            for name, below in patterns(
                one, f"{prefix}{one.namespace}:" if one.namespace else prefix
            ).items():
                found.setdefault(name, []).extend(below)
        elif one.name:
            found.setdefault(prefix + one.name, []).append(one)
    return found


# --- mutants -----------------------------------------------------------------------------------------------


class Open:
    """A guard that lets everybody through, and counts how often it was asked."""

    def __init__(self, answer: Callable[..., Any]) -> None:
        self.answer = answer
        self.asked = 0

    def __call__(self, *args: Any, **params: Any) -> Any:
        """Yes."""
        self.asked += 1
        return self.answer(*args, **params)


def _organizer(user: Any, *_rest: Any, **_params: Any) -> Actor:
    return Actor(user, "organizer")


def _any_entry(call: Call) -> Entry:
    return Entry.objects.filter(tournament=call.tournament)[0]


OPENED: dict[str, Callable[..., Any]] = {
    "require_right": _organizer,
    "actor_with": _organizer,
    "access_tournament": lambda _user, slug: Tournament.objects.get(slug=slug),
    "list_reader": _organizer,
    "require_role": lambda user, _organization, *roles: Actor(user, roles[0]),
}
OWN: dict[str, dict[str, Callable[..., Any]]] = {
    "tournaments:friendly": {
        "friendlies_of": lambda _user: Friendly.objects.select_related("proposer", "asked")
    },
    "tournaments:friend_agenda": {
        "shared_agenda": lambda _user, owner, *_time: SharedAgenda(people_of([owner])[0], [])
    },
    "tournaments:pay": {"entry_of": lambda _user, tournament: Entry.objects.filter(tournament=tournament)[0]},
}
"""What a view finds by who asks, by its address: let through, it finds that of somebody else."""


def module_of(callback: Any) -> ModuleType:
    """The module of a view, behind its decorators or its class."""
    made = getattr(callback, "view_class", None) or getattr(callback, "cls", None) or inspect.unwrap(callback)
    module = inspect.getmodule(made)
    assert module is not None
    return module


def behind(callback: Any) -> list[FunctionType]:
    """The view, and every function of its module that it calls, or that one of those calls."""
    module = module_of(callback)
    view = getattr(callback, "view_class", None) or getattr(callback, "cls", None) or inspect.unwrap(callback)
    waiting = (
        [one for one in vars(view).values() if isinstance(one, FunctionType)]
        if isinstance(view, type)
        else [view]
    )
    found: list[FunctionType] = []
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        found.append(one)
        called = (
            inspect.unwrap(vars(module)[name]) for name in calls_in(one) if callable(vars(module).get(name))
        )
        waiting += [
            each for each in called if isinstance(each, FunctionType) and each.__module__ == module.__name__
        ]
    return found


def calls_in(function: FunctionType) -> set[str]:
    """Every name that a function calls; its decorators are guards of their own."""
    (view,) = ast.parse(dedent(inspect.getsource(function))).body
    assert isinstance(view, ast.FunctionDef)
    calls = (node.func for part in view.body for node in ast.walk(part) if isinstance(node, ast.Call))
    return {one.id for one in calls if isinstance(one, ast.Name)}


def conditions(callback: Any) -> list[tuple[FunctionType, int]]:
    """The `if … raise PermissionDenied` behind an address (and `Http404` where the person decides), by position."""
    found = []
    for function in behind(callback):
        tree = ast.parse(dedent(inspect.getsource(function)))
        found += [(function, number) for number, node in enumerate(ast.walk(tree)) if _is_guard(node)]
    return found


def _is_guard(node: ast.AST) -> bool:
    if not isinstance(node, ast.If) or len(node.body) != 1 or not isinstance(node.body[0], ast.Raise):
        return False
    raised, test = ast.unparse(node.body[0]), ast.unparse(node.test)
    return "PermissionDenied" in raised or (
        "Http404" in raised
        and any(word in test for word in ("actor_with", "request.user", "user_id", "owner"))
    )


def said_at(function: FunctionType, position: int) -> str:
    """The words of a condition."""
    node = list(ast.walk(ast.parse(dedent(inspect.getsource(function)))))[position]
    assert isinstance(node, ast.If)
    return ast.unparse(node.test)


def without(function: FunctionType, position: int) -> Any:
    """The view, its decorators included, with one of its conditions gone."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    node = list(ast.walk(tree))[position]
    assert isinstance(node, ast.If)
    node.test = ast.Constant(False)
    return _made(function, tree)


GUARDING = ("login_required", "keeper_only")
"""Decorators that refuse somebody."""


def without_decorator(function: FunctionType, name: str) -> Any:
    """The view with all its decorators but one that refuses somebody."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    view = tree.body[0]
    assert isinstance(view, ast.FunctionDef)
    view.decorator_list = [one for one in view.decorator_list if ast.unparse(one) != name]
    return _made(function, tree)


def without_words(function: FunctionType, words: str) -> Any:
    """The view, its decorators included, with an expression in it taken for false."""

    class Drop(ast.NodeTransformer):
        """Puts False in the place of the expression."""

        def visit_Compare(self, node: ast.Compare) -> ast.expr:
            """Replace it where it is the one."""
            return ast.copy_location(ast.Constant(False), node) if ast.unparse(node) == words else node

    tree = ast.parse(dedent(inspect.getsource(function)))
    assert words in ast.unparse(tree), f"{function.__name__} has no {words}"
    return _made(function, Drop().visit(tree))


def _made(function: FunctionType, tree: ast.Module) -> Any:
    ast.fix_missing_locations(tree)
    code = compile(tree, f"<{function.__name__} without a guard>", "exec")
    made: dict[str, Any] = {}
    # Its globals are those of the module, so that it meets what else is taken away there.
    exec(code, function.__globals__, made)  # noqa: S102 - our own source
    return made[function.__name__]


@contextmanager
def answering(written: list[URLPattern], view: Any) -> Iterator[None]:
    """Let an address be answered by another view, however it is written."""
    with pytest.MonkeyPatch.context() as patch:
        for one in written:
            patch.setattr(one, "callback", view)
        yield


@contextmanager
def opened(module: ModuleType, guard: str, name: str = "") -> Iterator[Open]:
    """Let a guard of a module let everybody through, as it does for the address of this name."""
    with pytest.MonkeyPatch.context() as patch:
        made = Open({**OPENED, **OWN.get(name, {})}[guard])
        patch.setattr(module, guard, made)
        yield made


def mutants(halls: Halls, name: str, written: list[URLPattern]) -> Iterator[tuple[str, str | None]]:
    """Each mutant of an address with the cell that noticed it; None when it was named and never asked."""
    callback = written[0].callback
    assert all(one.callback is callback for one in written), f"{name}: two views"
    if is_for_programs(name):
        yield from _program_mutants(halls, name)
        return
    for decorator in GUARDING:
        if f"@{decorator}\n" in inspect.getsource(inspect.unwrap(callback)).split("def ", 1)[0]:
            with answering(written, without_decorator(inspect.unwrap(callback), decorator)):
                yield decorator, first_wrong(halls, name)
    module, functions = module_of(callback), behind(callback)
    named = set().union(*(calls_in(one) for one in functions))
    for guard in (*OPENED, *OWN.get(name, {})):
        where = next(
            (one for one in (module, vars(module).get("selectors")) if guard in vars(one or module)), None
        )
        if where is None or (guard not in named and where is module):
            continue
        with opened(where, guard, name) as made:
            noticed = first_wrong(halls, name)
        yield guard, noticed if made.asked else None
    view = inspect.unwrap(callback)
    owner = getattr(callback, "view_class", None) or getattr(callback, "cls", None) or module
    for function, position in conditions(callback):
        changed = without(function, position)
        helper = _replaced(owner if function.__name__ in vars(owner) else module, function, changed)
        with answering(written, changed) if function is view else helper:
            yield f"condition of {function.__name__}: {said_at(function, position)}", first_wrong(halls, name)


def _program_mutants(halls: Halls, name: str) -> Iterator[tuple[str, str | None]]:
    """The same of a route for programs: its scope, its right, its tournament, its own entry."""
    _scope, right, own = needs(name)
    module = tokens if name in VIEWS else operations
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens.HasScope, "has_permission", lambda self, request, view: request.auth is not None)
        yield "scope", first_wrong(halls, name)
    if "slug" in RULES[name].args and not (name in VIEWS and not right and name != "api:my_tournament"):
        with opened(module, "access_tournament") as made:
            noticed = first_wrong(halls, name)
        yield "access_tournament", noticed if made.asked else None
    if right is not None:
        with opened(module, "require_right") as made:
            noticed = first_wrong(halls, name)
        yield "require_right", noticed if made.asked else None
    if own:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(operations.Call, "own_entry", _any_entry)
            yield "own_entry", first_wrong(halls, name)


@contextmanager
def _replaced(where: Any, function: FunctionType, changed: Any) -> Iterator[None]:
    """Put another function into the place of one that a view calls, in its module or its class."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, function.__name__, changed)
        yield


CHECKS = ("tournaments.judging.check_views.list_reader",)
PENALTIES = ("tournaments.judging.penalty_views.actor_with",)
LOGS = ("tournaments.gamelogs.selectors.actor_with", "tournaments.gamelogs.views.require_right")
AUDITS = ("tournaments.gamelogs.audit_views.actor_with",)
CLOSER = ("tournaments.gamelogs.selectors.actor_with", "tournaments.gamelogs.closer_views.require_right")
DECKS = ("tournaments.submissions.staff_views.actor_with",)
SAID = "said in the view: "

TWINS: dict[str, tuple[str, ...]] = {
    "tournaments:check_in": (f"{SAID}tournament.state != tournament.State.CHECK_IN",),
    "tournaments:check": CHECKS,
    "tournaments:check_sheet": CHECKS,
    "tournaments:deck_checks": CHECKS,
    "tournaments:deck_extend": DECKS,
    "tournaments:deck_remind": DECKS,
    "tournaments:deck_revise": DECKS,
    "tournaments:deck_sheet": DECKS,
    "tournaments:deck_status": DECKS,
    "tournaments:desk_pool": ("tournaments.submissions.pool_views.list_reader",),
    "tournaments:history": ("tournaments.judging.precedent_views.actor_with",),
    "tournaments:log": LOGS,
    "tournaments:log_audit": AUDITS,
    "tournaments:log_audits": AUDITS,
    "tournaments:log_beside": CLOSER,
    "tournaments:log_closer": CLOSER,
    "tournaments:log_position": CLOSER,
    "tournaments:recording_judge": ("tournaments.recordings.selectors.actor_with",),
    "tournaments:log_confirm": LOGS,
    "tournaments:log_original": LOGS,
    "tournaments:log_steps": LOGS,
    "tournaments:penalties": PENALTIES,
    "tournaments:penalty": PENALTIES,
    "tournaments:penalty_new": PENALTIES,
}
"""Where ``access_tournament`` stands before a second check on purpose, and what that check is.

A tournament in preparation is known to its staff, and these pages are for staff of that tournament only; both answer
“does not exist”. The first is what every view begins with, so nobody has to think which views could do without.
"""


NOT_NOTICED: dict[tuple[str, str], str] = {
    ("api:check_in", "access_tournament"): (
        "in preparation there is no check-in, and who has an entry knows of a rehearsal: 404 either way"
    ),
    ("tournaments:practice_device", "condition of device: not request.user.is_authenticated"): (
        "a practice game exists for its owner's account alone (_access_practice); the same line answers "
        "tournaments:recording_device, where it is noticed"
    ),
}
"""Guards that no cell of their address notices or comes to, each with its reason. One that is noticed fails the run."""


def together(halls: Halls, name: str, twins: tuple[str, ...]) -> str:
    """What the cells in preparation notice without ``access_tournament`` and its twins; alone neither is noticed."""
    written = patterns()[name]
    with ExitStack() as stack:
        asked = []
        for twin in twins:
            if twin.startswith(SAID):
                view = without_words(inspect.unwrap(written[0].callback), twin.removeprefix(SAID))
                stack.enter_context(answering(written, view))
            else:
                where, function = twin.rsplit(".", 1)
                asked.append(stack.enter_context(opened(import_module(where), function)))
        if noticed := unpublished_wrong(halls, name):
            raise AssertionError(f"{name}: {twins} is no twin, it is noticed alone: {noticed}")
        first = stack.enter_context(opened(module_of(written[0].callback), "access_tournament"))
        noticed = unpublished_wrong(halls, name)
        assert all(one.asked for one in (first, *asked)), f"{name}: one of {twins} was never asked"
        return noticed


def run(halls: Halls, names: list[str]) -> str:
    """Take away every guard of these routes; the figure, or an AssertionError with what went unnoticed."""
    found = patterns()
    alone, paired, listed, wrong = 0, 0, 0, []
    for name in names:
        if before := first_wrong(halls, name):
            wrong.append(f"{name}, with every guard in place: {before}")
            continue
        for guard, noticed in mutants(halls, name, found[name]):
            twins = TWINS.get(name) if guard == "access_tournament" else None
            if (name, guard) in NOT_NOTICED:
                listed += 1
                if noticed:
                    wrong.append(f"{name}: {guard} is noticed and needs no reason")
            elif noticed is None:
                if not any(twin.endswith(f".{guard}") for twin in TWINS.get(name, ())):
                    wrong.append(f"{name}: {guard} was never asked")
            elif noticed:
                alone += 1
                if twins:
                    wrong.append(f"{name}: {guard} is noticed alone and needs no twin")
            elif twins and together(halls, name, twins):
                paired += 1
            else:
                wrong.append(f"{name}: {guard}")
    assert not wrong, "\n".join(wrong)
    every = alone + paired + listed
    return f"guard mutants: {alone + paired} of {every} noticed, {paired} of them in a pair, {listed} have a reason"


def of_rooms(names: Iterable[str]) -> list[str]:
    """Those of the rooms that GUARDS names ("organizations,money"), of pages and of operations; all without it."""
    rooms = [one for one in os.environ.get("GUARDS", "").split(",") if one]
    found = patterns()
    return [one for one in names if not rooms or _room_of(one, found[one][0].callback) in rooms]


def _room_of(name: str, callback: Any) -> str:
    operation = OPERATIONS.get(name.removeprefix("api:")) if name.startswith("api:") else None
    module = operation.services[0].__module__ if operation is not None else module_of(callback).__name__
    return module.split(".")[1]


def test_the_matrix_notices_every_guard_that_is_taken_away(hall: Hall) -> None:
    logging.disable(logging.CRITICAL)  # every refusal is a line of the log
    try:
        said = run(Halls(hall), of_rooms(RULES))
    finally:
        logging.disable(logging.NOTSET)
    print(said)
