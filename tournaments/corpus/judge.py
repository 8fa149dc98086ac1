"""What a round or standings are worth: measured from the bare answer, level by level, and held against the expected.

Nothing of the engine or its checker is used here; what a level means stands in docs/corpus/README.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.corpus.case import Case, CorpusError
from tournaments.pairing.jsonform import RoundFile
from tournaments.pairing.model import Player

LEVELS = (
    "kept_apart",
    "second_byes",
    "rematches",
    "rematches_of_last_round",
    "rematch_rounds",
    "strict_clan_pairs",
    "cost",
    "bye_place",
    "clan_pairs",
)
"""What is counted in a round, the strongest first; less is better, and no level outweighs one of a stronger one."""

LEGAL = "rematch_rounds"
"""Down to here a round is as legal as it can be: all that a FIDE report can say."""

NEAR = Fraction(1, 2000)
"""Figures are compared to three decimals, as they are published."""

Bare = tuple[str, str | None]
Outcome = Literal["met", "worse", "wrong"]


@dataclass(frozen=True)
class Verdict:
    """``met``: as good as is possible. ``worse``: a complete round, but a better one exists. ``wrong``: not an answer.

    ``text`` says why in one sentence; ``measured`` has every level of a complete round.
    """

    case: str
    kind: Literal["round", "standings"]
    outcome: Outcome
    text: str
    measured: Mapping[str, int] | None = None


def free_players(source: RoundFile) -> list[Player]:
    """Who is there and in no pair that the staff fixed."""
    fixed = {name for pair in source.fixed_pairs for name in pair}
    return [player for player in source.players if player.active and player.id not in fixed]


def problem(source: RoundFile, pairs: Sequence[Bare]) -> str:
    """Why these pairs are no complete round, or nothing."""
    fixed = {frozenset(pair) for pair in source.fixed_pairs}
    missing = fixed - {frozenset(pair) for pair in pairs}
    if missing:
        return f"a pair that the staff fixed is not there: {sorted(map(str, next(iter(missing))))}"
    here = {player.id for player in source.players if player.active}
    seen: set[str] = set()
    for pair in pairs:
        for name in pair:
            if name is None:
                continue
            if name not in here:
                return f"{name} is paired but not there"
            if name in seen:
                return f"{name} is paired twice"
            seen.add(name)
    if here - seen:
        return f"{min(here - seen)} is not paired"
    byes = sum(two is None for _, two in pairs) - sum(two is None for _, two in source.fixed_pairs)
    return (
        f"{byes} byes where {len(free_players(source)) % 2} is needed"
        if byes > len(free_players(source)) % 2
        else ""
    )


def measure(source: RoundFile, pairs: Iterable[Bare]) -> dict[str, int]:
    """Every level of the pairs that were free to choose."""
    free = {player.id: player for player in free_players(source)}
    chosen = [pair for pair in pairs if pair[0] in free]
    total = dict.fromkeys(LEVELS, 0)
    for one, two in chosen:
        second = free[two] if two is not None else None
        for level, value in pair_levels(source, list(free.values()), free[one], second).items():
            total[level] += value
    return total


def pair_levels(source: RoundFile, free: Sequence[Player], one: Player, two: Player | None) -> dict[str, int]:
    """What one pair, or the bye of one player, counts on each level."""
    found = dict.fromkeys(LEVELS, 0)
    if two is None:
        low = min(player.score for player in free) - source.options.bye_step
        found["second_byes"] = one.byes - min(player.byes for player in free)
        found["cost"] = (one.score - low) ** 2
        if source.options.bye_choice == "standing":
            found["bye_place"] = sum(_stands(player) > _stands(one) for player in free)
        return found
    together = frozenset((one.id, two.id))
    found["kept_apart"] = int(any(frozenset(pair) == together for pair in source.forbidden_pairs))
    met = _rounds(one, two.id) + _rounds(two, one.id)
    if met:
        found["rematches"] = 1
        found["rematches_of_last_round"] = int(max(met) >= source.number - 1)
        found["rematch_rounds"] = max(met)
    mates = one.group is not None and one.group == two.group
    if mates and source.options.group_rule != "off":
        found["strict_clan_pairs" if source.options.group_rule == "strict" else "clan_pairs"] = 1
    found["cost"] = (one.score - two.score) ** 2
    return found


def _stands(player: Player) -> tuple[int, int]:
    """Sorts from the best in standing to the last."""
    return (-player.score, player.rank if player.rank is not None else 1 << 60)


def _rounds(player: Player, other: str) -> list[int]:
    return [number for number, name in enumerate(player.opponents, 1) if name == other]


def judge_round(case: Case, pairs: Sequence[Bare], until: str = LEVELS[-1]) -> Verdict:
    """Hold pairs against a case, down to the level ``until``."""
    if case.round_file is None or case.expected_round is None:
        raise CorpusError(f"{case.id} expects nothing of a round")
    wrong = problem(case.round_file, pairs)
    if wrong:
        return Verdict(case.id, "round", "wrong", wrong)
    measured = measure(case.round_file, pairs)
    for level in LEVELS[: LEVELS.index(until) + 1]:
        possible, got = case.expected_round[level], measured[level]
        if got < possible:
            text = f"{level}: {got}, less than was thought possible: mend the corpus"
            return Verdict(case.id, "round", "worse", text, measured)
        if got > possible:
            return Verdict(
                case.id, "round", "worse", f"{level}: {got} where {possible} is possible", measured
            )
    return Verdict(case.id, "round", "met", "as good as is possible", measured)


def judge_standings(case: Case, rows: Sequence[tuple[str, int | None, Mapping[str, Fraction]]]) -> Verdict:
    """Hold ranked rows (player, rank, figures) against a case: every figure that is expected, and the order."""
    if case.expected_rows is None:
        raise CorpusError(f"{case.id} expects no standings")
    got = {player: (rank, values) for player, rank, values in rows}
    if len(got) != len(rows) or set(got) != set(case.expected_rows):
        return Verdict(case.id, "standings", "wrong", "not every player stands there exactly once")
    compared = 0
    for player, (rank, values) in case.expected_rows.items():
        place, figures = got[player]
        for key, value in values.items():
            if key not in figures:
                return Verdict(case.id, "standings", "wrong", f"{player} has no {key}")
            if abs(figures[key] - value) >= NEAR:
                text = f"{key} of {player} is {float(figures[key]):.4f}, not {float(value):.4f}"
                return Verdict(case.id, "standings", "wrong", text)
            compared += 1
        if rank is not None and place != rank:
            return Verdict(case.id, "standings", "wrong", f"{player} has rank {place}, not {rank}")
    return Verdict(case.id, "standings", "met", f"{compared} figures and the order agree")
