"""Passkeys: who may make, use and take one away, and every answer of a device that must not pass."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from decks.cards.services import keeper_make
from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.site.authenticator import PRESENT, VERIFIED, Device, raw, text
from tests.site.test_second_step import NEW, OLD, code_now, inside, person
from tests.site.test_second_step import set_up as set_up_app
from tests.tournaments.hall import make_tournament, make_user, staff_actor
from x610z_site.accounts import limits, passkey_services, passkeys
from x610z_site.accounts.models import Passkey, Recovery, RecoveryCode, SecondStep, SpentChallenge, User

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE, OPTIONS, IN = "/me/account/passkeys/", "/sign-in/passkey/options/", "/sign-in/passkey/"


class Browser(Client):
    """A browser on https://localhost, where passkeys work."""

    def generic(self, method: str, path: str, *args: Any, **more: Any) -> Any:
        more |= {"secure": True, "SERVER_NAME": "localhost"}
        return super().generic(method, path, *args, **more)


def browser() -> Client:
    return Browser()


def signed_in(user: Any, password: str = OLD) -> Client:
    client = browser()
    client.post("/sign-in/", {"username": user.username, "password": password, "next": "/clans/"})
    return client


def ask(client: Client, purpose: str) -> dict[str, Any]:
    answer = client.post(OPTIONS, {"for": purpose})
    assert answer.status_code == 200, answer.content.decode()
    return dict(answer.json())


def add(client: Client, device: Device, name: str = "Phone", **how: Any) -> Any:
    return client.post(PAGE, {"do": "add", "name": name, "answer": device.make(ask(client, "add"), **how)})


def prove(client: Client, **said: str) -> Any:
    return client.post(PAGE, {"do": "prove", "current": OLD} | said)


def with_passkey(user: Any) -> tuple[Client, Device, list[str]]:
    """Somebody with one passkey: their browser, the device, their recovery codes."""
    client, device = signed_in(user), Device()
    assert prove(client).status_code == 302
    answer = add(client, device)
    assert answer.status_code == 200, answer.content.decode()
    return client, device, answer.context["codes"]


def sign_in(client: Client, device: Device, **how: Any) -> Any:
    return client.post(IN, {"answer": device.sign(ask(client, "sign-in"), **how), "next": "/clans/"})


# --- what is asked -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "secure", "place"),
    [
        ("play.example", True, ("play.example", "https://play.example")),
        ("Play.Example:8443", True, ("play.example", "https://play.example:8443")),
        ("localhost:8000", False, ("localhost", "http://localhost:8000")),
        ("play.example", False, None),
        ("localhost.play.example", False, None),
        ("192.0.2.7", True, None),
        ("127.0.0.1:8000", False, None),
        ("[::1]:8000", True, None),
        ("", True, None),
    ],
)
def test_passkeys_are_for_the_host_of_a_secure_address_and_for_localhost(
    host: str, secure: bool, place: tuple[str, str] | None
) -> None:
    found = passkeys.place_of(host, secure)
    assert (found and (found.rp_id, found.origin)) == place


def test_verification_is_required_and_a_key_that_finds_its_owner_is_preferred() -> None:
    user = person("Ann")
    client, device, _codes = with_passkey(user)
    made = ask(client, "add")
    assert made["rp"]["id"] == "localhost" and made["attestation"] == "none"
    selection = made["authenticatorSelection"]
    assert (selection["residentKey"], selection["userVerification"]) == ("preferred", "required")
    assert [raw(one["id"]) for one in made["excludeCredentials"]] == [device.raw_id]
    assert made["user"]["id"] == device.handle, "one handle for all passkeys of a person"
    assert user.username.encode() not in raw(device.handle) and len(raw(device.handle)) == 32
    alone = ask(browser(), "sign-in")
    assert alone["userVerification"] == "required" and not alone.get("allowCredentials")
    assert len(raw(alone["challenge"])) == 32 and alone["challenge"] != ask(browser(), "sign-in")["challenge"]


def test_a_strange_purpose_and_an_insecure_address_are_refused_in_words() -> None:
    assert browser().post(OPTIONS, {"for": "x"}).status_code == 422
    refused = Client(SERVER_NAME="localhost.example").post(OPTIONS, {"for": "sign-in"})
    assert refused.status_code == 422 and "secure address" in refused.json()["message"]
    for purpose in ("prove", "add"):
        assert browser().post(OPTIONS, {"for": purpose}).status_code == 403
    assert signed_in(person("Ann")).post(OPTIONS, {"for": "add"}).status_code == 403, "not proved yet"


# --- making one -------------------------------------------------------------------------------------------------


def test_the_first_passkey_is_a_second_step_and_brings_recovery_codes() -> None:
    user = person("Ann")
    other = signed_in(user)
    client, _device, codes = with_passkey(user)
    user.refresh_from_db()
    assert user.second_step_at is not None and len(codes) == 10
    assert inside(client) and not inside(other), "as with other credentials every other session ends"
    half = signed_in(user)
    assert not inside(half), "the password alone signs nobody in any more"
    assert half.post("/sign-in/code/", {"code": codes[0]}).status_code == 302 and inside(half)
    actions = list(LedgerRow.objects.filter(action__startswith="passkey.").values_list("action", flat=True))
    assert actions == ["passkey.add"]


def test_none_is_made_without_the_password_or_with_a_code_missing() -> None:
    user = person("Ann")
    client = signed_in(user)
    for said in ({"current": "wrong"}, {"current": ""}):
        assert prove(client, **said).status_code == 422
    assert client.post(PAGE, {"do": "add", "name": "x", "answer": "{}"}).status_code == 422
    app, _secret, codes = set_up_app(person("Bob"))
    assert app.post(PAGE, {"do": "prove", "current": OLD}).status_code == 422
    assert app.post(PAGE, {"do": "prove", "current": OLD, "code": "000000"}).status_code == 422
    assert app.post(PAGE, {"do": "prove", "current": OLD, "code": codes[0]}).status_code == 302
    assert not Passkey.objects.exists()


def test_what_was_shown_counts_for_five_minutes(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    client = signed_in(person("Ann"))
    prove(client)
    options = ask(client, "add")
    time_machine.shift(301)
    assert client.post(PAGE, {"do": "add", "name": "x", "answer": Device().make(options)}).status_code == 422
    assert client.post(OPTIONS, {"for": "add"}).status_code == 403
    assert not Passkey.objects.exists()


WRONG_MAKING: dict[str, Callable[[Device, dict[str, Any]], str]] = {
    "another origin": lambda device, asked: Device(origin="https://evil.example").make(asked),
    "another port": lambda device, asked: Device(origin="https://localhost:8443").make(asked),
    "without TLS": lambda device, asked: Device(origin="http://localhost").make(asked),
    "another site's key": lambda device, asked: Device(rp_id="evil.example").make(asked),
    "another challenge": lambda device, asked: device.make(asked | {"challenge": text(b"x" * 32)}),
    "nobody verified": lambda device, asked: device.make(asked, flags=PRESENT),
    "nobody there": lambda device, asked: device.make(asked, flags=VERIFIED),
    "inside another page": lambda device, asked: device.make(asked, crossOrigin=True),
    "an algorithm nobody asked for": lambda device, asked: device.make(asked, alg=-7777),
    "a signature instead": lambda device, asked: device.sign(asked),
    "two names": lambda device, asked: device.make(asked).replace(text(device.raw_id), text(b"y" * 32)),
    "nothing": lambda device, asked: "",
    "no object": lambda device, asked: "[[[[",
    "a list": lambda device, asked: "[1]",
    "very deep": lambda device, asked: "[" * 9000,
    "very long": lambda device, asked: json.dumps({"x": "y" * 20_000}),
    "deep inside": lambda device, asked: json.dumps(
        json.loads(device.make(asked))
        | {"response": {"clientDataJSON": text(b"{}"), "attestationObject": text(b"\x81" * 9000)}}
    ),
}


@pytest.mark.parametrize("wrong", WRONG_MAKING)
def test_a_wrong_answer_makes_no_passkey(wrong: str) -> None:
    client = signed_in(person("Ann"))
    prove(client)
    answer = WRONG_MAKING[wrong](Device(), ask(client, "add"))
    assert client.post(PAGE, {"do": "add", "name": "x", "answer": answer}).status_code == 422
    assert not Passkey.objects.exists() and not SpentChallenge.objects.exists()


def test_a_challenge_is_for_one_purpose_once_and_for_one_session() -> None:
    user = person("Ann")
    client, device, _codes = with_passkey(user)
    asked = ask(client, "add")
    client.post(PAGE, {"do": "add", "name": "x", "answer": "{}"})
    again = client.post(PAGE, {"do": "add", "name": "x", "answer": Device().make(asked)})
    assert again.status_code == 422, "used up by the wrong answer"
    stranger, asked = browser(), ask(browser(), "sign-in")
    ask(stranger, "sign-in")
    stranger.post(IN, {"answer": device.sign(asked)})
    assert not inside(stranger), "a challenge of another session"
    asked = ask(client, "prove")
    client.post(IN, {"answer": device.sign(asked)})
    assert Passkey.objects.get().used_at is None, "a challenge for another purpose"


def test_a_known_key_an_eleventh_and_a_nameless_one_are_refused() -> None:
    user = person("Ann")
    client, device, _codes = with_passkey(user)
    assert add(client, device).status_code == 422
    other = signed_in(person("Bob"))
    prove(other)
    assert add(other, device).status_code == 422, "somebody else's key"
    for name in ("", "   ", "\x00"):
        assert add(client, Device(), name=name).status_code == 422
    for number in range(passkey_services.MOST - 1):
        assert add(client, Device(), name=f"Key {number}").status_code == 302
    assert add(client, Device()).status_code == 422
    assert Passkey.objects.count() == Passkey.objects.filter(user=user).count() == passkey_services.MOST


def test_a_guest_has_none() -> None:
    guest = make_user("Gust", guest_of="t-cup")
    guest.set_unusable_password()
    guest.save()
    said: dict[str, Any] = {"place": passkeys.Place("localhost", "https://localhost"), "challenge": "x"}
    with pytest.raises(PermissionDenied):
        passkey_services.passkey_add(actor=Actor(guest, "player"), handle="x", answer={}, name="x", **said)
    Passkey.objects.create(
        user=guest, name="x", credential_id="abcd", public_key=b"", handle="x", added_at="2026-01-01T00:00Z"
    )
    with pytest.raises(UserError):
        passkey_services.passkey_use(actor=SYSTEM, answer={"rawId": "abcd"}, **said)
    assert not SpentChallenge.objects.exists(), "not even looked at"


# --- signing in --------------------------------------------------------------------------------------------------


def test_a_passkey_signs_in_alone_and_after_the_password() -> None:
    user = person("Ann")
    _client, device, _codes = with_passkey(user)
    alone = browser()
    answer = sign_in(alone, device)
    assert (answer.status_code, answer["Location"]) == (302, "/clans/") and inside(alone)
    half = signed_in(user)
    assert [raw(one["id"]) for one in ask(half, "sign-in")["allowCredentials"]] == [device.raw_id]
    page = half.get("/sign-in/code/").content.decode()
    assert "data-passkey" in page and 'name="code"' in page, "without a script a code does"
    answer = half.post(IN, {"answer": device.sign(ask(half, "sign-in")), "next": "/elsewhere/"})
    assert (answer.status_code, answer["Location"]) == (302, "/clans/") and inside(half)
    kept = Passkey.objects.get()
    assert kept.sign_count == device.count == 2 and kept.used_at is not None
    assert alone.session.get_expiry_age() > 24 * 3600, "not the five minutes of the challenge"


def test_a_device_that_does_not_count_signs_in_again_and_again() -> None:
    user = person("Ann")
    _client, device, _codes = with_passkey(user)
    for _time in range(2):
        device.count = -1
        client = browser()
        assert sign_in(client, device).status_code == 302 and inside(client)


WRONG_SIGNING: dict[str, Callable[[Device, dict[str, Any]], str]] = {
    "another origin": lambda device, asked: _with(device, origin="https://evil.example").sign(asked),
    "another port": lambda device, asked: _with(device, origin="https://localhost:8443").sign(asked),
    "without TLS": lambda device, asked: _with(device, origin="http://localhost").sign(asked),
    "another site's key": lambda device, asked: _with(device, rp_id="evil.example").sign(asked),
    "another challenge": lambda device, asked: device.sign(asked | {"challenge": text(b"x" * 32)}),
    "nobody verified": lambda device, asked: device.sign(asked, flags=PRESENT),
    "nobody there": lambda device, asked: device.sign(asked, flags=VERIFIED),
    "an altered signature": lambda device, asked: device.sign(asked, spoil=True),
    "another key": lambda device, asked: _with(device, key=Device().key).sign(asked),
    "an unknown key": lambda device, asked: _with(device, raw_id=b"z" * 32).sign(asked),
    "another person's handle": lambda device, asked: _with(device, handle=text(b"h" * 32)).sign(asked),
    "a counter that stands": lambda device, asked: _with(device, count=device.count - 1).sign(asked),
    "a counter that went back": lambda device, asked: _with(device, count=device.count - 3).sign(asked),
    "a counter that is gone": lambda device, asked: _with(device, count=-1).sign(asked),
    "inside another page": lambda device, asked: device.sign(asked, crossOrigin=True),
    "nothing": lambda device, asked: "",
    "no answer inside": lambda device, asked: json.dumps({"rawId": text(device.raw_id)}),
}


def _with(device: Device, **other: Any) -> Device:
    return Device(**{**vars(device), **other})


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("wrong", WRONG_SIGNING)
def test_a_wrong_answer_signs_nobody_in(wrong: str, half: bool) -> None:
    user = person("Ann")
    _client, device, _codes = with_passkey(user)
    device.count = 5
    assert sign_in(browser(), device).status_code == 302
    before = Passkey.objects.values().get()
    client = signed_in(user) if half else browser()
    answer = client.post(IN, {"answer": WRONG_SIGNING[wrong](device, ask(client, "sign-in"))})
    assert answer["Location"] == ("/sign-in/code/" if half else "/sign-in/") and not inside(client)
    assert Passkey.objects.values().get() == before
    device.count = 6
    assert sign_in(client, device).status_code == 302 and inside(client), "and the right one does"


def test_an_answer_works_once_even_for_a_device_that_does_not_count() -> None:
    user = person("Ann")
    _client, device, _codes = with_passkey(user)
    client = browser()
    device.count = -1
    answer = {"answer": device.sign(ask(client, "sign-in"))}
    kept = client.session["passkey-challenge"]
    assert client.post(IN, answer).status_code == 302 and inside(client)
    again = browser()
    ask(again, "sign-in")
    session = again.session
    session["passkey-challenge"] = kept  # as if the session had not forgotten it
    session.save()
    again.post(IN, answer)
    assert not inside(again)


def test_a_challenge_is_old_after_five_minutes(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    user = person("Ann")
    _client, device, _codes = with_passkey(user)
    client = signed_in(user)
    asked = ask(client, "sign-in")
    time_machine.shift(301)
    client.post(IN, {"answer": device.sign(asked)})
    assert not inside(client)


def test_after_somebody_s_password_only_their_own_passkey_counts() -> None:
    ann, bob = person("Ann"), person("Bob")
    with_passkey(ann)
    _client, device, _codes = with_passkey(bob)
    half = signed_in(ann)
    half.post(IN, {"answer": device.sign(ask(half, "sign-in"))})
    assert not inside(half)
    mine = signed_in(person("Eve"))
    assert mine.post(PAGE, {"do": "prove", "answer": device.sign(ask(mine, "prove"))}).status_code == 422


def test_who_may_not_come_in_does_not_with_a_passkey_either() -> None:
    user = person("Ann")
    _client, device, _codes = with_passkey(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    client = browser()
    sign_in(client, device)
    assert not inside(client)


def test_wrong_passkeys_are_limited_as_codes_are() -> None:
    user = person("Ann")
    _client, device, codes = with_passkey(user)
    half = signed_in(user)
    for _number in range(limits.CODES.most):
        sign_in(half, device, spoil=True)
    assert sign_in(half, device).status_code == 429
    assert half.post("/sign-in/code/", {"code": codes[0]}).status_code == 429, "one count for both"
    mine = signed_in(person("Bob"))
    for _number in range(limits.CODES.most):
        mine.post(PAGE, {"do": "prove", "answer": "{}"})
    assert prove(mine).status_code == 429


# --- taking away -------------------------------------------------------------------------------------------------


def test_a_passkey_proves_its_owner_and_is_taken_away_with_its_sessions() -> None:
    user = person("Ann")
    client, device, _codes = with_passkey(user)
    with_it = browser()
    sign_in(with_it, device)
    other = signed_in(person("Bob"))
    prove(other)
    number = Passkey.objects.get().pk
    assert other.post(PAGE, {"do": "remove", "passkey": number}).status_code == 422, "not another's"
    assert with_it.post(PAGE, {"do": "remove", "passkey": number}).status_code == 422, "first shown again"
    assert (
        with_it.post(PAGE, {"do": "prove", "answer": device.sign(ask(with_it, "prove"))}).status_code == 302
    )
    assert with_it.post(PAGE, {"do": "remove", "passkey": number}).status_code == 302
    assert inside(with_it) and not inside(client)
    assert not Passkey.objects.exists() and not RecoveryCode.objects.exists()
    user.refresh_from_db()
    assert user.second_step_at is None and inside(signed_in(user))
    sign_in(stranger := browser(), device)
    assert not inside(stranger)


def test_the_last_second_step_of_somebody_with_power_stays(settings: Any, time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    settings.SECOND_STEP_REQUIRED = True
    office, keeper, judge = person("Office", is_office=True), person("Keeper"), person("Judge")
    keeper_make(actor=SYSTEM, user=keeper)
    staff_actor(make_tournament(), "head_judge", judge)
    for user in (office, keeper, judge):
        client, _device, codes = with_passkey(user)
        said = {"do": "remove", "passkey": Passkey.objects.get(user=user).pk}
        assert client.post(PAGE, said).status_code == 422 and inside(client), user
        assert Passkey.objects.filter(user=user).exists() and RecoveryCode.objects.filter(user=user).exists()
        step = "/me/account/second-step/"
        client.post(step, {"do": "begin"})
        secret = bytes.fromhex(client.session["second-step"])
        answer = client.post(step, {"do": "set-up", "code": code_now(secret), "current": OLD})
        assert answer.status_code == 200, "an app beside the passkey"
        time_machine.shift(60)
        prove(client, code=code_now(secret))
        assert client.post(PAGE, said).status_code == 302, user
        time_machine.shift(60)
        refused = client.post(step, {"do": "remove", "code": code_now(secret), "current": OLD})
        assert refused.status_code == 422 and SecondStep.objects.filter(user=user).exists(), (
            "now the app is the last"
        )
        assert codes


def test_an_app_is_not_added_to_passkeys_by_the_password_alone() -> None:
    user = person("Ann")
    _client, device, _codes = with_passkey(user)
    client = browser()
    sign_in(client, device)
    step = "/me/account/second-step/"
    client.post(step, {"do": "begin"})
    secret = bytes.fromhex(client.session["second-step"])
    said = {"do": "set-up", "code": code_now(secret), "current": OLD}
    assert client.post(step, said).status_code == 422 and not SecondStep.objects.exists()
    assert secret.hex() not in client.get(step).content.decode()
    client.post(PAGE, {"do": "prove", "answer": device.sign(ask(client, "prove"))})
    assert client.post(step, said).status_code == 200 and SecondStep.objects.exists()


def test_a_passkey_gives_office_head_judge_and_keeper_their_power(settings: Any) -> None:
    settings.SECOND_STEP_REQUIRED = True
    tournament = make_tournament()
    office, keeper, judge = person("Office", is_office=True), person("Keeper"), person("Head judge")
    keeper_make(actor=SYSTEM, user=keeper)
    staff_actor(tournament, "head_judge", judge)
    pages = {office: "/office/", keeper: "/cards/keep/", judge: f"/t/{tournament.slug}/judge/"}
    for user, page in pages.items():
        assert signed_in(user).get(page).status_code in (302, 403, 404), page
        _client, device, _codes = with_passkey(user)
        alone = browser()
        sign_in(alone, device)
        assert alone.get(page).status_code == 200, page


def test_new_recovery_codes_replace_the_old() -> None:
    user = person("Ann")
    client, _device, old = with_passkey(user)
    new = client.post(PAGE, {"do": "codes"}).context["codes"]
    assert len(new) == 10 and not set(new) & set(old) and RecoveryCode.objects.count() == 10
    plain = signed_in(person("Bob"))
    prove(plain)
    assert plain.post(PAGE, {"do": "codes"}).status_code == 422, "without a second step there are none"


def test_two_of_the_office_take_lost_passkeys_away() -> None:
    user = person("Lost phone")
    _client, device, _codes = with_passkey(user)
    offices = [signed_in(person(f"Office {number}", is_office=True)) for number in range(2)]
    offices[0].post("/office/recovery/", {"username": user.username})
    made = offices[1].post("/office/recovery/", {"recovery": Recovery.objects.get().pk}).context["made"]
    Client().post("/recover/", {"code": made.partition("#")[2], "password": NEW})
    assert not Passkey.objects.filter(user=user).exists() and inside(signed_in(user, NEW))
    sign_in(stranger := browser(), device)
    assert not inside(stranger)


def test_what_is_kept_lets_nobody_in_and_the_ledger_holds_no_name() -> None:
    user = person("Ann")
    client, device, _codes = with_passkey(user)
    secret = device.key.private_numbers().private_value.to_bytes(32)
    row = Passkey.objects.get()
    assert secret not in bytes(row.public_key) and row.name == "Phone"
    asked = ask(client, "prove")
    client.post(PAGE, {"do": "prove", "answer": device.sign(asked)})
    stored = str(list(SpentChallenge.objects.values())) + str(list(LedgerRow.objects.values()))
    assert asked["challenge"] not in stored and "Phone" not in stored and text(device.raw_id) not in stored
