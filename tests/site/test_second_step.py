"""The second step and the way back to an account: what is asked of whom, once, and never of one person alone."""

import time
from typing import Any

import pytest
from django.test import Client

from decks.cards.services import keeper_make
from ledger.commands import SYSTEM
from ledger.models import IdempotencyKey, LedgerRow
from tests.tournaments.hall import make_tournament, make_user, staff_actor
from x610z_site.accounts import limits, second_step
from x610z_site.accounts.models import Recovery, RecoveryCode, SecondStep, User
from x610z_site.accounts.second_step import code_at, step_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
OLD, NEW = "correct horse battery", "purple monkey dishwasher"


def person(name: str, **fields: Any) -> Any:
    user = make_user(name, **fields)
    user.set_password(OLD)
    user.save()
    return user


def password_only(user: Any, password: str = OLD) -> tuple[Client, Any]:
    client = Client()
    return client, client.post(
        "/sign-in/", {"username": user.username, "password": password, "next": "/clans/"}
    )


def set_up(user: Any) -> tuple[Client, bytes, list[str]]:
    """Somebody with a second step: their browser, the secret in their app, their recovery codes."""
    client, _answer = password_only(user)
    assert "second-step" not in (client.get("/me/account/second-step/") and client.session)
    client.post("/me/account/second-step/", {"do": "begin"})
    secret = bytes.fromhex(client.session["second-step"])
    said = {"do": "set-up", "code": code_now(secret), "current": OLD}
    answer = client.post("/me/account/second-step/", said)
    assert answer.status_code == 200, answer.content.decode()
    return client, secret, answer.context["codes"]


def code_now(secret: bytes, later: int = 0) -> str:
    return code_at(secret, int(time.time()) // second_step.STEP + later)


def inside(client: Client) -> bool:
    return bool(client.get("/me/").status_code == 200)


# --- the arithmetic ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
    ],
)
def test_codes_are_those_of_the_standard_s_own_table(moment: int, code: str) -> None:
    """RFC 6238, appendix B, the SHA-1 rows, their last six digits."""
    assert code_at(b"12345678901234567890", moment // 30) == code


def test_a_code_counts_for_its_own_time_and_its_neighbours_and_only_after_the_last(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    secret, now = second_step.new_secret(), int(time.time()) // 30
    assert [step_of(secret, code_at(secret, now + n)) for n in (-2, -1, 0, 1, 2)] == [
        None,
        now - 1,
        now,
        now + 1,
        None,
    ]
    assert step_of(secret, code_at(secret, now), last=now) is None
    assert step_of(secret, f"{code_at(secret, now)[:3]} {code_at(secret, now)[3:]}") == now
    for wrong in ("", "x", "000000\x00", "１２３４５６", "é" * 60):
        assert step_of(secret, wrong) is None


# --- signing in -------------------------------------------------------------------------------------------------


def test_the_password_alone_signs_nobody_in_who_has_a_second_step(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    user = person("Ann")
    mine, secret, _codes = set_up(user)
    assert inside(mine)
    time_machine.shift(60)
    client, answer = password_only(user)
    assert answer["Location"] == "/sign-in/code/" and not inside(client)
    assert client.post("/sign-in/code/", {"code": "000000"}).status_code == 422 and not inside(client)
    answer = client.post("/sign-in/code/", {"code": code_now(secret)})
    assert (answer.status_code, answer["Location"]) == (302, "/clans/") and inside(client)


def test_a_code_works_once(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    user = person("Ann")
    _mine, secret, codes = set_up(user)
    time_machine.shift(60)
    for code in (code_now(secret), codes[0]):
        first, second = password_only(user)[0], password_only(user)[0]
        assert first.post("/sign-in/code/", {"code": code}).status_code == 302 and inside(first)
        assert second.post("/sign-in/code/", {"code": code}).status_code == 422 and not inside(second)
    assert RecoveryCode.objects.filter(user=user).count() == 9


def test_the_code_must_come_soon_and_guessing_is_limited(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    user = person("Ann")
    _mine, secret, _codes = set_up(user)
    slow, _answer = password_only(user)
    time_machine.shift(301)
    assert slow.post("/sign-in/code/", {"code": code_now(secret)})["Location"] == "/sign-in/"
    client, _answer = password_only(user)
    for _number in range(limits.CODES.most):
        client.post("/sign-in/code/", {"code": "000000"})
    again, _answer = password_only(user)
    for browser in (client, again):
        assert browser.post("/sign-in/code/", {"code": code_now(secret)}).status_code == 429
    assert not inside(client)


def test_a_half_sign_in_ends_when_the_password_changes(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    user = person("Ann")
    mine, secret, _codes = set_up(user)
    half, _answer = password_only(user)
    mine.post("/me/account/", {"do": "password", "current": OLD, "password": NEW})
    time_machine.shift(60)
    assert half.post("/sign-in/code/", {"code": code_now(secret)})["Location"] == "/sign-in/"
    assert not inside(half)


def test_setting_it_up_ends_other_sessions_and_stores_nothing_readable() -> None:
    user = person("Ann")
    other, _answer = password_only(user)
    mine, secret, codes = set_up(user)
    assert inside(mine) and not inside(other) and len(set(codes)) == 10
    stored = str(list(SecondStep.objects.values())) + str(list(RecoveryCode.objects.values()))
    stored += str(list(LedgerRow.objects.values())) + str(list(IdempotencyKey.objects.values()))
    assert secret.hex() not in stored and not any(code in stored for code in codes)


@pytest.mark.parametrize("said", [{"code": "000000", "current": OLD}, {"code": "", "current": "wrong"}])
def test_it_is_not_set_up_without_the_code_and_the_password(said: dict[str, str]) -> None:
    user = person("Ann")
    client, _answer = password_only(user)
    assert "second-step" not in (client.get("/me/account/second-step/") and client.session)
    client.post("/me/account/second-step/", {"do": "begin"})
    secret = bytes.fromhex(client.session["second-step"])
    said = said | {"do": "set-up"} | ({} if said["code"] else {"code": code_now(secret)})
    assert client.post("/me/account/second-step/", said).status_code == 422
    assert not SecondStep.objects.exists()


def test_a_step_is_not_replaced_by_another_without_a_code_of_the_first(time_machine: Any) -> None:
    """Somebody at an open browser who knows the password, and a secret that was never made."""
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    user = person("Ann")
    client, _secret, _codes = set_up(user)
    before = SecondStep.objects.get().secret
    for secret in (b"", None):
        if secret is None:
            client.post("/me/account/second-step/", {"do": "begin"})
            secret = bytes.fromhex(client.session["second-step"])
        said = {"do": "set-up", "code": code_now(secret), "current": OLD}
        assert client.post("/me/account/second-step/", said).status_code == 422
    assert SecondStep.objects.get().secret == before
    fresh, _answer = password_only(person("Eve"))
    said = {"do": "set-up", "code": code_now(b""), "current": OLD}
    assert fresh.post("/me/account/second-step/", said).status_code == 422
    assert SecondStep.objects.count() == 1


def test_taking_it_away_needs_both_and_new_recovery_codes_replace_the_old(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    user = person("Ann")
    client, secret, old = set_up(user)
    url = "/me/account/second-step/"
    assert client.post(url, {"do": "remove", "code": "000000", "current": OLD}).status_code == 422
    time_machine.shift(60)
    said = {"do": "renew", "code": code_now(secret), "current": OLD}
    new = client.post(url, said).context["codes"]
    assert not set(new) & set(old)
    assert client.post(url, {"do": "remove", "code": old[0], "current": OLD}).status_code == 422
    assert client.post(url, {"do": "remove", "code": new[0], "current": OLD}).status_code == 302
    assert inside(password_only(user)[0])


def test_without_a_second_step_office_head_judge_and_keeper_have_no_power_where_it_is_required(
    settings: Any,
) -> None:
    settings.SECOND_STEP_REQUIRED = True
    tournament = make_tournament()
    office, keeper = person("Office", is_office=True), person("Keeper")
    keeper_make(actor=SYSTEM, user=keeper)
    judge = person("Head judge")
    staff_actor(tournament, "head_judge", judge)
    User.objects.filter(pk=tournament.created_by.pk).update(password=office.password)
    pages = {office: "/office/", keeper: "/cards/keep/", judge: f"/t/{tournament.slug}/judge/"}
    for user, page in pages.items():
        client, _answer = password_only(user)
        refused = client.get(page)
        assert refused.status_code in (302, 403, 404), page
        if refused.status_code == 403:
            assert "/me/account/second-step/" in refused.content.decode(), page
        client, _secret, _codes = set_up(user)
        assert client.get(page).status_code == 200, page
    organizer, _answer = password_only(tournament.created_by)
    assert organizer.get(f"/t/{tournament.slug}/desk/").status_code == 200, "an organizer needs none"


def test_production_requires_it_and_run_does_not() -> None:
    from pathlib import Path

    from django.conf import settings

    root = Path(settings.BASE_DIR) / "x610z_site" / "settings"
    assert (
        'SECOND_STEP_REQUIRED = env.bool("SECOND_STEP_REQUIRED", default=True)'
        in (root / "production.py").read_text()
    )
    assert settings.SECOND_STEP_REQUIRED is False


# --- a forgotten password ---------------------------------------------------------------------------------------


@pytest.fixture
def offices() -> list[Client]:
    return [password_only(person(f"Office {number}", is_office=True))[0] for number in range(2)]


def test_two_of_the_office_help_back_and_the_code_works_once(offices: list[Client]) -> None:
    user = person("Forgetful")
    old, _answer = password_only(user)
    offices[0].post("/office/recovery/", {"username": user.username})
    asked = Recovery.objects.get()
    assert "stop" in old.get("/me/").content.decode()
    assert offices[0].post("/office/recovery/", {"recovery": asked.pk}).context["made"] == "", "not alone"
    made = (
        offices[1]
        .post("/office/recovery/", {"recovery": asked.pk}, headers={"idempotency-key": "k"})
        .context["made"]
    )
    path, _hash, code = made.partition("#")
    assert path.endswith("/recover/") and code not in str(list(IdempotencyKey.objects.values()))
    client = Client()
    assert client.post("/recover/", {"code": code, "password": "short"}).status_code == 422
    assert client.post("/recover/", {"code": code, "password": NEW}).status_code == 302
    assert not inside(old) and inside(password_only(user, NEW)[0])
    assert client.post("/recover/", {"code": code, "password": OLD}).status_code == 422
    rows = (
        LedgerRow.objects.filter(action__startswith="recovery.")
        .order_by("pk")
        .values_list("action", flat=True)
    )
    assert list(rows) == ["recovery.ask", "recovery.agree", "recovery.use"]
    assert code not in str(list(LedgerRow.objects.values()))


def test_the_owner_stops_it(offices: list[Client]) -> None:
    user = person("Owner")
    mine, _answer = password_only(user)
    offices[0].post("/office/recovery/", {"username": user.username})
    made = offices[1].post("/office/recovery/", {"recovery": Recovery.objects.get().pk}).context["made"]
    mine.post("/me/recovery/stop/")
    said = {"code": made.partition("#")[2], "password": NEW}
    assert Client().post("/recover/", said).status_code == 422
    assert inside(password_only(user)[0])


def test_a_code_from_the_office_ends_after_a_day(offices: list[Client], time_machine: Any) -> None:
    user = person("Late")
    offices[0].post("/office/recovery/", {"username": user.username})
    made = offices[1].post("/office/recovery/", {"recovery": Recovery.objects.get().pk}).context["made"]
    time_machine.move_to(time.time() + 25 * 3600)
    assert Client().post("/recover/", {"code": made.partition("#")[2], "password": NEW}).status_code == 422


def test_nobody_asks_or_agrees_for_themselves_and_guests_have_no_password(offices: list[Client]) -> None:
    one = User.objects.get(display_name="Office 1")
    assert offices[1].post("/office/recovery/", {"username": one.username}).status_code == 422
    offices[0].post("/office/recovery/", {"username": one.username})
    assert offices[1].post("/office/recovery/", {"recovery": Recovery.objects.get().pk}).context["made"] == ""
    assert offices[0].post("/office/recovery/", {"username": "nobody-here"}).status_code == 422


def test_a_new_password_of_the_office_takes_a_lost_second_step_away(offices: list[Client]) -> None:
    user = person("Lost phone")
    set_up(user)
    offices[0].post("/office/recovery/", {"username": user.username})
    made = offices[1].post("/office/recovery/", {"recovery": Recovery.objects.get().pk}).context["made"]
    Client().post("/recover/", {"code": made.partition("#")[2], "password": NEW})
    assert inside(password_only(user, NEW)[0]) and not SecondStep.objects.filter(user=user).exists()
