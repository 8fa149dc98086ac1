"""A player's own screen: where they stand, what they have reported, and that a form is about one table alone."""

import json
from fractions import Fraction
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.db import connection
from django.test import Client
from django.utils import translation

from tests.halls import kept
from tests.tournaments.hall import (
    of_table,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.display.shelf import SHELF
from tournaments.display.standings_page import shown
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_finish
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.places import final_places
from tournaments.rounds.services import match_extend, result_correct, result_enter
from tournaments.rounds.words import points_text

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@kept
def tournament() -> Tournament:
    """Round 1 complete, round 2 being played, a cut to the best two."""
    cache.clear()
    caches[SHELF].clear()
    made = running_tournament(4)
    Stage.objects.filter(tournament=made).update(cut=2)
    play(made, 1)
    publish(made, 2)
    return made


def phone(entry: Entry) -> Client:
    client = Client()
    client.force_login(entry.user)
    return client


def screen(tournament: Tournament, entry: Entry) -> str:
    text = phone(entry).get(f"/t/{tournament.slug}/me/").content.decode()
    return " ".join(text.partition("<main")[2].split())


def test_everybody_reads_place_points_and_whether_they_are_in_the_cut(tournament: Tournament) -> None:
    entries = {entry.key: entry for entry in tournament.entries.all()}
    for at, row in enumerate(standings_rows(tournament, through=1), 1):
        text = screen(tournament, entries[row.id])
        points = row.values["match_points"]
        assert f"Place {row.rank} with {points} points after round 1" in text
        assert ("now in the cut (best 2)" in text) is (at <= 2)
        assert ("now outside the cut (best 2)" in text) is (at > 2)


def test_after_the_end_everybody_reads_their_own_place_and_waits_for_no_table() -> None:
    made = running_tournament(5)
    for number in (1, 2, 3):
        play(made, number)
    tournament_finish(actor=organizer_of(made), tournament=made)
    entries = {entry.key: entry for entry in made.entries.all()}
    places = [(line["place"], screen(made, entries[line["key"]])) for line in final_places(made)]
    assert len(places) == 5
    for place, text in places:
        assert f"You came in at place {place} of 5" in text
        assert "The tournament is over. Thank you for playing!" in text and "Final standings" in text
        assert "next table" not in text and "next round" not in text and "after round" not in text


def test_a_correction_moves_the_place_at_once_and_an_open_result_does_not(tournament: Tournament) -> None:
    first = Match.objects.filter(round__number=1, kind="played").order_by("table")[0]
    winner = first.seats.get(position=0).entry
    before = screen(tournament, winner)
    actor, open_one = organizer_of(tournament), Match.objects.filter(round__number=2).order_by("table")[0]
    result_enter(actor=actor, tournament=tournament, match_id=open_one.pk, said=(2, 0, 0))
    assert "after round 1" in screen(tournament, winner)
    result_correct(
        actor=actor,
        tournament=tournament,
        match_id=first.pk,
        said=(0, 2, 0),
        reason="x",
        version=first.version,
    )
    after = screen(tournament, winner)
    assert "with 3 points" in before and "with 0 points" in after


def test_a_place_asks_nothing_more_once_it_is_known(
    tournament: Tournament, django_assert_num_queries: Any
) -> None:
    client = phone(Match.objects.filter(round__number=2).order_by("table")[0].seats.all()[0].entry)
    url = f"/t/{tournament.slug}/me/"
    client.get(url)
    # PostgreSQL answers who is asking by a kept plan, which Django does not count: two queries fewer.
    with django_assert_num_queries({"postgresql": 4, "sqlite": 6}[connection.vendor]):
        client.get(url)


def test_nobody_has_a_place_before_a_round_is_complete() -> None:
    cache.clear()
    made = running_tournament(4)
    match = Match.objects.filter(round=publish(made)).order_by("table")[0]
    assert "after round" not in screen(made, match.seats.all()[0].entry)


def send(match: Match, entry: Entry, **fields: Any) -> tuple[int, str]:
    """As the script sends a form: a status and a sentence."""
    url = f"/t/{match.tournament.slug}/me/"
    answer = phone(entry).post(url, of_table(match) | fields, headers={"x-waits": "yes"})
    return answer.status_code, json.loads(answer.content)["text"]


def test_what_was_reported_is_shown_own_games_first_and_can_be_undone_until_the_other_reports(
    tournament: Tournament,
) -> None:
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]
    one, two = (seat.entry for seat in match.seats.order_by("position"))
    assert send(match, two, score="2-1-0") == (200, "Your report is sent.")
    text = screen(tournament, two)
    assert '<strong class="num">2–1</strong>' in text and "undo it" in text
    for _time in range(2):
        assert send(match, two, take_back="yes", idempotency_key="once") == (200, "Your report is undone.")
    match.refresh_from_db()
    assert (match.state, match.reports.count(), match.version) == ("open", 0, 3)
    send(match, two, score="2-1-0")
    send(match, one, score="1-2-0", idempotency_key="other")
    status, text = send(match, two, take_back="yes")
    assert status == 422 and "Ask at the desk" in text
    match.refresh_from_db()
    assert match.state == "final"


def test_a_page_of_round_1_never_reports_in_round_2(tournament: Tournament) -> None:
    old = Match.objects.filter(round__number=1, kind="played").order_by("table")[0]
    entry = old.seats.get(position=0).entry
    status, text = send(old, entry, score="0-2-0")
    assert status == 422 and "closed" in text
    without = phone(entry).post(f"/t/{tournament.slug}/me/", {"score": "2-0-0"})
    assert without.status_code == 302
    assert not any(match.reports.exists() for match in Match.objects.filter(round__number=2))


def test_a_report_kept_on_one_phone_does_not_replace_a_later_one_from_another(tournament: Tournament) -> None:
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]
    entry = match.seats.get(position=0).entry
    assert send(match, entry, score="2-0-0", idempotency_key="other phone")[0] == 200
    status, text = send(match, entry, score="0-2-0", idempotency_key="kept")  # as it was seen before
    assert status == 409 and "meanwhile" in text
    match.refresh_from_db()
    assert [report.outcome.won for report in match.reports.all()] == [(2, 0)]
    assert send(match, entry, score="2-1-0", idempotency_key="changed")[0] == 200  # from a page that knows


def test_extra_time_is_undone_by_as_much_and_not_below_nothing(tournament: Tournament) -> None:
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]
    judge = staff_actor(tournament, "judge")
    match_extend(actor=judge, tournament=tournament, match_id=match.pk, minutes=5)
    client = Client()
    client.force_login(judge.user)
    url = f"/t/{tournament.slug}/desk/matches/{match.pk}/"
    for _time in range(2):  # the same form twice
        client.post(url, {"minutes": "3", "less": "yes", "idempotency_key": "one"})
    match.refresh_from_db()
    assert match.extension_minutes == 2
    client.post(url, {"minutes": "3", "less": "yes", "idempotency_key": "two"})
    match.refresh_from_db()
    assert match.extension_minutes == 2


def test_the_desk_leads_to_the_grid_and_to_the_screen_for_the_wall(tournament: Tournament) -> None:
    client = Client()
    client.force_login(organizer_of(tournament).user)
    page = client.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert f"/t/{tournament.slug}/screen/" in page
    assert f"/t/{tournament.slug}/desk/rounds/2/results/" in page
    for match in Match.objects.filter(tournament=tournament, round__number=2, kind="played"):
        result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    second = match.round_id
    round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=second)
    assert "desk/rounds/2/results/" not in client.get(f"/t/{tournament.slug}/desk/").content.decode()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["0 points", "1 point", "1.5 points"]), ("nl", ["0 punten", "1 punt", "1,5 punten"])],
)
def test_one_point_is_a_point_in_both_languages(language: str, said: list[str]) -> None:
    with translation.override(language):
        assert [points_text(shown("match_points", Fraction(half, 2))) for half in (0, 2, 3)] == said
