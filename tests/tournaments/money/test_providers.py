"""Paying online at both providers: by the book, and with webhooks that lie, come late, twice or never."""

import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.checks import run_checks
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.tournaments.hall import approve, organizer_of
from tests.tournaments.money.provider_server import Bank, bank
from tests.tournaments.money.tills import browser, event, take
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.money.models import Booking, OnlinePayment
from tournaments.money.online_services import silent_payments_sweep
from tournaments.money.payment_services import payment_refund
from tournaments.money.selectors import accounts_of, bookings
from tournaments.money.tasks import ask_about_payment

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SECRET = "whsec_test"


class At:
    """A player of an approved event, at a provider."""

    def __init__(self, name: str, bank: Bank) -> None:
        self.name, self.bank = name, bank
        self.tournament, (self.entry, *self.others) = event(name=f"Online {name}")
        approve(self.tournament)
        self.player = browser(Actor(self.entry.user, "player"))
        self.path = f"/t/{self.tournament.slug}/pay/"

    def start(self) -> OnlinePayment:
        """The player presses the button."""
        assert self.player.post(self.path, {"do": "start"}).status_code == 302
        return OnlinePayment.objects.get(entry=self.entry)

    def told(self, reference: str | None = None, **how: Any) -> tuple[int, str]:
        """The provider's webhook, as it is documented: the status and what was said."""
        reference = reference or self.bank.only()["id"]
        if self.name == "mollie":
            answer = Client(enforce_csrf_checks=True).post(
                "/payments/told/mollie/", f"id={reference}", content_type="application/x-www-form-urlencoded"
            )
        else:
            answer = self.signed(reference, **how)
        return answer.status_code, answer.json()["said"]

    def signed(
        self,
        reference: str,
        *,
        secret: str = SECRET,
        age: int = 0,
        kind: str = "checkout.session.completed",
        **said: Any,
    ) -> Any:
        about = {"id": reference, "object": "checkout.session", "payment_status": "paid", **said}
        body = json.dumps({"id": "evt_1", "object": "event", "type": kind, "data": {"object": about}})
        at = int(time.time()) - age
        sign = hmac.new(secret.encode(), f"{at}.{body}".encode(), hashlib.sha256).hexdigest()
        headers = {"Stripe-Signature": f"t={at},v1={sign}"}
        return Client(enforce_csrf_checks=True).post(
            "/payments/told/stripe/", body, content_type="application/json", headers=headers
        )

    @property
    def paid(self) -> bool:
        return accounts_of(bookings(self.tournament))[self.entry.pk].paid


@pytest.fixture(params=["mollie", "stripe"])
def at(request: pytest.FixtureRequest, settings: Any) -> Iterator[At]:
    with bank() as one:
        if request.param == "mollie":
            settings.MOLLIE_API_KEY, settings.MOLLIE_SERVER = "test_" + "k" * 30, one.address
        else:
            settings.STRIPE_API_KEY, settings.STRIPE_SERVER = "sk_test_1", one.address
            settings.STRIPE_WEBHOOK_SECRET = SECRET
        yield At(request.param, one)


def count() -> int:
    return LedgerRow.objects.count()


def test_a_player_pays_and_the_provider_tells_and_is_asked(at: At) -> None:
    row = at.start()
    payment = at.bank.only()
    page = at.player.get(at.path).content.decode()
    assert row.state == "open" and row.reference == payment["id"] and f'href="{row.address}"' in page
    assert "To pay: € 7.50" in page and "never sees your card" in page
    at.start()
    assert len(at.bank.payments) == 1, "pressed again it is the same payment"
    assert at.told() == (200, "open") and not at.paid, "told of before it was paid"
    at.bank.pay()
    assert at.told() == (200, "paid") and at.paid
    booking = Booking.objects.get()
    assert (booking.method, booking.cents, booking.taken_by, booking.payment_id) == (
        "online",
        750,
        None,
        row.pk,
    )
    before, asked = count(), len(at.bank.asked)
    assert at.told() == (200, "known already") and count() == before and len(at.bank.asked) == asked
    assert "paid" in at.player.get(at.path).content.decode()


def test_a_webhook_for_an_unknown_payment_gets_a_clear_answer_and_changes_nothing(at: At) -> None:
    at.start()
    before, asked = count(), len(at.bank.asked)
    unknown = "tr_unknown" if at.name == "mollie" else "cs_unknown"
    assert at.told(unknown) == (404, "unknown payment: nothing was changed")
    assert count() == before and len(at.bank.asked) == asked, "nor is the provider asked about it"
    other = "stripe" if at.name == "mollie" else "mollie"
    assert Client().post(f"/payments/told/{other}/", {"id": "tr_1"}).status_code == 404


@pytest.mark.parametrize("lie", ["event", "entry", "amount", "currency"])
def test_a_payment_of_something_else_is_not_taken_for_this_one(at: At, lie: str) -> None:
    at.start()
    at.bank.pay()
    payment = at.bank.only()
    if lie in ("event", "entry"):
        payment["metadata"] = {**payment["metadata"], lie: {"event": "elsewhere", "entry": 99}[lie]}
    elif at.name == "mollie":
        payment["amount"] = {
            **payment["amount"],
            **({"value": "0.01"} if lie == "amount" else {"currency": "SEK"}),
        }
    else:
        payment |= {"amount_total": 1} if lie == "amount" else {"currency": "sek"}
    before = count()
    assert at.told() == (409, "nothing was changed: other") and count() == before
    assert OnlinePayment.objects.get().state == "open" and not at.paid


def test_what_a_message_claims_is_not_believed(at: At) -> None:
    """It says that it was paid; at the provider it was not."""
    at.start()
    assert at.told() == (200, "open") and not at.paid


def test_stripe_is_refused_without_its_signature(settings: Any) -> None:
    with bank() as one:
        settings.STRIPE_API_KEY, settings.STRIPE_SERVER = "sk_test_1", one.address
        settings.STRIPE_WEBHOOK_SECRET = SECRET
        at = At("stripe", one)
        row = at.start()
        one.pay()
        before, asked = count(), len(one.asked)
        wrong = (400, "not understood, or its signature is wrong")
        assert at.told(secret="whsec_other") == wrong
        assert at.told(age=600) == wrong, "one that was caught and comes later"
        plain = Client().post(
            "/payments/told/stripe/",
            {"data": {"object": {"id": row.reference}}},
            content_type="application/json",
        )
        assert plain.status_code == 400
        assert at.told(kind="charge.refunded") == (200, "nothing to do")
        assert count() == before and len(one.asked) == asked and not at.paid
        assert at.told() == (200, "paid")


@pytest.mark.parametrize(
    "body", ["", "id=", "id=tr_1&id=tr_2", "id=../refunds", "id=tr_" + "x" * 99, "id=tr_%C3%A9", "a" * 70_000]
)
def test_what_mollie_never_sends_is_refused(settings: Any, body: str) -> None:
    with bank() as one:
        settings.MOLLIE_API_KEY, settings.MOLLIE_SERVER = "test_" + "k" * 30, one.address
        answer = Client().post(
            "/payments/told/mollie/", body, content_type="application/x-www-form-urlencoded"
        )
        assert answer.status_code in (400, 413) and one.asked == []


def test_a_webhook_that_never_comes_is_made_good_by_asking(at: At) -> None:
    row = at.start()
    at.bank.pay()
    silent_payments_sweep()
    assert not OutboxMessage.objects.filter(topic="task").exists(), "not asked about at once"
    long_ago = timezone.now() - timedelta(minutes=5)
    OnlinePayment.objects.update(asked_at=long_ago)
    silent_payments_sweep()
    silent_payments_sweep()
    task = OutboxMessage.objects.get(topic="task")
    assert task.payload["args"] == [row.pk]
    assert ask_about_payment(*task.payload["args"]) == "paid" and at.paid
    assert ask_about_payment(row.pk) == "not wanted" and Booking.objects.count() == 1
    OnlinePayment.objects.update(state="open", begun_at=timezone.now() - timedelta(days=9), asked_at=long_ago)
    silent_payments_sweep()
    assert OutboxMessage.objects.filter(topic="task").count() == 1, "and given up after days"


def test_the_player_comes_back_and_looks_again(at: At) -> None:
    at.start()
    at.bank.pay()
    at.player.post(at.path, {"do": "look"})
    assert at.paid


def test_a_late_payment_counts_after_it_was_given_up(at: At) -> None:
    at.start()
    payment = at.bank.only()
    payment["status"] = "expired"
    assert at.told() == (200, "failed") and not at.paid
    assert "did not go through" in at.player.get(at.path).content.decode()
    payment["status"] = "open" if at.name == "stripe" else "paid"
    at.bank.pay()
    assert at.told() == (200, "paid") and at.paid


def test_who_paid_at_the_desk_meanwhile_has_paid_twice_and_the_desk_sees_it(at: At) -> None:
    at.start()
    take(at.tournament, at.entry)
    at.bank.pay()
    assert at.told() == (200, "paid")
    account = accounts_of(bookings(at.tournament))[at.entry.pk]
    assert account.twice and len(account.rows) == 2
    desk = browser(organizer_of(at.tournament)).get(f"/t/{at.tournament.slug}/desk/fees/")
    assert "paid twice" in desk.content.decode()


def test_a_provider_that_does_not_answer_changes_nothing_and_is_asked_again_under_the_same_key(
    at: At,
) -> None:
    at.bank.down = True
    answer = at.player.post(at.path, {"do": "start"}, follow=True)
    assert "does not answer. Nothing was changed" in answer.content.decode()
    assert OnlinePayment.objects.get().state == "begun"
    at.bank.down = False
    row = at.start()
    assert len({one[2] for one in at.bank.asked if one[0] == "POST"}) == 1 and row.state == "open"
    at.bank.pay()
    at.bank.down = True
    assert at.told() == (503, "nothing was changed: provider") and not at.paid
    at.bank.down = False
    assert at.told() == (200, "paid")


def paid_online(at: At) -> Booking:
    at.start()
    at.bank.pay()
    at.told()
    return Booking.objects.get()


def test_what_was_paid_online_goes_back_online_once(at: At) -> None:
    row = paid_online(at)
    desk = browser(organizer_of(at.tournament))
    path = f"/t/{at.tournament.slug}/desk/till/{row.number}/"
    with pytest.raises(UserError):
        payment_refund(
            actor=organizer_of(at.tournament), tournament=at.tournament, booking=row.number, method="cash"
        )
    at.bank.down = True
    assert "does not answer" in desk.post(path, {"do": "refund"}, follow=True).content.decode()
    assert Booking.objects.count() == 1 and OnlinePayment.objects.get().state == "refunding"
    at.bank.down = False
    for _time in range(2):
        desk.post(path, {"do": "refund"})
    assert list(bookings(at.tournament).values_list("kind", "cents", "method")) == [
        ("fee", 750, "online"),
        ("refund", -750, "online"),
    ]
    # Stripe is first asked for the payment of the session: that it was away is known before anything is paid back.
    assert at.bank.times("POST", "refund") == {"mollie": 2, "stripe": 1}[at.name] and not at.paid
    assert OnlinePayment.objects.get().state == "refunded"
    keys = {one[2] for one in at.bank.asked if one[0] == "POST" and "refund" in one[1]}
    assert len(keys) == 1, "asked twice under one key, it went back once"


def test_a_refund_that_went_through_before_we_died_is_not_asked_for_again(at: At) -> None:
    row = paid_online(at)
    OnlinePayment.objects.update(state="refunding")
    payment = at.bank.only()
    payment |= {"amountRefunded": payment.get("amount"), "back": 750}
    desk = browser(organizer_of(at.tournament))
    desk.post(f"/t/{at.tournament.slug}/desk/till/{row.number}/", {"do": "refund"})
    assert at.bank.times("POST", "refund") == 0 and Booking.objects.filter(kind="refund").count() == 1


def test_only_ones_own_fee_of_an_event_that_the_office_knows(at: At) -> None:
    Tournament.objects.filter(pk=at.tournament.pk).update(approval="none")
    page = at.player.get(at.path).content.decode()
    assert "takes no payments online" in page
    at.player.post(at.path, {"do": "start"})
    assert not OnlinePayment.objects.exists() and at.bank.asked == []
    stranger = browser(organizer_of(at.tournament))
    assert stranger.get(at.path).status_code == 404 == stranger.post(at.path).status_code


def test_without_a_key_the_site_takes_money_at_the_door_and_says_so() -> None:
    tournament, (entry, *_rest) = event()
    approve(tournament)
    player = browser(Actor(entry.user, "player"))
    page = player.get(f"/t/{tournament.slug}/pay/").content.decode()
    assert "Pay at the door. This tournament takes no payments online." in page
    desk = browser(organizer_of(tournament)).get(f"/t/{tournament.slug}/desk/fee/").content.decode()
    assert "This site takes no payments online" in desk
    assert Client().post("/payments/told/mollie/", {"id": "tr_1"}).status_code == 404


def test_a_key_without_its_client_is_found_at_the_start(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not [one for one in run_checks() if one.id and one.id.startswith("money")]
    settings.MOLLIE_API_KEY, settings.STRIPE_API_KEY = "test_k", "sk_test_1"
    import sys

    monkeypatch.delitem(sys.modules, "tournaments.money.online.by_mollie", raising=False)
    monkeypatch.setitem(sys.modules, "mollie", None)
    found = [one for one in run_checks() if one.id and one.id.startswith("money")]
    assert [one.id for one in found] == ["money.E001", "money.E002"]


def test_an_entry_that_left_pays_nothing(at: At) -> None:
    Entry.objects.filter(pk=at.entry.pk).update(state="withdrawn")
    at.player.post(at.path, {"do": "start"})
    assert not OnlinePayment.objects.exists()
