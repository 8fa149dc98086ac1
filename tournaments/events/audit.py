"""What the ledger says of tournaments and their staff, compared with the tables."""

from collections.abc import Iterator

from ledger.audits import Difference
from ledger.hashing import canonical, plain
from ledger.models import Chain, LedgerRow

from .models import Staff, Tournament


def tournaments_audit() -> Iterator[Difference]:
    """Every tournament has its chain, which begins with its making; nothing else deletes or replaces one."""
    begun = set(LedgerRow.objects.filter(number=1).values_list("chain_id", flat=True))
    chains = set(Chain.objects.filter(length__gt=0).values_list("key", flat=True))
    for slug in Tournament.objects.order_by("pk").values_list("slug", flat=True):
        key = f"t-{slug}"
        if key not in chains or key not in begun:
            yield Difference(key, "the whole chain is gone")


def policies_audit() -> Iterator[Difference]:
    """Every tournament has the rules of play that it was made with, or that it was given last."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, action__startswith="tournament.")
        told = None
        for data in rows.order_by("number").values_list("data", flat=True):
            told = data.get("policy", told)
            told = data.get("values", {}).get("policy", [None, told])[1]
        now = plain(tournament.policy)
        # A field that only a newer release has was told by no older row.
        if any(
            name in now and canonical(now[name]) != canonical(value) for name, value in (told or {}).items()
        ):
            yield Difference(tournament.chain_key, "its rules of play are others than the ledger says")


def staff_audit() -> Iterator[Difference]:
    """Who works at a tournament: who made it, who said yes, less who was taken off."""
    for tournament in Tournament.objects.order_by("pk").iterator():
        told = staff_in_ledger(tournament)
        held = set(Staff.objects.filter(tournament=tournament).values_list("user_id", "role"))
        for user, role in sorted(held - told):
            yield Difference(tournament.chain_key, f"person {user} is {role}, and no row says so")
        for user, role in sorted(told - held):
            yield Difference(tournament.chain_key, f"person {user} is no {role} any more, and no row says so")


def staff_in_ledger(tournament: Tournament) -> set[tuple[int, str]]:
    """The staff as the rows of the ledger have it."""
    told: set[tuple[int, str]] = {(tournament.created_by_id, Staff.Role.ORGANIZER)}
    rows = LedgerRow.objects.filter(
        chain_id=tournament.chain_key, action__in=("staff.accept", "staff.remove")
    )
    for action, data in rows.order_by("number").values_list("action", "data"):
        one = (data.get("user"), data.get("role"))
        if action == "staff.accept":
            told.add(one)
        else:
            told.discard(one)
    return told
