"""Charts as SVG: every number is where it says, and a name is never markup."""

import re
from xml.etree import ElementTree as ET

from rules_engine.drawing.charts import FIRST, PHONE, Column, Line, columns_svg, places_svg

SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ET.Element:
    """The picture as a tree; what cannot be read as XML fails."""
    return ET.fromstring(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))  # noqa: S314 - our own


def heights(svg: str) -> list[float]:
    """The height of every column, from the left."""
    return [float(bar.get("height", "")) for bar in read(svg).iter(f"{SVG}rect")]


def ends(svg: str, kind: str) -> list[float]:
    """How far down the lines of a kind end."""
    ways = [way for way in read(svg).iter(f"{SVG}g") if way.get("class") == f"chart-way {kind}"]
    found = [way.find(f"{SVG}path") for way in ways]
    return [float(re.split(r"[ML ]", path.get("d", ""))[-1]) for path in found if path is not None]


def test_columns_are_as_high_as_their_numbers() -> None:
    tall, half, none = heights(
        columns_svg([Column("a", 8, "8"), Column("b", 4, "4"), Column("c", 0, "0")], "t")
    )
    assert (tall, half, none) == (120, 60, 0)


def test_a_chart_of_nothing_is_still_a_picture() -> None:
    assert heights(columns_svg([], "nothing")) == []
    assert read(places_svg([], ["1"], "nothing")).get("aria-label") == "nothing"


def test_ones_own_column_and_line_are_told_without_colour() -> None:
    svg = columns_svg([Column("3", 8, "8", own=True), Column("6", 4, "4")], "t")
    assert svg.count("chart-mark") == 1
    lines = [Line("Ada", "1", (1, 2)), Line("Bo", "2", (2, 1), own=True)]
    drawn = places_svg(lines, ["1", "2"], "t")
    assert drawn.index("chart-way own") > drawn.index("chart-way second")  # the last drawn lies on top
    assert [circle.get("r") for circle in read(drawn).iter(f"{SVG}circle")].count("5") == 2


def test_a_better_place_ends_higher_and_a_far_one_still_fits() -> None:
    lines = [Line(str(place), str(place), (118, place)) for place in range(1, FIRST + 1)]
    lines.append(Line("far", "2000", (3, 2000), own=True))
    drawn = places_svg(lines, ["1", "2"], "t")
    down = [*ends(drawn, "first"), *ends(drawn, "second"), *ends(drawn, "third"), *ends(drawn, "other")]
    assert down == sorted(down)
    assert len(set(down)) == FIRST
    height = float(read(drawn).get("viewBox", "").split()[3])
    assert max(down) < ends(drawn, "own")[0] < height < 500


def test_a_line_is_broken_where_somebody_was_not_there() -> None:
    drawn = places_svg([Line("Late", "4", (None, 4, 5, None, 4))], ["1", "2", "3", "4", "5"], "t")
    path = next(read(drawn).iter(f"{SVG}path"), None)
    assert path is not None
    ways = [way.get("d", "") for way in read(drawn).iter(f"{SVG}path") if "L" in (way.get("d") or "")]
    assert [way.count("M") for way in ways] == [2]


def test_names_are_text_and_cut_to_their_room() -> None:
    hostile = "<script>&\"' of a very long name indeed"
    for width in (720, PHONE):
        drawn = places_svg([Line(hostile, "1", (1,))], ["1"], hostile, width=width)
        assert "<script" not in drawn
        assert "…" in drawn
        assert read(drawn).get("aria-label") == hostile
    assert "<script" not in columns_svg([Column("<script>", 1, "<script>")], "<script>")


def test_the_same_numbers_give_the_same_bytes_and_no_inline_style() -> None:
    lines = [Line(str(place), str(place), (place, 13 - place)) for place in range(1, 13)]
    first, second = (places_svg(lines, ["1", "2"], "t") for _ in range(2))
    assert first == second
    assert "style=" not in first
    assert len(first) < 6_000
