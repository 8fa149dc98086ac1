"""What tests of an event and its ledger share: asking the command, and getting past the database's own triggers."""

from io import StringIO

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from tournaments.rounds.models import Match


def verified(*arguments: str) -> tuple[bool, str]:
    """Whether `verify_ledger` is content, and what it prints."""
    said = StringIO()
    try:
        call_command("verify_ledger", *arguments, stdout=said)
    except CommandError as error:
        return False, said.getvalue() + str(error)
    return True, said.getvalue()


def first_match() -> Match:
    return Match.objects.filter(round__number=1, kind="played").order_by("table")[0]


def past_triggers() -> None:
    """Until the end of the test's transaction no trigger of the database refuses anything."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")
