"""On a phone in Dutch: a club writes news with a picture, a reader subscribes, gets it by mail and ends that."""

from typing import Any

import pytest
from django.core import mail
from playwright.sync_api import expect

from community.newsletter.models import Subscription
from tests.browser.recorder_hall import SMALL, Open
from tests.browser.test_gallery import looked_at
from tests.community.wanted import carry, photo
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import found

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def path_in(body: str, start: str) -> str:
    """The address of a mail that begins so, without its host."""
    return "/" + next(word for word in body.split() if start in word).split("/", 3)[3]


def test_news_is_written_with_a_picture_and_comes_by_mail_until_one_click_ends_it(
    phone_of: Open, problems: list[str], settings: Any
) -> None:
    settings.MAIL_ON, settings.DEFAULT_FROM_EMAIL = True, "news@play.example"
    club = found()
    reader = phone_of(make_user("Fien"), SMALL, locale="nl-NL").new_page()
    reader.goto(f"/o/{club.slug}/newsletter/")
    reader.get_by_label("Je e-mailadres").fill("fien@post.example")
    looked_at(reader, "newsletter")
    reader.get_by_role("button", name="Abonneren").click()
    expect(reader.get_by_text("Kijk in je mail")).to_be_visible()
    [asked] = carry()
    reader.goto(path_in(asked.body, "/newsletter/confirm/"))
    looked_at(reader, "newsletter-confirm")
    reader.get_by_role("button", name="Ja, stuur mij het nieuws").click()
    expect(reader.get_by_role("status")).to_be_visible()
    assert Subscription.objects.get().state == Subscription.State.ACTIVE

    writer = phone_of(club.created_by, SMALL, locale="nl-NL", color_scheme="dark").new_page()
    writer.goto(f"/o/{club.slug}/news/")
    writer.get_by_role("link", name="Nieuws schrijven").click()
    writer.get_by_label("Titel").fill("Een tafel in de zon")
    writer.get_by_label("Wat er te vertellen is").fill("We spelen buiten.")
    writer.locator("input[type=file]").set_input_files(
        {"name": "zon.jpg", "mimeType": "image/jpeg", "buffer": photo((900, 600))}
    )
    writer.locator("input[name=alt]").fill("Een tafel onder een boom")
    writer.get_by_label("Verstuur het als nieuwsbrief").check()
    looked_at(writer, "news-write")
    writer.get_by_role("button", name="Bewaren als concept").click()
    looked_at(writer, "news-draft")
    writer.get_by_role("button", name="Laat het verschijnen").click()
    expect(writer.get_by_role("heading", name="Een tafel in de zon")).to_be_visible()

    [sent] = carry()
    assert (
        sent.to == ["fien@post.example"] and "Een tafel in de zon" in sent.subject and len(mail.outbox) == 2
    )
    reader.goto("/news/")
    reader.get_by_role("link", name="Een tafel in de zon").click()
    expect(reader.get_by_role("img", name="Een tafel onder een boom")).to_be_visible()
    looked_at(reader, "news")
    reader.goto(path_in(sent.body, "/newsletter/out/"))
    looked_at(reader, "newsletter-out")
    reader.get_by_role("main").get_by_role("button").click()
    expect(reader.get_by_role("status")).to_be_visible()
    assert not Subscription.objects.exists() and problems == []
