"""A table as one test: every row is tried, and all that fail are named at once.

For rows that ask a pure function one question each, thousands in all. A row of its own for pytest costs more than the
question, and a table of which one rule changed is read better whole. What needs a database, or any fixture that a row
may leave changed, stays a parameter.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import pytest

MOST_SHOWN = 40
"""Rows whose failure is told at length; of the others the names."""


def table(
    names: str | Sequence[str], rows: Iterable[Any], *, ids: Any = None
) -> Callable[[Callable[..., None]], Any]:
    """Like ``pytest.mark.parametrize`` (names, rows, ids; ``pytest.param`` too), but as one test of all rows.

    An empty table is an error. A row that fails does not keep the rows behind it from being tried.
    """
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    told = [_row(number, row, columns, ids) for number, row in enumerate(rows)]
    if not told:
        raise ValueError(f"a table of {names} without a row holds nothing")

    def made(test: Callable[..., None]) -> Any:
        @wraps(test)
        def whole(*args: Any, **fixtures: Any) -> None:
            failures: list[tuple[str, BaseException]] = []
            for name, values in told:
                try:
                    test(*args, **fixtures, **dict(zip(columns, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - told below
                    failures.append((name, error))
            if failures:
                pytest.fail(_account(failures, len(told)), pytrace=False)

        asked = inspect.signature(test)
        kept = [one for name, one in asked.parameters.items() if name not in columns]
        whole.__signature__ = asked.replace(parameters=kept)  # type: ignore[attr-defined]  # what pytest fills in
        whole.rows = told  # type: ignore[attr-defined]  # for tests that count
        return whole

    return made


def _row(number: int, row: Any, columns: Sequence[str], ids: Any) -> tuple[str, tuple[Any, ...]]:
    """The name of a row and its values, as pytest would have named it."""
    given = getattr(row, "id", None) if hasattr(row, "values") and hasattr(row, "marks") else None
    if hasattr(row, "values") and hasattr(row, "marks"):
        values = tuple(row.values)
    else:
        values = (row,) if len(columns) == 1 else tuple(row)
    if given is None and callable(ids):
        given = "-".join(str(ids(value)) for value in values)
    elif given is None and ids is not None:
        given = ids[number]
    return str(given) if given is not None else ", ".join(_short(value) for value in values), values


def _short(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= 80 else f"{said[:77]}..."


def _account(failures: list[tuple[str, BaseException]], rows: int) -> str:
    """What failed, row by row."""
    lines = [f"{len(failures)} of {rows} rows fail:"]
    for name, error in failures[:MOST_SHOWN]:
        lines += [f"--- {name}", f"{type(error).__name__}: {error}"[:2000], _where(error)]
    lines += [f"--- {name}" for name, _error in failures[MOST_SHOWN:]]
    return "\n".join(lines)


def _where(error: BaseException) -> str:
    """The line of the test, or of what it called, on which a row ended."""
    last = error.__traceback__
    found = ""
    while last is not None:
        path = last.tb_frame.f_code.co_filename
        if not path.endswith("tests/tables.py"):
            found = f"  {path}:{last.tb_lineno}"
            if "/tests/" not in path:
                break
        last = last.tb_next
    return found
