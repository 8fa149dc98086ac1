"""How a table ended becomes one value of the match, and of every report."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import tournaments.rounds.outcomes


def gather(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write what stood in several columns into one."""
    match_model, report_model = (
        apps.get_model("tournaments", "Match"),
        apps.get_model("tournaments", "Report"),
    )
    for match in match_model.objects.filter(state="final").prefetch_related("seats"):
        seats = sorted(match.seats.all(), key=lambda seat: seat.position)
        letters = "".join(seat.result for seat in seats)
        won = [seat.games_won or 0 for seat in seats]
        outcome: dict[str, Any] = {"kind": "games", "won": won, "drawn": match.drawn_games}
        if len(seats) == 2 and match.slot and won[0] == won[1] and "w" in letters:
            outcome["ahead"] = letters.index("w")
        elif letters:
            outcome = {"kind": "letters", "letters": letters}
        match.outcome = outcome
        match.save(update_fields=["outcome"])
    for report in report_model.objects.all():
        score = {"kind": "games", "won": [report.first_wins, report.second_wins], "drawn": report.drawn}
        report.outcome = {"kind": "letters", "letters": report.claim} if report.claim else score
        report.save(update_fields=["outcome"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_readings")]

    operations = [
        migrations.AlterField("stage", "kind", models.CharField(max_length=24)),
        migrations.AddField("match", "outcome", tournaments.rounds.outcomes.OutcomeField(null=True)),
        migrations.AddField(
            "report", "outcome", tournaments.rounds.outcomes.OutcomeField(default=None, null=True)
        ),
        migrations.RunPython(gather, migrations.RunPython.noop, elidable=True),
        migrations.AlterField("report", "outcome", tournaments.rounds.outcomes.OutcomeField()),
        migrations.RemoveConstraint("match", "final_match_has_score"),
        migrations.RemoveField("match", "drawn_games"),
        migrations.RemoveField("report", "claim"),
        migrations.RemoveField("report", "drawn"),
        migrations.RemoveField("report", "first_wins"),
        migrations.RemoveField("report", "second_wins"),
        migrations.RemoveField("seat", "games_won"),
        migrations.RemoveField("seat", "result"),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(
                condition=~models.Q(state="final") | models.Q(outcome__isnull=False),
                name="final_match_has_outcome",
            ),
        ),
    ]
