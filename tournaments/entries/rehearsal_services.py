"""A rehearsal: a copy of a tournament with invented players, known to its staff alone; nothing in it counts."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.quotas import require_quota
from tournaments.events import plans
from tournaments.events.models import Staff, Stage, Tournament
from tournaments.events.services import TournamentMade, lock, refuse_rehearsal, tournament_cancel

from .models import Entry
from .services import new_entry

FEWEST, MOST = 4, 64
"""Players of a rehearsal; enough for eight rounds, and no more than one person wants to look at."""
MOST_REHEARSALS = 10
"""Rehearsals one person may make within a day."""
OPEN_FOR = timedelta(days=7)
_EVERY = 3600
_OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
_KEPT = ("template", "mode", "game", "format", "pool_key", "ruleset", "capacity", "location", "description")


@command("tournament.rehearse", public=True)
def tournament_rehearse(cmd: Command, *, tournament: Tournament, players: int) -> TournamentMade:
    """Make a rehearsal of a tournament, with entry open and so many players who do not exist.

    The actor has the roles there that they have in the tournament, and is a judge. Nobody needs a list: the players
    have none. The ledger's row is the rehearsal's own; of the tournament nothing changes, not even its version.
    """
    source = lock(cmd, tournament)
    refuse_rehearsal(source)
    if source.policy.crews:
        raise UserError(
            "crews", _("Crews are of registered clans. A tournament of crews cannot be rehearsed.")
        )
    most = min(MOST, source.capacity)
    if not FEWEST <= players <= most:
        text = _("Choose from %(fewest)s to %(most)s players.") % {"fewest": FEWEST, "most": most}
        raise UserError("players", text, field="players")
    require_quota(cmd, MOST_REHEARSALS)
    made = _made(cmd, source)
    roles = {*Staff.objects.filter(tournament=source, user=cmd.actor.user).values_list("role", flat=True)}
    for role in sorted(roles | {Staff.Role.ORGANIZER, Staff.Role.JUDGE}):
        Staff.objects.create(tournament=made, user=cmd.actor.user, role=role)
    cmd.tournament = made
    for number in range(1, players + 1):
        name = _("Player %(number)s") % {"number": number}
        user = get_user_model().objects.create_user(
            username=f"guest-{secrets.token_hex(8)}", display_name=name, guest_of=made.chain_key
        )
        new_entry(cmd, made, user, name, Entry.State.ENTERED)
    cmd.record(tournament=made.pk, source=source.pk, players=players, policy=made.policy)
    return {"id": made.pk, "slug": made.slug}


def _made(cmd: Command, source: Tournament) -> Tournament:
    """The row of the rehearsal. Its address is drawn: no address of another tournament tells that it exists."""
    policy = replace(source.policy, imported=None, deck_required=False)
    made = Tournament.objects.create(
        slug=f"rehearsal-{secrets.token_hex(8)}",
        name=(_("Rehearsal of %(name)s") % {"name": source.name})[:100],
        policy=policy,
        seed=secrets.token_hex(16),
        created_by=cmd.actor.user,
        state=Tournament.State.ENTRY,
        starts_at=cmd.at,
        deck_deadline=cmd.at,
        rehearsal_until=cmd.at + OPEN_FOR,
        **{field: getattr(source, field) for field in _KEPT},
    )
    plan = plans.stage_plan(policy, made.capacity)
    Stage.objects.create(tournament=made, kind=plan.kind, rounds=plan.rounds, cut=plan.cut)
    return made


def rehearsals_sweep() -> None:
    """Close the rehearsals whose days are over; at most once an hour, no matter who asks."""
    if cache.add("rehearsals-swept", 1, _EVERY):
        close_rehearsals(timezone.now())


def close_rehearsals(now: datetime) -> int:
    """How many rehearsals were still open at their end, and are called off now; they stay hidden."""
    rows = Tournament.objects.filter(rehearsal_until__lt=now).exclude(state__in=_OVER)
    found = list(rows.order_by("pk"))
    for one in found:
        tournament_cancel(actor=SYSTEM, tournament=one, reason="The rehearsal is over.")
    return len(found)
