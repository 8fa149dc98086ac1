"""Tokens: made after the password, shown once, stored as a hash, kept apart from sessions, and ended."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from ledger.models import IdempotencyKey, LedgerRow, OutboxMessage
from tests.tournaments.api.programs import Program, token_for
from tests.tournaments.hall import PASSWORD, make_tournament, make_user, organizer_of
from tournaments.entries.models import Entry
from tournaments.events.services import tournament_open_entry
from x610z_site.accounts.models import ApiToken
from x610z_site.accounts.services import account_change_password, session_end_all, token_hash

pytestmark = pytest.mark.django_db
MINE = "/me/account/tokens/"


@pytest.fixture
def owner() -> Any:
    """Somebody with a password."""
    cache.clear()
    user = make_user()
    user.set_password(PASSWORD)
    user.save()
    return user


def made_on_the_page(client: Client, **changes: Any) -> tuple[int, str]:
    """The answer's status and the token it shows."""
    said = {
        "do": "create",
        "name": "Desk script",
        "scopes": ["play"],
        "days": "30",
        "current": PASSWORD,
    } | changes
    answer = client.post(MINE, said)
    page = answer.content.decode().partition("<main")[2]
    return answer.status_code, page.partition('<code class="break">')[2].partition("<")[0]


def test_a_token_is_made_after_the_password_shown_once_and_kept_as_a_hash(owner: Any) -> None:
    client = Client()
    client.force_login(owner)
    assert made_on_the_page(client, current="wrong wrong wrong") == (422, "")
    assert made_on_the_page(client, scopes=[]) == (422, "")
    assert made_on_the_page(client, days="999") == (422, "")
    assert not ApiToken.objects.exists()
    status, token = made_on_the_page(client)
    assert status == 200 and token.startswith("x610z_") and len(token) > 40
    kept = ApiToken.objects.get()
    assert kept.token_hash == token_hash(token) and kept.scopes == ["play"]
    assert kept.expires_at - kept.made_at == timedelta(days=30)
    assert token not in client.get(MINE).content.decode()
    everywhere = (ApiToken, LedgerRow, OutboxMessage, IdempotencyKey)
    assert not any(token in str(list(model.objects.values())) for model in everywhere)
    rows = LedgerRow.objects.filter(action="token.create")
    assert [row.actor_id for row in rows] == [owner.pk]


def test_a_token_says_whose_it_is_and_when_it_was_used(owner: Any) -> None:
    program = Program(owner, "read")
    assert program.get("me/").json()["name"] == owner.display_name
    used = ApiToken.objects.get().used_at
    assert used is not None
    client = Client()
    client.force_login(owner)
    assert "Last used" in client.get(MINE).content.decode()


def test_an_ended_an_old_and_an_unknown_token_do_not_work(owner: Any) -> None:
    ended, old = Program(owner), Program(owner)
    kept = ApiToken.objects.order_by("pk")
    client = Client()
    client.force_login(owner)
    client.post(MINE, {"do": "end", "token": kept[0].pk})
    ApiToken.objects.filter(pk=kept[1].pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    for program in (ended, old):
        answer = program.get("me/")
        assert answer.status_code == 401 and answer["WWW-Authenticate"] == "Bearer"
    for said in (
        "Bearer nonsense",
        "Bearer x610z_",
        "Bearer",
        "Basic eDp5",
        f"Bearer {token_hash(ended.token)}",
        "x",
    ):
        assert Client().get("/api/v1/me/", headers={"Authorization": said}).status_code == 401


def test_nobody_ends_the_token_of_somebody_else(owner: Any) -> None:
    program, client = Program(owner), Client()
    client.force_login(make_user())
    client.post(MINE, {"do": "end", "token": ApiToken.objects.get().pk})
    assert program.get("me/").status_code == 200


def test_a_new_password_the_end_of_all_sessions_and_a_closed_account_end_tokens(owner: Any) -> None:
    first = Program(owner)
    account_change_password(
        actor=Actor(owner, "player"), password="another horse altogether", current=PASSWORD
    )
    assert first.get("me/").status_code == 401
    owner.refresh_from_db()
    second = Program(owner)
    session_end_all(actor=SYSTEM, user=owner)
    assert second.get("me/").status_code == 401
    owner.refresh_from_db()
    third = Program(owner)
    assert third.get("me/").status_code == 200
    owner.is_active = False
    owner.save()
    assert third.get("me/").status_code == 401


def test_a_token_opens_no_page_and_a_session_writes_nothing(owner: Any) -> None:
    """The two are kept apart: no page looks at a token, and no operation at a cookie (so none needs a form key)."""
    token = token_for(owner)
    for page in ("/me/", "/me/account/", MINE, "/me/notices/"):
        answer = Client().get(page, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 302 and "/sign-in/" in answer["Location"]
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    headers = {"Idempotency-Key": "key-of-a-session"}
    url = f"/api/v1/tournaments/{tournament.slug}/enter/"
    assert client.post(url, {}, "application/json", headers=headers).status_code == 401
    assert client.get("/api/v1/me/").status_code == 401
    assert not Entry.objects.exists()


@pytest.mark.parametrize("scopes", [("read",), ("organize",), ("read", "organize", "judge")])
def test_a_token_does_no_more_than_it_was_allowed(owner: Any, scopes: tuple[str, ...]) -> None:
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    answer = Program(owner, *scopes).post(f"tournaments/{tournament.slug}/enter/")
    assert answer.status_code == 403 and not Entry.objects.exists()
    assert Program(owner, "play").post(f"tournaments/{tournament.slug}/enter/").status_code == 200


def test_a_closed_list_is_not_read_with_a_token_that_may_not_read(owner: Any) -> None:
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    assert Program(owner, "play").get(f"tournaments/{tournament.slug}/decks/").status_code == 403
    assert Program(owner, "read").get(f"tournaments/{tournament.slug}/decks/").status_code == 200


def test_the_limit_is_of_a_token_and_not_of_the_hall_it_is_in(owner: Any, settings: Any) -> None:
    settings.API_RATE = 5
    first, second = Program(owner, "read"), Program(owner, "read")
    assert [first.get("me/").status_code for _one in range(6)] == [200] * 5 + [429]
    assert int(first.get("me/")["Retry-After"]) > 0
    assert second.get("me/").status_code == 200  # the same address, and even the same person


def test_a_guest_of_a_tournament_makes_no_token() -> None:
    from tests.tournaments.hall import become_guest, enter, let_in

    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    entry = enter(tournament, 1)[0]
    become_guest(entry)
    client = let_in(tournament, entry)
    client.post(MINE, {"do": "create", "name": "x", "scopes": ["play"], "days": "7", "current": "!"})
    assert not ApiToken.objects.exists()
    token = token_for(entry.user)
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"}).status_code == 401
