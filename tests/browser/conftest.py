"""Browsers of people at a table, for every test of the recording screen."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests.browser.recorder_hall import SMALL, Open, phone_for
from x610z_site.offline.fetch import CannotFetch, fetch
from x610z_site.services.environment import ROOT


@pytest.fixture
def problems() -> list[str]:
    """What went wrong in any browser of the test."""
    return []


@pytest.fixture
def phone_of(browser: Browser, live_server: LiveServer, problems: list[str]) -> Iterator[Open]:
    """A browser of its own for a person, signed in."""
    contexts: list[BrowserContext] = []

    def opened(user: Any, size: dict[str, int] = SMALL, **more: Any) -> BrowserContext:
        context = phone_for(browser, live_server.url, user, size, **more)
        contexts.append(context)
        context.on("weberror", lambda error: problems.append(str(error.error)))
        context.on(
            "console", lambda said: problems.append(said.text) if "Content Security" in said.text else None
        )
        return context

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def no_runtime(settings: Any, tmp_path: Path) -> None:
    """A site that could not fetch the engine for browsers."""
    settings.VAR_DIR = tmp_path


@pytest.fixture
def runtime(settings: Any) -> None:
    """The engine for browsers, fetched once for this folder; without a way to it the test cannot run."""
    var = ROOT / "var"
    var.mkdir(exist_ok=True)
    try:
        fetch(var)
    except CannotFetch as error:
        pytest.skip(f"no runtime for browsers to be had here: {error}")
    settings.VAR_DIR = var
