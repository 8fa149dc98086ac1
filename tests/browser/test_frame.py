"""The frame of the pages in Chromium: what people saw wrong on pictures of the site stays mended."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournaments.hall import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_long_name_leaves_mark_and_menus_of_a_phone_on_one_line(
    page: Page, live_server: LiveServer, client: Client
) -> None:
    client.force_login(make_user("Wilhelmina van der Meer-Oosterhuis"))
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.set_viewport_size({"width": 390, "height": 780})
    page.goto(live_server.url + "/t/")
    mark, menus = page.locator(".brand").bounding_box(), page.locator(".site-tools").bounding_box()
    assert mark is not None and menus is not None
    assert mark["y"] < menus["y"] + menus["height"] / 2 < mark["y"] + mark["height"]


def test_the_list_of_a_long_game_opens_at_the_step_that_is_shown(page: Page, live_server: LiveServer) -> None:
    def long_game(route: Route) -> None:
        answer = route.fetch()
        items = "".join(
            f'<li value="{number}"{" aria-current=step" if number == 99 else ""}>'
            f'<a href="#" data-step-link="{number}">step {number}</a></li>'
            for number in range(100)
        )
        listed = r'(<ol\s+class="replay-steps"[^>]*>).*?(</ol>)'
        route.fulfill(response=answer, body=re.sub(listed, rf"\1{items}\2", answer.text(), flags=re.S))

    page.route("**/style/", long_game)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(live_server.url + "/style/", wait_until="load")
    assert page.locator("[data-replay-steps]").evaluate("list => list.scrollTop") > 0
    steps, current = (
        page.locator("[data-replay-steps]").bounding_box(),
        page.locator("[data-replay-steps] [aria-current]"),
    )
    place = current.bounding_box()
    assert steps is not None and place is not None
    assert steps["y"] <= place["y"] <= steps["y"] + steps["height"]


def test_at_twice_the_text_size_the_head_of_a_small_phone_holds_its_badge_and_its_menu(
    page: Page, live_server: LiveServer, client: Client
) -> None:
    user = make_user("Wilhelmina van der Meer-Oosterhuis")
    type(user).objects.filter(pk=user.pk).update(unread_notices=128)
    client.force_login(user)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/", "/t/", "/me/"):
        page.goto(live_server.url + path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide = page.locator(".site-header").evaluate("head => head.scrollWidth")
        assert wide <= 360, (path, wide)
        if path != "/me/":
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        for menu in page.locator(".site-tools summary").all():
            box = menu.bounding_box()
            if box is not None:
                assert box["x"] >= 0 and box["x"] + box["width"] <= 360, path
        page.locator(".site-tools .only-narrow > summary").click()
        expect(page.locator(".site-tools .menu-panel a").last).to_be_in_viewport()
