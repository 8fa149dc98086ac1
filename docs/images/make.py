"""Make the pictures of the documentation again, from the running demo.

    ./run --fresh                                    # in another window
    .venv/bin/python docs/images/make.py             # or: make.py http://127.0.0.1:8300 judge phone
    .venv/bin/python docs/images/make.py --language nl desk phone standings judge dots    # for the Dutch guides, in nl/

Needs the test set of packages (`./test --checks-only` installs it) and Chromium: `CHROMIUM` names the program. It only
looks: it signs in as people of the demo and changes nothing.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, sync_playwright

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")  # the demo's people know the site

import django  # noqa: E402 - needs the path above

django.setup()

from tournaments.demo.people import DISPUTED_PLAYER, HEAD_JUDGE, OPEN_PLAYER, PASSWORD, SCOREKEEPER, Person  # noqa: E402 - needs the path above

DEMO = "Ring and Orbit Cup, Utrecht"
DESK, PHONE = (1280, 800), (390, 780)
LARGEST = 400_000  # bytes of one picture
AIR = 16  # pixels above and below a part


@dataclass(frozen=True)
class Picture:
    """One picture: who looks at which page, how large, and how to get there from the tournament's page."""

    path: str
    size: tuple[int, int] = DESK
    person: Person | None = None
    dark: bool = False
    act: Callable[[Page], None] | None = None
    part: tuple[str, str] | None = None  # from the top of the first element to the bottom of the second


def _broken_rule(page: Page) -> None:
    """From the judge's list to the first log in which a rule is broken."""
    page.locator("tr", has=page.locator(".badge.stop")).first.get_by_role("link").click()
    page.locator(".theatre").wait_for()


def _open_cell(page: Page) -> None:
    """From the standings to the arithmetic of one tie-breaker."""
    page.locator("table.data tbody tr").nth(4).locator("td a").nth(1).click()


def _open_board(page: Page) -> None:
    """From the list of boards to the game that is being played."""
    page.locator(".link-list a").first.click()
    page.locator(".theatre-seats").evaluate("(below) => below.remove()")


PICTURES = {
    "front": Picture("", part=("body", "body")),
    "board": Picture("", part=(".board", ".board")),
    "phone": Picture("t/{slug}/me/", PHONE, OPEN_PLAYER),
    "phone-dispute": Picture("t/{slug}/me/", PHONE, DISPUTED_PLAYER),
    "desk": Picture("t/{slug}/desk/", DESK, SCOREKEEPER),
    "judge": Picture(
        "t/{slug}/judge/", DESK, HEAD_JUDGE, act=_broken_rule, part=(".verdict-fold", ".theatre")
    ),
    "dark": Picture(
        "t/{slug}/judge/", DESK, HEAD_JUDGE, dark=True, act=_broken_rule, part=(".theatre", ".theatre")
    ),
    "standings": Picture("t/{slug}/standings/"),
    "cell": Picture("t/{slug}/standings/", act=_open_cell),
    "dots": Picture(
        "t/{slug}/boards/", PHONE, act=_open_board, part=(".board-square-figure", ".board-square-figure")
    ),
    "screen": Picture("t/{slug}/screen/", (1280, 720)),
}


@contextmanager
def page_of(browser: Browser, address: str, picture: Picture, language: str = "en") -> Iterator[Page]:
    """A fresh browser window for one picture that asks for a language, signed in when somebody is named."""
    scale = 2 if picture.size[0] < 600 else 1
    context = browser.new_context(
        viewport={"width": picture.size[0], "height": picture.size[1]},
        device_scale_factor=scale,
        color_scheme="dark" if picture.dark else "light",
        reduced_motion="reduce",
        locale="en-GB" if language == "en" else language,
        base_url=address,
    )
    page = context.new_page()
    if picture.person is not None:
        page.goto("/sign-in/")
        page.fill("[name=username]", picture.person.username)
        page.fill("[name=password]", PASSWORD)
        page.click("main button.primary")
        page.wait_for_load_state()
    yield page
    context.close()


def clip_of(page: Page, picture: Picture) -> FloatRect | None:
    """The part of the page a picture shows, with a little air around it; None for the window."""
    if picture.part is None:
        return None
    first, last = (page.locator(selector).first.bounding_box() for selector in picture.part)
    if first is None or last is None:
        sys.exit(f"{picture.path}: {picture.part} is not on the page")
    width, top = picture.size[0], max(0, first["y"] - AIR)
    return {"x": 0, "y": top, "width": width, "height": last["y"] + last["height"] + AIR - top}


def demo_slug(browser: Browser, address: str) -> str:
    """The demo tournament's name in addresses, as the list of tournaments links it."""
    page = browser.new_page(base_url=address)
    page.goto("/t/")
    link = page.get_by_role("link", name=DEMO, exact=True).first.get_attribute("href") or ""
    page.close()
    return link.strip("/").split("/")[1]


def make_smaller(path: Path) -> None:
    """Reduce a picture to a palette; say so when it stays too large."""
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(255)
    small.save(path, optimize=True)
    size = path.stat().st_size
    note = "" if size <= LARGEST else ", too large"
    sys.stdout.write(f"{path.name}: {size // 1000} kB{note}\n")


def main() -> None:
    """Make all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where ./run listens")
    parser.add_argument("names", nargs="*", help=", ".join(PICTURES))
    parser.add_argument(
        "--language", default="en", choices=("en", "nl"), help="of the pages; nl goes into nl/"
    )
    options = parser.parse_intermixed_args()
    if not options.address.startswith("http"):
        options.names.insert(0, options.address)
        options.address = parser.get_default("address")
    folder = FOLDER if options.language == "en" else FOLDER / options.language
    folder.mkdir(exist_ok=True)
    program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        slug = demo_slug(browser, options.address)
        for name in options.names or PICTURES:
            picture = PICTURES[name]
            with page_of(browser, options.address, picture, options.language) as page:
                page.goto("/" + picture.path.format(slug=slug))
                if picture.act is not None:
                    picture.act(page)
                page.wait_for_load_state("load")
                page.wait_for_timeout(700)
                page.screenshot(
                    path=folder / f"{name}.png", full_page=bool(picture.part), clip=clip_of(page, picture)
                )
            make_smaller(folder / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
