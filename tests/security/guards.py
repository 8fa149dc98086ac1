"""Guard mutants: every access check is taken away in turn, and the access matrix must go red each time.

A check that can go without any cell of the matrix noticing is either dead or untested. Tried are, for each address:
that one must be signed in; each function of an access module that its view calls (let through everybody); each
condition in the view that ends in “may not” or “does not exist” for who asks.

Run it with `make guards` (two minutes on a busy machine). It is no part of ./test: a new address with two guards, one
behind the other, would stop everybody.
"""

import ast
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver

from ledger.commands import Actor
from tests.security.test_access_matrix import (
    ACTORS,
    LOGIN,
    READ,
    WRITE,
    Hall,
    hall,
    nobody_here,
)
from tests.tournaments.hall import make_tournament
from tournaments.events.models import Tournament

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]

RULES = READ | WRITE
DATA = {"number": "2", "text": "1 Life Base", "reason": "x", "action": "drop", "first": "2", "second": "0"}


def patterns(resolver: Any = None, prefix: str = "") -> dict[str, URLPattern]:
    """Every address by its name, with its namespace."""
    found: dict[str, URLPattern] = {}
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            found |= patterns(one, f"{prefix}{one.namespace}:" if one.namespace else prefix)
        elif one.name:
            found[prefix + one.name] = one
    return found


def first_wrong(hall: Hall, name: str) -> str:
    """The first cell of a row that does not refuse as the matrix says; empty when all do. Nothing stays changed."""
    rule = RULES[name]
    url = hall.url(name, rule)
    for actor in ACTORS:
        if actor in rule.allowed:
            continue
        expected = rule.denied
        if nobody_here(actor, name, rule) and (name in WRITE or rule.login):
            expected = LOGIN
        with transaction.atomic():
            client = hall.clients[actor]
            try:
                answer = client.post(url, DATA) if name in WRITE else client.get(url)
                status = answer.status_code
            except Exception as error:  # noqa: BLE001 - a crash behind a missing guard is noticed as well
                status = repr(error)
            transaction.set_rollback(True)
        if status != expected:
            return f"{actor}: {status} instead of {expected}"
    return hidden_wrong(hall, name)


def hidden_wrong(hall: Hall, name: str) -> str:
    """The same address of a tournament in preparation: for strangers it does not exist."""
    rule = RULES[name]
    if "slug" not in rule.args or name in WRITE:
        return ""
    url = hall.url(name, rule).replace(f"/{hall.tournament.slug}/", f"/{hall.values['hidden']}/")
    for actor in ("anonymous", "stranger"):
        client = hall.clients[actor]
        try:
            status: Any = client.get(url).status_code
        except Exception as error:  # noqa: BLE001 - as above
            status = repr(error)
        if status not in (404, LOGIN) or (actor == "stranger" and status == LOGIN):
            return f"{actor} at a hidden tournament: {status}"
    return ""


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


OPENED: dict[str, Callable[..., Any]] = {
    "require_right": _organizer,
    "actor_with": _organizer,
    "access_tournament": lambda _user, slug: Tournament.objects.get(slug=slug),
}


def module_of(callback: Any) -> ModuleType:
    """The module of a view, behind its decorators or its class."""
    made = getattr(callback, "view_class", None) or getattr(callback, "cls", None) or inspect.unwrap(callback)
    module = inspect.getmodule(made)
    assert module is not None
    return module


def conditions(callback: Any) -> list[tuple[FunctionType, int]]:
    """The `if … raise PermissionDenied` of a view (and `Http404` where the person decides), by their position."""
    function = inspect.unwrap(callback)
    if not isinstance(function, FunctionType):
        return []
    tree = ast.parse(dedent(inspect.getsource(function)))
    return [(function, number) for number, node in enumerate(ast.walk(tree)) if _is_guard(node)]


def _is_guard(node: ast.AST) -> bool:
    if not isinstance(node, ast.If) or len(node.body) != 1 or not isinstance(node.body[0], ast.Raise):
        return False
    raised, test = ast.unparse(node.body[0]), ast.unparse(node.test)
    return "PermissionDenied" in raised or (
        "Http404" in raised and ("actor_with" in test or "request.user" in test)
    )


def without(function: FunctionType, position: int) -> Any:
    """The view, its decorators included, with one of its conditions gone."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    node = list(ast.walk(tree))[position]
    assert isinstance(node, ast.If)
    node.test = ast.Constant(False)
    ast.fix_missing_locations(tree)
    names = dict(function.__globals__)
    exec(compile(tree, f"<{function.__name__} without a guard>", "exec"), names)  # noqa: S102 - our own source
    return names[function.__name__]


@contextmanager
def answering(pattern: URLPattern, view: Any) -> Iterator[None]:
    """Let an address be answered by another view."""
    old = pattern.callback
    pattern.callback = view
    try:
        yield
    finally:
        pattern.callback = old


def mutants(hall: Hall, name: str, pattern: URLPattern) -> Iterator[tuple[str, str | None]]:
    """Each mutant of an address with the cell that noticed it; None when the guard is not one of this address."""
    callback = pattern.callback
    inner = getattr(callback, "__wrapped__", None)
    if inner is not None and _needs_sign_in(callback):
        with answering(pattern, inner):
            yield "login_required", first_wrong(hall, name)
    module = module_of(callback)
    for guard, answer in OPENED.items():
        if guard not in vars(module):
            continue
        opened = Open(answer)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, guard, opened)
            noticed = first_wrong(hall, name)
        yield guard, noticed if opened.asked else None
    for function, position in conditions(callback):
        with answering(pattern, without(function, position)):
            yield f"condition {position}", first_wrong(hall, name)


def _needs_sign_in(callback: Any) -> bool:
    source = inspect.getsource(inspect.unwrap(callback))
    return "@login_required" in source.split("def ", 1)[0]


DOUBLED = {
    # Behind each stands a second one that refuses the same people: a selector that asks for the person's own row, or
    # for an object of that very tournament, which one in preparation has none of; a right that a stranger has not.
    "access_tournament": {
        "api:deck",
        "api:round",
        "tournaments:bracket",
        "tournaments:check",
        "tournaments:check_in",
        "tournaments:check_sheet",
        "tournaments:crew_report",
        "tournaments:deck",
        "tournaments:deck_check",
        "tournaments:deck_checks",
        "tournaments:deck_extend",
        "tournaments:deck_receipt",
        "tournaments:deck_remind",
        "tournaments:deck_revise",
        "tournaments:deck_sheet",
        "tournaments:deck_status",
        "tournaments:deck_submit",
        "tournaments:desk_action",
        "tournaments:desk_pool",
        "tournaments:leave",
        "tournaments:list_page",
        "tournaments:lists",
        "tournaments:log",
        "tournaments:log_original",
        "tournaments:log_steps",
        "tournaments:log_submit",
        "tournaments:penalties",
        "tournaments:penalty",
        "tournaments:penalty_new",
        "tournaments:pool",
        "tournaments:round",
        "tournaments:round_action",
        "tournaments:sign_pool",
        "tournaments:standings_cell",
        "tournaments:teams",
        "tournaments:why",
    },
    "condition 5": {
        "tournaments:desk_action",
    },
    "condition 8": {
        "tournaments:why",
    },
    "login_required": {
        "accounts:account",
        "accounts:second_step",
        "decks:deck_check",
        "decks:deck_details",
        "decks:deck_edit",
        "decks:deck_new",
        "tournaments:deck",
        "tournaments:deck_check",
        "tournaments:deck_receipt",
        "tournaments:deck_revise",
        "tournaments:deck_submit",
        "tournaments:desk_pool",
        "tournaments:me",
        "tournaments:pool",
    },
}
"""Guards that may go without the matrix noticing, by the guard and the addresses. A new one is not: name the second
guard behind it, or add the cell that is missing."""


def test_the_matrix_notices_every_guard_that_is_taken_away(hall: Hall) -> None:
    hall.values["hidden"] = make_tournament("Hidden Cup").slug
    found = patterns()
    survivors, tried, alone = [], 0, 0
    for name in RULES:
        assert first_wrong(hall, name) == "", name  # green before anything is taken away
        for guard, noticed in mutants(hall, name, found[name]):
            tried += noticed is not None
            if noticed == "":
                survivors.append(f"{name}: {guard}")
                alone += name not in DOUBLED.get(guard, ())
    print(f"guard mutants: {tried - len(survivors)} of {tried} noticed")
    assert alone == 0, "\n".join(survivors)
    assert tried > 120
