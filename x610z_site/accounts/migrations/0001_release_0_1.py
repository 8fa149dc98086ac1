"""The tables of release 0.1.0, in one step. Its databases have run what this replaces."""

import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from ledger.tables import CreateTables


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        CreateTables(
            [
                migrations.CreateModel(
                    name="RecoveryCode",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("code_hash", models.CharField(max_length=64)),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="recovery_codes",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="SecondStep",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("secret", models.CharField(max_length=200)),
                        ("last_step", models.BigIntegerField(default=-1)),
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="second_step",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Session",
                    fields=[
                        (
                            "session_key",
                            models.CharField(
                                max_length=40, primary_key=True, serialize=False, verbose_name="session key"
                            ),
                        ),
                        ("session_data", models.TextField(verbose_name="session data")),
                        ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                        ("public_id", models.UUIDField(default=uuid.uuid4, editable=False)),
                        ("device", models.CharField(blank=True, max_length=60)),
                        ("since", models.DateTimeField(null=True)),
                        ("seen_at", models.DateTimeField(null=True)),
                        (
                            "user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sessions",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "session",
                        "verbose_name_plural": "sessions",
                        "abstract": False,
                    },
                ),
                migrations.CreateModel(
                    name="SpentChallenge",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("sha256", models.CharField(max_length=64, unique=True)),
                        ("at", models.DateTimeField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="Tries",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("key", models.CharField(max_length=64, unique=True)),
                        ("count", models.PositiveIntegerField()),
                        ("since", models.DateTimeField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="User",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("password", models.CharField(max_length=128, verbose_name="password")),
                        (
                            "last_login",
                            models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                        ),
                        (
                            "is_superuser",
                            models.BooleanField(
                                default=False,
                                help_text="Designates that this user has all permissions without explicitly assigning them.",
                                verbose_name="superuser status",
                            ),
                        ),
                        (
                            "username",
                            models.CharField(
                                error_messages={"unique": "A user with that username already exists."},
                                help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                                max_length=150,
                                unique=True,
                                validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                                verbose_name="username",
                            ),
                        ),
                        (
                            "email",
                            models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                        ),
                        (
                            "is_staff",
                            models.BooleanField(
                                default=False,
                                help_text="Designates whether the user can log into this admin site.",
                                verbose_name="staff status",
                            ),
                        ),
                        (
                            "is_active",
                            models.BooleanField(
                                default=True,
                                help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                                verbose_name="active",
                            ),
                        ),
                        (
                            "date_joined",
                            models.DateTimeField(
                                default=django.utils.timezone.now, verbose_name="date joined"
                            ),
                        ),
                        ("display_name", models.CharField(max_length=60, verbose_name="display name")),
                        ("sort_name", models.CharField(db_index=True, editable=False, max_length=80)),
                        ("real_name", models.CharField(blank=True, max_length=120, verbose_name="real name")),
                        ("language", models.CharField(blank=True, max_length=5, verbose_name="language")),
                        ("is_office", models.BooleanField(default=False, verbose_name="office")),
                        (
                            "guest_of",
                            models.CharField(blank=True, db_index=True, editable=False, max_length=80),
                        ),
                        ("guest_since", models.DateTimeField(editable=False, null=True)),
                        ("session_epoch", models.PositiveIntegerField(default=0, editable=False)),
                        ("second_step_at", models.DateTimeField(editable=False, null=True)),
                        (
                            "groups",
                            models.ManyToManyField(
                                blank=True,
                                help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                                related_name="user_set",
                                related_query_name="user",
                                to="auth.group",
                                verbose_name="groups",
                            ),
                        ),
                        (
                            "user_permissions",
                            models.ManyToManyField(
                                blank=True,
                                help_text="Specific permissions for this user.",
                                related_name="user_set",
                                related_query_name="user",
                                to="auth.permission",
                                verbose_name="user permissions",
                            ),
                        ),
                        (
                            "unread_notices",
                            models.PositiveIntegerField(db_default=0, default=0, editable=False),
                        ),
                        (
                            "time_zone",
                            models.CharField(
                                blank=True, db_default="", default="", max_length=40, verbose_name="time zone"
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "user",
                        "verbose_name_plural": "users",
                        "abstract": False,
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("guest_of", ""),
                                    models.Q(
                                        ("is_office", False),
                                        ("is_staff", False),
                                        ("is_superuser", False),
                                        ("password__startswith", "!"),
                                    ),
                                    _connector="OR",
                                ),
                                name="a_guest_has_no_password_and_no_right",
                            )
                        ],
                    },
                    managers=[
                        ("objects", django.contrib.auth.models.UserManager()),
                    ],
                ),
                migrations.CreateModel(
                    name="Letter",
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
                                    ("forgotten", "somebody forgot a password; whoever that is"),
                                    ("reset", "a link to a new password"),
                                    ("verify", "a link to verify an address"),
                                    ("password", "the password changed"),
                                    ("step", "the second step changed"),
                                    ("address", "the address changed"),
                                    ("asked", "the office was asked for a new password"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("said", models.CharField(blank=True, max_length=254)),
                        ("tries", models.PositiveIntegerField(default=0)),
                        ("made_at", models.DateTimeField()),
                        (
                            "user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="letters",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="MailAddress",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("address", models.CharField(blank=True, db_index=True, max_length=254)),
                        ("verified_at", models.DateTimeField(null=True)),
                        ("wanted", models.CharField(blank=True, max_length=254)),
                        ("token_hash", models.CharField(blank=True, db_index=True, max_length=64)),
                        ("expires_at", models.DateTimeField(null=True)),
                        ("language", models.CharField(blank=True, max_length=5)),
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="mail_address",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("address", ""), ("verified_at", None)),
                                    models.Q(
                                        models.Q(("address", ""), _negated=True),
                                        ("verified_at__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="an_address_counts_when_it_was_verified",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="MailReset",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("made_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField()),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="mail_resets",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("ended_at", None)),
                                fields=("user",),
                                name="one_mailed_link_for_each_account",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Passkey",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("name", models.CharField(max_length=60, verbose_name="name")),
                        ("credential_id", models.CharField(max_length=1400, unique=True)),
                        ("public_key", models.BinaryField()),
                        ("handle", models.CharField(max_length=64)),
                        ("sign_count", models.BigIntegerField(default=0)),
                        ("added_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(null=True)),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="passkeys",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="PersonalLink",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("created_at", models.DateTimeField(auto_now_add=True)),
                        ("expires_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(null=True)),
                        ("revoked_at", models.DateTimeField(null=True)),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="links",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("revoked_at", None)),
                                fields=("user",),
                                name="one_link_for_each_guest",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ApiToken",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("name", models.CharField(max_length=60, verbose_name="name")),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("scopes", models.JSONField(default=list)),
                        ("epoch", models.PositiveIntegerField()),
                        ("made_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(null=True)),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="api_tokens",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
            ]
        ),
    ]
