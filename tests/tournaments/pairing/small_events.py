"""Small invented events, one per number: what the pairing room says about each, in one line of text.

Everything is drawn from hashes of the number, so an event is the same on every machine and in every version of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any
from unittest import mock

from benchmarks.pairing_states import Dice
from tournaments.pairing import (
    CurrentPair,
    Options,
    Pair,
    PairingError,
    Player,
    check_round,
    explain,
    pair_round,
    repair_plans,
)
from tournaments.pairing import repair_search as repair_module
from tournaments.pairing.kernel import Edge, default_kernel

Maker = Callable[[int], str]


def told(value: Any) -> str:
    """Return plain data as short text: the values of a record without their names, ``-`` for None."""
    if is_dataclass(value):
        return f"<{' '.join(told(getattr(value, one.name)) for one in fields(value))}>"
    if isinstance(value, Mapping):
        return f"{{{' '.join(f'{key}={told(one)}' for key, one in value.items())}}}"
    if isinstance(value, tuple | list):
        return f"({' '.join(told(one) for one in value)})"
    return "-" if value is None else "" if value == "" else str(value)


def answer(make: Callable[[], Any]) -> str:
    """Return what a call says, or why it refuses."""
    try:
        return told(make())
    except PairingError as error:
        return f"refused {error.code} {told(error.params)}"


def pick(dice: Dice, *choices: Any) -> Any:
    """Draw one of the choices."""
    return choices[dice.below(len(choices))]


def people_of(dice: Dice, count: int, *, clans: bool = True) -> list[Player]:
    """Draw players a, b, c ... with scores, earlier opponents, byes, clans, places and tables of their own."""
    names = [chr(ord("a") + place) for place in range(count)]
    density = pick(dice, 100, 300, 600, 900)
    met: dict[str, list[str | None]] = {name: [] for name in names}
    for place, one in enumerate(names):
        for two in names[:place]:
            if dice.chance(density):
                for who, other in ((one, two), (two, one)):
                    met[who] += [None] * dice.chance(150) + [other]
    byes = pick(dice, 0, 1, 1)
    ranked = dice.chance(400)
    step = pick(dice, 1, 3)
    return [
        Player(
            name,
            step * dice.below(4),
            frozenset(who for who in met[name] if who) if dice.chance(60) else tuple(met[name]),
            byes + dice.chance(300) + dice.chance(100),
            group=pick(dice, None, "red", "blue", "red") if clans else None,
            fixed_table=pick(dice, 2, 3, 9) if dice.chance(80) else None,
            active=dice.chance(930),
            rank=place + 1 if ranked else None,
            floats=dice.below(2),
        )
        for place, name in enumerate(names)
    ]


def options_of(dice: Dice) -> Options:
    """Draw how the round is paired."""
    return Options(
        method=pick(dice, "random", "random", "random", "fold", "slide", "power"),
        group_rule=pick(dice, "soft", "strict", "off"),
        bye_choice=pick(dice, "standing", "random"),
        bye_step=pick(dice, 1, 1, 2),
        first_table=pick(dice, 1, 1, 4),
        closed_tables=frozenset({2} if dice.chance(200) else ()),
    )


def pairs_of(dice: Dice, names: list[str]) -> list[Pair]:
    """Draw any pairs of these names, tables in order, the last one with a bye when they are odd."""
    line = sorted(names, key=lambda name: (dice.below(1 << 30), name))
    made = [Pair(line[i], line[i + 1], i // 2 + 1) for i in range(0, len(line) - 1, 2)]
    return [*made, Pair(line[-1], None)] if len(line) % 2 else made


def repair(number: int) -> str:
    """A round by hand, then somebody leaves, comes or is fixed; the three plans and how large the searches were."""
    dice = Dice(f"repair {number}")
    return mended(dice, people_of(dice, 3 + dice.below(8)), number)


def in_order(opponents: tuple[str | None, ...] | frozenset[str]) -> tuple[str | None, ...]:
    """Return the opponents in an order that does not depend on how Python hashes names in this run."""
    return tuple(sorted(opponents)) if isinstance(opponents, frozenset) else opponents


def narrow(number: int) -> str:
    """A repair that looks at one match first and at six in the end, among players who forget whom they met."""
    dice = Dice(f"narrow {number}")
    few = dice.chance(500)
    people = [
        replace(
            player,
            score=player.score // (3 if few else 1),
            opponents=tuple(who for who in in_order(player.opponents) if not dice.chance(60)),
            active=dice.chance(850),
        )
        for player in people_of(dice, 5 + dice.below(12))
    ]
    with mock.patch.multiple(repair_module, NEAREST_PAIRS=1 + dice.below(2), EXACT_NODES=pick(dice, 6, 8, 9)):
        return mended(dice, people, number)


def mended(dice: Dice, people: list[Player], number: int) -> str:
    """The plans for a round of these people, and the sizes of the searches."""
    names = [player.id for player in people]
    seated = [name for name in names if dice.chance(850)]
    current = [
        CurrentPair(pair.a, pair.b, pair.table, finished=dice.chance(150), locked=dice.chance(80))
        for pair in pairs_of(dice, seated)
    ]
    here = [player.id for player in people if player.active]
    fixed: list[tuple[str, str | None]] = []
    if len(here) > 2 and dice.chance(300):
        fixed = [(here[0], pick(dice, None, here[1], here[2]))]
    apart = [(pick(dice, *names), pick(dice, *names)) for _ in range(dice.below(4))]
    searches: list[int] = []

    def watched(count: int, edges: list[Edge]) -> list[int] | None:
        searches.append(count)
        return default_kernel()(count, edges)

    def plans() -> Any:
        return repair_plans(
            people,
            current,
            seed=f"s{number}",
            number=5,
            options=options_of(dice),
            fixed_pairs=fixed,
            forbidden_pairs=[pair for pair in apart if pair[0] != pair[1]],
            break_finished=dice.chance(300),
            kernel=watched,
        )

    return f"{answer(plans)} {told(searches)}"


def check(number: int) -> str:
    """A round by hand, whole or spoilt, as the checker sees it."""
    dice = Dice(f"check {number}")
    people = people_of(dice, 2 + dice.below(9))
    names = [player.id for player in people if player.active or dice.chance(60)]
    if not names:
        names = [people[0].id]
    pairs = pairs_of(dice, names)
    if dice.chance(250):
        pairs = [
            replace_table(pair, pick(dice, pair.table, None, 1, 2, 9, 3)) if pair.b is not None else pair
            for pair in pairs
        ]
    if dice.chance(200):
        pairs.append(Pair(pick(dice, *names, "z"), pick(dice, *names, None, None, "y"), pick(dice, 8, 9)))
    if dice.chance(150):
        pairs.pop(0)
    fixed: list[tuple[str, str | None]] = []
    if dice.chance(400):
        one = pick(dice, *pairs) if pairs and dice.chance(600) else Pair(names[0], pick(dice, None, "c"))
        fixed = [(one.a, one.b)]
    apart = [(pick(dice, *names), pick(dice, *names)) for _ in range(dice.below(3))]
    return answer(
        lambda: check_round(people, pairs, options_of(dice), fixed_pairs=fixed, forbidden_pairs=apart)
    )


def replace_table(pair: Pair, table: int | None) -> Pair:
    """Return the pair at another table."""
    return Pair(pair.a, pair.b, table)


def led(number: int) -> str:
    """The same with a few leaders who are paired before the others."""
    return explained(1000 + number, leaders=1 + number % 4)


def explained(number: int, *, leaders: int = 0) -> str:
    """Why two players of a paired round got their opponents."""
    dice = Dice(f"explain {number}")
    people = [replace(player, active=dice.chance(970)) for player in people_of(dice, 3 + dice.below(8))]
    names = [player.id for player in people if player.active]
    options = replace(options_of(dice), leaders=leaders)
    fixed: list[tuple[str, str | None]] = []
    if len(names) > 3 and dice.chance(350):
        fixed = [(names[0], pick(dice, None, names[1], names[2]))]
    apart = [(names[place], names[-1]) for place in range(min(2, len(names) - 1)) if dice.chance(300)]
    if dice.chance(500):
        draft = pair_round(
            people, seed=f"s{number}", number=5, options=options, fixed_pairs=fixed, forbidden_pairs=apart
        )
    else:
        draft = replace(
            pair_round(people, seed="s", number=5), pairs=tuple(pairs_of(dice, names)), seed=f"t{number}"
        )
    return " ".join(
        answer(
            lambda one=one: explain(  # type: ignore[misc]  # the name is bound at once
                people, draft, one, options=options, fixed_pairs=fixed, forbidden_pairs=apart
            )
        )
        for one in (names[0], names[-1])
    )
