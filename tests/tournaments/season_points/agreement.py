"""Two implementations held against each other on random seasons.

The second is written from docs/season-points.md alone and shares no code with the first. It is

- `second.answer(data)`: `season/1` data as `json.loads` gives it -> the `rows`, `clans` and `honours` of `ladder/1`;
- `second_one_more.one_more(data, person, of, day, size)`: -> a list of `[first, last, worth, points, change, replaces,
  best_rank, worst_rank]` with points as fraction texts and `replaces` the key of an event or None; or a text, the
  reason why the event would not count.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from typing import Any

from tests.tournaments.season_points.seasons import Data, read, some_day, some_season
from tournaments.season_points import SeasonError, clan_ladder, honours, ladder, what_one_more_can_give
from tournaments.season_points.circuit_files import a_day
from tournaments.season_points.output import ladder_json


def ours(data: Data) -> Data:
    """What the package says."""
    held = read(data)
    table = ladder(held.season)
    whole = ladder_json(held.name, table, clan_ladder(held.season), honours(held.season, table))
    return {key: whole[key] for key in ("rows", "clans", "honours")}


def ours_one_more(data: Data, person: str, of: str, day: str, size: int) -> object:
    """What the package says one more event can give."""
    try:
        found = what_one_more_can_give(read(data).season, of, a_day(day, "day"), size, person)
    except SeasonError as error:
        return error.code
    return [
        [
            *(one.first, one.last, str(one.worth), str(one.points), str(one.change)),
            *(one.replaces and one.replaces.event.key, one.best_rank, one.worst_rank),
        ]
        for one in found
    ]


def season_of(seed: int) -> Data:
    """The season of a seed as JSON gives it: every other one is long and of known classes, so that limits bite."""
    data: Data = json.loads(json.dumps(some_season(seed, 24 if seed % 2 else None)))
    if seed % 2:
        keys = [one.key for one in read(data).season.circuit.classes]
        for number, event in enumerate(data["events"]):
            event["class"] = keys[number % len(keys)]
    return data


def disagreements(answer: Callable[[Data], Data], seeds: Iterable[int]) -> list[tuple[int, str]]:
    """The seeds of seasons of which the two say something else, with what: nothing, when they agree."""
    out = []
    for seed in seeds:
        data = season_of(seed)
        other = answer(data)
        out += [(seed, key) for key, value in ours(data).items() if other[key] != value]
    return out


def disagreements_one_more(one_more: Callable[..., Any], seeds: Iterable[int]) -> list[int]:
    """The same for what one more event can give somebody of the season, or somebody new."""
    out = []
    for seed in seeds:
        data = season_of(seed)
        dice = random.Random(seed)
        rules = read(data).season.circuit
        asked = (
            dice.choice(("p00", "p01", "p02", "somebody new")),
            dice.choice([one.key for one in rules.classes]),
            some_day(dice),
            dice.randint(1, 40),
        )
        if one_more(data, *asked) != ours_one_more(data, *asked):
            out.append(seed)
    return out
