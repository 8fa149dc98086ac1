"""Races about passkeys: one answer signs one browser in, and of two second steps the last one stays."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from tests.races.tools import REPEATS, Racers, racers
from tests.site.authenticator import Device
from tests.tournaments.hall import make_user
from x610z_site.accounts import passkeys
from x610z_site.accounts.models import Passkey, RecoveryCode, SpentChallenge, User
from x610z_site.accounts.passkey_services import MOST, passkey_add, passkey_remove, passkey_use

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]
PLACE = passkeys.Place("localhost", "https://localhost")


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    with racers(4) as made:
        yield made


def adding(user: Any, device: Device, name: str = "Phone") -> partial[Any]:
    """The command that keeps a device's new passkey."""
    challenge, handle = passkeys.new_challenge(), passkeys.new_handle()
    answer = json.loads(device.make(passkeys.ask_to_make(PLACE, challenge, handle, ("ann", "Ann"), [])))
    said = {"place": PLACE, "challenge": challenge, "handle": handle, "answer": answer, "name": name}
    return partial(passkey_add, actor=Actor(user, "player"), **said)


def using(device: Device, challenge: str = "") -> partial[Any]:
    challenge = challenge or passkeys.new_challenge()
    answer = json.loads(device.sign({"challenge": challenge}))
    return partial(passkey_use, actor=SYSTEM, place=PLACE, challenge=challenge, answer=answer)


def refused(answers: list[Any]) -> list[str]:
    """The codes of those that were refused; anything else that went wrong fails."""
    wrong = [answer for answer in answers if isinstance(answer, Exception)]
    assert all(isinstance(answer, UserError) for answer in wrong), wrong
    return [answer.code for answer in wrong]


def test_four_browsers_with_one_answer_are_one_inside(run: Racers) -> None:
    """Of a device that does not count, as most do not: then the challenge alone tells."""
    user, device = make_user("Ann"), Device()
    adding(user, device)()
    for number in range(REPEATS):
        device.count = -1
        assert refused(run(*[using(device)] * 4)) == ["wrong_passkey"] * 3
        assert SpentChallenge.objects.count() == number + 2


def test_one_challenge_answered_by_two_keys_makes_one_passkey(run: Racers) -> None:
    for _time in range(REPEATS):
        user, one, two = make_user("Ann"), Device(), Device()
        first = adding(user, one)
        asked = {"user": {"id": first.keywords["handle"]}, "challenge": first.keywords["challenge"]}
        other = first.keywords | {"answer": json.loads(two.make(asked))}
        assert refused(run(first, partial(passkey_add, **other))) == ["wrong_passkey"]
        assert Passkey.objects.filter(user=user).count() == 1
        assert RecoveryCode.objects.filter(user=user).count() == 10


def test_of_two_removals_at_once_the_last_second_step_stays(run: Racers, settings: Any) -> None:
    settings.SECOND_STEP_REQUIRED = True
    for _time in range(REPEATS):
        user = make_user("Office", is_office=True)
        for name in ("Phone", "Key"):
            adding(user, Device(), name)()
        numbers = Passkey.objects.filter(user=user).values_list("pk", flat=True)
        calls = [partial(passkey_remove, actor=Actor(user, "player"), passkey_id=pk) for pk in numbers]
        assert refused(run(*calls)) == ["last_second_step"]
        assert Passkey.objects.filter(user=user).count() == 1
        assert User.objects.get(pk=user.pk).second_step_at is not None


def test_two_at_once_do_not_make_an_eleventh(run: Racers) -> None:
    for _time in range(REPEATS):
        user = make_user("Ann")
        for number in range(MOST - 1):
            adding(user, Device(), f"Key {number}")()
        assert refused(run(adding(user, Device()), adding(user, Device()))) == ["too_many_passkeys"]
        assert Passkey.objects.filter(user=user).count() == MOST


def test_a_passkey_taken_away_while_it_signs_in_leaves_no_session_of_it(run: Racers) -> None:
    """Either it is gone first, and refused; or it signs in first, in an epoch that the removal ends."""
    for _time in range(REPEATS):
        user, device = make_user("Ann"), Device()
        adding(user, device)()
        number = Passkey.objects.get(user=user).pk
        gone = partial(passkey_remove, actor=Actor(user, "player"), passkey_id=number)
        answer, _gone = run(using(device), gone)
        refused([answer])
        if not isinstance(answer, Exception):
            assert answer["epoch"] < User.objects.get(pk=user.pk).session_epoch
        assert not Passkey.objects.filter(user=user).exists()
