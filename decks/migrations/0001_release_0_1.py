"""The tables of release 0.1.0, in one step. Its databases have run what this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import decks.lists.models
from ledger.tables import CreateTables

FROZEN = {
    "decks_cardrevision": "decks_cardrevision_frozen",
    "decks_poolsnapshot": "decks_poolsnapshot_frozen",
    "decks_enteredrevision": "decks_zxcardrevision_frozen",
}
"""Tables whose rows are only ever added, and the triggers of PostgreSQL under the names that they were made by."""
REFUSE = """
    CREATE FUNCTION decks_rows_never_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$
    """


def freeze(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the database itself refuse a change of what must never change."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(REFUSE, params=None)
        for table, name in FROZEN.items():
            schema_editor.execute(
                f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION decks_rows_never_change()",
                params=None,
            )
        return
    for table in FROZEN:
        schema_editor.execute(
            f"CREATE TRIGGER {table}_frozen BEFORE UPDATE ON {table} "
            f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are only ever added'); END",
            params=None,
        )


def thaw(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the triggers away again; on SQLite they go with their tables."""
    if schema_editor.connection.vendor == "postgresql":
        for table, name in FROZEN.items():
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
        schema_editor.execute("DROP FUNCTION decks_rows_never_change()")


class Migration(migrations.Migration):
    replaces = [
        ("decks", "0001_initial"),
        ("decks", "0002_limits_of_z_x_cards"),
        ("decks", "0003_cards_of_z_x_that_keepers_enter"),
        ("decks", "0004_cards_and_pools_of_every_game"),
    ]

    dependencies = [
        ("accounts", "0001_release_0_1"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="Card",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.CharField(max_length=40, unique=True)),
                        ("short", models.CharField(max_length=30, unique=True)),
                        ("name", models.CharField(max_length=80, unique=True)),
                        ("name_nl", models.CharField(blank=True, max_length=80)),
                        ("kind", models.CharField(max_length=20)),
                        ("card_class", models.CharField(blank=True, max_length=30)),
                        ("element", models.CharField(blank=True, max_length=30)),
                        ("crew", models.CharField(blank=True, max_length=30)),
                        ("rarity", models.CharField(max_length=4)),
                        ("cost", models.PositiveSmallIntegerField(default=0)),
                        ("mystic", models.PositiveSmallIntegerField(default=0)),
                        ("boost", models.PositiveSmallIntegerField(default=0)),
                        ("robiumm", models.PositiveSmallIntegerField(default=0)),
                        ("colorless", models.PositiveSmallIntegerField(default=0)),
                        ("movement", models.PositiveSmallIntegerField(null=True)),
                        ("attack", models.PositiveSmallIntegerField(null=True)),
                        ("defense", models.PositiveSmallIntegerField(null=True)),
                        ("speed", models.PositiveSmallIntegerField(null=True)),
                        ("range", models.PositiveSmallIntegerField(null=True)),
                        ("restriction", models.PositiveSmallIntegerField(null=True)),
                        ("permanent", models.BooleanField(default=False)),
                        ("ours", models.BooleanField(default=False)),
                        ("manual", models.BooleanField(default=False)),
                        ("tested", models.BooleanField(default=False)),
                        ("name_key", models.CharField(max_length=180)),
                        ("text_key", models.TextField(blank=True)),
                        ("words_key", models.TextField()),
                        (
                            "picture",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="decks.cardpicture",
                            ),
                        ),
                        (
                            "current",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="decks.cardrevision",
                            ),
                        ),
                        (
                            "card_set",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="cards",
                                to="decks.cardset",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["short"],
                    },
                ),
                migrations.CreateModel(
                    name="CardSet",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("code", models.CharField(max_length=12, unique=True)),
                        ("game", models.CharField(default="x610z", max_length=20)),
                        ("act", models.CharField(max_length=8)),
                        ("print_run", models.CharField(max_length=4)),
                        ("name", models.CharField(blank=True, max_length=80)),
                        ("name_nl", models.CharField(blank=True, max_length=80)),
                        ("released_on", models.DateField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ["code"],
                    },
                ),
                migrations.CreateModel(
                    name="CatalogueState",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("stamp", models.CharField(max_length=32)),
                        ("packaged", models.CharField(blank=True, max_length=64)),
                    ],
                ),
                migrations.CreateModel(
                    name="CardImport",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("token", models.CharField(max_length=40, unique=True)),
                        ("at", models.DateTimeField()),
                        ("filename", models.CharField(max_length=120)),
                        ("form", models.CharField(max_length=4)),
                        ("text", models.TextField()),
                        ("plan", models.CharField(max_length=64)),
                        ("applied_at", models.DateTimeField(null=True)),
                        ("outcome", models.JSONField(null=True)),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("game", models.CharField(db_default="x610z", default="x610z", max_length=20)),
                    ],
                ),
                migrations.CreateModel(
                    name="CardPicture",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.CharField(max_length=40)),
                        ("revision", models.PositiveIntegerField()),
                        ("name", models.CharField(max_length=32, unique=True)),
                        ("sha256", models.CharField(max_length=64)),
                        ("width", models.PositiveSmallIntegerField()),
                        ("height", models.PositiveSmallIntegerField()),
                        ("credit", models.CharField(max_length=120)),
                        ("licence", models.CharField(max_length=120)),
                        ("source", models.CharField(blank=True, max_length=300)),
                        ("at", models.DateTimeField()),
                        ("removed_at", models.DateTimeField(null=True)),
                        ("removed_why", models.CharField(blank=True, max_length=300)),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "card",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="pictures",
                                to="decks.card",
                            ),
                        ),
                        (
                            "removed_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-pk"],
                    },
                ),
                migrations.CreateModel(
                    name="CardRevision",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("revision", models.PositiveIntegerField()),
                        ("parts", models.JSONField()),
                        ("face", models.JSONField()),
                        ("tree", models.JSONField(null=True)),
                        ("grammar", models.PositiveIntegerField()),
                        ("sha256", models.CharField(max_length=64)),
                        ("effective_on", models.DateField()),
                        ("reason", models.CharField(blank=True, max_length=300)),
                        (
                            "origin",
                            models.CharField(
                                choices=[
                                    ("packaged", "comes with the site"),
                                    ("keeper", "typed in"),
                                    ("import", "imported"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "card",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="revisions",
                                to="decks.card",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["revision"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("card", "revision"), name="one_card_revision_per_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Deck",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "public_id",
                            models.CharField(
                                default=decks.lists.models.new_public_id,
                                editable=False,
                                max_length=22,
                                unique=True,
                            ),
                        ),
                        ("name", models.CharField(max_length=60)),
                        (
                            "play",
                            models.CharField(
                                choices=[("constructed", "constructed"), ("limited", "limited")],
                                default="constructed",
                                max_length=12,
                            ),
                        ),
                        ("pool_key", models.CharField(max_length=40)),
                        (
                            "visibility",
                            models.CharField(
                                choices=[
                                    ("private", "only me"),
                                    ("link", "anyone with the link"),
                                    ("public", "everybody"),
                                ],
                                default="private",
                                max_length=8,
                            ),
                        ),
                        ("notes", models.TextField(blank=True)),
                        ("saved_at", models.DateTimeField()),
                        (
                            "name_key",
                            models.CharField(db_default="", default="", editable=False, max_length=180),
                        ),
                        (
                            "energies",
                            models.CharField(db_default="", default="", editable=False, max_length=4),
                        ),
                        ("in_order", models.BooleanField(db_default=False, default=False, editable=False)),
                        (
                            "owner",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="decks",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "current",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="decks.decklistrevision",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-saved_at", "-pk"],
                        "indexes": [
                            models.Index(fields=["owner", "-saved_at"], name="decks_of_a_person"),
                            models.Index(
                                condition=models.Q(("visibility", "public")),
                                fields=["-saved_at"],
                                name="decks_for_everybody",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DeckListRevision",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("text", models.TextField(blank=True)),
                        ("main", models.JSONField(default=dict)),
                        ("sideboard", models.JSONField(default=dict)),
                        ("pool_sha256", models.CharField(max_length=64)),
                        ("note", models.CharField(blank=True, max_length=120)),
                        ("at", models.DateTimeField()),
                        (
                            "deck",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="revisions",
                                to="decks.deck",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("deck", "number"), name="one_list_revision_per_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DeckRevision",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("name", models.CharField(blank=True, max_length=60)),
                        ("main", models.JSONField()),
                        ("sideboard", models.JSONField(default=dict)),
                        ("salt", models.CharField(max_length=32)),
                        ("sha256", models.CharField(max_length=64)),
                        ("pool_sha256", models.CharField(max_length=64)),
                        ("at", models.DateTimeField()),
                        ("reason", models.CharField(blank=True, max_length=200)),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "registration",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="revisions",
                                to="decks.registration",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("registration", "number"), name="one_deck_revision_per_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LegalityList",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("key", models.SlugField(max_length=40, unique=True)),
                        ("game", models.CharField(default="x610z", max_length=20)),
                        ("name", models.CharField(max_length=80)),
                        ("name_nl", models.CharField(blank=True, max_length=80)),
                        ("default", models.BooleanField(default=False)),
                    ],
                    options={
                        "ordering": ["key"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("default", True)),
                                fields=("game",),
                                name="one_default_legality_list",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LegalityEntry",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("limit", models.PositiveSmallIntegerField()),
                        ("starts_on", models.DateField()),
                        ("ends_on", models.DateField(blank=True, null=True)),
                        ("reason", models.CharField(blank=True, max_length=300)),
                        ("reason_nl", models.CharField(blank=True, max_length=300)),
                        (
                            "card",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="legality",
                                to="decks.card",
                            ),
                        ),
                        (
                            "of",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="entries",
                                to="decks.legalitylist",
                            ),
                        ),
                        ("number", models.CharField(blank=True, db_default="", default="", max_length=40)),
                    ],
                    options={
                        "ordering": ["-starts_on", "pk"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("card", None), ("number", ""), _connector="XOR"),
                                name="an_entry_is_about_one_card",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PoolSnapshot",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("key", models.CharField(max_length=40)),
                        ("sha256", models.CharField(max_length=64)),
                        ("label", models.CharField(blank=True, max_length=80)),
                        ("label_nl", models.CharField(blank=True, max_length=80)),
                        ("size", models.PositiveIntegerField()),
                        ("cards", models.TextField()),
                        ("at", models.DateTimeField()),
                        (
                            "by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("game", models.CharField(db_default="x610z", default="x610z", max_length=20)),
                    ],
                    options={
                        "ordering": ["-pk"],
                        "constraints": [
                            models.UniqueConstraint(fields=("key", "sha256"), name="one_snapshot_per_content")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Printing",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.CharField(max_length=40, unique=True)),
                        ("short", models.CharField(max_length=30, unique=True)),
                        ("rarity", models.CharField(max_length=4)),
                        ("illustrator", models.CharField(blank=True, max_length=300)),
                        ("flavor", models.CharField(blank=True, max_length=300)),
                        ("legal", models.CharField(blank=True, max_length=300)),
                        ("at", models.DateTimeField()),
                        (
                            "by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "card",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="printings",
                                to="decks.card",
                            ),
                        ),
                        (
                            "card_set",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="printings",
                                to="decks.cardset",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["short"],
                    },
                ),
                migrations.CreateModel(
                    name="Registration",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("format", models.CharField(default="constructed", max_length=20)),
                        ("pool_key", models.CharField(max_length=40)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("draft", "draft"),
                                    ("submitted", "submitted"),
                                    ("locked", "locked"),
                                ],
                                default="draft",
                                max_length=12,
                            ),
                        ),
                        ("draft_name", models.CharField(blank=True, max_length=60)),
                        ("draft_text", models.TextField(blank=True)),
                        ("draft_saved_at", models.DateTimeField(null=True)),
                        ("locked_at", models.DateTimeField(null=True)),
                        ("game", models.CharField(default="x610z", max_length=20)),
                        ("extended_until", models.DateTimeField(null=True)),
                        ("extended_reason", models.CharField(blank=True, max_length=200)),
                        ("reminded_at", models.DateTimeField(null=True)),
                        (
                            "current",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="decks.deckrevision",
                            ),
                        ),
                        (
                            "owner",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="registrations",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="OpenedPool",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("cards", models.JSONField()),
                        ("revision", models.PositiveIntegerField(default=1)),
                        ("recorded_at", models.DateTimeField()),
                        ("opener_signed_at", models.DateTimeField(null=True)),
                        ("verifier_signed_at", models.DateTimeField(null=True)),
                        (
                            "opener",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "recorded_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "verifier",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "registration",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="opened_pool",
                                to="decks.registration",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("opener", None),
                                    ("verifier", None),
                                    models.Q(("opener", models.F("verifier")), _negated=True),
                                    _connector="OR",
                                ),
                                name="two_people_sign_a_pool",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Ruling",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("given_on", models.DateField()),
                        ("text", models.CharField(max_length=600)),
                        ("text_nl", models.CharField(blank=True, max_length=600)),
                        ("rules", models.JSONField(default=list)),
                        ("withdrawn_on", models.DateField(null=True)),
                        (
                            "by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "card",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rulings",
                                to="decks.card",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["given_on", "pk"],
                    },
                ),
                migrations.CreateModel(
                    name="EnteredRevision",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.CharField(max_length=40)),
                        ("revision", models.PositiveIntegerField()),
                        ("parts", models.JSONField()),
                        ("sha256", models.CharField(max_length=64)),
                        ("reason", models.CharField(blank=True, max_length=300)),
                        ("at", models.DateTimeField()),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("game", models.CharField(max_length=20)),
                    ],
                    options={
                        "ordering": ["game", "number", "revision"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("game", "number", "revision"), name="one_entered_revision_per_number"
                            )
                        ],
                    },
                ),
            ]
        ),
        migrations.RunPython(freeze, thaw),
    ]
