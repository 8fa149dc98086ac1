"""Deciding before pairing: the commands behind :mod:`tournaments.rounds.rules`."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name
from tournaments.entries.models import Entry
from tournaments.entries.services import left
from tournaments.events.models import Tournament
from tournaments.events.services import lock
from tournaments.rounds.fixed_tables import LAST_TABLE
from tournaments.rounds.models import EntryRule, Round


class Wanted(TypedDict):
    """The fields of a rule that its kind uses."""

    other: Entry | None
    number: int | None
    group: str


class AboutRule(TypedDict):
    """The pairing rule that a command was about."""

    rule: int


Kind = EntryRule.Kind
GROUP_LENGTH = 40


@command("rule.add")
def rule_add(
    cmd: Command,
    *,
    tournament: Tournament,
    kind: str,
    entry_id: int,
    other_id: int | None = None,
    number: int | None = None,
    group: str = "",
) -> AboutRule:
    """Decide something about an entry; the next pairing keeps it. The same decision twice is once.

    A second table, clan or disqualification of one entry replaces the first. Anyone who is disqualified while the
    tournament runs leaves it as well (decision 501).
    """
    tournament = lock(cmd, tournament)
    if kind not in Kind.values:
        raise UserError("kind", _("Choose what is decided."), field="kind")
    entry = _entry(tournament, entry_id, "entry")
    wanted: Wanted = {"other": None, "number": None, "group": ""}
    if kind in (Kind.APART, Kind.PAIR):
        wanted["other"] = _other(tournament, entry, other_id)
    if kind in (Kind.TABLE, Kind.PAIR, Kind.BYE):
        wanted["number"] = _number(tournament, kind, number)
    if kind == Kind.CLAN:
        wanted["group"] = clean_name(group)[:GROUP_LENGTH]
        if not wanted["group"]:
            raise UserError("group", _("Enter the name of the clan."), field="group")
    if kind == Kind.DISQUALIFIED:
        cmd.public = True  # the standings show a line without a rank
        wanted["number"] = _leave(cmd, tournament, entry)
    if kind in (Kind.PAIR, Kind.BYE):
        _free_in_round(tournament, [one for one in (entry, wanted["other"]) if one], wanted["number"])
    if kind in (Kind.TABLE, Kind.CLAN, Kind.DISQUALIFIED):
        rule, _new = EntryRule.objects.update_or_create(
            entry=entry, kind=kind, defaults=wanted | {"tournament": tournament}
        )
    else:
        rule, _new = EntryRule.objects.get_or_create(tournament=tournament, entry=entry, kind=kind, **wanted)
    other = wanted["other"].pk if wanted["other"] else None
    cmd.record(
        rule=rule.pk, kind=kind, entry=entry.pk, other=other, number=wanted["number"], group=wanted["group"]
    )
    return {"rule": rule.pk}


@command("rule.remove")
def rule_remove(cmd: Command, *, tournament: Tournament, rule_id: int) -> AboutRule:
    """Take a decision back; rounds that exist already stay as they are.

    Anyone who left by a disqualification is in the tournament again, as if they had missed the rounds between.
    """
    tournament = lock(cmd, tournament)
    rule = EntryRule.objects.filter(tournament=tournament, pk=rule_id).first()
    if rule is not None:
        cmd.record(rule=rule.pk, kind=rule.kind, entry=rule.entry_id)
        if rule.kind == Kind.DISQUALIFIED:
            cmd.public = True
            _return(tournament, rule)
        rule.delete()
    return {"rule": rule_id}


def _leave(cmd: Command, tournament: Tournament, entry: Entry) -> int | None:
    """Drop who is disqualified, and return after which round: the mark by which they may come back.

    An open match of the present round stays to be reported. Who sits in a draft stays in the tournament until the
    round is drafted anew: a round after the drop would contradict it; the rule alone keeps them out. Their phones and
    codes end at once all the same.
    """
    left(cmd, entry)
    before = EntryRule.objects.filter(entry=entry, kind=Kind.DISQUALIFIED).values_list("number", flat=True)
    running = tournament.state == Tournament.State.RUNNING and entry.state == Entry.State.CHECKED_IN
    if not running or entry.seats.filter(round__state=Round.State.DRAFT).exists():
        return before.first()
    entry.state = Entry.State.DROPPED
    entry.dropped_after = tournament.rounds.exclude(state=Round.State.DRAFT).count()
    entry.save(update_fields=["state", "dropped_after"])
    return entry.dropped_after


def _return(tournament: Tournament, rule: EntryRule) -> None:
    entry = rule.entry
    left = entry.state == Entry.State.DROPPED and entry.dropped_after == rule.number
    if left and tournament.state == Tournament.State.RUNNING:
        entry.state, entry.dropped_after = Entry.State.CHECKED_IN, None
        entry.save(update_fields=["state", "dropped_after"])


def _entry(tournament: Tournament, entry_id: int | None, field: str) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, pk__in=[entry_id or 0]).first()
    if entry is None:
        raise UserError("entry", _("Choose a player of this tournament."), field=field)
    return entry


def _other(tournament: Tournament, entry: Entry, other_id: int | None) -> Entry:
    other = _entry(tournament, other_id, "other")
    if other.pk == entry.pk:
        raise UserError("same", _("Choose two different players."), field="other")
    return other


def _number(tournament: Tournament, kind: str, number: int | None) -> int:
    if kind == Kind.TABLE:
        if number is None or not 1 <= number <= LAST_TABLE:
            raise UserError("number", _("Enter the number of the table."), field="number")
        return number
    paired = Round.objects.filter(tournament=tournament).count()
    if number is None or not paired < number <= LAST_TABLE:
        raise UserError(
            "number",
            _("Enter the number of a round that is not paired yet: %(number)s or later.")
            % {"number": paired + 1},
            field="number",
        )
    return number


def _free_in_round(tournament: Tournament, entries: list[Entry], number: int | None) -> None:
    rules = EntryRule.objects.filter(tournament=tournament, number=number, kind__in=(Kind.PAIR, Kind.BYE))
    taken = {one for row in rules.values_list("entry_id", "other_id") for one in row}
    for entry in entries:
        if entry.pk in taken:
            raise UserError(
                "taken",
                _("Something has already been decided about %(name)s for round %(number)s.")
                % {"number": number, "name": entry.name},
                field="number",
            )
