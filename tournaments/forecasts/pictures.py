"""Where everything of a drawn chart stands: plain numbers for a template that writes SVG, with a table as its twin."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.simulator.answers import Between

WIDTH = 340
LABEL = 84  # where the bars of a row chart begin
TRACK = 178  # how long a bar of the whole share is
ROW = 26
THICK = 14
COLUMNS = 120  # how high the highest column is
HEAD = 18
MOST_NAMES = 8


@dataclass(frozen=True)
class Bar:
    """One bar: what it stands for, its value as it is read, its length and interval as shares of the whole track.

    ``words`` is the value with its interval, for the table. ``strong``: drawn in the colour of what is good or chosen.
    """

    label: str
    value: str
    words: str
    share: float
    low: float | None = None
    high: float | None = None
    strong: bool = False


@dataclass(frozen=True)
class Drawn:
    """A bar with its place in the picture; ``whisker`` is the interval as two ends, or None.

    ``named``: whether its label is drawn; of many columns only some have room for theirs.
    """

    bar: Bar
    x: float
    y: float
    width: float
    height: float
    text: float
    whisker: tuple[float, float] | None = None
    named: bool = True


@dataclass(frozen=True)
class Picture:
    """A chart: its heading, what it shows in one sentence, its bars, and the heads of the table that says the same."""

    key: str
    title: str
    about: str
    heads: tuple[str, str]
    bars: tuple[Drawn, ...]
    width: int
    height: int
    upright: bool = False


def bar_of(label: str, value: str, words: str, share: Between, *, strong: bool = False) -> Bar:
    """A bar of an estimated share."""
    return Bar(label, value, words, share.value, share.low, share.high, strong)


def rows(key: str, title: str, about: str, heads: tuple[str, str], bars: Sequence[Bar]) -> Picture:
    """Lying bars, one below the other: for a few things with names."""
    drawn = []
    for place, bar in enumerate(bars):
        top = place * ROW
        whisker = None
        if bar.low is not None and bar.high is not None:
            whisker = (_number(LABEL + TRACK * bar.low), _number(LABEL + TRACK * bar.high))
        drawn.append(
            Drawn(
                bar, LABEL, top + (ROW - THICK) / 2, _number(TRACK * bar.share), THICK, top + ROW / 2, whisker
            )
        )
    return Picture(key, title, about, heads, tuple(drawn), WIDTH, max(ROW, ROW * len(drawn)))


def columns(key: str, title: str, about: str, heads: tuple[str, str], bars: Sequence[Bar]) -> Picture:
    """Standing bars side by side: for things in an order, as hours. The highest fills the picture."""
    highest = max((bar.share for bar in bars), default=0.0) or 1.0
    step = WIDTH / max(1, len(bars))
    every = -(-len(bars) // MOST_NAMES)
    drawn = []
    for place, bar in enumerate(bars):
        height = COLUMNS * bar.share / highest
        middle = place * step + step / 2
        width = min(36.0, step * 0.8)
        drawn.append(
            Drawn(
                bar,
                _number(middle - width / 2),
                _number(HEAD + COLUMNS - height),
                _number(width),
                _number(height),
                _number(middle),
                named=place % every == 0,
            )
        )
    return Picture(key, title, about, heads, tuple(drawn), WIDTH, HEAD + COLUMNS + 24, upright=True)


def _number(value: float) -> float:
    return round(value, 1)
