"""Races about mailed links: one lives for each account, and it is used once."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from tests.races.tools import REPEATS, Racers, racers
from tests.site.test_mail_back import NEW, token_in
from tests.tournaments.hall import make_user
from x610z_site.accounts.mail_services import mail_claim, mail_verify, reset_use
from x610z_site.accounts.models import Letter, MailAddress, MailReset, Tries
from x610z_site.accounts.services import token_hash
from x610z_site.accounts.tasks import send_letter

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    with racers(4) as made:
        yield made


@pytest.fixture
def ann(transactional_db: None) -> Any:
    user = make_user("Ann")
    user.set_password(NEW)
    user.save()
    MailAddress.objects.create(user=user, address="ann@post.example", verified_at=timezone.now())
    return user


def letters(kind: str, **fields: Any) -> list[Any]:
    return [Letter.objects.create(kind=kind, made_at=timezone.now(), **fields) for _n in range(4)]


def test_four_letters_written_at_once_leave_one_live_link(run: Racers, ann: Any) -> None:
    for _time in range(REPEATS):
        mail.outbox.clear()
        answers = run(*[partial(send_letter, one.pk) for one in letters(Letter.Kind.RESET, user=ann)])
        assert answers == [None] * 4 and len(mail.outbox) == 4
        live = MailReset.objects.get(user=ann, ended_at=None)
        assert live.token_hash in {token_hash(token_in(sent)) for sent in mail.outbox}


def test_four_who_ask_at_once_cause_one_letter(run: Racers, ann: Any) -> None:
    for _time in range(REPEATS):
        Tries.objects.all().delete()
        MailReset.objects.all().delete()
        Letter.objects.all().delete()
        asked = letters(Letter.Kind.FORGOTTEN, said="ann@post.example")
        assert run(*[partial(send_letter, one.pk) for one in asked]) == [None] * 4
        assert [one.kind for one in Letter.objects.all()] == ["reset"]


def test_a_link_used_by_four_at_once_sets_one_password(run: Racers, ann: Any) -> None:
    for _time in range(REPEATS):
        mail.outbox.clear()
        send_letter(letters(Letter.Kind.RESET, user=ann)[0].pk)
        sha256 = token_hash(token_in(mail.outbox[-1]))
        words = [f"purple monkey dishwasher {number}" for number in range(4)]
        use = partial(reset_use, actor=SYSTEM, token_sha256=sha256)
        answers = run(*[partial(use, password=word) for word in words])
        good = [
            word for word, answer in zip(words, answers, strict=True) if not isinstance(answer, Exception)
        ]
        assert len(good) == 1 and all(isinstance(one, UserError | dict) for one in answers)
        ann.refresh_from_db()
        assert ann.check_password(good[0])


def test_verifying_while_another_address_is_claimed_ends_in_one_of_both_orders(run: Racers, ann: Any) -> None:
    for number in range(REPEATS):
        Tries.objects.all().delete()
        mail.outbox.clear()
        mail_claim(actor=Actor(ann, "player"), address=f"a{number}@post.example", current=NEW)
        send_letter(Letter.objects.get(kind=Letter.Kind.VERIFY).pk)
        sha256 = token_hash(token_in(mail.outbox[-1]))
        answers = run(
            partial(mail_verify, actor=SYSTEM, token_sha256=sha256),
            partial(mail_claim, actor=Actor(ann, "player"), address=f"b{number}@post.example", current=NEW),
        )
        row = MailAddress.objects.get(user=ann)
        assert row.wanted == f"b{number}@post.example" and row.token_hash == ""
        verified = not isinstance(answers[0], Exception)
        assert (row.address == f"a{number}@post.example") == verified
        Letter.objects.all().delete()
