"""Paper for the hall: every player on the wall, a slip for every table."""

import pytest
from django.test import Client

from tests.tournaments.hall import publish, running_tournament
from tournaments.rounds.models import Match, Seat

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
