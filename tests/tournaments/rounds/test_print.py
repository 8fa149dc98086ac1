"""Paper for the hall: every player on the wall, a slip for every table."""

import pytest
from django.test import Client

from tests.tournaments.hall import draft, enter, make_tournament, organizer_of, publish, running_tournament
from tournaments.entries.meeting import meeting_seats
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk, entry_drop
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.rounds.models import Match, Seat
from tournaments.rounds.services import match_extend

pytestmark = [pytest.mark.django_db]


def test_the_wall_sheets_hold_every_player_and_the_slips_every_table() -> None:
    tournament = running_tournament(7)
    round_ = publish(tournament)
    client = Client()
    client.force_login(tournament.created_by)
    base = f"/t/{tournament.slug}/desk/rounds/1/print/"
    names = list(Seat.objects.filter(round=round_).values_list("entry__name", flat=True))
    for sheet in ("names", "tables"):
        text = client.get(f"{base}{sheet}/").content.decode()
        assert all(name in text for name in names), sheet
    preview = client.get(f"{base}slips/")
    assert preview.content.decode().count("<h1") == 1
    slips = preview.context["slips"]
    assert sorted(slip["table"] for slip in slips) == sorted(
        Match.objects.filter(round=round_, kind="played").values_list("table", flat=True)
    )


def test_a_table_of_four_has_a_slip_with_every_seat_and_no_column_for_games() -> None:
    tournament = running_tournament(7, template="multiplayer-pods")
    round_ = publish(tournament)
    client = Client()
    client.force_login(tournament.created_by)
    desk = client.get(f"/t/{tournament.slug}/desk/rounds/1/").content.decode()
    assert f"/t/{tournament.slug}/desk/rounds/1/print/slips/" in desk
    page = client.get(f"/t/{tournament.slug}/desk/rounds/1/print/slips/")
    slips, text = page.context["slips"], page.content.decode()
    assert sorted(len(slip["seats"]) for slip in slips) == [3, 4]
    names = Seat.objects.filter(round=round_).values_list("entry__name", flat=True)
    assert {seat["name"] for slip in slips for seat in slip["seats"]} == set(names)
    assert "Won, or still playing" in text and "Games won" not in text


def test_an_unknown_sheet_does_not_exist() -> None:
    tournament = running_tournament(4)
    publish(tournament)
    client = Client()
    client.force_login(tournament.created_by)
    assert client.get(f"/t/{tournament.slug}/desk/rounds/1/print/posters/").status_code == 404


def reader(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]  # a user of the site
    return client


def shown(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().partition("<main")[2].split())


def seats_of(tournament: Tournament) -> dict[str, int]:
    return {seat.entry.name: seat.table for seat in meeting_seats(tournament)}


def test_before_round_one_everybody_sits_by_name_on_paper_the_wall_and_their_own_page() -> None:
    tournament = running_tournament(5)
    names = list(tournament.entries.order_by("sort_name", "number").values_list("name", flat=True))
    assert seats_of(tournament) == dict(zip(names, (1, 1, 2, 2, 3), strict=True))
    paper = shown(reader(tournament.created_by), f"/t/{tournament.slug}/desk/print/seats/")
    wall = shown(Client(), f"/t/{tournament.slug}/screen/")
    assert "<h1>Seats before round 1</h1>" in paper and "Before round 1: find your seat" in wall
    for name in names:
        assert name in paper and name in wall
    third = tournament.entries.select_related("user").get(name=names[2])
    me = f"/t/{tournament.slug}/me/"
    assert "Until round 1 is published you sit at table 2" in shown(reader(third.user), me)
    draft(tournament)
    assert "you sit at table 2" in shown(reader(third.user), me), "a draft is for staff alone"
    tournament = running_tournament(4)
    publish(tournament)
    anybody = tournament.entries.select_related("user").order_by("number")[0]
    assert "you sit at table" not in shown(reader(anybody.user), f"/t/{tournament.slug}/me/")
    assert "find your seat" not in shown(Client(), f"/t/{tournament.slug}/screen/")


def test_nobody_changes_seats_because_somebody_leaves_or_comes_late() -> None:
    tournament = running_tournament(5, capacity=16)
    organizer = organizer_of(tournament)
    before = seats_of(tournament)
    entry_add_at_desk(actor=organizer, tournament=tournament, name="Aaron Aardvark")
    gone = tournament.entries.order_by("sort_name", "number")[1]
    assert gone.name in before, "somebody in the middle of the line"
    entry_drop(actor=organizer, tournament=tournament, entry_id=gone.pk)
    entry_add_at_desk(actor=organizer, tournament=tournament, name="Abel Aardvark")
    after = seats_of(tournament)
    assert gone.name not in after
    assert {name: table for name, table in after.items() if name in before} == {
        name: table for name, table in before.items() if name != gone.name
    }
    assert (after["Aaron Aardvark"], after["Abel Aardvark"]) == (3, 4)


def test_the_list_of_players_is_for_the_desk_and_the_sheet_of_the_floor_for_judges() -> None:
    tournament = make_tournament("Paper Cup")
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    entries = enter(tournament, 3)
    Entry.objects.filter(pk=entries[2].pk).update(state="withdrawn")
    desk = reader(tournament.created_by)
    path = f"/t/{tournament.slug}/desk/print/entries/"
    paper = shown(desk, path)
    assert "<h1>List of players</h1>" in paper
    assert entries[0].name in paper and entries[2].name not in paper
    assert path in shown(desk, f"/t/{tournament.slug}/desk/")
    assert desk.get(f"/t/{tournament.slug}/desk/print/nothing/").status_code == 404

    running = running_tournament(6)
    round_ = publish(running)
    match = Match.objects.filter(round=round_).order_by("table")[0]
    match_extend(actor=organizer_of(running), tournament=running, match_id=match.pk, minutes=7)
    sheet = reader(running.created_by).get(f"/t/{running.slug}/desk/rounds/1/print/judges/")
    assert [row["table"] for row in sheet.context["rows"]] == [1, 2, 3]
    text = " ".join(sheet.content.decode().split())
    assert "Judges&#x27; sheet · Round 1</h1>" in text and "+7" in text
    assert all(seat.entry.name in text for seat in Seat.objects.filter(round=round_).select_related("entry"))
