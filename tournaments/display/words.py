"""Worked-out arithmetic in the reader's language, with names for ids."""

from fractions import Fraction

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from tournaments.events.models import Tournament
from tournaments.rounds.words import line_names, points_text
from tournaments.standings import Arithmetic
from tournaments.standings.model import Step
from tournaments.standings.wording import STEPS, filled


def arithmetic_lines(tournament: Tournament, arithmetic: Arithmetic) -> list[dict[str, str]]:
    """Each step as a sentence and the number it stands for."""
    names = line_names(tournament)
    return [
        {
            "text": _(STEPS[step.code]) % _values(step, names),
            "value": "" if step.value is None else _number(step.value),
        }
        for step in arithmetic.steps
    ]


def decimal_mark() -> str:
    """The reader's own decimal mark, which takes as long to find as everything else of a number."""
    mark: str = get_format("DECIMAL_SEPARATOR")
    return mark


def localized(number: str, mark: str = "") -> str:
    """A number written with a point, with the reader's own decimal mark: 0,5 in Dutch. ``mark``: it is known."""
    return number.replace(".", mark or decimal_mark())


def _values(step: Step, names: dict[str, str]) -> dict[str, object]:
    numbers = {key for key, value in step.params.items() if isinstance(value, Fraction)}
    values = filled(step, names, points=lambda points: points_text(localized(str(points))))
    return {key: localized(str(value)) if key in numbers else value for key, value in values.items()}


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else localized(f"{float(value):.4f}")
