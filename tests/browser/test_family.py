"""A family: two children find an event for beginners near home and enter, a guardian says yes at the desk and pays."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from tests.tournaments.hall import make_user, organizer_of
from tests.tournaments.organizations.found import actor, event_of, found, trust, venue_of
from tournaments.entries.models import Entry
from tournaments.events.services import tournament_open_check_in, tournament_open_entry
from tournaments.money.fee_services import fee_set
from tournaments.money.models import Booking
from x610z_site.privacy.models import Guardian, GuardianTalk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}


def test_two_children_enter_with_a_guardian_s_yes_and_the_family_pays_at_the_door(
    phone_of: Callable[..., BrowserContext], problems: list[str]
) -> None:
    club = found("De Toren")
    trust(club, 1)
    soon = timezone.now() + timedelta(days=3)
    where = venue_of(club, town="Zeist", latitude=52.09, longitude=5.233)
    event = event_of(club, "First Steps", venue_id=where.pk, beginners=True, starts_at=soon)
    tournament_open_entry(actor=actor(club.created_by, "organizer"), tournament=event)
    fee_set(actor=organizer_of(event), tournament=event, cents=750, young_cents=400)
    for name in ("Bo", "Mies"):
        child = phone_of(make_user(name), PHONE).new_page()
        child.goto("/t/?near=Utrecht&km=25&beginners=1")
        child.locator(".event-card").get_by_role("link").first.click()
        expect(child.get_by_role("heading", level=1, name="First Steps")).to_be_visible()
        expect(child.get_by_role("main")).to_contain_text("4.00")
        child.get_by_role("button", name="Enter this tournament").click()
        child.wait_for_url("**/t/first-steps/me/")
        child.goto("/me/data/")
        child.get_by_label("How to reach your parent or guardian").fill("0612345678")
        child.locator("form[action$='/guardian/']").get_by_role("button").click()
        child.wait_for_load_state()
    assert Guardian.objects.count() == 2
    event.refresh_from_db()
    tournament_open_check_in(actor=organizer_of(event), tournament=event)
    desk = phone_of(club.created_by, PHONE).new_page()
    for spoken in (1, 2):
        desk.goto("/t/first-steps/desk/guardians/")
        expect(desk.get_by_role("main")).to_contain_text("0612345678")
        desk.get_by_role("button", name="I spoke with them").first.click()
        desk.wait_for_load_state()
        assert GuardianTalk.objects.count() == spoken
    for entry in Entry.objects.order_by("number"):
        desk.goto("/t/first-steps/desk/fees/")
        desk.locator("li", has_text=entry.name).get_by_role("link", name="Take the fee").click()
        desk.get_by_label("under 16", exact=False).check()
        desk.get_by_role("button", name="Cash").click()
        expect(desk.get_by_text(f"{entry.name} has paid.")).to_be_visible()
    assert list(Booking.objects.values_list("cents", flat=True)) == [400, 400]
    assert problems == []
