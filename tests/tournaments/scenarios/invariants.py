"""What must be so after every command of any event, reckoned anew from the results alone."""

from collections import Counter, defaultdict
from fractions import Fraction

from ledger.hashing import canonical
from ledger.selectors import verify_chain
from tournaments.entries.models import Entry
from tournaments.events.kinds import knock_out_kinds
from tournaments.events.models import Tournament
from tournaments.rounds.audit import results_in_ledger
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.outcomes import Games, plain

HOLDS_A_PLACE = ("entered", "checked_in")
WON, DREW = 3, 1


def broken(tournament: Tournament) -> list[str]:
    """Every sentence that is not so; empty while the event is sound."""
    tournament.refresh_from_db()
    return [
        *_capacity(tournament),
        *_rounds(tournament),
        *_seats(tournament),
        *_points(tournament),
        *_ledger(tournament),
    ]


def _capacity(tournament: Tournament) -> list[str]:
    places = Entry.objects.filter(tournament=tournament, state__in=HOLDS_A_PLACE).count()
    found = [f"{places} have a place, of {tournament.capacity}"] if places > tournament.capacity else []
    waiting = Entry.objects.filter(tournament=tournament, state="waiting").exists()
    if waiting and places < tournament.capacity and tournament.state in ("entry", "check_in"):
        found.append(f"somebody waits, and {tournament.capacity - places} places are free")
    return found


def _rounds(tournament: Tournament) -> list[str]:
    rounds = list(
        Round.objects.filter(tournament=tournament).order_by("number").values_list("number", "state")
    )
    found = []
    if [number for number, _state in rounds] != list(range(1, len(rounds) + 1)):
        found.append(f"rounds {rounds}")
    if any(state != "completed" for _number, state in rounds[:-1]):
        found.append(f"a round before the last is open: {rounds}")
    opened = Match.objects.filter(tournament=tournament, round__state="completed").exclude(state="final")
    if opened.exists():
        found.append("a completed round has a match without a result")
    return found


def _seats(tournament: Tournament) -> list[str]:
    """Everybody once a round, no pair twice while nobody had to, byes as even as they can be."""
    found: list[str] = []
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    certified: set[str] = set()
    seats = Seat.objects.filter(match__tournament=tournament).order_by(
        "match__round__number", "match", "position"
    )
    tables: dict[tuple[int, int, int | None], list[int]] = defaultdict(list)
    for number, match, table, entry in seats.values_list(
        "match__round__number", "match_id", "match__table", "entry_id"
    ):
        tables[number, match, table].append(entry)
    by_round: dict[int, list[int]] = defaultdict(list)
    numbers: dict[int, list[int | None]] = defaultdict(list)
    for (number, _match, table), entries in tables.items():
        by_round[number] += entries
        numbers[number].append(table)
    for number, entries in by_round.items():
        if len(entries) != len(set(entries)):
            found.append(f"round {number}: somebody sits twice")
        given = [table for table in numbers[number] if table is not None]
        if len(given) != len(set(given)):
            found.append(f"round {number}: a table was given twice")
    swiss = Round.objects.filter(tournament=tournament, stage__kind="swiss")
    for round_ in swiss.order_by("number"):
        said = {one["code"] for one in round_.certificate.get("relaxed", [])}
        by_hand = bool(round_.certificate.get("changed_by_hand"))
        certified |= said | ({"by hand"} if by_hand else set())
        for (number, _match, _table), entries in tables.items():
            if number != round_.number:
                continue
            if len(entries) == 1:
                byes[entries[0]] += 1
            elif len(entries) == 2:
                pair = frozenset(entries)
                met[pair] += 1
                if met[pair] > 1 and not certified & {"rematch", "by hand"}:
                    found.append(f"round {number}: {sorted(pair)} meet again, and nobody said so")
    spread = max(byes.values(), default=0)
    if spread > 1 and not certified & {"second_bye", "everyone_had_bye", "by hand"}:
        found.append(f"somebody has {spread} byes, and nobody said so")
    return found


def _points(tournament: Tournament) -> list[str]:
    """The points of the standings are those of the results; no more and no fewer are handed out than were won.

    A crew has the points of one match for all its seats: of the side that won more of them.
    """
    points: dict[str, int] = defaultdict(int)
    matches = Match.objects.filter(tournament=tournament).exclude(round__state="draft")
    counted = matches.exclude(round__stage__kind__in=knock_out_kinds())
    captains = "seats__entry__team__captain" if tournament.policy.crews else "seats__entry"
    met: dict[tuple[int, tuple[str, ...]], list[Match]] = defaultdict(list)
    for match in counted.prefetch_related("seats__entry", captains).order_by("pk"):
        if match.outcome is not None and not isinstance(match.outcome, Games):
            return []  # tables of several have points of their own; tests of the standings reckon those
        met[match.round_id, tuple(_unit(tournament, seat) for seat in match.seats.all())].append(match)
    for (_round, units), tables in met.items():
        if any(match.state != "final" for match in tables):
            continue
        won = Counter(dict.fromkeys(units, 0))
        drawn = False
        for match in tables:
            leading = _leading(match)
            drawn |= leading is None and match.kind != Match.Kind.DOUBLE_LOSS
            won.update([units[leading]] if leading is not None else [])
        best = max(won.values())
        leaders = [unit for unit in units if won[unit] == best]
        for unit in leaders if best or drawn else []:
            points[unit] += WON if len(leaders) == 1 else DREW
    shown = {row.id: Fraction(row.points) for row in standings_rows(tournament)}
    wrong = {key: (shown[key], points[key]) for key in shown if shown[key] != points[key]}
    stray = {key for key in points if points[key]} - set(shown)
    return (
        [f"the standings say {wrong}, the results otherwise; not ranked: {stray}"] if wrong or stray else []
    )


def _unit(tournament: Tournament, seat: Seat) -> str:
    """The key of the person who is ranked for this seat: the captain of a crew, else the player."""
    team = seat.entry.team if tournament.policy.crews else None
    return str(seat.entry.key if team is None else team.captain.key)


def _leading(match: Match) -> int | None:
    """The side that won a table; None for a draw, and where both lost."""
    if match.kind == Match.Kind.DOUBLE_LOSS or not isinstance(match.outcome, Games):
        return None
    won = match.outcome.won
    return won.index(max(won)) if list(won).count(max(won)) == 1 else None


def _ledger(tournament: Tournament) -> list[str]:
    """The chain is whole, and every result stands as the last row about it says."""
    found = [str(problem) for problem in verify_chain(tournament.chain_key)]
    told = results_in_ledger(tournament.chain_key)
    finals = Match.objects.filter(tournament=tournament).order_by("pk")
    for match in finals:
        final = match.state == "final" and match.source not in ("bye", "import")
        said = told.get(match.pk)
        walkover = final and match.source == "staff" and match.ended_at is None
        if (
            final
            and not walkover
            and (said is None or canonical(said["outcome"]) != canonical(plain(match.outcome)))
        ):
            found.append(f"match {match.pk} stands as {match.outcome}, the ledger says {said}")
        if match.state != "final" and said is not None:
            found.append(f"match {match.pk} is {match.state}, the ledger says {said}")
    return found
