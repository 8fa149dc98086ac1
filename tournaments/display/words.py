"""Worked-out arithmetic in the reader's language, with names for ids."""

from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.events.models import Tournament
from tournaments.rounds.words import names_by_key
from tournaments.standings import Arithmetic
from tournaments.standings.wording import STEPS, filled


def arithmetic_lines(tournament: Tournament, arithmetic: Arithmetic) -> list[dict[str, str]]:
    """Each step as a sentence and the number it stands for."""
    names = names_by_key(tournament)
    return [
        {
            "text": _(STEPS[step.code]) % filled(step, names),
            "value": "" if step.value is None else _number(step.value),
        }
        for step in arithmetic.steps
    ]


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.4f}"
