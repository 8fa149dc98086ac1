"""How large the tournaments are that were made before one said so: by their rules of play and their places."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

EVENING, OPEN, CHAMPIONSHIP = 1, 2, 3
MOST_OF_AN_EVENING = 128


def measured(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give each tournament that nothing was said of its scale, and the row by which it is found."""
    tournaments, listings = (
        apps.get_model("tournaments", "Tournament"),
        apps.get_model("tournaments", "Listing"),
    )
    rows = tournaments.objects.filter(scale=EVENING).only("pk", "policy", "capacity")
    for one in rows.order_by("pk").iterator():
        scale = OPEN if one.capacity > MOST_OF_AN_EVENING else EVENING
        scale = CHAMPIONSHIP if one.policy.level == "championship" else scale
        if scale != EVENING:
            tournaments.objects.filter(pk=one.pk).update(scale=scale)
            listings.objects.filter(tournament_id=one.pk).update(scale=scale)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_names_by_letters")]

    operations = [migrations.RunPython(measured, migrations.RunPython.noop)]
