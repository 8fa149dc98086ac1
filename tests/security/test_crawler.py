"""Everything that a stranger can open, and somebody of another clan and organization, and somebody of 13: no secret.

Every real name, guardian, mail address, hidden member, hidden list, event in preparation, page of a minor, block and
secret of the world has a word of its own (``marked.py``). The walk opens every address of the access matrix with its
values and, at night, every link on the way; mails and files are unpacked. For each word there is somebody who finds it.
"""

import io
import zipfile
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from community.safety.kinds import KINDS
from community.safety.models import Matter
from ledger.relay import relay_once
from tests.community.wanted import carry, decided, office
from tests.security.crawling import MARK, PLANTED, Walk, mark, marks_in, texts_of
from tests.security.marked import make_files, signed_in, user_of, world_of
from tests.security.test_access_matrix import READ, WRITE, Hall, hall
from tests.speeds import at_night
from tests.tournaments.api.programs import token_for
from tests.tournaments.hall import make_user, organizer_of
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_correct
from x610z_site.accounts.models import MailAddress
from x610z_site.privacy.models import Guardian
from x610z_site.reach.facts import KINDS as NOTICES
from x610z_site.reach.models import Choices

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]
WHOLE = at_night("every link is followed, as three people")


@pytest.fixture(autouse=True)
def empty_caches() -> None:
    cache.clear()
    caches["pages"].clear()


def addresses(hall: Hall) -> list[str]:
    """Every address of the access matrix, whoever may open it, and those of the secrets themselves."""
    rules = READ | {name: rule for name, rule in WRITE.items() if not name.startswith("accounts:logout")}
    shown = reverse("decks:deck_view", args=["shown-to-everybody"])
    return [shown, *(hall.url(name, rule) for name, rule in rules.items())]


def walkers(hall: Hall) -> dict[str, tuple[Client, dict[str, str]]]:
    """Who walks: a stranger, somebody of another clan and another organization, somebody of 13; with their tokens."""
    child = make_user("Kim")
    Guardian.objects.create(user=child, given_at=timezone.now(), contact="parent")
    outsider = user_of(hall, "player_elsewhere")
    return {
        "stranger": (hall.clients["anonymous"], {}),
        "outsider": (hall.clients["player_elsewhere"], {"Authorization": f"Bearer {token_for(outsider)}"}),
        "child": (signed_in(child), {"Authorization": f"Bearer {token_for(child)}"}),
    }


def test_nobody_finds_a_secret_of_somebody_else_wherever_they_go(hall: Hall) -> None:
    controls = world_of(hall)
    make_files()
    starts = addresses(hall)
    secret = [control.url for control in controls.values()]
    met: dict[tuple[str, str], set[str]] = {}
    read: dict[str, int] = {}
    links: set[str] = set()
    for name, (client, token) in walkers(hall).items():
        if name != "stranger" and not WHOLE:
            continue
        walk = Walk(client).go([*secret, *starts], follow=WHOLE)
        programs = Walk(client, {**token}).go(
            [url for url in starts if url.startswith("/api/")], follow=False
        )
        met |= {(name, one): urls for one, urls in (*walk.met.items(), *programs.met.items())}
        read[name] = walk.read + programs.read
        links |= walk.links
    assert met == {}
    assert all(count > len(starts) for count in read.values()), read
    missing = {
        name for name, (client, url) in controls.items() if mark(name) not in marks_in(client.get(url))
    }
    assert missing == set(), "a secret that nobody finds proves nothing"
    linked = {link.split("/")[2] for link in links if link.startswith("/report/")}
    assert set(KINDS) - linked <= OF_TWO, (
        "each kind has a link that reports it on a page that a stranger reads"
    )


OF_TWO = {"friendly"}
"""Kinds that two people alone see."""


def test_no_mail_holds_a_secret_of_anybody_but_who_gets_it(hall: Hall, settings: Any) -> None:
    """Notices of every kind by mail, newsletters, letters to strangers: what goes out names nobody."""
    settings.TASKS_INLINE, settings.REDIS_URL = True, ""
    settings.MAIL_ON, settings.SITE_URL = True, "https://play.example"
    world_of(hall)
    for actor in ("player", "player_in_match", "dropped", "organizer", "stranger"):
        user = user_of(hall, actor)
        MailAddress.objects.get_or_create(
            user=user, defaults={"address": f"{user.username}@post.example", "verified_at": timezone.now()}
        )
        Choices.objects.update_or_create(user=user, defaults={"mail": list(NOTICES), "push": []})
    organizer = organizer_of(hall.tournament)
    match = Match.objects.filter(tournament=hall.tournament, kind="played")[0]
    result_correct(
        actor=organizer,
        tournament=hall.tournament,
        match_id=match.pk,
        version=match.version,
        said=(0, 2, 0),
        reason=mark("reason"),
    )
    decided(office(), Matter.objects.get(pk=hall.values["matter"]), hide=True)
    while relay_once():
        pass
    carry()
    assert len(mail.outbox) >= 3
    for sent in mail.outbox:
        said = sent.message().as_bytes()
        words = {
            word.lower() for text in texts_of(said, "text/plain") for word in MARK.findall(text)
        } & PLANTED
        own = {word for word in words if any(word in address for address in sent.to)}
        assert words == own, (sent.subject, sent.to, words)


def test_the_walk_finds_a_mark_in_every_wrapping() -> None:
    """The control of the tools: archives in archives, PDF, a folded calendar line, escaped JSON and markup."""
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w") as file:
        file.writestr("person.json", '{"name": "zqd\\u0065epqz"}')
    with zipfile.ZipFile(outer, "w") as file:
        file.writestr("a.zip", inner.getvalue())
    found = {word for text in texts_of(outer.getvalue(), "") for word in MARK.findall(text)}
    assert found == {"zqdeepqz"}
    folded = b"BEGIN:VCALENDAR\r\nSUMMARY:zqfol\r\n dedqz\r\n"
    assert any(MARK.search(text) for text in texts_of(folded, "text/calendar"))
    assert any(MARK.search(text) for text in texts_of(b"<p>&#122;qx&#113;z</p>", "text/html"))
    assert any(MARK.search(text) for text in texts_of(b"name=%7Aqx%71z", "text/html"))
