"""What a write to the catalogue says of itself, in words that a keeper reads and can look up."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from ledger.models import LedgerRow
from rules_engine.games import GAMES, game_of

from .words import CHANGES

PARTS = {
    "person": _("person"),
    "game": _("game"),
    "number": _("card"),
    "printing": _("printed again as"),
    "revision": _("version"),
    "set": _("set"),
    "pool": _("pool"),
    "cards": _("cards"),
    "list": _("list"),
    "limit": _("copies allowed"),
    "until": _("until"),
    "added": _("added"),
    "changed": _("changed"),
    "reprints": _("reprints"),
    "reason": _("reason"),
}
"""What is told of a row, in this order; hashes and numbers of rows in a database say nothing to a reader."""
SHOWN = 5
"""Members of a list that are named; how many more there are is said."""


def told(rows: Iterable[LedgerRow]) -> list[tuple[LedgerRow, Any, list[tuple[Any, str]]]]:
    """Each row with what was done and its parts: name of the part, value."""
    known = list(rows)
    people = get_user_model()._default_manager.in_bulk(
        {row.data["person"] for row in known if "person" in row.data}
    )
    return [(row, CHANGES.get(row.action, row.action), _parts(row, people)) for row in known]


def _parts(row: LedgerRow, people: dict[Any, Any]) -> list[tuple[Any, str]]:
    said = {**row.data, "reason": row.note}
    if said.get("game") in GAMES:
        said["game"] = game_of(said["game"]).name
    if "person" in said:
        said["person"] = people.get(said["person"], "")
    return [(label, _value(said[name])) for name, label in PARTS.items() if _value(said.get(name))]


def _value(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return ""  # a yes that its label says already, as in "changed"
    if not isinstance(value, list):
        return str(value)
    more = [f"+ {len(value) - SHOWN}"] if len(value) > SHOWN else []
    return ", ".join([*map(str, value[:SHOWN]), *more])
