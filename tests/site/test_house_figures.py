"""The figures of the house stay below the bounds that docs/house.md names."""

import re

from benchmarks.house import ROOT, figures

PAGE = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+?) \| ([\d,]+) \|$", re.M)


def number(said: object) -> int:
    """A figure as a number: `113,000` is one hundred and thirteen thousand."""
    return int(str(said).replace(",", ""))


def test_no_figure_of_the_house_has_grown_past_its_bound() -> None:
    bounds = {name: number(most) for name, most in ROW.findall(PAGE)}
    measured = {name: number(value) for name, value in figures(ROOT) if name in bounds}
    assert sorted(measured) == sorted(bounds), "a bound needs a figure of that name"
    assert len(bounds) >= 8
    grown = {name: (value, bounds[name]) for name, value in measured.items() if value > bounds[name]}
    assert grown == {}
