"""Knock-out brackets: single and double elimination with seeds, byes and a match for third place.

A bracket is a fixed list of matches whose slots name a seed, or the winner or loser of another match. Results
are a mapping from match to winner; everything else follows from the two, so a corrected result only needs the
mapping to be corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.pairing.model import PairingError, Player

SlotKind = Literal["seed", "winner", "loser", "nobody"]
THIRD = "T"
"""The slot of the match for third place."""
Part = Literal["main", "third", "winners", "losers", "final", "reset"]


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a player of a match comes from: ``name`` is a player id (seed) or a match key (winner, loser)."""

    kind: SlotKind
    name: str = ""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match: a key that never changes, its part of the bracket, round and place in it (both from 1)."""

    key: str
    part: Part
    round: int
    place: int
    a: Slot
    b: Slot


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches in an order in which every match follows those it depends on."""

    seeds: tuple[str, ...]
    matches: tuple[BracketMatch, ...]
    double: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A match as far as it is known. ``a``/``b`` None with ``waiting`` False means nobody (a bye).

    winner is set by a result, or at once when there is nobody on the other side. ``needed`` is False for the
    second final of a double elimination while the first one did not call for it.
    """

    match: BracketMatch
    a: str | None
    b: str | None
    waiting: bool
    winner: str | None
    needed: bool = True

    @property
    def playable(self) -> bool:
        """True when both players are known and the match has no winner yet."""
        return self.needed and not self.waiting and None not in (self.a, self.b) and self.winner is None


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds of a full bracket from top to bottom: 1-8, 4-5, 2-7, 3-6 for eight. Powers of two only."""
    order = [1]
    while len(order) < size:
        double = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, double - one)]
        # Keep the second half mirrored, so that seeds 1 and 2 can only meet in the final.
    return tuple(order)


def single_elimination(seeds: Sequence[str], *, third_place: bool = False) -> Bracket:
    """Return a single elimination bracket; the best seeds get the byes. Raises for under two or double players."""
    size = _check_seeds(seeds)
    matches = _main_part(seeds, size, "main", "M")
    rounds = size.bit_length() - 1
    if third_place and len(seeds) >= 4:
        semis = [match.key for match in matches if match.round == rounds - 1]
        matches.append(
            BracketMatch(THIRD, "third", rounds, 1, Slot("loser", semis[0]), Slot("loser", semis[1]))
        )
    return Bracket(tuple(seeds), tuple(matches))


def double_elimination(seeds: Sequence[str]) -> Bracket:
    """Return a double elimination bracket: winners, losers, a final, and a reset when the unbeaten player loses it.

    Losers of the first winners' round meet each other; losers of later rounds enter the losers' part in turned
    order, so that players who met meet again as late and as seldom as simulated brackets showed (decision 504).
    """
    size = _check_seeds(seeds)
    matches = _main_part(seeds, size, "winners", "W")
    rounds = size.bit_length() - 1
    alive = [Slot("loser", f"W1.{place}") for place in range(1, size // 2 + 1)]
    number = 0
    for winners_round in range(2, rounds + 1):
        number += 1
        alive = _losers_round(matches, number, list(zip(alive[::2], alive[1::2], strict=True)))
        number += 1
        entering = [Slot("loser", f"W{winners_round}.{place}") for place in range(1, len(alive) + 1)]
        entering = _TURNS[(winners_round - 2) % len(_TURNS)](entering)
        alive = _losers_round(matches, number, list(zip(entering, alive, strict=True)))
    champion = Slot("winner", f"W{rounds}.1")
    matches.append(BracketMatch("F", "final", rounds + 1, 1, champion, alive[0]))
    matches.append(BracketMatch("R", "reset", rounds + 2, 1, Slot("loser", "F"), Slot("winner", "F")))
    return Bracket(tuple(seeds), tuple(matches), double=True)


def _reversed(slots: list[Slot]) -> list[Slot]:
    return slots[::-1]


def _halves_reversed(slots: list[Slot]) -> list[Slot]:
    half = len(slots) // 2
    return slots[:half][::-1] + slots[half:][::-1]


def _halves_swapped(slots: list[Slot]) -> list[Slot]:
    half = len(slots) // 2
    return slots[half:] + slots[:half]


# How the losers of the second, third, fourth and fifth winners' round enter, and so on again.
_TURNS: tuple[Callable[[list[Slot]], list[Slot]], ...] = (_reversed, _halves_reversed, _halves_swapped, list)


def _losers_round(matches: list[BracketMatch], number: int, pairs: list[tuple[Slot, Slot]]) -> list[Slot]:
    for place, (one, two) in enumerate(pairs, 1):
        matches.append(BracketMatch(f"L{number}.{place}", "losers", number, place, one, two))
    return [Slot("winner", f"L{number}.{place}") for place in range(1, len(pairs) + 1)]


def _check_seeds(seeds: Sequence[str]) -> int:
    if len(seeds) < 2:
        raise PairingError("bad_size", count=len(seeds))
    for place, one in enumerate(seeds):
        if one in seeds[:place]:
            raise PairingError("player_twice", player=one)
    size = 2
    while size < len(seeds):
        size *= 2
    return size


def _main_part(seeds: Sequence[str], size: int, part: Part, letter: str) -> list[BracketMatch]:
    slots = [
        Slot("seed", seeds[seed - 1]) if seed <= len(seeds) else Slot("nobody") for seed in seed_order(size)
    ]
    matches: list[BracketMatch] = []
    number = 0
    while len(slots) > 1:
        number += 1
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        matches += [
            BracketMatch(f"{letter}{number}.{place}", part, number, place, one, two)
            for place, (one, two) in enumerate(pairs, 1)
        ]
        slots = [Slot("winner", f"{letter}{number}.{place}") for place in range(1, len(pairs) + 1)]
    return matches


def bracket_standings(bracket: Bracket, results: Mapping[str, str]) -> dict[str, Standing]:
    """Return every match of the bracket as far as the results (match key to winner) decide it.

    Raises :class:`PairingError` when a result names somebody who is not in that match.
    """
    standings: dict[str, Standing] = {}
    for match in bracket.matches:
        a, a_known = _fill(match.a, standings)
        b, b_known = _fill(match.b, standings)
        known = a_known and b_known
        needed = match.part != "reset" or _reset_needed(standings["F"])
        winner = results.get(match.key) if known and needed else None
        if winner is not None and winner not in (a, b):
            raise PairingError("unknown_player", player=winner)
        if known and needed and winner is None and None in (a, b):
            winner = a if a is not None else b
        standings[match.key] = Standing(match, a, b, not known, winner, needed)
    return standings


def _fill(slot: Slot, standings: Mapping[str, Standing]) -> tuple[str | None, bool]:
    """Return who fills a slot (None: nobody) and whether that is known already."""
    if slot.kind == "seed":
        return slot.name, True
    if slot.kind == "nobody":
        return None, True
    source = standings[slot.name]
    if source.waiting:
        return None, False
    if source.a is None and source.b is None:
        return None, True
    if source.winner is None:
        return None, False
    if slot.kind == "winner":
        return source.winner, True
    return (source.b if source.winner == source.a else source.a), True


def _reset_needed(final: Standing) -> bool:
    """The reset is played when the player from the losers' part won the final."""
    return final.winner is not None and final.b is not None and final.winner == final.b


def playable_matches(bracket: Bracket, results: Mapping[str, str]) -> tuple[Standing, ...]:
    """Return the matches that can be played now, in bracket order."""
    return tuple(standing for standing in bracket_standings(bracket, results).values() if standing.playable)


def places(bracket: Bracket, results: Mapping[str, str]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return (place, players) groups of everybody whose place is final, best first.

    Players knocked out in the same round share the place; the match for third place separates 3 and 4.
    """
    standings = bracket_standings(bracket, results)
    out: dict[tuple[int, int], list[str]] = {}
    for standing in standings.values():
        loser = _knocked_out(bracket, standing, standings)
        if loser is not None:
            out.setdefault(_depth(bracket, standing.match), []).append(loser)
    champion = _champion(bracket, standings)
    groups: list[tuple[int, tuple[str, ...]]] = [(1, (champion,))] if champion is not None else []
    alive = len(bracket.seeds) - sum(len(group) for group in out.values())
    place = 2 if champion is not None else alive + 1
    third = standings.get(THIRD)
    for depth in sorted(out, reverse=True):
        group = tuple(out[depth])
        if third is not None and third.winner is not None and third.winner in group:
            other = third.b if third.winner == third.a else third.a
            groups.append((place, (third.winner,)))
            groups.append((place + 1, tuple(one for one in group if one == other)))
        else:
            groups.append((place, group))
        place += len(group)
    return tuple(groups)


def _depth(bracket: Bracket, match: BracketMatch) -> tuple[int, int]:
    """Sort key of how far the loser of a match came."""
    return (int(match.part in ("final", "reset")), match.round)


def _knocked_out(bracket: Bracket, standing: Standing, standings: Mapping[str, Standing]) -> str | None:
    """Return who leaves the tournament by losing this match, if it is decided."""
    if standing.winner is None or None in (standing.a, standing.b):
        return None
    loser = standing.b if standing.winner == standing.a else standing.a
    part = standing.match.part
    if part in ("winners", "third"):
        return None
    if part == "final" and _reset_needed(standing):
        return None
    return loser


def _champion(bracket: Bracket, standings: Mapping[str, Standing]) -> str | None:
    if bracket.double:
        final, reset = standings["F"], standings["R"]
        return reset.winner if reset.needed else final.winner
    last = max((one for one in bracket.matches if one.part == "main"), key=lambda one: one.round)
    return standings[last.key].winner


def top_cut(
    players: Iterable[Player], *, size: int | None = None, points: int | None = None
) -> tuple[str, ...]:
    """Return who plays on, best first: the first ``size`` by rank, or everybody with at least ``points``.

    Players who dropped are passed over, so the next in the frozen standings moves in. Both limits may be given.
    Raises :class:`PairingError` when neither is.
    """
    if size is None and points is None:
        raise PairingError("unknown_option", option="size", value=None)
    staying = [player for player in players if player.active and (points is None or player.score >= points)]
    staying.sort(
        key=lambda player: (player.rank if player.rank is not None else 1 << 60, -player.score, player.id)
    )
    return tuple(player.id for player in (staying if size is None else staying[:size]))
