"""Changing a tournament after it is made: every value until the phase that freezes it, shown before it is done."""

from typing import Any, NamedTuple, TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import Problem, StaleError, UserError
from ledger.hashing import digest, plain
from ledger.names import clean_lines, clean_name
from ledger.people import Person
from ledger.shapes import Arguments

from . import plans
from .hosts import HOST_FIELDS, Host, When, host_problems, place_of, scale_of
from .law import ruleset_for
from .models import Stage, Tournament
from .notices import announce
from .policy import Policy, PolicyChanges, entered_as
from .policy_problems import policy_problems
from .policy_values import changed
from .questions import more_places, places_given, players_told
from .services import create_problems, known_choices, lock, town_key, town_problems
from .settings import declared

State, Approval = Tournament.State, Tournament.Approval
BEFORE_START = (State.DRAFT, State.ENTRY, State.CHECK_IN)
OPEN_UNTIL: dict[str, tuple[str, ...]] = {
    "name": (*BEFORE_START, State.RUNNING),
    "location": (*BEFORE_START, State.RUNNING),
    "town": (*BEFORE_START, State.RUNNING),
    "capacity": (*BEFORE_START, State.RUNNING),
    "starts_at": BEFORE_START,
    "deck_deadline": BEFORE_START,
    "description": (*BEFORE_START, State.RUNNING, State.FINISHED),
    "announcement": (*BEFORE_START, State.RUNNING, State.FINISHED),
    "policy": BEFORE_START,
    "organization_id": (State.DRAFT,),
    "scale": (*BEFORE_START, State.RUNNING),  # by its places; it is said until players can enter
    "venue_id": (*BEFORE_START, State.RUNNING),
    "beginners": BEFORE_START,
}
"""In which states each value may change. The rounds freeze the rules of play, decks and times; nothing is changed of
a tournament that was called off."""

UNTIL_ENTRY = tuple(name for name, one in declared(Policy).items() if one.setting.until_entry)
"""What stays of the policy once players can enter: they chose their decks, and with whom they play, by it."""


ASKED_AGAIN = frozenset({"policy", "organization_id"})
"""What the office approves: how it is played, and whose it is."""
ANNOUNCED_FIRST = ("name", "starts_at", "deck_deadline", "capacity")
"""What a tournament must have from its beginning, in a shape that can be."""


class Edited(TypedDict):
    """What changed, by the names of the fields."""

    fields: list[str]


class Edit(NamedTuple):
    """What would change: values before and after by field, and the token by which somebody agrees to exactly that."""

    values: dict[str, tuple[Any, Any]]
    token: str


def open_fields(tournament: Tournament) -> frozenset[str]:
    """What may be changed now. Rules of play that the office approved stay once players can enter."""
    fields = {field for field, states in OPEN_UNTIL.items() if tournament.state in states}
    if tournament.organized_play and tournament.state != State.DRAFT:
        fields.discard("policy")
    return frozenset(fields)


def before_entry(tournament: Tournament) -> bool:
    """Whether nobody can have entered yet, with a deck or a team: then the cards and the teams may still change."""
    return tournament.state == State.DRAFT


def values_now(tournament: Tournament) -> str:
    """A token of every value as it is: a form that was opened at another one is out of date."""
    return digest(plain({field: getattr(tournament, field) for field in OPEN_UNTIL}))[:16]


def edit_of(
    tournament: Tournament, values: Arguments, changes: PolicyChanges, user: Person | None = None
) -> Edit:
    """What these values would change; raises UserError for every value that cannot be, all at once.

    ``user``: who says so; None for the system itself.
    """
    problems = town_problems(values.get("town", ""))
    values = {field: _clean(field, value) for field, value in values.items()}
    if (
        tournament.decks_close_at is None
        and "starts_at" in values
        and "deck_deadline" in open_fields(tournament)
    ):
        values.setdefault("deck_deadline", values["starts_at"])  # none was announced, and none is now
    policy = _policy(tournament, changes)
    _follow_venue(tournament, values)
    problems += _scale_follows(tournament, values, policy)
    problems += _problems(tournament, values, policy) + (policy_problems(policy) if changes else [])
    problems += _host_problems(tournament, values, policy, user)
    found = {
        field: (getattr(tournament, field), value)
        for field, value in values.items()
        if getattr(tournament, field) != value
    }
    if policy != tournament.policy:
        found["policy"] = (tournament.policy, policy)
    now = tournament.policy
    if not before_entry(tournament):
        if (policy.pool, policy.acts) != (now.pool, now.acts):
            text = _("The cards can no longer change once players can enter.")
            problems.append(Problem("frozen", text, "pool"))
        if entered_as(policy) != entered_as(now):
            text = _("Teams and crews can no longer change once players can enter.")
            problems.append(Problem("frozen", text, "teams"))
    problems += [
        Problem("frozen", _("This can no longer be changed."), None if field == "policy" else field)
        for field in sorted(set(found) - open_fields(tournament))
    ]
    if problems:
        raise UserError("invalid", "", problems=problems)
    return Edit(found, digest(plain({field: list(pair) for field, pair in found.items()}))[:16])


def _follow_venue(tournament: Tournament, values: Arguments) -> None:
    """Where nobody wrote something else, the place on the page is that of the venue."""
    if "venue_id" in values and values.get("location", tournament.location) in (
        "",
        place_of(tournament.venue_id),
    ):
        values["location"] = place_of(values["venue_id"])


def _scale_follows(tournament: Tournament, values: Arguments, policy: Policy) -> list[Problem]:
    """How large it is follows rules of play and places; once players can enter it is not said, and only grows."""
    said, draft = values.pop("scale", None), before_entry(tournament)
    capacity = values.get("capacity", tournament.capacity)
    if (said, capacity, policy.level) == (None, tournament.capacity, tournament.policy.level):
        return []
    scale = scale_of(policy, said or tournament.scale, capacity)
    values["scale"] = scale if draft else max(scale, tournament.scale)
    if draft or said in (None, tournament.scale):
        return []
    return [Problem("frozen", _("This can no longer be changed."), "scale")]


def _host_problems(
    tournament: Tournament, values: Arguments, policy: Policy, user: Person | None
) -> list[Problem]:
    """What of whose it is, where and how large it cannot be; nothing where none of it changes."""
    if not {*HOST_FIELDS, "capacity", "starts_at"} & {*values} and policy == tournament.policy:
        return []
    now = {
        name: values.get(name, getattr(tournament, name)) for name in (*HOST_FIELDS, "capacity", "starts_at")
    }
    host = Host(**{name: now[name] for name in HOST_FIELDS})
    when = When(policy, now["capacity"], now["starts_at"], tournament.closes_at)
    return host_problems(user, host, when, besides=tournament)


def _clean(field: str, value: Any) -> Any:
    if field == "town":
        return town_key(value)
    if field == "description":
        return clean_lines(value, 4000)
    return clean_name(value)[:300] if isinstance(value, str) else value


def _policy(tournament: Tournament, changes: PolicyChanges) -> Policy:
    """The policy with these values in the place of its own."""
    with known_choices():
        return changed(tournament.policy, changes)


def _problems(tournament: Tournament, values: Arguments, policy: Policy) -> list[Problem]:
    """What of the values cannot be: as of a new tournament, and no fewer places than are given."""
    now = {name: values.get(name, getattr(tournament, name)) for name in ANNOUNCED_FIRST}
    times = now["starts_at"], now["deck_deadline"]
    problems = create_problems(now["name"], *times, now["capacity"], policy)
    given = places_given(tournament)
    if 4 <= now["capacity"] < min(given, tournament.capacity):
        text = _("%(count)s players have a place already. Withdraw some of them first.") % {"count": given}
        problems.append(Problem("capacity", text, "capacity"))
    return problems


@command("tournament.edit", public=True)
def tournament_edit(
    cmd: Command,
    *,
    tournament: Tournament,
    values: Arguments,
    changes: PolicyChanges,
    agreed: str,
) -> Edited:
    """Change what was shown and agreed to; if anything moved in between, nothing happens.

    More places go to the waiting list. Rules of play that the office had approved are asked about again.
    """
    tournament = lock(cmd, tournament)
    edit = edit_of(tournament, values, changes, cmd.actor.user)
    if edit.token != agreed:
        raise StaleError("stale", _("Something changed in the meantime. Look at the changes again."))
    if not edit.values:
        return {"fields": []}
    for field, (_before, after) in edit.values.items():
        setattr(tournament, field, after)
    fields = sorted(edit.values)
    if "policy" in edit.values:
        _replan(tournament)
        ruleset = ruleset_for(tournament.game, tournament.policy.ruleset)
        if tournament.ruleset != ruleset:
            tournament.ruleset = ruleset
            fields.append("ruleset")
        if edit.values["policy"][0].pool != tournament.policy.pool:
            tournament.pool_key = tournament.policy.pool
            fields.append("pool_key")
    if ASKED_AGAIN & edit.values.keys() and tournament.approval == Approval.APPROVED:
        tournament.approval = Approval.REQUESTED
        fields.append("approval")
    tournament.save(update_fields=fields)
    words = ("name", "location", "description", "announcement")
    cmd.record(
        fields=fields,
        values={field: list(pair) for field, pair in edit.values.items() if field not in words},
    )
    if "capacity" in edit.values:
        more_places(cmd, tournament)
    if set(fields) != {"description"}:
        announce(cmd, "tournament.changed", players_told(tournament))
    return {"fields": fields}


def _replan(tournament: Tournament) -> None:
    """The first stage follows the rules of play, as when the tournament was made."""
    plan = plans.stage_plan(tournament.policy, tournament.capacity)
    Stage.objects.filter(tournament=tournament, number=1).update(
        kind=plan.kind, rounds=plan.rounds, cut=plan.cut
    )
