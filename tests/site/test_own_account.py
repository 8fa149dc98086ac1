"""The page of one's own account: names, password, sessions, and what ends what."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.models import LedgerRow
from tests.tournaments.hall import make_tournament, make_user, organizer_of, running_tournament
from tournaments.entries.models import Entry
from tournaments.events.invitation_services import invitation_make
from x610z_site.accounts import limits
from x610z_site.accounts.models import Session
from x610z_site.accounts.sessions import device_words

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
OLD, NEW = "correct horse battery", "purple monkey dishwasher"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


@pytest.fixture
def user() -> Any:
    user = make_user("Ann")
    user.set_password(OLD)
    user.save()
    return user


def browser(user: Any, agent: str = PHONE, password: str = OLD, **more: str) -> Client:
    client = Client(headers={"user-agent": agent})
    said = {"username": user.username, "password": password, **more}
    assert client.post("/sign-in/", said).status_code == 302
    return client


def inside(client: Client) -> bool:
    return bool(client.get("/me/").status_code == 200)


def test_sessions_are_listed_with_their_device_and_one_can_be_ended(user: Any) -> None:
    phone, laptop = browser(user), browser(user, LAPTOP)
    answer = phone.get("/me/account/")
    assert {one.words for one in dict_of(answer)["session"]} == {"Chrome, Android", "Firefox, Linux"}
    assert answer.content.decode().count("this one") == 1
    other = Session.objects.get(device="Firefox, Linux")
    stranger = browser_of_somebody_else()
    stranger.post("/me/account/", {"do": "end", "which": f"session:{other.public_id}"})
    assert inside(laptop), "nobody ends the session of somebody else"
    phone.post("/me/account/", {"do": "end", "which": f"session:{other.public_id}"})
    assert inside(phone) and not inside(laptop)
    assert other.session_key not in answer.content.decode()


def test_who_is_invited_reads_it_on_top_of_the_page_after_signing_in_and_is_led_to_the_answer(
    user: Any,
) -> None:
    said = "You are invited."
    assert said not in browser(user).get("/").content.decode()
    tournament = make_tournament()
    asked = {"username": user.username, "kind": "staff", "role": "judge"}
    invitation_make(actor=organizer_of(tournament), tournament=tournament, **asked)
    for path in ("/", "/t/"):
        client = browser(user, next=path)
        page = client.get(path).content.decode()
        assert said in page.partition("<main")[2] and '<a href="/me/">Answer on your page</a>' in page, path
        assert said not in page.partition("<main")[0]
        assert said not in client.get(path).content.decode()


def test_who_signs_in_begins_at_their_match_where_they_play_and_else_on_their_own_page(user: Any) -> None:
    def begins(**asked: str) -> str:
        said = {"username": user.username, "password": OLD, **asked}
        return str(Client().post("/sign-in/", said)["Location"])

    tournament = running_tournament(4)
    assert 'href="/sign-in/"' in Client().get("/").content.decode()
    assert 'href="/sign-in/?next=/cards/"' in Client().get("/cards/").content.decode()
    assert begins() == "/me/"
    Entry.objects.filter(tournament=tournament, number=1).update(user=user)
    assert begins() == f"/t/{tournament.slug}/me/" == browser(user).get("/sign-in/")["Location"]
    assert begins(next="/cards/") == "/cards/"
    Entry.objects.filter(tournament=tournament, user=user).update(state="dropped")
    assert begins() == "/me/"


def dict_of(answer: Any) -> dict[str, Any]:
    return {kind.key: rows for kind, rows in answer.context["acting"]}


def browser_of_somebody_else() -> Client:
    client = Client()
    client.force_login(make_user("Else"))
    return client


def test_all_other_sessions_end_at_once(user: Any) -> None:
    clients = [browser(user) for _number in range(4)]
    clients[1].post("/me/account/", {"do": "end"})
    assert [inside(client) for client in clients] == [False, True, False, False]


def test_a_new_password_ends_the_other_sessions_and_only_it_signs_in(user: Any) -> None:
    mine, other = browser(user), browser(user)
    said = {"do": "password", "current": OLD, "password": NEW}
    assert mine.post("/me/account/", said).status_code == 302
    assert inside(mine) and not inside(other)
    assert Client().post("/sign-in/", {"username": user.username, "password": OLD}).status_code == 200
    browser(user, password=NEW)
    row = LedgerRow.objects.get(action="account.change_password")
    assert row.data == {"user": user.pk}


@pytest.mark.parametrize("do", ["password", "username"])
def test_without_the_present_password_nothing_changes_and_guessing_it_is_limited(user: Any, do: str) -> None:
    client = browser(user)
    said = {"do": do, "current": "wrong", "password": NEW, "username": "annie"}
    for _number in range(limits.CODES.most):
        assert client.post("/me/account/", said).status_code == 422
    answer = client.post("/me/account/", said | {"current": OLD})
    assert answer.status_code == 429 and answer["Retry-After"]
    user.refresh_from_db()
    assert user.check_password(OLD) and user.username != "annie"


def test_the_names_change_and_the_session_stays(user: Any) -> None:
    client = browser(user)
    assert (
        client.post("/me/account/", {"do": "username", "current": OLD, "username": "Annie"}).status_code
        == 302
    )
    assert (
        client.post("/me/account/", {"do": "rename", "display_name": "Ann the \u202eGreat"}).status_code
        == 302
    )
    user.refresh_from_db()
    assert (user.username, user.display_name, user.sort_name) == ("annie", "Ann the Great", "ann the great")
    assert inside(client)


@pytest.mark.parametrize("taken", ["other", "guest-abc", "imported-1-2", "a", "x y z !"])
def test_a_name_that_is_taken_or_ours_is_refused(user: Any, taken: str) -> None:
    other = make_user("Other")
    other.username = "other"
    other.save()
    answer = browser(user).post("/me/account/", {"do": "username", "current": OLD, "username": taken})
    assert answer.status_code == 422 and answer.context["forms"]["username"].errors["username"]


@pytest.mark.parametrize(
    "password",
    [
        "Maximiliana",
        "maximiliana",
        "maximiliana1",
        "Queen of Hearts",
        "queen of heart",
        "X610Z Organized Play",
        "tournament-judge-26",
    ],
)
def test_a_password_like_a_name_is_refused_at_sign_up_and_at_a_change(client: Client, password: str) -> None:
    said = {"display_name": "Queen of Hearts", "username": "maximiliana", "password": password, "age": "16"}
    assert client.post("/sign-up/", said).context["form"].errors["password"]
    client.post("/sign-up/", said | {"password": OLD})
    answer = client.post("/me/account/", {"do": "password", "current": OLD, "password": password})
    assert answer.status_code == 422 and answer.context["forms"]["password"].errors["password"]


def test_a_password_keeps_its_spaces_and_may_be_long(client: Client) -> None:
    password = "  " + "é漢🜁 " * 40 + " "
    said = {"display_name": "Ann", "username": "annabel", "password": password, "age": "16"}
    assert client.post("/sign-up/", said).status_code == 302
    other = Client()
    assert other.post("/sign-in/", {"username": "annabel", "password": password.strip()}).status_code == 200
    assert (
        other.post("/sign-in/", {"username": "annabel", "password": password, "age": "16"}).status_code == 302
    )


def test_a_session_ends_after_ninety_days_however_often_it_is_used(user: Any, time_machine: Any) -> None:
    time_machine.move_to("2026-01-01T12:00:00Z", tick=False)
    client = browser(user)
    for _number in range(8):
        time_machine.shift(11 * 24 * 3600)
        assert inside(client)
    time_machine.shift(3 * 24 * 3600)
    assert not inside(client)


def test_an_unused_session_ends_after_fourteen_days(user: Any, time_machine: Any) -> None:
    time_machine.move_to("2026-01-01T12:00:00Z", tick=False)
    client = browser(user)
    time_machine.shift(15 * 24 * 3600)
    assert not inside(client)


def test_when_it_was_last_used_is_written_every_ten_minutes_at_most(user: Any, time_machine: Any) -> None:
    time_machine.move_to("2026-01-01T12:00:00Z", tick=False)
    client = browser(user)
    for _number in range(3):
        time_machine.shift(4 * 60)
        client.get("/me/")
    seen = Session.objects.get(user=user).seen_at
    assert seen is not None and (seen - timezone.now()).total_seconds() == 0


def test_pages_of_somebody_signed_in_are_kept_by_no_cache_and_public_ones_may_be(user: Any) -> None:
    client, tournament = browser(user), make_tournament()
    from tournaments.events.services import tournament_open_entry

    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    for path in ("/", "/t/", f"/t/{tournament.slug}/", f"/t/{tournament.slug}/tables/", "/clans/", "/cards/"):
        said = client.get(path)["Cache-Control"]
        assert "no-store" in said or "no-cache" in said, path
        assert "private" in said, path


@pytest.mark.parametrize(
    ("agent", "words"),
    [(PHONE, "Chrome, Android"), (LAPTOP, "Firefox, Linux"), ("", ""), ("<script>", ""), ("x" * 9999, "")],
)
def test_a_device_is_told_in_words_a_person_knows(agent: str, words: str) -> None:
    assert device_words(agent) == words
