"""The front page and the big screen: what is public, in a fixed number of queries."""

import logging
import re
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from tests.halls import kept
from tests.tournaments import hall
from tournaments.display import front as selectors
from tournaments.display import screen
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_claim
from tournaments.organizations.questions import Headline
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_pause_clock
from tournaments.rounds.services import result_enter, result_report

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Nothing made by another test."""
    cache.clear()


def front(client: Client) -> str:
    """The front page."""
    answer = client.get("/")
    assert answer.status_code == 200
    return answer.content.decode()


def queries(client: Client, url: str) -> int:
    """How many queries a page takes."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def first_open(round_: Round) -> Match:
    """A table still playing."""
    return Match.objects.filter(round=round_, state=Match.State.OPEN, kind="played").order_by("table")[0]


def log_of(
    match: Match, verdict: str = "ok", *, players: list[str] | None = None, pool_key: str = "demo"
) -> GameLog:
    """A checked log of a whole game between the two players of a match, or between whom it names."""
    keys = players or [seat.entry.key for seat in match.seats.select_related("entry").order_by("position")]
    data = hall.logged_between(tuple(keys), pool_key=pool_key)
    return GameLog.objects.create(
        match=match,
        original=data,
        size=len(data),
        sha256=sha256(data).hexdigest(),
        submitted_at=timezone.now(),
        state=GameLog.State.DONE,
        verdict=verdict,
    )


# --- the front page --------------------------------------------------------------------------------------


def test_an_empty_site_says_what_to_do(client: Client) -> None:
    page = front(client)
    assert "No tournaments yet" in page
    assert 'href="/t/new/"' in page


def test_what_the_site_writes_by_itself_brings_no_tournament_to_the_front() -> None:
    quiet = hall.approved_tournament(4, name="Quiet Cup")
    match = first_open(hall.publish(quiet))
    waiting = log_of(match)
    GameLog.objects.filter(pk=waiting.pk).update(state=GameLog.State.QUEUED)
    busy = hall.approved_tournament(4, name="Busy Cup")
    assert selectors.living_tournament() == busy
    assert log_claim(actor=SYSTEM, tournament=quiet, log_id=waiting.pk)["claimed"]
    assert selectors.living_tournament() == busy
    result_enter(actor=hall.organizer_of(quiet), tournament=quiet, match_id=match.pk, said=(2, 0, 0))
    assert selectors.living_tournament() == quiet


def test_of_very_many_the_events_that_began_last_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    today, league = (hall.approved_tournament(4, starts_at=now - timedelta(days=days)) for days in (1, 90))
    assert selectors.living_tournament() == league, "where something was written last"
    monkeypatch.setattr(selectors, "LOOKED_THROUGH", 1)
    assert selectors.living_tournament() == today


def test_the_running_tournament_is_shown_with_clock_tables_and_standings(client: Client) -> None:
    tournament = hall.approved_tournament(8)
    hall.play(tournament, 1)
    round_ = hall.publish(tournament, 2)
    page = front(client)
    assert tournament.name in page
    assert "Round 2 of 3" in page
    assert "data-clock" in page
    assert "0 of 4 results" in page
    assert "after round 1" in page
    for entry in Entry.objects.filter(tournament=tournament):
        assert page.count(entry.name) >= 2  # at a table and among the first eight
    assert f'data-live-key="{tournament.chain_key}"' in page
    assert Match.objects.filter(round=round_).count() == 4


@kept
def approved() -> Tournament:
    return hall.approved_tournament(4)


def test_a_player_finds_their_own_rows_marked_and_a_stranger_none(
    approved: Tournament, client: Client
) -> None:
    tournament = approved
    hall.play(tournament, 1)
    hall.publish(tournament, 2)
    assert 'data-own=""' in front(client)
    entry = Entry.objects.get(tournament=tournament, number=3)
    client.force_login(entry.user)
    page = front(client)
    assert f'data-own="{entry.pk} E3"' in page  # the script marks the rows that name one of these
    rows = [row.split("</tr>")[0] for row in page.split("<tr ")[1:]]
    table, place = (row for row in rows if entry.name in row)
    assert str(entry.pk) in table.split('data-e="')[1].split('"')[0].split()
    assert place.startswith('data-e="E3"')
    client.force_login(hall.make_user())
    assert 'data-own=""' in front(client)


def test_a_new_result_appears_at_once(client: Client) -> None:
    tournament = hall.approved_tournament(8)
    round_ = hall.publish(tournament, 1)
    assert "0 of 4 results" in front(client)
    match = first_open(round_)
    result_enter(
        actor=hall.organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 1, 0)
    )
    page = front(client)
    assert "1 of 4 results" in page
    assert "2–1" in page


def test_single_reports_and_disputes_stay_between_the_players_and_staff(client: Client) -> None:
    tournament = hall.approved_tournament(8)
    match = first_open(hall.publish(tournament, 1))
    before = front(client)
    for seat, score in zip(match.seats.select_related("entry__user"), ((2, 0, 0), (0, 2, 0)), strict=True):
        actor = Actor(seat.entry.user, "player")
        result_report(actor=actor, tournament=tournament, match_id=match.pk, said=score)
    match.refresh_from_db()
    after = front(client)
    assert match.state == Match.State.DISPUTED
    assert "2–0" not in after
    assert after.count("playing") == before.count("playing")


def test_a_draft_of_a_round_and_an_unpublished_tournament_are_not_shown(client: Client) -> None:
    hidden = hall.make_tournament("Hidden Cup")
    tournament = hall.approved_tournament(8)
    hall.draft(tournament, 1)
    page = front(client)
    assert hidden.name not in page
    assert "The first round comes soon." in page
    assert Entry.objects.filter(tournament=tournament)[0].name not in page


def test_of_two_running_tournaments_the_one_with_the_latest_command_is_shown(client: Client) -> None:
    one = hall.approved_tournament(4, name="First Cup")
    other = hall.approved_tournament(4, name="Second Cup")
    assert other.name in front(client)
    assert one.name not in front(client)
    hall.publish(one, 1)
    assert one.name in front(client)


def test_tournaments_to_enter_and_finished_ones_are_listed(client: Client) -> None:
    from tournaments.events.services import tournament_open_entry

    tournament = hall.make_tournament("Coming Cup")
    tournament_open_entry(actor=hall.organizer_of(tournament), tournament=tournament, casual=True)
    over = hall.make_tournament("Past Cup")
    Tournament.objects.filter(pk=over.pk).update(state=Tournament.State.FINISHED)
    assert " Cup" not in front(client)  # anybody can make these; the site does not speak for them
    Tournament.objects.filter(pk=over.pk).update(demo=True)
    Tournament.objects.filter(pk=tournament.pk).update(approval=Tournament.Approval.APPROVED)
    page = front(client)
    assert "Coming Cup" in page
    assert "Past Cup" in page
    assert "No tournaments yet" not in page


def test_a_clock_runs_only_while_a_round_is_played(approved: Tournament, client: Client) -> None:
    tournament = approved
    round_ = hall.publish(tournament, 1)
    assert "data-clock" in front(client)
    round_pause_clock(actor=hall.organizer_of(tournament), tournament=tournament, round_id=round_.pk)
    paused = front(client).split('data-paused-at="')[1].split('"')[0]
    assert paused
    Round.objects.filter(pk=round_.pk).update(state=Round.State.COMPLETED)
    assert "data-clock" not in front(client)


def test_the_number_of_queries_does_not_grow_with_the_players(client: Client) -> None:
    small = hall.approved_tournament(4)
    hall.play(small, 1)
    hall.publish(small, 2)
    few = queries(client, "/")
    again = queries(client, "/")
    big = hall.approved_tournament(16)
    hall.play(big, 1)
    hall.publish(big, 2)
    cache.clear()
    assert queries(client, "/") <= few + 1  # one more to choose between two tournaments
    assert again < few <= 30


def test_a_board_of_a_finished_round_is_shown_with_names_and_without_hands(
    approved: Tournament, client: Client
) -> None:
    tournament = approved
    match = Match.objects.filter(round=hall.play(tournament, 1)).order_by("table")[0]
    log = log_of(match)
    page = front(client)
    names = [seat.entry.name for seat in match.seats.select_related("entry")]
    assert "The rules engine has checked every action." in page
    assert "<svg" in page
    assert all(page.count(name) >= 3 for name in names)
    from rules_engine import Cursor
    from tournaments.display.front import board_context, names_at_the_table

    context = board_context(log, names_at_the_table(log))
    assert context is not None
    view = context["view"]
    game = Cursor(bytes(log.original))
    assert set(view) == {"turn", "pawns", "last", "seats"}
    assert all(isinstance(seat["hand"], int) and isinstance(seat["deck"], int) for seat in view["seats"])
    assert 0 < view["turn"] < game.view("judge")["turn"]


def test_a_game_of_the_round_being_played_is_never_shown(approved: Tournament, client: Client) -> None:
    tournament = approved
    hall.play(tournament, 1)
    log_of(first_open(hall.publish(tournament, 2)))
    assert "The rules engine has checked every action." not in front(client)


@pytest.mark.parametrize("verdict", ["violation", "engine_gap", "log_error", "ruling_needed"])
def test_only_a_game_without_a_broken_rule_is_shown(
    approved: Tournament, client: Client, verdict: str
) -> None:
    tournament = approved
    match = Match.objects.filter(round=hall.play(tournament, 1)).order_by("table")[0]
    log_of(match, verdict)
    assert "The rules engine has checked every action." not in front(client)


def test_a_casual_running_tournament_is_no_headline(client: Client) -> None:
    casual = hall.running_tournament(4, name="BUY PILLS at evil.example")
    hall.publish(casual, 1)
    assert casual.name not in front(client)
    shown = hall.approved_tournament(4, name="Ring Cup")
    match = first_open(casual.rounds.get())
    result_enter(actor=hall.organizer_of(casual), tournament=casual, match_id=match.pk, said=(2, 0, 0))
    assert shown.name in front(client)
    assert casual.name not in front(client)


def test_a_game_with_the_cards_of_another_pool_is_shown_too(approved: Tournament, client: Client) -> None:
    tournament = approved
    Tournament.objects.filter(pk=tournament.pk).update(pool_key="demo-2")
    match = Match.objects.filter(round=hall.play(tournament, 1)).order_by("table")[0]
    log_of(match, pool_key="demo-2")
    assert "The rules engine has checked every action." in front(client)


MADE_UP = "Wouter van Dijk (head judge) <b>cheats</b> \u202eevil.example"


@pytest.mark.parametrize("who", ["made up", "of another table"])
def test_a_log_that_names_others_than_the_people_at_its_table_is_not_shown(
    approved: Tournament, client: Client, who: str
) -> None:
    tournament = approved
    first, second = Match.objects.filter(round=hall.play(tournament, 1)).order_by("table")
    elsewhere = [seat.entry.key for seat in second.seats.select_related("entry")]
    log_of(first, players=[MADE_UP, "E2"] if who == "made up" else elsewhere)
    page = front(client)
    assert "The rules engine" not in page
    assert "evil.example" not in page
    log_of(second)
    assert "The rules engine has checked every action." in front(client)  # a good one is found behind it


def test_a_game_with_hidden_facts_is_not_called_checked_to_the_last_move(
    approved: Tournament, client: Client
) -> None:
    tournament = approved
    match = Match.objects.filter(round=hall.play(tournament, 1)).order_by("table")[0]
    log_of(match, "unverifiable")
    page = front(client)
    assert "The rules engine found nothing against the rules in what was recorded." in page
    assert "has checked every action" not in page


PARTS = {
    "front.tournament": ("tournaments.display.front.living_tournament", "Ring Cup"),
    "front.lists": ("tournaments.display.front.other_tournaments", "Past Cup"),
    "front.round": ("tournaments.display.front_views.current_round", "Round 2"),
    "front.version": ("tournaments.display.front_views.live_version", 'data-version="0"'),
    "front.planned": ("tournaments.display.front_views.rounds_planned", "of 3"),
    "front.leaders": ("tournaments.display.front.standings_rows", "after round 1"),
    "front.board": ("tournaments.display.front.cursor", "The rules engine has checked every action."),
    "front.tables": ("tournaments.display.front.matches_of", "0 of 2 results"),
    "front.clock": ("tournaments.display.front_views.clock_of", "data-clock"),
    "front.faces": ("tournaments.display.front_views.faces_of_the_day", "Cards of today"),
    "front.news": ("tournaments.display.front_views.headlines", "A table in the sun"),
    "front.contests": ("tournaments.display.front_views.contests_running", "A card for the sun"),
    "front.own": ("tournaments.display.front_views.entry_of", 'data-own=""'),
}
TURNED = ("front.version", "front.own")
"""Parts whose words stand there only when they are broken."""


def break_part(monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    """Let a function fail as a mistake of ours would."""

    def broken(*_args: Any, **_params: Any) -> Any:
        raise KeyError("seats")

    monkeypatch.setattr(target, broken)


@pytest.mark.parametrize("name", PARTS)
def test_a_broken_part_is_left_out_and_logged_and_the_front_page_stands(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    over = hall.make_tournament("Past Cup")
    Tournament.objects.filter(pk=over.pk).update(state=Tournament.State.FINISHED, demo=True)
    tournament = hall.approved_tournament(4, name="Ring Cup")
    log_of(Match.objects.filter(round=hall.play(tournament, 1)).order_by("table")[0])
    hall.publish(tournament, 2)
    monkeypatch.setattr(
        "tournaments.display.front_views.faces_of_the_day", lambda day, language: ["<article></article>"]
    )
    sunny = Headline("A table in the sun", "/news/1/", "en", None)
    monkeypatch.setattr("tournaments.display.front_views.headlines", lambda organization, most: [sunny])
    wanted = Headline("A card for the sun", "/contests/1/", "en", None)
    monkeypatch.setattr(
        "tournaments.display.front_views.contests_running", lambda organization, most: [wanted]
    )
    target, words = PARTS[name]
    client.force_login(Entry.objects.get(tournament=tournament, number=1).user)
    whole = front(client)
    cache.clear()
    break_part(monkeypatch, target)
    with caplog.at_level(logging.ERROR):
        page = front(client)
    assert page.count("Play X610Z and Z/X tournaments") == 2, "in the title of the page, and above it"
    assert (words in page) != (words in whole)
    assert [record.getMessage() for record in caplog.records if name in record.getMessage()]
    others = {text for key, (_target, text) in PARTS.items() if key not in (name, *TURNED)}
    if name not in ("front.tournament", "front.round"):
        assert all(text in page for text in others)


def test_every_part_of_the_front_page_is_among_those_broken_above() -> None:
    from pathlib import Path

    from tournaments.display import front_views

    source = Path(front_views.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r'"(front\.\w+)"', source)) == set(PARTS)


OTHERS = {
    "screen.clock": ("tournaments.display.front_views.clock_of", "/t/{}/screen/", "data-clock"),
    "pairings.clock": ("tournaments.display.shared_parts.clock_of", "/t/{}/tables/", "data-clock"),
    "detail.policy": ("tournaments.display.views.describe", "/t/{}/", 'key-values"><div'),
    "detail.round": ("tournaments.rounds.selectors.current_round", "/t/{}/", "Tables of round"),
}


@kept
def running() -> Tournament:
    return hall.running_tournament(4)


@pytest.mark.parametrize("name", OTHERS)
def test_a_broken_part_of_another_public_page_is_left_out(
    running: Tournament,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    name: str,
) -> None:
    tournament = running
    hall.publish(tournament, 1)
    target, address, words = OTHERS[name]
    url = address.format(tournament.slug)
    assert words in client.get(url).content.decode()
    cache.clear()
    break_part(monkeypatch, target)
    answer = client.get(url)
    assert answer.status_code == 200
    assert words not in answer.content.decode()
    assert [record.getMessage() for record in caplog.records if name in record.getMessage()]


# --- the big screen --------------------------------------------------------------------------------------


def wall(client: Client, tournament: Tournament, **query: Any) -> Any:
    """The answer of the screen; its context holds the names."""
    answer = client.get(f"/t/{tournament.slug}/screen/", query)
    assert answer.status_code == 200
    return answer


def test_the_wall_has_every_name_once_with_its_table_in_alphabetical_order(client: Client) -> None:
    tournament = hall.running_tournament(9)
    round_ = hall.publish(tournament, 1)
    answer = wall(client, tournament)
    names = [row["name"] for row in answer.context["names"]]
    entries = Entry.objects.filter(tournament=tournament).order_by("sort_name", "number")
    assert names == [entry.name for entry in entries]
    tables = {row["name"]: row["table"] for row in answer.context["names"]}
    for match in Match.objects.filter(round=round_):
        assert all(tables[seat.entry.name] == match.table for seat in match.seats.select_related("entry"))
    assert "data-clock" in answer.content.decode()


def test_two_screens_share_the_names_between_them(client: Client) -> None:
    tournament = hall.running_tournament(9)
    hall.publish(tournament, 1)
    halves = [wall(client, tournament, part=f"{part}/2").context["names"] for part in (1, 2)]
    whole = wall(client, tournament).context["names"]
    assert list(halves[0]) + list(halves[1]) == list(whole)
    assert "part=1%2F2" in wall(client, tournament, part="1/2").context["next_url"]


@pytest.mark.parametrize("part", ["0/2", "3/2", "2", "x/y", "1/0", "99999/99999"])
def test_a_part_that_makes_no_sense_is_the_whole_wall(running: Tournament, client: Client, part: str) -> None:
    tournament = running
    hall.publish(tournament, 1)
    assert len(wall(client, tournament, part=part).context["names"]) == 4


def test_the_size_is_the_asked_one_else_the_largest_that_fits(running: Tournament, client: Client) -> None:
    tournament = running
    hall.publish(tournament, 1)
    assert wall(client, tournament, size="S").context["size"] == "S"
    assert wall(client, tournament, size="giant").context["size"] == "XXL"


def test_a_long_wall_turns_its_pages_and_starts_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = hall.running_tournament(9)
    hall.publish(tournament, 1)
    monkeypatch.setitem(screen.ROWS, "XL", 4)
    first = wall(client, tournament, size="XL")
    assert (first.context["page"], first.context["pages"]) == (1, 3)
    assert "page=2" in first.context["next_url"]
    last = wall(client, tournament, size="XL", page=3)
    assert "page=1" in last.context["next_url"]
    assert len(wall(client, tournament, size="XL", page="many").context["names"]) == 3  # nine on three pages


def test_before_the_first_round_the_wall_seats_everybody_by_name_whatever_the_draft_says(
    running: Tournament,
    client: Client,
) -> None:
    tournament = running
    before = [(row["name"], row["table"]) for row in wall(client, tournament).context["names"]]
    hall.draft(tournament, 1)
    answer = wall(client, tournament)
    assert [(row["name"], row["table"]) for row in answer.context["names"]] == before
    assert [table for _name, table in before] == [1, 1, 2, 2]
    assert "data-clock" not in answer.content.decode()


def test_the_wall_of_an_unpublished_tournament_does_not_exist(client: Client) -> None:
    tournament = hall.make_tournament()
    assert client.get(f"/t/{tournament.slug}/screen/").status_code == 404
    assert client.post("/").status_code == 405


def test_the_walls_queries_do_not_grow_with_the_players(client: Client) -> None:
    small, big = hall.running_tournament(4), hall.running_tournament(16)
    hall.publish(small, 1)
    hall.publish(big, 1)
    few = queries(client, f"/t/{small.slug}/screen/")
    assert queries(client, f"/t/{big.slug}/screen/") == few
    assert queries(client, f"/t/{big.slug}/screen/") < few <= 12


def test_a_strange_name_stays_text_on_wall_and_front_page(approved: Tournament, client: Client) -> None:
    tournament = approved
    entry = Entry.objects.filter(tournament=tournament)[0]
    Entry.objects.filter(pk=entry.pk).update(name='<b>Bo</b> & "Co"')
    hall.publish(tournament, 1)
    for page in (front(client), wall(client, tournament).content.decode()):
        assert "<b>Bo</b>" not in page
        assert "&lt;b&gt;Bo&lt;/b&gt;" in page


def test_a_board_that_was_drawn_for_other_styles_is_not_shown_after_a_release(
    approved: Tournament, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = approved
    log_of(Match.objects.filter(round=hall.play(tournament, 1)).order_by("table")[0])
    drawn: list[str] = []
    body = selectors.board_context

    def counted(*args: Any) -> Any:
        drawn.append("once")
        return body(*args)

    monkeypatch.setattr(selectors, "board_context", counted)
    assert front(client) and front(client) and len(drawn) == 1
    monkeypatch.setattr(selectors, "static", lambda path: f"/static/{path}?other")
    assert front(client) and len(drawn) == 2
