"""The SQL of handing in a deck. Constants; see decks/statements.py."""

REVISION = """
INSERT INTO decks_deckrevision
       (registration_id, number, name, main, sideboard, salt, sha256, pool_sha256, at, by_id, reason)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id
"""

CURRENT = """
UPDATE decks_registration
   SET current_id = (SELECT id FROM decks_deckrevision WHERE registration_id = %s AND number = %s),
       state = %s, draft_text = %s, draft_name = %s, draft_saved_at = %s
 WHERE id = %s
"""
"""Make a revision just stored the current one, and keep its text as the draft."""

DRAFT = "UPDATE decks_registration SET draft_text = %s, draft_name = %s, draft_saved_at = %s WHERE id = %s"
