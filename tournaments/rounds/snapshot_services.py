"""Rounds as rows: their tables as they are stored, and how all of them stand before a step of the day changes them."""

from collections.abc import Container, Iterable
from datetime import datetime

from ledger.commands import Command
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament

from .models import Match, Round, Seat, Snapshot
from .outcomes import NO_BYE, Games
from .snapshots import packed, picture_of
from .tables import Table


def snapshot_take(cmd: Command, tournament: Tournament, number: int | None = None) -> Snapshot:
    """Keep how the rounds stand now; part of the command that changes them next, under the tournament's lock."""
    return Snapshot.objects.create(
        tournament=tournament,
        at=cmd.at,
        step=cmd.action,
        number=number,
        data=packed(picture_of(tournament)),
    )


def store_tables(
    tournament: Tournament, round_: Round, tables: Iterable[Table], *, moved_at: datetime | None = None
) -> None:
    """Store tables as matches and seats; a bye and a walkover are final at once. Three queries.

    ``moved_at``: when they came into a round that everybody had seen already.
    """
    tables = list(tables)
    numbers = Entry.objects.filter(tournament=tournament).values_list("number", "pk", "byes")
    entries, byes = {}, set()
    for number, pk, awarded in numbers:
        entries[entry_key(number)] = pk
        if awarded >= round_.number:
            byes.add(entry_key(number))
    games = tournament.policy.bye_games
    matches = Match.objects.bulk_create(
        _match(tournament, round_, table, games, moved_at, byes) for table in tables
    )
    Seat.objects.bulk_create(
        Seat(match_id=match.pk, round_id=round_.pk, entry_id=entries[key], position=position)
        for match, table in zip(matches, tables, strict=True)
        for position, key in enumerate(table.keys)
    )


def _match(
    tournament: Tournament,
    round_: Round,
    table: Table,
    games: tuple[int, int],
    moved_at: datetime | None,
    byes: Container[str],
) -> Match:
    """``byes``: the keys of those to whom a bye in this round was awarded."""
    match = Match(tournament_id=tournament.pk, round_id=round_.pk, table=table.number, slot=table.slot)
    match.moved_at = moved_at
    if table.number is None:
        match.kind = Match.Kind.BYE
        match.source = Match.Source.AWARDED if table.keys[0] in byes else Match.Source.BYE
        match.outcome = NO_BYE if table.void else Games((games[0],))
    elif table.walkover is not None:
        won, lost = games
        match.kind, match.source = Match.Kind.FORFEIT, Match.Source.STAFF
        match.outcome = Games(
            tuple(won if place == table.walkover else lost for place in range(len(table.keys)))
        )
    if match.outcome is not None:
        match.state = Match.State.FINAL
    return match
