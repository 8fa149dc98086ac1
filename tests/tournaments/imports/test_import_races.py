"""Two imports of the same file at the same moment make one tournament."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from ledger.commands import SYSTEM
from ledger.models import Chain
from ledger.selectors import verify_chain
from tests.patience import HANG
from tournaments.events.models import Tournament
from tournaments.imports.reading import read_event
from tournaments.imports.services import results_import

EVENT = Path(__file__).resolve().parents[3] / "tournaments" / "demo" / "data" / "spring-orbit-open.json"
IMPORTERS = 6


def run(start: threading.Barrier) -> dict[str, Any]:
    """One importer, on a connection of its own."""
    try:
        event = read_event(EVENT.read_bytes())
        start.wait(HANG)
        return dict(results_import(actor=SYSTEM, event=event))
    finally:
        connection.close()


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_six_imports_of_one_file_at_once_make_one_tournament() -> None:
    start = threading.Barrier(IMPORTERS)
    with ThreadPoolExecutor(IMPORTERS) as pool:
        answers = list(pool.map(run, [start] * IMPORTERS))
    assert sorted(answer["new"] for answer in answers) == [False] * (IMPORTERS - 1) + [True]
    tournament = Tournament.objects.get()
    assert {answer["id"] for answer in answers} == {tournament.pk}
    assert tournament.entries.count() == 23
    assert [verify_chain(chain.key) for chain in Chain.objects.all()] == [[]]
