"""A shop's owner on a phone: the organization, its venue, a weekly series with a fee, trusted by the office."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import trust
from tournaments.events.models import Tournament
from tournaments.organizations.models import Organization

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_owner_sets_up_a_shop_with_a_weekly_series_and_a_fee(
    phone_of: Callable[..., BrowserContext], problems: list[str]
) -> None:
    page = phone_of(make_user("Ineke")).new_page()
    page.goto("/o/")
    page.get_by_role("link", name="Create an organization").click()
    page.get_by_label("Name of the organization").fill("De Toren")
    page.get_by_label("What kind of organization").select_option("shop")
    page.get_by_label("About it").fill("Games and coffee.\nEvery Friday.")
    page.get_by_role("button", name="Create it").click()
    page.wait_for_url("**/o/de-toren/venues/")
    page.get_by_label("Name of the venue").fill("Upstairs")
    page.get_by_label("Street and number").fill("Markt 3")
    page.get_by_label("Town").fill("Delft")
    page.get_by_role("spinbutton", name="Tables").fill("12")
    page.get_by_label("A wheelchair can get in").check()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("main")).to_contain_text("Markt 3")
    club = Organization.objects.get(slug="de-toren")
    trust(club, 1)
    page.goto("/o/de-toren/")
    page.get_by_role("link", name="Create a tournament").click()
    page.locator("#id_name").fill("Friday Night")
    expect(page.locator("#id_organization_id")).to_have_value(str(club.pk))
    page.locator("#id_venue_id").select_option(label="Upstairs, Delft")
    page.locator("#id_beginners").check()
    start = timezone.localtime(timezone.now() + timedelta(days=5)).replace(hour=19, minute=0)
    page.locator("#id_starts_at").fill(start.strftime("%Y-%m-%dT%H:%M"))
    page.locator("#id_capacity").fill("16")
    page.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url("**/t/friday-night/desk/")
    page.goto("/t/friday-night/desk/fee/")
    page.locator("main form input[type=text]").first.fill("5.00")
    page.get_by_role("button", name="Save the fee").click()
    page.goto("/t/friday-night/desk/copy/")
    page.locator("#id_starts_at").fill((start + timedelta(weeks=1)).strftime("%Y-%m-%dT%H:%M"))
    page.locator("#id_weeks").select_option("1")
    page.locator("#id_times").fill("3")
    page.get_by_role("button", name="Create the copy").click()
    page.wait_for_url("**/desk/")
    dates = Tournament.objects.filter(series="friday-night")
    assert dates.count() == 4 and {one.organization_id for one in dates} == {club.pk}
    page.goto("/t/friday-night/desk/")
    page.get_by_role("button", name="Open entry", exact=True).click()
    first = Tournament.objects.get(slug="friday-night")
    assert (first.state, first.approval, first.sanctioned) == ("entry", "approved", True)
    page.goto("/o/de-toren/")
    expect(page.get_by_role("main")).to_contain_text("Friday Night")
    expect(page.get_by_role("main")).to_contain_text("for beginners")
    stranger = phone_of(make_user("Passer-by")).new_page()
    stranger.goto("/o/de-toren/")
    expect(stranger.get_by_role("main")).to_contain_text("Friday Night")
    expect(stranger.get_by_role("main")).not_to_contain_text("Friday Night 2")
    wide = stranger.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    assert problems == []
