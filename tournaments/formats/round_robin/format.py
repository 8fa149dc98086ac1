"""A round robin: who meets whom in which round follows from a table that is drawn at the start."""

from django.utils.translation import gettext as _
from msgspec import Struct

from ledger.commands import Command
from tournaments.entries.models import Entry
from tournaments.events.kinds import Late
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import cut_for
from tournaments.events.policy import ROUND_ROBIN, SWISS, Policy, StagePlan, Template
from tournaments.formats.by_table import explained, same_tables
from tournaments.formats.games import GAMES
from tournaments.pairing.roundrobin import most_rounds, round_robin
from tournaments.rounds.formats import Draft, Explanation, Rounds
from tournaments.rounds.models import Round
from tournaments.rounds.stage_services import stage_settle
from tournaments.rounds.stages import first_number
from tournaments.rounds.tables import Table
from tournaments.rounds.units import unit_of

from .settings import RoundRobinSettings
from .templates import TEMPLATES


class RoundRobin(Rounds):
    """The stage's seeds are the numbers of the table."""

    kind = ROUND_ROBIN
    ending = GAMES
    settings: type[Struct] = RoundRobinSettings
    rank = 20
    templates: tuple[Template, ...] = TEMPLATES
    late = Late.BETWEEN

    def begins(self, policy: Policy) -> bool:
        """Where the policy says so; a very small Swiss event plays it as well, by its plan."""
        return policy.pairing == self.kind

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """As many rounds as everybody has opponents."""
        return StagePlan(
            self.kind,
            policy.of(RoundRobinSettings).legs * (entries - 1 + entries % 2),
            cut_for(policy, entries),
        )

    def start(self, stage: Stage, keys: list[str]) -> None:
        """Everybody who is here has a number of the table."""
        stage.seeds = keys

    def prepare(self, cmd: Command, tournament: Tournament, stage: Stage, number: int) -> None:
        """Somebody arrived who is not in the table: draw it anew before round 1, else go on as Swiss."""
        here = unit_of(tournament).here(tournament)
        if set(here) <= set(stage.seeds):
            return
        if number == first_number(stage) and self.begins(tournament.policy):
            rounds = tournament.policy.of(RoundRobinSettings).legs * most_rounds(len(here))
            stage_settle(cmd, stage, seeds=here, rounds=rounds)
        else:
            stage_settle(cmd, stage, kind=SWISS, seeds=[])

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """The round of the table; whose opponent left has a bye."""
        here = unit_of(tournament).here(tournament)
        twice = tournament.policy.of(RoundRobinSettings).legs == 2
        matches: list[tuple[str, ...]] = []
        byes: list[Table] = []
        for pair in round_robin(stage.seeds, seed=tournament.seed, double=twice)[
            number - first_number(stage)
        ]:
            present = tuple(key for key in (pair.a, pair.b) if key is not None and key in here)
            if len(present) == 2:
                matches.append(present)
            elif present:
                left = None not in (pair.a, pair.b)
                byes.append(Table(present, None, void=left and tournament.policy.voids_who_stops))
        tables = [Table(keys, table) for table, keys in enumerate(matches, start=1)]
        return Draft([*tables, *byes], {"method": self.kind})

    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Whether nobody came or left since."""
        stage = round_.stage
        if not set(unit_of(tournament).here(tournament)) <= set(stage.seeds):
            return False
        return same_tables(tournament, round_, self.draft(tournament, stage, round_.number, round_.seed))

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """The table in a sentence."""
        words = _("Everybody plays everybody once. Who plays whom in which round was drawn at the start.")
        if tournament.policy.of(RoundRobinSettings).legs == 2:
            words = _(
                "Everybody plays everybody twice. Who plays whom in which round was drawn at the start."
            )
        return explained(round_, entry, [words], alone=[_("The opponent is missing in this round.")])

    def proof(self, round_: Round) -> tuple[str, str] | None:
        """Nothing is chosen here."""
        if round_.stage.tournament.policy.of(RoundRobinSettings).legs == 2:
            return "verified", _("Round robin: everybody plays everybody twice")
        return "verified", _("Round robin: everybody plays everybody once")
