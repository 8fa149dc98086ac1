"""Every pair of colours laid on one another, computed: text at least 4.5 to 1, signs 3 (WCAG 1.4.3, 1.4.11)."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "x610z_site" / "static" / "css"
LIGHT, DARK = 0, 1
TEXT, SIGN = 4.5, 3.0
TONES = ("ember", "tide", "gale", "stone", "mystic", "boost", "robiumm", "life-base", "muted")
GROUNDS = ("ground", "surface", "sunken")
# What lies on what, in both themes.
PAPER = [
    *((tone, ground) for tone in ("ink", "muted", "mystic", "mystic-strong") for ground in GROUNDS),
    *((tone, "surface") for tone in (*TONES, "amber", "stop")),
    *((tone, "ground") for tone in ("boost", "amber", "stop")),
    *((tone, f"{tone}-soft") for tone in ("mystic", "boost", "amber", "stop")),
    *(("ink", f"{soft}-soft") for soft in ("mystic", "boost", "amber", "stop")),
    ("on-mystic", "mystic"),
    ("on-mystic", "mystic-strong"),
]
# What lies on the sky, its darkest and its lightest place; there the dark theme's colours hold in both.
SKY = [
    (name, sky) for name in ("on-night", "on-night-muted", "gold") for sky in ("night", "sky", "sky-light")
]


def tokens(sheet: str, selector: str) -> dict[str, tuple[str, str]]:
    """Name -> its colour by day and by night, of the rule of a style sheet."""
    text = (CSS / sheet).read_text(encoding="utf-8")
    body = text[text.index(f"{selector} {{") :].split("}", 1)[0]
    found = {}
    for name, value in re.findall(r"--([\w-]+):\s*([^;]+);", body):
        colours = re.findall(r"#[0-9a-f]{6}\b", value)
        if colours:
            found[name] = (colours[0], colours[-1])
    return found


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` (WCAG 2)."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


BASE = tokens("base.css", ":root")
BOARD = tokens("board.css", ".board")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_on_paper_can_be_read(theme: int) -> None:
    weak = {
        (text, ground): round(contrast(BASE[text][theme], BASE[ground][theme]), 2)
        for text, ground in PAPER
        if contrast(BASE[text][theme], BASE[ground][theme]) < TEXT
    }
    assert weak == {}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_what_one_can_touch_can_be_seen(theme: int) -> None:
    assert {
        ground: round(contrast(BASE["line-strong"][theme], BASE[ground][theme]), 2)
        for ground in GROUNDS
        if contrast(BASE["line-strong"][theme], BASE[ground][theme]) < SIGN
    } == {}


def test_every_text_on_the_sky_can_be_read() -> None:
    weak = {
        (text, sky): round(contrast(BASE[text][DARK], BASE[sky][DARK]), 2)
        for text, sky in [*SKY, ("on-gold", "gold"), ("mystic", "sky"), ("boost", "sky"), ("amber", "sky")]
        if contrast(BASE[text][DARK], BASE[sky][DARK]) < TEXT
    }
    assert weak == {}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["paper", "sky"])
def test_the_signs_of_the_board_can_be_told_from_its_ground(theme: int) -> None:
    signs = ("b-ink", "b-muted", "b-red", "b-stop", "b-way", "b-goal")
    found = {
        (sign, ground): contrast(BOARD[sign][theme], BOARD[ground][theme])
        for sign in signs
        for ground in ("b-ground", "b-zone")
    }
    assert {pair: round(value, 2) for pair, value in found.items() if value < SIGN} == {}
    assert contrast(BOARD["b-ink"][theme], BOARD["b-hub"][theme]) >= TEXT


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["paper", "sky"])
def test_every_seat_can_be_told_from_the_ground_of_the_board(theme: int) -> None:
    text = (CSS / "board.css").read_text(encoding="utf-8")
    seats = re.findall(r"\.(seat-\d) \{ --seat: light-dark\((#\w{6}), (#\w{6})\)", text)
    assert len(seats) == 6
    grounds = [BOARD["b-ground"][theme], BOARD["b-zone"][theme]]
    assert {
        seat: round(contrast(pair[theme], ground), 2)
        for seat, *pair in seats
        for ground in grounds
        if contrast(pair[theme], ground) < SIGN
    } == {}


def test_a_pair_that_cannot_be_read_would_be_found() -> None:
    assert contrast("#777777", "#888888") < SIGN
    assert round(contrast("#ffffff", "#000000"), 1) == 21.0
