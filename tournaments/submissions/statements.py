"""The SQL that finds a player's own deck in a tournament. Constants; see ledger/sql.py."""

from ledger.sql import Sql

ENTRY = ("id", "tournament_id", "user_id", "state", "registration_id", "team_id")
TOURNAMENT = ("id", "slug", "state", "policy", "starts_at", "deck_deadline")
REGISTRATION = (
    "id",
    "owner_id",
    "format",
    "game",
    "pool_key",
    "state",
    "current_id",
    "locked_at",
    "extended_until",
)

_OWN = """
SELECT e.id, e.tournament_id, e.user_id, e.state, e.registration_id, e.team_id,
       t.id, t.slug, t.state, t.policy, t.starts_at, t.deck_deadline,
       r.id, r.owner_id, r.format, r.game, r.pool_key, r.state, r.current_id, r.locked_at, r.extended_until,
       (SELECT stamp FROM decks_cataloguestate WHERE id = 1)
  FROM tournaments_entry e
  JOIN tournaments_tournament t ON t.id = e.tournament_id
  JOIN decks_registration r ON r.id = e.registration_id
 WHERE e.tournament_id = %s AND e.user_id = %s
"""

OWN = Sql("own_deck", _OWN, returns=True)
OWN_LOCKED = Sql("own_deck_locked", _OWN + "FOR UPDATE OF r", returns=True)
"""The columns of the tuples above in their order, and the catalogue's stamp; the second locks the registration."""
