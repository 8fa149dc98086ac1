"""One player's tables, all of them and the present one, out of one small set of rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ledger.errors import UserError
from ledger.sql import Rows, Statement, loaded
from tournaments.entries.models import Entry
from tournaments.entries.statements import pieces
from tournaments.events.models import Stage, Tournament

from .models import Match, Report, Round, Seat
from .outcomes import Outcome, outcome_from
from .selectors import with_dots
from .statements import MATCH, NEWEST_ROUND, OWN_TABLES, REPORT, ROUND, ROUND_OF_MATCH, SEAT, SEATED, STAGE
from .units import unit_of


@dataclass(frozen=True)
class OwnTables:
    """The newest round that everybody may see, the player's table in it, and all tables of theirs by round.

    ``reported``: what was reported at the present table, by entry.
    """

    round: Round | None
    match: Match | None
    matches: tuple[Match, ...]
    reported: Mapping[int, Outcome]


def asking(entry: Entry) -> tuple[Statement, Statement]:
    """What to send for :func:`own_tables`."""
    return (NEWEST_ROUND, [entry.tournament_id]), (OWN_TABLES, [entry.pk])


def own_tables(tournament: Tournament, newest: Rows, rows: Rows) -> OwnTables:
    """The answers to :func:`asking` as what they mean; a round published in between comes with the next page."""
    round_ = _round(tournament, newest[0]) if newest else None
    matches: dict[int, Match] = {}
    seats: dict[int, list[Seat]] = {}
    reported: dict[int, Outcome] = {}
    for row in rows:
        of_match, of_round, of_seat, of_entry, [said] = pieces(row, MATCH, ROUND_OF_MATCH, SEAT, SEATED)
        pk, number = of_match[0], of_round[ROUND_OF_MATCH.index("number")]
        if round_ is None or number > round_.number:
            continue
        if pk not in matches:
            matches[pk] = _match(tournament, round_, of_match, of_round)
            seats[pk] = []
        seat = loaded(Seat, SEAT, of_seat)
        seat.match, seat.entry = matches[pk], loaded(Entry, SEATED, of_entry)
        seats[pk].append(seat)
        if said is not None and matches[pk].round_id == round_.pk:
            reported[seat.entry_id] = outcome_from(said)
    for pk, match in matches.items():
        know_seats(match, seats[pk])
    found = tuple(matches.values())
    if found:
        unit_of(tournament).label(tournament, found)
    present = next((one for one in found if round_ is not None and one.round_id == round_.pk), None)
    return OwnTables(round_, present, tuple(map(with_dots, found)), reported)


def reported_table(
    tournament: Tournament, opened: Sequence[Rows]
) -> tuple[Match, dict[int, Outcome], list[str]]:
    """The match that a report is about, with its seats, what was reported of it by entry, and who there has no list.

    ``opened``: the rows of match, seats and reports as the last three messages. Raises :class:`UserError` for a match
    that is none.
    """
    of_match, of_seats, of_reports = opened[-3:]
    if not of_match:
        raise UserError("no_match", _("This match does not exist."))
    row, of_round, of_stage, _rest = pieces(of_match[0], MATCH, ROUND, STAGE)
    match = loaded(Match, MATCH, row)
    match.round, match.tournament = _round(tournament, (*of_round, *of_stage)), tournament
    seats, listless = [], []
    for values in of_seats:
        of_seat, of_entry, [submitted] = pieces(values, SEAT, SEATED)
        seat = loaded(Seat, SEAT, of_seat)
        seat.match, seat.entry = match, loaded(Entry, SEATED, of_entry)
        seats.append(seat)
        if submitted is None:
            listless.append(seat.entry.name)
    know_seats(match, seats)
    reports = [loaded(Report, REPORT, values) for values in of_reports]
    return match, {report.entry_id: report.outcome for report in reports}, listless


def know_seats(match: Match, seats: Sequence[Seat]) -> None:
    """Let ``match.seats.all()`` be these, as if they had been fetched with it."""
    found = match.seats.get_queryset()
    found._result_cache = list(seats)  # as Django's own prefetching keeps them
    match._prefetched_objects_cache = {"seats": found}  # type: ignore[attr-defined]  # set by prefetching only


def _round(tournament: Tournament, row: tuple[Any, ...]) -> Round:
    of_round, of_stage, _rest = pieces(row, ROUND, STAGE)
    round_ = loaded(Round, ROUND, of_round)
    round_.stage = loaded(Stage, STAGE, of_stage)
    round_.tournament = round_.stage.tournament = tournament
    return round_


def _match(tournament: Tournament, newest: Round, of_match: Sequence[Any], of_round: Sequence[Any]) -> Match:
    match = loaded(Match, MATCH, of_match)
    round_ = newest
    if round_.pk != match.round_id:
        round_ = loaded(Round, ROUND_OF_MATCH, of_round)
        round_.tournament = tournament
    match.round, match.tournament = round_, tournament
    return match
