"""Random seasons as `season/1` data: few people and round points, so that ties, limits and exceptions are common."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from typing import Any

from tournaments.season_points.files import SeasonFile, read_season

FIRST = date(2026, 1, 1)
PEOPLE = [f"p{number:02}" for number in range(14)]
CLANS = ("foxes", "owls", "bears", None)
CLASSES = ("evening", "open", "finals")
Data = dict[str, Any]


def some_season(seed: int, events: int | None = None) -> Data:
    """A season for a seed; the same seed gives the same one."""
    dice = random.Random(seed)
    count = dice.randint(0, 12) if events is None else events
    data: Data = {
        "format": "season/1",
        "name": f"Season {seed}",
        "circuit": some_circuit(dice, count),
        "events": [some_event(dice, f"e{number}") for number in range(count)],
    }
    if dice.random() < 0.4:
        data["on"] = some_day(dice)
    return data


def some_day(dice: random.Random) -> str:
    """A day of a year and a half, at its start or end more often than not."""
    return (
        FIRST + timedelta(days=dice.choice((0, 30, 58, 59, 89, 180, 364, dice.randrange(540))))
    ).isoformat()


def some_span(dice: random.Random) -> tuple[str, str]:
    """Two days in order."""
    first, last = sorted((some_day(dice), some_day(dice)))
    return first, last


def some_circuit(dice: random.Random, events: int) -> Data | str:
    """A preset, a preset with changes, or rules by hand."""
    if dice.random() < 0.2:
        return dice.choice(("x610z", "pokemon", "vekn"))
    if dice.random() < 0.2:
        return {"preset": "x610z", "best": dice.randint(1, 4), "key": "changed"}
    rules: Data = {"classes": [some_class(dice, key) for key in dice.sample(CLASSES, dice.randint(1, 3))]}
    if dice.random() < 0.3:
        rules["best"] = dice.randint(1, 5)
    if dice.random() < 0.3:
        rules["months"] = dice.randint(1, 12)
    if dice.random() < 0.3:
        rules["starts"], rules["ends"] = some_span(dice)
    if dice.random() < 0.5:
        rules["windows"] = [
            {"key": "early", "starts": "2026-01-01", "ends": "2026-02-28"},
            {"key": "late", "starts": "2026-03-31", "ends": "2026-12-31"},
        ]
    tie_breaks = ["results", "wins", "earlier", "events"]
    dice.shuffle(tie_breaks)
    rules["tie_breaks"] = tie_breaks[: dice.randint(0, 4)]
    keys = [f"e{number}" for number in range(events)]
    for name in ("only", "also"):
        if dice.random() < 0.2:
            rules[name] = dice.sample(keys, dice.randint(0, events))
    if dice.random() < 0.5:
        rules["clan_best"], rules["clan_members"] = dice.randint(0, 3), dice.randint(0, 4)
    rules["honours"] = some_honours(dice, [one["key"] for one in rules["classes"]])
    return rules


def some_class(dice: random.Random, key: str) -> Data:
    """A class with a table in which worths are often alike."""
    bands, to, points, field = [], 0, dice.randint(3, 8), 0
    for _ in range(dice.randint(0, 4)):
        to += dice.randint(1, 3)
        bands.append({"to": to, "points": dice.choice((points, f"{points}/2", points / 2)), "field": field})
        points = int(points / 2)
        field += dice.randint(0, 4)
    one: Data = {"key": key, "bands": bands, "taking_part": dice.choice((0, 0, 1, "1/2"))}
    for name in ("best", "window_best"):
        if dice.random() < 0.5:
            one[name] = dice.randint(1, 3)
    return one


def some_honours(dice: random.Random, classes: list[str]) -> list[Data]:
    """Up to four rules."""
    kinds = dice.sample(("rank", "clan_rank", "finishes", "events"), dice.randint(0, 4))
    rules: list[Data] = []
    for kind in kinds:
        rule: Data = {"key": kind, "kind": kind, "place": dice.randint(1, 3), "times": dice.randint(1, 3)}
        if kind in ("finishes", "events") and dice.random() < 0.5:
            rule["class"] = dice.choice(classes)
        rules.append(rule)
    return rules


def some_event(dice: random.Random, key: str) -> Data:
    """An event of any kind."""
    kind = dice.choice(("single", "single", "single", "team", "crew"))
    people = dice.sample(PEOPLE, dice.randint(0, len(PEOPLE)))
    finishes: list[Data] = []
    place = 1
    while people:
        finish: Data = {"place": place}
        if kind == "single":
            finish |= _member(dice, people.pop(), True)
            finish.pop("disqualified", None)
        else:
            size = min(len(people), dice.randint(1, 3))
            finish["members"] = [_member(dice, people.pop(), kind == "team") for _ in range(size)]
        if kind == "crew":
            finish["clan"] = dice.choice(CLANS[:3])
        for name, share in (("disqualified", 0.08), ("dropped", 0.1)):
            if dice.random() < share:
                finish[name] = True
        finishes.append(finish)
        if dice.random() < 0.7:
            place = len(finishes) + 1
    dice.shuffle(finishes)
    event: Data = {
        "key": key,
        "class": dice.choice((*CLASSES, *CLASSES, "event", "challenge", "cup")),
        "date": some_day(dice),
        "kind": kind,
        "finishes": finishes,
    }
    if dice.random() < 0.5 or not finishes:
        event["size"] = max(len(finishes), 1) + dice.choice((0, 1, 5, 20, 120))
    for name in ("rehearsal", "imported"):
        if dice.random() < 0.1:
            event[name] = True
    return event


def _member(dice: random.Random, person: str, with_clan: bool) -> Data:
    one: Data = {"person": person}
    if with_clan and (clan := dice.choice(CLANS)):
        one["clan"] = clan
    for name, share in (("unclaimed", 0.1), ("disqualified", 0.08)):
        if dice.random() < share:
            one[name] = True
    return one


def read(data: Data) -> SeasonFile:
    """Through the file, as everybody else reads it."""
    return read_season(json.dumps(data))


def shuffled(data: Data, seed: int) -> Data:
    """The same season written down in another order."""
    dice = random.Random(seed)
    events = []
    for event in data["events"]:
        finishes = [
            {**finish, "members": dice.sample(finish["members"], len(finish["members"]))}
            if "members" in finish
            else finish
            for finish in event["finishes"]
        ]
        events.append({**event, "finishes": dice.sample(finishes, len(finishes))})
    return {**data, "events": dice.sample(events, len(events))}
