"""Push messages are sealed as RFC 8291 says, signed as RFC 8292 says, and sent to the browsers of one person."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from tests.site.reach.test_outgoing import Listener, listener
from tests.tournaments.hall import make_tournament, make_user
from x610z_site.reach import push, tasks
from x610z_site.reach.facts import KINDS, NAMES, words
from x610z_site.reach.models import Choices, Notice, PushAddress, Sending
from x610z_site.reach.notice_services import fact_tell
from x610z_site.reach.selectors import UNCHOSEN

__all__ = ["listener"]

# The example of RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
    "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key_of(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(push.padded(text), "big"), push.CURVE)


def test_the_example_of_the_standard_is_sealed_byte_for_byte() -> None:
    made = push.sealed(PLAIN, BROWSER, AUTH, own=key_of(SENDER), salt=push.padded(SALT))
    assert push.unpadded(made) == SEALED


def test_no_two_messages_are_sealed_alike() -> None:
    assert push.sealed(PLAIN, BROWSER, AUTH) != push.sealed(PLAIN, BROWSER, AUTH)


def test_the_word_of_the_sender_is_for_one_push_service_and_signed() -> None:
    said = push.vapid("https://push.example.net:8443/abc/def")
    token, key = (part.strip().partition("=")[2] for part in said.removeprefix("vapid ").split(","))
    head, claims, signature = token.split(".")
    assert json.loads(push.padded(head))["alg"] == "ES256"
    assert json.loads(push.padded(claims))["aud"] == "https://push.example.net:8443"
    raw = push.padded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, push.padded(key))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert key == push.public_key()


@pytest.mark.django_db
def test_a_notice_arrives_at_a_push_service(listener: Listener, settings: Any) -> None:
    settings.OUTGOING_INSIDE = True
    tournament, user = make_tournament("Locked Cup"), make_user()
    fact = {
        "fact": "a" * 32,
        "name": "appeal.decided",
        "tournament": tournament.pk,
        "people": [user.pk],
        "about": {},
    }
    PushAddress.objects.create(
        user=user,
        endpoint=listener.url,
        endpoint_sha256="x",
        p256dh=BROWSER,
        auth=AUTH,
        added_at=timezone.now(),
    )
    fact_tell(fact)
    tasks.deliver(Sending.objects.get().pk)
    tasks.deliver(Sending.objects.get().pk)
    ((_path, headers, body),) = listener.seen
    assert headers["content-encoding"] == "aes128gcm" and headers["ttl"] == "3600"
    assert headers["topic"] == "a" * 32 and headers["authorization"].startswith("vapid t=")
    assert b"Locked" not in body and len(body) > 100
    assert Sending.objects.get().sent


@pytest.mark.django_db
def test_a_browser_that_is_gone_is_forgotten(listener: Listener, settings: Any) -> None:
    settings.OUTGOING_INSIDE = True
    listener.status = 410
    user = make_user()
    address = PushAddress.objects.create(
        user=user,
        endpoint=listener.url,
        endpoint_sha256="x",
        p256dh=BROWSER,
        auth=AUTH,
        added_at=timezone.now(),
    )
    fact = {"fact": "b" * 32, "name": "entry.moved_up", "tournament": None, "people": [user.pk], "about": {}}
    fact_tell(fact)
    tasks.deliver(Sending.objects.get(push=address).pk)
    assert not PushAddress.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_pushed_once_where_it_is_switched_on_and_always_stands_on_the_page(
    kind: str, listener: Listener, settings: Any
) -> None:
    settings.OUTGOING_INSIDE = True
    name = next(one for one, of in NAMES.items() if of == kind)
    asked, silent, unchosen = make_user(), make_user(), make_user()
    for number, user in enumerate((asked, silent, unchosen)):
        PushAddress.objects.create(
            user=user,
            endpoint=listener.url,
            endpoint_sha256=str(number),
            p256dh=BROWSER,
            auth=AUTH,
            added_at=timezone.now(),
        )
    Choices.objects.create(user=asked, mail=[], push=[kind])
    Choices.objects.create(user=silent, mail=[], push=[one for one in KINDS if one != kind])
    people = [asked.pk, silent.pk, unchosen.pk]
    fact = {"fact": "c" * 32, "name": name, "tournament": make_tournament().pk, "people": people, "about": {}}
    for _again in range(2):
        fact_tell(fact)
        for sending in Sending.objects.all():
            tasks.deliver(sending.pk)
    to = sorted(Sending.objects.filter(sent=True).values_list("notice__user", flat=True))
    assert to == sorted([asked.pk, *([unchosen.pk] if kind in UNCHOSEN[1] else [])])
    assert len(listener.seen) == len(to)
    for user in (asked, silent, unchosen):
        client = Client()
        client.force_login(user)
        page = client.get("/me/notices/").content.decode().partition("<main")[2]
        assert page.count('<li class="panel">') == 1
        assert escape(words(kind, Notice.objects.get(user=user, kind=kind).about)) in page
