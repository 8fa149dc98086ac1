"""Crew matches of a round as the hall sees them: who meets whom, at which tables, and the seats won so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments.entries.crews import has_crews
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.formats.crews.field import crews_of
from tournaments.rounds.models import Match


@dataclass
class CrewScore:
    """One crew match: the names of the crews (one for a bye), their tables, seats won and drawn, seats still open."""

    names: tuple[str, ...]
    matches: list[Match] = field(default_factory=list)
    won: list[int] = field(default_factory=lambda: [0, 0])
    drawn: int = 0
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
        return "–".join(map(str, [*self.won, self.drawn] if self.drawn else self.won))

    def count(self, match: Match) -> None:
        """Add the seat that is played at this table."""
        self.matches.append(match)
        if match.state != Match.State.FINAL:
            self.left += 1
            return
        games = [seat.games_won or 0 for seat in match.seats.all()]
        if len(games) == 2 and games[0] != games[1]:
            self.won[games[0] < games[1]] += 1
        elif len(games) == 2 and match.kind != Match.Kind.DOUBLE_LOSS:
            self.drawn += 1


def crew_scores(tournament: Tournament, matches: Iterable[Match]) -> list[CrewScore]:
    """The crew matches of these matches of one round, fetched with their seats, by table; one query, none elsewhere."""
    if not has_crews(tournament):
        return []
    names = {member: crew.name for crew in crews_of(tournament) for member in crew.members}
    found: dict[tuple[str, ...], CrewScore] = {}
    for match in matches:
        crews = tuple(names[seat.entry.key] for seat in match.seats.all())
        found.setdefault(crews, CrewScore(crews)).count(match)
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
    return next(
        (
            score
            for score in crew_scores(entry.tournament, matches)
            if any(match.pk in mine for match in score.matches)
        ),
        None,
    )
