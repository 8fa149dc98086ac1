"""Takes one rule out of the engine for the length of a test.

The engine has no switch for that, on purpose. A check is taken out by its number: the statements that return or raise
its violation are passed over. What the engine does by itself is a line taken out of the function that carries it.
Afterwards everything is put back.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from types import CodeType, FunctionType, ModuleType
from typing import Any

from rules_engine import x610z

Edit = tuple[Callable[..., Any], str, str]
"""A function of the engine, a piece of its source, and what stands there while the rule is out."""

OUT: set[str] = set()
"""The rules that are out now, for checks that are part of the tests themselves."""


class Stale(Exception):
    """The engine was rewritten: the piece of source that a knock-out takes away is not there any more."""


@contextmanager
def taken_out(rule: str, edits: tuple[Edit, ...] = (), engine: ModuleType = x610z) -> Iterator[None]:
    """The ``engine`` without ``rule``: its checks find nothing, and its ``edits`` are made. Raises :class:`Stale`."""
    wanted: dict[Callable[..., Any], tuple[tuple[str, str], ...]] = dict.fromkeys(_checking(rule, engine), ())
    for function, old, new in edits:
        wanted[function] = (*wanted.get(function, ()), (old, new))
    with ExitStack() as stack:
        for function, changes in wanted.items():
            stack.enter_context(_edited(function, changes, rule))
        OUT.add(rule)
        stack.callback(OUT.discard, rule)
        yield


@cache
def _source(function: Callable[..., Any]) -> str:
    """The source of a function as it stands in its file; asked for before its code is swapped."""
    return textwrap.dedent(inspect.getsource(function))


@cache
def _functions(engine: ModuleType) -> tuple[tuple[FunctionType, frozenset[str]], ...]:
    """Every function of the engine that has a check, with the rules it may name; ``*`` is a rule that is worked out."""
    found = []
    for module in pkgutil.iter_modules(engine.__path__, engine.__name__ + "."):
        if module.ispkg or module.name.endswith(("__main__", "make_act_1", "castable", "offers")):
            continue
        for value in vars(import_module(module.name)).values():
            if isinstance(value, FunctionType) and value.__module__ == module.name:
                tree = ast.parse(_source(value))
                rules = frozenset(rule for node in ast.walk(tree) for rule in _rules(node))
                if rules:
                    found.append((value, rules))
    return tuple(found)


def _rules(node: ast.AST) -> Iterator[str]:
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("broken", "forbid")
    ):
        for part in ast.walk(node.args[0]):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value
            elif isinstance(part, ast.Name):
                yield "*"


def _checking(rule: str, engine: ModuleType) -> list[FunctionType]:
    return [function for function, rules in _functions(engine) if rule in rules or "*" in rules]


class _Passed(ast.NodeTransformer):
    """Makes the statements that find ``rule`` broken conditional on its being another rule."""

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def _unless(self, node: ast.Return | ast.Expr) -> ast.AST:
        if not any(True for _ in _rules(node.value)) if node.value else True:
            return node
        assert isinstance(node.value, ast.Call)
        test = ast.Compare(node.value.args[0], [ast.NotEq()], [ast.Constant(self.rule)])
        return ast.If(test, [node], [])

    visit_Return = visit_Expr = _unless


@contextmanager
def _edited(function: Callable[..., Any], changes: tuple[tuple[str, str], ...], rule: str) -> Iterator[None]:
    target: Any = function
    kept: CodeType = target.__code__
    target.__code__ = _code(function, changes, rule)
    try:
        yield
    finally:
        target.__code__ = kept


@cache
def _code(function: Callable[..., Any], changes: tuple[tuple[str, str], ...], rule: str) -> CodeType:
    """The compiled function after ``changes``, without its checks of ``rule``.

    Code is swapped, not the name: other modules have imported it.
    """
    source = _source(function)
    for old, new in changes:
        if old not in source:
            raise Stale(f"{function.__module__}.{function.__qualname__} has no {old!r} any more")
        source = source.replace(old, new)
    made: dict[str, Any] = {}
    tree = _Passed(rule).visit(ast.parse("from __future__ import annotations\n" + source))
    ready = compile(ast.fix_missing_locations(tree), f"<{function.__qualname__} changed>", "exec")
    exec(ready, function.__globals__, made)  # noqa: S102 - our own source
    code: CodeType = made[function.__name__].__code__
    return code
