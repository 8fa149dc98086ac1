"""How a tournament went, in pictures: the numbers of completed rounds, and nothing that is not known yet."""

import re

import pytest
from django.test import Client

from tests.halls import kept
from tests.tournaments.hall import draft, let_in, make_user, organizer_of, play, publish, running_tournament
from tournaments.display.cache import unreported
from tournaments.display.course import charts_of, course_of
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter

pytestmark = [pytest.mark.django_db]


def course(tournament: Tournament) -> dict:
    """The course as a page reads it."""
    return dict(course_of(tournament, unreported(tournament.chain_key)))


def page(tournament: Tournament, query: str = "", client: Client | None = None) -> str:
    """The page of charts."""
    answer = (client or Client()).get(f"/t/{tournament.slug}/course/{query}")
    assert answer.status_code == 200
    return answer.content.decode().split("<main")[1]


def test_before_the_first_complete_round_the_page_says_what_comes() -> None:
    tournament = running_tournament(4)
    publish(tournament)
    text = page(tournament)
    assert "No round is complete yet" in text
    assert '<svg class="chart"' not in text


@kept
def tournament() -> Tournament:
    return running_tournament(8)


def test_the_places_are_those_of_the_standings_after_every_round(tournament: Tournament) -> None:
    for number in (1, 2):
        play(tournament, number)
        now = course(tournament)
        for after in range(1, number + 1):
            rows = standings_rows(tournament, through=after)
            assert [now["places"][row.id][after - 1] for row in rows] == list(range(1, 9))
        assert now["ranks"] == {row.id: str(row.rank) for row in standings_rows(tournament, through=number)}


def test_what_is_not_public_yet_changes_nothing(tournament: Tournament) -> None:
    play(tournament)
    before, drawn = course(tournament), page(tournament)
    publish(tournament, 2)
    match = Match.objects.filter(tournament=tournament, round__number=2).first()
    assert match is not None
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    assert course(tournament) == before
    assert figures(page(tournament)) == figures(drawn)


def test_a_draft_changes_nothing(tournament: Tournament) -> None:
    play(tournament)
    before = figures(page(tournament))
    draft(tournament, 2)
    assert figures(page(tournament)) == before


def figures(text: str) -> list[str]:
    """The charts of a page, with their tables."""
    found = re.findall(r"<figure.*?</figure>", text, re.DOTALL)
    assert found
    return found


def test_the_picture_and_its_table_say_the_same(tournament: Tournament) -> None:
    play(tournament)
    play(tournament, 2)
    known = course_of(tournament, unreported(tournament.chain_key))
    places, points, *lengths = charts_of(tournament, known, "E3")
    assert {row[0] for row in places.rows} == set(known["names"].values())
    assert sum(int(row[1]) for row in points.rows) == 8
    assert [row[0] for row in lengths[0].rows] == ["Round 1", "Round 2"]
    for row in points.rows:
        assert f">{row[1]}</text>" in points.wide


def test_a_players_own_line_is_marked_for_the_player_alone() -> None:
    tournament = running_tournament(4)
    play(tournament)
    entry = Entry.objects.get(tournament=tournament, number=2)
    own = Client()
    own.force_login(entry.user)
    assert "chart-way own" in page(tournament, client=own)
    stranger = Client()
    stranger.force_login(make_user())
    assert "chart-way own" not in page(tournament, client=stranger)
    assert "chart-way own" not in page(tournament)
    assert f"{entry.name}: place" in page(tournament, "?player=2")


@pytest.mark.parametrize("asked", ["0", "-1", "x", "99", "²", "9" * 40])
def test_any_other_word_for_a_player_shows_the_page_without_an_own_line(asked: str) -> None:
    tournament = running_tournament(4)
    play(tournament)
    assert "chart-way own" not in page(tournament, f"?player={asked}")


def test_a_guest_sees_their_own_line_too() -> None:
    from tests.tournaments.hall import become_guest

    tournament = running_tournament(4)
    entry = Entry.objects.get(tournament=tournament, number=1)
    become_guest(entry)
    client = let_in(tournament, entry)
    play(tournament)
    assert "chart-way own" in page(tournament, client=client)
