"""A Swiss round between the tournament and the pairing room: options, certificate, stored pairs."""

from collections.abc import Iterable

from tournaments.events.models import Stage, Tournament
from tournaments.pairing import Options, Pair
from tournaments.pairing.model import Method
from tournaments.rounds.models import Round
from tournaments.rounds.rules import Decisions
from tournaments.rounds.tables import Table, stored_tables
from tournaments.rounds.units import unit_of

from .settings import SwissSettings

DRAWN: dict[str, Method] = {"random": "random", "fold": "fold", "slide": "slide"}
"""The ways of a policy as pairing knows them."""


def options_for(tournament: Tournament, stage: Stage, number: int) -> Options:
    """The pairing options the policy gives for this round."""
    chosen = tournament.policy.of(SwissSettings)
    power = chosen.power_pairing_last_round and number == stage.rounds
    return Options(
        method="power" if power else DRAWN[chosen.method],
        leaders=chosen.leaders,
        group_rule="strict" if number <= chosen.clan_rounds else "soft",
        total_rounds=stage.rounds,
    )


def pairs_of(tournament: Tournament, round_: Round) -> list[Pair]:
    """A stored round as the pairs the checker reads, of players, crews or teams."""
    return [pair_of(table) for table in unit_of(tournament).pairings(tournament, stored_tables(round_))]


def pair_of(table: Table) -> Pair:
    """A table of one or two as a pair."""
    return Pair(table.keys[0], table.keys[1] if len(table.keys) > 1 else None, table.number)


def kept_decisions(decided: Decisions, made: Iterable[Pair]) -> list[tuple[str, str | None]]:
    """The decided pairs a draft still has: staff who change a draft by hand may overrule their own decision."""
    there = {frozenset((pair.a, pair.b)) for pair in made}
    return [pair for pair in decided.fixed if frozenset(pair) in there]
