"""The SQL of one command: its key, its place in the chain, its row, its messages. Constants for decks/statements.py."""

CLAIM = """
INSERT INTO tournaments_idempotencykey (actor_key, key, request_hash, created_at) VALUES (%s, %s, %s, %s)
ON CONFLICT (actor_key, key) DO NOTHING RETURNING id
"""
"""Own a key; no row when somebody has it already. Waits for a twin in flight, and owns the key if that fails."""

NEXT = """
INSERT INTO tournaments_chain (key, head_hash, length, version) VALUES (%s, %s, 1, %s)
ON CONFLICT (key) DO UPDATE SET length = tournaments_chain.length + 1,
                                version = tournaments_chain.version + excluded.version
RETURNING length, head_hash, version
"""
"""Take the next number of a chain and lock its head until the end of the transaction; makes a chain that is new."""

ROW = """
INSERT INTO tournaments_ledgerrow
       (chain_id, number, action, actor_id, role, at, data, note, note_salt, previous, hash)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""

HEAD = "UPDATE tournaments_chain SET head_hash = %s WHERE key = %s"

MESSAGE = """
INSERT INTO tournaments_outboxmessage (topic, payload, created_at, due_at, attempts, last_error)
VALUES (%s, %s, %s, %s, 0, '')
"""

ANSWER = "UPDATE tournaments_idempotencykey SET response = %s WHERE id = %s"
