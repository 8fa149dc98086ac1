"""What the pairing room says in codes, as sentences in the reader's language with names for ids."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.entries.crews import has_crews
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.formats.crews.field import crew_names
from tournaments.pairing import TEMPLATES


def names_by_key(tournament: Tournament) -> dict[str, str]:
    """Display names by the key that pairing and standings use."""
    rows = Entry.objects.filter(tournament=tournament).values_list("number", "name")
    return {f"E{number}": name for number, name in rows}


def line_names(tournament: Tournament) -> dict[str, str]:
    """The names of those who are paired and ranked: the players, or the crews by the key of their captain."""
    return crew_names(tournament) if has_crews(tournament) else names_by_key(tournament)


def pairing_text(kind: str, code: str, params: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One sentence; ``kind`` is relaxed, problem, reason or pod."""
    return _(TEMPLATES[f"{kind}.{code}"]) % {
        key: names.get(str(value), value) for key, value in params.items()
    }


def relaxations(tournament: Tournament, certificate: Mapping[str, Any]) -> list[str]:
    """Which rules gave way in a round."""
    items = certificate.get("relaxed", [])
    names = line_names(tournament) if items else {}
    kind = "pod" if certificate.get("method") == Stage.Kind.PODS else "relaxed"
    return [pairing_text(kind, item["code"], item["params"], names) for item in items]
