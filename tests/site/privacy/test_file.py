"""What is erased stands neither in SQLite's file nor in the journal beside it."""

from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection

from ledger.commands import Actor
from tests.site.privacy import traces
from tests.site.privacy.erasing import person_erase


def in_files() -> set[str]:
    """Which of the person's words stand in the database's files, deleted rows and all."""
    path = Path(str(connection.settings_dict["NAME"]))
    said = b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))
    words = {traces.REAL, "Quetzal", traces.SIGN_IN, "kanarie@example.org"}
    return {word for word in words if word.encode() in said}


@pytest.mark.sqlite
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL: see docs/operations.md, Backup")
@pytest.mark.django_db(transaction=True)
def test_an_erased_person_does_not_stand_in_the_file_of_the_database() -> None:
    user, _tournament = traces.leave_traces()
    assert len(in_files()) >= 3  # the positive control
    cache.clear()
    person_erase(actor=Actor(user, "person"), user_id=user.pk)
    assert in_files() == set()
