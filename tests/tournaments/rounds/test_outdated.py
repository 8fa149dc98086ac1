"""A draft says what is true now: what it was drawn from is compared with what it would be drawn from."""

from typing import Any

import pytest
from django.test import Client

from ledger.errors import UserError
from tests.tournaments.hall import draft, organizer_of, play, publish, running_tournament
from tests.tournaments.rounds.test_pods import play_pods, pods
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.mending.undo_services import round_withdraw
from tournaments.rounds.models import EntryRule, Match, Round, Seat
from tournaments.rounds.pairing_services import round_keep, round_publish, round_redraft
from tournaments.rounds.selectors import is_outdated
from tournaments.rounds.services import result_correct

pytestmark = pytest.mark.django_db


def turn_around(tournament: Tournament) -> None:
    """The other player won table 1 of the first round."""
    match = Match.objects.get(round__tournament=tournament, round__number=1, table=1)
    said = (0, 2, 0) if match.outcome.won[0] else (2, 0, 0)
    params: dict[str, Any] = {"match_id": match.pk, "said": said, "version": match.version}
    result_correct(actor=organizer_of(tournament), tournament=tournament, reason="swapped", **params)


def refused(service: Any, round_: Round, **params: Any) -> str:
    tournament = round_.tournament
    with pytest.raises(UserError) as caught:
        service(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk, **params)
    return caught.value.code


def desk(round_: Round) -> str:
    client = Client()
    client.force_login(organizer_of(round_.tournament).user)
    return client.get(f"/t/{round_.tournament.slug}/desk/rounds/{round_.number}/").content.decode()


@pytest.fixture
def drafted() -> Round:
    tournament = running_tournament(8)
    play(tournament)
    return draft(tournament, 2)


def test_a_corrected_result_makes_the_draft_of_the_next_round_outdated(drafted: Round) -> None:
    before = desk(drafted)
    assert "Proven best" in before and "Paired again" not in before
    turn_around(drafted.tournament)
    after = desk(drafted)
    assert "Proven best" not in after and "Paired again" in after and "and start the clock" not in after
    assert refused(round_publish, drafted) == "draft_outdated"


def test_paired_again_it_is_proven_and_published(drafted: Round) -> None:
    tournament = drafted.tournament
    turn_around(tournament)
    round_redraft(actor=organizer_of(tournament), tournament=tournament, round_id=drafted.pk)
    newer = Round.objects.get(tournament=tournament, number=2)
    assert "Proven best" in desk(newer) and not is_outdated(tournament, newer)
    publish(tournament, 2)


def test_kept_with_a_reason_it_is_judged_by_what_is_true_now(drafted: Round) -> None:
    tournament = drafted.tournament
    assert drafted.certificate["pair_downs"] == 0
    turn_around(tournament)
    assert refused(round_keep, drafted, reason=" ") == "reason_needed"
    round_keep(actor=organizer_of(tournament), tournament=tournament, round_id=drafted.pk, reason="they sit")
    drafted.refresh_from_db()
    assert drafted.certificate["pair_downs"] == 2, "those who changed places meet other points now"
    assert not drafted.certificate["certified"] and drafted.certificate["changed_by_hand"] == "they sit"
    round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=drafted.pk)


def test_a_decision_of_staff_makes_it_outdated_and_taking_it_back_does_not(drafted: Round) -> None:
    tournament = drafted.tournament
    one, other = Entry.objects.filter(tournament=tournament).order_by("number")[:2]
    rule = EntryRule.objects.create(tournament=tournament, kind="apart", entry=one, other=other)
    assert is_outdated(tournament, drafted)
    rule.delete()
    assert not is_outdated(tournament, drafted)


def test_a_round_that_is_a_draft_again_is_looked_at_anew(drafted: Round) -> None:
    tournament = drafted.tournament
    publish(tournament, 2)
    params = {"actor": organizer_of(tournament), "tournament": tournament, "round_id": drafted.pk}
    round_withdraw(reason="too early", **params)
    drafted.refresh_from_db()
    assert not is_outdated(tournament, drafted), "nothing has changed"
    turn_around(tournament)
    assert is_outdated(tournament, drafted) and refused(round_publish, drafted) == "draft_outdated"


def test_tables_of_many_are_drawn_from_results_and_a_round_robin_is_not() -> None:
    for made, played, told in (
        (pods(9), play_pods, True),
        (running_tournament(6, template="constructed-round-robin"), play, False),
    ):
        played(made, 1)
        round_ = draft(made, 2)
        assert not is_outdated(made, round_)
        match = Match.objects.filter(round__tournament=made, round__number=1).exclude(kind="bye").first()
        places = list(Seat.objects.filter(match=match).order_by("position"))[:2]
        places[0].entry_id, places[1].entry_id = places[1].entry_id, places[0].entry_id
        for seat in places:
            seat.delete()
        Seat.objects.bulk_create(places)  # the other won
        assert is_outdated(made, round_) is told
