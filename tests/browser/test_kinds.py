"""Making a tournament: what is asked follows the game of the kind that is chosen, and nothing typed is lost."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournaments.hall import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_another_kind_asks_the_rulings_and_cards_of_its_game(page: Page, live_server: LiveServer) -> None:
    client = Client()
    client.force_login(make_user("Olga"))
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]  # the keys are those it asks for
    page.goto(f"{live_server.url}/t/new/")
    page.fill("#id_name", "Zed Cup")
    expect(page.locator("#id_ruling_H7")).to_be_attached()
    page.select_option("#id_template", "zx-community")
    expect(page.locator("#id_ruling_Z19")).to_be_attached()
    expect(page.locator("#id_ruling_H7")).to_have_count(0)
    expect(page.locator("#id_pool option")).to_have_text(
        ["The default for this kind", "26 demonstration cards without texts", "90 demonstration cards"]
    )
    expect(page.locator("#id_name")).to_have_value("Zed Cup")
    for field in ("#id_acts", "#id_concede_after"):
        expect(page.locator(field)).to_have_count(0)  # this game knows no such thing
    page.locator("#rule-fields summary").click()
    page.select_option("#id_ruling_Z19", "no_more_turn")
    page.select_option("#id_template", "constructed-quick")
    expect(page.locator("#id_ruling_H7")).to_be_attached()
    expect(page.locator("#id_ruling_Z19")).to_have_count(0)
    expect(page.locator("#id_acts")).to_have_count(1)
