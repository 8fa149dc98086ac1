"""Passkeys in a real browser with a virtual authenticator, on a phone: made, used after the password, used alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.patience import patient
from tests.tournaments.hall import PASSWORD, make_user
from x610z_site.accounts.models import Passkey

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[tuple[Page, CDPSession, str]]:
    """A page on http://localhost with a device of its own that verifies its owner; and the device."""
    context = patient(
        browser.new_context(
            viewport=PHONE, base_url=live_server.url.replace("127.0.0.1", "localhost"), locale="en"
        )
    )
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    device = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    yield page, cdp, device
    context.close()


def password(page: Page, name: str) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda url: not url.endswith("/sign-in/"))


def sign_out(page: Page) -> None:
    page.context.clear_cookies()


def narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.journey
def test_a_passkey_is_made_and_signs_in_after_the_password_and_alone(
    phone: tuple[Page, CDPSession, str],
) -> None:
    page, cdp, device = phone
    user = make_user("Ann")
    user.set_password(PASSWORD)
    user.save()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if "Content Security" in line.text else None)

    password(page, user.username)
    page.goto("/me/account/passkeys/")
    page.get_by_label("Your current password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("What you call it").fill("Ann's phone")
    page.keyboard.press("Enter")  # as the button does: nothing is sent without the device's answer
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    assert narrow(page)
    kept = cdp.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert [one["rpId"] for one in kept] == ["localhost"] and kept[0]["isResidentCredential"]
    made = Passkey.objects.get(user=user)
    assert (made.name, made.used_at) == ("Ann's phone", None)

    sign_out(page)
    password(page, user.username)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    assert page.goto("/me/").url.endswith("/me/")  # type: ignore[union-attr]  # it answers

    sign_out(page)
    page.goto("/sign-in/?next=/clans/")
    assert narrow(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    made.refresh_from_db()
    assert made.used_at is not None and made.sign_count >= 2

    page.goto("/me/account/passkeys/")
    assert narrow(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Remove Ann's phone").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    assert not Passkey.objects.exists() and wrong == []


def test_a_stopped_passkey_is_said_in_words_and_the_password_still_works(
    phone: tuple[Page, CDPSession, str],
) -> None:
    page, cdp, device = phone
    cdp.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    page.goto("/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("Sign in with your password.")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_enabled()


def test_without_scripts_a_code_is_asked_for_and_no_dead_button_stands(
    browser: Browser, live_server: LiveServer
) -> None:
    context = patient(browser.new_context(java_script_enabled=False, base_url=live_server.url))
    page = context.new_page()
    page.goto("/sign-in/")
    assert not page.get_by_role("button", name="Sign in with a passkey").is_visible()
    assert page.get_by_label("Password").is_visible()
    context.close()
