"""The style guide as pictures: parts that look otherwise than the kept pictures fail, in three dresses.

The pictures are small on purpose: they tell whether a part lost its colour, its frame or its place, not how a machine
smooths a letter. Every text is set in the site's own face, so no font of a machine is in them. A change that is meant:

    GUIDE=keep ./test tests/browser/test_guide_pictures.py
"""

import io
import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.patience import patient
from tests.speeds import few_by_day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = Path(__file__).with_name("guide")
SECTIONS = ("colours", "type", "board", "match", "table", "deck", "chart")
DRESSES: dict[str, dict[str, Any]] = {
    "light": {"size": (1440, 900), "scheme": "light", "media": "screen"},
    "dark": {"size": (390, 844), "scheme": "dark", "media": "screen"},
    "paper": {"size": (800, 1100), "scheme": "light", "media": "print"},
}
WIDTH, CELL = 240, 8
FAR = 28
"""A cell whose mean colour is farther off than this looks otherwise."""
MOST = 0.03
"""So large a share of a part's cells may look otherwise."""
OWN_FACE = """
:root { --sans: "Archivo Display" !important; --mono: "Archivo Display" !important; }
.clock-face, time { visibility: hidden; }
"""


def opened(browser: Browser, live_server: LiveServer, dress: dict[str, Any], more: str = "") -> Page:
    """The style guide in a dress, with nothing that moves; ``more`` is a style of a test's own."""
    width, height = dress["size"]
    context = patient(
        browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=dress["scheme"],
            locale="en-GB",
            reduced_motion="reduce",
            bypass_csp=True,  # for the style below; no page of ours could add one
        )
    )
    page = context.new_page()
    page.goto(f"{live_server.url}/style/", wait_until="load")
    page.emulate_media(media=dress["media"], color_scheme=dress["scheme"], reduced_motion="reduce")
    page.add_style_tag(content=OWN_FACE + more)
    page.evaluate("document.fonts.ready")
    return page


def small(page: Page, section: str) -> Image.Image:
    """A part as a small picture."""
    picture = Image.open(io.BytesIO(page.locator(f"main > #{section}").screenshot())).convert("RGB")
    height = max(CELL, round(picture.height * WIDTH / picture.width))
    return picture.resize((WIDTH, height), Image.Resampling.BOX)


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The share of cells that look otherwise; all of them when one picture is much higher than the other."""
    if abs(one.height - other.height) > max(3, other.height // 40):
        return 1.0
    size = (WIDTH // CELL, max(1, other.height // CELL))
    cells = ImageChops.difference(
        one.resize(size, Image.Resampling.BOX), other.resize(size, Image.Resampling.BOX)
    )
    red, green, blue = (channel.tobytes() for channel in cells.split())
    far = sum(max(colour) > FAR for colour in zip(red, green, blue, strict=True))
    return far / (size[0] * size[1])


@pytest.mark.parametrize("name", few_by_day(DRESSES, 1, "pictures in every dress"))
def test_every_part_looks_as_it_was_kept(browser: Browser, live_server: LiveServer, name: str) -> None:
    page = opened(browser, live_server, DRESSES[name])
    drawn = {section: small(page, section) for section in SECTIONS}
    page.context.close()
    if os.environ.get("GUIDE") == "keep":
        KEPT.mkdir(exist_ok=True)
        for section, picture in drawn.items():
            picture.save(KEPT / f"{name}-{section}.webp", quality=88, method=6)
    found = {
        section: unlike(picture, Image.open(KEPT / f"{name}-{section}.webp").convert("RGB"))
        for section, picture in drawn.items()
    }
    assert {section: share for section, share in found.items() if share > MOST} == {}


@pytest.mark.parametrize(
    ("section", "fault"),
    [
        ("colours", ":root { --mystic: light-dark(#a8313b, #a8313b) !important; }"),
        ("match", ".match-table { display: none !important; }"),
        ("board", ".board .pawn, .board [class*=seat-] { display: none !important; }"),
        ("table", ".data th, .data td { padding: 0 !important; }"),
    ],
)
def test_a_fault_in_the_style_is_seen(
    browser: Browser, live_server: LiveServer, section: str, fault: str
) -> None:
    page = opened(browser, live_server, DRESSES["light"], fault)
    drawn = small(page, section)
    page.context.close()
    assert unlike(drawn, Image.open(KEPT / f"light-{section}.webp").convert("RGB")) > MOST
