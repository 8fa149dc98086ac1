"""The newsletter: nobody gets it who did not confirm it, everybody once, and one click ends it."""

import smtplib
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from community.newsletter.bounces import read_bounce
from community.newsletter.links import bounce_address, bounced_number, out_link
from community.newsletter.models import Copy, Issue, Subscription
from community.newsletter.sending_services import newsletter_send, newsletters_sweep
from community.newsletter.services import MOST_BOUNCED, newsletter_ask, newsletter_bounce, newsletter_confirm
from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.community.wanted import carry, office, piece, publish, subscribe, token_in
from tests.tournaments.organizations.found import found

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HERE = "ann@post.example"


@pytest.fixture(autouse=True)
def mailing(settings: Any) -> None:
    settings.MAIL_ON, settings.SITE_URL = True, "https://play.example"
    settings.DEFAULT_FROM_EMAIL = "news@play.example"
    settings.NEWSLETTER_BOUNCES = "back@play.example"


def by_mail(organization: Any = None, **changes: Any) -> Any:
    """A piece that goes out as a newsletter, published."""
    user = organization.created_by if organization is not None else office()
    actor = Actor(user, "office")
    return publish(actor, piece(actor, organization, by_mail=True, **changes))


def ask(client: Client | None = None, address: str = HERE, page: str = "/newsletter/") -> Any:
    return (client or Client()).post(page, {"address": address, "wants": "any"})


def test_nothing_is_sent_before_the_owner_of_the_address_confirms_it() -> None:
    ask()
    [asked] = carry()
    assert asked.to == [HERE] and "List-Unsubscribe" not in asked.extra_headers
    by_mail()
    assert carry() == []
    token = token_in(asked)
    assert Client().get(f"/newsletter/confirm/{token}/").status_code == 200
    assert Subscription.objects.get().state == "asked"  # a program that opens links confirms nothing
    Client().post(f"/newsletter/confirm/{token}/")
    by_mail(title="The second one")
    [sent] = carry()
    assert sent.to == [HERE] and "The second one" in sent.subject
    assert not LedgerRow.objects.filter(data__icontains="post.example").exists()


def test_the_answer_is_the_same_for_an_address_that_has_it_and_no_second_mail_goes_out() -> None:
    first = ask()
    carry()
    again = ask()
    assert carry() == []
    newsletter_ask(actor=SYSTEM, address=HERE.upper(), organization=None, wants="any", language="en")
    assert carry() == [] and Subscription.objects.count() == 1
    subscribe("bob@post.example")
    third = ask(address="bob@post.example")
    assert carry() == []
    assert {answer.status_code for answer in (first, again, third)} == {200}
    assert len({answer.content.split(b"<main")[1] for answer in (first, again, third)}) == 1


def test_a_link_ends_after_three_days_and_the_address_is_forgotten(time_machine: Any) -> None:
    now = timezone.now()
    ask()
    [asked] = carry()
    time_machine.move_to(now + timedelta(days=3, minutes=1))
    with pytest.raises(UserError):
        newsletter_confirm(actor=SYSTEM, token=token_in(asked))
    with pytest.raises(UserError):
        newsletter_confirm(actor=SYSTEM, token="")
    newsletters_sweep()
    assert not Subscription.objects.exists()


def test_everybody_gets_what_they_asked_for_and_nothing_of_others() -> None:
    club, shop = found(), found("Nova Shop")
    subscribe("club@post.example", club)
    subscribe("shop@post.example", shop)
    subscribe("site@post.example")
    subscribe("dutch@post.example", club, wants="nl")
    assert [one.to for one in _sent(by_mail(club))] == [["club@post.example"]]
    dutch = sorted(one.to for one in _sent(by_mail(club, language="nl")))
    assert dutch == [["club@post.example"], ["dutch@post.example"]]
    assert [one.to for one in _sent(by_mail())] == [["site@post.example"]]


def _sent(_news: Any) -> list[Any]:
    return carry()


def test_it_goes_out_once_however_often_it_appears() -> None:
    subscribe(HERE)
    news = by_mail()
    assert len(carry()) == 1
    actor = Actor(office(), "office")
    from community.news.services import news_withdraw, values_token

    news_withdraw(actor=actor, news=news, reason="Wrong", shown=values_token(news))
    news.refresh_from_db()
    publish(actor, news)
    issue = Issue.objects.get()
    newsletter_send(issue.pk)
    assert carry() == []
    assert issue.done_at is not None


def test_what_is_taken_back_goes_to_nobody_who_has_not_got_it_yet() -> None:
    from community.news.services import news_withdraw, values_token

    subscribe(HERE)
    news = by_mail()
    news_withdraw(actor=Actor(office(), "office"), news=news, reason="Wrong", shown=values_token(news))
    assert carry() == []


def test_one_click_ends_it_without_a_cookie_and_the_address_is_forgotten() -> None:
    subscribe(HERE)
    by_mail()
    [sent] = carry()
    head = sent.extra_headers
    assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = head["List-Unsubscribe"].strip("<>").removeprefix("https://play.example")
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(address).status_code == 302 and Subscription.objects.exists()
    answer = strict.post(address, "List-Unsubscribe=One-Click", "application/x-www-form-urlencoded")
    assert answer.status_code == 200 and not Subscription.objects.exists()
    assert strict.post(address).status_code == 200  # sent twice
    page = sent.body.rpartition("https://play.example")[2].split()[0]
    assert Client().get(page).status_code == 200


def test_a_signature_ends_its_own_subscription_and_no_other() -> None:
    subscribe(HERE)
    mine = out_link(Subscription.objects.get().pk, at_once=True).removeprefix("https://play.example")
    number = Subscription.objects.get().pk
    forged = mine.replace(f"/{number}:", f"/{number + 1}:")
    assert Client().post(forged).status_code == 404
    assert Client().post("/newsletter/out/nonsense/at-once/").status_code == 404
    assert Subscription.objects.exists()


def returned(number: int, status: str, action: str = "failed", to: str = "") -> bytes:
    """A mail that came back, as a mail server writes it."""
    return (
        f"From: <>\nTo: {to or bounce_address(number)}\nSubject: Returned\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nSorry.\n"
        "--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.post.example\n\n"
        f"Final-Recipient: rfc822; {HERE}\nAction: {action}\nStatus: {status}\n\n--b--\n"
    ).encode()


def test_an_address_that_is_gone_ends_and_one_that_is_full_does_after_a_while() -> None:
    subscribe(HERE)
    number = Subscription.objects.get().pk
    assert read_bounce(returned(number, "4.2.2", "delayed")) is None
    assert read_bounce(b"To: somebody@play.example\n\nI am away.") is None
    assert read_bounce(returned(number, "5.1.1", to="back+1-0000@play.example")) is None
    assert read_bounce(returned(number, "5.1.1", to=HERE)) is None
    assert read_bounce(returned(number, "4.2.2")) == (number, False)
    for _time in range(MOST_BOUNCED - 1):
        newsletter_bounce(actor=SYSTEM, number=number, hard=False)
    assert Subscription.objects.exists()
    newsletter_bounce(actor=SYSTEM, number=number, hard=False)
    assert not Subscription.objects.exists()
    subscribe(HERE)
    found_ = read_bounce(returned(Subscription.objects.get().pk, "5.1.1"))
    assert found_ == (Subscription.objects.get().pk, True)
    newsletter_bounce(actor=SYSTEM, number=found_[0], hard=found_[1])
    assert not Subscription.objects.exists()
    assert bounced_number("back+5-@play.example") is None


def test_an_address_the_mail_server_refuses_for_good_is_forgotten_and_the_others_get_theirs(
    monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    for name in ("gone", "full", "well"):
        subscribe(f"{name}@post.example")
    really = EmailBackend.send_messages
    codes, refused = {"gone@post.example": 550, "full@post.example": 451}, list[str]()

    def refusing(self: EmailBackend, messages: Any) -> Any:
        [one] = messages
        if code := codes.get(one.to[0]):
            refused.append(one.to[0])
            raise smtplib.SMTPRecipientsRefused({one.to[0]: (code, b"no")})
        return really(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refusing)
    by_mail()
    assert [one.to for one in carry()] == [["well@post.example"]]
    assert sorted(Subscription.objects.values_list("address", flat=True)) == [
        "full@post.example",
        "well@post.example",
    ]
    assert Issue.objects.get().done_at is None
    now = timezone.now()
    for minutes, times in ((5, 1), (7, 2), (20, 2), (28, 3), (60, 3), (90, 4), (300, 4), (335, 5), (999, 5)):
        time_machine.move_to(now + timedelta(minutes=minutes))
        assert carry() == [] and refused.count("full@post.example") == times, minutes
    assert Copy.objects.filter(given_up=True).count() == 1
    assert Issue.objects.get().done_at is not None


def test_a_worker_that_dies_leaves_the_rest_to_the_next_and_nobody_gets_two(
    monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    for number in range(30):
        subscribe(f"p{number}@post.example")
    issue_of = by_mail()
    really, taken = EmailBackend.send_messages, list[str]()

    def dying(self: EmailBackend, messages: Any) -> Any:
        if len(taken) in (7, 15, 16):
            taken.append("dead")
            raise SystemExit("killed")
        taken.append(messages[0].to[0])
        return really(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", dying)
    mail.outbox.clear()
    now = timezone.now()
    for hour in range(6):
        time_machine.move_to(now + timedelta(hours=hour))
        newsletters_sweep()
        try:
            carry()
        except SystemExit:
            newsletter_send(Issue.objects.get().pk)  # while the dead one's time has not passed, nobody begins
    got = [one.to[0] for one in mail.outbox]
    assert sorted(got) == sorted(f"p{number}@post.example" for number in range(30))
    assert taken.count("dead") == 3
    assert Issue.objects.get(news=issue_of).done_at is not None


def test_a_first_message_that_the_broker_lost_is_sent_after_all(time_machine: Any) -> None:
    subscribe(HERE)
    by_mail()
    OutboxMessage.objects.filter(topic="task", sent_at=None).delete()
    newsletters_sweep()
    assert carry() == []  # somebody may still be at it
    time_machine.move_to(timezone.now() + timedelta(minutes=1))
    newsletters_sweep()
    newsletters_sweep()
    assert [one.to for one in carry()] == [[HERE]]


def test_a_mail_server_that_is_away_is_tried_again_later(
    monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    subscribe(HERE)
    by_mail()

    def away(self: EmailBackend, messages: Any) -> Any:
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", away)
        assert carry() == []
    time_machine.move_to(timezone.now() + timedelta(minutes=6))
    assert len(carry()) == 1


def test_a_site_without_mail_says_so_and_asks_nobody(settings: Any) -> None:
    settings.MAIL_ON = False
    assert b"sends no mail" in ask().content
    assert not Subscription.objects.exists()


def test_from_one_address_only_so_many_are_asked_for() -> None:
    client = Client()
    answers = [ask(client, f"p{number}@post.example").status_code for number in range(31)]
    assert answers == [200] * 30 + [429]
    assert Subscription.objects.count() == 30
