"""Where a player stands after the last completed round, whether that makes the cut, and their place at the end."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.entries.visit import Visit
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.field import last_completed, preset_of, standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.places import places_by_key
from tournaments.rounds.words import points_text

from .cache import unreported
from .holes import Open
from .shelf import Shelf
from .standings_page import HIDDEN_METRICS, shown


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line: the rank, at the end the final place, the points, and the place among those who still play."""

    rank: int | None
    points: Fraction | None
    place: int | None


@dataclass(frozen=True)
class Standings:
    """Everybody's line after round ``through``, by key."""

    through: int
    lines: dict[str, Standing]

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return 500 + 400 * len(self.lines)


STANDINGS: Shelf[Standings] = Shelf("places", lambda standings: standings.weight)
"""Made again for each change of a tournament but reports."""


@dataclass(frozen=True)
class OwnPlace:
    """A player's line as their screen shows it; ``cut`` is how many make the cut, 0 where there is none.

    final: the tournament is over, and ``rank`` is the place among all ``players``, the knock-out's first.
    """

    final: bool
    players: Open[int]
    rank: Open[int | None]
    points: Open[str]
    through: Open[int]
    cut: Open[int]
    inside: bool


def own_place(visit: Visit, key: str, stage: Stage | None) -> OwnPlace | None:
    """Where the entry ``key`` stands; None before the first round is complete, and while there is a knock-out."""
    tournament = visit.tournament
    final = tournament.state == Tournament.State.FINISHED
    if stage is None or (format_of(stage).knock_out and not final):
        return None
    standings = STANDINGS.get(
        tournament.chain_key,
        visit.version,
        lambda _number: _standings(tournament),
        stamp=lambda: unreported(tournament.chain_key),
    )
    line = standings.lines.get(key)
    if line is None:
        return None
    inside = bool(stage.cut) and line.place is not None and line.place <= stage.cut
    return OwnPlace(
        final=final,
        players=len(standings.lines),
        rank=line.rank,
        points=points_text(shown(_points(tournament), line.points)),
        through=standings.through,
        cut=stage.cut or 0,
        inside=inside,
    )


def _points(tournament: Tournament) -> str:
    """What counts first."""
    return next(key for key in preset_of(tournament).metrics if key not in HIDDEN_METRICS)


def _standings(tournament: Tournament) -> Standings:
    through = last_completed(tournament)
    if not through:
        return Standings(0, {})
    first = _points(tournament)
    over = tournament.state == Tournament.State.FINISHED
    ranks = places_by_key(tournament) if over else {}
    lines: dict[str, Standing] = {}
    playing = 0
    for row in standings_rows(tournament, through=through):
        stays = not row.dropped and row.rank is not None
        playing += stays
        lines[row.id] = Standing(ranks.get(row.id, row.rank), row.values[first], playing if stays else None)
    return Standings(through, lines)
