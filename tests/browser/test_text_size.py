"""Text at twice its size on the smallest phone: nothing is cut off, on no page of an event day."""

import pytest
from django.contrib.auth import get_user_model

from tests.browser.recorder_hall import Open
from tests.browser.test_dutch import TOO_WIDE
from tournaments.demo import day
from tournaments.rounds.selectors import current_round
from x610z_site.accounts.demo import make_person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PUBLIC = ("/", "/t/", "/cards/", "/clans/", "/t/{slug}/", "/t/{slug}/tables/", "/t/{slug}/standings/")
PLAYER = ("/me/", "/t/{slug}/me/", "/decks/", "/me/account/", "/me/notices/")
JUDGE = (
    "/t/{slug}/judge/",
    "/t/{slug}/judge/cases/",
    "/t/{slug}/judge/penalties/",
    "/t/{slug}/judge/checks/",
)
DESK = (
    *(
        "/t/new/",
        "/t/{slug}/desk/",
        "/t/{slug}/desk/entries/",
        "/t/{slug}/desk/door/",
        "/t/{slug}/desk/links/",
    ),
    *("/t/{slug}/desk/rounds/{round}/", "/t/{slug}/desk/rounds/{round}/results/", "/t/{slug}/desk/edit/"),
    *("/t/{slug}/desk/rounds/{round}/repair/", "/t/{slug}/desk/staff/", "/t/{slug}/desk/decks/"),
)


@pytest.mark.timeout(600)
def test_at_twice_the_text_size_no_page_of_the_day_is_wider_than_a_small_phone(
    phone_of: Open, transactional_db: None
) -> None:
    demo = day.load(make_person)
    round_ = current_round(demo)
    assert round_ is not None
    people = {one.username: one for one in get_user_model().objects.all()}
    found: list[str] = []
    for who, paths in (("fenna", PUBLIC + PLAYER), ("headjudge", JUDGE), ("organizer", DESK)):
        for locale in ("nl-NL", "en-GB"):
            page = phone_of(people[who], {"width": 360, "height": 740}, locale=locale).new_page()
            for path in paths:
                address = path.format(slug=demo.slug, round=round_.number)
                answer = page.goto(address)
                assert answer is not None and answer.ok, address
                page.evaluate("document.documentElement.style.fontSize = '200%'")
                found += [f"{address} ({locale}): {one}" for one in page.evaluate(TOO_WIDE)]
    assert found == [], "\n".join(found)
