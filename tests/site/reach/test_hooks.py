"""Webhooks: what is told, how it is signed, what becomes of it, and who may see that."""

import hashlib
import hmac
import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.patience import HANG
from tests.site.reach.test_outgoing import HOSTILE, Listener, listener
from tests.tournaments.hall import make_tournament, make_user, organizer_of, publish, running_tournament
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter, result_report
from x610z_site.reach import hook_messages as messages
from x610z_site.reach import hook_services as services
from x610z_site.reach.models import HookMessage, Notice, Webhook
from x610z_site.reach.notice_services import fact_tell
from x610z_site.reach.outgoing import Answered
from x610z_site.site_secrets import opened

__all__ = ["listener"]
pytestmark = pytest.mark.django_db


def hook_to(tournament: Any, url: str) -> Webhook:
    made = services.hook_create(actor=organizer_of(tournament), tournament=tournament, url=url)
    return Webhook.objects.get(pk=made["hook"])


@pytest.fixture
def inside(settings: Any) -> None:
    """Let messages go to this machine."""
    settings.OUTGOING_INSIDE = True


@pytest.mark.usefixtures("inside")
def test_a_program_is_told_what_changed_once_and_can_prove_who_said_it(listener: Listener) -> None:
    tournament = running_tournament(4)
    made = services.hook_create(actor=organizer_of(tournament), tournament=tournament, url=listener.url)
    publish(tournament, 1)
    services.hooks_sweep()
    services.hooks_sweep()
    messages = list(HookMessage.objects.order_by("row"))
    assert [message.event for message in messages] == ["round.published"]
    for _again in range(2):  # the broker brings the task twice
        services.hooks_deliver()
    ((_path, headers, body),) = listener.seen
    said = json.loads(body)
    assert said["event"] == "round.published" and said["tournament"] == tournament.slug
    assert set(said) == {"id", "event", "tournament", "row", "at", "url"}
    moment, signature = headers["x610z-signature"].split(",")
    signed = moment.removeprefix("t=").encode() + b"." + body
    assert signature == "v1=" + hmac.new(made["secret"].encode(), signed, hashlib.sha256).hexdigest()
    messages[0].refresh_from_db()
    assert messages[0].arrived and messages[0].status == 200 and messages[0].tries == 1


def test_a_report_that_decides_nothing_and_private_acts_are_not_told() -> None:
    tournament = running_tournament(4)
    hook_to(tournament, "https://example.org/hook")
    publish(tournament, 1)
    match = Match.objects.filter(tournament=tournament).order_by("table")[0]
    first, second = (Actor(seat.entry.user, "player") for seat in match.seats.all())
    result_report(actor=first, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    services.hooks_sweep()
    assert [one.event for one in HookMessage.objects.all()] == ["round.published"]
    result_report(actor=second, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    services.hooks_sweep()
    assert [one.event for one in HookMessage.objects.order_by("row")] == ["round.published", "result.final"]
    body = messages.body_of(HookMessage.objects.order_by("row")[1]).decode()
    assert not any(seat.entry.name in body for seat in match.seats.all())


def test_every_event_comes_of_a_public_command() -> None:
    from tests.ledger.test_commands import all_commands

    assert set(messages.EVENTS) <= set(all_commands())


def test_nothing_of_a_tournament_in_preparation_is_told() -> None:
    tournament = make_tournament()
    Webhook.objects.create(
        tournament=tournament,
        made_by=tournament.created_by,
        made_at=timezone.now(),
        url="https://example.org",
        secret="x",
    )
    services.hooks_sweep()
    assert not HookMessage.objects.exists()


@pytest.mark.parametrize("url", HOSTILE)
def test_no_hostile_address_becomes_a_webhook(url: str) -> None:
    tournament = make_tournament()
    with pytest.raises(UserError):
        services.hook_create(actor=organizer_of(tournament), tournament=tournament, url=url)


def test_a_name_that_leads_inside_is_refused_when_a_message_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **kwargs: [(2, 1, 6, "", ("127.0.0.1", 443))])
    tournament = running_tournament(2)
    hook_to(tournament, "https://example.org/hook")
    publish(tournament, 1)
    services.hooks_sweep()
    message = HookMessage.objects.get()
    services.hooks_deliver()
    message.refresh_from_db()
    assert (message.said, message.arrived, message.ended_at) == ("refused address", False, None)


@pytest.mark.usefixtures("inside")
def test_a_message_is_tried_again_later_and_later_and_then_given_up(listener: Listener) -> None:
    listener.status = 503
    tournament = running_tournament(2)
    hook_to(tournament, listener.url)
    publish(tournament, 1)
    services.hooks_sweep()
    message, waits = HookMessage.objects.get(), []
    for _try in range(len(services.WAITS) + 3):
        services.hooks_deliver()
        services.hooks_deliver()  # too early: nothing leaves
        hook, before = Webhook.objects.get(), timezone.now()
        assert hook.next_at is not None
        waits += [wait] if (wait := round((hook.next_at - before).total_seconds())) > 0 else []
        Webhook.objects.update(next_at=before)
    assert tuple(waits) == services.WAITS
    message.refresh_from_db()
    assert (
        message.ended_at is not None and not message.arrived and len(listener.seen) == len(services.WAITS) + 1
    )


@pytest.mark.usefixtures("inside")
def test_a_webhook_that_never_answers_is_switched_off_and_its_maker_told(listener: Listener) -> None:
    listener.status = 500
    tournament = running_tournament(2)
    hook = hook_to(tournament, listener.url)
    publish(tournament, 1)
    services.hooks_sweep()
    Webhook.objects.update(failures=services.OFF_AFTER - 1)
    services.hooks_deliver()
    hook.refresh_from_db()
    assert hook.failed and hook.off_at is not None
    fact_tell(OutboxMessage.objects.get(topic="notice", payload__name="hook.failed").payload)
    assert Notice.objects.get(kind="hook_failed").user == tournament.created_by
    match = Match.objects.get(tournament=tournament)
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    services.hooks_sweep()
    assert HookMessage.objects.count() == 1  # off is off
    services.hook_switch(actor=organizer_of(tournament), tournament=tournament, hook_id=hook.pk, on=True)
    services.hooks_sweep()
    assert HookMessage.objects.count() == 1  # and what it missed stays missed


@pytest.mark.usefixtures("inside")
def test_for_a_day_both_secrets_sign_and_then_the_new_one_alone() -> None:
    tournament = running_tournament(2)
    first = services.hook_create(
        actor=organizer_of(tournament), tournament=tournament, url="https://example.org/"
    )
    second = services.hook_rotate(
        actor=organizer_of(tournament), tournament=tournament, hook_id=first["hook"]
    )
    hook = Webhook.objects.get()
    signed = messages.signature_of(hook, b"{}", at=7)
    want = [hmac.new(one["secret"].encode(), b"7.{}", hashlib.sha256).hexdigest() for one in (second, first)]
    assert signed == f"t=7,v1={want[0]},v1={want[1]}"
    hook.former_until = timezone.now() - timedelta(seconds=1)
    assert messages.signature_of(hook, b"{}", at=7) == f"t=7,v1={want[0]}"


def test_the_secret_is_shown_once_and_stored_sealed() -> None:
    tournament = make_tournament()
    client = Client()
    client.force_login(tournament.created_by)
    url = f"/t/{tournament.slug}/desk/webhooks/"
    shown = client.post(url, {"do": "create", "url": "https://example.org/hook"}).content.decode()
    hook = Webhook.objects.get()
    secret = opened(hook.secret).decode()
    assert secret in shown and secret not in hook.secret
    assert secret not in client.get(url).content.decode()
    kept = [
        *LedgerRow.objects.values_list("data", flat=True),
        *OutboxMessage.objects.values_list("payload", flat=True),
    ]
    assert secret not in str(kept)
    for do in ("off", "on", "remove"):
        client.post(url, {"do": do, "hook": hook.pk})
    assert not Webhook.objects.exists()


def test_a_webhook_of_another_tournament_does_not_exist_here() -> None:
    mine, other = make_tournament(), make_tournament()
    hook = hook_to(other, "https://example.org/")
    client = Client()
    client.force_login(mine.created_by)
    for do in ("off", "rotate", "remove"):
        client.post(f"/t/{mine.slug}/desk/webhooks/", {"do": do, "hook": hook.pk})
    kept = Webhook.objects.get()
    assert kept.off_at is None and kept.former == ""
    client.force_login(make_user())
    assert client.get(f"/t/{other.slug}/desk/webhooks/").status_code in (403, 404)


def test_there_are_at_most_five() -> None:
    tournament = make_tournament()
    for _one in range(services.MOST_HOOKS):
        hook_to(tournament, "https://example.org/")
    with pytest.raises(UserError):
        hook_to(tournament, "https://example.org/")


@pytest.mark.usefixtures("inside")
def test_one_worker_at_a_time_brings_messages(listener: Listener) -> None:
    one, two = running_tournament(2), running_tournament(2)
    for tournament in (one, two):
        hook_to(tournament, listener.url)
        publish(tournament, 1)
    services.hooks_sweep()
    claimed = services._claim()
    assert claimed is not None
    services.hooks_deliver()  # a second worker leaves the first alone
    assert listener.seen == []
    OutboxMessage.objects.all().delete()
    services.hooks_sweep()  # and nobody is woken meanwhile
    assert not OutboxMessage.objects.exists()
    # The first worker died: after its lease everything goes on, its message first.
    HookMessage.objects.filter(pk=claimed.pk).update(claimed_at=timezone.now() - 2 * services.LEASE)
    services.hooks_sweep()
    assert OutboxMessage.objects.get().payload["queue"] == "outgoing"
    services.hooks_deliver()
    assert len(listener.seen) == 2 and not HookMessage.objects.filter(arrived=False).exists()


def told_of_a_round(made_by: Any = None) -> Webhook:
    """A webhook of a tournament of its own, with one message that waits; of this person, or of somebody else each."""
    tournament = running_tournament(2)
    hook = hook_to(tournament, f"https://example.org/{tournament.pk}")
    if made_by is not None:
        Webhook.objects.filter(pk=hook.pk).update(made_by=made_by)
    publish(tournament, 1)
    return hook


class Hanging:
    """Endpoints of which some keep everybody waiting until another one was brought something."""

    def __init__(self, good: set[str]) -> None:
        self.good, self.others, self.lock = good, threading.Event(), threading.Lock()
        self.at_once = self.most = 0

    def post(self, url: str, *_said: Any, within: float) -> Answered:
        """As the door does it."""
        assert within == messages.ANSWERS_WITHIN
        if url in self.good:
            self.others.set()
            return Answered(200)
        with self.lock:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        assert self.others.wait(HANG), "the other endpoint waited for this one"
        with self.lock:
            self.at_once -= 1
        return Answered(200)


@pytest.mark.parametrize("whose", ["one person's", "many people's"])
def test_endpoints_that_hang_keep_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch, whose: str) -> None:
    attacker = make_user() if whose == "one person's" else None
    slow = [told_of_a_round(attacker) for _one in range(10)]
    good = told_of_a_round()
    if attacker is None:  # that they are slow was seen before
        Webhook.objects.filter(pk__in=[one.pk for one in slow]).update(failures=1)
    services.hooks_sweep()
    ends = Hanging({good.url})
    monkeypatch.setattr(messages, "post", ends.post)
    services.hooks_deliver()
    assert HookMessage.objects.get(hook=good).arrived
    assert ends.most <= (services.OF_SLOW_ONES if attacker is None else services.OF_ONE_PERSON)
    assert HookMessage.objects.filter(arrived=True).count() == 11


def test_an_endpoint_that_took_long_counts_as_slow_for_an_hour() -> None:
    hook = told_of_a_round()
    services.hooks_sweep()
    now = timezone.now()
    HookMessage.objects.create(
        hook=hook, row=0, event="x", at=now, made_at=now, claimed_at=now - timedelta(seconds=3), ended_at=now
    )
    for at, slow in ((now, True), (now + timedelta(minutes=61), False)):
        assert HookMessage.objects.annotate(slow=services._slow(at)).get(ended_at=None).slow is slow


def test_one_person_has_at_most_twenty_that_are_on() -> None:
    tournament = make_tournament()
    maker = tournament.created_by
    for _one in range(services.MOST_OF_ONE):
        hook_to(make_tournament(), "https://example.org/")
    Webhook.objects.update(made_by=maker)
    with pytest.raises(UserError, match="20 webhooks of one person"):
        hook_to(tournament, "https://example.org/")
    Webhook.objects.filter(pk=Webhook.objects.order_by("pk")[0].pk).update(off_at=timezone.now())
    hook = hook_to(tournament, "https://example.org/")
    off = Webhook.objects.exclude(off_at=None).get()
    with pytest.raises(UserError, match="20 webhooks of one person"):
        services.hook_switch(
            actor=Actor(maker, "organizer"), tournament=off.tournament, hook_id=off.pk, on=True
        )
    services.hook_switch(actor=Actor(maker, "organizer"), tournament=tournament, hook_id=hook.pk, on=True)


@pytest.mark.usefixtures("inside")
def test_an_endpoint_that_fails_waits_as_a_whole_and_others_do_not(listener: Listener) -> None:
    slow, good = running_tournament(2), running_tournament(2)
    hook_to(slow, "http://127.0.0.1:9/")
    hook_to(good, listener.url)
    for tournament in (slow, good):
        publish(tournament, 1)
        match = Match.objects.get(tournament=tournament)
        actor = organizer_of(tournament)
        result_enter(actor=actor, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    services.hooks_sweep()
    services.hooks_deliver()
    assert len(listener.seen) == 2
    tries = HookMessage.objects.filter(hook__tournament=slow).order_by("row").values_list("tries", flat=True)
    assert list(tries) == [1, 0]
