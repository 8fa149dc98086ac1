"""Asking to be friends, saying yes or no, ending it, sharing the agenda, blocking.

Whoever asks by a name reads the same whether somebody has it, is 12 to 15, has said no or has blocked them: their row
stays as it is, and says that an answer is waited for. People's rows are held in the order of their numbers, so that a
block made at the same time wins.
"""

from typing import TypedDict

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name, fold
from ledger.people import Account, blocked_ids
from ledger.quotas import require_quota
from ledger.shapes import Done
from tournaments.entries.questions import open_page

from .models import Block, Friendly, FriendlyNote, Friendship
from .questions import parted, young
from .selectors import (
    arrives,
    counts,
    friend_ids,
    friendships_between,
    mate_ids,
    meets,
    opponents_of,
    people_of,
)


class AboutFriendship(TypedDict):
    """The friendship that a command was about."""

    friendship: int


State = Friendship.State
MOST_A_DAY = 20
"""So many people one person asks within a day."""
MOST_WAITING = 40
"""So many requests of one person wait for an answer: one more and somebody is trying out names."""
ASKED = gettext_lazy("If you may ask somebody with this name, your request is now on their page.")
"""What people read after asking, whoever has the name, and whether anybody has."""


def lock_people(*users: int) -> None:
    """Hold the rows of these people until commit; raises UserError when the first of them is gone."""
    people = get_user_model().objects.select_for_update(no_key=True).order_by("pk")
    here = set(people.filter(pk__in=users, is_active=True).values_list("pk", flat=True))
    if users[0] not in here:
        raise gone()


def gone() -> UserError:
    """What everybody reads who meant something that is not there for them, whatever the reason."""
    return UserError("gone", _("This is no longer there. Look at the page again."))


@command("friend.ask")
def friend_ask(cmd: Command, *, username: str) -> AboutFriendship:
    """Ask the person who signs in with this name; the answer is the same when nobody does. Twice is once.

    Somebody of 12 to 15 is reached by clan mates alone, and who has blocked the actor by nobody's asking.
    """
    actor = cmd.actor.user
    username = fold(clean_name(username))[:60]
    if len(username) < 3:
        raise UserError("username", _("Enter this person's username."), field="username")
    found = get_user_model().objects.filter(username=username, guest_of="", is_active=True).first()
    if found == actor:
        raise UserError("username", _("This is your own name."), field="username")
    lock_people(actor.pk, *([found.pk] if found else []))
    made = Friendship.objects.filter(asker=actor, username=username).first()
    if made is None or made.hidden:
        _refuse_too_many(cmd)
        made = made or Friendship(asker=actor, username=username, asked_at=cmd.at)
        if made.asked is None and found is not None and _may_reach(actor, found.pk):
            made.asked = found
        _send(cmd, made)
    cmd.record(friendship=made.pk)
    return {"friendship": made.pk}


@command("friend.ask_mate")
def friend_ask_mate(cmd: Command, *, user_id: int) -> AboutFriendship:
    """Ask a clan mate, whom the actor knows without a name to sign in; who was asked by them says yes by it."""
    actor = cmd.actor.user
    lock_people(actor.pk, user_id)
    if user_id not in mate_ids(actor) - blocked_ids(actor):
        raise gone()
    made = friendships_between(actor.pk, user_id).first()
    if made is not None and made.asked_id == actor.pk:
        if made.hidden:
            made.delete()
            made = None
        elif made.state != State.ACCEPTED:
            _accept(cmd, made)
    if made is None or (made.asker_id == actor.pk and made.hidden):
        _refuse_too_many(cmd)
        _send(cmd, made or Friendship(asker=actor, asked_id=user_id, asked_at=cmd.at))
        made = friendships_between(actor.pk, user_id).get()
    cmd.record(friendship=made.pk)
    return {"friendship": made.pk}


def _send(cmd: Command, made: Friendship) -> None:
    """Keep a request, new or asked again; who is asked is told, unless they said no or a guardian comes first."""
    made.hidden = False
    made.save()
    if made.state == State.OPEN:
        _arrived(cmd, made)


def _refuse_too_many(cmd: Command) -> None:
    require_quota(cmd, MOST_A_DAY)
    waiting = Friendship.objects.filter(asker=cmd.actor.user, state=State.OPEN, hidden=False)
    if waiting.count() >= MOST_WAITING:
        raise UserError("too_many", _("Too many of your requests wait for an answer. Take some back first."))


def _may_reach(actor: Account, user_id: int) -> bool:
    """Whether asking by name reaches somebody: not who blocks, not twice, and of 12 to 15 only clan mates."""
    if user_id in blocked_ids(actor) or friendships_between(actor.pk, user_id).exists():
        return False
    return user_id in mate_ids(actor) or user_id not in young([user_id])


def _arrived(cmd: Command, made: Friendship) -> None:
    """Tell who is asked, unless a guardian must hear of it first."""
    if made.asked_id and arrives(made, young([made.asker_id])):
        cmd.notify("friend.asked", [made.asked_id])


@command("friend.accept")
def friend_accept(cmd: Command, *, friendship_id: int) -> AboutFriendship:
    """The actor says yes."""
    made = _of_actor(cmd, friendship_id)
    _require_asked(cmd, made)
    _accept(cmd, made)
    cmd.record(friendship=made.pk)
    return {"friendship": made.pk}


def _require_asked(cmd: Command, made: Friendship) -> None:
    """Refuse an answer of anybody but who was asked, and waits to be."""
    waits = made.state == State.OPEN and not made.hidden and made.asked_id == cmd.actor.user.pk
    if not waits or not arrives(made, young([made.asker_id])):
        raise gone()


def _accept(cmd: Command, made: Friendship) -> None:
    made.state, made.answered_at = State.ACCEPTED, cmd.at
    made.save(update_fields=["state", "answered_at"])


@command("friend.decline")
def friend_decline(cmd: Command, *, friendship_id: int) -> AboutFriendship:
    """The actor says no; the same person does not reach them again, and reads of no answer."""
    made = _of_actor(cmd, friendship_id)
    _require_asked(cmd, made)
    made.state, made.answered_at = State.DECLINED, cmd.at
    made.save(update_fields=["state", "answered_at"])
    cmd.record(friendship=made.pk)
    return {"friendship": made.pk}


@command("friend.end")
def friend_end(cmd: Command, *, friendship_id: int) -> Done:
    """The actor takes a request back, or ends a friendship; nobody is told. Twice is once."""
    made = _of_actor(cmd, friendship_id)
    if made.state == State.ACCEPTED and counts(made):
        made.delete()
    elif made.asker_id == cmd.actor.user.pk:
        # The row stays, so that its number tells the asker no answer.
        made.hidden, made.state = True, made.state if made.state == State.DECLINED else State.OPEN
        made.save(update_fields=["hidden", "state"])
    elif made.state == State.ACCEPTED:
        made.state = State.DECLINED
        made.save(update_fields=["state"])
    cmd.record(friendship=friendship_id)
    return {}


@command("friend.share")
def friend_share(cmd: Command, *, friendship_id: int, shares: bool) -> AboutFriendship:
    """The actor lets one friend see the agenda, or no longer."""
    made = _of_actor(cmd, friendship_id)
    if made.state != State.ACCEPTED or not counts(made):
        raise gone()
    field = f"{made.side_of(cmd.actor.user.pk)}_shares"
    setattr(made, field, shares)
    made.save(update_fields=[field])
    cmd.record(friendship=made.pk, shares=shares)
    return {"friendship": made.pk}


def _of_actor(cmd: Command, friendship_id: int) -> Friendship:
    """A friendship of the actor with both people's rows held; refused for everybody else's."""
    actor = cmd.actor.user
    mine = Friendship.objects.filter(Q(asker=actor) | Q(asked=actor), pk=friendship_id)
    sides = mine.values_list("asker_id", "asked_id").first()
    if sides is None:
        raise gone()
    lock_people(actor.pk, *filter(None, sides))
    made = mine.first()  # read again: the other may have ended it meanwhile
    if made is None:
        raise gone()
    return made


# --- blocking, and what a guardian knows -----------------------------------------------------------------------


@command("person.block")
def person_block(cmd: Command, *, user_id: int, page: str = "") -> Done:
    """The actor wants nothing to do with somebody they met here, or whose open ``page`` (its code) they read.

    Friendship, requests and games between them end, and neither reaches the other any more; tournaments do not ask.
    """
    actor = cmd.actor.user
    opened = open_page(page) if page else None
    user_id = opened.user_id if opened is not None and opened.user_id != actor.pk else user_id
    lock_people(actor.pk, user_id)
    if opened is None and user_id not in meets(actor):
        raise gone()
    Block.objects.get_or_create(
        owner=actor, other_id=user_id, defaults={"at": cmd.at, "name": _known_as(actor, user_id)}
    )
    _end_between(actor.pk, user_id)
    parted(actor.pk, user_id)
    between = Friendly.objects.filter(Q(proposer=actor, asked=user_id) | Q(proposer=user_id, asked=actor))
    call_off(cmd, between.filter(starts_at__gt=cmd.at), actor.pk)
    cmd.record(blocked=True)
    return {}


def _known_as(actor: Account, user_id: int) -> str:
    """By which name the actor knows somebody; kept, so that a block tells no name that is chosen later."""
    at_table = next((one.name for one in opponents_of(actor) if one.user_id == user_id), "")
    near = user_id in friend_ids(actor) | mate_ids(actor) or not at_table
    return people_of([user_id])[0].display_name if near else at_table


def _end_between(owner: int, other: int) -> None:
    """End what there is; of a request by a name the other keeps the row, which leads to nobody."""
    lives = friendships_between(owner, other)
    asked = lives.filter(asker=other).exclude(username="").exclude(state=State.ACCEPTED)
    asked.update(asked=None)
    lives.delete()


@command("person.unblock")
def person_unblock(cmd: Command, *, user_id: int) -> Done:
    """The actor takes a block back; what ended by it stays ended. Twice is once."""
    Block.objects.filter(owner=cmd.actor.user, other=user_id).delete()
    cmd.record(blocked=False)
    return {}


def call_off(cmd: Command, games: QuerySet[Friendly], user_id: int) -> None:
    """Call off this person's games that are proposed or agreed, in the order of their numbers; the others are told."""
    waiting = (Friendly.State.PROPOSED, Friendly.State.ACCEPTED)
    held = games.filter(state__in=waiting).order_by("pk").select_for_update(no_key=True)
    for one in held:
        one.state, one.changed_at, one.version = Friendly.State.CANCELLED, cmd.at, one.version + 1
        one.save(update_fields=["state", "changed_at", "version"])
        cmd.notify("friendly.called_off", [one.other_of(user_id)], friendly=one.pk)


def guardian_knows(cmd: Command, *, user_id: int, friendship_id: int) -> None:
    """Note inside a desk's command that the guardian of this person of 12 to 15 knows of a friend."""
    rows = Friendship.objects.filter(Q(asker=user_id) | Q(asked=user_id), pk=friendship_id)
    sides = rows.values_list("asker_id", "asked_id").first()
    if sides is None:
        raise gone()
    lock_people(*filter(None, sides))
    made = rows.first()
    if made is None or (made.asker_id != user_id and made.state != State.ACCEPTED):
        raise gone()
    side = made.side_of(user_id)
    if getattr(made, f"{side}_known"):
        return
    setattr(made, f"{side}_known", True)
    made.save(update_fields=[f"{side}_known"])
    if made.state == State.OPEN:
        _arrived(cmd, made)


def guardian_changed(user: Account) -> None:
    """Forget, inside the command that says so, whom a guardian knew of, and share with nobody: another one must say."""
    Friendship.objects.filter(asker=user).update(asker_known=False, asker_shares=False, asked_shares=False)
    Friendship.objects.filter(asked=user).update(asked_known=False, asker_shares=False, asked_shares=False)


@command("agenda.forget")
def agenda_forget(cmd: Command, *, user: Account) -> Done:
    """Part of an erasure: who is forgotten has no friends and plays no more; what they typed goes."""
    Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    Block.objects.filter(Q(owner=user) | Q(other=user)).delete()
    games = Friendly.objects.filter(Q(proposer=user) | Q(asked=user))
    call_off(cmd, games.filter(starts_at__gt=cmd.at), user.pk)
    games.update(place="")
    FriendlyNote.objects.filter(user=user).delete()
    cmd.record(user=user.pk)
    return {}
