"""Double trigger (scenario 6): two people press the same button in the same second, from their browsers."""

from collections.abc import Iterator

import pytest

from ledger.selectors import verify_chain
from tests.races.tools import REPEATS, Racers, forget_round, last_number, racers, reopen, rows_after
from tests.tournaments.hall import organizer_of, publish, result_enter, running_tournament
from tests.tournaments.scenarios.people import Person, in_turn, organizer, players, staff, tables
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Round, Seat

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


@pytest.fixture
def workers(transactional_db: None) -> Iterator[Racers]:
    with racers(4) as run:
        yield run


def complete_and_pair(who: Person) -> str:
    """The two buttons one after the other; the words of the page after the second."""
    who.does("desk/round/do/complete/", number=1)
    return who.does("desk/round/do/draft/", number=2)


def effective(tournament: Tournament, since: int, match: Match) -> int:
    """How many versions of the result of a match the ledger holds since a row."""
    return sum(
        row.data.get("match") == match.pk and "source" in row.data for row in rows_after(tournament, since)
    )


def the_last_result_twice_and_complete_and_pair_twice_in_one_second(workers: Racers) -> None:
    # Given one result is missing,
    tournament = running_tournament(6)
    first = publish(tournament)
    missing, *others = tables(first)
    missing.tournament = tournament
    boss = organizer(tournament)
    for other in others:
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=other.pk, said=(2, 0, 0))
    one, two = players(missing)
    scorekeepers = [staff(tournament, "scorekeeper"), boss]
    for person in (one, two, *scorekeepers):
        person.reads("")  # sessions and caches are warm: the race is about the writes
    found = set()
    for _time in range(REPEATS):
        forget_round(tournament, 2)
        reopen(missing)
        Round.objects.filter(pk=first.pk).update(state="published", completed_at=None)
        one.reports(missing, "2-1-0")
        missing.refresh_from_db()
        since = last_number(tournament)
        said = {"first": 2, "second": 1, "drawn": 0, "kind": "played", "version": missing.version}
        # at the same second the organizer enters it and the player confirms it, and two press "complete and pair".
        answers = workers(
            lambda said=said: boss.client.post(boss.url(f"desk/matches/{missing.pk}/"), said).status_code,
            lambda: two.client.post(two.url("me/"), {"score": "1-2-0", "match": missing.pk}).status_code,
            *(lambda who=who: complete_and_pair(who) for who in scorekeepers),
        )
        # Then exactly one result version is effective,
        assert effective(tournament, since, missing) == 1, answers
        # exactly one next round exists with one set of matches,
        if not Round.objects.filter(tournament=tournament, number=2).exists():
            for page in answers[2:]:  # both pressed before the result was there
                assert "Round 1 is not complete yet." in page
            continue
        second = Round.objects.get(tournament=tournament, number=2)
        assert Seat.objects.filter(round=second).count() == 6
        assert Match.objects.filter(round=second).count() == 3
        # the second presser gets the first one's outcome (not an error page).
        assert all("Something went wrong" not in page for page in answers[2:])
        found.add(tuple(status in (200, 302, 409, 422) for status in answers[:2]))
    assert found <= {(True, True)}
    assert verify_chain(tournament.chain_key) == []


def pairing_refuses_while_any_match_is_open_or_disputed_and_says_which() -> None:
    tournament = running_tournament(6)
    first = publish(tournament)
    one, two, _three = tables(first)
    two.tournament = tournament
    for match, score in ((one, (2, 0, 0)),):
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=score)
    for player in players(two):
        player.reports(two, "2-0-0")
    page = organizer(tournament).does("desk/round/do/draft/", number=2)
    assert "Round 1 is not complete yet. No final result yet at: table 2, 3." in page
    assert not Round.objects.filter(tournament=tournament, number=2).exists()


def test_s06_double_trigger(workers: Racers) -> None:
    the_last_result_twice_and_complete_and_pair_twice_in_one_second(workers)
    in_turn(pairing_refuses_while_any_match_is_open_or_disputed_and_says_which)
