"""Where a player stands after the last completed round, and whether that makes the cut: for their own screen."""

from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b

from django.core.cache import caches

from tournaments.entries.visit import Visit
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.field import last_completed, preset_of, standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.words import points_text

from .cache import unreported
from .standings_page import HIDDEN_METRICS, shown
from .whole_pages import KEPT_SECONDS, SHELF, lock_of


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line: the rank, the points, and the place among those who still play."""

    rank: int | None
    points: Fraction | None
    place: int | None


@dataclass(frozen=True)
class Standings:
    """Everybody's line after round ``through``, by key, as it was at a version; ``stamp`` says what it rests on."""

    version: int
    stamp: int
    through: int
    lines: dict[str, Standing]

    @property
    def weight(self) -> int:
        """About as many bytes of memory as it takes."""
        return 500 + 400 * len(self.lines)


@dataclass(frozen=True)
class OwnPlace:
    """A player's line as their screen shows it; ``cut`` is how many make the cut, 0 where there is none."""

    rank: int | None
    points: str
    through: int
    cut: int
    inside: bool


def own_place(visit: Visit, key: str, stage: Stage | None) -> OwnPlace | None:
    """Where the entry ``key`` stands; None before the first round is complete, and once there is a knock-out."""
    if stage is None or format_of(stage).knock_out:
        return None
    standings = _standings(visit.tournament, visit.version)
    line = standings.lines.get(key)
    if line is None:
        return None
    inside = bool(stage.cut) and line.place is not None and line.place <= stage.cut
    return OwnPlace(
        rank=line.rank,
        points=points_text(shown(_points(visit.tournament), line.points)),
        through=standings.through,
        cut=stage.cut or 0,
        inside=inside,
    )


def place_of(tournament: Tournament) -> str:
    """Where the standings of a tournament lie on the shelf."""
    return "places." + blake2b(tournament.chain_key.encode(), digest_size=16).hexdigest()


def _standings(tournament: Tournament, version: int) -> Standings:
    """Made once in this process for each change but reports; asks nothing while the version is the same."""
    place = place_of(tournament)
    shelf = caches[SHELF]
    kept: Standings | None = shelf.get(place)
    if kept is None or kept.version < version:
        with lock_of(place):
            kept = shelf.get(place)
            if kept is None or kept.version < version:
                stamp = unreported(tournament.chain_key)
                if kept is not None and kept.stamp == stamp:
                    kept = Standings(version, stamp, kept.through, kept.lines)
                else:
                    kept = _made(tournament, version, stamp)
                shelf.set(place, kept, KEPT_SECONDS)
    return kept


def _points(tournament: Tournament) -> str:
    """What counts first."""
    return next(key for key in preset_of(tournament).metrics if key not in HIDDEN_METRICS)


def _made(tournament: Tournament, version: int, stamp: int) -> Standings:
    through = last_completed(tournament)
    if not through:
        return Standings(version, stamp, 0, {})
    first = _points(tournament)
    lines: dict[str, Standing] = {}
    playing = 0
    for row in standings_rows(tournament, through=through):
        stays = not row.dropped and row.rank is not None
        playing += stays
        lines[row.id] = Standing(row.rank, row.values[first], playing if stays else None)
    return Standings(version, stamp, through, lines)
