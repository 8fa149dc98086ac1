"""Every state of the recorder, of both games, brought about by tapping and pictured in every dress.

    python -m benchmarks.drills.states [--only "sign|judge"] [--languages en] [--themes light]        make states

Two phones of a table (and the judge's) are led through stories, on a site of its own: each state is pictured in two
languages and two themes, at 360 x 740 and at 1440 x 900; axe finds nothing, nothing is wider than the window, no word
is cut. A line for each state says what was found. Every story names its states: one that was not reached is named as
missing. Status 1 when anything is found or missing. Pictures, and the words that stood there, go to a folder.
Control: a picture without words, something wider than the window and cut words, put into a page, are found.
"""

import argparse
import os
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.drills.look import DESK, PHONE, WIDER
from benchmarks.recorder import CHROMIUM, VAR, site

if TYPE_CHECKING:
    from x610z_site.accounts.models import User

Theme = Literal["light", "dark"]
LANGUAGES = {"en": "en-GB", "nl": "nl-NL"}
THEMES: tuple[Theme, ...] = ("light", "dark")
CUT = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const { overflowX, textOverflow } = getComputedStyle(one);
  const alone = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  return alone && one.offsetParent && one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1
    && (overflowX === "hidden" || textOverflow === "ellipsis");
}).map((one) => one.textContent.trim())"""
"""Words of which only a part is seen, for want of room."""
PLACED = """(y) => {
  scrollTo({ top: y, behavior: "instant" });
  if (!y) document.querySelector("[data-rec=ask], :target")?.scrollIntoView({ block: "nearest", behavior: "instant" });
}"""
DRAWN = """async () => {
  const recorder = document.querySelector("[data-recorder]")?.recorder;
  await recorder?.taps.due;
  await recorder?.saying;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


@dataclass
class Hall:
    """A site whose people look at it in one language; closes every browser that a story opened."""

    browser: Browser
    address: str
    language: str
    contexts: list[BrowserContext] = field(default_factory=list)

    def open(self, user: "User", size: dict[str, int] | None = None) -> BrowserContext:
        """A phone for somebody."""
        from tests.browser.recorder_hall import SMALL, phone_for

        context = phone_for(self.browser, self.address, user, size or SMALL, locale=LANGUAGES[self.language])
        self.contexts.append(context)
        return context

    def close(self) -> None:
        """Every browser of the story that is over."""
        while self.contexts:
            self.contexts.pop().close()


Seen = Iterator[tuple[str, Page]]
"""What a story yields: a state by its name, on the page that shows it. It goes on when that was looked at."""


@dataclass(frozen=True)
class Story:
    """How states are brought about; its docstring names them."""

    tell: Callable[[Hall], Seen]
    engine: bool = False
    """Whether its phones need the engine for browsers."""

    @property
    def states(self) -> list[str]:
        """The names of all that it shows."""
        return " ".join((self.tell.__doc__ or "").rstrip(".").split()).split("; ")


def faults(page: Page) -> list[str]:
    """What is wrong with a page as it stands."""
    found = [f"{one['id']} {one['nodes'][0]['target']}" for one in Axe().run(page).response["violations"]]
    if page.evaluate(WIDER) > 0:
        found.append("wider than the window")
    if re.fullmatch(r"\d{3}", page.locator("h1").first.inner_text()):
        found.append("an error")
    return [*found, *(f"cut: {words}" for words in page.evaluate(CUT))]


def look_at(page: Page, picture: Path, themes: Sequence[Theme]) -> list[str]:
    """Picture a state in every dress of its language; what is wrong with it. The page is left as it was."""
    page.evaluate(DRAWN)
    found, stood = [], page.evaluate("scrollY")
    picture.with_suffix(".txt").write_text(page.inner_text("body"), encoding="utf-8")
    for theme, size in product(themes, (PHONE, DESK)):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(DRAWN)
        page.evaluate(PLACED, stood if size == PHONE else 0)
        page.screenshot(path=picture.with_name(f"{picture.name}-{theme}-{size[0]}.png"))
        found += [f"{theme} {size[0]}: {one}" for one in faults(page)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.evaluate(PLACED, stood)
    return found


def told(story: Story, hall: Hall, folder: Path, themes: Sequence[Theme]) -> dict[str, list[str]]:
    """Tell one story in one language: what was found in each of its states."""
    seen: dict[str, list[str]] = {}
    try:
        for name, page in story.tell(hall):
            place = folder / (re.sub(r"\W+", "-", name) + f"-{hall.language}")
            seen[name] = [f"{hall.language} {one}" for one in look_at(page, place, themes)]
            sys.stderr.write(f"{hall.language} {name}: {'; '.join(seen[name]) or 'ok'}\n")
    except Exception as error:  # noqa: BLE001  # whatever hinders a story, the others are told
        sys.stderr.write(f"{hall.language} after {[*seen][-1:]}: {type(error).__name__}: {error}\n")
    finally:
        hall.close()
    for name in story.states:
        seen.setdefault(name, [f"{hall.language}: MISSING"])
    return seen


def control(browser: Browser, address: str) -> None:
    """A page with each fault must be found to have it; raises where it is not."""
    page = browser.new_page(base_url=address, viewport={"width": PHONE[0], "height": PHONE[1]})
    page.goto("/")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<img><p>wide</p><p>cut words</p>')"
    )
    page.evaluate(
        "() => { const [wide, cut] = [...document.querySelectorAll('main > p')].slice(-2);"
        " wide.style.width = '2000px'; Object.assign(cut.style, { width: '9px', overflow: 'hidden' }); }"
    )
    found = " ".join(faults(page))
    page.close()
    missed = [one for one in ("image-alt", "wider", "cut: cut words") if one not in found]
    if missed:
        raise SystemExit(f"control: {missed} not noticed; these looks count for nothing")


def main() -> int:
    """Tell every story in every language; say what was found in each state, and which were not reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", default="", help="stories with a state whose name has this pattern")
    parser.add_argument("--languages", nargs="+", default=[*LANGUAGES], choices=LANGUAGES)
    parser.add_argument("--themes", nargs="+", default=THEMES, choices=THEMES)
    parser.add_argument("--to", type=Path, default=VAR / "states")
    options = parser.parse_args()
    os.environ.setdefault("TEST_PATIENCE", "60")
    options.to.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[str]] = defaultdict(list)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, sync_playwright() as play:
        address = site(Path(name), engine=True)
        from django.conf import settings

        from benchmarks.drills import states_table, states_x610z, states_zx

        every = (*states_x610z.STORIES, *states_table.STORIES, *states_zx.STORIES)
        stories = [one for one in every if re.search(options.only, "; ".join(one.states))]
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        control(browser, address)
        for story, language in product(stories, options.languages):
            settings.VAR_DIR = VAR if story.engine else Path(name)
            hall = Hall(browser, address, language)
            for state, wrong in told(story, hall, options.to, options.themes).items():
                found[state] += wrong
        browser.close()
    for state, wrong in found.items():
        print(f"{state:46} {'; '.join(dict.fromkeys(wrong)) or 'ok'}")
    bad = sum(bool(wrong) for wrong in found.values())
    print(f"{len(found)} states, {bad} with findings; pictures in {options.to}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
