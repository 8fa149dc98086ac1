"""The life cycle of a tournament: made from a template, approved, opened, started, finished."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TypedDict

import msgspec
from django.contrib.auth import get_user_model
from django.utils.text import slugify
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.credentials import Happening, Hung, end
from ledger.errors import Problem, StaleError, UserError
from ledger.hashing import digest, plain
from ledger.names import clean_name
from ledger.people import Account
from ledger.quotas import require_quota
from rules_engine.games import game_of
from tournaments.organizations.models import Level
from tournaments.organizations.selectors import organizers_of
from tournaments.towns.names import town_of, towns_like

from . import plans
from .hosts import PLACE_LENGTH, Host, When, host_problems, place_of, scale_of
from .law import ruleset_for
from .members import roles_to_offer
from .models import TOURNAMENT_LOCK, Staff, Stage, Tournament
from .notices import announce
from .policy import LIMITED, Policy, PolicyChanges
from .policy_problems import policy_problems
from .questions import before_step, players_told, rounds_so_far
from .setting_words import OPEN
from .standing import opens_approved


class TournamentMade(TypedDict):
    """A tournament by its row and by the part of its address."""

    id: int
    slug: str


class ApprovalIs(TypedDict):
    """Where the approval of a tournament stands."""

    approval: str


class TournamentIs(TypedDict):
    """Where the life of a tournament stands."""

    state: str


class StaffRole(TypedDict):
    """A person, and the role they have or had."""

    user: int
    role: str


State, Approval = Tournament.State, Tournament.Approval
RESERVED_SLUGS = frozenset({"new"})
"""Fixed names directly below /t/: a page of ours stands there, so no tournament can. A test compares the addresses."""


def free_slug(name: str) -> str:
    """An address for a new tournament that no other has, and that no page of ours stands at."""
    base = slugify(name)[:50] or "tournament"
    slug, number = base, 2
    while slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists():
        slug, number = f"{base}-{number}", number + 1
    return slug


def lock(cmd: Command, tournament: Tournament) -> Tournament:
    """Take the tournament's lock and read it anew under the lock."""
    cmd.lock(TOURNAMENT_LOCK, tournament.pk)
    fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
    cmd.tournament = fresh
    return fresh


def lock_person(user: Account) -> None:
    """Keep the person's row until commit, so that nobody is erased and entered, or made staff, at once.

    Raises UserError for somebody who is gone.
    """
    people = get_user_model().objects.select_for_update(no_key=True)
    if not people.filter(pk=user.pk, is_active=True).exists():
        raise UserError("gone", _("This account no longer exists."))


def require_state(tournament: Tournament, *states: str) -> None:
    """Refuse a command that does not fit the tournament's state."""
    if tournament.state not in states:
        raise UserError(
            "wrong_state",
            _("This cannot be done now: the tournament's state is “%(state)s”.")
            % {"state": tournament.get_state_display()},
        )


def refuse_rehearsal(tournament: Tournament) -> None:
    """Refuse in a rehearsal what would reach real people or other events."""
    if tournament.rehearsal:
        raise UserError(
            "rehearsal", _("This is a rehearsal: nothing leaves it. Do this in the real tournament.")
        )


MOST_MADE = 20
"""Tournaments one person may make within a day."""


@command("tournament.create", public=True)
def tournament_create(
    cmd: Command,
    *,
    template: str,
    name: str,
    starts_at: datetime,
    deck_deadline: datetime | None = None,
    capacity: int = 32,
    location: str = "",
    organization_id: int | None = None,
    venue_id: int | None = None,
    scale: int = Level.EVENING,
    beginners: bool = False,
    town: str = "",
    changes: PolicyChanges | None = None,
    demo: bool = False,
) -> TournamentMade:
    """Make a tournament in preparation; the actor becomes its organizer."""
    name = clean_name(name)
    policy = _resolved(template, changes or {})
    host = Host(organization_id, venue_id, scale, beginners)
    problems = create_problems(name, starts_at, deck_deadline, capacity, policy)
    problems += town_problems(town)
    if template not in plans.templates():
        problems.insert(0, Problem("template", _("Choose one of the kinds of tournament."), "template"))
    if policy is not None:
        problems += policy_problems(policy)
        problems += host_problems(cmd.actor.user, host, When(policy, capacity, starts_at))
    if problems or policy is None:
        raise UserError("invalid", "", problems=problems)
    if not demo:
        require_quota(cmd, MOST_MADE)
    tournament = Tournament.objects.create(
        slug=free_slug(name),
        name=name,
        template=template,
        mode=policy.mode,
        game=policy.game,
        format=policy.format,
        pool_key=policy.pool,
        ruleset=ruleset_for(policy.game, policy.ruleset),
        policy=policy,
        starts_at=starts_at,
        deck_deadline=deck_deadline or starts_at,
        capacity=capacity,
        location=clean_name(location)[:PLACE_LENGTH] or place_of(venue_id),
        organization_id=organization_id,
        venue_id=venue_id,
        scale=scale_of(policy, scale, capacity),
        beginners=beginners,
        town=town_key(town),
        seed=secrets.token_hex(16),
        created_by=cmd.actor.user,
        demo=demo,
    )
    plan = plans.stage_plan(policy, capacity)
    Stage.objects.create(tournament=tournament, kind=plan.kind, rounds=plan.rounds, cut=plan.cut)
    Staff.objects.create(tournament=tournament, user=cmd.actor.user, role=Staff.Role.ORGANIZER)
    cmd.tournament = tournament
    cmd.record(
        tournament=tournament.pk,
        template=template,
        policy=policy,
        capacity=capacity,
        starts_at=starts_at,
        organization=organization_id,
    )
    return {"id": tournament.pk, "slug": tournament.slug}


def _resolved(template: str, changes: PolicyChanges) -> Policy | None:
    """The policy of a template with an organizer's changes; None for a template nobody knows."""
    with known_choices():
        return plans.resolve(template, **changes) if template in plans.templates() else None


@contextmanager
def known_choices() -> Iterator[None]:
    """Tell the person who chose a name or a value that no policy can have: their form is of another release."""
    try:
        yield
    except msgspec.ValidationError as error:
        text = _("This form has a choice that we do not know. Open the form again and choose again.")
        raise UserError("unknown_choice", text) from error


def town_key(said: str) -> str:
    """The key of the town that somebody wrote by any of its names; empty for none."""
    found = town_of(said) if said else None
    return found.key if found is not None else ""


def town_problems(said: str) -> list[Problem]:
    """A town that is on no map of ours, with those that are spelled alike."""
    if not said or town_of(said) is not None:
        return []
    near = ", ".join(town.label for town in towns_like(said, 3))
    if near:
        text = _("We do not know this town. Do you mean: %(towns)s?") % {"towns": near}
    else:
        text = _("We do not know this town. We know the towns of the Netherlands and Belgium.")
    return [Problem("town", text, "town")]


def create_problems(
    name: str, starts_at: datetime, deadline: datetime | None, capacity: int, policy: Policy | None
) -> list[Problem]:
    """What of a new tournament cannot be, apart from how it is played.

    Lists may come after the start where they are built of opened cards, and not everybody reads them from the start.
    """
    problems = []
    if len(name) < 3:
        problems.append(Problem("name", _("Give the tournament a name of at least three letters."), "name"))
    if not 4 <= capacity <= 2000:
        problems.append(Problem("capacity", _("Enter between 4 and 2000 places."), "capacity"))
    for field, moment in (("starts_at", starts_at), ("deck_deadline", deadline)):
        if moment is not None and not 2000 <= moment.year <= 2100:
            problems.append(Problem("year", _("Enter a day between the years 2000 and 2100."), field))
    built_later = policy is not None and policy.format == LIMITED and policy.lists != OPEN
    if deadline is not None and deadline > starts_at and not built_later:
        problems.append(Problem("deadline", _("Decks must be in before the start."), "deck_deadline"))
    return problems


@command("tournament.request_approval")
def tournament_request_approval(cmd: Command, *, tournament: Tournament) -> ApprovalIs:
    """Ask the office to approve it as organized play."""
    tournament = lock(cmd, tournament)
    require_state(tournament, State.DRAFT)
    if tournament.approval == Approval.APPROVED:
        raise UserError("already_approved", _("The office has already approved this tournament."))
    tournament.approval = Approval.REQUESTED
    tournament.save(update_fields=["approval"])
    return {"approval": tournament.approval}


def rules_token(tournament: Tournament) -> str:
    """A token of the rules of play as they are, and whose it is: who approves them says by it which ones."""
    return digest([plain(tournament.policy), tournament.organization_id])[:16]


@command("tournament.decide_approval", public=True)
def tournament_decide_approval(
    cmd: Command, *, tournament: Tournament, approve: bool, note: str = "", agreed: str = ""
) -> ApprovalIs:
    """The office approves or rejects a request; a rejection gives its reason.

    ``agreed``: :func:`rules_token` of what the office read. Rules that changed since are not approved.
    """
    tournament = lock(cmd, tournament)
    if tournament.approval != Approval.REQUESTED:
        raise UserError("not_requested", _("No approval has been requested."))
    if approve and agreed and agreed != rules_token(tournament):
        raise StaleError("stale", _("The rules of play have changed in the meantime. Look at them again."))
    if not approve and not note.strip():
        raise UserError("note_needed", _("Say why, so that the organizer can fix it."), field="note")
    tournament.approval = Approval.APPROVED if approve else Approval.REJECTED
    tournament.approval_note = clean_name(note)[:300]
    tournament.approved_by = cmd.actor.user
    tournament.save(update_fields=["approval", "approval_note", "approved_by"])
    cmd.record(approval=tournament.approval)
    return {"approval": tournament.approval}


@command("tournament.open_entry", public=True)
def tournament_open_entry(cmd: Command, *, tournament: Tournament, casual: bool = False) -> TournamentIs:
    """Show the tournament and let players in; unapproved only when it is said to be casual.

    What the office trusts its organization for is approved by that, without a second look; not what it refused.
    """
    tournament = lock(cmd, tournament)
    require_state(tournament, State.DRAFT)
    if not casual and opens_approved(tournament, cmd.actor.user):
        tournament.approval, tournament.sanctioned = Approval.APPROVED, True
    if not tournament.organized_play:
        if not casual:
            raise UserError(
                "not_approved",
                _(
                    "The office has not approved this tournament yet. Wait for it, or open it as a casual tournament."
                ),
                rule=game_of(tournament.game).law.rule("organized_play"),
            )
        tournament.approval = Approval.NONE
    tournament.state = State.ENTRY
    tournament.save(update_fields=["state", "approval", "sanctioned"])
    cmd.record(casual=casual, sanctioned=tournament.sanctioned)
    return {"state": tournament.state}


@command("tournament.open_check_in", public=True)
def tournament_open_check_in(cmd: Command, *, tournament: Tournament) -> TournamentIs:
    """Open check-in; entry stays possible at the desk."""
    tournament = lock(cmd, tournament)
    require_state(tournament, State.ENTRY)
    tournament.state = State.CHECK_IN
    tournament.save(update_fields=["state"])
    return {"state": tournament.state}


@command("tournament.finish", public=True)
def tournament_finish(cmd: Command, *, tournament: Tournament) -> TournamentIs:
    """Close the tournament once its last round is complete."""
    tournament = lock(cmd, tournament)
    if tournament.state == State.FINISHED:
        return {"state": tournament.state}
    require_state(tournament, State.RUNNING)
    stages = list(tournament.stages.order_by("number"))
    planned, so_far = sum(stage.rounds for stage in stages), rounds_so_far(tournament)
    if so_far.drafts or so_far.running or so_far.completed < planned:
        raise UserError(
            "rounds_open",
            _("%(played)s of %(rounds)s rounds are complete. Complete the others first.")
            % {"played": so_far.completed, "rounds": planned},
        )
    if stages[-1].cut:
        raise UserError("cut_due", _("The best players still have to play the knock-out. Make the cut."))
    before_step(cmd, tournament)
    tournament.state = State.FINISHED
    tournament.save(update_fields=["state"])
    return {"state": tournament.state}


@command("tournament.cancel", public=True)
def tournament_cancel(cmd: Command, *, tournament: Tournament, reason: str) -> TournamentIs:
    """Call the tournament off, with a reason for the players."""
    tournament = lock(cmd, tournament)
    require_state(tournament, State.DRAFT, State.ENTRY, State.CHECK_IN, State.RUNNING)
    if not reason.strip():
        raise UserError("reason_needed", _("Tell the players why."), field="reason")
    tournament.state = State.CANCELLED
    tournament.approval_note = clean_name(reason)[:300]
    tournament.save(update_fields=["state", "approval_note"])
    announce(cmd, "tournament.cancelled", players_told(tournament))
    cmd.explain(tournament.approval_note)
    return {"state": tournament.state}


@command("staff.take", public=True)
def staff_take(cmd: Command, *, tournament: Tournament, user_id: int, role: str) -> StaffRole:
    """Give a role to somebody who belongs to the organization in a role for that: they said yes when they joined it."""
    tournament = lock(cmd, tournament)
    if (user_id, role) not in {(user, one) for user, _name, one in roles_to_offer(tournament)}:
        text = _(
            "This person does not belong to the organization in such a role. Send an invitation instead."
        )
        raise UserError("no_member", text)
    user = get_user_model().objects.get(pk=user_id)
    lock_person(user)
    Staff.objects.get_or_create(tournament=tournament, user=user, role=role)
    cmd.record(user=user.pk, role=role)
    return {"user": user.pk, "role": role}


@command("staff.remove", public=True)
def staff_remove(cmd: Command, *, tournament: Tournament, user: Account, role: str) -> StaffRole:
    """Take a role away; the last organizer stays, unless others organize it for its organization."""
    tournament = lock(cmd, tournament)
    if role not in Staff.Role.values:
        raise UserError("role", _("Choose one of the roles."), field="role")
    others = Staff.objects.filter(tournament=tournament, role=Staff.Role.ORGANIZER).exclude(user=user)
    belonging = organizers_of(tournament.organization_id).exclude(user=user)
    if role == Staff.Role.ORGANIZER and not others.exists() and not belonging.exists():
        raise UserError("last_organizer", _("A tournament needs at least one organizer."))
    Staff.objects.filter(tournament=tournament, user=user, role=role).delete()
    end(Happening.ROLE_GONE, Hung(person=user.pk, at=cmd.at, tournament=tournament.pk))
    cmd.record(user=user.pk, role=role)
    return {"user": user.pk, "role": role}
