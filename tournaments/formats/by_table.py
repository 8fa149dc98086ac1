"""What the formats share in which who meets whom follows from a stored order, or is drawn from the round's seed."""

from collections.abc import Sequence

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.formats import Draft, Explanation
from tournaments.rounds.models import Round
from tournaments.rounds.tables import stored_tables
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import names_by_key


def same_tables(tournament: Tournament, round_: Round, draft: Draft) -> bool:
    """Whether a stored draft is what would be made now: nobody came or left since."""
    now = unit_of(tournament).boards(tournament, draft.tables)
    return {table.seating for table in now} == {table.seating for table in stored_tables(round_)}


def explained(round_: Round, entry: Entry, reasons: Sequence[str], alone: Sequence[str] = ()) -> Explanation:
    """The table in a sentence or two; ``alone`` is added for who has no opponent."""
    tournament = round_.tournament
    unit = unit_of(tournament)
    mine = next((table for table in stored_tables(round_) if unit.entry_of(entry).key in table.keys), None)
    names = unit.names(tournament) if unit.alone else names_by_key(tournament)
    keys = mine.keys if mine is not None else ()
    others = [names.get(key, "") for key in keys if key != unit.entry_of(entry).key]
    return Explanation(
        opponent=", ".join(others),
        reasons=[*reasons, *(() if others else alone)],
        changed_by_hand=round_.certificate.get("changed_by_hand", ""),
    )
