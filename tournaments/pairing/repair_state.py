"""A round that a repair starts from: what of it stays, what may be touched, and who has no match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pairing.field import Field, make_field
from tournaments.pairing.kernel import Kernel
from tournaments.pairing.model import CurrentPair, Options, Pair, Player
from tournaments.pairing.repair_price import Mates, Prices, make_prices, mates_of
from tournaments.pairing.swiss import FixedPair, check_fixed


@dataclass(frozen=True, slots=True)
class RoundState:
    """The round as it stands, sorted into what stays and what may be touched."""

    players: dict[str, Player]
    options: Options
    seed: str
    number: int
    current: list[CurrentPair]
    fixed: list[FixedPair]
    forbidden: list[tuple[str, str]]
    kept: list[CurrentPair]
    open: list[CurrentPair]
    free: list[Player]
    prices: Prices
    mates: Mates
    elapsed: int

    def alone(self) -> bool:
        """True when somebody has no match, or more of the open byes than one are left."""
        byes = sum(pair.b is None for pair in self.open)
        seats = len(self.free) + sum(2 - (pair.b is None) for pair in self.open)
        return bool(self.free) or byes > seats % 2


def sort_out(
    players: list[Player],
    current: list[CurrentPair],
    options: Options,
    seed: str,
    number: int,
    fixed_pairs: Iterable[FixedPair],
    forbidden_pairs: Iterable[tuple[str, str]],
    break_finished: bool,
    elapsed: int,
) -> RoundState:
    """Sort a round into what stays and what a repair may touch; raises :class:`PairingError` for contradictions."""
    people = {player.id: player for player in players}
    active = {player.id: player for player in players if player.active}
    fixed = check_fixed(fixed_pairs, active)
    decided = {frozenset(pair) for pair in fixed}
    claimed = {who for pair in fixed for who in pair if who is not None}
    kept: list[CurrentPair] = []
    loose: list[CurrentPair] = []
    for pair in current:
        if pair.locked or (pair.finished and not break_finished) or (decided and mark(pair) in decided):
            kept.append(pair)
        elif pair.a in active and (pair.b is None or pair.b in active) and claimed.isdisjoint(pair.ids):
            loose.append(pair)
    seated = {who for pair in (*kept, *loose) for who in (pair.a, pair.b)}
    free = [player for one, player in active.items() if one not in seated and one not in claimed]
    apart = list(forbidden_pairs)
    return RoundState(
        people,
        options,
        seed,
        number,
        current,
        fixed,
        apart,
        kept,
        loose,
        free,
        prices=make_prices(people, options, apart, current),
        mates=mates_of((pair.a, pair.b) for pair in current),
        elapsed=elapsed,
    )


def field_of(state: RoundState, kernel: Kernel | None) -> Field:
    """Return the problem of everybody who may still be paired anew; the bye stands below the whole round."""
    field = make_field(
        [
            *state.free,
            *(state.players[who] for pair in state.open for who in pair.ids),
        ],
        seed=state.seed,
        number=state.number,
        options=state.options,
        forbidden_pairs=state.forbidden,
        kernel=kernel,
    )
    field.bye_score = state.prices.floor
    return field


def mark(pair: Pair | CurrentPair) -> frozenset[str | None]:
    """Who meets whom, whatever the order and the table."""
    return frozenset((pair.a, pair.b))
