"""Every kind of page of a running demo in every dress: accessible, not wider than its window, light and soon there.

    ./run --fresh                                      # in another window
    make look                                          # or: python -m benchmarks.drills.look http://127.0.0.1:8300

As a visitor, a player, the organizer, the judges and the office it follows links from the front page, one page of
every kind, and opens each in two languages, two themes and two widths: axe finds nothing, nothing is wider than the
window, also with text of twice the size (at the wide window, as WCAG 1.4.4 asks); on a phone head and tabs end at 120
pixels. Weight: the bytes of page, styles and
scripts as they travel, pictures left out; first paint: the browser's own entry, on this machine, with a warm server.
It only looks. Status 1 when something is found; what is found is said at once. ``--quick``: English and light alone;
``--only desk``: kinds of page with this in their address. With ``KEEP=1`` the figures of a whole run are kept.
Control: a picture without words, put into a page, is found.
A page that both games have is two kinds: that of Z/X is known by its styles.
"""

import argparse
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.kept import keep

PEOPLE = ("", "fenna", "organizer", "headjudge", "judge", "office")
PHONE, DESK = (360, 740), (1440, 900)
HEAVIEST = 60_000
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ZX_STYLES = re.compile(r"css/(zx-board|recorder-table)\.")
WEIGHT = r"""[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((one) => one.entryType === "navigation" || /\.(css|js)(\?|$)/.test(one.name))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
PAINT = """new Promise((tell) => new PerformanceObserver((seen) => {
  const first = seen.getEntriesByName("first-contentful-paint")[0];
  if (first) tell(first.startTime);
}).observe({ type: "paint", buffered: true }))"""
"""A page may be whole before it is painted: the answer is waited for."""


HEAD = """Math.max(0, ...[...document.querySelectorAll(".site-header, .tabs")].map(
  (one) => one.getBoundingClientRect().bottom + scrollY))"""
TALLEST = 120
"""Pixels that head and tabs may take of a phone, as the language of the look asks."""


@dataclass
class Weighed:
    """What one page of a kind weighs, how soon it was painted, and what was found in any dress."""

    bytes: int = 0
    paint: list[float] = field(default_factory=list)
    found: list[str] = field(default_factory=list)


def kind_of(address: str) -> str:
    """Addresses of the same kind of page have the same kind: numbers and names of things are left out."""
    path = urlsplit(address).path
    path = re.sub(r"^/t/(?!new/|import/)[^/]+/", "/t/…/", path)
    path = re.sub(r"^/(cards|cards/zx|decks)/[^/]*[0-9-][^/]*/", r"/\1/…/", path)
    path = re.sub(r"^/cards/sets/[^/]+/", "/cards/sets/…/", path)
    path = re.sub(r"^/players/[^/]+/", "/players/…/", path)
    return re.sub(r"/\d+(?=/|$)", "/…", path)


def game_of(page: str) -> str:
    """What the kind of a page ends with that shows a Z/X board or its recorder; "" for all others."""
    return " (Z/X)" if ZX_STYLES.search(page) else ""


def tournament_of(address: str) -> str:
    """The front page of the tournament that an address is of, "" for all others."""
    found = re.match(r"/t/(?!new/|import/)[^/]+/", address)
    return found[0] if found else ""


def signed_in(browser: Browser, base: str, person: str, password: str, language: str, theme: str) -> Page:
    """A window of somebody, in a language and a theme."""
    scheme: Any = theme  # one of the two words that Playwright knows
    # What a service worker hands out is counted as it was unpacked.
    context = browser.new_context(
        base_url=base, locale=language, color_scheme=scheme, reduced_motion="reduce", service_workers="block"
    )
    page = context.new_page()
    if person:
        page.goto("/sign-in/")
        page.fill("[name=username]", person)
        page.fill("[name=password]", password)
        page.click("main form button")
        page.wait_for_load_state()
    return page


def addresses(page: Page, seen: set[str]) -> dict[str, str]:
    """One address of every kind that this person reaches and nobody before them did, by its kind.

    Links are read on two pages of every kind, of tournaments of either game: a finished tournament leads where one
    that is played does not.
    """
    todo, read, reached = ["/", "/t/"], Counter[tuple[str, bool]](), {}
    done: set[str] = set()
    games: dict[str, bool] = {}
    for address in todo:
        tournament = tournament_of(address)
        if tournament not in games:
            games[tournament] = bool(tournament) and "<b>Z/X</b>" in page.request.get(tournament).text()
        place = kind_of(address), games[tournament]
        if address in done or read[place] >= 2:
            continue
        done.add(address)
        answer = page.request.get(address)
        if answer.status != 200 or "text/html" not in answer.headers.get("content-type", ""):
            continue
        read[place] += 1
        text = answer.text()
        kind = kind_of(address) + game_of(text)
        if kind not in seen:
            seen.add(kind)
            reached[kind] = address
        todo += dict.fromkeys(re.findall(r'href="(/(?!static/|sign-out)[^"#?]*)', text))
    return reached


def look_at(page: Page, address: str, size: tuple[int, int], weighed: Weighed) -> None:
    """Open a page in the dress of this window."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address, wait_until="load")
    weighed.paint.append(float(page.evaluate(PAINT)))
    weighed.bytes = max(weighed.bytes, int(page.evaluate(WEIGHT)))
    dress = f"{size[0]} px, {page.locator('html').get_attribute('lang')}"
    before = len(weighed.found)
    weighed.found += [f"{dress}: {one['id']}" for one in Axe().run(page).response["violations"]]
    if page.evaluate(WIDER) > 0:
        weighed.found.append(f"{dress}: wider than the window")
    if size == PHONE and page.evaluate(HEAD) > TALLEST:
        weighed.found.append(f"{dress}: head and tabs take {page.evaluate(HEAD):.0f} px")
    if size == DESK:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        if page.evaluate(WIDER) > 0:
            weighed.found.append(f"{dress}: wider than the window with text of twice the size")
    for found in weighed.found[before:]:
        sys.stderr.write(f"{address}  {found}\n")


def main() -> int:
    """Look at everything and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where ./run listens")
    parser.add_argument("--password", default="ending-dot-610")
    parser.add_argument("--quick", action="store_true", help="English and light alone")
    parser.add_argument("--only", default="", help="kinds of page with this in their address")
    options = parser.parse_args()
    dresses = [("en-GB", "light")] if options.quick else list(product(("en-GB", "nl-NL"), ("light", "dark")))
    kinds: dict[str, Weighed] = {}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for person in PEOPLE:
            guide = signed_in(browser, options.address, person, options.password, "en-GB", "light")
            found = addresses(guide, set(kinds))
            reached = {kind: address for kind, address in found.items() if options.only in kind}
            guide.context.close()
            for language, theme in dresses:
                page = signed_in(browser, options.address, person, options.password, language, theme)
                for (kind, address), size in product(reached.items(), (PHONE, DESK)):
                    look_at(page, address, size, kinds.setdefault(kind, Weighed()))
                page.context.close()
        _control(browser, options.address)
        browser.close()
    bad = report(kinds)
    if options.only or options.quick:
        return 1 if bad else 0
    heaviest = max(kinds, key=lambda kind: kinds[kind].bytes)
    slowest = max(kinds, key=lambda kind: median(kinds[kind].paint))
    keep(
        "look",
        command="make look",
        goals=(),
        figures={
            "kinds of page": str(len(kinds)),
            "dresses": f"{2 * len(dresses)}: languages, themes and widths",
            "findings (accessibility, width, text of twice the size, head of a phone, weight)": str(bad),
            "heaviest page": f"{kinds[heaviest].bytes / 1000:.1f} kB, {heaviest}",
            "first paint": f"{median(median(one.paint) for one in kinds.values()):.0f} ms in the middle, "
            f"{median(kinds[slowest].paint):.0f} ms at most ({slowest})",
        },
        control="a picture without words, put into a page: noticed",
    )
    return 1 if bad else 0


def _control(browser: Browser, base: str) -> None:
    """A page that is not accessible must be found; raises where it is not."""
    page = browser.new_page(base_url=base)
    page.goto("/")
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    if not Axe().run(page).response["violations"]:
        raise SystemExit("control: a picture without words was not noticed; these figures count for nothing")
    page.close()


def report(kinds: dict[str, Weighed]) -> int:
    """A line for every kind, and what was found there; answers how many findings."""
    bad = 0
    for kind, weighed in sorted(kinds.items()):
        heavy = ["heavier than 60 kB"] if weighed.bytes > HEAVIEST else []
        found = [*dict.fromkeys(weighed.found), *heavy]
        bad += len(found)
        sys.stdout.write(
            f"{kind:60} {weighed.bytes / 1000:6.1f} kB {median(weighed.paint):6.0f} ms  {'; '.join(found) or 'ok'}\n"
        )
    sys.stdout.write(f"{len(kinds)} kinds of page, {bad} findings\n")
    return bad


if __name__ == "__main__":
    sys.exit(main())
