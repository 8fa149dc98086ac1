"""The SQL of what every player asks and says in the same minutes: their own tables, and a report of one of them.

Constants; see ledger/sql.py.
"""

from ledger.sql import Sql
from tournaments.entries.models import Entry
from tournaments.entries.statements import LISTS, WITH_LIST, columns, listed
from tournaments.events.models import Stage

from .models import Match, Report, Round, Seat

MATCH, SEAT, STAGE, REPORT = columns(Match), columns(Seat), columns(Stage), columns(Report)
ROUND = columns(Round, "certificate", "law")
"""What pages of a player need of a round; how it was paired is longer and stands on pages of its own."""
ROUND_OF_MATCH = ("id", "tournament_id", "stage_id", "number", "state")
SEATED = ("id", "tournament_id", "user_id", "number", "name", "sort_name", "state", "team_id")
"""What stands of an entry at its table."""

assert set(ROUND_OF_MATCH) <= set(ROUND) and set(SEATED) <= set(columns(Entry))  # noqa: S101 - of constants

NEWEST_ROUND = Sql(
    "rounds_newest",
    f"""
SELECT {listed("r", ROUND)}, {listed("g", STAGE)}
  FROM tournaments_round r JOIN tournaments_stage g ON g.id = r.stage_id
 WHERE r.tournament_id = %s AND r.state <> 'draft'
 ORDER BY r.number DESC LIMIT 1
""",  # noqa: S608 - put together of constants
    returns=True,
)
"""The newest round that everybody may see, with its stage."""

OWN_TABLES = Sql(
    "rounds_own_tables",
    f"""
SELECT {listed("m", MATCH)}, {listed("r", ROUND_OF_MATCH)}, {listed("s", SEAT)}, {listed("e", SEATED)},
       (SELECT CAST(p.outcome AS text) FROM tournaments_report p WHERE p.match_id = m.id AND p.entry_id = s.entry_id)
  FROM tournaments_seat mine
  JOIN tournaments_match m ON m.id = mine.match_id
  JOIN tournaments_round r ON r.id = m.round_id
  JOIN tournaments_seat s ON s.match_id = m.id
  JOIN tournaments_entry e ON e.id = s.entry_id
 WHERE mine.entry_id = %s AND r.state <> 'draft'
 ORDER BY r.number, m.id, s.position
""",  # noqa: S608 - put together of constants
    returns=True,
)
"""Every seat of every table that an entry sits at and that everybody may see, and what that seat has reported."""

LOCK_ROUND = Sql(
    "rounds_lock_of_match",
    """
SELECT pg_advisory_xact_lock_shared(%s, CAST(m.round_id AS int))
  FROM tournaments_match m WHERE m.id = %s AND m.tournament_id = %s
""",
    returns=True,
)
"""The shared lock of the round in which a match is played; PostgreSQL only, see ledger/locks.py."""

_TABLE = f"""
SELECT {listed("m", MATCH)}, {listed("r", ROUND)}, {listed("g", STAGE)}
  FROM tournaments_match m
  JOIN tournaments_round r ON r.id = m.round_id
  JOIN tournaments_stage g ON g.id = r.stage_id
 WHERE m.id = %s AND m.tournament_id = %s
"""  # noqa: S608 - put together of constants

TABLE = Sql("rounds_table", _TABLE, returns=True)
TABLE_LOCKED = Sql("rounds_table_locked", _TABLE + "FOR NO KEY UPDATE OF m", returns=True)
"""A match with its round and stage; the second locks the match."""

SEATS = Sql(
    "rounds_seats",
    f"""
SELECT {listed("s", SEAT)}, {listed("e", SEATED)}, g.current_id
  FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
  LEFT JOIN decks_registration g ON g.id = e.registration_id
 WHERE s.match_id = %s ORDER BY s.position
""",  # noqa: S608 - put together of constants
    returns=True,
)

"""Who sits at a table, and the number of the list that was submitted, if one was."""

SIDES = Sql(
    "rounds_sides",
    f"""
SELECT {WITH_LIST} FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id {LISTS}
 WHERE s.match_id = %s ORDER BY s.position
""",  # noqa: S608 - put together of constants
    returns=True,
)
"""Who plays at a table, with their lists."""

REPORTS = Sql(
    "rounds_reports",
    f"SELECT {listed('p', REPORT)} FROM tournaments_report p WHERE p.match_id = %s ORDER BY p.id",  # noqa: S608
    returns=True,
)
"""What was reported of a match; asked after the match is locked."""

REPORTED = Sql(
    "rounds_reported",
    """
INSERT INTO tournaments_report (match_id, entry_id, outcome, at) VALUES (%s, %s, %s, %s)
ON CONFLICT (match_id, entry_id) DO UPDATE SET outcome = excluded.outcome, at = excluded.at
""",
)
"""What one player says of a table, in the place of what they said before."""

MATCH_CHANGED = Sql(
    "rounds_match_changed",
    """
UPDATE tournaments_match
   SET state = %s, version = %s, outcome = %s, source = %s, kind = %s, ended_at = %s WHERE id = %s
""",
)
