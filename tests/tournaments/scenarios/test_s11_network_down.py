"""The network is down for twenty minutes (scenario 11).

Result entry and check-in queue on staff devices with keys, replay in order, conflicts become disputes, never
last-write-wins. That the pages stay and send by themselves is shown in a browser: tests/browser/test_desk.py.
"""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.models import LedgerRow
from tests.tournaments.entries.test_door import arriving
from tests.tournaments.hall import of_table, publish, running_tournament, staff_actor
from tests.tournaments.scenarios.people import in_turn
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_withdraw
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db]


class Device:
    """A browser that keeps what it could not send, in order, each with its key; as waiting.js does."""

    def __init__(self, user: Any) -> None:
        self.client = Client()
        self.client.force_login(user)
        self.kept: list[tuple[str, dict[str, Any]]] = []

    def keep(self, url: str, **fields: Any) -> None:
        fields["idempotency_key"] = f"{id(self)}-{len(self.kept)}"
        self.kept.append((url, fields))

    def send_all(self) -> list[tuple[int, str]]:
        answers = []
        for url, fields in self.kept:
            answer = self.client.post(url, fields, headers={"x-waits": "yes", "x-late": "yes"})
            answers.append((answer.status_code, json.loads(answer.content)["text"]))
        return answers


def rows(tournament: Tournament) -> list[str]:
    found = LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("number")
    return list(found.values_list("action", flat=True))


def twenty_minutes_later_everything_is_sent_once_in_order_and_a_conflict_is_a_dispute() -> None:
    tournament = running_tournament(6)
    round_ = publish(tournament)
    one, two, three = Match.objects.filter(round=round_).order_by("table")
    grid = f"/t/{tournament.slug}/desk/rounds/1/results/"
    desk = Device(staff_actor(tournament, "scorekeeper").user)
    seen = re.findall(r'name="seen" value="([^"]+)"', desk.client.get(grid).content.decode())
    begun = timezone.now()

    # Given the network goes, when the desk types three slips.
    for line in ("1 2-0", "2 2-1", "3 0-2"):
        desk.keep(grid, line=line, seen=seen)
    # And at table 2 both players tap another score, on phones with a network of their own; at table 3 the same.
    for match, score in ((two, ("2-0-0", "0-2-0")), (three, ("0-2-0", "2-0-0"))):
        for seat, said in zip(match.seats.order_by("position"), score, strict=True):
            phone = Client()
            phone.force_login(seat.entry.user)
            sent = phone.post(f"/t/{tournament.slug}/me/", {"score": said} | of_table(match))
            assert sent.status_code == 302

    # Then, twenty minutes later, each is replayed in order.
    before = len(rows(tournament))
    with time_machine.travel(begun + timedelta(minutes=20), tick=True):
        answers = desk.send_all()
    assert [status for status, _text in answers] == [200, 200, 200]
    assert [found.state for found in Match.objects.filter(round=round_).order_by("table")] == [
        "final",
        "disputed",
        "final",
    ]
    # Nobody's word was overwritten: the judge has the two reports and the slip.
    two.refresh_from_db()
    assert two.outcome is None and two.reports.count() == 2 and two.disputes.get().claim is not None
    assert rows(tournament)[before:] == ["result.slip", "result.claim", "result.slip"]

    # And however often the answers are lost, nothing is done twice.
    for _time in range(3):
        assert [status for status, _text in desk.send_all()] == [200, 200, 200]
    assert rows(tournament)[before:] == ["result.slip", "result.claim", "result.slip"]
    one.refresh_from_db()
    assert (one.state, one.version) == ("final", 2)


def check_ins_at_the_door_wait_as_well_and_nobody_who_left_meanwhile_is_brought_back() -> None:
    tournament, (one, two, gone) = arriving(3)
    door = f"/t/{tournament.slug}/desk/door/"
    here, elsewhere = (Device(staff_actor(tournament, role).user) for role in ("door", "scorekeeper"))
    begun = timezone.now()

    # Given the network is gone at one door, when three are checked in there, each with a key of its own.
    for entry in (one, two, gone):
        here.keep(door, one=entry.pk)
    # And at another door, with network, one of them is checked in too; another one withdraws on his phone.
    elsewhere.keep(door, one=two.pk)
    assert [status for status, _text in elsewhere.send_all()] == [200]
    came_at = Entry.objects.get(pk=two.pk).checked_in_at
    entry_withdraw(actor=Actor(gone.user, "player"), tournament=tournament, entry_id=gone.pk)

    # Then, twenty minutes later, they are replayed in order: who was here is here since then, who left stays away.
    before = len(rows(tournament))
    with time_machine.travel(begun + timedelta(minutes=20), tick=True):
        answers = here.send_all()
        again = here.send_all()
    assert [status for status, _text in answers] == [status for status, _text in again] == [200, 200, 422]
    assert answers[0][1] == f"{one.name}: checked in."
    assert answers[1][1] == f"{two.name}: checked in already."
    assert gone.name in answers[2][1]
    found = Entry.objects.filter(tournament=tournament).order_by("number")
    assert list(found.values_list("state", flat=True)) == ["checked_in", "checked_in", "withdrawn"]
    assert Entry.objects.get(pk=two.pk).checked_in_at == came_at
    assert rows(tournament)[before:] == ["entry.check_in_many"] * 3, "each once, however often it is sent"


def test_s11_twenty_minutes_without_network() -> None:
    in_turn(
        twenty_minutes_later_everything_is_sent_once_in_order_and_a_conflict_is_a_dispute,
        check_ins_at_the_door_wait_as_well_and_nobody_who_left_meanwhile_is_brought_back,
    )
