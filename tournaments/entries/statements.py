"""The SQL that finds who somebody is in a tournament, in one row. Constants; see ledger/sql.py."""

from typing import Any

from django.db.models import Model

from decks.registration.models import DeckRevision, Registration
from ledger.sql import Sql
from tournaments.events.models import Tournament

from .models import Entry


def columns(model: type[Model], *without: str) -> tuple[str, ...]:
    """The columns of a table, in one order."""
    return tuple(field.attname for field in model._meta.concrete_fields if field.attname not in without)


def listed(alias: str, names: tuple[str, ...]) -> str:
    """The columns of one table of a query."""
    return ", ".join(f'{alias}."{name}"' for name in names)


TOURNAMENT, ENTRY, REGISTRATION = columns(Tournament), columns(Entry), columns(Registration)
PLAYED = ("id", "main", "sideboard")
"""The cards of a list; what else is known of it stands on pages of its own."""
assert set(PLAYED) <= set(columns(DeckRevision))  # noqa: S101 - of constants
WITH_LIST = f"{listed('e', ENTRY)}, {listed('g', REGISTRATION)}, {listed('v', PLAYED)}"
LISTS = """
  LEFT JOIN decks_registration g ON g.id = e.registration_id
  LEFT JOIN decks_deckrevision v ON v.id = g.current_id
"""
"""An entry ``e`` with its registration and the list it plays: the columns, and the tables they stand in."""


def _here(roles: str) -> str:
    return f"""
SELECT {listed("t", TOURNAMENT)}, {listed("e", ENTRY)}, {listed("r", REGISTRATION)}, c.version,
       (SELECT {roles} FROM (
          SELECT s.role FROM tournaments_staff s WHERE s.tournament_id = t.id AND s.user_id = e2.person
          UNION SELECT 'organizer' FROM tournaments_member m
           WHERE m.organization_id = t.organization_id AND m.user_id = e2.person
             AND m.role IN ('owner', 'organizer')) named)
  FROM (SELECT CAST(%s AS bigint) AS person) e2
  JOIN tournaments_tournament t ON t.slug = %s
  LEFT JOIN tournaments_entry e ON e.tournament_id = t.id AND e.user_id = e2.person
  LEFT JOIN decks_registration r ON r.id = e.registration_id
  LEFT JOIN ledger_chain c ON c.key = 't-' || t.slug
"""  # noqa: S608 - put together of constants


HERE = Sql(
    "person_here",
    _here("string_agg(named.role, ',')"),
    returns=True,
    sqlite=_here("group_concat(named.role, ',')"),
)
"""A tournament by its slug, the entry and registration a person has in it, its public version, the person's roles."""


def pieces(row: tuple[Any, ...], *tables: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """A row cut into the columns of these tables; what is left stands at the end."""
    cut, start = [], 0
    for names in tables:
        cut.append(row[start : start + len(names)])
        start += len(names)
    return [*cut, row[start:]]
