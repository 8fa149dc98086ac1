"""Query plans of the rounds room: each page's rows in a fixed number of queries."""

from collections.abc import Iterable
from typing import TypedDict

from django.db.models import Prefetch, Q, QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from ledger.hashing import digest
from ledger.people import Account
from tournaments.clans.selectors import clan_of
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament

from .formats import KnockOut, format_of
from .models import Match, Round, Seat
from .outcomes import Games, Outcome
from .units import unit_of

DOTS: dict[int, tuple[int, ...]] = {
    2: (1, 4),
    3: (1, 3, 5),
    4: (1, 2, 4, 5),
    5: (1, 2, 3, 4, 5),
    6: (1, 2, 3, 4, 5, 6),
}
"""The starting dots of a table by its size, clockwise (dots 1 to 6, 105.2b); the chart is our default."""


def dot_of(position: int, size: int) -> int | None:
    """The starting dot of a seat at a table of ``size`` players; None where there is no table."""
    chart = DOTS.get(size, ())
    return chart[position] if position < len(chart) else None


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with their seats and players, two queries however many."""
    seats = Seat.objects.select_related("entry").order_by("position")
    return matches.prefetch_related(Prefetch("seats", queryset=seats))


def current_round(tournament: Tournament, *, drafts: bool = False) -> Round | None:
    """The newest round everyone may see, or with ``drafts`` the newest at all."""
    rounds = Round.objects.filter(tournament=tournament).select_related("stage").order_by("-number")
    found = (rounds if drafts else rounds.exclude(state=Round.State.DRAFT)).first()
    if found is not None:
        found.tournament = tournament
    return found


def corrected_since(round_: Round) -> list[Match]:
    """Matches of earlier rounds whose result changed after this round was made or last mended, the newest first."""
    mended = parse_datetime(round_.certificate.get("mended_at", "")) or round_.drafted_at
    earlier = Match.objects.filter(tournament_id=round_.tournament_id, round__number__lt=round_.number)
    changed = earlier.filter(corrected_at__gt=mended)
    return list(with_seats(changed).select_related("round").order_by("-corrected_at"))


SeatRow = tuple[int, int, int, int | None, str, str]


def placed(round_: Round) -> dict[str, str]:
    """What the ledger keeps of a round as it stands: a hash of who sits where, and one of the tables and byes."""
    return placed_of(seats_of(round_))


def seats_of(round_: Round) -> list[SeatRow]:
    """Every seat of a round: match, position, entry; then table, slot and kind of the match."""
    columns = ("match_id", "position", "entry_id", "match__table", "match__slot", "match__kind")
    return list(Seat.objects.filter(round=round_).values_list(*columns))


def placed_of(seats: Iterable[SeatRow]) -> dict[str, str]:
    """:func:`placed` of these :func:`seats_of` a round."""
    seats = list(seats)
    tables = sorted(
        {(match, table or 0, slot, kind == Match.Kind.BYE) for match, _, _, table, slot, kind in seats}
    )
    return {"seating": digest(sorted(seat[:3] for seat in seats))[:32], "places": digest(tables)[:32]}


def without_match(round_: Round) -> list[Entry]:
    """Who is here and sits at no table of this round, by name: late entries, and who was brought back."""
    if not unit_of(round_.tournament).alone or isinstance(format_of(round_.stage), KnockOut):
        return []  # a crew has one seat for all its members; in a knock-out the bracket alone says who plays
    here = Entry.objects.filter(tournament_id=round_.tournament_id, state=Entry.State.CHECKED_IN)
    seated = Seat.objects.filter(round=round_).values("entry")
    missing = here.exclude(pk__in=seated).exclude(
        team__captain__in=seated
    )  # the captain has the seat of a team
    return list(missing.order_by("sort_name", "number"))


def without_deck_at(match_id: int) -> list[str]:
    """The names of who sits at a table and has submitted no deck, in the order of the seats."""
    here = Entry.objects.filter(seats__match=match_id, registration__current=None)
    return list(here.order_by("seats__position").values_list("name", flat=True))


def corrected_through(tournament: Tournament, number: int) -> list[Match]:
    """Matches up to a round whose result was corrected, in the order of the rounds; what everybody may know of them."""
    found = Match.objects.filter(tournament=tournament, corrected_at__isnull=False, round__number__lte=number)
    found = found.exclude(round__state=Round.State.DRAFT).select_related("round")
    return list(found.order_by("round__number", "table", "pk"))


def is_outdated(tournament: Tournament, round_: Round) -> bool:
    """Whether a draft was drawn from other results or decisions than those of now."""
    if round_.state != Round.State.DRAFT:
        return False
    return round_.certificate.get("basis", "") != format_of(round_.stage).basis(
        tournament, round_.stage, round_.number
    )


def matches_of(round_: Round) -> list[Match]:
    """All matches of a round by table."""
    found = list(with_seats(Match.objects.filter(round=round_)))
    unit_of(round_.tournament).label(round_.tournament, found)
    return [with_dots(match) for match in found]


def with_dots(match: Match) -> Match:
    """A match whose fetched seats know their starting dots, when three to six sit at it."""
    seats = list(match.seats.all())
    if len(seats) > 2:
        for seat in seats:
            seat.dot = dot_of(seat.position, len(seats))
    return match


class PairingLine(TypedDict):
    """A player of a round, the match they sit at, the names of the others there, and their starting dot."""

    entry: Entry
    match: Match
    others: list[str]
    dot: int | None


def pairings_by_name(round_: Round) -> list[PairingLine]:
    """Every player of a round with table and opponent, in alphabetical order."""
    lines: list[PairingLine] = []
    for match in matches_of(round_):
        seats = list(match.seats.all())
        for seat in seats:
            others = [one.name for one in seats if one.pk != seat.pk]
            for entry in seat.members or (seat.entry,):
                lines.append({"entry": entry, "match": match, "others": others, "dot": seat.dot})
    return sorted(lines, key=lambda line: (line["entry"].sort_name, line["entry"].number))


def match_of_entry(entry: Entry, round_: Round) -> Match | None:
    """The match of one player in one round, with both seats."""
    found = with_seats(Match.objects.filter(round=round_, seats__entry=entry)).select_related("round").first()
    if found is None:
        return None
    unit_of(round_.tournament).label(round_.tournament, [found])
    return with_dots(found)


def outcome_words(match: Match, outcome: Outcome) -> str:
    """What a report or a result says about a table: the games, or in a sentence who won."""
    if isinstance(outcome, Games):
        return "–".join(map(str, (*outcome.won, outcome.drawn) if outcome.drawn else outcome.won))
    names = {seat.position: seat.name for seat in match.seats.all()}
    if outcome.winner is not None:
        return _("%(name)s won") % {"name": names.get(outcome.winner, "")}
    still_in = [name for position, name in sorted(names.items()) if outcome.letter(position) == "d"]
    if not still_in:
        return ""
    return _("time ran out; still playing: %(names)s") % {"names": ", ".join(still_in)}


def result_words(match: Match) -> str:
    """How a final match ended; empty before."""
    return outcome_words(match, match.outcome) if match.outcome is not None else ""


def open_tables(round_: Round) -> QuerySet[Match]:
    """What blocks the next round: matches without a final result."""
    return with_seats(Match.objects.filter(round=round_).exclude(state=Match.State.FINAL))


def results_of_entry(entry: Entry) -> list[Match]:
    """All matches of one player that everyone may see, in order of the rounds."""
    matches = (
        Match.objects.filter(seats__entry=entry)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round")
    )
    found = list(with_seats(matches).order_by("round__number"))
    unit_of(entry.tournament).label(entry.tournament, found)
    return [with_dots(match) for match in found]


def clan_mates(user: Account, match: Match) -> list[str]:
    """Who plays at a table and is in the clan of this person: somebody else should rule there where one can.

    Where one member of a team or crew has the seat, the others of it play there as well.
    """
    clan = clan_of(user)
    if clan is None:
        return []
    sitting = [seat.entry for seat in match.seats.all()]
    teams = [entry.team_id for entry in sitting if entry.team_id is not None]
    people = Q(pk__in=[entry.pk for entry in sitting]) | Q(team__in=teams)
    found = Entry.objects.filter(people, tournament_id=match.tournament_id, clan=clan)
    return list(found.order_by("sort_name", "number").values_list("name", flat=True))
