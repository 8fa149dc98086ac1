"""A circuit at the same moment: two changes, its end beside an event that is to count, a table made twice."""

from collections.abc import Callable
from typing import Any

import pytest

from ledger.audits import differences
from ledger.commands import Actor
from ledger.selectors import verify_chain
from tests.races.test_organizations import codes
from tests.races.tools import REPEATS, racers
from tests.tournaments.organizations.found import found, join
from tests.tournaments.programme.season import circuit_of, correct, finished, owner
from tournaments.programme.circuit_services import circuit_edit, circuit_end, values_of, values_token
from tournaments.programme.counting_services import circuit_count
from tournaments.programme.ladder_services import STALE, table_make
from tournaments.programme.ladders import frozen_ladder, live_ladder
from tournaments.programme.models import Change, Circuit, Table

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def whole(circuit: Circuit) -> None:
    assert verify_chain(circuit.chain_key) == []
    assert list(differences(circuit.chain_key)) == []


def test_of_two_changes_at_once_one_is_made_and_the_other_looks_again() -> None:
    club = found()
    second = join(club, "organizer")
    with racers(2) as at_once:
        for time in range(REPEATS):
            circuit = circuit_of(club, name=f"Season {time}")
            shown = values_token(circuit)
            editing: list[Callable[[], Any]] = [
                lambda user=user, name=name, shown=shown, circuit=circuit: circuit_edit(
                    actor=Actor(user, "organizer"),
                    circuit=circuit,
                    values={**values_of(circuit), "name": f"{name} {circuit.pk}"},
                    shown=shown,
                )
                for user, name in ((club.created_by, "One"), (second, "Two"))
            ]
            assert codes(at_once(*editing)) == ["done", "stale"]
            whole(circuit)


def test_the_end_beside_an_event_that_is_to_count_freezes_one_or_the_other_ladder_whole() -> None:
    club = found()
    event = finished(club)
    with racers(2) as at_once:
        for time in range(REPEATS):
            circuit = circuit_of(club, name=f"Season {time}", by_level={})
            name = circuit.name
            answers = at_once(
                lambda circuit=circuit, name=name: circuit_end(
                    actor=owner(circuit), circuit=circuit, typed=name
                ),
                lambda circuit=circuit: circuit_count(
                    actor=owner(circuit), circuit=circuit, event=event, of="open"
                ),
            )
            assert codes(answers) in (["done", "done"], ["done", "state"])
            assert frozen_ladder(circuit).rows == live_ladder(circuit)[1].rows
            whole(circuit)


def test_a_table_made_by_two_at_once_beside_a_correction_tells_each_move_once() -> None:
    club = found()
    with racers(3) as at_once:
        for time in range(REPEATS):
            circuit = circuit_of(club, name=f"Season {time}")
            event = finished(club, name=f"Friday {time}")
            make = [lambda circuit=circuit: {"made": table_make(circuit.pk)}] * 2
            assert codes(at_once(*make, lambda event=event: {"match": correct(event).pk})) == ["done"] * 3
            while Table.objects.get(circuit=circuit).signature == STALE:
                table_make(circuit.pk)
            changes = Change.objects.filter(circuit=circuit, tournament=event)
            assert changes.count() in (1, 2) and changes.filter(cause="tournament.finish").count() <= 1
            assert Table.objects.get(circuit=circuit).signature == live_ladder(circuit)[0]
            Circuit.objects.filter(pk=circuit.pk).update(
                by_level={}
            )  # the next circuit alone looks at the next event
