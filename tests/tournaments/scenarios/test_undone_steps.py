"""A step of the day is undone: a published round nobody has touched, a round that was completed too early."""

from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.hall import draft, organizer_of, play, publish, running_tournament, staff_actor
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk, entry_drop
from tournaments.events.models import Tournament
from tournaments.mending import undo_services
from tournaments.mending.undo_services import round_reopen, round_withdraw
from tournaments.rounds.field import last_completed
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import round_complete, round_discard, round_publish
from tournaments.rounds.services import match_extend, result_enter, result_report

pytestmark = [pytest.mark.django_db]


@kept
def tournament() -> Tournament:
    return running_tournament(7, name="Undone Cup")


def refused(service: Any, tournament: Tournament, round_: Round, reason: str = "too early") -> str:
    with pytest.raises(UserError) as found:
        service(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk, reason=reason)
    return found.value.code


def test_a_published_round_nobody_touched_is_a_draft_again_and_every_player_is_told(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = publish(tournament)
    seats = list(Seat.objects.filter(round=round_).order_by("pk").values_list("entry_id", "match_id"))
    told: list[Any] = []
    monkeypatch.setattr(
        undo_services, "announce", lambda _cmd, name, people, **facts: told.append((name, len(people), facts))
    )
    scorekeeper = Client()
    scorekeeper.force_login(staff_actor(tournament, "scorekeeper").user)
    page = scorekeeper.get(f"/t/{tournament.slug}/desk/rounds/1/").content.decode().partition("<main")[2]
    assert "Make it a draft again" in page
    url, said = (
        f"/t/{tournament.slug}/desk/round/do/withdraw/",
        {"number": "1", "reason": "A player is missing"},
    )
    assert [scorekeeper.post(url, said).status_code for _time in range(2)] == [302, 302]
    round_.refresh_from_db()
    assert (round_.state, round_.published_at, round_.started_at, round_.law) == ("draft", None, None, {})
    assert list(Seat.objects.filter(round=round_).order_by("pk").values_list("entry_id", "match_id")) == seats
    assert told == [("round.withdrawn", 7, {"round": 1})]
    player = Client()
    player.force_login(Entry.objects.filter(tournament=tournament)[0].user)
    assert "Your table appears here" in player.get(f"/t/{tournament.slug}/me/").content.decode()
    assert Client().get(f"/t/{tournament.slug}/tables/1/").status_code == 404
    round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    notes = LedgerRow.objects.filter(chain_id=tournament.chain_key, action="round.withdraw")
    assert notes.order_by("number")[0].note == "A player is missing"
    assert verify_chain(tournament.chain_key) == []


@pytest.mark.parametrize("touch", ["report", "enter", "extend"])
def test_a_round_somebody_has_touched_stays(tournament: Tournament, touch: str) -> None:
    round_ = publish(tournament)
    match = Match.objects.filter(round=round_, kind="played").order_by("table")[0]
    what: dict[str, Any] = {"tournament": tournament, "match_id": match.pk}
    if touch == "report":
        player = Actor(match.seats.select_related("entry__user")[0].entry.user, "player")
        result_report(actor=player, said=(2, 0, 0), **what)
    elif touch == "enter":
        result_enter(actor=organizer_of(tournament), said=(2, 0, 0), **what)
    else:
        match_extend(actor=organizer_of(tournament), minutes=3, **what)
    assert refused(round_withdraw, tournament, round_) == "touched"
    desk = Client()
    desk.force_login(organizer_of(tournament).user)
    page = desk.get(f"/t/{tournament.slug}/desk/rounds/1/").content.decode()
    assert "Make it a draft again" not in page


def test_who_came_or_left_after_it_was_published_did_so_before_it(tournament: Tournament) -> None:
    round_ = publish(tournament)
    desk = organizer_of(tournament)
    late = entry_add_at_desk(actor=desk, tournament=tournament, name="Late Lou")["entry"]
    bye = Seat.objects.get(round=round_, match__kind="bye").entry_id
    entry_drop(actor=desk, tournament=tournament, entry_id=bye)
    round_withdraw(actor=desk, tournament=tournament, round_id=round_.pk, reason="Lou is here")
    joined, left = Entry.objects.get(pk=late).joined_round, Entry.objects.get(pk=bye).dropped_after
    assert (joined, left) == (1, 0)
    round_discard(actor=desk, tournament=tournament, round_id=round_.pk)
    seated = set(Seat.objects.filter(round=publish(tournament)).values_list("entry_id", flat=True))
    assert late in seated and bye not in seated


def test_a_completed_round_is_played_again_until_something_is_built_on_it(tournament: Tournament) -> None:
    first = play(tournament, 1)
    desk = organizer_of(tournament)
    assert last_completed(tournament) == 1
    results = list(Match.objects.filter(round=first).order_by("pk").values_list("state", "version"))
    for _time in range(2):
        answer = round_reopen(
            actor=desk, tournament=tournament, round_id=first.pk, reason="a slip is missing"
        )
        assert answer["state"] == "published"
    assert last_completed(tournament) == 0
    assert list(Match.objects.filter(round=first).order_by("pk").values_list("state", "version")) == results
    round_complete(actor=desk, tournament=tournament, round_id=first.pk)
    second = draft(tournament, 2)
    assert refused(round_reopen, tournament, first) == "later_round"
    round_discard(actor=desk, tournament=tournament, round_id=second.pk)
    assert refused(round_reopen, tournament, first, " ") == "reason_needed"
    assert round_reopen(actor=desk, tournament=tournament, round_id=first.pk, reason="again")["number"] == 1
    assert verify_chain(tournament.chain_key) == []
