"""A chain of everybody is parted by person: who writes where, what stays as it was, and that all of it is verified."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ledger.commands import (
    BEFORE_THE_FIRST,
    PARTS,
    SITE_CHAIN,
    SYSTEM,
    Actor,
    Command,
    Parted,
    command,
    row_hash,
)
from ledger.hashing import digest
from ledger.models import Chain, IdempotencyKey, LedgerRow
from ledger.selectors import parts_of, verify_chain
from tests.ledger.chains import broken
from tests.tournaments.hall import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@command("parted.write")
def write(cmd: Command, **about: Any) -> dict[str, int]:
    """A command of no tournament."""
    cmd.record(**about)
    return {"length": len(about)}


def where() -> str:
    """The chain of the row that was written last."""
    return LedgerRow.objects.latest("pk").chain_id


def test_what_a_person_does_stands_in_their_part_and_what_nobody_did_in_the_whole() -> None:
    one, two = make_user(), make_user()
    write(actor=Actor(one, "player"))
    first = where()
    assert first == f"site/{one.pk % PARTS:02x}" == SITE_CHAIN.of(one.pk)
    write(actor=Actor(two, "player"), user=one.pk)
    assert where() == SITE_CHAIN.of(two.pk) != first  # by who acts
    write(actor=SYSTEM, user=one.pk)
    assert where() == first  # by whom it is about, where the system acts
    write(actor=SYSTEM, user="somebody")
    assert where() == "site"
    write(actor=SYSTEM)
    assert where() == "site" and parts_of("site") == sorted({"site", first, SITE_CHAIN.of(two.pk)})
    assert {Parted("x").of(number) for number in range(1000)} == {f"x/{part:02x}" for part in range(256)}


def test_a_key_that_was_used_before_there_were_parts_is_known_again() -> None:
    user = make_user()
    write(actor=Actor(user, "player"), key="sent twice")
    rows = LedgerRow.objects.count()
    # The hash of a request names the whole, as code without parts does: who sends it again meanwhile is answered.
    assert IdempotencyKey.objects.get().request_hash == digest(["parted.write", "site", {}])
    assert write(actor=Actor(user, "player"), key="sent twice") == {"length": 0}
    assert LedgerRow.objects.count() == rows


def old_row(number: int, previous: str) -> LedgerRow:
    """A row of the chain as it was when all wrote in one."""
    row = LedgerRow(
        chain_id="site",
        number=number,
        action="old.write",
        actor=make_user(),
        role="player",
        previous=previous,
    )
    row.at, row.data = make_user().date_joined, {"old": number}
    row.hash = row_hash(row)
    row.save()
    return row


def test_the_chain_of_before_still_verifies_and_goes_on() -> None:
    Chain.objects.create(key="site")
    first = old_row(1, BEFORE_THE_FIRST)
    second = old_row(2, first.hash)
    Chain.objects.filter(key="site").update(length=2, head_hash=second.hash)
    write(actor=Actor(make_user(), "player"))
    write(actor=SYSTEM)
    assert LedgerRow.objects.latest("pk").previous == second.hash
    assert len(parts_of("site")) == 2 and broken("site") == []


def test_a_row_changed_in_one_part_is_found_by_the_name_of_the_whole() -> None:
    user = make_user()
    write(actor=Actor(user, "player"))
    write(actor=Actor(make_user(), "player"))
    said = StringIO()
    call_command("verify_ledger", "site", stdout=said)
    assert f"site/{user.pk % PARTS:02x}: whole" in said.getvalue()
    LedgerRow.objects.filter(chain_id=SITE_CHAIN.of(user.pk)).update(data={"other": 1})
    assert [one.code for one in verify_chain(SITE_CHAIN.of(user.pk))] == ["edited"]
    with pytest.raises(CommandError, match="1 of 2 chains are broken"):
        call_command("verify_ledger", "site", stdout=StringIO())
    with pytest.raises(CommandError, match="no chain nowhere"):
        call_command("verify_ledger", "nowhere", stdout=StringIO())
