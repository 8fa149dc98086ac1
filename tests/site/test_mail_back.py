"""Mail: an address that counts when it was verified, and a link to a new password that tells strangers nothing."""

import json
import logging
import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from ledger.models import IdempotencyKey, LedgerRow, OutboxMessage
from tests.site.test_second_step import OLD, inside, password_only, person, set_up
from x610z_site.accounts.mail_services import mail_claim, mail_verify, reset_use
from x610z_site.accounts.models import Letter, MailAddress, MailReset, SecondStep, User
from x610z_site.accounts.outgoing_mail_services import TASK
from x610z_site.accounts.services import account_change_password, token_hash
from x610z_site.accounts.tasks import send_letter
from x610z_site.redacting import redact

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NEW = "purple monkey dishwasher"
HERE = "ann@post.example"


def carry() -> list[Any]:
    """What the relay and the worker do: carry out each task that waits; the mails that went out by it."""
    before = len(mail.outbox)
    while waiting := list(
        OutboxMessage.objects.filter(topic="task", sent_at=None, due_at__lte=timezone.now())
    ):
        for message in waiting:
            OutboxMessage.objects.filter(pk=message.pk).update(sent_at=timezone.now())
            assert message.payload["task"] == TASK
            send_letter(*message.payload["args"])
    return mail.outbox[before:]


def token_in(sent: Any) -> str:
    found = re.search(r"https://play\.example/\S*#([\w-]{16,60})\n", sent.body)
    assert found is not None, sent.body
    return found[1]


def with_address(user: Any, address: str = HERE) -> Any:
    MailAddress.objects.create(user=user, address=address, verified_at=timezone.now(), language="en")
    return user


def ask(said: str, client: Client | None = None) -> Any:
    return (client or Client()).post("/forgotten/", {"said": said})


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is said to the database meanwhile, without its values."""
    said: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        said.append(re.sub(r"_x\d+", "", sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield said


def plain(answer: Any) -> str:
    """A page without what differs each time."""
    return re.sub(r'(nonce=|value=|Token": )"[\w-]{16,}"', "", answer.content.decode())


# --- the address ------------------------------------------------------------------------------------------------


def test_an_address_counts_once_its_link_was_opened_and_only_once() -> None:
    ann = person("Ann")
    client, _answer = password_only(ann)
    said = {"do": "claim", "address": "ann@Post.Example", "current": OLD}
    assert client.post("/me/account/mail/", said).status_code == 302
    assert (
        MailAddress.objects.get().address == "" and HERE in client.get("/me/account/mail/").content.decode()
    )
    (sent,) = carry()
    assert sent.to == [HERE] and sent.extra_headers == {"Auto-Submitted": "auto-generated"}
    token = token_in(sent)
    assert ask(HERE).status_code == 200 and carry() == [], "not before it is verified"
    assert token not in str(list(MailAddress.objects.values()))
    stranger = Client()
    assert stranger.get("/mail/confirm/").status_code == 200
    assert MailAddress.objects.get().address == "", "nothing happens by looking"
    assert stranger.post("/mail/confirm/", {"code": "x" * 24}).status_code == 422
    assert stranger.post("/mail/confirm/", {"code": token}).status_code == 302
    assert MailAddress.objects.get().address == HERE
    assert stranger.post("/mail/confirm/", {"code": token}).status_code == 422
    assert carry() == [], "there was none before that would be told"


@pytest.mark.parametrize(
    "typed",
    [
        "a@post.example\nBcc: b@post.example",
        "a@post.example, b@post.example",
        "a@post.example\r\n\r\nHi",
        "<a@b",
    ],
)
def test_no_typed_address_can_add_a_header_or_a_reader(typed: str) -> None:
    client, _answer = password_only(person("Ann"))
    said = {"do": "claim", "address": typed, "current": OLD}
    assert client.post("/me/account/mail/", said).status_code == 422
    assert not MailAddress.objects.exists() and not Letter.objects.exists()
    ask(typed)
    assert carry() == []


def test_an_address_needs_the_password_and_guessing_it_is_limited() -> None:
    client, _answer = password_only(person("Ann"))
    said = {"do": "claim", "address": HERE, "current": "wrong"}
    assert [client.post("/me/account/mail/", said).status_code for _n in range(11)] == [422] * 10 + [429]
    assert not MailAddress.objects.exists() and not Letter.objects.exists()


def test_a_link_to_verify_ends_after_a_day_and_a_newer_claim_ends_it(time_machine: Any) -> None:
    ann = person("Ann")
    actor = Actor(ann, "player")
    mail_claim(actor=actor, address=HERE, current=OLD)
    (first,) = carry()
    mail_claim(actor=actor, address="other@post.example", current=OLD)
    (second,) = carry()
    assert Client().post("/mail/confirm/", {"code": token_in(first)}).status_code == 422
    time_machine.move_to(timezone.now() + timedelta(hours=25))
    assert Client().post("/mail/confirm/", {"code": token_in(second)}).status_code == 422


def test_the_old_address_works_and_is_told_until_the_new_one_is_verified() -> None:
    ann = with_address(person("Ann"))
    mail_claim(actor=Actor(ann, "player"), address="new@post.example", current=OLD)
    (sent,) = carry()
    ask(HERE)
    (reset,) = carry()
    assert sent.to == ["new@post.example"] and reset.to == [HERE]
    mail_verify(actor=SYSTEM, token_sha256=token_hash(token_in(sent)))
    (told,) = carry()
    assert told.to == [HERE] and "address" in told.subject
    assert Client().post("/forgotten/new/", {"code": token_in(reset), "password": NEW}).status_code == 422, (
        "a link to the old address works no more"
    )


def test_removing_the_address_needs_the_password_tells_it_and_forgets_it() -> None:
    ann = with_address(person("Ann"))
    client, _answer = password_only(ann)
    assert client.post("/me/account/mail/", {"do": "remove", "current": "wrong"}).status_code == 422
    assert client.post("/me/account/mail/", {"do": "remove", "current": OLD}).status_code == 302
    assert not MailAddress.objects.exists()
    (told,) = carry()
    assert told.to == [HERE] and not Letter.objects.exists()


def test_an_address_in_use_is_claimed_with_the_same_answer_and_work_as_a_free_one() -> None:
    with_address(person("Ann"), "taken@post.example")
    worlds = []
    for name, address in (("Bob", "taken@post.example"), ("Cleo", "freee@post.example")):
        client, _answer = password_only(person(name))
        with statements() as queries:
            answer = client.post("/me/account/mail/", {"do": "claim", "address": address, "current": OLD})
        page = plain(client.get("/me/account/mail/")).replace(address, "").replace(name, "")
        assert len(queries) > 5
        worlds.append((answer.status_code, tuple(queries), page))
    assert worlds[0] == worlds[1]
    assert [sent.to for sent in carry()] == [["taken@post.example"], ["freee@post.example"]]


def test_nobody_floods_an_address_by_claiming_it_from_many_accounts() -> None:
    for number in range(7):
        mail_claim(actor=Actor(person(f"Mob {number}"), "player"), address=HERE, current=OLD)
    assert len(carry()) == 5


def test_one_person_claims_five_addresses_an_hour() -> None:
    client, _answer = password_only(person("Ann"))
    said = [{"do": "claim", "address": f"a{n}@post.example", "current": OLD} for n in range(6)]
    assert [client.post("/me/account/mail/", one).status_code for one in said] == [302] * 5 + [429]


# --- a forgotten password ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["ann", " ANN ", HERE, "Ann@POST.example"])
def test_a_mailed_link_sets_a_new_password_once_and_ends_every_session(said: str) -> None:
    ann = with_address(person("Ann"))
    User.objects.filter(pk=ann.pk).update(username="ann")
    ann.refresh_from_db()
    old, _answer = password_only(ann)
    ask(said)
    (sent,) = carry()
    assert sent.to == [HERE] and "ann" in sent.body
    token, client = token_in(sent), Client()
    assert client.get("/forgotten/new/").status_code == 200
    assert client.post("/forgotten/new/", {"code": token, "password": "short"}).status_code == 422
    assert client.post("/forgotten/new/", {"code": token, "password": NEW}).status_code == 302
    assert not inside(old) and not inside(client) and inside(password_only(ann, NEW)[0])
    assert client.post("/forgotten/new/", {"code": token, "password": OLD}).status_code == 422
    (told,) = carry()
    assert told.to == [HERE] and "password" in told.subject and "not you" in told.body


def test_the_answer_is_the_same_whoever_is_named_and_looks_nobody_up() -> None:
    with_address(person("With address"), HERE)
    without, gone = person("Without address"), with_address(person("Gone"), "gone@post.example")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    unverified = person("Unverified")
    MailAddress.objects.create(user=unverified, wanted="x@post.example")
    names = [User.objects.get(display_name="With address").username, without.username, gone.username]
    worlds = []
    for said in (*names, unverified.username, HERE, "x@post.example", "nobody-here", "no@post.example"):
        client = Client()
        client.get("/forgotten/")
        with statements() as queries:
            answer = ask(said, client)
        assert queries and not any("accounts_user" in one or "mailaddress" in one for one in queries)
        worlds.append((answer.status_code, plain(answer), tuple(queries)))
    # The first one meets an empty count of its sender.
    assert len(set(worlds[1:])) == 1 and worlds[0][:2] == worlds[1][:2]
    assert {address for sent in carry() for address in sent.to} == {HERE}


def test_the_second_step_is_asked_for_after_a_mailed_link(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    ann = with_address(person("Ann"))
    set_up(ann)
    ask(HERE)
    token = next(token_in(sent) for sent in carry() if "#" in sent.body)
    reset_use(actor=SYSTEM, token_sha256=token_hash(token), password=NEW)
    client, answer = password_only(ann, NEW)
    assert answer["Location"] == "/sign-in/code/" and not inside(client)
    assert SecondStep.objects.filter(user=ann).exists()


def test_a_mailed_link_ends_after_half_an_hour_with_a_newer_one_and_with_another_password(
    time_machine: Any,
) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    ann = with_address(person("Ann"))
    ask(HERE)
    (first,) = carry()
    time_machine.shift(180)
    ask(HERE)
    (second,) = carry()
    assert MailReset.objects.filter(ended_at=None).count() == 1
    client = Client()
    assert client.post("/forgotten/new/", {"code": token_in(first), "password": NEW}).status_code == 422
    time_machine.shift(31 * 60)
    assert client.post("/forgotten/new/", {"code": token_in(second), "password": NEW}).status_code == 422
    ask(HERE)
    (third,) = carry()
    account_change_password(actor=Actor(ann, "player"), password=NEW, current=OLD)
    assert client.post("/forgotten/new/", {"code": token_in(third), "password": OLD}).status_code == 422


def test_asking_twice_sends_one_mail_and_asking_all_day_three_an_hour(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    with_address(person("Ann"))
    ask(HERE)
    ask(HERE)
    assert len(carry()) == 1
    ask(HERE)
    assert len(carry()) == 0
    sent = 1
    for _minute in range(10):
        time_machine.shift(181)
        ask(HERE)
        sent += len(carry())
    assert sent == 3


def test_one_sender_asks_sixty_times_an_hour(settings: Any) -> None:
    client = Client()
    assert [ask(f"name-{n}", client).status_code for n in range(61)] == [200] * 60 + [429]
    assert ask("name-1", Client(REMOTE_ADDR="192.0.2.7")).status_code == 200


def test_an_address_of_several_accounts_gets_a_link_for_each_within_its_limit() -> None:
    for number in range(7):
        with_address(person(f"Child {number}"))
    ask(HERE)
    sent = carry()
    assert len(sent) == 5 and len({token_in(one) for one in sent}) == 5


# --- notices ----------------------------------------------------------------------------------------------------


def test_every_change_of_the_second_step_is_told(time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    ann = with_address(person("Ann"))
    client, _secret, codes = set_up(ann)
    assert [one.to for one in carry()] == [[HERE]]
    client.post("/me/account/second-step/", {"do": "renew", "code": codes[0], "current": OLD})
    fresh = carry()
    assert len(fresh) == 1 and "second step" in fresh[0].subject.lower()


def test_a_request_of_the_office_is_told() -> None:
    user = with_address(person("Forgetful"))
    office, _answer = password_only(person("Office", is_office=True))
    office.post("/office/recovery/", {"username": user.username})
    (told,) = carry()
    assert told.to == [HERE] and "stop it" in told.body


def test_mail_is_written_in_the_language_of_its_reader() -> None:
    ann = with_address(person("Ann"))
    MailAddress.objects.update(language="nl")
    ask(HERE)
    (sent,) = carry()
    assert "Hallo Ann" in sent.body and "wachtwoord" in sent.subject
    assert ann.display_name in sent.body


# --- without mail, and with a mail server that is away ----------------------------------------------------------


def test_without_mail_the_page_says_who_can_help_and_nothing_is_kept(settings: Any) -> None:
    settings.MAIL_ON = False
    with_address(person("Ann"))
    page = Client().get("/forgotten/").content.decode()
    assert "The office can help" in page and 'name="said"' not in page
    assert ask("ann").status_code == 200 and not Letter.objects.exists()
    client, _answer = password_only(person("Bob"))
    assert 'name="address"' not in client.get("/me/account/mail/").content.decode()
    client.post("/me/account/mail/", {"do": "claim", "address": HERE, "current": OLD})
    assert MailAddress.objects.count() == 1 and not Letter.objects.exists()


def test_a_mail_that_is_not_taken_is_sent_again_later_and_no_line_says_for_whom(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, time_machine: Any
) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    with_address(person("Ann"))
    refused = {HERE: (550, b"no such box")}
    with monkeypatch.context() as patch, caplog.at_level(logging.DEBUG):

        def away(_mail: Any) -> None:
            raise smtplib.SMTPRecipientsRefused(refused)

        patch.setattr("x610z_site.accounts.outgoing_mail_services.send", away)
        ask(HERE)
        assert carry() == []
        assert "SMTPRecipientsRefused" in caplog.text and HERE not in caplog.text
    assert carry() == [], "not before its time"
    time_machine.shift(125)
    (sent,) = carry()
    assert MailReset.objects.filter(ended_at=None).count() == 1 and not Letter.objects.exists()
    reset_use(actor=SYSTEM, token_sha256=token_hash(token_in(sent)), password=NEW)


def test_a_mail_that_is_never_taken_is_given_up(monkeypatch: pytest.MonkeyPatch, time_machine: Any) -> None:
    time_machine.move_to("2026-11-22T10:00:00Z", tick=False)
    with_address(person("Ann"))
    tries = []

    def away(sent: Any) -> None:
        tries.append(sent)
        raise ConnectionRefusedError

    monkeypatch.setattr("x610z_site.accounts.outgoing_mail_services.send", away)
    ask(HERE)
    for _hour in range(10):
        carry()
        time_machine.shift(3600)
    assert len(tries) == 6 and not Letter.objects.exists()


# --- where a secret or an address could lie ---------------------------------------------------------------------


def test_no_secret_and_no_address_lies_in_outbox_answers_ledger_or_logs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ann = person("Ann")
    client, _answer = password_only(ann)
    with caplog.at_level(logging.DEBUG):
        client.post(
            "/me/account/mail/",
            {"do": "claim", "address": HERE, "current": OLD},
            headers={"idempotency-key": "k"},
        )
        verify = token_in(carry()[0])
        client.post("/mail/confirm/", {"code": verify})
        ask(HERE)
        reset = token_in(carry()[0])
        Client().post("/forgotten/new/", {"code": reset, "password": NEW}, headers={"idempotency-key": "l"})
        carry()
    stored = str([list(model.objects.values()) for model in (OutboxMessage, IdempotencyKey, LedgerRow)])
    said = "\n".join(record.getMessage() for record in caplog.records if record.name != "django.db.backends")
    for secret in (verify, reset, HERE, token_hash(verify), token_hash(reset)):
        assert secret not in stored and secret not in said
    assert json.dumps([row.data for row in LedgerRow.objects.all()]).count("@") == 0
    assert not Letter.objects.exists()


def test_a_line_with_an_address_is_written_with_a_mark() -> None:
    assert HERE not in redact(f"{{'{HERE}': (550, b'no')}} to=<{HERE}>, said={HERE}")
    assert redact("celery@hall-7.local ready.") == "celery@hall-7.local ready."


def test_nobody_else_is_shown_an_address() -> None:
    ann = with_address(person("Ann"))
    office, _answer = password_only(person("Office", is_office=True))
    office.post("/office/recovery/", {"username": ann.username})
    for path in ("/office/recovery/", "/me/", "/me/account/mail/", "/office/"):
        assert HERE not in office.get(path).content.decode()


def test_a_link_leads_to_the_site_s_own_address_whatever_the_request_said() -> None:
    with_address(person("Ann"))
    Client(headers={"host": "evil.example"}).post("/forgotten/", {"said": HERE})
    (sent,) = carry()
    assert "evil.example" not in sent.body and token_in(sent)
