"""Places: how everybody stands at the end of a tournament, and what a correction would move."""

from collections.abc import Callable
from typing import NamedTuple, TypedDict

from django.db import transaction

from ledger.hashing import digest
from tournaments.events.models import Tournament

from .field import last_completed, standings_rows
from .formats import knock_out_in
from .stages import knock_out_of
from .words import line_names


class FinalPlace(TypedDict):
    """A line of the final places; no place where somebody has none."""

    place: int | None
    key: str
    name: str


def final_places(tournament: Tournament, *, disqualified: str | None = None) -> list[FinalPlace]:
    """The places at the end: the knock-out's first, then everybody else in the order of the standings.

    Who was knocked out in the same round shares the place, the higher seed is named first. Places of a
    knock-out that is still being played are left out. ``disqualified``: as in the presets of standings, for those who
    look at them in another way ("ranked": their places stay taken). Keys: place, key, name.
    """
    names = line_names(tournament)
    places = places_by_key(tournament, disqualified=disqualified)
    return [{"place": place, "key": key, "name": names[key]} for key, place in places.items()]


def places_by_key(tournament: Tournament, *, disqualified: str | None = None) -> dict[str, int | None]:
    """The same without names: the place of each by key, in their order."""
    rows = standings_rows(tournament, disqualified=disqualified)
    stage = knock_out_of(tournament)
    if stage is None:
        return {row.id: row.rank for row in rows}
    found: dict[str, int | None] = {}
    for place, keys in knock_out_in(stage).places(stage):
        found |= dict.fromkeys(sorted(keys, key=stage.seeds.index), place)
    rest = [row for row in rows if row.id not in stage.seeds]
    ahead = len(stage.seeds)
    above: dict[int | None, int] = {}
    for number, row in enumerate(rest, start=1):
        above.setdefault(row.rank, number)
        found[row.id] = None if row.rank is None else ahead + above[row.rank]
    return found


class Moved(NamedTuple):
    """Somebody whose place a correction changes; None for no place."""

    name: str
    before: int | None
    after: int | None


class Reseeded(NamedTuple):
    """A seed of the knock-out that the corrected standings would give to somebody else."""

    seed: int
    before: str
    after: str


class Moves(NamedTuple):
    """What a correction does to places and seeds, and the token by which somebody agrees to exactly that."""

    places: tuple[Moved, ...]
    seeds: tuple[Reseeded, ...]
    token: str

    @property
    def any(self) -> bool:
        """Whether it moves anything."""
        return bool(self.places or self.seeds)


def moves_of(tournament: Tournament, correct: Callable[[], object]) -> Moves:
    """What ``correct`` (a command) would move, by doing it and taking the whole transaction back.

    Nothing of it stays, no row of the ledger either. Raises what the command raises.
    """
    names = line_names(tournament)
    places, line = _places(tournament), _line(tournament)
    with transaction.atomic():
        correct()
        new_places, new_line = _places(tournament), _line(tournament)
        transaction.set_rollback(True)
    moved = tuple(
        Moved(names[key], places.get(key), place)
        for key, place in new_places.items()
        if places.get(key) != place
    )
    seeds = tuple(
        Reseeded(seed, names[one], names[other])
        for seed, (one, other) in enumerate(zip(line, new_line, strict=True), start=1)
        if one != other
    )
    return Moves(moved, seeds, digest([moved, seeds])[:16])


def _places(tournament: Tournament) -> dict[str, int | None]:
    """Places by key: the final ones at the end, before that those of the standings that are published."""
    if tournament.state == Tournament.State.FINISHED:
        return {line["key"]: line["place"] for line in final_places(tournament)}
    rows = standings_rows(tournament, through=last_completed(tournament))
    return {row.id: row.rank for row in rows}


def _line(tournament: Tournament) -> list[str]:
    """Who would be seeded by the standings before the knock-out, where there is one."""
    stage = knock_out_of(tournament)
    return [row.id for row in standings_rows(tournament)][: len(stage.seeds)] if stage is not None else []
