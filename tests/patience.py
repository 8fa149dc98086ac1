"""How the tests wait and how they look at speed: no test fails because the machine is slow.

A test waits for a condition, as long as it takes; only what hangs ends it, after :data:`HANG` seconds. Where the amount
of work matters, it is compared with a fixed piece of work of this very moment (:func:`work_of`), or counted. The clock
is measured in ``benchmarks/``. tests/site/test_patience.py reads all tests and refuses others.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

HANG = float(os.environ.get("TEST_PATIENCE", "600"))
"""Seconds after which something is taken for hung; far above what anything takes on the slowest machine."""
REFERENCE = 0.0085
"""Seconds of processor that :func:`_piece` took on the machine on which the limits were set."""


def wait_until(condition: Callable[[], object], *, every: float = 0.02) -> bool:
    """Wait for the condition to come true; False only after HANG seconds, which is a failure to assert."""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(every)
    return bool(condition())


def comes_true(page: "Page", condition: Callable[[], object]) -> bool:
    """The same beside a page: its routes are answered only while it is the page that waits."""

    def now() -> object:
        page.wait_for_timeout(20)
        return condition()

    return wait_until(now)


def patient(context: "BrowserContext") -> "BrowserContext":
    """The same context of a browser, which waits as long as the tests do and not half a minute."""
    context.set_default_timeout(HANG * 1000)
    return context


def _piece() -> float:
    """The processor time of one fixed piece of work: attribute access, arithmetic, a dictionary, a string."""
    begun = time.thread_time()
    seen: dict[str, int] = {}
    for number in range(60_000):
        key = str(number % 997)
        seen[key] = seen.get(key, 0) + number
    return time.thread_time() - begun


class Work:
    """What a block of :func:`work` cost, once it has ended."""

    spent = 0.0


@contextmanager
def work() -> Iterator[Work]:
    """Measure a block in seconds of the machine the limits were set on: processor time over that of a fixed piece.

    Other programs take time from both alike. The slowest of several pieces before and after counts, so that a moment
    in which the machine was slower than around it does not.
    """
    cost, pieces = Work(), [_piece() for _time in range(3)]
    begun = time.thread_time()
    yield cost
    spent = time.thread_time() - begun
    pieces += [_piece() for _time in range(3)]
    cost.spent = spent * REFERENCE / max(pieces)


def work_of(call: Callable[[], Any]) -> float:
    """What a call costs, as :func:`work` measures it."""
    with work() as cost:
        call()
    return cost.spent
