"""Making a circuit, its rules, opening, ending and opening it again. Each writes into the circuit's own chain.

Until an event has counted its rules are changed freely; from then on only by agreeing to who moves, with a reason that
everybody reads. At its end the ladder is frozen with the heads of all chains it was made of (decision 622).
"""

from datetime import date
from typing import TypedDict

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import Problem, StaleError, UserError
from ledger.hashing import digest
from ledger.models import Chain
from ledger.names import clean_lines, clean_name, fold
from ledger.quotas import require_quota
from ledger.shapes import Json
from rules_engine.games import GAMES
from tournaments.events.models import Tournament
from tournaments.organizations.models import Member, Organization
from tournaments.organizations.selectors import ORGANIZING
from tournaments.organizations.services import lock as lock_organization

from .agreement import agree, explain, tell
from .clan_selectors import settled
from .invitation_models import Place
from .ladder_services import ladder_settled, ladders_mark, table_begin
from .ladders import counted, counting, events_for, live_ladder, packed_season
from .models import NAME_LENGTH, Circuit, Counts, Frozen
from .rules import checked_rules, level_problems, preset_rules, usual_levels

State = Circuit.State
RESERVED_SLUGS = frozenset({"new"})
MOST_MADE = 10
"""So many circuits one person makes within a day."""
MOST = 100
"""Circuits of one organization, ended ones too."""
RULES = frozenset({"rules", "by_level", "starts", "ends"})
"""Values by which a circuit counts; the others are words."""
CHANGED = ("name", "about", "rules", "by_level", "starts", "ends")


class AboutCircuit(TypedDict):
    """The circuit that a command was about."""

    circuit: int
    slug: str


class CircuitValues(TypedDict):
    """What an organizer says of a circuit; ``rules`` as a file of season points has them, ``by_level`` as stored."""

    name: str
    about: str
    rules: Json
    by_level: dict[str, str]
    starts: date | None
    ends: date | None


def lock(cmd: Command, circuit: Circuit, *states: str) -> Circuit:
    """Keep a circuit's row until commit, read anew, for an organizer of its organization, and write into its chain.

    Raises UserError where the actor no longer organizes there, and in another state than these (all, where none is
    named).
    """
    fresh = Circuit.objects.select_for_update(no_key=True).get(pk=circuit.pk)
    cmd.chain = fresh.chain_key
    held = Member.objects.filter(organization=fresh.organization_id, user=cmd.actor.user, role__in=ORGANIZING)
    if not held.exists():
        raise UserError("no_role", _("You no longer have the role that may do this."))
    if states and fresh.state not in states:
        text = _("This circuit is in another state now: %(state)s. Look at it again.")
        raise StaleError("state", text % {"state": fresh.get_state_display()})
    return fresh


def about(circuit: Circuit) -> AboutCircuit:
    """What a command answers."""
    return {"circuit": circuit.pk, "slug": circuit.slug}


def values_of(circuit: Circuit) -> CircuitValues:
    """What can be changed, as it is."""
    return {
        "name": circuit.name,
        "about": circuit.about,
        "rules": circuit.rules,
        "by_level": circuit.by_level,
        "starts": circuit.starts,
        "ends": circuit.ends,
    }


def values_token(circuit: Circuit) -> str:
    """A token of what can be changed: a form that was opened at other values is out of date."""
    return digest([getattr(circuit, field) for field in CHANGED])[:16]


@command("circuit.create")
def circuit_create(
    cmd: Command,
    *,
    organization: Organization,
    name: str,
    game: str,
    preset: str = "x610z",
    starts: date | None = None,
    ends: date | None = None,
) -> AboutCircuit:
    """Make a circuit in preparation by a preset; everything of it can still be changed.

    Where the preset's classes are the sizes of events, the organization's own events count by their size.
    """
    organization = lock_organization(cmd, organization, *ORGANIZING)
    require_quota(cmd, MOST_MADE)
    if Circuit.objects.filter(organization=organization).count() >= MOST:
        raise UserError("too_many", _("An organization has at most %(most)s circuits.") % {"most": MOST})
    if game not in GAMES:
        raise UserError("game", _("Choose one of the games."), field="game")
    rules = preset_rules(preset)
    made = Circuit(organization=organization, game=game, made_by=cmd.actor.user, made_at=cmd.at)
    values: CircuitValues = {
        "name": name,
        "about": "",
        "rules": rules,
        "by_level": usual_levels(rules),
        "starts": starts,
        "ends": ends,
    }
    _put(made, _cleaned(values))
    made.slug = _free_slug(made.name)
    cmd.chain = made.chain_key
    _save(made)
    cmd.record(circuit=made.pk, organization=organization.pk, preset=preset)
    return about(made)


@command("circuit.edit")
def circuit_edit(
    cmd: Command,
    *,
    circuit: Circuit,
    values: CircuitValues,
    shown: str,
    agreed: str = "",
    reason: str = "",
) -> AboutCircuit:
    """Change what a circuit says and by which rules it counts.

    ``shown``: the token of the values that the form was filled with. Once an event has counted, other rules need
    ``agreed``, the token of exactly what they move, and a reason (MovesAskedError carries both); words do not.
    """
    circuit = lock(cmd, circuit, State.DRAFT, State.OPEN)
    if shown != values_token(circuit):
        raise StaleError("stale", _("Somebody else changed this in the meantime. Look at it again."))
    wanted = _cleaned(values)
    fields = sorted(name for name, value in wanted.items() if getattr(circuit, name) != value)
    rules = {name: value for name, value in wanted.items() if name in RULES and name in fields}
    before = ladder_settled(circuit) if circuit.state == State.OPEN and rules else None
    _put(circuit, wanted)
    _check_classes(circuit)
    _save(circuit)
    if before is not None:
        after = live_ladder(circuit)[1]
        agree(cmd, circuit, before, after, rules, agreed=agreed, reason=reason)
    ladders_mark([circuit])
    cmd.record(circuit=circuit.pk, fields=fields)
    return about(circuit)


@command("circuit.open")
def circuit_open(cmd: Command, *, circuit: Circuit) -> AboutCircuit:
    """Let everybody see a circuit. What has been played already and counts by its rules is on its ladder at once."""
    circuit = lock(cmd, circuit, State.DRAFT)
    circuit.state = State.OPEN
    circuit.save(update_fields=["state"])
    table_begin(circuit)
    ladders_mark([circuit])
    cmd.record(circuit=circuit.pk)
    return about(circuit)


@command("circuit.end")
def circuit_end(cmd: Command, *, circuit: Circuit, typed: str) -> AboutCircuit:
    """End a circuit, by typing its name: its ladder is frozen, with the heads of all chains it was made of.

    Refused before its last day is over, and while an event that counts is being played.
    """
    circuit = lock(cmd, circuit, State.OPEN)
    if fold(typed) != circuit.folded:
        raise UserError("typed", _("Type the name of the circuit as it stands on its page."), field="typed")
    if circuit.ends is not None and timezone.localdate() <= circuit.ends:
        raise UserError(
            "too_early", _("Its last day is not over yet. Change that day first to end it sooner.")
        )
    if running := _running(circuit):
        text = _("This event is still being played: %(name)s. Finish it first.")
        raise UserError("running", text % {"name": running.name})
    table = ladder_settled(circuit)
    heads = _heads(circuit)
    packed = packed_season(settled(table))
    Frozen.objects.create(circuit=circuit, at=cmd.at, heads=heads, packed=packed)
    circuit.state, circuit.closed_at, circuit.heads = State.CLOSED, cmd.at, heads
    circuit.save(update_fields=["state", "closed_at", "heads"])
    ladders_mark([circuit])
    rows = [[row.rank, row.person, row.points] for row in table.rows]
    cmd.record(circuit=circuit.pk, people=len(rows), ladder=digest(rows), heads=digest(heads))
    tell(cmd, circuit, table)
    return about(circuit)


@command("circuit.reopen")
def circuit_reopen(cmd: Command, *, circuit: Circuit, reason: str) -> AboutCircuit:
    """Open a circuit again that has ended, with a reason everybody reads; its frozen ladder stays where it is kept."""
    circuit = lock(cmd, circuit, State.CLOSED)
    explain(cmd, reason)
    if Place.objects.filter(circuit=circuit).exists():
        raise UserError("invited", _("People have been invited by this ladder, so it stays as it is."))
    circuit.state, circuit.closed_at = State.OPEN, None
    circuit.save(update_fields=["state", "closed_at"])
    ladders_mark([circuit])
    cmd.record(circuit=circuit.pk)
    tell(cmd, circuit, live_ladder(circuit)[1])
    return about(circuit)


def _running(circuit: Circuit) -> Tournament | None:
    """An event that may count and is being played."""
    rows = list(counting([circuit]))
    found = Tournament.objects.filter(events_for(circuit, rows), state=Tournament.State.RUNNING)
    if circuit.ends is not None:
        found = found.filter(starts_at__date__lte=circuit.ends)
    return found.order_by("starts_at", "pk").first()


def _heads(circuit: Circuit) -> dict[str, list[object]]:
    """By chain the number and the hash of its newest row, of every event that counts and of the circuit itself."""
    chains = [circuit.chain_key, *(one.tournament.chain_key for one in counted(circuit))]
    rows = Chain.objects.filter(pk__in=chains).order_by("pk").values_list("pk", "length", "head_hash")
    return {key: [length, head] for key, length, head in rows}


def _cleaned(values: CircuitValues) -> CircuitValues:
    """What a circuit says, as it is stored; raises UserError for all that cannot be."""
    name = clean_name(values["name"])[:NAME_LENGTH]
    rules = checked_rules(values["rules"])
    problems = level_problems(rules, values["by_level"])
    if len(fold(name)) < 3:
        problems.append(Problem("name", _("Give the circuit a name of at least three letters."), "name"))
    if values["starts"] and values["ends"] and values["ends"] < values["starts"]:
        problems.append(Problem("ends", _("The last day is before the first."), "ends"))
    if problems:
        raise UserError("invalid", "", problems=problems)
    return {**values, "name": name, "rules": rules, "about": clean_lines(values["about"], 2000)}


def _put(circuit: Circuit, values: CircuitValues) -> None:
    for name, value in values.items():
        setattr(circuit, name, value)
    circuit.folded = fold(circuit.name)[: NAME_LENGTH * 4]


def _check_classes(circuit: Circuit) -> None:
    """Refuse to take a class out of the rules as which an event or a series still counts."""
    keys = {one["key"] for one in circuit.rules["classes"]}
    used = Counts.objects.filter(circuit=circuit).exclude(of="").exclude(of__in=keys)
    if one := used.order_by("pk").first():
        text = _("Events still count as “%(key)s”. Let them count as another class first.")
        raise UserError("class_used", text % {"key": one.of}, field="rules.classes")


def _save(circuit: Circuit) -> None:
    """Write its row; raises UserError where another circuit of the organization has its name."""
    try:
        with transaction.atomic():
            circuit.save()
    except IntegrityError as error:
        text = _("This organization has a circuit of this name already. Choose another name.")
        raise UserError("name_taken", text, field="name") from error


def _free_slug(name: str) -> str:
    """An address that no other circuit has, and that no page of ours stands at."""
    base = slugify(name)[:50] or "circuit"
    slug, number = base, 2
    while slug in RESERVED_SLUGS or Circuit.objects.filter(slug=slug).exists():
        slug, number = f"{base}-{number}", number + 1
    return slug
