"""Who works and who is asked through the API: roles offered and taken away, invitations, the office's word."""

from typing import Any

from django.contrib.auth import get_user_model
from django.http import Http404
from rest_framework import serializers

from tournaments.events import services as events
from tournaments.events.access import Right
from tournaments.events.invitation_services import invitation_make, invitation_withdraw
from tournaments.events.models import Invitation, Staff
from tournaments.events.zone_services import MOST_TABLES, staff_zone

from .fields import Flag, short_text, whole
from .operations import ORGANIZE, Call, operation

ONE = "tournaments/<slug:slug>/"
ROLES = tuple(Staff.Role.values)


class RoleBody(serializers.Serializer):
    """Who is asked to work here, in which role."""

    username = short_text(60)
    role = serializers.ChoiceField(choices=ROLES)


class TakenRoleBody(serializers.Serializer):
    """Whose role is taken away."""

    person = whole(1, 2**31 - 1)
    role = serializers.ChoiceField(choices=ROLES)


class ZoneBody(serializers.Serializer):
    """Who looks after which tables, by the first and the last; 0 and 0: none any more."""

    person = whole(1, 2**31 - 1)
    first = whole(0, MOST_TABLES)
    last = whole(0, MOST_TABLES)


class ApprovalBody(serializers.Serializer):
    """What the office decides; a rejection has its reason."""

    approve = Flag()
    note = short_text(300, required=False)


class InviteBody(serializers.Serializer):
    """Who is asked to play."""

    username = short_text(60)


@operation(f"{ONE}staff/", "invitation.make", scope=ORGANIZE, right="staff", body=RoleBody)
def offer_role(call: Call) -> Any:
    """Ask somebody to work here; they say yes on their page."""
    tournament = call.tournament
    asked = {"kind": Invitation.Kind.STAFF, **call.said}
    return invitation_make(actor=call.staff(tournament), key=call.key, tournament=tournament, **asked)


@operation(f"{ONE}invitations/", "invitation.make", scope=ORGANIZE, right="entries", body=InviteBody)
def invite_player(call: Call) -> Any:
    """Ask somebody with an account to play; they say yes on their page."""
    tournament = call.tournament
    asked = {"kind": Invitation.Kind.PLAY, **call.said}
    return invitation_make(actor=call.staff(tournament), key=call.key, tournament=tournament, **asked)


@operation(
    f"{ONE}invitations/<int:invitation>/withdraw/", "invitation.withdraw", scope=ORGANIZE, right="entries"
)
def withdraw_invitation(call: Call) -> Any:
    """Take back an invitation that waits, by the number that making it answered; a role is the organizer's."""
    tournament, number = call.tournament, call.path["invitation"]
    actor = call.staff(tournament)
    found = Invitation.objects.filter(tournament=tournament, pk=number).first()
    if found is None:
        raise Http404
    if found.kind == Invitation.Kind.STAFF:
        actor = call.staff(tournament, Right.STAFF)
    return invitation_withdraw(actor=actor, key=call.key, tournament=tournament, invitation_id=number)


@operation(f"{ONE}staff/remove/", "staff.remove", scope=ORGANIZE, right="staff", body=TakenRoleBody)
def take_role(call: Call) -> Any:
    """Take a role away from somebody, by the number that `desk/staff/` says; the last organizer stays."""
    tournament = call.tournament
    actor = call.staff(tournament)
    params = {"user": _person(call), "role": call.said["role"]}
    return events.staff_remove(actor=actor, key=call.key, tournament=tournament, **params)


@operation(f"{ONE}staff/zone/", "staff.zone", scope=ORGANIZE, right="zones", body=ZoneBody)
def give_zone(call: Call) -> Any:
    """Give a judge the tables to look after, by the number that `desk/staff/` says; 0 and 0 take the zone away."""
    tournament = call.tournament
    actor = call.staff(tournament)
    params = {"user": _person(call), "first": call.said["first"], "last": call.said["last"]}
    return staff_zone(actor=actor, key=call.key, tournament=tournament, **params)


def _person(call: Call) -> Any:
    """Whom the body names, or 404."""
    user = get_user_model().objects.filter(pk=call.said["person"]).first()
    if user is None:
        raise Http404
    return user


@operation(
    f"{ONE}approval/", "tournament.decide_approval", scope=ORGANIZE, right="approve", body=ApprovalBody
)
def decide_approval(call: Call) -> Any:
    """Approve a tournament as Organized Play, or say why not, as the office."""
    tournament = call.tournament
    actor = call.staff(tournament)
    return events.tournament_decide_approval(actor=actor, key=call.key, tournament=tournament, **call.said)
