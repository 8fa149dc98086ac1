"""What one more event can give, a second time: the rest of `second.py`, from the same page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from tests.tournaments.season_points.second import (
    Data,
    by_person,
    day_of,
    reason,
    results_of,
    rules_of,
    standing,
    worth_of,
)

LAST_KEY = "\U0010ffff"
"""Goes after every key that the random seasons have."""


def one_more(data: Data, person: str, of: str, day: str, size: int) -> list[list[Any]] | str:
    """Every run of places with the same outcome, or why the event would not count."""
    rules = rules_of(data)
    now = day_of(data) or day
    rules["also"] = [*rules["also"], LAST_KEY]
    coming = {"key": LAST_KEY, "class": of, "date": day, "size": size, "finishes": []}
    on = max(now, day)
    if why := reason(rules, coming, on):
        return why
    today = by_person(results_of(rules, data["events"], now)).get(person, [])
    points_now = standing(rules, today)["points"]
    then = by_person(results_of(rules, data["events"], on))
    mine = then.pop(person, [])

    def played(theirs: list[Data], name: str, place: int | None) -> Data:
        finishes = [{"place": place, "person": name}] if place else []
        return standing(rules, theirs + results_of(rules, [{**coming, "finishes": finishes}], on))

    worths = {place: worth_of(rules["classes"][of], place, size) for place in range(1, size + 1)}
    orders: dict[tuple[Any, ...], list[Any]] = {}

    def order(name: str, place: int | None) -> list[Any]:
        # Of a place in an event of which one knows the rest, the order sees what it pays and whether it is the first.
        seen = (name, worths[place] if place else None, place == 1)
        if seen not in orders:
            orders[seen] = played(then.get(name, []), name, place)["order"]
        return orders[seen]

    kept_without = kept_in(played(mine, person, None))
    out = []
    for place in range(1, size + 1):
        me = played(mine, person, place)
        replaced = [key for key in kept_without if key not in kept_in(me)]
        ranks: tuple[int | None, int | None] = (None, None)
        if me["points"] > 0:
            others = [one for one in range(1, size + 1) if one != place]
            ranks = best_and_worst(list(then), others, me["order"], order)
        change = me["points"] - points_now
        replaces = replaced[0] if replaced else None
        out.append((place, [str(worths[place]), str(me["points"]), str(change), replaces, *ranks]))
    runs = [(list(run), outcome) for outcome, run in groupby(out, key=lambda one: one[1])]
    return [[run[0][0], run[-1][0], *outcome] for run, outcome in runs]


def kept_in(found: Data) -> list[str]:
    """The keys of the events of the results kept."""
    return [one["event"] for one in found["results"] if one["state"] == "kept"]


def best_and_worst(
    people: list[str], places: list[int], mine: list[Any], order: Callable[[str, int | None], list[Any]]
) -> tuple[int, int]:
    """The least and the greatest rank, over everything that the others can do.

    Who is to stay as they are is given no place: somebody who is paid nothing takes it. There is always one more new
    person, so a place at which a new one gets before me is lost whoever takes it; only the others need be given out.
    """
    before = [name for name in people if order(name, None) < mine]
    behind = [name for name in people if name not in before]
    to_new = [place for place in places if order("", place) < mine]
    left = [place for place in places if place not in to_new]
    fall_back = most_pairs(before, places, lambda name, place: not order(name, place) < mine)
    get_before = most_pairs(behind, left, lambda name, place: order(name, place) < mine)
    return 1 + len(before) - fall_back, 1 + len(before) + len(to_new) + get_before


def most_pairs(people: list[str], places: list[int], fits: Callable[[str, int], bool]) -> int:
    """To how many people at once a place that fits can be given."""
    holder: dict[int, str] = {}

    def give(name: str, tried: set[int]) -> bool:
        for place in places:
            if place not in tried and fits(name, place):
                tried.add(place)
                if place not in holder or give(holder[place], tried):
                    holder[place] = name
                    return True
        return False

    return sum(give(name, set()) for name in people)
