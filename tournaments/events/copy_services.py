"""A new tournament from an earlier one: its rules of play, place and words, and nothing of its people or results."""

import secrets
from datetime import datetime
from typing import Any, TypedDict

from django.utils.translation import gettext as _
from msgspec.structs import replace

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name
from ledger.quotas import require_quota
from ledger.shapes import Arguments
from tournaments.organizations.selectors import organizes

from . import plans
from .hosts import HOST_FIELDS, Host, When, host_problems
from .models import Staff, Stage, Tournament
from .policy import Policy
from .policy_problems import policy_problems
from .questions import copied
from .selectors import templates_of
from .services import TournamentMade, create_problems, free_slug, lock, refuse_rehearsal

MOST_COPIED = 60
"""Copies one person may make within a day: several series of dates."""
MOST_TEMPLATES = 40
"""Templates of one organization."""
MOST_DATES = 26
"""Dates of a series made at once: half a year of weeks."""


@command("tournament.copy", public=True)
def tournament_copy(
    cmd: Command,
    *,
    tournament: Tournament,
    name: str,
    starts_at: datetime,
    series: bool = False,
) -> TournamentMade:
    """Make a tournament in preparation from an earlier one; the actor is its organizer.

    Deck deadline and closing hour are as far from the start as they were. ``series``: both are dates of one series.
    Nobody is taken along: no players, no other staff, no announcement; the office is asked anew.
    """
    source = lock(cmd, tournament)
    refuse_rehearsal(source)
    name = clean_name(name)
    policy = replace(source.policy, imported=None)
    deadline = starts_at + (source.deck_deadline - source.starts_at)
    problems = create_problems(name, starts_at, deadline, source.capacity, policy) + policy_problems(policy)
    when = When(policy, source.capacity, starts_at)
    problems += host_problems(cmd.actor.user, Host(**_host(cmd, source)), when)
    if problems:
        raise UserError("invalid", "", problems=problems)
    require_quota(cmd, MOST_COPIED)
    if series and not source.series:
        source.series = source.slug
        source.save(update_fields=["series"])
    closes = None if source.closes_at is None else starts_at + (source.closes_at - source.starts_at)
    times = {"starts_at": starts_at, "deck_deadline": deadline, "closes_at": closes}
    made = _made(cmd, source, policy, name=name, **times)
    if series:
        Tournament.objects.filter(pk=made.pk).update(series=source.series)
    plan = plans.stage_plan(policy, made.capacity)
    Stage.objects.create(tournament=made, kind=plan.kind, rounds=plan.rounds, cut=plan.cut)
    Staff.objects.create(tournament=made, user=cmd.actor.user, role=Staff.Role.ORGANIZER)
    cmd.tournament = made
    copied(cmd, source, made)
    cmd.record(
        tournament=made.pk,
        source=source.pk,
        series=source.series if series else "",
        policy=policy,
        capacity=made.capacity,
        starts_at=starts_at,
    )
    return {"id": made.pk, "slug": made.slug}


class Kept(TypedDict):
    """Under which name a tournament is kept as a template; empty for one that is not."""

    kept_as: str


@command("tournament.keep")
def tournament_keep(cmd: Command, *, tournament: Tournament, kept_as: str) -> Kept:
    """Let its organization make others like it, under this name; without a name no longer."""
    tournament = lock(cmd, tournament)
    refuse_rehearsal(tournament)
    if tournament.organization_id is None:
        text = _("Only an organization keeps templates. This tournament belongs to none.")
        raise UserError("no_organization", text)
    kept_as = clean_name(kept_as)[:60]
    one_more = kept_as and not tournament.kept_as
    if one_more and templates_of([tournament.organization_id]).count() >= MOST_TEMPLATES:
        text = _("An organization keeps at most %(count)s templates.")
        raise UserError("too_many", text % {"count": MOST_TEMPLATES})
    tournament.kept_as = kept_as
    tournament.save(update_fields=["kept_as"])
    cmd.record(kept=bool(kept_as))
    return {"kept_as": kept_as}


def _host(cmd: Command, source: Tournament) -> Arguments:
    """Whose it is and where it is held: as the earlier one, where the actor organizes for that organization."""
    host = {name: getattr(source, name) for name in HOST_FIELDS}
    own = source.organization_id is not None and organizes(cmd.actor.user, source.organization_id)
    return host if own else {**host, "organization_id": None, "venue_id": None}


def _made(
    cmd: Command, source: Tournament, policy: Policy, *, name: str, **times: datetime | None
) -> Tournament:
    """The new row, of what an organizer chose for the earlier one."""
    kept = (
        "template",
        "mode",
        "game",
        "format",
        "pool_key",
        "ruleset",
        "capacity",
        "location",
        "town",
        "description",
    )
    values: dict[str, Any] = {field: getattr(source, field) for field in kept}
    values |= _host(cmd, source)
    return Tournament.objects.create(
        slug=free_slug(name),
        name=name,
        policy=policy,
        seed=secrets.token_hex(16),
        created_by=cmd.actor.user,
        demo=source.demo,
        **values,
        **times,
    )
