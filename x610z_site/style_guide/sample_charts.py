"""Made-up charts for the style guide."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.drawing.charts import PHONE, Chart, Column, Line, columns_svg, places_svg
from rules_engine.drawing.season import Stop, season_svg
from rules_engine.drawing.time_left import Ending, time_left_svg


def charts() -> list[Chart]:
    """Places over four rounds with a line of one's own, and points with a column of one's own."""
    names = ("Ada", "Bo", "Cleo", "Dirk", "Eef", "Finn")
    ways = ((3, 2, 1, 1), (1, 1, 2, 2), (5, 4, 4, 3), (2, 3, 3, 4), (None, 6, 6, 5), (4, 5, 5, 6))
    lines = [
        Line(name, str(at), way, own=name == "Dirk")
        for at, (name, way) in enumerate(zip(names, ways, strict=True), 1)
    ]
    rounds = ("1", "2", "3", "4")
    title = _("Places from round to round")
    wide, phone = places_svg(lines, rounds, title), places_svg(lines, rounds, title, width=PHONE)
    rows = tuple((line.name, *(str(place or "–") for place in line.places)) for line in lines)
    points = [
        Column(label, count, str(count), label == "6") for label, count in (("0", 1), ("3", 2), ("6", 3))
    ]
    told = tuple((column.label, column.said) for column in points)
    stops = [
        Stop(day, field, (place,)) for day, field, place in (("3-3", 16, 5), ("7-4", 48, 3), ("5-5", 12, 1))
    ]
    year = tuple((stop.label, str(stop.places[0]), str(stop.field)) for stop in stops)
    heads = (_("Day"), _("Place"), _("Players"))
    return [
        Chart("places", title, "", (_("Name"), *rounds), rows, wide, phone, sky=True),
        Chart(
            "points", _("Points"), "", (_("Points"), _("How many")), told, columns_svg(points, _("Points"))
        ),
        Chart(
            "season",
            _("The year %(year)s") % {"year": 2026},
            "",
            heads,
            year,
            season_svg(stops, _("The year %(year)s") % {"year": 2026}),
            sky=True,
        ),
        time_left(),
    ]


def time_left() -> Chart:
    """Tables that end at two moments, one of them over."""
    endings = [
        Ending(
            "7, 12", ngettext("%(minutes)s minute over", "%(minutes)s minutes over", 3) % {"minutes": 3}, -3
        ),
        Ending(
            "1, 4, 5", ngettext("%(minutes)s minute left", "%(minutes)s minutes left", 5) % {"minutes": 5}, 5
        ),
    ]
    return Chart(
        "time-left",
        _("Tables by time left"),
        "",
        (_("Tables"), _("Time left")),
        tuple((one.tables, one.said) for one in endings),
        time_left_svg(endings, _("Tables by time left")),
    )
