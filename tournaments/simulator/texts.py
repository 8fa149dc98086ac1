"""Every code of the simulator with its English sentence, for the command line; the site's form has words of its own."""

from __future__ import annotations

from collections.abc import Mapping

ERRORS: dict[str, str] = {
    "out_of_range": "%(field)s must lie between %(least)s and %(most)s.",
    "not_one_of": "%(field)s must be one of: %(known)s.",
    "even_games": "A match has an odd number of games.",
    "too_many": "%(field)s takes between one and %(most)s numbers.",
    "too_long": "%(field)s may have %(most)s letters at most.",
    "bad_file": "The file cannot be used: %(detail)s",
}


def render(code: str, params: Mapping[str, object]) -> str:
    """The English sentence of an error."""
    return ERRORS[code] % params
