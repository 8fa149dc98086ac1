"""Short ways to write players and rounds in tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.pairing import Player, RoundDraft


def players_from(scores: Mapping[str, int], met: Iterable[tuple[str, str]] = ()) -> list[Player]:
    """Build players from scores and the pairs that met, in the order they met."""
    opponents: dict[str, list[str]] = {name: [] for name in scores}
    for one, two in met:
        opponents[one].append(two)
        opponents[two].append(one)
    return [Player(name, score, tuple(opponents[name])) for name, score in scores.items()]


def meetings(draft: RoundDraft) -> set[frozenset[str | None]]:
    """Return the pairs of a draft without order or tables."""
    return {frozenset((pair.a, pair.b)) for pair in draft.pairs}


def bye_of(draft: RoundDraft) -> str | None:
    """Return the player with the bye."""
    return next((pair.a for pair in draft.pairs if pair.b is None), None)


def everybody_once(draft: RoundDraft, players: Sequence[Player]) -> bool:
    """True when every active player is in exactly one pair."""
    seen = sorted(who for pair in draft.pairs for who in (pair.a, pair.b) if who is not None)
    return seen == sorted(player.id for player in players if player.active)
