"""How a tournament went, as charts: places from round to round, points, and how long the rounds took.

Only what the standings of completed rounds show to everybody. The standings after every round are worked out once per
change and kept as plain numbers; the pictures are drawn from them for who asks.
"""

import json
from collections import Counter
from typing import TypedDict

from django.utils.translation import gettext as _

from rules_engine.drawing.charts import FIRST, PHONE, Chart, Column, Line, columns_svg, places_svg
from tournaments.events.models import Tournament
from tournaments.rounds.field import entrants_of, last_completed, played_matches, preset_of
from tournaments.rounds.models import Round
from tournaments.rounds.stages import round_names
from tournaments.rounds.words import line_names
from tournaments.standings import compute

from .cache import by_version
from .standings_page import shown

MOST_COLUMNS = 24
"""More different numbers of points than this are not drawn one by one."""


class Course(TypedDict):
    """The standings after every completed round, as plain numbers.

    ``places`` by key: the place in the list after each round, None before somebody came; ``ranks`` and ``points`` are
    those after the last one, as they are read.
    """

    through: int
    names: dict[str, str]
    places: dict[str, list[int | None]]
    ranks: dict[str, str]
    points: dict[str, str]


def course_of(tournament: Tournament, number: int) -> Course:
    """The course up to now, kept per change; ``number``: what ``unreported`` said before the tournament was read."""
    course: Course = json.loads(
        by_version(tournament, "course", lambda: json.dumps(_course(tournament)), number=number)
    )
    return course


def _course(tournament: Tournament) -> Course:
    last = last_completed(tournament)
    entrants, preset = entrants_of(tournament), preset_of(tournament)
    matches = played_matches(tournament, through=last) if last else []
    places: dict[str, list[int | None]] = {one.id: [None] * last for one in entrants}
    rows = []
    for number in range(1, last + 1):
        rows = compute(entrants, matches, preset, through_round=number)
        for place, row in enumerate(rows, start=1):
            places[row.id][number - 1] = place
    names = line_names(tournament)
    return {
        "through": last,
        "names": {row.id: names[row.id] for row in rows},
        "places": {row.id: places[row.id] for row in rows},
        "ranks": {row.id: str(row.rank or "–") for row in rows},
        "points": {row.id: shown("match_points", row.points) for row in rows},
    }


def charts_of(tournament: Tournament, course: Course, own: str = "") -> list[Chart]:
    """The charts of a tournament with at least one completed round; ``own``: the key whose line is drawn strong."""
    charts = [_places(course, own), _points(course, own)]
    lengths = _lengths(tournament, course["through"])
    return [*charts, lengths] if lengths else charts


def _places(course: Course, own: str) -> Chart:
    """Places over rounds: the first twelve as they stand now, and one's own wherever it is."""
    title = _("Places from round to round")
    through = course["through"]
    order = sorted(course["places"], key=lambda key: course["places"][key][-1] or 0)
    chosen = order[:FIRST] + [key for key in order[FIRST:] if key == own]
    lines = [
        Line(course["names"][key], course["ranks"][key], tuple(course["places"][key]), key == own)
        for key in chosen
    ]
    rounds = [str(number) for number in range(1, through + 1)]
    words = _(
        "The first %(count)s after round %(through)s. Each line is one of them: a place higher is a line higher."
    )
    about = words % {"count": min(FIRST, len(order)), "through": through}
    heads = (_("Name"), *(_("Round %(number)s") % {"number": number} for number in rounds))
    rows = tuple((line.name, *(str(place or "–") for place in line.places)) for line in lines)
    wide, phone = places_svg(lines, rounds, title), places_svg(lines, rounds, title, width=PHONE)
    return Chart("places", title, about, heads, rows, wide, phone, sky=True)


def _points(course: Course, own: str) -> Chart:
    """How many have how many points; everybody stands in exactly one column."""
    title = _("Points")
    counted: Counter[str] = Counter(course["points"].values())
    order = sorted(course["points"], key=lambda key: course["places"][key][-1] or 0, reverse=True)
    labels = list(dict.fromkeys(course["points"][key] for key in order))
    mine = course["points"].get(own)
    columns = [Column(label, counted[label], str(counted[label]), label == mine) for label in labels]
    about = _("How many have so many points after round %(through)s.") % {"through": course["through"]}
    rows = tuple((column.label, column.said) for column in columns)
    return Chart("points", title, about, (_("Points"), _("How many")), rows, columns_svg(columns, title))


def _lengths(tournament: Tournament, through: int) -> Chart | None:
    """How many minutes each completed round took, pauses left out; None where no clock ever ran."""
    rounds = Round.objects.filter(tournament=tournament, state=Round.State.COMPLETED).exclude(
        completed_at=None
    )
    names = round_names(tournament)
    columns = []
    for round_ in rounds.exclude(started_at=None).order_by("number"):
        if round_.started_at is None or round_.completed_at is None:
            continue
        seconds = (round_.completed_at - round_.started_at).total_seconds() - round_.paused_seconds
        minutes = max(0, round(seconds / 60))
        columns.append((names.get(round_.number, str(round_.number)), round_.number, minutes))
    if not columns:
        return None
    title = _("How long the rounds took")
    about = _("Minutes from the start of the clock to the last result, without breaks.")
    drawn = [Column(str(number), minutes, str(minutes)) for _name, number, minutes in columns]
    rows = tuple((name, str(minutes)) for name, _number, minutes in columns)
    return Chart("lengths", title, about, (_("Round"), _("Minutes")), rows, columns_svg(drawn, title))
