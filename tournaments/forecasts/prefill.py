"""The form filled in from a tournament, or from the form of one that is being made."""

from datetime import datetime

from django.utils import timezone

from tournaments.events.forms import TournamentForm
from tournaments.events.kinds import first_format
from tournaments.events.models import Tournament
from tournaments.events.plans import resolve, stage_plan, templates
from tournaments.events.policy import Policy, preset_key
from tournaments.events.policy_values import bounds, value_in
from tournaments.simulator.settings import MOST_PLAYERS
from tournaments.standings import PRESETS

from .forms import BY_NUMBER, BY_POINTS, GAMES, MOST_ROUNDS, NOBODY

COMMON = ("leaders", "clan_rounds", "method", "cut_minutes", "knock_out")


Filled = dict[str, object]
"""What a form of Django starts with, by the names of its fields; the form reads it."""


def can_be_forecast(policy: Policy) -> bool:
    """Whether the simulator knows this way of playing."""
    return first_format(policy).simulated


def from_policy(policy: Policy, players: int, starts_at: datetime | None) -> Filled:
    """The fields of the form that a policy for so many players says."""
    players = max(4, min(players, MOST_PLAYERS))
    plan = stage_plan(policy, players)
    points = policy.cut_points if policy.cut else 0
    preset = preset_key(policy)
    filled = {
        **{key: value_in(policy, key) for key in COMMON},
        "players": players,
        "rounds": min(plan.rounds, MOST_ROUNDS, players - 1 + players % 2),
        "cut": BY_POINTS if points else BY_NUMBER if plan.cut else NOBODY,
        "cut_number": points or plan.cut or None,
        "games": policy.games if policy.games in GAMES else 3,
        "minutes": policy.minutes,
        "late_until": max(1, policy.late_until_round),
        "power_last": value_in(policy, "power_pairing_last_round"),
        "preset": preset if preset in PRESETS else "x610z",
        "match": min(40, policy.minutes * 2 // 3 or 40),
    }
    if starts_at is not None:
        filled["starts"] = timezone.localtime(starts_at).time().replace(second=0, microsecond=0)
    return filled


def from_tournament(tournament: Tournament) -> Filled:
    """The fields that a tournament says: for those who have entered, or for all its places before that."""
    entered = tournament.entries.exclude(state__in=("withdrawn", "waiting", "no_show")).count()
    players = entered if tournament.state != Tournament.State.DRAFT and entered >= 4 else tournament.capacity
    return from_policy(tournament.policy, players, tournament.starts_at)


def from_new(form: TournamentForm) -> tuple[Filled, bool]:
    """The fields that a half-filled form of a new tournament says, and whether its kind can be played here.

    What cannot be used (and would be refused there) is left as usual for its kind.
    """
    form.full_clean()
    data = getattr(form, "cleaned_data", {})
    for name in form.fields:
        data.setdefault(name, None)
    template = data["template"] if data["template"] in templates() else "constructed-community"
    try:
        changes = form.changes()
    except (KeyError, TypeError, ValueError):
        changes = {key: data[key] for key in bounds() if data.get(key) is not None}
    # What the form left empty or cannot read stands at None: it is as usual for the kind.
    policy = resolve(template, **{key: value for key, value in changes.items() if value is not None})
    return from_policy(policy, data["capacity"] or 32, data["starts_at"]), can_be_forecast(policy)
