"""What was decided before pairing: fixed tables, clans, pairs that must or must not meet, byes, disqualified.

Plain readers for the pairing and the standings. Who is kept apart from whom, and who was disqualified, is for staff
alone: no public page may tell it.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import IntegerField, Value

from ledger.names import fold
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.pairing import Player

from .models import EntryRule

Kind = EntryRule.Kind
AWARDED = "awarded"
"""Beside the kinds of a rule: a bye that stands with the entry."""


@dataclass(frozen=True)
class Decisions:
    """The decisions that concern a Swiss round: pairs and byes of that round, and who is kept apart."""

    fixed: tuple[tuple[str, str | None], ...] = ()
    apart: tuple[tuple[str, str], ...] = ()

    @property
    def taken(self) -> set[str]:
        """Of whom a pair or a bye of the round is decided."""
        return {who for pair in self.fixed for who in pair if who is not None}


def decisions(tournament: Tournament, number: int, players: Iterable[Player]) -> Decisions:
    """What was decided for round ``number``, as far as the players concerned are in it; one query.

    Byes that were awarded beforehand come after what staff decided for the round, and lapse where they would leave
    fewer than two to meet.
    """
    here = {player.id for player in players if player.active}
    made = Decisions()
    won: list[str] = []
    for kind, first, second, round_ in _decided(tournament, number):
        one, two = entry_key(first), None if second is None else entry_key(second)
        if kind == AWARDED:
            won.append(one)
        elif kind == Kind.APART:
            made = replace(made, apart=(*made.apart, (one, str(two))))
        elif round_ == number:
            made = _with_pair(made, one, two, here)
    taken = made.taken
    byes = [(one, None) for one in won if one in here and one not in taken]
    return replace(made, fixed=(*made.fixed, *byes)) if len(here - taken) - len(byes) >= 2 else made


def _with_pair(made: Decisions, one: str, two: str | None, here: Container[str]) -> Decisions:
    """The decisions with one more pair or bye, where both are there and nothing was decided about them before."""
    people = [who for who in (one, two) if who is not None]
    fits = all(who in here and who not in made.taken for who in people)
    return replace(made, fixed=(*made.fixed, (one, two))) if fits else made


def _decided(tournament: Tournament, number: int) -> list[tuple[str, int, int | None, int]]:
    """Pairs, byes and who is kept apart, by the order in which staff decided; then the awarded byes of the round.

    Each as kind, number of the entry and of the other one, round.
    """
    columns = ("kind", "entry__number", "other__number", "number", "pk")
    rules = EntryRule.objects.filter(tournament=tournament, kind__in=(Kind.PAIR, Kind.BYE, Kind.APART))
    awarded = Entry.objects.filter(tournament=tournament, byes__gte=max(number, 1)).annotate(
        what=Value(AWARDED), nobody=Value(None, IntegerField()), by_now=Value(number, IntegerField())
    )
    both = (
        rules.order_by()
        .values_list(*columns)
        .union(awarded.order_by().values_list("what", "number", "nobody", "by_now", "pk"), all=True)
    )
    return [row[:4] for row in sorted(both, key=lambda row: (row[0] == AWARDED, row[4]))]


def with_rules(
    tournament: Tournament, players: list[Player], registered: Mapping[str, str] | None = None
) -> list[Player]:
    """The players with their clan and fixed table; who was disqualified plays no more. One query.

    ``registered``: the clan that entries represent, by key. What staff decided counts before it; the same name is
    the same clan, however it is written.
    """
    clans = dict(registered or {})
    spelled = {fold(name): name for name in clans.values()}
    tables: dict[str, int] = {}
    out: set[str] = set()
    rows = EntryRule.objects.filter(
        tournament=tournament, kind__in=(Kind.TABLE, Kind.CLAN, Kind.DISQUALIFIED)
    )
    for kind, number, table, group in rows.values_list("kind", "entry__number", "number", "group"):
        key = entry_key(number)
        if kind == Kind.CLAN:
            clans[key] = spelled.setdefault(fold(group), group)
        elif kind == Kind.DISQUALIFIED:
            out.add(key)
        elif table is not None:
            tables[key] = table
    if not (clans or tables or out):
        return players
    return [
        replace(
            player,
            group=clans.get(player.id),
            fixed_table=tables.get(player.id),
            active=player.active and player.id not in out,
        )
        if player.id in clans or player.id in tables or player.id in out
        else player
        for player in players
    ]


def rule_list(tournament: Tournament) -> list[EntryRule]:
    """All decisions for the desk's page; one query."""
    rules = EntryRule.objects.filter(tournament=tournament).select_related("entry", "other")
    return list(rules)
