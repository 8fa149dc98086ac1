"""Making, changing, ending a circuit; what counts, by whose word; nothing of a change without who moves and why."""

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from ledger.audits import differences
from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow, OutboxMessage
from ledger.selectors import verify_chain
from tests.tournaments.hall import make_user, organizer_of, play, running_tournament
from tests.tournaments.organizations.found import found, join
from tests.tournaments.programme.season import (
    BY_LEVEL,
    agreed,
    circuit_of,
    correct,
    counts,
    edit,
    finish,
    finished,
    owner,
    points,
)
from tournaments.events.models import Tournament
from tournaments.programme.agreement import MovesAskedError
from tournaments.programme.circuit_services import (
    circuit_create,
    circuit_edit,
    circuit_end,
    circuit_reopen,
    values_of,
    values_token,
)
from tournaments.programme.counting_services import circuit_answer, circuit_count, circuit_uncount
from tournaments.programme.ladders import frozen_ladder, ladder_of, live_ladder, rules_of
from tournaments.programme.models import Circuit, Counts, Frozen
from tournaments.programme.selectors import asked_of_event, circuits_for, events_of_circuit
from tournaments.season_points import CIRCUITS

pytestmark = [pytest.mark.django_db]


def notices() -> list[str]:
    found_ = OutboxMessage.objects.filter(topic="notice").order_by("pk")
    return [one.payload["name"] for one in found_ if one.payload["name"].startswith("circuit")]


def refused(change: Any, code: str) -> UserError:
    with pytest.raises(UserError) as error:
        change()
    assert [one.code for one in error.value.problems] == [code]
    return error.value


def test_a_circuit_of_every_preset_has_its_rules_and_writes_its_own_chain() -> None:
    club = found()
    for key, preset in CIRCUITS.items():
        circuit = circuit_of(club, key, name=f"By {key}", starts=date(2026, 1, 1), ends=date(2026, 12, 31))
        rules = rules_of(circuit)
        assert rules.classes == preset.classes and (rules.best, rules.months) == (preset.best, preset.months)
        assert (rules.key, rules.starts, rules.only) == (circuit.slug, date(2026, 1, 1), preset.only)
        assert circuit.by_level == (BY_LEVEL if key == "x610z" else {})
        assert verify_chain(circuit.chain_key) == [] and list(differences(circuit.chain_key)) == []
    Circuit.objects.filter(pk=circuit.pk).update(by_level={"1": "event"})
    assert [text.text for _name, text in differences(circuit.chain_key)]


def test_a_dutch_club_gets_the_classes_of_a_preset_in_dutch() -> None:
    with translation.override("nl"):
        circuit = circuit_of()
    assert [one.name for one in rules_of(circuit).classes] == ["Avond", "Open", "Kampioenschap"]


def test_what_cannot_be_names_its_field() -> None:
    circuit = circuit_of()
    evening, *others = circuit.rules["classes"]
    worse = {**evening, "bands": [{"to": 1, "points": 3}, {"to": 2, "points": 5}]}
    for changes, field in (
        ({"name": "x"}, "name"),
        ({"rules": {"classes": []}}, "rules.classes"),
        ({"rules": {"classes": [worse, *others]}}, "rules.classes.evening.bands"),
        ({"rules": {"best": 0}}, "rules.best"),
        ({"rules": {"tie_breaks": ["luck"]}}, "rules.tie_breaks"),
        ({"by_level": {"1": "gala"}}, "by_level.1"),
        ({"starts": date(2026, 2, 1), "ends": date(2026, 1, 1)}, "ends"),
    ):
        with pytest.raises(UserError) as error:
            edit(circuit, **changes)
        assert [one.field for one in error.value.problems] == [field]
    refused(lambda: circuit_of(circuit.organization), "name_taken")
    refused(lambda: circuit_of(circuit.organization, "elo", name="Elo"), "preset")


def test_only_those_who_organize_change_it_and_of_two_changes_the_later_one_is_refused() -> None:
    circuit = circuit_of()
    judge, stranger = join(circuit.organization, "judge"), make_user()
    values, shown = values_of(circuit), values_token(circuit)
    for user in (judge, stranger):
        refused(
            lambda user=user: circuit_edit(actor=Actor(user), circuit=circuit, values=values, shown=shown),
            "no_role",
        )
        refused(
            lambda user=user: circuit_create(
                actor=Actor(user), organization=circuit.organization, name="Mine", game="x610z"
            ),
            "no_role",
        )
    edit(circuit, name="Another name")
    with pytest.raises(StaleError):
        circuit_edit(actor=owner(circuit), circuit=circuit, values=values, shown=shown)


def test_rules_change_freely_until_an_event_counted_and_then_only_by_agreeing_to_who_moves() -> None:
    club = found()
    circuit = circuit_of(club)
    evening, *others = circuit.rules["classes"]
    edit(circuit, rules={"best": 5})
    finished(club)
    edit(circuit, about="Words need no agreement")
    assert notices() == []
    without = {"classes": [{**evening, "taking_part": 0}, *others]}
    moved = agreed(lambda **more: edit(circuit, rules=without, **more))
    assert len(moved) == 4 and notices() == ["circuit.changed"]
    assert sorted(points(circuit).values()) == [(1, "15"), (2, "12")]
    assert (
        LedgerRow.objects.filter(chain_id=circuit.chain_key).order_by("-number")[0].note
        == "Asked by everybody"
    )
    with pytest.raises(MovesAskedError) as asked:
        edit(circuit, rules={"best": 1})
    refused(lambda: edit(circuit, rules={"best": 1}, agreed=asked.value.token), "reason_needed")
    refused(
        lambda: edit(circuit, rules={"best": 2}, agreed=asked.value.token, reason="Something else"), "moves"
    )


def test_what_was_agreed_to_is_void_once_it_moves_somebody_else() -> None:
    club = found()
    circuit = circuit_of(club)
    tournament = finished(club)
    evening, *others = circuit.rules["classes"]
    without = {"classes": [{**evening, "taking_part": 0}, *others]}
    with pytest.raises(MovesAskedError) as asked:
        edit(circuit, rules=without)
    correct(tournament)
    refused(lambda: edit(circuit, rules=without, agreed=asked.value.token, reason="As was agreed"), "moves")


def test_an_event_of_somebody_else_counts_once_both_have_said_yes() -> None:
    circuit = circuit_of()
    other = finished(None, name="Elsewhere")
    asked = circuit_count(actor=owner(circuit), circuit=circuit, event=other, of="open")
    assert asked["state"] == "asked" and points(circuit) == {} and notices() == ["circuit.asks"]
    answer = {"counts_id": asked["counts"], "event": other}
    refused(lambda: circuit_answer(actor=owner(circuit), accept=True, **answer), "no_role")
    circuit_answer(actor=organizer_of(other), accept=False, **answer)
    assert points(circuit) == {}
    again = {"actor": owner(circuit), "circuit": circuit, "event": other, "of": "open"}
    refused(lambda: circuit_count(**again), "asked")
    circuit_uncount(actor=owner(circuit), circuit=circuit, counts_id=asked["counts"])
    refused(lambda: circuit_count(**again), "asked")
    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        row = circuit_count(**again)
        circuit_count(**again | {"of": "evening"})
        row = circuit_count(**again)
    answer = {"counts_id": row["counts"], "event": other}
    assert row["state"] == "asked" and notices() == ["circuit.asks"] * 2, "another class is no other question"
    circuit_answer(actor=organizer_of(other), accept=True, **answer)
    assert sorted(points(circuit).values()) == [(1, "51"), (2, "41"), (3, "1"), (3, "1")]
    refused(lambda: circuit_answer(actor=organizer_of(other), accept=False, **answer), "over")
    refused(lambda: circuit_count(**again | {"of": "evening"}), "counts")


def test_what_a_yes_would_move_is_agreed_to_when_it_is_asked_and_told_when_it_is_said() -> None:
    club = found()
    circuit, event = circuit_of(club), finished(None, name="Elsewhere")
    finished(club)
    asked = {"actor": owner(circuit), "circuit": circuit, "event": event, "of": "open"}
    moved = agreed(lambda **more: circuit_count(**asked, **more))
    before = len(notices())
    assert len(moved) == 8 and len(points(circuit)) == 4, "nothing moves before the other side has said yes"
    row = Counts.objects.get()
    circuit_answer(actor=organizer_of(event), counts_id=row.pk, event=event, accept=True)
    assert len(points(circuit)) == 8 and notices()[before:] == ["circuit.changed"]


def test_nobody_copies_themselves_into_a_series_and_its_host_takes_no_result_away() -> None:
    """A rival who once organized a date, and a host who would rather not have their past dates count."""
    club = found()
    circuit, shop = circuit_of(found("Federation"), by_level={}), found("Star Shop")
    own = circuit_of(club, name="Own", by_level={})
    first = finished(club, name="Friday")
    Tournament.objects.filter(pk=first.pk).update(series=first.slug)
    first.refresh_from_db()
    agreed_to = [counts(own, first, "evening", series=True), counts(circuit, first, "evening", series=True)]
    rival = finished(shop, name="Friday, they say")
    Tournament.objects.filter(pk=rival.pk).update(series=first.slug)
    rival.refresh_from_db()
    for one in (own, circuit):
        assert set(points(one)) == set(first.entries.values_list("name", flat=True))
        assert [line.tournament for line in events_of_circuit(one)] == [first]
    assert circuits_for(rival) == asked_of_event(rival) == [] and len(asked_of_event(first)) == 1
    refused(lambda: counts(circuit, rival, "evening", series=True), "series")
    answer = {"actor": organizer_of(rival), "event": rival, "accept": False}
    refused(lambda: circuit_answer(counts_id=agreed_to[1].pk, **answer), "gone")
    later = running_tournament(4, by=club.created_by, organization_id=club.pk)
    Tournament.objects.filter(pk=later.pk).update(series=first.slug)
    later.refresh_from_db()
    answer = {"actor": organizer_of(later), "event": later, "accept": False}
    refused(lambda: circuit_answer(counts_id=agreed_to[1].pk, **answer), "over")


def test_a_series_counts_with_every_date_and_a_rehearsal_or_another_game_never() -> None:
    club = found()
    circuit = circuit_of(club)
    first, second = finished(club, name="One"), finished(club, name="Two")
    Tournament.objects.update(series=first.slug)
    first.refresh_from_db()
    agreed(lambda **more: counts(circuit, first, "open", series=True, **more))
    assert sorted(rank for rank, _points in points(circuit).values()) == [1, 1, 3, 3, 5, 5, 5, 5]
    agreed(lambda **more: counts(circuit, second, "", **more))
    assert len(points(circuit)) == 4
    row = Counts.objects.get(tournament=second)
    agreed(lambda **more: circuit_uncount(actor=owner(circuit), circuit=circuit, counts_id=row.pk, **more))
    assert len(points(circuit)) == 8
    planned = running_tournament(4, by=club.created_by, organization_id=club.pk, changes={"rounds": 1})
    for values, code in (
        ({"rehearsal_until": timezone.now()}, "rehearsal"),
        ({"rehearsal_until": None, "game": "zx"}, "game"),
    ):
        Tournament.objects.filter(pk=planned.pk).update(**values)
        refused(lambda: counts(circuit, planned, "open"), code)
    refused(lambda: counts(circuit, first, "gala"), "class")
    # Nor where it would count by its series and its size, nor once the day of a rehearsal is over.
    before = points(circuit)
    Tournament.objects.filter(pk=planned.pk).update(
        rehearsal_until=timezone.now() - timedelta(days=1), game="x610z", series=first.slug
    )
    planned.refresh_from_db()
    play(planned)
    finish(planned)
    assert points(circuit) == before and planned not in [
        line.tournament for line in events_of_circuit(circuit)
    ]


def test_the_end_freezes_the_ladder_and_a_correction_after_it_moves_nobody_until_it_is_opened_again() -> None:
    club = found()
    circuit = circuit_of(club, ends=timezone.localdate() + timedelta(days=1))
    tournament = finished(club)
    end = {"actor": owner(circuit), "circuit": circuit}
    refused(lambda: circuit_end(typed="Saison", **end), "typed")
    refused(lambda: circuit_end(typed="Season", **end), "too_early")
    agreed(lambda **more: edit(circuit, ends=None, **more))
    running = running_tournament(4, by=club.created_by, organization_id=club.pk)
    refused(lambda: circuit_end(typed="season", **end), "running")
    Tournament.objects.filter(pk=running.pk).update(state="cancelled")
    before = points(circuit)
    circuit_end(typed="season", **end)
    circuit.refresh_from_db()
    assert circuit.state == "closed" and notices() == ["circuit.changed"] * 2
    head = LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("-number")[0]
    assert circuit.heads[tournament.chain_key] == [head.number, head.hash]
    correct(tournament)
    assert points(circuit) == before and ladder_of(circuit) is frozen_ladder(circuit)
    assert live_ladder(circuit)[1].rows != ladder_of(circuit).rows
    refused(lambda: edit(circuit, name="Other"), "state")
    refused(lambda: circuit_reopen(reason="no", **end), "reason_needed")
    circuit_reopen(reason="A result was wrong", **end)
    circuit.refresh_from_db()
    assert points(circuit) != before and Frozen.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Frozen.objects.update(packed=b"")
