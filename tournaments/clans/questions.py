"""What this room asks the rooms above it: what a clan has done in tournaments, as far as everybody may know."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from ledger.questions import Question
from rules_engine.drawing.charts import Chart

from .models import Clan


class Deed(NamedTuple):
    """A place that somebody reached for the clan in a finished tournament; ``crew`` while all of it may be named."""

    tournament: str
    slug: str
    day: date
    name: str
    place: int
    of: int
    crew: str = ""


class Deeds(NamedTuple):
    """A year of a clan as a picture, the years there are, and its best places of any year, the best first."""

    years: Sequence[int]
    year: int
    season: Chart | None
    honours: Sequence[Deed]
    crews: Sequence[Deed]


deeds_of: Question[[Iterable[int], Clan, str], Deeds] = Question(
    "what these people, who show the clan here, did for it, with the year that was asked for"
)
