"""Searches that people keep, and telling them of what is new: one notice for all of somebody's, at most one a week."""

from datetime import timedelta
from typing import TypedDict

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db.models import Min
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.shapes import Done

from .filters import FindForm, filters_in, filters_of
from .models import LONGEST_ADDRESS, MOST_KEPT, KeptFilter
from .selectors import found

FACT = "search.found"
WEEK, DAY = timedelta(days=7), timedelta(days=1)
EVERY = 3_600
"""Seconds between two looks at what is due, no matter who asks."""
AT_ONCE = 200
"""People looked after in one look; the others wait for the next."""
MOST_COUNTED = 99


class Kept(TypedDict):
    """A search that is kept."""

    filter: int


class Looked(TypedDict):
    """What a look at somebody's searches found, and whether it was time for one."""

    new: int
    due: bool


@command("filter.keep")
def filter_keep(cmd: Command, *, query: str) -> Kept:
    """The actor wants to hear of what fits a search; twice is once. A sixth is refused."""
    user = cmd.actor.user
    form = FindForm(QueryDict(query))
    filters = filters_of(form)
    if form.errors or not filters.set or user.guest_of:
        raise UserError("filter", _("Choose first what you look for."))
    address = filters.address()
    if len(address) > LONGEST_ADDRESS:
        raise UserError("filter", _("This search is too long to keep."))
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
    mine = list(KeptFilter.objects.filter(user=user))
    known = next((one for one in mine if one.query == address), None)
    if known is not None:
        return {"filter": known.pk}
    free = [place for place in range(1, MOST_KEPT + 1) if place not in {one.place for one in mine}]
    if not free:
        text = _("You keep %(count)s searches already. Remove one of them first.")
        raise UserError("full", text % {"count": MOST_KEPT})
    next_at = mine[0].next_at if mine else cmd.at + DAY
    kept = {"place": free[0], "made_at": cmd.at, "told_at": cmd.at, "next_at": next_at}
    made = KeptFilter.objects.create(user=user, query=address, **kept)
    cmd.record(user=user.pk, filter=made.pk)
    return {"filter": made.pk}


@command("filter.drop")
def filter_drop(cmd: Command, *, number: int) -> Done:
    """The actor wants to hear nothing more of one search."""
    KeptFilter.objects.filter(user=cmd.actor.user, pk=number).delete()
    cmd.record(user=cmd.actor.user.pk, filter=number)
    return {}


@command("filter.look", own_chain=True)
def filter_look(cmd: Command, *, user_id: int) -> Looked:
    """Tell somebody how many tournaments are new that fit one of their searches, if a week has gone by since.

    The rows are held, so two looks at once tell once; nothing is told when nothing is new, and looked at again
    tomorrow.
    """
    mine = list(KeptFilter.objects.select_for_update().filter(user=user_id).order_by("pk"))
    if not mine or min(one.next_at for one in mine) > cmd.at:
        return {"new": 0, "due": False}
    new: set[int] = set()
    for one in mine:
        rows = found(filters_in(one.query), cmd.at).filter(listed_at__gt=one.told_at, listed_at__lte=cmd.at)
        new.update(rows.values_list("pk", flat=True)[:MOST_COUNTED])
    rows_of = KeptFilter.objects.filter(user=user_id)
    if new:
        rows_of.update(told_at=cmd.at, next_at=cmd.at + WEEK)
        cmd.notify(FACT, [user_id], found=min(len(new), MOST_COUNTED))
    else:
        rows_of.update(next_at=cmd.at + DAY)
    return {"new": len(new), "due": True}


def filters_sweep() -> None:
    """Look after everybody whose time has come; at most once an hour, whichever process asks."""
    if cache.add("kept-filters-swept", 1, EVERY):
        look_for_all()


def look_for_all() -> int:
    """How many people were told."""
    due = KeptFilter.objects.filter(next_at__lte=timezone.now()).values("user").order_by()
    people = due.annotate(first=Min("next_at")).order_by("first").values_list("user", flat=True)[:AT_ONCE]
    return sum(filter_look(actor=SYSTEM, user_id=one)["new"] > 0 for one in list(people))
