"""The SQL of what every phone at a recorded table asks and says at every line. Constants; see ledger/sql.py."""

from ledger.sql import Sql
from tournaments.entries.statements import LISTS, WITH_LIST, columns, listed
from tournaments.rounds.statements import MATCH, ROUND

from .models import Recording, RecordingDevice

RECORDING, DEVICE = columns(Recording, "opening"), columns(RecordingDevice)
"""Of a recording everything but its opening, which is read where a game is replayed from its beginning."""

TABLE = Sql(
    "recordings_table",
    f"""
SELECT {listed("r", RECORDING)}, {listed("m", MATCH)}, {listed("d", ROUND)},
       EXISTS (SELECT 1 FROM tournaments_recordingentry e WHERE e.recording_id = r.id AND e.body = '{{}}')
  FROM tournaments_recording r
  JOIN tournaments_match m ON m.id = r.match_id
  JOIN tournaments_round d ON d.id = m.round_id
 WHERE r.id = %s AND m.tournament_id = %s
""",  # noqa: S608 - put together of constants
    returns=True,
)
"""A recorded game of a tournament with its table and round, and whether anything in its journal was forgotten."""

LOCK = Sql(
    "recordings_lock", "SELECT 1 FROM tournaments_recording WHERE id = %s FOR NO KEY UPDATE", returns=True
)
"""One writer at a time; PostgreSQL only. A statement of its own, so that whatever is read next is read behind it."""

PHONE = Sql(
    "recordings_phone",
    f"""
SELECT {WITH_LIST}, {listed("p", DEVICE)}
  FROM tournaments_recordingdevice p LEFT JOIN tournaments_entry e ON e.id = p.entry_id {LISTS}
 WHERE p.id = %s AND p.recording_id = %s
""",  # noqa: S608 - put together of constants
    returns=True,
)
"""A phone that wrote or writes in a recording, and for whom, with their list."""

PACE = Sql(
    "recordings_pace",
    "SELECT COUNT(*) FROM tournaments_recordingentry WHERE device_id = %s AND received_at > %s",
    returns=True,
)
"""How much a phone has written since a moment."""

ENTRY_ADDED = Sql(
    "recordings_entry",
    """
INSERT INTO tournaments_recordingentry
       (recording_id, seq, device_id, device_seq, base, kind, body, by, author_id, status, prev_hash, hash,
        signature, voice, client_at, received_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
""",
)

WRITTEN_ON = Sql(
    "recordings_written_on",
    """
UPDATE tournaments_recording SET head = %s, head_hash = %s, pen_id = %s, state = %s, result = %s WHERE id = %s
""",
)
"""Where a recording stands after what was added."""
