"""What the role of the pages may do in PostgreSQL: everything they need, and nothing that changes history.

The owner of the tables migrates; pages, workers and the relay connect as another role. An owner can switch off every
protection of a table, so a page that is taken over must not be one.
"""

import re

from django.db import connection, transaction

ROWS = "ledger_ledgerrow"
VOLUMES = "ledger_volume"
"""What was put away out of those rows: the owner alone puts away and brings back."""
MAY_BLANK = ("note", "note_salt")
"""What somebody wrote beside a row may be erased; the row holds a salted hash of it, so the chain stays whole."""
_NAME = re.compile(r"^[a-z_][a-z0-9_]{0,62}$")


def grant(role: str) -> None:
    """Give ``role`` its rights; run by the owner after every migration and after every restore.

    All at once: pages read on meanwhile, and between two of these statements they would be refused their own tables.
    Raises ValueError for a name that is no plain name of a role.
    """
    _check_name(role)
    statements = (
        "GRANT USAGE ON SCHEMA public TO {0}",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {0}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {0}",
        "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {0}",
        "REVOKE UPDATE, DELETE ON " + ROWS + " FROM {0}",
        "GRANT UPDATE (" + ", ".join(MAY_BLANK) + ") ON " + ROWS + " TO {0}",
        "REVOKE INSERT, UPDATE, DELETE ON " + VOLUMES + " FROM {0}",
        "REVOKE DELETE ON ledger_chain FROM {0}",
        "REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {0}",
    )
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement.format(connection.ops.quote_name(role)))


def problems(role: str) -> list[str]:
    """What ``role`` may do and must not, or must and may not; empty when its rights are as they should be."""
    _check_name(role)
    found: list[str] = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper, oid FROM pg_roles WHERE rolname = %s", [role])
        row = cursor.fetchone()
        if row is None:
            return [f"there is no role {role}"]
        if row[0]:
            found.append(f"{role} is a superuser")
        cursor.execute(
            "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' "
            "AND c.relkind = 'r' AND pg_has_role(%s, c.relowner, 'MEMBER')",
            [role],
        )
        if owned := cursor.fetchone()[0]:
            found.append(f"{role} owns {owned} tables, or is a member of their owner")
        for table, rights, may in (
            (ROWS, ("SELECT", "INSERT"), True),
            (ROWS, ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER"), False),
            (VOLUMES, ("SELECT",), True),
            (VOLUMES, ("INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER"), False),
            ("ledger_chain", ("SELECT", "INSERT", "UPDATE"), True),
            ("ledger_chain", ("DELETE", "TRUNCATE", "TRIGGER"), False),
            ("ledger_outboxmessage", ("SELECT", "INSERT", "UPDATE", "DELETE"), True),
        ):
            for right in rights:
                cursor.execute("SELECT has_table_privilege(%s, %s, %s)", [role, table, right])
                if cursor.fetchone()[0] != may:
                    found.append(f"{role} {'may not' if may else 'may'} {right} {table}")
        cursor.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0", [ROWS]
        )
        for (column,) in cursor.fetchall():
            cursor.execute("SELECT has_column_privilege(%s, %s, %s, 'UPDATE')", [role, ROWS, column])
            if cursor.fetchone()[0] != (column in MAY_BLANK):
                may_not = "may not" if column in MAY_BLANK else "may"
                found.append(f"{role} {may_not} UPDATE {ROWS}.{column}")
    return found


def _check_name(role: str) -> None:
    if not _NAME.match(role):
        raise ValueError(f"{role!r} is no plain name of a role")
