"""Tables of which the database itself keeps the rows as they are: one helper for the migrations that say so.

A trigger costs nothing where rows are only added. It stops whoever may write rows and not change the tables; who owns
the tables can drop it, and is found by what the ledger tells of them.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_FUNCTION = """
CREATE OR REPLACE FUNCTION ledger_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE free text[] := string_to_array(TG_ARGV[0], ' ');
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF TG_ARGV[1] = 'goes' THEN
            RETURN OLD;
        END IF;
    ELSIF (to_jsonb(NEW) - free) = (to_jsonb(OLD) - free) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""


def only_added(table: str, *, free: str = "", goes: bool = False) -> migrations.RunPython:
    """A step of a migration that lets rows of ``table`` be added and never changed, but for the columns in ``free``.

    ``free``: what an erasure or a retention replaces, names between blanks. ``goes``: rows may be deleted, with what
    they are about. SQLite, whose tests empty tables row by row, refuses changes alone; a later migration that makes
    the table anew there has to say this again.
    """
    name = f"{table}_only_added"

    def freeze(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
        thaw(apps, editor)
        quoted = editor.quote_name(table)
        if editor.connection.vendor == "postgresql":
            editor.execute(_FUNCTION, params=None)
            editor.execute(
                f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {quoted} FOR EACH ROW "
                f"EXECUTE FUNCTION ledger_only_added('{free}', '{'goes' if goes else ''}')",
                params=None,
            )
            return
        with editor.connection.cursor() as cursor:
            found = editor.connection.introspection.get_table_description(cursor, table)
        changed = " OR ".join(
            f"NEW.{column} IS NOT OLD.{column}"
            for column in (editor.quote_name(one.name) for one in found if one.name not in free.split())
        )
        editor.execute(
            f"CREATE TRIGGER {name} BEFORE UPDATE ON {quoted} WHEN {changed} "
            f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are only ever added'); END",
            params=None,
        )

    def thaw(_apps: object, editor: BaseDatabaseSchemaEditor) -> None:
        on = f" ON {editor.quote_name(table)}" if editor.connection.vendor == "postgresql" else ""
        editor.execute(f"DROP TRIGGER IF EXISTS {name}{on}", params=None)

    return migrations.RunPython(freeze, thaw)
