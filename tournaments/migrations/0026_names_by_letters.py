"""Organizations and clans are found by a part of their name: an index of three letters (the extension is there)."""

from django.db import migrations

INDEXES = {"organizations_by_letters": "tournaments_organization", "clans_by_letters": "tournaments_clan"}


def index_names(apps, schema_editor):
    """Only PostgreSQL has such an index; elsewhere the few names are looked through."""
    if schema_editor.connection.vendor == "postgresql":
        for name, table in INDEXES.items():
            schema_editor.execute(
                f"CREATE INDEX {name} ON {table} USING gin (folded gin_trgm_ops) WITH (fastupdate = off)"
            )


def unindex_names(apps, schema_editor):
    """They go again."""
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0025_listed_fees")]

    operations = [migrations.RunPython(index_names, unindex_names)]
