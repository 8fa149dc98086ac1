"""Who belongs to an organization: asking an account, its answer, taking a role away, leaving.

Nothing is done in the name of an account before its owner says yes. Rows of the ledger hold the number of what was
asked alone until then: who reads them must not learn which names sign in.
"""

from datetime import timedelta
from typing import TypedDict

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name, fold
from ledger.people import Account, blocked_ids

from .models import Asked, Bar, Member, Organization
from .services import AboutOrganization, about, end, lock

Role, State = Member.Role, Asked.State
ASKED = gettext_lazy("If somebody signs in with this name, your question is now on their page.")
"""What is said after asking, whether or not the name exists."""
MOST_OPEN = 60
"""Questions of one organization that wait for an answer: one more and somebody is trying out names."""
MOST_A_DAY = 60
"""Questions one person asks in a day, over all organizations."""
_DAY = timedelta(days=1)


class AboutAsked(TypedDict):
    """What was asked."""

    asked: int


@command("member.ask")
def member_ask(cmd: Command, *, organization: Organization, username: str, role: str) -> AboutAsked:
    """An owner asks who signs in with this name to take a role; the answer is the same when nobody does.

    Twice is once. Who has said no is not asked again.
    """
    organization = lock(cmd, organization, Role.OWNER)
    username = folded_username(username)
    if role not in Role.values:
        raise UserError("role", _("Choose one of the roles."), field="role")
    made = Asked.objects.filter(organization=organization, username=username, role=role).first()
    if made is None or made.state in (State.WITHDRAWN, State.ACCEPTED):
        _refuse_too_many(cmd, organization)
        said = {
            "user": reached(cmd, username),
            "state": State.OPEN,
            "made_by": cmd.actor.user,
            "made_at": cmd.at,
        }
        made, _new = Asked.objects.update_or_create(
            organization=organization, username=username, role=role, defaults={**said, "answered_at": None}
        )
    cmd.record(asked=made.pk, role=role)
    return {"asked": made.pk}


def folded_username(text: str) -> str:
    """A username as it is stored; raises UserError for what cannot be one."""
    username = fold(clean_name(text))[:60]
    if len(username) < 3:
        raise UserError("username", _("Enter this person's username."), field="username")
    return username


def named(username: str) -> Account | None:
    """The account of a username, or None: a guest of one event has none."""
    return get_user_model().objects.filter(username=username, guest_of="", is_active=True).first()


def reached(cmd: Command, username: str) -> Account | None:
    """The account of a username as the actor reaches it: nobody, where one of both has blocked the other."""
    found = named(username)
    by = cmd.actor.user
    return None if found is not None and by is not None and found.pk in blocked_ids(by) else found


def _refuse_too_many(cmd: Command, organization: Organization) -> None:
    waiting = Asked.objects.filter(organization=organization, state=State.OPEN).count()
    today = Asked.objects.filter(made_by=cmd.actor.user, made_at__gt=cmd.at - _DAY).count()
    if waiting >= MOST_OPEN or today >= MOST_A_DAY:
        raise UserError("too_many", _("Too many questions are waiting for an answer. Wait for some of them."))


@command("member.withdraw")
def member_withdraw(cmd: Command, *, organization: Organization, asked_id: int) -> AboutAsked:
    """An owner takes a question back that nobody has answered."""
    organization = lock(cmd, organization, Role.OWNER)
    waiting = Asked.objects.filter(organization=organization, pk=asked_id, state=State.OPEN)
    waiting.update(state=State.WITHDRAWN, answered_at=cmd.at)
    cmd.record(asked=asked_id)
    return {"asked": asked_id}


@command("member.answer")
def member_answer(cmd: Command, *, organization: Organization, asked_id: int, accept: bool) -> AboutAsked:
    """The actor takes the role they were asked to take, or says no."""
    organization = lock(cmd, organization)
    user = cmd.actor.user
    # Kept until commit, so that nobody is erased and made a member at once.
    there = get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True)
    one = Asked.objects.filter(organization=organization, pk=asked_id, user=user, state=State.OPEN).first()
    if one is None or one.made_by_id in blocked_ids(user) or not there.exists():
        raise UserError("no_question", _("This question is no longer waiting for your answer."))
    one.state, one.answered_at = State.ACCEPTED if accept else State.DECLINED, cmd.at
    one.save(update_fields=["state", "answered_at"])
    cmd.record(asked=one.pk)
    if accept:
        Member.objects.get_or_create(
            organization=organization, user=user, role=one.role, defaults={"since": cmd.at}
        )
        cmd.record(user=user.pk, role=one.role)
    return {"asked": one.pk}


@command("member.remove")
def member_remove(cmd: Command, *, organization: Organization, user_id: int, role: str) -> AboutOrganization:
    """An owner takes a role away; the last owner stays."""
    organization = lock(cmd, organization, Role.OWNER)
    if role == Role.OWNER and not _other_owner(organization, user_id):
        raise UserError("last_owner", _("An organization needs an owner. Make somebody else one first."))
    gone, _rows = Member.objects.filter(organization=organization, user_id=user_id, role=role).delete()
    if not gone:
        raise UserError("no_member", _("This person no longer has this role."))
    cmd.record(user=user_id, role=role)
    return about(organization)


@command("member.leave")
def member_leave(cmd: Command, *, organization: Organization) -> AboutOrganization:
    """The actor lays down every role; the last owner hands over first, unless nobody else belongs to it."""
    organization = lock(cmd, organization)
    user = cmd.actor.user
    others = Member.objects.filter(organization=organization).exclude(user=user)
    owns = Member.objects.filter(organization=organization, user=user, role=Role.OWNER).exists()
    if owns and others.exists() and not _other_owner(organization, user.pk):
        raise UserError("last_owner", _("An organization needs an owner. Make somebody else one first."))
    _go(cmd, organization, user.pk)
    return about(organization)


@command("member.forget")
def member_forget(cmd: Command, *, organization: Organization, user_id: int) -> AboutOrganization:
    """Somebody who is erased goes from an organization, with what it asked of them and the bar against them.

    After the last owner the one who has belonged to it longest owns it, organizers first; with nobody left it ends.
    """
    organization = Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
    cmd.chain = organization.chain_key
    Bar.objects.filter(organization=organization, user_id=user_id).delete()
    Asked.objects.filter(organization=organization, user_id=user_id).delete()
    if organization.ended_at is None:
        _go(cmd, organization, user_id)
    return about(organization)


def _other_owner(organization: Organization, user_id: int) -> bool:
    owners = Member.objects.filter(organization=organization, role=Role.OWNER, user__is_active=True)
    return owners.exclude(user_id=user_id).exists()


def _go(cmd: Command, organization: Organization, user_id: int) -> None:
    """Take every role of a person away; somebody goes on owning it, or it ends."""
    Member.objects.filter(organization=organization, user_id=user_id).delete()
    cmd.record(user=user_id, left=True)
    if _other_owner(organization, user_id):
        return
    left = Member.objects.filter(organization=organization, user__is_active=True)
    heirs = sorted(left, key=lambda one: (Role.values.index(one.role), one.since, one.pk))
    if not heirs:
        end(cmd, organization)
        return
    heir = heirs[0].user_id
    Member.objects.get_or_create(
        organization=organization, user_id=heir, role=Role.OWNER, defaults={"since": cmd.at}
    )
    cmd.record(owner=heir)
