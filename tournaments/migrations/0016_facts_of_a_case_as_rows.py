"""The facts of a case were lines of text with bars between; from here on they are rows of JSON."""

from typing import Any

from django.db import migrations, models


def fact(line: str) -> dict[str, Any]:
    """One line as a row; where screening a name had taken its shape away, what is left is the text."""
    status, bar, rest = line.partition("|")
    evidence, second_bar, text = rest.partition("|")
    if bar and second_bar and evidence.isdigit():
        return {"text": text, "status": status, "evidence": int(evidence)}
    return {"text": line, "status": "", "evidence": 0}


def carry_over(apps: Any, schema_editor: Any) -> None:
    """Every revision that has facts gets them as rows."""
    revisions = apps.get_model("tournaments", "CaseRevision").objects.using(schema_editor.connection.alias)
    for pk, lines in list(revisions.exclude(fact_lines="").values_list("pk", "fact_lines")):
        revisions.filter(pk=pk).update(facts=[fact(line) for line in lines.splitlines() if line])


class Migration(migrations.Migration):
    """One column in the place of another, with what it holds."""

    dependencies = [("tournaments", "0015_zones")]

    operations = [
        migrations.AddField("caserevision", "facts", models.JSONField(default=list)),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        migrations.RemoveField("caserevision", "fact_lines"),
    ]
