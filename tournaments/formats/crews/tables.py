"""Seating a round of crews: neighbouring tables, seat against seat, and back from stored seats to pairs of crews."""

from collections.abc import Collection, Iterable, Mapping

from tournaments.formats.crews.field import Crew
from tournaments.pairing import Pair
from tournaments.pairing.crews import seat_crews
from tournaments.rounds.models import Match, Round
from tournaments.rounds.tables import Table, stored_tables


def crew_tables(pairs: Iterable[Pair], crews: Iterable[Crew], here: Collection[str]) -> list[Table]:
    """The tables of a paired round of crews; ``here`` are the members who play.

    The seat of a member who left or was disqualified is lost to the other crew without play; where both seats are
    empty there is no table. A crew without an opponent has a bye for each of its members.
    """
    rosters = {crew.key: crew.members for crew in crews}
    present = {key: [one if one in here else None for one in members] for key, members in rosters.items()}
    matches, _notes = seat_crews(pairs, present)
    tables: list[Table] = []
    for match in matches:
        if match.b is None:
            tables += [Table((member,), None) for member in present[match.a] if member is not None]
            continue
        for place, seat in enumerate(match.seats):
            if seat.a is None and seat.b is None:
                continue
            keys = (rosters[match.a][place], rosters[match.b][place])
            walkover = 0 if seat.b is None else 1 if seat.a is None else None
            tables.append(Table(keys, seat.table, walkover=walkover))
    return tables


def crew_pairs(round_: Round, crews: Iterable[Crew]) -> list[Pair]:
    """A stored round as pairs of crews, each with its first table."""
    owner = owners(crews)
    found: dict[tuple[str, str | None], int | None] = {}
    for table in sorted(stored_tables(round_), key=lambda one: (one.number is None, one.number)):
        keys = [owner[key] for key in table.keys]
        found.setdefault((keys[0], keys[1] if len(keys) > 1 else None), table.number)
    return [Pair(one, two, number) for (one, two), number in found.items()]


def owners(crews: Iterable[Crew]) -> Mapping[str, str]:
    """The crew of every member, both by key."""
    return {member: crew.key for crew in crews for member in crew.members}


def crew_round_stands(round_: Round, crews: Iterable[Crew], here: Collection[str]) -> bool:
    """Whether a draft still seats who plays: nobody of a crew left or came back since it was made."""
    crews = list(crews)
    wanted = crew_tables(crew_pairs(round_, crews), crews, here)
    given_up = Match.objects.filter(round=round_, kind=Match.Kind.FORFEIT, state=Match.State.FINAL)
    stored = {
        (table.keys, table.number in set(given_up.values_list("table", flat=True)))
        for table in stored_tables(round_)
    }
    return stored == {(table.keys, table.walkover is not None) for table in wanted}
