"""Halls that stay: what a fixture stores is built once, and each test that asks for it begins with exactly that.

``@kept`` stands in the place of ``@pytest.fixture`` on a function that builds a hall (events, people, decks, rounds)
and hands it out. Half of the time of all tests was building the same hall anew for the next test.

- The hall is built before the transaction of a test, in one of its own that stays open. What a test writes is rolled
  back to it; a test that asks for no such hall, or for another, finds the database without it.
- A test gets copies of the objects: what it changes in them no other test sees. They are data: nothing that holds a
  function over another object, an open file or a lock.
- Such a function asks for other halls that stay, and for nothing else: what is patched or set for one test is not yet
  so when the hall is built. One that asks for another fixture as well is built for each test, as any fixture.
- Caches are empty and the language is none when a test begins, as ever. A hall is never older than :data:`OLDEST`.
- A test with real transactions, or with a live server, builds the hall for itself.
"""

import sys
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from inspect import signature
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone, translation

OLDEST = timedelta(minutes=1)
"""By the clock of the test: a hall in which a round has just begun, or soon does, is built again after it."""
HELPER = "_django_db_helper"
"""The fixture in which pytest-django opens the transaction of a test: halls are built just before."""
Build = Callable[..., Any]


def kept(build: Build) -> Any:
    """Make a fixture of a function that builds a hall, which stays for the tests that ask for it."""

    @wraps(build)
    def handed(**others: Any) -> Any:
        if halls.broken:
            raise halls.broken
        return halls.given[build] if build in halls.given else build(**others)

    handed.build = build  # type: ignore[attr-defined]  # what _wanted looks for
    return pytest.fixture(handed)


def forget() -> None:
    """What stays with the process goes: the language of the last request, pages, and the games that were replayed.

    A tournament of the next test may have the address and the version of this one's.
    """
    translation.deactivate()
    caches["pages"].clear()
    if replayed := sys.modules.get("tournaments.recordings.replayed"):
        replayed.shelf.clear()


@dataclass
class Layer:
    """One hall in the open transaction, upon those before it; what was handed out so far, kept for copies."""

    build: Build
    begun: datetime
    block: Any
    values: dict[Build, Any]


class Halls:
    """The halls that stand in the database now, one upon the other, and the copies for the test that runs."""

    def __init__(self) -> None:
        self.layers: list[Layer] = []
        self.given: dict[Build, Any] = {}
        self.blocker: Any = None
        self.broken: Exception | None = None

    def prepare(self, request: pytest.FixtureRequest) -> None:
        """Let the database hold what this test asks for, and nothing else; pytest-django opens its transaction next."""
        wanted = {} if _really_commits(request.node) else wanted_by(request.node)
        self.given, self.broken = {}, None
        if not wanted and not self.layers:
            return
        self.blocker = request.getfixturevalue("django_db_blocker")
        with self.blocker.unblock():
            self._leave(self._fitting(list(wanted)))
            missing = list(wanted)[len(self.layers) :]
            if missing and not self.layers:
                request.session.addfinalizer(self.close)
            try:
                for build in missing:
                    self._add(build, wanted[build])
            except Exception as error:  # noqa: BLE001 - raised by the fixture, where it is looked for
                self.broken = error
        if missing:
            forget()
        if self.layers:
            self.given = deepcopy(self.layers[-1].values)

    def close(self) -> None:
        """Take down every hall, at the end of the run."""
        with self.blocker.unblock():
            self._leave(0)

    def before(self, following: Any) -> None:
        """Leave standing only what the following test asks for; ``following`` is None after the last one.

        Its fixtures may build in the database for a whole file, or start a browser, beside whose loop Django has
        another connection than the halls stand in: both before the transaction of the test begins.
        """
        if self.layers:
            alone = following is None or _really_commits(following)
            with self.blocker.unblock():
                self._leave(self._fitting([] if alone else list(wanted_by(following))))

    def _fitting(self, wanted: list[Build]) -> int:
        """How many of the halls that stand are, from the first on, those that are wanted, and new enough."""
        now = timezone.now()
        for number, layer in enumerate(self.layers):
            if wanted[number : number + 1] != [layer.build] or abs(now - layer.begun) > OLDEST:
                return number
        return len(self.layers)

    def _leave(self, count: int) -> None:
        while len(self.layers) > count:
            transaction.set_rollback(True)
            self.layers.pop().block.__exit__(None, None, None)

    def _add(self, build: Build, asks: dict[str, Build]) -> None:
        values = deepcopy(self.layers[-1].values) if self.layers else {}
        block = transaction.atomic()
        block._from_testcase = True  # type: ignore[attr-defined]  # as Django's own tests mark theirs
        begun = timezone.now()
        block.__enter__()
        try:
            values[build] = build(**{name: values[other] for name, other in asks.items()})
            connection.check_constraints()  # once, and not again after each test
        except BaseException:
            transaction.set_rollback(True)
            block.__exit__(None, None, None)
            raise
        self.layers.append(Layer(build, begun, block, values))


halls = Halls()


def wanted_by(item: Any) -> dict[Build, dict[str, Build]]:
    """The halls that a test asks for, each after those that it asks for itself: those by the names of its arguments."""
    fixtures = item._fixtureinfo.name2fixturedefs
    found: dict[Build, dict[str, Build]] = {}

    def stays(name: str) -> Build | None:
        build = getattr(fixtures[name][-1].func, "build", None) if fixtures.get(name) else None
        if build is None or build in found:
            return build
        asks = {other: stays(other) for other in signature(build).parameters}
        if None in asks.values():
            return None
        found[build] = asks  # type: ignore[assignment]  # none of them is None
        return build

    for name in item.fixturenames:
        stays(name)
    return found


def together(items: list[pytest.Item]) -> None:
    """Let tests of a file that ask for the same halls follow each other, in the order of the first of them."""
    places: dict[Any, int] = {}

    def place(item: Any) -> int:
        return places.setdefault((item.path, *wanted_by(item)), len(places))

    files: dict[Any, int] = {}
    items.sort(key=lambda item: (files.setdefault(item.path, len(files)), place(item)))


def _really_commits(item: Any) -> bool:
    mark = item.get_closest_marker("django_db")
    return bool(
        (mark and mark.kwargs.get("transaction"))
        or {"transactional_db", "live_server"} & set(getattr(item, "fixturenames", ()))
    )


def _same_browser(self: Client, memo: dict[int, Any]) -> Client:
    """A copy of a browser: with cookies of its own, and the same site behind it."""
    other = copy(self)
    other.cookies = deepcopy(self.cookies, memo)
    return other


Client.__deepcopy__ = _same_browser  # type: ignore[attr-defined]  # for halls with browsers in them
