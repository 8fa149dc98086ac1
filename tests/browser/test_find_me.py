"""Somebody who is not signed in finds their own table on a phone by typing a part of the name."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournaments.hall import publish, running_tournament
from tournaments.entries.models import Entry
from tournaments.rounds.models import Seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_name_without_its_accents_leaves_its_rows_and_is_there_again_in_either_order(
    page: Page, live_server: LiveServer
) -> None:
    tournament = running_tournament(8)
    entry = Entry.objects.filter(tournament=tournament).order_by("pk")[0]
    Entry.objects.filter(pk=entry.pk).update(name="Zoë Žižková", sort_name="zoe zizkova")
    round_ = publish(tournament)
    table = Seat.objects.get(entry=entry, match__round=round_).match.table
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/t/{tournament.slug}/tables/?by=name")
    box, rows = page.get_by_label("Find my table"), page.locator("#pairings tbody tr:visible")
    expect(rows).to_have_count(8)
    box.fill("ZIZ")
    expect(rows).to_have_count(1)
    expect(rows.locator("th, td").first).to_have_text("Zoë Žižková")
    expect(rows.locator("td").first).to_have_text(str(table))
    page.get_by_role("link", name="By table").click()
    expect(box).to_have_value("ZIZ")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Zoë Žižková")
    box.fill("nobody at all")
    expect(page.get_by_text("Nobody in this round has that name.")).to_be_visible()
    box.fill("")
    expect(rows).to_have_count(4)
