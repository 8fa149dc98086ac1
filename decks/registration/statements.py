"""The SQL of submitting a deck. Constants; see ledger/sql.py."""

from ledger.sql import Sql

REVISION = Sql(
    "deck_revision",
    """
INSERT INTO decks_deckrevision
       (registration_id, number, name, main, sideboard, salt, sha256, pool_sha256, at, by_id, reason)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
""",
)

CURRENT = Sql(
    "deck_current",
    """
UPDATE decks_registration
   SET current_id = lastval(), state = %s, draft_text = %s, draft_name = %s, draft_saved_at = %s
 WHERE id = %s
""",
    sqlite="""
UPDATE decks_registration
   SET current_id = last_insert_rowid(), state = %s, draft_text = %s, draft_name = %s, draft_saved_at = %s
 WHERE id = %s
""",
)
"""Make the revision that the statement before stored the current one, and keep its text as the draft."""

DRAFT = Sql(
    "deck_draft",
    "UPDATE decks_registration SET draft_text = %s, draft_name = %s, draft_saved_at = %s WHERE id = %s",
)
