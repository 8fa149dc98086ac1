"""A match that is given up while its game is being recorded: neither holds the other up, and nothing is lost."""

import pytest

from ledger.commands import Actor
from tests.tournaments.hall import organizer_of
from tests.tournaments.recordings.table import Table
from tournaments.recordings.models import Recording
from tournaments.recordings.results import is_verified
from tournaments.rounds.concede_services import result_concede
from tournaments.rounds.models import Match
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_enter

pytestmark = [pytest.mark.django_db]
STATE = Recording.State


@pytest.mark.parametrize("frozen", [False, True])
def test_giving_up_ends_the_match_and_the_record_can_still_be_ended_and_signed(frozen: bool) -> None:
    table = Table(template="constructed-quick")
    table.begin()
    if frozen:
        assert table.phones[0].write({"text": "He moved twice"}, kind="call")[0]["status"] == "ok"
    before = table.head
    actor = Actor(table.players[1].user, "player")
    match = Match.objects.get(pk=table.match.pk)
    params = {"match_id": match.pk, "version": match.version}
    answer = result_concede(actor=actor, tournament=table.tournament, **params)
    assert answer["state"] == "final"
    assert table.fresh().state == (STATE.FROZEN if frozen else STATE.OPEN) and table.head == before
    match.refresh_from_db()
    known = (match.outcome, match.source, match.version)
    assert known[1] == "conceded" and not is_verified(match)
    if not frozen:
        assert table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})[0]["status"] == "ok"
        table.end()
        table.sign()
        assert table.fresh().state == STATE.SIGNED
    match.refresh_from_db()
    assert (match.outcome, match.source, match.version) == known, "a record changes no result"


def test_a_round_is_completed_though_a_record_of_a_match_that_was_given_up_was_never_ended() -> None:
    table = Table(template="constructed-quick")
    table.begin()
    staff = organizer_of(table.tournament)
    match = Match.objects.get(pk=table.match.pk)
    params = {"match_id": match.pk, "version": match.version, "leave": True}
    result_concede(actor=Actor(table.players[1].user, "player"), tournament=table.tournament, **params)
    for other in Match.objects.filter(round=match.round_id, kind="played").exclude(pk=match.pk):
        result_enter(actor=staff, tournament=table.tournament, match_id=other.pk, said=(1, 0, 0))
    done = round_complete(actor=staff, tournament=table.tournament, round_id=match.round_id)
    assert done["state"] == "completed"
    assert table.fresh().state == STATE.OPEN and table.phones[0].state()["entries"]
