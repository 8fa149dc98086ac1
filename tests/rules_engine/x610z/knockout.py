"""Takes one rule out of the engine for the length of a test.

A check is switched off by its number (``kernel.errors.knocked_out``). What the engine does by itself has no switch, on
purpose; here its line is taken out of the function that carries it, and put back afterwards.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from types import CodeType
from typing import Any

from rules_engine.kernel.errors import knocked_out

Edit = tuple[Callable[..., Any], str, str]
"""A function of the engine, a piece of its source, and what stands there while the rule is out."""


class Stale(Exception):
    """The engine was rewritten: the piece of source that a knock-out takes away is not there any more."""


@contextmanager
def taken_out(rule: str, edits: tuple[Edit, ...] = ()) -> Iterator[None]:
    """The engine without ``rule``: its checks find nothing, and its ``edits`` are made. Raises :class:`Stale`."""
    wanted: dict[Callable[..., Any], tuple[tuple[str, str], ...]] = {}
    for function, old, new in edits:
        wanted[function] = (*wanted.get(function, ()), (old, new))
    with ExitStack() as stack:
        stack.enter_context(knocked_out(rule))
        for function, changes in wanted.items():
            stack.enter_context(_edited(function, changes))
        yield


@contextmanager
def _edited(function: Callable[..., Any], changes: tuple[tuple[str, str], ...]) -> Iterator[None]:
    target: Any = function
    kept: CodeType = target.__code__
    target.__code__ = _code(function, changes)
    try:
        yield
    finally:
        target.__code__ = kept


@cache
def _code(function: Callable[..., Any], changes: tuple[tuple[str, str], ...]) -> CodeType:
    """The compiled function after ``changes``. Code is swapped, not the name: other modules have imported it."""
    source = textwrap.dedent(inspect.getsource(function))
    for old, new in changes:
        if old not in source:
            raise Stale(f"{function.__module__}.{function.__qualname__} has no {old!r} any more")
        source = source.replace(old, new)
    made: dict[str, Any] = {}
    text = "from __future__ import annotations\n" + source
    exec(compile(text, f"<{function.__qualname__} changed>", "exec"), function.__globals__, made)  # noqa: S102 - our own source
    code: CodeType = made[function.__name__].__code__
    return code
