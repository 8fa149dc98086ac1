"""The SQL of what the whole hall asks in the same seconds. Constants for ledger/sql.py."""

from ledger.sql import Sql

SHOWN_VERSION = Sql(
    "display_shown_version",
    """
SELECT chain.version FROM tournaments_tournament AS shown
  LEFT JOIN ledger_chain AS chain ON chain.key = 't-' || shown.slug
 WHERE shown.slug = %s AND shown.state <> 'draft' AND shown.rehearsal_until IS NULL
""",
    returns=True,
)
"""The public version of a tournament that everybody may know of; no row for any other."""

BESIDE_TABLES = Sql(
    "display_beside_tables",
    """
SELECT EXISTS (SELECT 1 FROM tournaments_penalty p WHERE p.entry_id = mine.entry AND p.state = 'given'),
       EXISTS (SELECT 1 FROM tournaments_seat s JOIN tournaments_recording w ON w.match_id = s.match_id
                WHERE s.entry_id = mine.seated),
       EXISTS (SELECT 1 FROM tournaments_seat s JOIN tournaments_judgecall c ON c.match_id = s.match_id
                WHERE s.entry_id = mine.seated AND c.state IN ('waiting', 'claimed')),
       EXISTS (SELECT 1 FROM tournaments_case_parties c WHERE c.entry_id = mine.entry),
       EXISTS (SELECT 1 FROM tournaments_entry e JOIN tournaments_staff f ON f.tournament_id = e.tournament_id
                WHERE e.id = mine.entry AND f.role IN ('judge', 'head_judge')),
       EXISTS (SELECT 1 FROM tournaments_entry e JOIN tournaments_entry o
                          ON o.user_id = e.user_id AND o.id <> e.id AND o.state = 'checked_in'
                 JOIN tournaments_seat s ON s.entry_id = o.id
                 JOIN tournaments_match m ON m.id = s.match_id AND m.kind = 'played' AND m.state <> 'final'
                 JOIN tournaments_round r ON r.id = m.round_id AND r.state = 'published'
                WHERE e.id = mine.entry)
  FROM (SELECT CAST(%s AS bigint) AS entry, CAST(%s AS bigint) AS seated) mine
""",
    returns=True,
)
"""Whether there is a penalty or a ruling about an entry; a recording of any table of another entry (their own or the
team's), and a call there that waits: most have none, and then nothing more is asked. Then whether anyone judges here,
and whether this person has another match that is being played."""
