"""What people stored before every game had the same tables is still there, word for word, and still never changes."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

BEFORE = ("decks", "0003_cards_of_z_x_that_keepers_enter")
POOL = {"key": "ours", "sha256": "a" * 64, "label": "Ours", "label_nl": "Van ons", "size": 1, "cards": "[]"}


def migrated(*to: tuple[str, str]) -> Any:
    """The tables as they were after these migrations; without any, as they are, those of floors above again too."""
    executor = MigrationExecutor(connection)
    wanted = list(to) or executor.loader.graph.leaf_nodes()
    executor.migrate(wanted)
    return MigrationExecutor(connection).loader.project_state(wanted).apps


@pytest.mark.django_db(transaction=True)
def test_cards_and_pools_of_z_x_move_into_the_tables_of_every_game() -> None:
    user = get_user_model().objects.create_user("keeper")
    at = datetime(2026, 11, 20, tzinfo=UTC)
    try:
        old = migrated(BEFORE)
        old.get_model("decks", "ZxPoolSnapshot").objects.create(**POOL, at=at, by_id=user.pk)
        parts = {"number": "K01-001", "name": "Brass Comet"}
        old.get_model("decks", "ZxCardRevision").objects.create(
            number="K01-001",
            revision=2,
            parts=parts,
            sha256="b" * 64,
            reason="Misprint",
            at=at,
            by_id=user.pk,
        )
    finally:
        new = migrated()
    pool = new.get_model("decks", "PoolSnapshot").objects.get(key="ours")
    assert {name: getattr(pool, name) for name in POOL} == POOL
    assert (pool.game, pool.at, pool.by_id) == ("zx", at, user.pk)
    card = new.get_model("decks", "EnteredRevision").objects.get()
    assert (card.game, card.number, card.revision, card.parts) == ("zx", "K01-001", 2, parts)
    for table in ("EnteredRevision", "PoolSnapshot"):
        with pytest.raises(DatabaseError), transaction.atomic():
            new.get_model("decks", table).objects.update(sha256="c" * 64)
