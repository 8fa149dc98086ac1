"""The database keeps rows as they are that nothing ever edits, but for what an erasure or a retention takes away."""

from django.db import migrations

from ledger.frozen import only_added


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_salts_of_rulings")]

    # The moments (``at``) of a demo's rows are set back, so that it has lasted an afternoon.
    operations = [
        only_added("tournaments_reading"),
        only_added("tournaments_confirmedline"),
        only_added("tournaments_caserevision", free="question facts instruction words reason salt at"),
        only_added("tournaments_penaltyevent", free="reason at", goes=True),
        only_added("tournaments_resultchange", free="reason", goes=True),
        only_added("tournaments_snapshot", goes=True),
    ]
