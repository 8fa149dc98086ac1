"""Seeded random events for the property tests and the benchmark."""

from __future__ import annotations

import random

from tournaments.standings import Entrant, Match

SCORES = (
    (2, 0, 0),
    (2, 1, 0),
    (1, 2, 0),
    (0, 2, 0),
    (1, 1, 1),
    (1, 1, 0),
    (2, 0, 1),
    (1, 0, 1),
    (0, 0, 3),
    (0, 0, 0),
)


def duel_event(
    seed: int, players: int, rounds: int, *, odd_rows: bool = True, drops: float = 0.05
) -> tuple[list[Entrant], list[Match]]:
    """A Swiss-like event of two-player rows: random pairings, byes, drops, late entries, no-shows, double losses."""
    dice = random.Random(seed)
    names = [f"P{number:03}" for number in range(players)]
    lots = dice.sample(range(players * 3), players)
    late = {name: dice.choice((2, 3)) for name in names if odd_rows and rounds > 3 and dice.random() < 0.06}
    dropped: dict[str, int] = {}
    matches: list[Match] = []
    for number in range(1, rounds + 1):
        here = [name for name in names if name not in dropped and late.get(name, 1) <= number]
        dice.shuffle(here)
        if len(here) % 2:
            matches.append(Match.bye(number, here.pop(), dice.choice(("bye", "awarded_bye"))))
        for first, second in zip(here[::2], here[1::2], strict=True):
            matches.append(_row(dice, number, first, second, odd_rows))
        for name in names:
            if name not in dropped and dice.random() < drops:
                dropped[name] = number
    entrants = [
        Entrant(name, name, late.get(name, 1), dropped.get(name), lot)
        for name, lot in zip(names, lots, strict=True)
    ]
    return entrants, matches


def _row(dice: random.Random, number: int, first: str, second: str, odd_rows: bool) -> Match:
    kind = dice.random() if odd_rows else 1.0
    if kind < 0.03:
        return Match(number, (first, second), (2, 0, 0), "no_show")
    if kind < 0.05:
        return Match.double_loss(number, first, second)
    if kind < 0.08:
        return Match(number, (first, second), (1, 2, 0), "forfeit")
    if kind < 0.11:
        return Match(number, (first, second), (2, 0, 0), "played", ("l", "w"))
    return Match(number, (first, second), dice.choice(SCORES))


def pod_event(seed: int, players: int, rounds: int) -> tuple[list[Entrant], list[Match]]:
    """Pods of three to five with winners, draws, timed-out pods, and byes for one or two left over."""
    dice = random.Random(seed)
    names = [f"P{number:03}" for number in range(players)]
    matches: list[Match] = []
    for number in range(1, rounds + 1):
        here = dice.sample(names, players)
        while len(here) >= 3:
            size = min(dice.choice((3, 4, 4, 5)), len(here))
            pod, here = tuple(here[:size]), here[size:]
            ending = dice.random()
            if ending < 0.1:
                matches.append(Match(number, pod, None, "played", ("d", "d", *("l",) * (size - 2))))
            else:
                matches.append(Match.pod(number, pod, None if ending < 0.2 else dice.choice(pod)))
        matches.extend(Match.bye(number, name) for name in here)
    return [Entrant(name, name, random=index) for index, name in enumerate(names)], matches
