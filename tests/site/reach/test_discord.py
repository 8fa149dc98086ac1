"""A channel on Discord among the webhooks: what it is told, in which form, and what becomes of it."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.errors import UserError
from ledger.models import OutboxMessage
from tests.site.reach.test_outgoing import Listener, listener
from tests.tournaments.hall import make_tournament, organizer_of, play, publish, running_tournament
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_finish
from x610z_site.reach import hook_services as services
from x610z_site.reach.discord import DESCRIPTION, TITLE, is_channel, plain, split_url, spoken_of, whole_url
from x610z_site.reach.models import HookMessage, Webhook

__all__ = ["listener"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
TOKEN = "aB3-_" * 14
CHANNEL = f"https://discord.com/api/webhooks/1234567890123456789/{TOKEN}"


def channel(tournament: Any, listener: Listener, language: str = "en") -> Webhook:
    url = listener.url.replace("/hook", f"/api/webhooks/1/{TOKEN}")
    actor = organizer_of(tournament)
    made = services.hook_create(
        actor=actor, tournament=tournament, url=url, kind="discord", language=language
    )
    assert made["secret"] == ""
    return Webhook.objects.get(pk=made["hook"])


def told(listener: Listener) -> list[Any]:
    services.hooks_sweep()
    services.hooks_deliver()
    return [json.loads(body) for _path, _headers, body in listener.seen]


@pytest.fixture(autouse=True)
def inside(settings: Any) -> None:
    settings.OUTGOING_INSIDE, settings.SITE_URL = True, "https://play.example"


@pytest.mark.parametrize(
    "url",
    [
        CHANNEL,
        CHANNEL.replace("discord.com", "canary.discord.com"),
        CHANNEL.replace("/api/", "/api/v10/"),
        f"{CHANNEL}?thread_id=123456",
    ],
)
def test_the_address_of_a_webhook_of_discord_is_taken(url: str, settings: Any) -> None:
    settings.OUTGOING_INSIDE = False
    assert is_channel(url)


@pytest.mark.parametrize(
    "url",
    [
        CHANNEL.replace("discord.com", "discord.com.evil.example"),
        CHANNEL.replace("discord.com", "evil.example/discord.com"),
        CHANNEL.replace("https", "http"),
        CHANNEL.replace("https://", "https://user@"),
        f"{CHANNEL}/../../users/1",
        f"{CHANNEL}?wait=true",
        f"{CHANNEL}?thread_id=123456&thread_id=1234567",
        "https://discord.com/api/webhooks/1234567/short",
        f"{CHANNEL}{'x' * 60}",
        "http://127.0.0.1:80/api/webhooks/1/token",
    ],
)
def test_no_other_address_becomes_a_channel(url: str, settings: Any) -> None:
    settings.OUTGOING_INSIDE = False
    tournament = make_tournament()
    with pytest.raises(UserError):
        services.hook_create(actor=organizer_of(tournament), tournament=tournament, url=url, kind="discord")
    assert not is_channel(f"{CHANNEL}\n")


def test_its_address_is_a_secret_that_no_page_and_no_row_shows() -> None:
    tournament = make_tournament()
    client = Client()
    client.force_login(tournament.created_by)
    page = f"/t/{tournament.slug}/desk/webhooks/"
    said = {"do": "create", "kind": "discord", "url": CHANNEL, "language": "nl"}
    answer = client.post(page, said)
    assert answer.status_code == 200 and TOKEN not in answer.content.decode()
    hook = Webhook.objects.get()
    assert hook.url == "https://discord.com/api/webhooks/1234567890123456789/…" and TOKEN not in hook.secret
    assert whole_url(hook) == CHANNEL and split_url(CHANNEL)[1] == TOKEN
    shown = client.get(page).content.decode()
    assert "Discord, Dutch" in shown and 'value="rotate"' not in shown
    with pytest.raises(UserError):
        services.hook_rotate(actor=organizer_of(tournament), tournament=tournament, hook_id=hook.pk)
    refused = client.post(page, said | {"url": "https://example.org/x"})
    assert refused.status_code == 422 and "Copy the address" in refused.content.decode()


def test_a_channel_is_told_in_its_language_of_rounds_and_not_of_every_result(listener: Listener) -> None:
    tournament = running_tournament(4)
    channel(tournament, listener, "nl")
    play(tournament, 1)
    bodies = told(listener)
    assert [one["embeds"][0]["description"] for one in bodies] == [
        "Ronde 1 is gepubliceerd. Zoek je tafel.",
        "Ronde 1 is voorbij, en de stand staat er.",
    ]
    first = bodies[0]["embeds"][0]
    assert first["url"] == f"https://play.example/t/{tournament.slug}/tables/"
    assert all(one["allowed_mentions"] == {"parse": []} for one in bodies)
    ((path, headers, _body), *_more) = listener.seen
    assert path == f"/api/webhooks/1/{TOKEN}" and "x610z-signature" not in headers
    assert headers["content-type"] == "application/json"
    names = [entry.name for entry in Entry.objects.filter(tournament=tournament)]
    assert names and not any(name in str(bodies) for name in names)


HOSTILE = "@everyone **[x](https://evil.example)** <@12> `a` ||s||"


def test_a_name_pings_nobody_and_its_marks_stay_marks(listener: Listener) -> None:
    tournament = running_tournament(2)
    channel(tournament, listener)
    Tournament.objects.filter(pk=tournament.pk).update(name=HOSTILE)
    Entry.objects.filter(tournament=tournament).update(name=HOSTILE)
    for number in range(1, tournament.stages.get().rounds + 1):
        play(tournament, number)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    *_others, last = told(listener)
    embed = last["embeds"][0]
    for text in (embed["title"], embed["description"]):
        assert "@everyone" not in text and "https://" not in text and "<@" not in text
        assert "\\*\\*" in text and "\\[x\\]\\(" in text
    assert embed["description"].startswith("The tournament is over.\n1\\. ")
    assert last["allowed_mentions"] == {"parse": []} and "content" not in last
    assert len(embed["title"]) <= TITLE and len(embed["description"]) <= DESCRIPTION
    assert len(plain("*" * 999)) <= 2 * 60 and plain("a\n# b") == "a \\# b"


@pytest.mark.parametrize("again", ["900", "1.5", "nan", "", "Wed, 21 Oct 2026 07:28:00 GMT"])
def test_not_now_is_obeyed_and_is_no_failure(listener: Listener, again: str) -> None:
    listener.status, listener.retry_after = 429, again
    tournament = running_tournament(2)
    channel(tournament, listener)
    publish(tournament, 1)
    told(listener)
    hook = Webhook.objects.get()
    assert hook.next_at is not None and hook.failures == 0 and hook.off_at is None
    wait = (hook.next_at - timezone.now()).total_seconds()
    expected = 900 if again == "900" else services.WAITS[0]
    assert expected - 5 < wait <= expected
    listener.status = 204
    Webhook.objects.update(next_at=timezone.now())
    services.hooks_deliver()
    assert HookMessage.objects.get().arrived


@pytest.mark.parametrize(("status", "off"), [(404, True), (401, True), (500, False), (400, False)])
def test_a_channel_that_is_gone_ends_it_and_its_maker_is_told(
    listener: Listener, status: int, off: bool
) -> None:
    listener.status = status
    tournament = running_tournament(2)
    channel(tournament, listener)
    publish(tournament, 1)
    told(listener)
    hook = Webhook.objects.get()
    assert hook.failed is off and (hook.off_at is not None) is off
    assert OutboxMessage.objects.filter(topic="notice", payload__name="hook.failed").exists() is off
    assert (HookMessage.objects.get().ended_at is not None) is off


def test_of_several_of_one_kind_in_a_row_the_last_is_told() -> None:
    rows = [(1, "tournament.edit"), (2, "tournament.edit"), (3, "result.enter"), (4, "tournament.edit")]
    rows += [(5, "round.publish"), (6, "match.move"), (7, "round.exchange"), (8, "round.start_clock")]
    assert spoken_of(rows) == {4, 5, 7} and spoken_of([(1, "result.enter")]) == set()


def test_what_is_no_longer_everybody_s_is_not_named(listener: Listener) -> None:
    tournament = running_tournament(2)
    channel(tournament, listener)
    publish(tournament, 1)
    services.hooks_sweep()
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.DRAFT, name="Canary Cup")
    (said,) = told(listener)
    assert "Canary" not in str(said) and "url" not in said["embeds"][0]
