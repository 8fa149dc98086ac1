"""What the pairing room says in codes, as sentences in the reader's language with names for ids."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.formats import format_of
from tournaments.pairing import TEMPLATES

from .models import Round
from .units import unit_of


def names_by_key(tournament: Tournament) -> dict[str, str]:
    """Display names by the key that pairing and standings use."""
    rows = Entry.objects.filter(tournament=tournament).values_list("number", "name")
    return {f"E{number}": name for number, name in rows}


def line_names(tournament: Tournament) -> dict[str, str]:
    """The names of those who are paired and ranked, by key: the players, the crews, the teams."""
    return unit_of(tournament).names(tournament)


def pairing_text(kind: str, code: str, params: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One sentence; ``kind`` is relaxed, problem, reason or pod."""
    return _(TEMPLATES[f"{kind}.{code}"]) % {
        key: names.get(str(value), value) for key, value in params.items()
    }


def relaxations(round_: Round) -> list[str]:
    """Which rules gave way in a round."""
    items = round_.certificate.get("relaxed", [])
    names = line_names(round_.tournament) if items else {}
    kind = format_of(round_.stage).pairing_texts
    return [pairing_text(kind, item["code"], item["params"], names) for item in items]
