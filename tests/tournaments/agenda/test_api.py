"""Friends and friendly games by a program with a token: the same commands as the pages, for oneself alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.agenda.people import befriend
from tests.tournaments.api.programs import Program
from tests.tournaments.hall import make_user
from tournaments.agenda.models import Block, Friendly, Friendship

pytestmark = [pytest.mark.django_db]


def test_a_program_asks_shares_proposes_and_answers_for_its_person() -> None:
    ann, bob, eve = make_user("Ann"), make_user("Bob"), make_user("Eve")
    one, other, stranger = Program(ann), Program(bob), Program(eve)
    number = one.post("friends/ask/", {"username": bob.username}).json()["result"]["friendship"]
    assert stranger.post(f"friends/{number}/accept/").status_code == 409
    assert other.post(f"friends/{number}/accept/").status_code == 200
    assert other.post(f"friends/{number}/share/", {"shares": True}).status_code == 200
    assert Friendship.objects.get().asked_shares
    said = {"starts_at": (timezone.now() + timedelta(days=2)).isoformat(), "game": "zx", "format": "limited"}
    made = one.post("friendlies/propose/", said | {"person": bob.pk}).json()["result"]
    assert stranger.post("friendlies/propose/", said | {"person": bob.pk}).status_code == 409
    at = f"friendlies/{made['friendly']}/"
    assert stranger.post(f"{at}accept/", {"version": 1}).status_code == 409
    assert other.post(f"{at}accept/", {"version": 1}).json()["result"]["state"] == "accepted"
    assert one.post(f"{at}note/", {"result": "won"}).status_code == 200
    moved = {"version": 2, "starts_at": said["starts_at"], "place": "Here"}
    assert one.post(f"{at}move/", moved).json()["result"]["state"] == "proposed"
    assert other.post(f"{at}decline/", {"version": 3}).status_code == 200
    assert one.post(f"{at}cancel/").json()["result"]["state"] == Friendly.State.DECLINED


def test_a_program_ends_and_blocks_for_its_person() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    one, other, number = Program(ann), Program(bob), befriend(ann, bob).pk
    assert one.post("friends/block/", {"person": bob.pk}).status_code == 200
    assert other.post(f"friends/{number}/end/").status_code == 409
    assert one.post("friends/unblock/", {"person": bob.pk}).status_code == 200
    assert not Block.objects.exists()
    asked = one.post("friends/ask/", {"username": bob.username}).json()["result"]["friendship"]
    assert other.post(f"friends/{asked}/decline/").status_code == 200
    assert one.post(f"friends/{asked}/end/").status_code == 200
    assert one.post("friends/ask-mate/", {"person": bob.pk}).status_code == 409
