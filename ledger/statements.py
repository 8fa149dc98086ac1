"""The SQL of one command: its key, its place in the chain, its row, its messages. Constants for ledger/sql.py."""

from .sql import Sql

CLAIM = Sql(
    "command_claim",
    """
INSERT INTO ledger_idempotencykey (actor_key, key, request_hash, created_at) VALUES (%s, %s, %s, %s)
ON CONFLICT (actor_key, key) DO NOTHING
""",
    returning="1",
    sqlite_rows="SELECT 1 WHERE changes() = 1",
)
"""Own a key; no row when somebody has it already. Waits for a twin in flight, and owns the key if that fails."""

NEXT = Sql(
    "command_next",
    """
INSERT INTO ledger_chain (key, head_hash, length, version) VALUES (%s, %s, 1, %s)
ON CONFLICT (key) DO UPDATE SET length = ledger_chain.length + 1,
                                version = ledger_chain.version + excluded.version
""",
    returning="length, head_hash, version",
    sqlite_rows="SELECT length, head_hash, version FROM ledger_chain WHERE key = %s",
)
"""Take the next number of a chain and lock its head until the end of the transaction; makes a chain that is new."""

ROW = Sql(
    "command_row",
    """
INSERT INTO ledger_ledgerrow
       (chain_id, number, action, actor_id, role, at, data, note, note_salt, previous, hash)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
""",
)

HEAD = Sql(
    "command_head",
    """
INSERT INTO ledger_chain (key, head_hash, length, version) VALUES (%s, %s, 0, 0)
ON CONFLICT (key) DO UPDATE SET head_hash = excluded.head_hash
""",
)
"""Note the hash of the row just written in the chain that gave its number."""

STREAM = Sql(
    "command_stream",
    """
INSERT INTO ledger_chain (key, head_hash, length, version) VALUES (%s, %s, 0, %s)
ON CONFLICT (key) DO UPDATE SET version = excluded.version
""",
)
"""The version of a stream: a chain without rows, so that the live process finds it where it finds all others."""

MESSAGE = Sql(
    "command_message",
    """
INSERT INTO ledger_outboxmessage (topic, payload, created_at, due_at, attempts, last_error)
VALUES (%s, %s, %s, %s, 0, '')
""",
)

ANSWER = Sql(
    "command_answer",
    """
INSERT INTO ledger_idempotencykey (actor_key, key, request_hash, created_at, response)
VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (actor_key, key) DO UPDATE SET response = excluded.response
""",
)
"""Store the answer with the key that this transaction owns."""

LOCK = Sql("command_lock", "SELECT pg_advisory_xact_lock(%s, %s)")
LOCK_SHARED = Sql("command_lock_shared", "SELECT pg_advisory_xact_lock_shared(%s, %s)")
"""Advisory locks: PostgreSQL only, see locks.py."""
