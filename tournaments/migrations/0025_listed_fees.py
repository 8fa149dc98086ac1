"""What an event costs is found by, too."""

from django.db import migrations, models


def list_fees(apps, schema_editor):
    """The fee of each event that has one."""
    listing = apps.get_model("tournaments", "Listing")
    for fee in apps.get_model("tournaments", "Fee").objects.order_by("pk").iterator(chunk_size=500):
        listing.objects.filter(tournament_id=fee.tournament_id).update(fee=fee.cents, currency=fee.currency)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_finding")]

    operations = [
        migrations.AddField("listing", "currency", models.CharField(blank=True, default="", max_length=3)),
        migrations.AlterField("listing", "fee", models.PositiveIntegerField(default=0)),
        migrations.RunPython(list_fees, migrations.RunPython.noop),
    ]
