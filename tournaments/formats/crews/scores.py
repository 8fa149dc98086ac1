"""Crew matches of a round as the hall sees them: who meets whom, at which tables, and the seats won so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.pairing.crews import Letter, crew_score
from tournaments.rounds.models import Match

from .field import crews_of, letters_of


@dataclass
class CrewScore:
    """One crew match: the names of the crews (one for a bye), their tables, how seats ended, seats still open.

    ``members``: the keys of everybody in either crew, no matter who has the seats in this round.
    """

    names: tuple[str, ...]
    members: tuple[str, ...] = ()
    matches: list[Match] = field(default_factory=list)
    ended: list[tuple[Letter, Letter]] = field(default_factory=list)
    left: int = 0

    @property
    def tables(self) -> str:
        """The tables from first to last; empty for a bye."""
        numbers = sorted(match.table for match in self.matches if match.table is not None)
        if not numbers:
            return ""
        return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])

    @property
    def score(self) -> str:
        """Seats won by either crew and, when there are any, drawn; empty for a bye."""
        if len(self.names) < 2:
            return ""
        first, second, drawn = crew_score(self.ended)
        return "–".join(map(str, (first, second, drawn) if drawn else (first, second)))

    def count(self, match: Match) -> None:
        """Add the seat that is played at this table."""
        self.matches.append(match)
        if match.state != Match.State.FINAL or match.outcome is None:
            self.left += 1
        elif len(self.names) > 1:
            self.ended.append(letters_of(match.kind, match.outcome))


def crew_scores(tournament: Tournament, matches: Iterable[Match]) -> list[CrewScore]:
    """The crew matches of these matches of one round, fetched with their seats, by table; two queries."""
    crew_of = {member: crew for crew in crews_of(tournament) for member in crew.members}
    found: dict[tuple[str, ...], CrewScore] = {}
    for match in matches:
        crews = [crew_of[seat.entry.key] for seat in match.seats.all()]
        names = tuple(crew.name for crew in crews)
        members = tuple(member for crew in crews for member in crew.members)
        found.setdefault(names, CrewScore(names, members)).count(match)
    return list(found.values())


def crew_score_of(entry: Entry, matches: Iterable[Match]) -> CrewScore | None:
    """The crew match in which this player or a member of the same crew sits."""
    matches = list(matches)
    mine = {
        seat.match_id
        for match in matches
        for seat in match.seats.all()
        if seat.entry.team_id == entry.team_id
    }
    scores = crew_scores(entry.tournament, matches)
    return next((score for score in scores if any(match.pk in mine for match in score.matches)), None)
