"""live.js and forms.js in Chromium: news arrives, a lost connection is shown, a form is sent once."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.patience import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNT = """
addEventListener("DOMContentLoaded", () => {
  window.updates = [];
  document.body.addEventListener("live:update", (event) => window.updates.push(event.detail.version));
});
"""


@pytest.fixture
def watch(page: Page, live_server: LiveServer) -> Callable[[], None]:
    """Return a function that opens the style guide as if it were a live page of the tournament t-x."""

    def dressed(route: Route) -> None:
        answer = route.fetch()
        text = answer.text().replace('data-live-key=""', 'data-live-key="t-x"')
        text = text.replace('data-version=""', 'data-version="4"').replace(
            'data-poll-url=""', 'data-poll-url="/poll/"'
        )
        route.fulfill(response=answer, body=text)

    def go() -> None:
        page.add_init_script(COUNT)
        page.route("**/style/", dressed)
        page.goto(f"{live_server.url}/style/")

    return go


def stream(version: int) -> Callable[[Route], None]:
    """Answer the live stream with one event."""
    body = f"event: version\ndata: {json.dumps({'version': version, 'jitter': 0})}\n\n"
    return lambda route: route.fulfill(content_type="text/event-stream", body=body)


def wait_for_news(page: Page, versions: list[int]) -> None:
    """Wait until the page was told exactly these versions; the page's own policy forbids waiting by eval."""
    waited = wait_until(lambda: page.wait_for_timeout(50) or page.evaluate("window.updates") == versions)  # type: ignore[func-returns-value]
    assert waited, f"the page heard {page.evaluate('window.updates')} and not {versions}"


def test_a_new_version_tells_the_page_once(page: Page, watch: Callable[[], None]) -> None:
    page.route("**/live/t-x/", stream(5))
    watch()
    wait_for_news(page, [5])
    page.wait_for_timeout(500)
    assert page.evaluate("window.updates") == [5]


def test_a_version_the_page_already_shows_is_no_news(page: Page, watch: Callable[[], None]) -> None:
    page.route("**/live/t-x/", stream(4))
    watch()
    page.wait_for_timeout(600)
    assert page.evaluate("window.updates") == []


@pytest.mark.journey
def test_after_two_failures_the_page_asks_by_itself(page: Page, watch: Callable[[], None]) -> None:
    page.route("**/live/t-x/", lambda route: route.abort())
    page.route("**/poll/", lambda route: route.fulfill(json={"version": 9}, headers={"ETag": '"9"'}))
    watch()
    wait_for_news(page, [9])
    expect(page.locator("#live-status")).to_be_hidden()


def test_a_lost_connection_is_shown_with_the_time_of_the_last_news(
    page: Page, watch: Callable[[], None]
) -> None:
    page.route("**/live/t-x/", lambda route: route.abort())
    page.route("**/poll/", lambda route: route.abort())
    watch()
    badge = page.locator("#live-status")
    expect(badge).to_be_visible()
    expect(badge).to_contain_text("No connection")
    assert "%" not in badge.inner_text()


def test_a_form_is_sent_once(page: Page, live_server: LiveServer) -> None:
    sent: list[str] = []

    def slow(route: Route, request: Request) -> None:
        sent.append(request.post_data or "")

    page.route("**/theme/", slow)
    page.goto(f"{live_server.url}/style/")
    page.locator(".site-tools summary").first.click()
    button = page.get_by_role("button", name="Dark", exact=True)
    button.evaluate("button => { button.click(); button.click(); }")
    assert wait_until(lambda: page.wait_for_timeout(50) or sent)  # type: ignore[func-returns-value]
    page.wait_for_timeout(300)
    assert len(sent) == 1
    assert "theme=dark" in sent[0]


def test_a_message_can_be_closed(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/style/")
    toasts = page.locator("#messages-sample .toast")
    expect(toasts).to_have_count(3)
    toasts.nth(1).get_by_role("button").click()
    expect(toasts).to_have_count(2)


FLOOR = """
<script type="module" src="/static/js/typed.js"></script>
<div id="floor" hx-get="/part/" hx-trigger="live:ask" hx-select="#floor" hx-swap="outerHTML">
  <p id="news">{news}</p>
  <form method="post" action="/calls/">
    <input type="hidden" name="idempotency_key" value="{news}"><input type="hidden" name="call" value="{call}">
    <input id="minutes" name="minutes" value="{minutes}">
  </form>
</div>
"""


@pytest.mark.parametrize(("call", "stands"), [(7, "12"), (8, "3")], ids=["the-same-call", "another-call"])
def test_minutes_that_somebody_types_outlive_the_part_around_them_in_the_same_form_alone(
    page: Page, live_server: LiveServer, call: int, stands: str
) -> None:
    def dressed(route: Route) -> None:
        answer = route.fetch()
        shown = FLOOR.format(news="old", call=7, minutes=3)
        text = answer.text().replace('data-live-key=""', 'data-live-key="t-x"')
        route.fulfill(response=answer, body=text.replace("</main>", f"{shown}</main>"))

    told: list[Route] = []
    page.route("**/live/t-x/", lambda route: told.append(route))
    page.route("**/part/*", lambda route: route.fulfill(body=FLOOR.format(news="new", call=call, minutes=3)))
    page.route("**/part/", lambda route: route.fulfill(body=FLOOR.format(news="new", call=call, minutes=3)))
    page.route("**/style/", dressed)
    page.goto(f"{live_server.url}/style/")
    page.locator("#minutes").fill("12")
    assert wait_until(lambda: page.wait_for_timeout(50) or bool(told))  # type: ignore[func-returns-value]
    stream(5)(told[0])
    expect(page.locator("#news")).to_have_text("new")
    expect(page.locator("#minutes")).to_have_value(stands)
    if stands == "12":
        expect(page.locator("#minutes")).to_be_focused()
