"""Creating a clan, inviting, joining, leaving: each under the clan's row, so a ninth place is given once.

Ledger rows hold ids, never a name or the secret of a link.
"""

import secrets
from typing import TypedDict

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name, fold
from ledger.people import Account, blocked_ids
from ledger.quotas import require_quota

from .models import MOST_MEMBERS, NAME_LENGTH, Clan, Membership


class AboutClan(TypedDict):
    """The clan that a command was about."""

    clan: int


RULE = "G.clan"
CODE_BYTES = 12
MOST_FOUNDED = 5
"""So many clans one person founds within a day."""


@command("clan.create")
def clan_create(cmd: Command, *, name: str) -> AboutClan:
    """The actor founds a clan and leads it; two clans never have the same name."""
    require_quota(cmd, MOST_FOUNDED)
    name = clean_name(name)[:NAME_LENGTH]
    if len(name) < 2:
        raise UserError("name", _("Enter a name for your clan."), field="name")
    _refuse_second_clan(cmd.actor.user)
    try:
        with transaction.atomic():
            clan = Clan.objects.create(
                name=name,
                folded=fold(name)[: NAME_LENGTH * 4],
                leader=cmd.actor.user,
                code=secrets.token_urlsafe(CODE_BYTES),
                founded_at=cmd.at,
            )
    except IntegrityError as error:
        raise UserError(
            "name_taken", _("There is already a clan with this name. Choose another name."), field="name"
        ) from error
    _take_place(cmd, clan)
    cmd.record(clan=clan.pk, user=cmd.actor.user.pk)
    return {"clan": clan.pk}


@command("clan.join")
def clan_join(cmd: Command, *, code: str) -> AboutClan:
    """The actor joins the clan a link invites into; a tenth member is refused (G.clan), and so is a second clan."""
    clan = Clan.objects.select_for_update(no_key=True).filter(code=code, ended_at=None).first()
    if clan is None or clan.leader_id in blocked_ids(cmd.actor.user):
        raise UserError("link", _("This link no longer works. Ask the leader of the clan for a new one."))
    _refuse_second_clan(cmd.actor.user)
    _take_place(cmd, clan)
    cmd.record(clan=clan.pk, user=cmd.actor.user.pk)
    return {"clan": clan.pk}


@command("clan.leave")
def clan_leave(cmd: Command) -> AboutClan:
    """The actor leaves; after the leader the one who has been in longest leads, and an empty clan ends."""
    clan = _own(cmd)
    Membership.objects.filter(clan=clan, user=cmd.actor.user).delete()
    cmd.record(clan=clan.pk, user=cmd.actor.user.pk)
    if clan.leader_id == cmd.actor.user.pk:
        _next_leader(cmd, clan)
    return {"clan": clan.pk}


@command("clan.remove")
def clan_remove(cmd: Command, *, user_id: int) -> AboutClan:
    """The leader takes a member out. The link is replaced, because that member knows it."""
    clan = _own(cmd, leading=True)
    if user_id == clan.leader_id:
        raise UserError("leader", _("You lead this clan. Leave it instead."))
    gone, _rows = Membership.objects.filter(clan=clan, user_id=user_id).delete()
    if not gone:
        raise UserError("no_member", _("This person is no longer in your clan."))
    _renew(clan)
    cmd.record(clan=clan.pk, user=user_id)
    return {"clan": clan.pk}


@command("clan.renew_link")
def clan_renew_link(cmd: Command) -> AboutClan:
    """The leader makes a new link that invites; the one before stops working."""
    clan = _own(cmd, leading=True)
    _renew(clan)
    cmd.record(clan=clan.pk)
    return {"clan": clan.pk}


@command("clan.hand_over")
def clan_hand_over(cmd: Command, *, user_id: int) -> AboutClan:
    """The leader lets another member lead."""
    clan = _own(cmd, leading=True)
    if not Membership.objects.filter(clan=clan, user_id=user_id).exists():
        raise UserError("no_member", _("This person is no longer in your clan."))
    clan.leader_id = user_id
    clan.save(update_fields=["leader"])
    cmd.record(clan=clan.pk, user=user_id)
    return {"clan": clan.pk}


@command("clan.show")
def clan_show(cmd: Command, *, shown: bool) -> AboutClan:
    """The actor lets everybody know of the membership, or the clan and staff alone; another clan begins hidden."""
    clan = _own(cmd)
    Membership.objects.filter(clan=clan, user=cmd.actor.user).update(shown=shown)
    cmd.record(clan=clan.pk, user=cmd.actor.user.pk, shown=shown)
    return {"clan": clan.pk}


def _refuse_second_clan(user: Account) -> None:
    if Membership.objects.filter(user=user).exists():
        raise UserError("in_clan", _("You are already in a clan. Leave it first."), rule=RULE)


def _take_place(cmd: Command, clan: Clan) -> None:
    """Give the actor the lowest free place of a clan whose row is held.

    Somebody who joins two clans at once holds two rows: there the constraint decides, one clan for one person.
    """
    taken = set(Membership.objects.filter(clan=clan).values_list("place", flat=True))
    free = [place for place in range(1, MOST_MEMBERS + 1) if place not in taken]
    if not free:
        raise UserError(
            "full",
            _("This clan is full: a clan has at most %(count)s members.") % {"count": MOST_MEMBERS},
            rule=RULE,
        )
    try:
        with transaction.atomic():
            Membership.objects.create(clan=clan, user=cmd.actor.user, place=free[0], joined_at=cmd.at)
    except IntegrityError as error:
        raise UserError("in_clan", _("You are already in a clan. Leave it first."), rule=RULE) from error


def _own(cmd: Command, *, leading: bool = False) -> Clan:
    """The actor's clan, its row held; refused for who is in none or, when ``leading``, does not lead it."""
    mine = Membership.objects.filter(user=cmd.actor.user).values("clan")
    clan = Clan.objects.select_for_update(no_key=True).filter(pk__in=mine).first()
    # Read again under the lock: the leader may have taken the actor out a moment ago.
    if clan is None or not Membership.objects.filter(clan=clan, user=cmd.actor.user).exists():
        raise UserError("no_clan", _("You are not in a clan."))
    if leading and clan.leader_id != cmd.actor.user.pk:
        raise UserError("not_leader", _("Only the leader of the clan can do this."))
    return clan


def _renew(clan: Clan) -> None:
    clan.code = secrets.token_urlsafe(CODE_BYTES)
    clan.save(update_fields=["code"])


def _next_leader(cmd: Command, clan: Clan) -> None:
    heir = Membership.objects.filter(clan=clan).order_by("joined_at", "place").first()
    if heir is None:
        clan.ended_at = cmd.at
        clan.save(update_fields=["ended_at"])
        cmd.record(ended=True)
        return
    clan.leader_id = heir.user_id
    clan.save(update_fields=["leader"])
    cmd.record(leader=heir.user_id)
