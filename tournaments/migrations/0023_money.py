"""The fee, the books of money, tills, prizes; rows of the books and closings are only ever added."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ledger.frozen import only_added


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_agenda"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.entry"
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
            },
        ),
        migrations.AddIndex(
            model_name="onlinepayment",
            index=models.Index(
                condition=models.Q(("state", "open")), fields=["asked_at"], name="payments_under_way"
            ),
        ),
        migrations.AddConstraint(
            model_name="onlinepayment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("reference", ""), _negated=True),
                fields=("provider", "reference"),
                name="one_payment_per_reference",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="one_prize_per_number"),
        ),
        migrations.AddConstraint(
            model_name="booking",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="one_booking_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="booking",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "reversal")), fields=("about",), name="reversed_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="booking",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "fee")), fields=("payment",), name="booked_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="booking",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "fee"), _negated=True), ("cents__gte", 0), _connector="OR"
                ),
                name="a_fee_comes_in",
            ),
        ),
        migrations.AddConstraint(
            model_name="booking",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ("refund", "prize")), _negated=True),
                    ("cents__lte", 0),
                    _connector="OR",
                ),
                name="a_refund_goes_out",
            ),
        ),
        migrations.AddConstraint(
            model_name="tillclosing",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="one_closing_per_till"),
        ),
        # The moments of a demo are set back, so that it has lasted an afternoon.
        only_added("tournaments_booking", free="at"),
        only_added("tournaments_tillclosing", free="at"),
    ]
