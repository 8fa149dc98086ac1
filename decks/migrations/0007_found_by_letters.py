"""Public decks are found by a part of their name or of their owner's: indexes of three letters."""

from django.db import migrations

INDEXES = {
    "public_decks_by_letters": "decks_deck USING gin (name_key gin_trgm_ops) WITH (fastupdate = off) "
    "WHERE visibility = 'public'",
    "people_by_letters": "accounts_user USING gin (sort_name gin_trgm_ops) WITH (fastupdate = off)",
}


def index_names(apps, schema_editor):
    """Only PostgreSQL has such indexes; the owner of a database may add this extension. Elsewhere all are read."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        for name, where in INDEXES.items():
            schema_editor.execute(f"CREATE INDEX {name} ON {where}")


def unindex_names(apps, schema_editor):
    """They go again; another part of the database may use the extension."""
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")


OLD_CODE_LIVES = "indexes alone: whoever knows nothing of them stores and reads as before"


class Migration(migrations.Migration):
    dependencies = [("decks", "0006_cards_the_site_plays"), ("accounts", "0005_time_zone")]

    operations = [migrations.RunPython(index_names, unindex_names)]
