"""Make the pictures of docs/before-and-after.md: ten pages of an older release beside the same pages of this one.

    .venv/bin/python docs/images/before_after.py http://127.0.0.1:8400 http://127.0.0.1:8300

Both addresses are running demos (`./run --fresh` in each tree). With `-` for the older one its picture is taken from
the sheet that is there. A picture shows one page four times: before, and now in light, in dark, and on a phone. It only
looks.
"""

import io
import os
import sys
from dataclasses import replace
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

from make import (  # noqa: E402 - needs the path above
    DESK,
    HEAD_JUDGE,
    OPEN_PLAYER,
    PHONE,
    SCOREKEEPER,
    Picture,
    _broken_rule,
    demo_slug,
    page_of,
)

TALL, GAP = 420, 10
"""Height of a montage, and the white between its four pictures."""
KEPT = "-"
PAGES = {
    "front": Picture(""),
    "tournament": Picture("t/{slug}/"),
    "match": Picture("t/{slug}/me/", person=OPEN_PLAYER),
    "tables": Picture("t/{slug}/tables/", person=OPEN_PLAYER),
    "standings": Picture("t/{slug}/standings/", person=OPEN_PLAYER),
    "desk": Picture("t/{slug}/desk/", person=SCOREKEEPER),
    "viewer": Picture("t/{slug}/judge/", person=HEAD_JUDGE, act=_broken_rule),
    "cards": Picture("cards/"),
    "wall": Picture("t/{slug}/screen/"),
    "guide": Picture("style/"),
}


def main() -> None:
    """Make every montage, or those that are named."""
    before, after, *names = sys.argv[1:]
    program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        slugs = {base: demo_slug(browser, base) for base in (before, after) if base != KEPT}
        for name in names or PAGES:
            seen = PAGES[name]
            shots = [
                kept(name)
                if base == KEPT
                else shot(browser, base, slugs[base], replace(seen, size=size, dark=dark))
                for base, size, dark in (
                    (before, DESK, False),
                    (after, DESK, False),
                    (after, DESK, True),
                    (after, PHONE, False),
                )
            ]
            montage(shots).save(FOLDER / f"look-{name}.webp", quality=70, method=6)
            sys.stdout.write(
                f"look-{name}.webp: {(FOLDER / f'look-{name}.webp').stat().st_size // 1000} kB\n"
            )
        browser.close()


def shot(browser: Browser, base: str, slug: str, picture: Picture) -> Image.Image:
    """What stands in the window."""
    with page_of(browser, base, picture) as page:
        page.goto("/" + picture.path.format(slug=slug))
        if picture.act is not None:
            picture.act(page)
        page.wait_for_load_state("load")
        page.wait_for_timeout(500)
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def kept(name: str) -> Image.Image:
    """How the page looked before, from the sheet made last time."""
    with Image.open(FOLDER / f"look-{name}.webp") as sheet:
        width = round(DESK[0] * TALL / DESK[1])
        return sheet.convert("RGB").crop((0, 0, width, TALL))


def montage(shots: list[Image.Image]) -> Image.Image:
    """Pictures of one height side by side."""
    small = [
        one.resize((round(one.width * TALL / one.height), TALL), Image.Resampling.LANCZOS) for one in shots
    ]
    sheet = Image.new("RGB", (sum(one.width for one in small) + GAP * (len(small) - 1), TALL), "white")
    left = 0
    for one in small:
        sheet.paste(one, (left, 0))
        left += one.width + GAP
    return sheet


if __name__ == "__main__":
    main()
