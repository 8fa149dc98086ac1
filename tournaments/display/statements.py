"""The SQL of what the whole hall asks in the same seconds. Constants for ledger/sql.py."""

from ledger.sql import Sql

SHOWN_VERSION = Sql(
    "display_shown_version",
    """
SELECT chain.version FROM tournaments_tournament AS shown
  LEFT JOIN ledger_chain AS chain ON chain.key = 't-' || shown.slug
 WHERE shown.slug = %s AND shown.state <> 'draft'
""",
    returns=True,
)
"""The public version of a tournament that everybody may know of; no row for any other."""
