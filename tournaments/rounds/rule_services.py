"""Deciding before pairing: the commands behind :mod:`tournaments.rounds.rules`."""

from typing import Any

from django.utils.translation import gettext as _

from decks.errors import UserError
from decks.names import clean_name
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import lock
from tournaments.ledger.commands import Command, command

from .models import EntryRule, Round

Kind = EntryRule.Kind
GROUP_LENGTH = 40
LAST_TABLE = 99_999


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
) -> dict[str, Any]:
    """Decide something about an entry; the next pairing keeps it. The same decision twice is once.

    A second table, clan or disqualification of one entry replaces the first.
    """
    tournament = lock(cmd, tournament)
    if kind not in Kind.values:
        raise UserError("kind", _("Choose what is decided."), field="kind")
    entry = _entry(tournament, entry_id, "entry")
    wanted: dict[str, Any] = {"other": None, "number": None, "group": ""}
    if kind in (Kind.APART, Kind.PAIR):
        wanted["other"] = _other(tournament, entry, other_id)
    if kind in (Kind.TABLE, Kind.PAIR, Kind.BYE):
        wanted["number"] = _number(tournament, kind, number)
    if kind == Kind.CLAN:
        wanted["group"] = clean_name(group)[:GROUP_LENGTH]
        if not wanted["group"]:
            raise UserError("group", _("Write the name of the clan."), field="group")
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
def rule_remove(cmd: Command, *, tournament: Tournament, rule_id: int) -> dict[str, Any]:
    """Take a decision back; rounds that exist already stay as they are."""
    tournament = lock(cmd, tournament)
    rule = EntryRule.objects.filter(tournament=tournament, pk=rule_id).first()
    if rule is not None:
        cmd.record(rule=rule.pk, kind=rule.kind, entry=rule.entry_id)
        rule.delete()
    return {"rule": rule_id}


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
            raise UserError("number", _("Write the number of the table."), field="number")
        return number
    paired = Round.objects.filter(tournament=tournament).count()
    if number is None or not paired < number <= LAST_TABLE:
        raise UserError(
            "number",
            _("Write the number of a round that is not paired yet: %(number)s or later.")
            % {"number": paired + 1},
            field="number",
        )
    return number


def _free_in_round(tournament: Tournament, entries: list[Entry], number: int) -> None:
    rules = EntryRule.objects.filter(tournament=tournament, number=number, kind__in=(Kind.PAIR, Kind.BYE))
    taken = {one for row in rules.values_list("entry_id", "other_id") for one in row}
    for entry in entries:
        if entry.pk in taken:
            raise UserError(
                "taken",
                _("For round %(number)s something is already decided about %(name)s.")
                % {"number": number, "name": entry.name},
                field="number",
            )
