"""Anyone who edits, deletes, inserts or moves rows of the ledger is found."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from ledger.commands import SYSTEM, row_hash
from ledger.models import Chain, LedgerRow
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.hall import make_tournament, make_user
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]


@kept
def chain() -> Tournament:
    """A chain of six rows."""
    tournament = make_tournament()
    for _number in range(5):
        name = make_user().username
        invitation_make(actor=SYSTEM, tournament=tournament, username=name, kind="staff", role="judge")
    assert verify_chain(tournament.chain_key) == []
    return tournament


def row(tournament: Tournament, number: int) -> LedgerRow:
    return LedgerRow.objects.get(chain_id=tournament.chain_key, number=number)


def edit(**fields: object) -> Callable[[Tournament], None]:
    return lambda tournament: void(LedgerRow.objects.filter(pk=row(tournament, 3).pk).update(**fields))


def void(_count: int) -> None:
    """An update's count is of no interest here."""


def edit_the_time(tournament: Tournament) -> None:
    old = row(tournament, 3)
    LedgerRow.objects.filter(pk=old.pk).update(at=old.at + timedelta(seconds=1))


def edit_and_hash_again(tournament: Tournament) -> None:
    old = row(tournament, 3)
    old.data = {"role": "organizer"}
    old.hash = row_hash(old)
    old.save()


def delete_one(tournament: Tournament) -> None:
    row(tournament, 3).delete()


def delete_the_newest(tournament: Tournament) -> None:
    row(tournament, 6).delete()


def delete_all(tournament: Tournament) -> None:
    LedgerRow.objects.filter(chain_id=tournament.chain_key).delete()


def insert_one(tournament: Tournament) -> None:
    last = row(tournament, 6)
    made = LedgerRow(
        chain_id=last.chain_id, number=7, action="staff.accept", role="system", at=last.at, previous=last.hash
    )
    made.hash = row_hash(made)
    made.save()


def swap_two(tournament: Tournament) -> None:
    one, other = row(tournament, 3), row(tournament, 4)
    LedgerRow.objects.filter(pk=one.pk).update(number=99)
    LedgerRow.objects.filter(pk=other.pk).update(number=3)
    LedgerRow.objects.filter(pk=one.pk).update(number=4)


TAMPERINGS = [
    edit(data={"user": 1}),
    edit(action="staff.remove"),
    edit(role="office"),
    edit(actor=None, previous="1" * 64),
    edit_the_time,
    edit_and_hash_again,
    delete_one,
    delete_the_newest,
    delete_all,
    insert_one,
    swap_two,
]


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_tampering_is_found(chain: Tournament, tamper: Callable[[Tournament], None]) -> None:
    tamper(chain)
    assert verify_chain(chain.chain_key) != []


def test_a_chain_cut_short_with_its_head_is_found_by_the_published_head(chain: Tournament) -> None:
    """Deleting the newest rows and mending the head is only seen by the person who kept the printed head."""
    published = Chain.objects.get(key=chain.chain_key).head_hash
    row(chain, 6).delete()
    last = row(chain, 5)
    Chain.objects.filter(key=chain.chain_key).update(length=5, head_hash=last.hash)
    assert verify_chain(chain.chain_key) == []
    assert [item.code for item in verify_chain(chain.chain_key, expected_heads=[published])] == [
        "published_head"
    ]
