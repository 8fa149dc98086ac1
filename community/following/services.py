"""Following and no longer following, and telling people of what is new. No row of the ledger says who is followed."""

from datetime import timedelta
from typing import TypedDict

from django.core.cache import cache
from django.db.models import Min, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.people import Account, blocked_ids
from ledger.quotas import require_quota
from ledger.shapes import Done
from tournaments.agenda.friend_services import gone, lock_people

from .models import Follow
from .selectors import Mark, marks_of, may_follow

MOST_FOLLOWED = 100
"""So much one person follows."""
MOST_A_DAY = 60
"""So often one person begins to follow something within a day."""
AGAIN = timedelta(hours=1)
"""When nothing was new, it is looked at again so much later."""
QUIET = timedelta(hours=12)
"""After telling somebody of something, nothing more is told for so long."""
EVERY, AT_ONCE, MOST_COUNTED = 60, 100, 99


class AboutFollow(TypedDict):
    """The follow that a command was about."""

    follow: int


class Looked(TypedDict):
    """How many things had something new, of those that somebody follows."""

    new: int


@command("follow.add")
def follow_add(cmd: Command, *, kind: str, number: int) -> AboutFollow:
    """The actor follows a thing that everybody may see, from what it shows now on; twice is once.

    Somebody who was blocked by a player reads no difference, and is told nothing.
    """
    user = cmd.actor.user
    # Both rows are held: a page that is closed, or a block, beside this comes before it or after.
    lock_people(user.pk, *([number] if kind == "player" else []))
    if kind == "player" and not may_follow(number):
        raise gone()
    known = Follow.objects.filter(user=user, **{kind: number}).first()
    if known is None:
        if kind == "player" and number == user.pk:
            raise UserError("own", _("This is your own page."))
        require_quota(cmd, MOST_A_DAY)
        mine = Follow.objects.filter(user=user)
        if mine.count() >= MOST_FOLLOWED:
            text = _("You follow %(count)s things already. Stop following one of them first.")
            raise UserError("full", text % {"count": MOST_FOLLOWED})
        first = mine.aggregate(next_at=Min("next_at"))["next_at"]
        known = Follow(user=user, since=cmd.at, next_at=first or cmd.at + AGAIN)
        setattr(known, f"{kind}_id", number)
        known.silent = kind == "player" and number in blocked_ids(user)
        known.seen, known.also = marks_of([known]).get(known.pk, Mark())
        known.save()
    cmd.record(follow=known.pk)
    return {"follow": known.pk}


@command("follow.drop")
def follow_drop(cmd: Command, *, number: int) -> Done:
    """The actor follows something no longer. Twice is once."""
    Follow.objects.filter(user=cmd.actor.user, pk=number).delete()
    cmd.record(follow=number)
    return {}


@command("follow.look", own_chain=True)
def follow_look(cmd: Command, *, user_id: int) -> Looked:
    """Tell somebody how much of what they follow has something new: one notice of events, one of all else.

    The rows are held, so two looks at once tell once. What the page shows no more is not told of, and less than was
    seen is nothing new.
    """
    mine = list(Follow.objects.select_for_update(no_key=True).filter(user=user_id).order_by("pk"))
    if not mine or min(one.next_at for one in mine) > cmd.at:
        return {"new": 0}
    marks = marks_of(mine)
    new = [one for one in mine if _is_new(one, marks.get(one.pk, Mark()))]
    for one in new:
        one.seen, one.also = map(max, marks[one.pk], (one.seen, one.also))
        one.new_at = cmd.at
    Follow.objects.bulk_update(new, ["seen", "also", "new_at"])
    Follow.objects.filter(user=user_id).update(next_at=cmd.at + (QUIET if new else AGAIN))
    events = sum(one.event_id is not None for one in new)
    for name, count in (("following.events", events), ("following.others", len(new) - events)):
        if count:
            cmd.notify(name, [user_id], found=min(count, MOST_COUNTED))
    return {"new": len(new)}


def _is_new(follow: Follow, mark: Mark) -> bool:
    return mark.seen > follow.seen or mark.also > follow.also


def follows_sweep() -> None:
    """Look after everybody whose time has come; at most once a minute, whichever process asks."""
    if not cache.add("follows-swept", 1, EVERY):
        return
    due = Follow.objects.filter(next_at__lte=timezone.now()).values("user").order_by()
    people = due.annotate(first=Min("next_at")).order_by("first").values_list("user", flat=True)[:AT_ONCE]
    for one in list(people):
        follow_look(actor=SYSTEM, user_id=one)


# --- what ends by itself, inside the command that ends it ------------------------------------------------------


def player_closed(user: Account) -> None:
    """A player lets nobody follow them any more: whoever did follows nobody now, and is not told."""
    Follow.objects.filter(player=user).delete()


def player_parted(owner: int, other: int) -> None:
    """Somebody blocked somebody: they follow no longer, and who is blocked is told nothing more, and not why."""
    Follow.objects.filter(user=owner, player=other).delete()
    Follow.objects.filter(user=other, player=owner).update(silent=True)


@command("follow.forget")
def follows_forget(cmd: Command, *, user: Account) -> Done:
    """Part of an erasure: who is forgotten follows nothing and is followed by nobody."""
    Follow.objects.filter(Q(user=user) | Q(player=user)).delete()
    cmd.record(user=user.pk)
    return {}
