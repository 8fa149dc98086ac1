"""The picture of shares and of their difference, each with its interval."""

import re

from rules_engine.drawing.charts import PHONE
from rules_engine.drawing.intervals import Interval, intervals_svg


def picture(difference: Interval) -> str:
    return intervals_svg([Interval("with <it>", "60 %", 0.6, 0.5, 0.7)], difference, "a & b")


def test_a_bar_ends_at_its_share_and_its_line_at_its_bounds() -> None:
    svg = picture(Interval("d", "+1", 0.01, -0.02, 0.04))
    assert f'width="{PHONE * 0.6:g}"' in svg and "M170 32H238" in svg
    assert "with &lt;it&gt;" in svg and 'aria-label="a &amp; b"' in svg


def test_the_scale_of_a_difference_holds_its_whole_interval_with_nought_in_the_middle() -> None:
    assert "−10" in picture(Interval("d", "+1", 0.01, -0.02, 0.04))
    wide = picture(Interval("d", "−31", -0.31, -0.44, -0.18))
    assert "−50" in wide and "+50" in wide
    point = re.search(r'chart-point" cx="([0-9.]+)"', wide)
    assert point is not None and float(point[1]) < PHONE / 2
