"""Under a finger every button and chip is as high as a finger is wide; under a mouse a desk stays dense."""

import pytest
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.patience import patient
from tests.speeds import few_by_day
from tests.tournaments.hall import play, publish, running_tournament, staff_actor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FINGER, SMALL = 44, 36
"""CSS pixels: WCAG 2.5.5, and what a mouse gets."""
PAGES = {
    "organizer": ("", "desk/", "desk/rounds/2/", "desk/entries/", "desk/staff/", "desk/edit/"),
    "head_judge": ("tables/", "standings/", "judge/", "judge/checks/", "judge/cases/"),
}
LOW = """(least) => [...document.querySelectorAll("main button, main .button, main .chip, main summary.button")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.matches(".rule-number, .visually-hidden *"))
  .map((one) => [one.getBoundingClientRect().height, one.textContent.trim().slice(0, 40)])
  .filter(([height]) => height > 0 && height < least - 0.5)
  .map(([height, words]) => `${Math.round(height)} px: ${words}`)"""


@pytest.mark.journey
@pytest.mark.parametrize("width", few_by_day([360, 820], 1, "every width"))
@pytest.mark.parametrize(
    ("touch", "least"),
    few_by_day([(True, FINGER), (False, SMALL)], 1, "finger and mouse"),
    ids=["finger", "mouse"],
)
def test_every_button_is_high_enough(
    browser: Browser, live_server: LiveServer, width: int, touch: bool, least: int
) -> None:
    tournament = running_tournament(9)
    play(tournament, 1)
    publish(tournament, 2)
    context = patient(
        browser.new_context(
            viewport={"width": width, "height": 800},
            has_touch=touch,
            is_mobile=touch,
            base_url=live_server.url,
        )
    )
    page = context.new_page()
    low: dict[str, list[str]] = {}
    for role, pages in PAGES.items():
        client, person = Client(), staff_actor(tournament, role).user
        assert person is not None
        client.force_login(person)
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
        )
        for name in pages:
            answer = page.goto(f"/t/{tournament.slug}/{name}")
            assert answer is not None and answer.ok, f"{role} does not reach {name}"
            assert page.evaluate("matchMedia('(pointer: coarse)').matches") is touch
            low |= {f"{role}, {name}": found for found in [page.evaluate(LOW, least)] if found}
    context.close()
    assert low == {}
