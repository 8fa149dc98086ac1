"""Every kind of credential after everything that may end one: written from what pages promise, done as people do."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from community.forum.models import ForumAccount
from ledger.commands import Actor
from ledger.credentials import SESSION, Happening, Kind, kinds
from tests.halls import kept
from tests.site.privacy.erasing import person_erase
from tests.tournaments.hall import PASSWORD, make_user, organizer_of
from tests.tournaments.recordings.table import Table, client_of
from tests.tournaments.recordings.test_doors import END, code_of, join
from tournaments.desk.rule_services import rule_add
from tournaments.events.models import Staff, Tournament
from tournaments.events.services import staff_remove
from tournaments.recordings.models import PairingCode, RecordingDevice
from x610z_site.accounts import models as accounts
from x610z_site.accounts.sessions import SessionStore
from x610z_site.privacy.retention import forget_all
from x610z_site.reach.models import CalendarAddress, PushAddress, Webhook

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
SIGN_OUT, NEW_PASSWORD, END_ALL, ROLE_GONE, LEFT, ERASED = Happening

ENDS: dict[str, set[Happening]] = {
    "session": {SIGN_OUT, NEW_PASSWORD, END_ALL, ERASED},
    "token": {NEW_PASSWORD, END_ALL, ERASED},
    "personal link": {END_ALL, LEFT, ERASED},
    "mailed link": {NEW_PASSWORD, END_ALL, ERASED},
    "recovery": {NEW_PASSWORD, ERASED},
    "passkey": {ERASED},
    "second step": {ERASED},
    "recovery code": {ERASED},
    "confirmation": {NEW_PASSWORD, END_ALL, ERASED},
    "calendar": {NEW_PASSWORD, END_ALL, ERASED},
    "browser": {SIGN_OUT, NEW_PASSWORD, END_ALL, ERASED},
    "webhook": {ROLE_GONE, ERASED},
    "phone": {SIGN_OUT, NEW_PASSWORD, END_ALL, LEFT, ERASED},
    "paired phone": {NEW_PASSWORD, END_ALL, LEFT, ERASED},
    "judge's phone": {SIGN_OUT, NEW_PASSWORD, END_ALL, ROLE_GONE, ERASED},
    "forum": {SIGN_OUT, NEW_PASSWORD, END_ALL, ERASED},
    "pairing code": {SIGN_OUT, NEW_PASSWORD, END_ALL, ROLE_GONE, LEFT, ERASED},
}
"""What ends what: written from what the page of the account promises."""
OF_PHONES = {"paired phone", "judge's phone"}
"""Two more of the kind `phone`."""
NO_CREDENTIAL = {
    "accounts.Tries": "counts",
    "ledger.Chain": "names a chain",
    "ledger.LedgerRow": "a hash that all may compare",
    "ledger.IdempotencyKey": "tells a form sent twice, to its sender alone",
    "decks.CardSet": "a printed code",
    "decks.LegalityList": "a name",
    "decks.PoolSnapshot": "a name",
    "decks.CardImport": "the name of an upload, for its keeper alone",
    "decks.Deck": "the address of a list, open to whom its owner says",
    "tournaments.Clan": "a word by which clan mates join, renewed by the clan; it acts for nobody",
    "tournaments.Team": "a word by which team mates join, good before the start; it acts for nobody",
    "community.ContestEntry": "what a card is called in addresses that everybody reads once there is voting",
    "community.Matter": "names a thing that is shown here",
    "decks.PlayTest": "hashes what decides an answer; nobody asks by it",
    "community.Subscription": "a mailed link that says yes once; it acts for nobody",
    "tournaments.Tournament": "an address",
    "tournaments.Circuit": "an address",
    "tournaments.Organization": "an address",
    "tournaments.OnlinePayment": "what a provider calls a payment: it is asked about it, and obeys no name",
    "tournaments.CheckedDeck": "an infraction",
    "tournaments.Penalty": "an infraction",
    "tournaments.CaseRevision": "an infraction",
    "tournaments.Precedent": "an infraction",
    "tournaments.Recording": "a hash of a journal",
    "tournaments.RecordingEntry": "a hash of a journal",
}
LOOKS_LIKE_ONE = re.compile(
    r"hash|secret|token|credential|endpoint|session_key|^code$|^key$|^handle$|^public_id$|^slug$"
)


class World:
    """A player at a recorded table, signed in, with one credential of each kind."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.table = Table()
        self.client, self.user = self.table.clients[0], self.table.players[0].user
        self.user.set_password(PASSWORD)
        self.user.save()
        self.client.force_login(self.user)
        self.client.post(f"{self.table.url}device.json")
        self.session = self.client.session["session"]
        self.own = {"user": self.user}

    @cached_property
    def tournament(self) -> Tournament:
        return self.table.tournament

    def make(self, kind: str) -> Callable[[], bool]:
        """One of that kind; whether it lives is what the function says."""
        until = {"expires_at": self.now + timedelta(days=1)}
        made = {"made_at": self.now}
        if kind == "session":
            return self._row(accounts.Session.objects.get(public_id=self.session))
        if kind == "token":
            row: Any = accounts.ApiToken.objects.create(
                token_hash="t", epoch=0, name="x", **self.own, **made, **until
            )
            return self._row(row, "ended_at")
        if kind == "personal link":
            row = accounts.PersonalLink.objects.create(token_hash="l", **self.own, **until)
            return self._row(row, "revoked_at")
        if kind == "mailed link":
            return self._row(
                accounts.MailReset.objects.create(token_hash="m", **self.own, **made, **until), "ended_at"
            )
        if kind == "recovery":
            asked = {"asked_by": make_user(), "asked_at": self.now}
            return self._row(accounts.Recovery.objects.create(**self.own, **asked, **until), "ended_at")
        if kind == "recovery code":
            return self._row(accounts.RecoveryCode.objects.create(code_hash="r", **self.own))
        if kind == "passkey":
            row = accounts.Passkey.objects.create(
                credential_id="c", public_key=b"", added_at=self.now, **self.own
            )
            return self._row(row)
        if kind == "second step":
            return self._row(accounts.SecondStep.objects.create(secret="s", **self.own))
        if kind == "confirmation":
            accounts.MailAddress.objects.create(token_hash="w", wanted="a@b.example", **self.own, **until)
            return lambda: accounts.MailAddress.objects.filter(token_hash="w").exists()
        if kind == "calendar":
            return self._row(CalendarAddress.objects.create(token_hash="k", **self.own, **made))
        if kind == "browser":
            keys = {"endpoint": "https://push.example/1", "endpoint_sha256": "p", "added_at": self.now}
            return self._row(PushAddress.objects.create(session=self.session, **keys, **self.own))
        if kind == "forum":
            said = {"external_id": "f", "connected_at": self.now, "looked_at": self.now}
            row = ForumAccount.objects.create(**said, **self.own)
            return lambda: ForumAccount.objects.filter(pk=row.pk, owes="").exists()
        if kind == "webhook":
            where = {"tournament": self.tournament, "made_by": self.user, "url": "https://x.example/"}
            return self._row(Webhook.objects.create(secret="x", **where, **made), "off_at")
        if kind == "pairing code":
            code_of(self.table)
            return self._row(PairingCode.objects.get(used_at=None), "used_at")
        return self._phone(kind)

    def _phone(self, kind: str) -> Callable[[], bool]:
        if kind == "paired phone":
            join(self.table, code_of(self.table))
            return self._row(RecordingDevice.objects.get(paired=True), "revoked_at")
        if kind == "judge's phone":
            table = Table(mode="judge", running=None)
            Staff.objects.create(tournament=table.tournament, user=self.user, role=Staff.Role.JUDGE)
            assert self.client.post(f"{table.url}device.json").status_code == 200
            self.tournament = table.tournament
            row = RecordingDevice.objects.get(recording=table.recording, person=self.user)
            return self._row(row, "revoked_at")
        return self._row(
            RecordingDevice.objects.get(
                recording=self.table.recording, session=self.session, revoked_at=None
            ),
            "revoked_at",
        )

    @staticmethod
    def _row(row: Any, ended: str = "") -> Callable[[], bool]:
        model, pk = type(row), row.pk
        living = {ended: None} if ended else {}
        return lambda: bool(model.objects.filter(pk=pk, **living).exists())

    def happens(self, what: Happening) -> None:
        """Let it happen, as it happens to people."""
        if what == SIGN_OUT:
            assert self.client.post("/sign-out/").status_code == 302
        elif what == NEW_PASSWORD:
            word = "a quite new and long word"
            form = {"do": "password", "current": PASSWORD, "password": word}
            assert self.client.post("/me/account/", form).status_code == 302
        elif what == END_ALL:
            elsewhere = Client()
            elsewhere.force_login(self.user)
            assert elsewhere.post("/me/account/", {"do": "end"}).status_code == 302
        elif what == ROLE_GONE:
            role = {"user": self.user, "role": Staff.Role.JUDGE}
            Staff.objects.get_or_create(tournament=self.tournament, **role)
            staff_remove(actor=organizer_of(self.tournament), tournament=self.tournament, **role)
        elif what == LEFT:
            said = {"kind": "disqualified", "entry_id": self.table.players[0].pk}
            at = self.table.tournament
            rule_add(actor=organizer_of(at), tournament=at, **said)
        else:
            Tournament.objects.update(state=Tournament.State.FINISHED)
            person_erase(actor=Actor(self.user, "player"), user_id=self.user.pk)


@kept
def world() -> World:
    return World()


TOGETHER = ["judge's phone", *(one for one in ENDS if one not in OF_PHONES)]
"""Hung on the same person at once; the webhook on the table of the judge's phone. A paired phone ends their own."""


@pytest.mark.parametrize("kinds_of_one", [TOGETHER, ["paired phone"]], ids=["all", "paired phone"])
@pytest.mark.parametrize("what", Happening)
def test_what_ends_what(world: World, kinds_of_one: list[str], what: Happening) -> None:
    lives = {kind: world.make(kind) for kind in kinds_of_one}
    assert [kind for kind, alive in lives.items() if not alive()] == []
    world.happens(what)
    ended = {kind for kind, alive in lives.items() if not alive()}
    assert ended == {kind for kind in kinds_of_one if what in ENDS[kind]}


def test_every_kind_that_is_registered_is_in_the_table_and_every_kind_in_it_is_registered() -> None:
    known = {kind.key: {*kind.ends} for kind in kinds()}
    assert known.keys() == ENDS.keys() - OF_PHONES
    of_phones = set().union(*(ENDS[one] for one in ("phone", *OF_PHONES)))
    assert known == {**{key: ENDS[key] for key in known}, "phone": of_phones}
    assert not [kind.key for kind in kinds() if not all(kind.stays.values())], "why it stays is said"


def test_a_table_with_something_like_a_secret_is_registered_or_says_what_it_is_instead() -> None:
    alike = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if LOOKS_LIKE_ONE.search(field.name) and model._meta.app_label not in ("auth", "contenttypes")
    }
    assert alike - {kind.model for kind in kinds()} == NO_CREDENTIAL.keys()


def test_a_kind_that_says_nothing_of_one_happening_cannot_be_registered() -> None:
    with pytest.raises(ValueError, match="sign_out"):
        Kind("new", "x.Y", {one: lambda _hung: 0 for one in Happening if one != SIGN_OUT})


# --- stories ----------------------------------------------------------------------------------------------


def test_the_next_user_of_a_phone_reads_no_list_and_writes_nothing_for_the_one_before() -> None:
    table = Table()
    first = table.phones[0]
    assert first.client.get(f"{table.url}offline.json").status_code == 200
    answer = first.client.post("/sign-out/")
    assert answer["Clear-Site-Data"] == '"cache"' and "recorder" in first.client.cookies
    for page in ("offline.json", "state.json", ""):
        assert first.client.get(f"{table.url}{page}").status_code == 404, page
    first.client.force_login(make_user("The Next"))
    assert first.client.get(f"{table.url}offline.json").status_code == 404
    assert first.post(first.entry(END, base=2)).status_code == 404
    other = first.client
    other.force_login(table.players[1].user)  # the opponent, on that very phone
    state = other.get(f"{table.url}state.json").json()
    assert state["me"]["seat"] == 1 and state["me"]["device"] is None
    assert first.post(first.entry(END, base=2)).status_code == 403


def test_a_stolen_cookie_of_a_phone_opens_nothing_beside_another_session() -> None:
    table = Table()
    thief = Client()
    thief.cookies["recorder"] = table.clients[0].cookies["recorder"].value
    assert thief.get(f"{table.url}offline.json").status_code == 404
    thief.force_login(table.players[0].user)  # even of the same person: the phone was made in another session
    assert thief.get(f"{table.url}state.json").json()["me"]["device"] is None


def test_a_new_password_ends_the_phone_of_a_thief_and_its_owner_goes_on_with_a_new_one() -> None:
    world = World()
    thief, table = world.table.phones[1].client, world.table
    thief.force_login(world.user)
    thief.post(f"{table.url}device.json")
    calendar = world.make("calendar")
    world.happens(NEW_PASSWORD)
    assert thief.get(f"{table.url}offline.json").status_code == 404 and not calendar()
    assert world.client.post(f"{table.url}device.json").status_code == 200
    assert world.client.get(f"{table.url}state.json").json()["me"]["seat"] == 0


def test_a_judge_without_the_role_writes_no_evidence_by_a_phone_of_before_nor_by_a_paired_one() -> None:
    table = Table(mode="judge")
    judge = Staff.objects.get(tournament=table.tournament, role=Staff.Role.JUDGE).user
    client = client_of(judge)
    device = client.post(f"{table.url}device.json").json()["device"]
    [code] = set(re.findall(r"code=([A-Z2-9]{10})", client.post(f"{table.url}pair/").content.decode()))
    phone, _answer = join(table, code)
    paired = phone.get(f"{table.url}state.json").json()["me"]["device"]
    # The row alone, past the service that ends the phones: the right is asked each time.
    Staff.objects.filter(user=judge).delete()
    for one, number in ((client, device), (phone, paired)):
        line = {"device_seq": 1, "base": 0, "kind": "line", "body": END, "client_at": ""}
        batch = {"device": number, "entries": [line]}
        answer = one.post(f"{table.url}entries.json", json.dumps(batch), content_type="application/json")
        assert answer.status_code == 404
    assert table.fresh().head == 0


def test_the_page_lists_what_acts_for_one_and_ends_it() -> None:
    world = World()
    lives = {kind: world.make(kind) for kind in ("token", "calendar", "browser", "webhook", "paired phone")}
    page = world.client.get("/me/account/").content.decode()
    found = dict(re.findall(r'name="which" value="([a-z ]+):(\w+)"', page))
    assert {"token", "calendar", "browser", "webhook", "phone"} <= found.keys()
    stranger = client_of(make_user())
    for kind, number in found.items():
        stranger.post("/me/account/", {"do": "end", "which": f"{kind}:{number}"})
    assert all(one() for one in lives.values()), "nobody ends what is another's"
    for kind, number in found.items():
        world.client.post("/me/account/", {"do": "end", "which": f"{kind}:{number}"})
    assert not any(one() for one in lives.values())
    for nonsense in ("phone:x", "none:1", "session:1", "token:99999999"):
        assert world.client.post("/me/account/", {"do": "end", "which": nonsense}).status_code == 302
    assert world.client.get("/me/account/").status_code == 200


def test_the_cookie_of_a_phone_says_over_tls_that_it_is_only_for_tls() -> None:
    table = Table()
    answer = table.clients[0].post(f"{table.url}device.json", secure=True)
    cookie = answer.cookies["__Secure-recorder"]
    assert (
        cookie["secure"]
        and cookie["httponly"]
        and cookie["samesite"] == "Strict"
        and cookie["path"] == table.url
    )
    assert table.clients[0].get(f"{table.url}state.json", secure=True).json()["me"]["seat"] == 0


def test_an_expired_session_takes_the_addresses_of_its_messages_along() -> None:
    user, now = make_user(), timezone.now()
    for over in (True, False):
        store = SessionStore()
        store.update({"_auth_user_id": str(user.pk), SESSION: str(UUID(int=over))})
        store.set_expiry(now - timedelta(days=1) if over else now + timedelta(days=1))
        store.save()
        kept = {"endpoint": "https://x.example", "endpoint_sha256": str(over), "added_at": now}
        PushAddress.objects.create(user=user, session=str(UUID(int=over)), **kept)
    forget_all(now)
    assert [one.session for one in PushAddress.objects.all()] == [str(UUID(int=0))]
