"""The chance to be invited: calculated by a worker slice by slice, the same each time, shown to its owner alone."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from tests.tournaments.hall import make_tournament
from tests.tournaments.organizations.found import found
from tests.tournaments.programme.season import circuit_of, correct, finished
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.programme import chance_services, tasks
from tournaments.programme.chance_services import outlook_start, stuck_outlooks_sweep
from tournaments.programme.invitation_chance import ahead_of, percent, said_of
from tournaments.programme.invitation_gift_services import gift_add
from tournaments.programme.invitation_models import Outlook
from tournaments.programme.models import Circuit

pytestmark = [pytest.mark.django_db]
SEASONS = 40


@pytest.fixture
def season(monkeypatch: pytest.MonkeyPatch) -> tuple[Circuit, Tournament, Any]:
    """A circuit that runs, with an evening that was played and one to come, and who came first; short counts."""
    monkeypatch.setattr(chance_services, "SEASONS", SEASONS)
    club = found()
    circuit, organizer = circuit_of(club), Actor(club.created_by, "organizer")
    played = finished(club, 6)
    coming = make_tournament("Next", by=organizer.user, organization_id=club.pk)
    for name, first, last in (("Final", 1, 2), ("Other", 3, 4)):
        starts = timezone.now() + timedelta(days=90)
        final = make_tournament(name, by=organizer.user, organization_id=club.pk, starts_at=starts)
        said = {"kind": "place", "first": first, "last": last, "final": final.slug}
        gift_add(actor=organizer, circuit=circuit, reason="A final for the best", **said)
    tournament_open_entry(actor=organizer, tournament=coming, casual=True)
    return circuit, played, Entry.objects.filter(tournament=played).order_by("number")[0].user


def asked(circuit: Circuit, user: Any) -> Outlook:
    outlook_start(actor=Actor(user, "player"), circuit_id=circuit.pk)
    return Outlook.objects.get(circuit=circuit, user=user)


def play(outlook: Outlook) -> int:
    """Let a worker play until it is over; in how many slices."""
    slices = 0
    while not outlook.over:
        tasks.play_outlook(outlook.pk, outlook.done)
        outlook.refresh_from_db()
        slices += 1
    return slices


def test_a_chance_is_the_same_in_any_slices_and_comes_with_its_spread(season: Any, monkeypatch: Any) -> None:
    circuit, _played, user = season
    ahead = ahead_of(circuit)
    assert ahead.places == 4 and [one.of for one in ahead.coming] == ["evening"]
    outlook = asked(circuit, user)
    assert play(outlook) == 1 and outlook.done == SEASONS and sum(outlook.ranks.values()) == SEASONS
    kept = (outlook.hits, outlook.ranks)
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "INLINE_SECONDS", 0.0)
    outlook = asked(circuit, user)
    assert play(outlook) == SEASONS and outlook.ranks == kept[1]
    assert outlook.hits == pytest.approx(kept[0], rel=1e-12)  # shares of a lot, added up in another order
    assert tasks.play_outlook(outlook.pk, 3) == "not wanted"
    said = said_of(outlook)
    assert said is not None and said.chance.low <= said.chance.value <= said.chance.high
    assert said.best is not None and said.best <= (said.usual or 99)
    assert [percent(one) for one in (0.0, 0.001, 0.5, 0.999, 1.0)] == [
        "0 %",
        "< 1 %",
        "50 %",
        "> 99 %",
        "100 %",
    ]


def test_where_the_ladder_changes_meanwhile_the_count_begins_anew(season: Any, monkeypatch: Any) -> None:
    circuit, played, user = season
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "INLINE_SECONDS", 0.0)
    outlook = asked(circuit, user)
    tasks.play_outlook(outlook.pk, 0)
    correct(played)
    tasks.play_outlook(outlook.pk, 1)
    outlook.refresh_from_db()
    assert outlook.done == 0 and outlook.ranks == {} and outlook.signature == ahead_of(circuit).signature
    play(outlook)
    assert sum(outlook.ranks.values()) == SEASONS
    # A worker that died: sent again three times, and then what there is stands.
    outlook = asked(circuit, user)
    for minute in range(2, 10, 2):
        with time_machine.travel(timezone.now() + timedelta(minutes=minute), tick=False):
            stuck_outlooks_sweep()
    outlook.refresh_from_db()
    assert outlook.over and outlook.done == 0


def test_a_chance_is_seen_by_the_person_alone_and_only_where_a_circuit_gives_places(season: Any) -> None:
    circuit, _played, user = season
    path = f"/me/chance/{circuit.slug}/"
    own, other = Client(), Client()
    own.force_login(user)
    other.force_login(circuit.organization.created_by)
    assert "Calculate it" in own.get(path).content.decode()
    own.post(path)
    play(Outlook.objects.get(user=user))
    page = own.get(path)
    assert "among the first 4" in page.content.decode() and "no-store" in page["Cache-Control"]
    assert "among the first 4" in own.get(path, headers={"HX-Request": "true"}).content.decode()
    assert "among the first" not in other.get(path).content.decode()
    assert Client().get(path).status_code == 302
    circuit.gifts.all().delete()
    assert "gives no places" in own.get(path).content.decode()
    with pytest.raises(UserError):
        outlook_start(actor=Actor(user, "player"), circuit_id=circuit.pk)
