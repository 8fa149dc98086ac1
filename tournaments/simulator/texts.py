"""Every code of the simulator with its English sentence; the site translates them by code."""

from __future__ import annotations

from collections.abc import Mapping


def gettext_noop(message: str) -> str:
    """Mark a sentence for the translators and return it as it is (this floor knows no Django)."""
    return message


ERRORS: dict[str, str] = {
    "out_of_range": gettext_noop("%(field)s must lie between %(least)s and %(most)s."),
    "not_one_of": gettext_noop("%(field)s must be one of: %(known)s."),
    "even_games": gettext_noop("A match has an odd number of games."),
    "too_many": gettext_noop("%(field)s takes between one and %(most)s numbers."),
    "too_long": gettext_noop("%(field)s may have %(most)s letters at most."),
    "bad_file": gettext_noop("The file cannot be used: %(detail)s"),
}


def render(code: str, params: Mapping[str, object]) -> str:
    """The English sentence of an error."""
    return ERRORS[code] % params
