"""The shape of a knock-out stage: its kind, its rounds, which match is played in which of them, and its places.

A bracket (single or double elimination) follows from the stage's seeds and the results alone, and so do the final
tables after pods. Matches of both parts of a double elimination are played as soon as they can be.
"""

from collections.abc import Mapping

from tournaments.events.models import Stage
from tournaments.events.policy import DOUBLE, PODS, Policy, final_size
from tournaments.pairing.elimination import (
    Bracket,
    BracketMatch,
    Slot,
    bracket_standings,
    double_elimination,
    places,
    single_elimination,
)
from tournaments.pairing.pod_final import SHAPES, FinalPod, final_places, final_pods, final_rounds
from tournaments.rounds.models import Match, Round
from tournaments.rounds.stages import winner_of

Kind = Stage.Kind
Places = tuple[tuple[int, tuple[str, ...]], ...]


def kind_after(policy: Policy) -> str:
    """The kind of the knock-out that this policy has after its cut."""
    if policy.pairing == PODS:
        return Kind.POD_FINAL
    return Kind.DOUBLE if policy.knock_out == DOUBLE else Kind.ELIMINATION


def fitting(kind: str, seeds: list[str]) -> list[str]:
    """As many of the seeds as a knock-out of this kind can take: final tables take 16, 10 or 4, or the last 2 or 3."""
    return seeds[: final_size(len(seeds), len(seeds)) or len(seeds)] if kind == Kind.POD_FINAL else seeds


def rounds_for_seeds(kind: str, count: int) -> int:
    """How many rounds so many seeds play, the final included; a deciding match after it is not."""
    if kind == Kind.POD_FINAL:
        return final_rounds(count) if count in SHAPES else 1
    return (count - 1).bit_length() * (2 if kind == Kind.DOUBLE else 1)


def bracket_of(stage: Stage) -> Bracket:
    """The bracket of a knock-out of matches."""
    if stage.kind == Kind.DOUBLE:
        return double_elimination(stage.seeds)
    return single_elimination(stage.seeds, third_place=stage.third_place)


def results_of(stage: Stage) -> dict[str, str]:
    """Who won which match or table of the knock-out by its key, as far as the results are final."""
    played = (
        Match.objects.filter(round__stage=stage, state=Match.State.FINAL)
        .exclude(slot="")
        .exclude(round__state=Round.State.DRAFT)
    )
    winners = {match.slot: winner_of(match, stage.seeds) for match in played.prefetch_related("seats__entry")}
    return {slot: key for slot, key in winners.items() if key is not None}


def final_pods_of(stage: Stage, winners: Mapping[str, str]) -> tuple[FinalPod, ...]:
    """The final tables; fewer than four who are left play one final of their own."""
    if len(stage.seeds) in SHAPES:
        return final_pods(stage.seeds, winners)
    return (FinalPod("final", 1, tuple(stage.seeds)),)


def places_of(stage: Stage, winners: Mapping[str, str]) -> Places:
    """Every place of the knock-out that is decided, best first."""
    if stage.kind != Kind.POD_FINAL:
        return places(bracket_of(stage), winners)
    if len(stage.seeds) in SHAPES:
        return final_places(stage.seeds, winners)
    won = winners.get("final")
    return () if won is None else ((1, (won,)), (2, tuple(one for one in stage.seeds if one != won)))


def deciding_match_needed(stage: Stage, winners: Mapping[str, str]) -> bool:
    """Whether both finalists of a double elimination have lost once, so that they play once more."""
    return stage.kind == Kind.DOUBLE and bracket_standings(bracket_of(stage), winners)["R"].needed


ON, OUT, WON = "on", "out", "won"


def standing_of(stage: Stage, key: str) -> str:
    """Whether an entry has still to play in the knock-out (``on``), has won it, or is out of it or never was in."""
    winners = results_of(stage)
    if stage.kind == Kind.POD_FINAL:
        pods = final_pods_of(stage, winners)
        coming = any(key in pod.seats for pod in pods if pod.key not in winners)
    else:
        matches = bracket_standings(bracket_of(stage), winners).values()
        coming = any(key in (one.a, one.b) for one in matches if one.needed and one.winner is None)
    if coming:
        return ON
    return WON if (1, (key,)) in places_of(stage, winners) else OUT


def schedule(bracket: Bracket) -> dict[str, int]:
    """In which round of the stage (from 1) each match is played: the first after those it waits for."""
    when: dict[str, int] = {}
    for match in bracket.matches:
        when[match.key] = 1 + max((when.get(slot.name, 0) for slot in (match.a, match.b)), default=0)
    return when


def without_byes(bracket: Bracket) -> dict[str, tuple[Slot, Slot]]:
    """The matches that are really played, with the slots their players come from, byes looked through."""
    matches = {match.key: match for match in bracket.matches}
    played = {key: match for key, match in matches.items() if not _bye(matches, match)}
    return {key: (_through(matches, one.a), _through(matches, one.b)) for key, one in played.items()}


def _bye(matches: Mapping[str, BracketMatch], match: BracketMatch) -> bool:
    return _empty(matches, match.a) or _empty(matches, match.b)


def _empty(matches: Mapping[str, BracketMatch], slot: Slot) -> bool:
    """Whether nobody ever comes out of this slot: the field fills no power of two."""
    if slot.kind in ("seed", "nobody"):
        return slot.kind == "nobody"
    source = matches[slot.name]
    if slot.kind == "loser":
        return _bye(matches, source)
    return _empty(matches, source.a) and _empty(matches, source.b)


def _through(matches: Mapping[str, BracketMatch], slot: Slot) -> Slot:
    """The slot itself, or where a player who had a bye in between comes from."""
    while slot.kind == "winner" and _bye(matches, matches[slot.name]):
        source = matches[slot.name]
        slot = source.b if _empty(matches, source.a) else source.a
    return slot
