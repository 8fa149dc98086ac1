"""The SQL with which every page of somebody signed in begins. Constants; see ledger/sql.py."""

from ledger.sql import Sql

SESSION_COLUMNS = ("session_key", "session_data", "expire_date")

LIVING_SESSION = Sql(
    "living_session",
    """
SELECT session_key, session_data, expire_date FROM accounts_session WHERE session_key = %s AND expire_date > %s
""",
    returns=True,
)
"""What a session holds, while it lives."""
