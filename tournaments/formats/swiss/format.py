"""Swiss rounds: players with equal points meet, nobody twice."""

from django.utils.translation import gettext as _
from msgspec import Struct

from ledger.shapes import Ids
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import cut_for
from tournaments.events.policy import (
    ROUND_ROBIN_FIELD,
    SWISS,
    Policy,
    StagePlan,
    Template,
    rounds_for,
)
from tournaments.events.settings import PolicyLine
from tournaments.formats.games import GAMES
from tournaments.formats.round_robin.format import RoundRobin
from tournaments.pairing import Player, pair_round, round_is_valid
from tournaments.rounds.field import players_of
from tournaments.rounds.formats import (
    Draft,
    Explanation,
    Plan,
    Rounds,
    StoredCertificate,
    drawn_from,
    proven,
    too_few,
)
from tournaments.rounds.models import Round
from tournaments.rounds.rules import Decisions, decisions
from tournaments.rounds.tables import stored_tables
from tournaments.rounds.units import unit_of

from .certificates import certificate_data, recomputed_certificate
from .pairs import kept_decisions, options_for, pairs_of
from .repair import as_plans, exchange_for, plans_for, tables_of
from .settings import SwissSettings
from .templates import TEMPLATES
from .why import why


class Swiss(Rounds):
    """Anyone who has as many points meets, as the pairing room proves it."""

    kind = SWISS
    ending = GAMES
    mendable = gathers = by_hand = decisions = meets_once = awards = simulated = True
    settings: type[Struct] = SwissSettings
    rank = 10
    templates: tuple[Template, ...] = TEMPLATES

    def begins(self, policy: Policy) -> bool:
        """The usual way, where nothing else is said."""
        return policy.pairing == SWISS and not policy.crews

    def meeting_lines(self, policy: Policy) -> list[PolicyLine]:
        """By points, and a very small field otherwise."""
        words = _(
            "players with equal points meet, nobody twice; with four players, everybody plays everybody once"
        )
        return [PolicyLine(_("Pairing"), words)]

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """Rounds by the table; a very small field plays everybody against everybody."""
        if entries == ROUND_ROBIN_FIELD and not policy.rounds:
            return RoundRobin().plan(policy, entries)
        return StagePlan(self.kind, rounds_for(policy, entries), cut_for(policy, entries))

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """Pair by points; what staff decided is kept."""
        players = players_of(tournament)
        if sum(player.active for player in players) < 2:
            raise too_few()
        decided = self._decided(tournament, number, players)
        options = options_for(tournament, stage, number)
        made = pair_round(
            players,
            seed=seed,
            number=number,
            options=options,
            fixed_pairs=decided.fixed,
            forbidden_pairs=decided.apart,
        )
        basis = drawn_from(players, [decided, options])
        return Draft(list(tables_of(made.pairs)), certificate_data(made.certificate), basis)

    def _decided(self, tournament: Tournament, number: int, players: list[Player]) -> Decisions:
        """What staff decided about those who are paired; what they decided about a member binds no crew."""
        return decisions(tournament, number, players) if unit_of(tournament).alone else Decisions()

    def basis(self, tournament: Tournament, stage: Stage, number: int) -> str:
        """Points, opponents and byes, what staff decided, and how the policy pairs."""
        players = players_of(tournament)
        decided = self._decided(tournament, number, players)
        return drawn_from(players, [decided, options_for(tournament, stage, number)])

    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Whether the checker finds everybody who plays exactly once, and every seat is still taken or empty."""
        players, made = players_of(tournament), pairs_of(tournament, round_)
        fixed = kept_decisions(self._decided(tournament, round_.number, players), made)
        options = options_for(tournament, round_.stage, round_.number)
        if not round_is_valid(players, made, options=options, fixed_pairs=fixed):
            return False
        stored = stored_tables(round_)
        unit = unit_of(tournament)
        wanted = unit.boards(tournament, unit.pairings(tournament, stored))
        return {table.seating for table in stored} == {table.seating for table in wanted}

    def recertify(
        self, tournament: Tournament, round_: Round, reason: str
    ) -> tuple[StoredCertificate, list[str]]:
        """The certificate by the independent checker, for those who sit in the round."""
        options = options_for(tournament, round_.stage, round_.number)
        return recomputed_certificate(tournament, round_, options, reason)

    def plans(self, tournament: Tournament, round_: Round, gone: Ids = (), given_up: Ids = ()) -> list[Plan]:
        """Leave it, change as little as possible, pair the rest anew."""
        return as_plans(plans_for(tournament, round_, given_up))

    def exchange(self, tournament: Tournament, round_: Round, names: tuple[str, str]) -> Plan:
        """Priced by the same measure as the plans that are found."""
        return exchange_for(tournament, round_, names)

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """What the pairing room says, in words."""
        return why(tournament, round_, entry)

    def proof(self, round_: Round) -> tuple[str, str] | None:
        """The certificate is made again after every change by hand, and says what it can prove."""
        certificate = round_.certificate
        if certificate.get("exact") and not certificate.get("certified"):
            return "verified", _("The best possible by the pairing rules")
        return proven(certificate)

    def figures(self, certificate: StoredCertificate) -> list[tuple[str, object]]:
        """What a draft costs."""
        return [
            (_("Rematches"), certificate.get("rematches")),
            (_("Second byes"), certificate.get("second_byes")),
            (_("Pairings of players with unequal points"), certificate.get("pair_downs")),
        ]
