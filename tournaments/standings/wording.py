"""The sentences of a worked-out cell, as English message ids with named placeholders.

A page translates `STEPS[step.code]` and fills in `filled(step, names)`. `sentence` does the same in plain English
for the command line. Numbers are shown rounded, the exact ones stay in the step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from tournaments.standings.model import Arithmetic, Step


def gettext_noop(message: str) -> str:
    """Mark English text for the message catalogue; the page translates it (this package knows no language)."""
    return message


STEPS: dict[str, str] = {
    # Own rounds
    "round_won": gettext_noop("Round %(round)s: won against %(opponents)s: %(points)s"),
    "round_drawn": gettext_noop("Round %(round)s: drew with %(opponents)s: %(points)s"),
    "round_lost": gettext_noop("Round %(round)s: lost to %(opponents)s: %(points)s"),
    "round_bye": gettext_noop("Round %(round)s: bye: %(points)s"),
    "round_half_bye": gettext_noop("Round %(round)s: half-point bye: %(points)s"),
    "round_missed": gettext_noop("Round %(round)s: missed, counts as lost: %(points)s"),
    "round_not_counted": gettext_noop("Round %(round)s: does not count here"),
    "squared": gettext_noop("Round %(round)s lost: %(round)s times %(round)s"),
    "running": gettext_noop("After round %(round)s: %(points)s so far"),
    "ctb": gettext_noop("After round %(round)s: %(before)s divided by 4, plus %(points)s so far"),
    "last_round": gettext_noop("The last round with a result of yours: %(round)s"),
    "lot": gettext_noop("The lot drawn before round 1: %(lot)s"),
    "games": gettext_noop(
        "Round %(round)s: %(won)s won, %(lost)s lost, %(drawn)s drawn: %(part)s of %(whole)s"
    ),
    "match_part": gettext_noop("Round %(round)s: %(part)s of %(whole)s points"),
    # Opponents
    "opponent": gettext_noop("Round %(round)s, %(opponent)s: %(part)s of %(whole)s = %(raw)s"),
    "opponent_floored": gettext_noop(
        "Round %(round)s, %(opponent)s: %(part)s of %(whole)s = %(raw)s, so the lowest value %(limit)s counts"
    ),
    "opponent_capped": gettext_noop(
        "Round %(round)s, %(opponent)s: %(part)s of %(whole)s = %(raw)s, so the highest value %(limit)s counts"
    ),
    "opponent_value": gettext_noop("Round %(round)s, %(opponent)s: %(value)s"),
    "opponent_score": gettext_noop("Round %(round)s, %(opponent)s: %(value)s"),
    "opponent_adjusted": gettext_noop(
        "Round %(round)s, %(opponent)s: %(value)s, counting rounds sat out as draws (really %(points)s)"
    ),
    "own_score": gettext_noop("Round %(round)s not played: your own score stands in: %(value)s"),
    "virtual_score": gettext_noop("Round %(round)s not played: a stand-in opponent with %(value)s"),
    "stand_ins": gettext_noop("Round %(round)s, bye: %(count)s stand-ins of %(value)s each"),
    "no_opponent": gettext_noop("Round %(round)s: no opponent, nothing to count"),
    "cut_low": gettext_noop("Left out as the lowest, round %(round)s: %(value)s"),
    "cut_high": gettext_noop("Left out as the highest, round %(round)s: %(value)s"),
    "product": gettext_noop("Round %(round)s, %(opponent)s: your %(points)s times their %(score)s"),
    "koya": gettext_noop("Round %(round)s, %(opponent)s with %(score)s of at least %(half)s: %(points)s"),
    "koya_weak": gettext_noop(
        "Round %(round)s, %(opponent)s with %(score)s, less than %(half)s: does not count"
    ),
    # Head-to-head
    "level_with": gettext_noop("Tied so far with %(others)s"),
    "not_level": gettext_noop("Nobody is tied with you here, so this is not needed"),
    "not_two": gettext_noop("More than two players are tied, so this does not count"),
    "not_all_met": gettext_noop("Not all of them met each other, so this does not count"),
    "above": gettext_noop("You finish above %(others)s"),
    # Endings
    "sum": gettext_noop("Added up: %(value)s"),
    "divided": gettext_noop("%(part)s divided by %(whole)s: %(value)s"),
    "floored": gettext_noop("%(raw)s is low, so the lowest value %(limit)s counts"),
    "nothing": gettext_noop("Nothing to count yet, so 0"),
}
"""Every step code with its sentence."""


def decimal(value: Fraction, digits: int = 3) -> str:
    """The value with `digits` decimals, exact halves rounded up (away from 0), as published tables do."""
    scaled = abs(value) * 10**digits
    whole = int(scaled + Fraction(1, 2))
    sign = "-" if value < 0 and whole else ""
    if not digits:
        return f"{sign}{whole}"
    return f"{sign}{whole // 10**digits}.{whole % 10**digits:0{digits}d}"


def plain(value: object) -> object:
    """A parameter as a reader wants it: whole numbers bare, other fractions with up to three decimals."""
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else decimal(value).rstrip("0")
    return value


POINTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("opponent_score", "virtual_score"), ("value",)),
    **{code: ("points",) for code, text in STEPS.items() if "%(points)s" in text and code != "product"},
    "opponent_adjusted": ("value", "points"),
}
"""Step code -> the parameters that are points: a sentence says them with their word, "1 point" or "3 points"."""


def points_text(points: object) -> str:
    """A number of points with its word, in English."""
    return f"{points} point" if points in (1, "1") else f"{points} points"


_IDS = ("opponent", "opponents", "others")
"""The parameters that hold ids, several of them joined by a comma and a space."""


def filled(
    step: Step, names: Mapping[str, str] | None = None, points: Callable[[object], str] = points_text
) -> dict[str, object]:
    """The parameters of a step ready for its sentence: short numbers, names for ids where known, points as words."""
    known = names or {}
    out = {key: plain(value) for key, value in step.params.items()}
    out |= {key: points(out[key]) for key in POINTS.get(step.code, ())}
    for key in _IDS:
        if key in out:
            out[key] = ", ".join(known.get(part, part) for part in str(out[key]).split(", "))
    return out


def sentence(step: Step, names: Mapping[str, str] | None = None) -> str:
    """One step in English."""
    return STEPS[step.code] % filled(step, names)


def text(arithmetic: Arithmetic, names: Mapping[str, str] | None = None) -> list[str]:
    """A whole cell in English: the formula, then its lines."""
    return [arithmetic.formula, *(sentence(step, names) for step in arithmetic.steps)]
