"""Two friends plan a game: proposed on one phone, agreed on the other, recorded, and in one's own history alone."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.recorder_hall import SMALL, Open, accessible
from tests.browser.test_dutch import TOO_WIDE
from tests.tournaments.hall import make_user
from tournaments.agenda.models import Friendly
from tournaments.recordings.models import Recording

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_game_is_proposed_agreed_recorded_and_remembered_by_who_recorded_it(
    phone_of: Open, problems: list[str]
) -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    one, other = phone_of(ann, SMALL).new_page(), phone_of(bob, SMALL).new_page()
    one.goto("/me/agenda/")
    expect(one.get_by_text("Nothing planned yet")).to_be_visible()
    one.get_by_role("main").get_by_role("link", name="Friends", exact=True).click()
    one.get_by_label("Username").fill(bob.username)
    one.locator("button[value=ask]").click()
    expect(one.get_by_text("If you may ask somebody with this name")).to_be_visible()
    other.goto("/me/friends/")
    other.get_by_role("button", name="Yes").click()
    other.get_by_role("button", name="Let them see my agenda").click()
    expect(other.get_by_text("sees my agenda")).to_be_visible()
    accessible(other)
    one.goto("/me/friends/")
    one.get_by_role("link", name="Propose a game").click()
    soon = timezone.localtime(timezone.now() + timedelta(days=3)).replace(hour=19, minute=30)
    one.get_by_label("Date and time").fill(soon.strftime("%Y-%m-%dT%H:%M"))
    one.get_by_label("Place").fill("Club De Ster")
    one.get_by_label("Game").select_option("zx")
    accessible(one)
    one.get_by_role("button", name="Propose this game").click()
    expect(one.get_by_text("waiting for an answer")).to_be_visible()
    other.goto("/me/agenda/")
    other.get_by_role("link", name="1 proposal waits for your answer.").click()
    other.get_by_role("link", name="Ann").click()
    other.get_by_role("button", name="Agree").click()
    expect(other.get_by_text("Agreed. It is in both agendas.")).to_be_visible()
    for page, name in ((one, "Bob"), (other, "Ann")):
        page.goto("/me/agenda/")
        expect(page.get_by_role("link", name=f"Friendly game with {name}")).to_be_visible()
        accessible(page)
        page.goto(f"/me/agenda/?month={soon:%Y-%m}")
        expect(page.locator(".orbit-dot")).to_have_count(1)
        assert page.evaluate(TOO_WIDE) == []
        accessible(page)
    one.goto(f"/me/agenda/of/{bob.pk}/")
    expect(one.get_by_text("Friendly game", exact=True)).to_be_visible()
    one.goto(f"/me/friendlies/{Friendly.objects.get().pk}/")
    accessible(one)
    one.get_by_role("button", name="Record the game").click()
    one.wait_for_url("**/practice/*/")
    for _player in range(2):
        with one.expect_navigation():
            one.locator("button", has_text="keeps the first hand").first.click()
    recording = Recording.objects.get()
    assert recording.owner == ann and recording.entries.count() == 2
    # The rest of the game is the recorder's own story: here it is over, and the first seat won.
    Recording.objects.update(state="ended", result={"winners": [0], "losers": [1], "draw": False})
    Friendly.objects.update(starts_at=timezone.now() - timedelta(hours=3))
    one.goto("/me/friendlies/")
    expect(one.get_by_text("· won")).to_be_visible()
    other.goto("/me/friendlies/")
    expect(other.get_by_text("Played")).to_be_visible()
    assert other.get_by_text("· won").count() == other.get_by_text("· lost").count() == 0
    for page in (one, other):
        assert page.evaluate(TOO_WIDE) == []
    assert problems == []
