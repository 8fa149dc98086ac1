"""A player gives up a match that is being played: asked once more, scored right, within the rules."""

from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import OutboxMessage
from tests.tournaments.hall import approved_tournament, publish, running_tournament
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.concede_services import result_concede
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Seat
from tournaments.rounds.services import result_report

pytestmark = pytest.mark.django_db


def sitting(tournament: Tournament) -> tuple[Match, Seat, Seat]:
    """The first table of round 1, and who sits there."""
    match = Match.objects.filter(tournament=tournament, round=publish(tournament)).order_by("table")[0]
    first, second = match.seats.select_related("entry__user").order_by("position")
    return match, first, second


def give_up(match: Match, seat: Seat, **params: Any) -> Any:
    found = Match.objects.get(pk=match.pk)
    params = {"version": found.version} | params
    actor = Actor(seat.entry.user, "player")
    return result_concede(actor=actor, tournament=found.tournament, match_id=match.pk, **params)


@pytest.mark.parametrize(
    ("at", "games", "score"),
    [
        (0, {}, (0, 2, 0)),
        (1, {}, (2, 0, 0)),
        (0, {"won": 1, "lost": 1}, (1, 2, 0)),
        (1, {"won": 1}, (2, 1, 0)),
    ],
)
def test_the_opponent_gets_the_games_that_are_missing_and_those_that_were_played_stay(
    at: int, games: dict[str, int], score: tuple[int, int, int]
) -> None:
    tournament = running_tournament(4, name="Concede Cup")
    match, *seats = sitting(tournament)
    give_up(match, seats[at], **games)
    match.refresh_from_db()
    assert (match.state, match.kind, match.source) == ("final", "forfeit", "conceded")
    assert match.outcome is not None and match.outcome.winner == 1 - at
    assert (match.outcome.games(0), match.outcome.games(1), match.drawn_games) == score
    told = OutboxMessage.objects.get(topic="notice", payload__name="result.conceded")
    assert told.payload["people"] == [seats[1 - at].entry.user_id]
    row = next(row for row in standings_rows(tournament) if row.id == seats[1 - at].entry.key)
    assert row.points == 3


def test_who_leaves_at_the_same_time_is_dropped_after_this_round_in_one_step() -> None:
    tournament = running_tournament(4)
    match, mine, _other = sitting(tournament)
    answer = give_up(match, mine, leave=True)
    entry = Entry.objects.get(pk=mine.entry_id)
    assert (answer["left"], entry.state, entry.dropped_after) == (True, "dropped", 1)
    again = give_up(match, mine, leave=True)
    assert again["version"] == answer["version"]


def test_a_match_of_which_somebody_has_said_the_result_is_not_conceded() -> None:
    tournament = running_tournament(4)
    match, mine, other = sitting(tournament)
    said = {"tournament": tournament, "match_id": match.pk}
    result_report(actor=Actor(other.entry.user, "player"), said=(1, 2, 0), **said)
    with pytest.raises(UserError, match="reported already"):
        give_up(match, mine)
    result_report(actor=Actor(mine.entry.user, "player"), said=(2, 1, 0), **said)
    with pytest.raises(UserError, match="disputed"):
        give_up(match, mine)


def test_only_who_plays_there_concedes_and_only_as_the_page_showed_it() -> None:
    tournament = running_tournament(4)
    match, mine, other = sitting(tournament)
    stranger = (
        Seat.objects.filter(match__tournament=tournament).exclude(match=match).select_related("entry")[0]
    )
    with pytest.raises(UserError, match="not your match"):
        give_up(match, stranger)
    with pytest.raises(StaleError):
        give_up(match, mine, version=99)
    with pytest.raises(UserError) as refused:
        give_up(match, mine, lost=2)
    assert [problem.code for problem in refused.value.problems] == ["over"]
    give_up(match, mine)
    with pytest.raises(UserError, match="is final"):
        give_up(match, other)


def test_organized_play_lets_only_the_deciding_game_be_conceded_and_not_too_early() -> None:
    tournament = approved_tournament(4, changes={"concede_after": 10})
    match, mine, _other = sitting(tournament)

    def codes(**params: Any) -> list[str]:
        with pytest.raises(UserError) as refused:
            give_up(match, mine, **params)
        assert {problem.rule for problem in refused.value.problems} == {"106.3#3"}
        return [problem.code for problem in refused.value.problems]

    assert codes() == ["too_early", "not_deciding"]
    assert codes(lost=1, rounds=9) == ["too_early"]
    assert codes(won=1, rounds=10) == ["not_deciding"]
    give_up(match, mine, lost=1, rounds=10)
    match.refresh_from_db()
    assert match.outcome is not None and match.outcome.games(mine.position) == 0


def test_who_wants_to_leave_organized_play_concedes_at_any_time() -> None:
    tournament = approved_tournament(4)
    match, mine, _other = sitting(tournament)
    assert give_up(match, mine, leave=True)["left"] is True


def test_a_table_of_four_is_not_conceded_by_phone() -> None:
    tournament = running_tournament(4, template="multiplayer-pods")
    match = Match.objects.get(round=publish(tournament))
    seat = match.seats.select_related("entry__user")[0]
    with pytest.raises(UserError, match="match of two"):
        give_up(match, seat)
    phone = Client()
    phone.force_login(seat.entry.user)
    assert phone.get(f"/t/{tournament.slug}/me/concede/").status_code == 302
    assert "/me/concede/" not in phone.get(f"/t/{tournament.slug}/me/").content.decode()


def test_the_phone_asks_before_it_concedes_and_drop_asks_finish_or_concede() -> None:
    tournament = running_tournament(4)
    match, mine, other = sitting(tournament)
    phone, base = Client(), f"/t/{tournament.slug}"
    phone.force_login(mine.entry.user)
    assert f'href="{base}/me/concede/"' in phone.get(f"{base}/me/").content.decode()
    asked = phone.post(f"{base}/leave/", follow=True)
    page = asked.content.decode().partition("<main")[2]
    assert "Finish your match, or concede now?" in page and other.entry.name in page
    match.refresh_from_db()
    assert match.state == "open"
    sent = {"won": "1", "lost": "1", "match": match.pk, "version": match.version}
    bad = phone.post(f"{base}/me/concede/", sent | {"won": "2"})
    assert bad.status_code == 422
    done = phone.post(f"{base}/me/concede/", sent | {"leave": "True"}, follow=True)
    assert "You have conceded and dropped from the tournament." in done.content.decode()
    match.refresh_from_db()
    assert match.outcome is not None
    assert (match.outcome.games(mine.position), match.outcome.games(other.position)) == (1, 2)
    assert Entry.objects.get(pk=mine.entry_id).state == "dropped"
    assert "Conceded" in phone.get(f"{base}/me/").content.decode()


def test_the_page_asks_for_rounds_in_organized_play_and_not_of_who_leaves() -> None:
    tournament = approved_tournament(4)
    match, mine, _other = sitting(tournament)
    page = Client()
    page.force_login(mine.entry.user)
    shown = page.get(f"/t/{tournament.slug}/me/concede/").content.decode()
    assert "after 15 full rounds" in shown and 'name="rounds"' in shown
    leaving = page.get(f"/t/{tournament.slug}/me/concede/?leave=yes").content.decode()
    assert 'name="rounds"' not in leaving
    refused = page.post(
        f"/t/{tournament.slug}/me/concede/",
        {"won": 0, "lost": 1, "rounds": 3, "match": match.pk, "version": match.version},
    )
    assert refused.status_code == 422 and "Play on, or ask at the desk" in refused.content.decode()
