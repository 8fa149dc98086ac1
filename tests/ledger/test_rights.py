"""The role of the pages on PostgreSQL: it does all the site needs, and cannot change the ledger."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import ProgrammingError, connection, transaction

from ledger.models import LedgerRow
from ledger.rights import grant, problems
from ledger.selectors import verify_chain
from tests.site.privacy import traces
from tests.site.privacy.erasing import person_erase
from tests.tournaments import hall

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
ROLE = "x610z_test_pages"


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def role() -> Iterator[str]:
    """A role without rights; the transaction of the test takes it away again."""
    execute(f"CREATE ROLE {ROLE}")
    yield ROLE


@contextmanager
def as_the_pages() -> Iterator[None]:
    """Be the role of the pages."""
    execute(f"SET ROLE {ROLE}")
    try:
        yield
    finally:
        execute("RESET ROLE")


ATTACKS = (
    "UPDATE ledger_ledgerrow SET data = '{}'",
    "UPDATE ledger_ledgerrow SET hash = '0'",
    "UPDATE ledger_ledgerrow SET actor_id = NULL",
    "DELETE FROM ledger_ledgerrow",
    "TRUNCATE ledger_ledgerrow CASCADE",
    "DELETE FROM ledger_chain",
    "ALTER TABLE ledger_ledgerrow DISABLE TRIGGER ALL",
    "ALTER TABLE ledger_ledgerrow OWNER TO CURRENT_USER",
    "DROP TABLE ledger_ledgerrow CASCADE",
    "CREATE TABLE mine (a int)",
    "CREATE TRIGGER t BEFORE INSERT ON ledger_ledgerrow EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "DELETE FROM django_migrations",
    "UPDATE ledger_volume SET body = ''",
    "DELETE FROM ledger_volume",
    "INSERT INTO ledger_volume (chain_id, first) VALUES ('t-other', 1)",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_pages_cannot_change_the_ledger(role: str, attack: str) -> None:
    hall.make_tournament()
    grant(role)
    with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"), transaction.atomic():
        execute(f"SET LOCAL ROLE {ROLE}")
        execute(attack)
    assert LedgerRow.objects.exists()


def test_the_owner_could_so_the_attacks_above_are_refused_for_their_role(role: str) -> None:
    """The control: the same statements work for the owner."""
    hall.make_tournament()
    for attack in ATTACKS[:4]:
        with transaction.atomic():
            execute(attack)
            transaction.set_rollback(True)


def test_the_pages_play_a_tournament_and_erase_a_person(role: str) -> None:
    grant(role)
    with as_the_pages():
        user, tournament = traces.leave_traces()
        person_erase(actor=hall.Actor(user, "person"), user_id=user.pk)
        assert verify_chain(tournament.chain_key) == []
    assert traces.hits() == {}


@contextmanager
def committed_role(name: str) -> Iterator[None]:
    """A role without rights that other connections see, too."""
    execute(f"CREATE ROLE {name}")
    try:
        yield
    finally:
        execute(f"DROP OWNED BY {name}")
        execute(f"DROP ROLE {name}")


@pytest.mark.django_db(transaction=True)
def test_pages_that_read_while_rights_are_given_again_are_refused_nothing() -> None:
    pages = connection.copy()
    refused: list[tuple[str, str]] = []

    def read_after(run: Callable[..., Any], statement: str, *rest: Any) -> Any:
        """What a page asks on a connection of its own after each statement of the owner."""
        done = run(statement, *rest)
        with pages.cursor() as cursor:
            cursor.execute(
                "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' "
                "AND NOT (has_table_privilege(%s, oid, 'SELECT') AND (has_table_privilege(%s, oid, 'INSERT') "
                "OR relname IN ('django_migrations', 'ledger_volume')))",
                [f"{ROLE}_live"] * 2,
            )
            refused.extend((statement, name) for (name,) in cursor.fetchall())
        return done

    try:
        with committed_role(f"{ROLE}_live"):
            grant(f"{ROLE}_live")
            with connection.execute_wrapper(read_after):
                grant(f"{ROLE}_live")
                assert refused == []
                execute(f"REVOKE INSERT ON ledger_ledgerrow FROM {ROLE}_live")
            assert len(refused) == 1, "the control: a right that is gone is seen"
            assert problems(f"{ROLE}_live") == [f"{ROLE}_live may not INSERT ledger_ledgerrow"]
    finally:
        pages.close()


def test_rights_after_a_restore_are_checked(role: str) -> None:
    grant(role)
    said = StringIO()
    call_command("database_rights", role, "--check", stdout=said)
    assert "cannot change the ledger" in said.getvalue()
    for wrong in (
        f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {ROLE}",  # as --no-privileges leaves them
        f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {ROLE}",  # as somebody in a hurry mends it
        f"GRANT UPDATE (data) ON ledger_ledgerrow TO {ROLE}",
        f"ALTER TABLE ledger_ledgerrow OWNER TO {ROLE}",
        f"ALTER ROLE {ROLE} SUPERUSER",
    ):
        with transaction.atomic():
            execute(wrong)
            assert problems(role), wrong
            with pytest.raises(CommandError):
                call_command("database_rights", role, "--check", stdout=StringIO())
            transaction.set_rollback(True)
    execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {ROLE}")
    call_command("database_rights", role, stdout=StringIO())
    assert problems(role) == []


def test_a_role_that_is_not_there_or_no_name_is_told() -> None:
    assert problems("x610z_nobody_here") == ["there is no role x610z_nobody_here"]
    for name in ("a;b", 'x"y', ""):
        with pytest.raises(CommandError):
            call_command("database_rights", name, stdout=StringIO())
