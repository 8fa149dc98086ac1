"""The tables of release 0.1.0, in one step. Its databases have run what this replaces."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import ledger.telling
import tournaments.events.fields
import tournaments.rounds.outcomes
from ledger.frozen import only_added
from ledger.tables import CreateTables

POSTGRESQL = (
    """
    CREATE FUNCTION tournaments_journal_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF EXISTS (SELECT 1 FROM tournaments_recording WHERE id = OLD.recording_id AND match_id IS NULL) THEN
                RETURN OLD;
            END IF;
        ELSIF NEW.body = '{}'::jsonb AND (to_jsonb(NEW) - 'body') = (to_jsonb(OLD) - 'body') THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE TRIGGER tournaments_recordingentry_frozen BEFORE UPDATE OR DELETE ON tournaments_recordingentry
    FOR EACH ROW EXECUTE FUNCTION tournaments_journal_only_grows()
    """,
)
SQLITE = (
    """
    CREATE TRIGGER tournaments_recordingentry_frozen BEFORE UPDATE ON tournaments_recordingentry
    WHEN NEW.body <> '{}' OR NEW.hash <> OLD.hash OR NEW.prev_hash <> OLD.prev_hash OR NEW.seq <> OLD.seq
        OR NEW.signature <> OLD.signature OR NEW.voice <> OLD.voice
    BEGIN SELECT RAISE(ABORT, 'rows of tournaments_recordingentry are only ever added'); END
    """,
)


def freeze(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the database itself refuse a change of a journal, but that what was said is forgotten, or a practice game."""
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement, params=None)


def thaw(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the trigger away again; on SQLite it goes with its table."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER tournaments_recordingentry_frozen ON tournaments_recordingentry")
        schema_editor.execute("DROP FUNCTION tournaments_journal_only_grows()")


LETTERS = {
    "listing_by_words": ("tournaments_listing", "words"),
    "organizations_by_letters": ("tournaments_organization", "folded"),
    "clans_by_letters": ("tournaments_clan", "folded"),
}
"""Indexes by which words are found three letters at a time; the owner of a database may add their extension (13)."""


def index_letters(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Only PostgreSQL has such an index; elsewhere the few names are looked through."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        for name, (table, column) in LETTERS.items():
            schema_editor.execute(
                f"CREATE INDEX {name} ON {table} USING gin ({column} gin_trgm_ops) WITH (fastupdate = off)"
            )


def unindex_letters(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The indexes go; another part of the database may use the extension."""
    if schema_editor.connection.vendor == "postgresql":
        for name in LETTERS:
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_corrected_results"),
        ("tournaments", "0003_moved_up"),
        ("tournaments", "0004_judge_calls"),
        ("tournaments", "0005_claim_of_a_late_slip"),
        ("tournaments", "0006_described"),
        ("tournaments", "0007_rulings"),
        ("tournaments", "0008_closing_time"),
        ("tournaments", "0009_concessions_and_series"),
        ("tournaments", "0010_moved_tables"),
        ("tournaments", "0011_snapshots"),
        ("tournaments", "0012_reading_of_a_note"),
        ("tournaments", "0013_door_helper"),
        ("tournaments", "0014_rehearsals"),
        ("tournaments", "0015_zones"),
        ("tournaments", "0016_facts_of_a_case_as_rows"),
        ("tournaments", "0017_lists_by_index"),
        ("tournaments", "0018_sessions_of_phones"),
        ("tournaments", "0019_salts_of_rulings"),
        ("tournaments", "0020_only_added"),
        ("tournaments", "0021_organizations"),
        ("tournaments", "0022_agenda"),
        ("tournaments", "0023_money"),
        ("tournaments", "0024_finding"),
        ("tournaments", "0025_listed_fees"),
        ("tournaments", "0026_names_by_letters"),
        ("tournaments", "0027_scales"),
        ("tournaments", "0028_programme"),
        ("tournaments", "0029_awards"),
        ("tournaments", "0030_invitations"),
        ("tournaments", "0031_leagues"),
        ("tournaments", "0032_law_diff"),
        ("tournaments", "0033_ratings"),
        ("tournaments", "0034_voices"),
        ("tournaments", "0035_places"),
    ]

    dependencies = [
        ("accounts", "0001_release_0_1"),
        ("decks", "0001_release_0_1"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="Match",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("table", models.PositiveIntegerField(null=True)),
                        ("slot", models.CharField(blank=True, max_length=8)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "being played"),
                                    ("reported", "waiting for the other player"),
                                    ("disputed", "a judge has been called"),
                                    ("final", "result final"),
                                ],
                                default="open",
                                max_length=10,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("played", "played"),
                                    ("bye", "bye"),
                                    ("forfeit", "forfeit"),
                                    ("double_loss", "both lose"),
                                    ("void", "does not count"),
                                ],
                                default="played",
                                max_length=12,
                            ),
                        ),
                        (
                            "source",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", ""),
                                    ("both", "confirmed by both players"),
                                    ("staff", "entered by staff"),
                                    ("judge", "ruled by a judge"),
                                    ("bye", "bye"),
                                    ("awarded", "awarded bye"),
                                    ("import", "imported"),
                                    ("conceded", "conceded"),
                                ],
                                default="",
                                max_length=8,
                            ),
                        ),
                        ("outcome", tournaments.rounds.outcomes.OutcomeField(null=True)),
                        ("extension_minutes", models.PositiveIntegerField(default=0)),
                        ("version", models.PositiveIntegerField(default=1)),
                        ("ended_at", models.DateTimeField(null=True)),
                        ("corrected_at", models.DateTimeField(null=True)),
                        (
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="matches",
                                to="tournaments.round",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="matches",
                                to="tournaments.tournament",
                            ),
                        ),
                        ("moved_at", models.DateTimeField(null=True)),
                    ],
                    options={
                        "ordering": [models.OrderBy(models.F("table"), nulls_last=True), "pk"],
                        "constraints": [
                            models.UniqueConstraint(fields=("round", "table"), name="one_match_per_table"),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("state", "final"), _negated=True),
                                    ("outcome__isnull", False),
                                    _connector="OR",
                                ),
                                name="final_match_has_outcome",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Round",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("draft", "draft"),
                                    ("published", "being played"),
                                    ("completed", "complete"),
                                ],
                                default="draft",
                                max_length=10,
                            ),
                        ),
                        ("seed", models.CharField(max_length=80)),
                        ("certificate", models.JSONField(default=dict)),
                        ("law", models.JSONField(default=dict)),
                        ("drafted_at", models.DateTimeField()),
                        ("published_at", models.DateTimeField(null=True)),
                        ("completed_at", models.DateTimeField(null=True)),
                        ("minutes", models.PositiveIntegerField(default=60)),
                        ("started_at", models.DateTimeField(null=True)),
                        ("paused_at", models.DateTimeField(null=True)),
                        ("paused_seconds", models.PositiveIntegerField(default=0)),
                        (
                            "stage",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="round_set",
                                to="tournaments.stage",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rounds",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_round_per_number"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "completed"), _negated=True),
                                fields=("tournament",),
                                name="one_open_round_per_tournament",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Stage",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField(default=1)),
                        ("kind", models.CharField(max_length=24)),
                        ("rounds", models.PositiveIntegerField()),
                        ("size", models.PositiveIntegerField(default=0)),
                        ("cut", models.PositiveIntegerField(default=0)),
                        ("seeds", models.JSONField(default=list)),
                        ("third_place", models.BooleanField(default=False)),
                        ("lists_opened_at", models.DateTimeField(null=True)),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="stages",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_stage_per_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="AuditRun",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("asked_at", models.DateTimeField()),
                        ("touched_at", models.DateTimeField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("running", "being checked"),
                                    ("done", "checked"),
                                    ("failed", "could not be checked"),
                                ],
                                default="running",
                                max_length=8,
                            ),
                        ),
                        ("semantics", models.PositiveIntegerField()),
                        ("wanted", models.JSONField(default=list)),
                        ("done", models.PositiveIntegerField(default=0)),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        (
                            "asked_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="audits",
                                to="tournaments.round",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="audits",
                                to="tournaments.tournament",
                            ),
                        ),
                        ("season", models.BooleanField(db_default=False, default=False)),
                        ("settled", models.JSONField(db_default={}, default=dict)),
                    ],
                    options={
                        "ordering": ["-asked_at", "-pk"],
                    },
                ),
                migrations.CreateModel(
                    name="Clan",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("name", models.CharField(max_length=40)),
                        ("folded", models.CharField(max_length=160)),
                        ("code", models.CharField(max_length=24, unique=True)),
                        ("founded_at", models.DateTimeField()),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "leader",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["folded", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("ended_at", None)),
                                fields=("folded",),
                                name="one_clan_of_this_name",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DeckCheck",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        (
                            "state",
                            models.CharField(
                                choices=[("open", "being checked"), ("closed", "done")],
                                default="open",
                                max_length=8,
                            ),
                        ),
                        ("seed", models.CharField(blank=True, max_length=80)),
                        ("opened_at", models.DateTimeField()),
                        ("closed_at", models.DateTimeField(null=True)),
                        ("minutes", models.PositiveIntegerField(default=0)),
                        ("extension", models.PositiveIntegerField(default=0)),
                        (
                            "closed_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "opened_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="deck_checks",
                                to="tournaments.match",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="deck_checks",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_deck_check_per_number"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "open")),
                                fields=("match",),
                                name="one_open_deck_check_per_match",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Entry",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("name", models.CharField(max_length=60)),
                        ("sort_name", models.CharField(max_length=80)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("entered", "entered"),
                                    ("waiting", "on the waiting list"),
                                    ("checked_in", "checked in"),
                                    ("dropped", "dropped"),
                                    ("withdrawn", "withdrawn"),
                                    ("no_show", "did not come"),
                                ],
                                default="entered",
                                max_length=12,
                            ),
                        ),
                        ("random", models.BigIntegerField()),
                        ("joined_round", models.PositiveIntegerField(default=1)),
                        ("dropped_after", models.PositiveIntegerField(null=True)),
                        ("entered_at", models.DateTimeField()),
                        ("checked_in_at", models.DateTimeField(null=True)),
                        (
                            "clan",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="entries",
                                to="tournaments.clan",
                            ),
                        ),
                        (
                            "registration",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="entry",
                                to="decks.registration",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="entries",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="members",
                                to="tournaments.team",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="entries",
                                to="tournaments.tournament",
                            ),
                        ),
                        ("moved_up_at", models.DateTimeField(null=True)),
                        ("byes", models.PositiveSmallIntegerField(db_default=0, default=0)),
                        ("seed", models.PositiveIntegerField(null=True)),
                    ],
                    options={
                        "ordering": ["sort_name", "number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "user"), name="one_entry_per_person"
                            ),
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_entry_per_number"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CheckedDeck",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("ticks", models.JSONField(default=dict)),
                        ("presented", models.PositiveIntegerField(null=True)),
                        (
                            "finding",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "not decided yet"),
                                    ("fine", "nothing found"),
                                    ("missing", "cards are missing"),
                                    ("extra", "too many cards"),
                                    ("other", "something else"),
                                ],
                                default="",
                                max_length=8,
                            ),
                        ),
                        ("code", models.CharField(blank=True, max_length=4)),
                        ("note", models.CharField(blank=True, max_length=300)),
                        (
                            "revision",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="decks.deckrevision",
                            ),
                        ),
                        (
                            "check_made",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="decks",
                                to="tournaments.deckcheck",
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="deck_checks",
                                to="tournaments.entry",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["entry_id"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("check_made", "entry"), name="one_deck_per_check_and_entry"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="GameLog",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("game_number", models.PositiveSmallIntegerField(default=1)),
                        ("original", models.BinaryField()),
                        ("recorded", models.BooleanField(default=False)),
                        ("evidence", models.CharField(blank=True, max_length=1)),
                        ("size", models.PositiveIntegerField()),
                        ("sha256", models.CharField(max_length=64)),
                        ("submitted_at", models.DateTimeField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("queued", "waiting for the check"),
                                    ("running", "being checked"),
                                    ("done", "checked"),
                                    ("failed", "could not be checked"),
                                ],
                                default="queued",
                                max_length=8,
                            ),
                        ),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        ("lease_until", models.DateTimeField(null=True)),
                        ("verdict", models.CharField(blank=True, max_length=20)),
                        ("report", models.JSONField(default=dict)),
                        ("semantics", models.PositiveIntegerField(null=True)),
                        ("checked_at", models.DateTimeField(null=True)),
                        ("error", models.CharField(blank=True, max_length=300)),
                        (
                            "entry",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="logs",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="logs",
                                to="tournaments.match",
                            ),
                        ),
                        ("voices", models.JSONField(db_default={}, default=dict)),
                    ],
                    options={
                        "ordering": ["match_id", "game_number", "id"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("match", "entry", "sha256"), name="same_log_once_per_sender"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("entry", None)),
                                fields=("match", "sha256"),
                                name="same_log_once_of_staff",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DeckComparison",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("findings", models.JSONField(default=list)),
                        (
                            "log",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="comparison",
                                to="tournaments.gamelog",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="ConfirmedLine",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("line", models.PositiveIntegerField()),
                        ("at", models.DateTimeField()),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "log",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="confirmed_lines",
                                to="tournaments.gamelog",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("log", "line"), name="line_confirmed_once")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="AuditRow",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("old_verdict", models.CharField(blank=True, max_length=20)),
                        ("old_line", models.PositiveIntegerField(null=True)),
                        ("old_rule", models.CharField(blank=True, max_length=40)),
                        ("old_semantics", models.PositiveIntegerField(null=True)),
                        ("verdict", models.CharField(max_length=20)),
                        ("line", models.PositiveIntegerField(null=True)),
                        ("rule", models.CharField(blank=True, max_length=40)),
                        (
                            "run",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rows",
                                to="tournaments.auditrun",
                            ),
                        ),
                        (
                            "log",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.gamelog",
                            ),
                        ),
                        ("old_result", models.CharField(blank=True, db_default="", max_length=200)),
                        ("parts", models.PositiveIntegerField(null=True)),
                        ("result", models.CharField(blank=True, db_default="", max_length=200)),
                    ],
                    options={
                        "ordering": ["pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("run", "log"), name="one_row_for_each_log_of_a_run"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Dispute",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("opened_at", models.DateTimeField()),
                        ("settled_at", models.DateTimeField(null=True)),
                        ("reason", models.CharField(blank=True, max_length=300)),
                        (
                            "settled_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="disputes",
                                to="tournaments.match",
                            ),
                        ),
                        ("claim", tournaments.rounds.outcomes.OutcomeField(null=True)),
                        (
                            "claim_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("settled_at", None)),
                                fields=("match",),
                                name="one_open_dispute_per_match",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Membership",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("place", models.PositiveSmallIntegerField()),
                        ("joined_at", models.DateTimeField()),
                        ("shown", models.BooleanField(default=False)),
                        (
                            "clan",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="memberships",
                                to="tournaments.clan",
                            ),
                        ),
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="clan_membership",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["joined_at", "place"],
                        "constraints": [
                            models.UniqueConstraint(fields=("clan", "place"), name="one_member_per_place"),
                            models.CheckConstraint(
                                condition=models.Q(("place__gte", 1), ("place__lte", 9)),
                                name="clan_of_nine_at_most",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Penalty",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("card", models.CharField(blank=True, max_length=40)),
                        ("code", models.CharField(max_length=4)),
                        ("worse", models.BooleanField(default=False)),
                        (
                            "level",
                            models.CharField(
                                choices=[
                                    ("none", "no penalty"),
                                    ("caution", "caution"),
                                    ("warning", "warning"),
                                    ("game_loss", "game loss"),
                                    ("match_loss", "match loss"),
                                    ("disqualification", "disqualification"),
                                ],
                                max_length=16,
                            ),
                        ),
                        (
                            "proposed",
                            models.CharField(
                                choices=[
                                    ("none", "no penalty"),
                                    ("caution", "caution"),
                                    ("warning", "warning"),
                                    ("game_loss", "game loss"),
                                    ("match_loss", "match loss"),
                                    ("disqualification", "disqualification"),
                                ],
                                max_length=16,
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "waiting for a second person"),
                                    ("given", "given"),
                                    ("withdrawn", "penalty withdrawn"),
                                ],
                                default="given",
                                max_length=10,
                            ),
                        ),
                        ("note", models.CharField(blank=True, max_length=300)),
                        ("at", models.DateTimeField()),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="penalties",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "found_in",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="penalties",
                                to="tournaments.checkeddeck",
                            ),
                        ),
                        (
                            "given_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="penalties",
                                to="tournaments.match",
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="penalties",
                                to="tournaments.round",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="penalties",
                                to="tournaments.tournament",
                            ),
                        ),
                        (
                            "case",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="penalties",
                                to="tournaments.case",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_penalty_per_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PenaltyEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("given", "given"),
                                    ("confirmed", "confirmed"),
                                    ("withdrawn", "penalty withdrawn"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("role", models.CharField(max_length=30)),
                        ("at", models.DateTimeField()),
                        ("reason", models.CharField(blank=True, max_length=300)),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "penalty",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="history",
                                to="tournaments.penalty",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["pk"],
                    },
                ),
                migrations.CreateModel(
                    name="PuzzleAnswer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("puzzle", models.PositiveIntegerField()),
                        ("line", models.PositiveIntegerField()),
                        ("answered_section", models.CharField(max_length=12)),
                        ("section", models.CharField(max_length=12)),
                        ("right_line", models.BooleanField()),
                        ("right", models.BooleanField()),
                        ("at", models.DateTimeField()),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="puzzle_answers",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-at", "-pk"],
                        "constraints": [
                            models.UniqueConstraint(fields=("user", "puzzle"), name="one_answer_to_a_puzzle")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Recording",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("game_number", models.PositiveSmallIntegerField(default=1)),
                        (
                            "mode",
                            models.CharField(
                                choices=[
                                    ("two_phones", "every player writes on their own phone"),
                                    ("scribe", "one person writes for the table"),
                                    ("judge", "a judge writes it down afterwards"),
                                    ("practice", "practice"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "being played"),
                                    ("frozen", "a judge was called"),
                                    ("ended", "over, to be signed"),
                                    ("signed", "signed"),
                                    ("void", "does not count"),
                                ],
                                default="open",
                                max_length=6,
                            ),
                        ),
                        ("opening", models.BinaryField()),
                        ("practice", models.JSONField(default=dict)),
                        ("head", models.PositiveIntegerField(default=0)),
                        ("head_hash", models.CharField(max_length=64)),
                        ("result", models.JSONField(null=True)),
                        ("opened_at", models.DateTimeField()),
                        (
                            "log",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="recording",
                                to="tournaments.gamelog",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="recordings",
                                to="tournaments.match",
                            ),
                        ),
                        (
                            "opened_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "owner",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="practice_games",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "pen",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.recordingdevice",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["match_id", "game_number", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("state", "void"), _negated=True),
                                fields=("match", "game_number"),
                                name="one_recording_per_game",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("match", None), ("mode", "practice"), ("owner__isnull", False)),
                                    models.Q(
                                        ("match__isnull", False),
                                        ("owner", None),
                                        models.Q(("mode", "practice"), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="recording_of_a_match_or_of_a_person",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PairingCode",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("seat", models.PositiveSmallIntegerField(null=True)),
                        ("code_hash", models.CharField(max_length=64, unique=True)),
                        ("made_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(null=True)),
                        (
                            "entry",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "recording",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="codes",
                                to="tournaments.recording",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="OpenedHand",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("notes", models.JSONField()),
                        ("opened_at", models.DateTimeField()),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "recording",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="opened_hands",
                                to="tournaments.recording",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("recording", "entry"), name="one_opened_hand_per_seat"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RecordingDevice",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("seat", models.PositiveSmallIntegerField(null=True)),
                        ("secret_hash", models.CharField(max_length=64)),
                        ("made_at", models.DateTimeField()),
                        ("revoked_at", models.DateTimeField(null=True)),
                        (
                            "entry",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="recording_devices",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "recording",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="devices",
                                to="tournaments.recording",
                            ),
                        ),
                        ("paired", models.BooleanField(db_default=False, default=False)),
                        ("session", models.CharField(blank=True, db_default="", default="", max_length=36)),
                        ("heard_at", models.DateTimeField(null=True)),
                        (
                            "public_key",
                            models.CharField(blank=True, db_default="", default="", max_length=90),
                        ),
                        ("seen", models.PositiveIntegerField(db_default=0, default=0)),
                        (
                            "seen_signature",
                            models.CharField(blank=True, db_default="", default="", max_length=100),
                        ),
                    ],
                    options={
                        "ordering": ["pk"],
                    },
                ),
                migrations.CreateModel(
                    name="RecordingEntry",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("seq", models.PositiveIntegerField()),
                        ("device_seq", models.PositiveIntegerField(null=True)),
                        ("base", models.PositiveIntegerField(default=0)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("line", "Line"),
                                    ("undo", "Undo"),
                                    ("deviate", "Deviate"),
                                    ("choose", "Choose"),
                                    ("pen", "Pen"),
                                    ("call", "Call"),
                                    ("freeze", "Freeze"),
                                    ("resume", "Resume"),
                                    ("sign", "Sign"),
                                    ("confirm", "Confirm"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("body", models.JSONField()),
                        ("by", models.PositiveSmallIntegerField(null=True)),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("ok", "Ok"),
                                    ("unchecked", "Unchecked"),
                                    ("deviation", "Deviation"),
                                    ("asked", "Asked"),
                                    ("same", "Same"),
                                    ("conflict", "Conflict"),
                                ],
                                max_length=9,
                            ),
                        ),
                        ("prev_hash", models.CharField(max_length=64)),
                        ("hash", models.CharField(max_length=64)),
                        ("client_at", models.CharField(blank=True, max_length=40)),
                        ("received_at", models.DateTimeField()),
                        (
                            "author",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "device",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.RESTRICT,
                                related_name="entries",
                                to="tournaments.recordingdevice",
                            ),
                        ),
                        (
                            "recording",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="entries",
                                to="tournaments.recording",
                            ),
                        ),
                        (
                            "signature",
                            models.CharField(blank=True, db_default="", default="", max_length=100),
                        ),
                        ("voice", models.CharField(blank=True, db_default="", default="", max_length=30)),
                    ],
                    options={
                        "ordering": ["recording_id", "seq"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("recording", "seq"), name="one_journal_entry_per_number"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("device__isnull", False)),
                                fields=("device", "device_seq"),
                                name="an_entry_of_a_device_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Report",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("outcome", tournaments.rounds.outcomes.OutcomeField()),
                        ("at", models.DateTimeField()),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="reports",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="reports",
                                to="tournaments.match",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("match", "entry"), name="one_report_per_player")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Seat",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("position", models.PositiveSmallIntegerField()),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="seats",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="seats",
                                to="tournaments.match",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="seats",
                                to="tournaments.round",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["position"],
                        "constraints": [
                            models.UniqueConstraint(fields=("round", "entry"), name="player_once_per_round"),
                            models.UniqueConstraint(
                                fields=("match", "position"), name="one_player_per_position"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Team",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("name", models.CharField(max_length=60)),
                        ("code", models.CharField(max_length=12)),
                        ("seats", models.JSONField(default=list)),
                        (
                            "captain",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="captain_of",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "clan",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="crews",
                                to="tournaments.clan",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="teams",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["name", "pk"],
                        "constraints": [
                            models.UniqueConstraint(fields=("tournament", "code"), name="one_team_per_code")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TeamAttempt",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("main", models.JSONField()),
                        ("sideboard", models.JSONField()),
                        ("at", models.DateTimeField()),
                        (
                            "entry",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="team_attempt",
                                to="tournaments.entry",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Tournament",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("slug", models.SlugField(max_length=60, unique=True)),
                        ("name", models.CharField(max_length=100, verbose_name="name")),
                        ("game", models.CharField(default="x610z", max_length=20)),
                        (
                            "format",
                            models.CharField(default="constructed", max_length=20, verbose_name="format"),
                        ),
                        ("mode", models.CharField(default="1v1", max_length=20, verbose_name="mode")),
                        ("template", models.CharField(max_length=40)),
                        ("policy", tournaments.events.fields.PolicyField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("draft", "being prepared"),
                                    ("entry", "entry open"),
                                    ("check_in", "check-in"),
                                    ("running", "running"),
                                    ("finished", "finished"),
                                    ("cancelled", "cancelled"),
                                ],
                                default="draft",
                                max_length=12,
                            ),
                        ),
                        (
                            "approval",
                            models.CharField(
                                choices=[
                                    ("none", "casual"),
                                    ("requested", "waiting for the office"),
                                    ("approved", "Organized Play"),
                                    ("rejected", "not approved"),
                                ],
                                default="none",
                                max_length=12,
                            ),
                        ),
                        ("approval_note", models.CharField(blank=True, max_length=300)),
                        ("capacity", models.PositiveIntegerField(default=32, verbose_name="places")),
                        ("location", models.CharField(blank=True, max_length=200, verbose_name="place")),
                        ("starts_at", models.DateTimeField(verbose_name="start")),
                        ("deck_deadline", models.DateTimeField(verbose_name="deck deadline")),
                        ("pool_key", models.CharField(default="demo", max_length=40)),
                        ("ruleset", models.CharField(default="x610z/2010-03", max_length=40)),
                        ("seed", models.CharField(max_length=64)),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                        ("demo", models.BooleanField(default=False)),
                        (
                            "approved_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "created_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "announcement",
                            models.CharField(blank=True, db_default="", default="", max_length=300),
                        ),
                        ("description", models.TextField(blank=True, db_default="", default="")),
                        ("closes_at", models.DateTimeField(null=True)),
                        ("series", models.CharField(blank=True, db_default="", default="", max_length=60)),
                        ("rehearsal_until", models.DateTimeField(null=True)),
                        (
                            "beginners",
                            models.BooleanField(
                                db_default=False, default=False, verbose_name="for beginners"
                            ),
                        ),
                        ("kept_as", models.CharField(blank=True, db_default="", default="", max_length=60)),
                        (
                            "scale",
                            models.PositiveSmallIntegerField(
                                choices=[(1, "evening"), (2, "open event"), (3, "championship")],
                                db_default=1,
                                default=1,
                                verbose_name="size of the event",
                            ),
                        ),
                        ("sanctioned", models.BooleanField(db_default=False, default=False)),
                        (
                            "organization",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.organization",
                            ),
                        ),
                        (
                            "venue",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.venue",
                            ),
                        ),
                        ("town", models.CharField(blank=True, db_default="", default="", max_length=80)),
                    ],
                    options={
                        "ordering": ["-starts_at", "name", "pk"],
                        "indexes": [
                            models.Index(fields=["-starts_at", "name", "id"], name="tournaments_newest"),
                            models.Index(
                                fields=["state", "starts_at", "name", "id"], name="tournaments_by_state"
                            ),
                            models.Index(
                                fields=["organization", "-starts_at", "name", "id"],
                                name="tournaments_by_organization",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Staff",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "role",
                            models.CharField(
                                choices=[
                                    ("organizer", "organizer"),
                                    ("head_judge", "head judge"),
                                    ("judge", "judge"),
                                    ("scorekeeper", "scorekeeper"),
                                    ("door", "door helper"),
                                ],
                                max_length=16,
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="staff_roles",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="staff",
                                to="tournaments.tournament",
                            ),
                        ),
                        ("zone_first", models.PositiveIntegerField(null=True)),
                        ("zone_last", models.PositiveIntegerField(null=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "user", "role"), name="staff_role_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Reading",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("list", "the deck list"),
                                    ("log", "the game log"),
                                    ("pool", "the opened cards"),
                                    ("past", "penalties in earlier tournaments"),
                                    ("note", "the note of a penalty"),
                                ],
                                max_length=4,
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="readings",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="readings",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["at"],
                        "indexes": [models.Index(fields=["tournament", "user"], name="reading_by_person")],
                    },
                ),
                migrations.CreateModel(
                    name="Invitation",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("username", models.CharField(max_length=60)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("play", "to play"),
                                    ("staff", "to help here"),
                                    ("claim", "to take over a guest's place"),
                                ],
                                max_length=8,
                            ),
                        ),
                        (
                            "role",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("organizer", "organizer"),
                                    ("head_judge", "head judge"),
                                    ("judge", "judge"),
                                    ("scorekeeper", "scorekeeper"),
                                    ("door", "door helper"),
                                ],
                                max_length=16,
                            ),
                        ),
                        ("entry_number", models.PositiveIntegerField(default=0)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "waiting for an answer"),
                                    ("accepted", "accepted"),
                                    ("declined", "declined"),
                                    ("withdrawn", "penalty withdrawn"),
                                ],
                                default="open",
                                max_length=10,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        ("answered_at", models.DateTimeField(null=True)),
                        (
                            "made_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="invitations_made",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="invitations",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="invitations",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-made_at", "-pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "username", "kind", "role", "entry_number"),
                                name="invited_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Forecast",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("settings", models.JSONField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("queued", "waiting"),
                                    ("running", "being played"),
                                    ("done", "played"),
                                    ("failed", "stopped"),
                                ],
                                default="queued",
                                max_length=8,
                            ),
                        ),
                        ("events", models.PositiveIntegerField()),
                        ("done", models.PositiveIntegerField(default=0)),
                        ("totals", models.JSONField(default=dict)),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        ("spent_ms", models.PositiveIntegerField(default=0)),
                        ("asked_at", models.DateTimeField()),
                        ("touched_at", models.DateTimeField()),
                        (
                            "owner",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="forecasts",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="forecasts",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-asked_at", "-pk"],
                        "indexes": [models.Index(fields=["state", "touched_at"], name="forecasts_waiting")],
                    },
                ),
                migrations.CreateModel(
                    name="EntryRule",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("table", "always at this table"),
                                    ("clan", "of this clan"),
                                    ("apart", "kept apart from"),
                                    ("pair", "plays in this round against"),
                                    ("bye", "has a bye, in this round"),
                                    ("disqualified", "disqualified"),
                                ],
                                max_length=12,
                            ),
                        ),
                        ("number", models.PositiveIntegerField(null=True)),
                        ("group", models.CharField(blank=True, max_length=40)),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rules",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="entry_rules",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["kind", "entry__sort_name", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("kind__in", ["table", "clan", "disqualified"])),
                                fields=("entry", "kind"),
                                name="one_rule_of_its_kind",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ResultChange",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        ("role", models.CharField(max_length=16)),
                        ("before", tournaments.rounds.outcomes.OutcomeField()),
                        (
                            "before_kind",
                            models.CharField(
                                choices=[
                                    ("played", "played"),
                                    ("bye", "bye"),
                                    ("forfeit", "forfeit"),
                                    ("double_loss", "both lose"),
                                    ("void", "does not count"),
                                ],
                                max_length=12,
                            ),
                        ),
                        ("after", tournaments.rounds.outcomes.OutcomeField()),
                        (
                            "after_kind",
                            models.CharField(
                                choices=[
                                    ("played", "played"),
                                    ("bye", "bye"),
                                    ("forfeit", "forfeit"),
                                    ("double_loss", "both lose"),
                                    ("void", "does not count"),
                                ],
                                max_length=12,
                            ),
                        ),
                        ("reason", models.CharField(blank=True, max_length=300)),
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
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="changes",
                                to="tournaments.match",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-at", "-pk"],
                    },
                ),
                migrations.CreateModel(
                    name="JudgeCall",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("table", models.PositiveIntegerField(null=True)),
                        (
                            "reason",
                            models.CharField(
                                choices=[
                                    ("rules", "question about the rules"),
                                    ("mistake", "something went wrong in the game"),
                                    ("result", "we do not agree on the result"),
                                    ("time", "play is too slow"),
                                    ("alone", "I want to talk away from the table"),
                                    ("recorded", "a recorded game was stopped"),
                                    ("hand", "raised hand"),
                                    ("appeal", "appeal to the head judge"),
                                    ("absent", "the opponent is absent"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "waiting for a judge"),
                                    ("claimed", "a judge is coming"),
                                    ("resolved", "call answered"),
                                    ("withdrawn", "call withdrawn"),
                                ],
                                default="waiting",
                                max_length=10,
                            ),
                        ),
                        ("opened_at", models.DateTimeField()),
                        ("clock_seconds", models.PositiveIntegerField(null=True)),
                        ("claimed_at", models.DateTimeField(null=True)),
                        ("escalated_at", models.DateTimeField(null=True)),
                        ("closed_at", models.DateTimeField(null=True)),
                        ("minutes", models.PositiveIntegerField(default=0)),
                        (
                            "claimed_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "closed_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="judge_calls",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="judge_calls",
                                to="tournaments.match",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.round",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="judge_calls",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["opened_at", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("state__in", ["waiting", "claimed"])),
                                fields=("match",),
                                name="one_open_call_per_match",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Case",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("table", models.PositiveIntegerField(null=True)),
                        ("ruleset", models.CharField(max_length=40)),
                        ("ruled_at", models.DateTimeField()),
                        (
                            "call",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="cases",
                                to="tournaments.judgecall",
                            ),
                        ),
                        (
                            "log",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="cases",
                                to="tournaments.gamelog",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="cases",
                                to="tournaments.match",
                            ),
                        ),
                        ("parties", models.ManyToManyField(related_name="cases", to="tournaments.entry")),
                        (
                            "round",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.round",
                            ),
                        ),
                        (
                            "ruled_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="cases",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_case_per_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CaseRevision",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("role", models.CharField(max_length=30)),
                        ("at", models.DateTimeField()),
                        ("question", models.CharField(blank=True, max_length=300)),
                        ("rules", models.JSONField(default=list)),
                        ("code", models.CharField(blank=True, max_length=4)),
                        (
                            "remedy",
                            models.CharField(
                                choices=[
                                    ("none", "nothing to fix"),
                                    ("fix", "fix the position"),
                                    ("undo", "undo the last action"),
                                    ("rewind", "go back to an earlier moment"),
                                    ("leave", "leave the position as it is"),
                                    ("forfeit", "the game or the match is lost"),
                                ],
                                default="none",
                                max_length=10,
                            ),
                        ),
                        ("instruction", models.CharField(blank=True, max_length=300)),
                        ("words", models.CharField(blank=True, max_length=500)),
                        ("reason", models.CharField(blank=True, max_length=300)),
                        (
                            "by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="revisions",
                                to="tournaments.case",
                            ),
                        ),
                        ("facts", models.JSONField(default=list)),
                        (
                            "salt",
                            models.CharField(db_default="", default=ledger.telling.new_salt, max_length=32),
                        ),
                    ],
                    options={
                        "ordering": ["case_id", "number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("case", "number"), name="one_case_revision_per_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Appeal",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("grounds", models.CharField(blank=True, max_length=300)),
                        ("at", models.DateTimeField()),
                        (
                            "outcome",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "not decided yet"),
                                    ("upheld", "the ruling stands"),
                                    ("varied", "the ruling is changed in part"),
                                    ("overturned", "the ruling is overturned"),
                                ],
                                default="",
                                max_length=10,
                            ),
                        ),
                        ("reasons", models.CharField(blank=True, max_length=500)),
                        ("decided_at", models.DateTimeField(null=True)),
                        (
                            "call",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.judgecall",
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="appeals",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "case",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="appeals",
                                to="tournaments.case",
                            ),
                        ),
                        (
                            "revision",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.caserevision",
                            ),
                        ),
                        (
                            "salt",
                            models.CharField(db_default="", default=ledger.telling.new_salt, max_length=32),
                        ),
                    ],
                    options={
                        "ordering": ["at", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("case", "entry"), name="one_appeal_per_case_and_player"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Precedent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("question", models.CharField(max_length=300)),
                        ("answer", models.CharField(max_length=500)),
                        ("rules", models.JSONField(default=list)),
                        ("cards", models.CharField(blank=True, max_length=200)),
                        ("code", models.CharField(blank=True, max_length=4)),
                        (
                            "remedy",
                            models.CharField(
                                choices=[
                                    ("none", "nothing to fix"),
                                    ("fix", "fix the position"),
                                    ("undo", "undo the last action"),
                                    ("rewind", "go back to an earlier moment"),
                                    ("leave", "leave the position as it is"),
                                    ("forfeit", "the game or the match is lost"),
                                ],
                                default="none",
                                max_length=10,
                            ),
                        ),
                        ("ruleset", models.CharField(max_length=40)),
                        ("folded", models.TextField(editable=False)),
                        ("published_at", models.DateTimeField()),
                        (
                            "case",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="precedent",
                                to="tournaments.case",
                            ),
                        ),
                        (
                            "published_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-published_at", "-pk"],
                    },
                ),
                migrations.CreateModel(
                    name="Snapshot",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        ("step", models.CharField(max_length=40)),
                        ("number", models.PositiveIntegerField(null=True)),
                        ("data", models.BinaryField()),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="snapshots",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-at", "-pk"],
                    },
                ),
                migrations.CreateModel(
                    name="Organization",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("slug", models.SlugField(max_length=60, unique=True)),
                        ("name", models.CharField(max_length=80)),
                        ("folded", models.CharField(max_length=320)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("club", "club"),
                                    ("shop", "shop"),
                                    ("school", "school"),
                                    ("federation", "federation"),
                                ],
                                default="club",
                                max_length=12,
                            ),
                        ),
                        ("about", models.TextField(blank=True, max_length=2000)),
                        ("website", models.URLField(blank=True)),
                        ("level", models.PositiveSmallIntegerField(default=0)),
                        ("asked_level", models.PositiveSmallIntegerField(default=0)),
                        ("asked_why", models.CharField(blank=True, max_length=500)),
                        ("asked_at", models.DateTimeField(null=True)),
                        ("level_note", models.CharField(blank=True, max_length=300)),
                        ("founded_at", models.DateTimeField()),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "created_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "sanctioned_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["folded", "pk"],
                        "indexes": [
                            models.Index(
                                condition=models.Q(("asked_level", 0), _negated=True),
                                fields=["asked_at"],
                                name="organizations_that_ask",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("ended_at", None)),
                                fields=("folded",),
                                name="one_organization_of_this_name",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("asked_level__lte", 3), ("level__lte", 3)),
                                name="organization_level_known",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Member",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "role",
                            models.CharField(
                                choices=[
                                    ("owner", "owner"),
                                    ("organizer", "organizer"),
                                    ("judge", "judge"),
                                    ("helper", "helper"),
                                ],
                                max_length=12,
                            ),
                        ),
                        ("since", models.DateTimeField()),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="member_of",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "organization",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="members",
                                to="tournaments.organization",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["since", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("organization", "user", "role"), name="member_role_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Bar",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("username", models.CharField(max_length=60)),
                        ("reason", models.CharField(max_length=300)),
                        ("salt", models.CharField(default=ledger.telling.new_salt, max_length=32)),
                        ("until", models.DateTimeField(null=True)),
                        ("made_at", models.DateTimeField()),
                        ("lifted_at", models.DateTimeField(null=True)),
                        (
                            "made_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="barred_by",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "organization",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="bars",
                                to="tournaments.organization",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-made_at", "-pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("lifted_at", None)),
                                fields=("organization", "username"),
                                name="barred_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Asked",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("username", models.CharField(max_length=60)),
                        (
                            "role",
                            models.CharField(
                                choices=[
                                    ("owner", "owner"),
                                    ("organizer", "organizer"),
                                    ("judge", "judge"),
                                    ("helper", "helper"),
                                ],
                                max_length=12,
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "waiting for an answer"),
                                    ("accepted", "accepted"),
                                    ("declined", "declined"),
                                    ("withdrawn", "withdrawn"),
                                ],
                                default="open",
                                max_length=10,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        ("answered_at", models.DateTimeField(null=True)),
                        (
                            "made_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="asked_by_organizations",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "organization",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="asked",
                                to="tournaments.organization",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-made_at", "-pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("organization", "username", "role"), name="asked_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Venue",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("name", models.CharField(max_length=80)),
                        ("folded", models.CharField(max_length=320)),
                        ("street", models.CharField(blank=True, max_length=120)),
                        ("postcode", models.CharField(blank=True, max_length=10)),
                        ("town", models.CharField(max_length=80)),
                        (
                            "country",
                            models.CharField(
                                choices=[("NL", "Netherlands"), ("BE", "Belgium")], default="NL", max_length=2
                            ),
                        ),
                        (
                            "latitude",
                            models.FloatField(
                                null=True,
                                validators=[
                                    django.core.validators.MinValueValidator(-90),
                                    django.core.validators.MaxValueValidator(90),
                                ],
                            ),
                        ),
                        (
                            "longitude",
                            models.FloatField(
                                null=True,
                                validators=[
                                    django.core.validators.MinValueValidator(-180),
                                    django.core.validators.MaxValueValidator(180),
                                ],
                            ),
                        ),
                        ("tables", models.PositiveIntegerField(default=0)),
                        ("wheelchair", models.BooleanField(default=False)),
                        ("hours", models.TextField(blank=True, max_length=500)),
                        ("house_rules", models.TextField(blank=True, max_length=1000)),
                        ("closed_at", models.DateTimeField(null=True)),
                        (
                            "organization",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="venues",
                                to="tournaments.organization",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["folded", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("closed_at", None)),
                                fields=("organization", "folded"),
                                name="one_venue_of_this_name",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("latitude", None), ("longitude", None)),
                                    models.Q(
                                        ("latitude__range", (-90, 90)), ("longitude__range", (-180, 180))
                                    ),
                                    _connector="OR",
                                ),
                                name="venue_on_the_map",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Friendly",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("starts_at", models.DateTimeField()),
                        ("place", models.CharField(blank=True, max_length=60)),
                        ("game", models.CharField(max_length=20)),
                        ("format", models.CharField(max_length=20)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("proposed", "proposed"),
                                    ("accepted", "agreed"),
                                    ("declined", "declined"),
                                    ("cancelled", "called off"),
                                ],
                                default="proposed",
                                max_length=9,
                            ),
                        ),
                        ("version", models.PositiveIntegerField(default=1)),
                        ("agreed", models.BooleanField(default=False)),
                        ("proposed_at", models.DateTimeField()),
                        ("changed_at", models.DateTimeField()),
                        ("day_told_at", models.DateTimeField(null=True)),
                        ("hour_told_at", models.DateTimeField(null=True)),
                        (
                            "answers",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "asked",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "proposer",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["starts_at", "pk"],
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "accepted")),
                                fields=["starts_at"],
                                name="friendlies_agreed",
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("proposer", models.F("asked")), _negated=True),
                                name="nobody_plays_themselves",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FriendlyNote",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "result",
                            models.CharField(
                                blank=True,
                                choices=[("won", "won"), ("lost", "lost"), ("drawn", "drawn")],
                                max_length=5,
                            ),
                        ),
                        (
                            "friendly",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="notes",
                                to="tournaments.friendly",
                            ),
                        ),
                        (
                            "recording",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.recording",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("friendly", "user"), name="one_note_of_a_friendly"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Friendship",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("username", models.CharField(blank=True, max_length=60)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "waiting for an answer"),
                                    ("accepted", "accepted"),
                                    ("declined", "declined"),
                                ],
                                default="open",
                                max_length=8,
                            ),
                        ),
                        ("hidden", models.BooleanField(default=False)),
                        ("asker_known", models.BooleanField(default=False)),
                        ("asked_known", models.BooleanField(default=False)),
                        ("asker_shares", models.BooleanField(default=False)),
                        ("asked_shares", models.BooleanField(default=False)),
                        ("asked_at", models.DateTimeField()),
                        ("answered_at", models.DateTimeField(null=True)),
                        (
                            "asked",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "asker",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("asked__isnull", False)),
                                fields=("asker", "asked"),
                                name="one_friendship_asked",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("username", ""), _negated=True),
                                fields=("asker", "username"),
                                name="one_friendship_of_a_name",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("asker", models.F("asked")), _negated=True),
                                name="nobody_befriends_themselves",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Block",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "other",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "owner",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("owner", "other"), name="one_block_of_a_person")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Fee",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("cents", models.PositiveIntegerField()),
                        ("currency", models.CharField(default="EUR", max_length=3)),
                        ("member_cents", models.PositiveIntegerField(null=True)),
                        ("young_cents", models.PositiveIntegerField(null=True)),
                        ("early_cents", models.PositiveIntegerField(null=True)),
                        ("early_until", models.DateTimeField(null=True)),
                        (
                            "tournament",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                    },
                ),
                migrations.CreateModel(
                    name="OnlinePayment",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("provider", models.CharField(max_length=10)),
                        ("key", models.CharField(max_length=36, unique=True)),
                        ("reference", models.CharField(blank=True, max_length=120)),
                        ("address", models.CharField(blank=True, max_length=1000)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("begun", "being prepared"),
                                    ("open", "not paid yet"),
                                    ("paid", "paid"),
                                    ("failed", "not paid"),
                                    ("refunding", "being paid back"),
                                    ("refunded", "paid back"),
                                ],
                                default="begun",
                                max_length=10,
                            ),
                        ),
                        ("cents", models.PositiveIntegerField()),
                        ("currency", models.CharField(max_length=3)),
                        ("reduction", models.CharField(blank=True, max_length=6)),
                        ("begun_at", models.DateTimeField()),
                        ("asked_at", models.DateTimeField()),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "open")),
                                fields=["asked_at"],
                                name="payments_under_way",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("reference", ""), _negated=True),
                                fields=("provider", "reference"),
                                name="one_payment_per_reference",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Prize",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        (
                            "by",
                            models.CharField(
                                choices=[("place", "by place"), ("lot", "by lot"), ("all", "for everybody")],
                                max_length=5,
                            ),
                        ),
                        ("first", models.PositiveIntegerField(default=1)),
                        ("last", models.PositiveIntegerField(default=1)),
                        ("what", models.CharField(max_length=80)),
                        ("cents", models.PositiveIntegerField(default=0)),
                        ("seal", models.CharField(blank=True, max_length=64)),
                        ("seed", models.CharField(blank=True, max_length=64)),
                        ("drawn_at", models.DateTimeField(null=True)),
                        ("drawn_from", models.JSONField(default=list)),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_prize_per_number"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Booking",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("fee", "fee"),
                                    ("refund", "paid back"),
                                    ("prize", "prize"),
                                    ("reversal", "reversed"),
                                ],
                                max_length=8,
                            ),
                        ),
                        (
                            "method",
                            models.CharField(
                                choices=[
                                    ("cash", "cash"),
                                    ("card", "card terminal"),
                                    ("transfer", "bank transfer"),
                                    ("online", "online"),
                                    ("goods", "goods"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("cents", models.IntegerField()),
                        ("currency", models.CharField(max_length=3)),
                        (
                            "reduction",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "full price"),
                                    ("member", "member"),
                                    ("young", "under 16"),
                                    ("early", "entered early"),
                                ],
                                max_length=6,
                            ),
                        ),
                        ("till", models.PositiveIntegerField()),
                        ("at", models.DateTimeField()),
                        (
                            "about",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.booking",
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "taken_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                        (
                            "payment",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.onlinepayment",
                            ),
                        ),
                        (
                            "prize",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.prize",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_booking_per_number"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("kind", "reversal")),
                                fields=("about",),
                                name="reversed_once",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("kind", "fee")), fields=("payment",), name="booked_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("kind", "fee"), _negated=True),
                                    ("cents__gte", 0),
                                    _connector="OR",
                                ),
                                name="a_fee_comes_in",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("kind__in", ("refund", "prize")), _negated=True),
                                    ("cents__lte", 0),
                                    _connector="OR",
                                ),
                                name="a_refund_goes_out",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TillClosing",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("currency", models.CharField(max_length=3)),
                        ("begun_cents", models.PositiveIntegerField()),
                        ("expected_cents", models.IntegerField()),
                        ("counted_cents", models.PositiveIntegerField()),
                        ("at", models.DateTimeField()),
                        (
                            "closed_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["number"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="one_closing_per_till"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Listing",
                    fields=[
                        (
                            "tournament",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="listing",
                                serialize=False,
                                to="tournaments.tournament",
                            ),
                        ),
                        ("starts_at", models.DateTimeField()),
                        ("state", models.CharField(max_length=12)),
                        ("game", models.CharField(max_length=20)),
                        ("format", models.CharField(max_length=20)),
                        ("scale", models.PositiveSmallIntegerField()),
                        ("beginners", models.BooleanField(default=False)),
                        ("wheelchair", models.BooleanField(default=False)),
                        ("latitude", models.FloatField(null=True)),
                        ("longitude", models.FloatField(null=True)),
                        ("square", models.IntegerField(null=True)),
                        ("town", models.CharField(blank=True, max_length=80)),
                        ("fee", models.PositiveIntegerField(default=0)),
                        ("places", models.PositiveIntegerField()),
                        ("taken", models.PositiveIntegerField(default=0)),
                        ("words", models.TextField()),
                        ("listed_at", models.DateTimeField()),
                        ("currency", models.CharField(blank=True, default="", max_length=3)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["starts_at", "tournament"], name="listing_by_start"),
                            models.Index(fields=["square", "starts_at"], name="listing_by_square"),
                            models.Index(fields=["listed_at"], name="listing_by_age"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="KeptFilter",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("query", models.CharField(max_length=400)),
                        ("place", models.PositiveSmallIntegerField()),
                        ("made_at", models.DateTimeField()),
                        ("told_at", models.DateTimeField()),
                        ("next_at", models.DateTimeField()),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["made_at", "pk"],
                        "indexes": [models.Index(fields=["next_at"], name="kept_filter_due")],
                        "constraints": [
                            models.UniqueConstraint(fields=("user", "query"), name="a_filter_is_kept_once"),
                            models.UniqueConstraint(fields=("user", "place"), name="one_filter_per_place"),
                            models.CheckConstraint(
                                condition=models.Q(("place__gte", 1), ("place__lte", 5)),
                                name="kept_filters_are_few",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Circuit",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("slug", models.SlugField(max_length=60, unique=True)),
                        ("name", models.CharField(max_length=80)),
                        ("folded", models.CharField(max_length=320)),
                        ("about", models.TextField(blank=True, max_length=2000)),
                        ("game", models.CharField(default="x610z", max_length=20)),
                        ("rules", models.JSONField()),
                        ("by_level", models.JSONField(default=dict)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("draft", "being prepared"),
                                    ("open", "running"),
                                    ("closed", "ended"),
                                ],
                                default="draft",
                                max_length=8,
                            ),
                        ),
                        ("starts", models.DateField(null=True)),
                        ("ends", models.DateField(null=True)),
                        ("made_at", models.DateTimeField()),
                        ("closed_at", models.DateTimeField(null=True)),
                        ("heads", models.JSONField(default=dict)),
                        (
                            "made_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "organization",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="circuits",
                                to="tournaments.organization",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["state", "-starts", "folded", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("organization", "folded"), name="one_circuit_of_this_name"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("starts", None),
                                    ("ends", None),
                                    ("starts__lte", models.F("ends")),
                                    _connector="OR",
                                ),
                                name="circuit_ends_after_it_starts",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("closed_at__isnull", False), ("state", "closed")),
                                    models.Q(
                                        models.Q(("state", "closed"), _negated=True), ("closed_at", None)
                                    ),
                                    _connector="OR",
                                ),
                                name="closed_circuit_says_when",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Outcome",
                    fields=[
                        (
                            "tournament",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="outcome",
                                serialize=False,
                                to="tournaments.tournament",
                            ),
                        ),
                        ("number", models.PositiveBigIntegerField(null=True)),
                        ("packed", models.BinaryField(default=b"")),
                        ("made_at", models.DateTimeField()),
                        ("places", models.BinaryField(default=b"")),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("number", None)),
                                fields=["tournament"],
                                name="outcomes_that_wait",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Table",
                    fields=[
                        (
                            "circuit",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="table",
                                serialize=False,
                                to="tournaments.circuit",
                            ),
                        ),
                        ("signature", models.CharField(max_length=64)),
                        ("packed", models.BinaryField()),
                        ("made_at", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="Change",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        ("number", models.PositiveBigIntegerField(null=True)),
                        ("cause", models.CharField(blank=True, max_length=80)),
                        ("moved", models.PositiveIntegerField()),
                        ("packed", models.BinaryField()),
                        (
                            "tournament",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                        (
                            "circuit",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="changes",
                                to="tournaments.circuit",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-at", "-pk"],
                        "indexes": [
                            models.Index(fields=["circuit", "-at", "-id"], name="changes_of_a_circuit")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Counts",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("series", models.CharField(blank=True, default="", max_length=60)),
                        ("of", models.CharField(blank=True, max_length=40)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("counts", "counts"),
                                    ("asked", "waiting for an answer"),
                                    ("refused", "refused"),
                                ],
                                default="counts",
                                max_length=8,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        (
                            "circuit",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="counting",
                                to="tournaments.circuit",
                            ),
                        ),
                        (
                            "made_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["made_at", "pk"],
                        "indexes": [
                            models.Index(
                                condition=models.Q(("series", ""), _negated=True),
                                fields=["series"],
                                name="counts_by_series",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("circuit", "tournament"), name="an_event_counts_once"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("series", ""), _negated=True),
                                fields=("circuit", "series"),
                                name="a_series_counts_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("tournament", None), models.Q(("series", ""), _negated=True)),
                                    models.Q(("tournament__isnull", False), ("series", "")),
                                    _connector="OR",
                                ),
                                name="an_event_or_a_series_counts",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Frozen",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        ("heads", models.JSONField()),
                        ("packed", models.BinaryField()),
                        (
                            "circuit",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="frozen",
                                to="tournaments.circuit",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-at", "-pk"],
                    },
                ),
                migrations.CreateModel(
                    name="Gift",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("place", "a place in the final"),
                                    ("byes", "awarded byes in the final"),
                                    ("seed", "a seed in the final"),
                                    ("title", "a title"),
                                ],
                                max_length=8,
                            ),
                        ),
                        (
                            "first",
                            models.PositiveIntegerField(
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(10000),
                                ]
                            ),
                        ),
                        (
                            "last",
                            models.PositiveIntegerField(
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(10000),
                                ]
                            ),
                        ),
                        (
                            "value",
                            models.PositiveSmallIntegerField(
                                default=0, validators=[django.core.validators.MaxValueValidator(60)]
                            ),
                        ),
                        ("title", models.CharField(blank=True, max_length=80)),
                        ("made_at", models.DateTimeField()),
                        (
                            "circuit",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="gifts",
                                to="tournaments.circuit",
                            ),
                        ),
                        (
                            "final",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="gifts",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["first", "last", "pk"],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("first__gte", 1), ("last__gte", models.F("first"))),
                                name="gift_to_ranks",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("final", None), ("kind", "title")),
                                    models.Q(
                                        models.Q(("kind", "title"), _negated=True), ("final__isnull", False)
                                    ),
                                    _connector="OR",
                                ),
                                name="gift_has_its_final",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Outlook",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("signature", models.CharField(max_length=64)),
                        ("places", models.PositiveIntegerField()),
                        ("wanted", models.PositiveIntegerField()),
                        ("done", models.PositiveIntegerField(default=0)),
                        ("hits", models.FloatField(default=0)),
                        ("ranks", models.JSONField(default=dict)),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        ("asked_at", models.DateTimeField()),
                        ("touched_at", models.DateTimeField()),
                        (
                            "circuit",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.circuit",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("done__lt", models.F("wanted"))),
                                fields=["touched_at"],
                                name="outlooks_waiting",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(fields=("circuit", "user"), name="one_outlook_per_person")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Place",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("line", models.PositiveIntegerField()),
                        ("rank", models.PositiveIntegerField()),
                        ("byes", models.PositiveSmallIntegerField(default=0)),
                        ("seed", models.PositiveIntegerField(null=True)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "waiting for an answer"),
                                    ("accepted", "accepted"),
                                    ("declined", "declined"),
                                    ("missed", "not answered in time"),
                                    ("withdrawn", "withdrawn"),
                                ],
                                default="open",
                                max_length=10,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        ("deadline", models.DateTimeField()),
                        ("answered_at", models.DateTimeField(null=True)),
                        ("reminded", models.PositiveSmallIntegerField(default=0)),
                        ("remind_at", models.DateTimeField(null=True)),
                        (
                            "circuit",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.circuit",
                            ),
                        ),
                        (
                            "final",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tournaments.tournament",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["line", "pk"],
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "open")),
                                fields=["deadline"],
                                name="places_that_wait",
                            ),
                            models.Index(fields=["user", "state"], name="places_of_a_person"),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("circuit", "final", "user"), name="one_place_per_person"
                            ),
                            models.UniqueConstraint(
                                fields=("circuit", "final", "line"), name="one_place_in_line"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Appointment",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[("open", "no time agreed"), ("agreed", "agreed")],
                                default="open",
                                max_length=8,
                            ),
                        ),
                        ("starts_at", models.DateTimeField(null=True)),
                        ("place", models.CharField(blank=True, max_length=120)),
                        ("agreed_at", models.DateTimeField(null=True)),
                        ("absent_said_at", models.DateTimeField(null=True)),
                        ("over_told_at", models.DateTimeField(null=True)),
                        ("day_told_at", models.DateTimeField(null=True)),
                        ("hour_told_at", models.DateTimeField(null=True)),
                        ("version", models.PositiveIntegerField(default=0)),
                        (
                            "absent_said_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "match",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="appointment",
                                to="tournaments.match",
                            ),
                        ),
                        (
                            "waits_for",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "agreed")),
                                fields=["starts_at"],
                                name="appointments_agreed",
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state", "open"), ("starts_at__isnull", False), _connector="OR"
                                ),
                                name="an_agreed_appointment_has_a_time",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Offer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("starts_at", models.DateTimeField()),
                        ("place", models.CharField(max_length=120)),
                        (
                            "appointment",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="offers",
                                to="tournaments.appointment",
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["starts_at", "pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("appointment", "entry", "starts_at"), name="one_offer_of_a_time"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Postponement",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "appointment",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="postponements",
                                to="tournaments.appointment",
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.entry",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("appointment", "entry"), name="one_postponement_each"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RatingPool",
                    fields=[
                        ("pool", models.CharField(max_length=60, primary_key=True, serialize=False)),
                        ("packed", models.BinaryField()),
                        ("made_at", models.DateTimeField()),
                    ],
                ),
            ]
        ),
        migrations.RunPython(freeze, thaw),
        # The moments (``at``) of a demo's rows are set back, so that it has lasted an afternoon.
        only_added("tournaments_reading"),
        only_added("tournaments_confirmedline"),
        only_added("tournaments_caserevision", free="question facts instruction words reason salt at"),
        only_added("tournaments_penaltyevent", free="reason at", goes=True),
        only_added("tournaments_resultchange", free="reason", goes=True),
        only_added("tournaments_snapshot", goes=True),
        only_added("tournaments_booking", free="at"),
        only_added("tournaments_tillclosing", free="at"),
        only_added("tournaments_frozen"),
        migrations.RunPython(index_letters, unindex_letters),
    ]
