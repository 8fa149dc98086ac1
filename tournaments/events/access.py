"""Who may do what in a tournament: rights are relations of a person to one event, never global."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Self

from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.functions import Concat
from django.http import Http404

from ledger.commands import Actor
from ledger.models import Chain
from ledger.people import Account, Person
from tournaments.organizations.models import Member
from tournaments.organizations.selectors import ORGANIZING, organizes

from .models import Staff, Tournament
from .questions import is_entered
from .standing import Power, has_power, with_power

ORGANIZER, HEAD_JUDGE = Staff.Role.ORGANIZER, Staff.Role.HEAD_JUDGE
JUDGE, SCOREKEEPER, DOOR = Staff.Role.JUDGE, Staff.Role.SCOREKEEPER, Staff.Role.DOOR
OFFICE = "office"


class Right(StrEnum):
    """Everything somebody may do in a tournament, one row each: its name, and the roles that give it.

    The order of the roles is the order in which the ledger names them when a person holds several.
    """

    roles: tuple[str, ...]

    def __new__(cls, name: str, *roles: str) -> Self:
        """A row: the name as templates and programs write it, then who has it."""
        member = str.__new__(cls, name)
        member._value_, member.roles = name, roles
        return member

    SEE_UNPUBLISHED = "see_unpublished", ORGANIZER, HEAD_JUDGE, JUDGE, SCOREKEEPER, OFFICE
    EDIT = "edit", ORGANIZER
    STAFF = "staff", ORGANIZER
    ZONES = "zones", HEAD_JUDGE, ORGANIZER  # which judge looks after which tables
    APPROVE = "approve", OFFICE
    DESK = "desk", SCOREKEEPER, ORGANIZER, HEAD_JUDGE, JUDGE
    ENTRIES = "entries", SCOREKEEPER, ORGANIZER
    DOOR = "door", SCOREKEEPER, ORGANIZER, DOOR  # checking in and taking the fee: all that a door helper may
    TILL = "till", SCOREKEEPER, ORGANIZER  # what was taken by whom, paying back, closing, prizes
    PAIR = "pair", SCOREKEEPER, ORGANIZER, HEAD_JUDGE
    RESULT = "result", SCOREKEEPER, JUDGE, HEAD_JUDGE, ORGANIZER
    CORRECT = "correct", HEAD_JUDGE, SCOREKEEPER, ORGANIZER
    RULE = "rule", JUDGE, HEAD_JUDGE
    CALLS = "calls", HEAD_JUDGE, JUDGE  # some wait for the head judge, who is that here as well as a judge
    LOGS = "logs", JUDGE, HEAD_JUDGE
    LAW = "law", JUDGE, HEAD_JUDGE, ORGANIZER, OFFICE  # what another law would change
    DECKS = "decks", JUDGE, HEAD_JUDGE
    PENALTIES = "penalties", HEAD_JUDGE, JUDGE
    HISTORY = "history", HEAD_JUDGE, OFFICE
    PRECEDENTS = "precedents", HEAD_JUDGE, JUDGE
    REAL_NAMES = "real_names", SCOREKEEPER, ORGANIZER, HEAD_JUDGE, JUDGE
    GUARDIANS = "guardians", SCOREKEEPER, ORGANIZER
    DECK_DEADLINE = "deck_deadline", ORGANIZER, HEAD_JUDGE, JUDGE
    DECK_STATUS = "deck_status", SCOREKEEPER, ORGANIZER, JUDGE, HEAD_JUDGE
    AUDIT = "audit", HEAD_JUDGE, ORGANIZER, SCOREKEEPER, OFFICE


HIDDEN_WHILE_PLAYING = frozenset({Right.LOGS, Right.LAW, Right.DECKS, Right.PENALTIES, Right.HISTORY})
"""Rights to what other players keep secret (hands, lists, penalties): somebody who plays here has none of them."""

EARNED = {
    Right.HISTORY: Power.MEMORY,
    Right.PRECEDENTS: Power.PRECEDENTS,
    Right.REAL_NAMES: Power.REAL_NAMES,
    Right.GUARDIANS: Power.GUARDIANS,
}
"""Rights over personal data that was not typed in the event: no role gives them where the standing lacks the power."""


def roles_of(user: Person, tournament: Tournament) -> frozenset[str]:
    """All roles a person holds here, ``office`` included; nobody signed in holds none, and a guest never any."""
    if not user.is_authenticated or user.guest_of:
        return frozenset()
    named = set(Staff.objects.filter(tournament=tournament, user=user).values_list("role", flat=True))
    if tournament.organization_id is not None and organizes(user, tournament.organization_id):
        named.add(ORGANIZER)
    return _roles(user, named)


def _roles(user: Account, named: Iterable[str]) -> frozenset[str]:
    """What somebody may be who is named so on the staff."""
    roles = set(named)
    if user.works_as_office:
        roles.add(OFFICE)
    if not user.may_use_power:
        roles.discard(HEAD_JUDGE)
    return frozenset(roles)


def takes_part(user: Person, tournament: Tournament) -> bool:
    """Whether a person plays here: entered and not withdrawn, in a tournament that is not over.

    Who dropped out still counts: the others play on with the decks they knew. At the end nothing is secret from a
    judge any more, whether they played or not.
    """
    if tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED):
        return False
    return user.is_authenticated and is_entered(user, tournament)


def rights_of(user: Person, tournament: Tournament, roles: frozenset[str] | None = None) -> frozenset[Right]:
    """All rights a person has here (for menus); what :data:`HIDDEN_WHILE_PLAYING` says is taken away.

    ``roles``: as they have just been read, by whom the page let in.
    """
    roles = roles_of(user, tournament) if roles is None else roles
    rights = _given(roles, tournament)
    if rights & HIDDEN_WHILE_PLAYING and takes_part(user, tournament):
        return rights - HIDDEN_WHILE_PLAYING
    return rights


def worked_at(user: Account) -> Q:
    """The events somebody works at, as a condition of a query: named on the staff, or organizer of whose they are."""
    organized = Member.objects.filter(user=user, role__in=ORGANIZING).values("organization")
    named = Staff.objects.filter(user=user).values("tournament")
    return Q(pk__in=named) | Q(organization__in=organized)


def judges_somewhere(user: Person) -> bool:
    """Whether somebody judges where precedents are read, or is the office: who may read what is for judges."""
    if not user.is_authenticated or user.guest_of:
        return False
    return user.works_as_office or (
        Staff.objects.filter(
            with_power(Power.PRECEDENTS, "tournament__"), user=user, role__in=(JUDGE, HEAD_JUDGE)
        ).exists()
    )


def _given(roles: frozenset[str], tournament: Tournament) -> frozenset[Right]:
    return frozenset(
        right for right in Right if roles.intersection(right.roles) and _exists(right, tournament)
    )


def _exists(right: Right, tournament: Tournament) -> bool:
    """Whether anybody can have the right in an event of this standing."""
    return right not in EARNED or has_power(tournament, EARNED[right])


def rights_here(
    user: Person, tournament: Tournament, named: Iterable[str], *, entered: bool
) -> frozenset[Right]:
    """The same rights for a page that has read already how the staff is named and whether the person takes part."""
    if not user.is_authenticated or user.guest_of:
        return frozenset()
    over = tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED)
    hidden = HIDDEN_WHILE_PLAYING if entered and not over else frozenset()
    return _given(_roles(user, named), tournament) - hidden


def actor_with(user: Person, tournament: Tournament, right: Right) -> Actor | None:
    """The person as an actor in the first of their roles that gives the right, or None.

    The roles stay with the row as ``read_roles``, for the menu of the page that asked (:func:`.page.page`).
    """
    roles = roles_of(user, tournament) if _exists(right, tournament) else None
    if roles is None:
        return None
    vars(tournament)["read_roles"] = user.pk, roles
    for role in right.roles:
        if role in roles:
            hidden = right in HIDDEN_WHILE_PLAYING and takes_part(user, tournament)
            return None if hidden else Actor(user, str(role))
    return None


def require_right(user: Person, tournament: Tournament, right: Right) -> Actor:
    """The actor, or 403."""
    actor = actor_with(user, tournament, right)
    if actor is None:
        raise PermissionDenied
    return actor


def has_judge(tournament: Tournament) -> bool:
    """Whether anybody here is a judge."""
    return Staff.objects.filter(tournament=tournament, role__in=Right.RULE.roles).exists()


def stands_by(tournament: Tournament, right: Right) -> bool:
    """Whether somebody with the right is here who does not play."""
    people = Staff.objects.filter(tournament=tournament, role__in=right.roles).select_related("user")
    return any(not takes_part(one.user, tournament) for one in people.order_by("pk"))


def actor_to_rule(user: Person, tournament: Tournament) -> Actor | None:
    """Who may rule on a table: a judge, or the organizer while every judge here plays (decisions 217 and 313)."""
    judge = actor_with(user, tournament, Right.RULE)
    if judge is not None or stands_by(tournament, Right.RULE):
        return judge
    return actor_with(user, tournament, Right.STAFF)


_LIVE = Chain.objects.filter(key=Concat(Value("t-"), OuterRef("slug"))).values("version")[:1]


def access_tournament(user: Person, slug: str) -> Tournament:
    """The tournament a person may know of, or 404: an unpublished one is known to its staff and the office.

    A rehearsal also to the guests who play in it, by the links that its staff make. ``read_version``: its live version
    when it was read.
    """
    tournament = Tournament.objects.annotate(read_version=Subquery(_LIVE)).filter(slug=slug).first()
    if tournament is None:
        raise Http404
    if tournament.staff_only and actor_with(user, tournament, Right.SEE_UNPUBLISHED) is None:
        _require_guest_of_rehearsal(user, tournament)
    return tournament


def _require_guest_of_rehearsal(user: Person, tournament: Tournament) -> None:
    if not (tournament.rehearsal and user.is_authenticated and is_entered(user, tournament)):
        raise Http404
