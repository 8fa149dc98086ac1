"""Rounds of teams that share a board: by points as players meet, or three teams to a table as pods."""

from collections.abc import Collection
from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.errors import Problem, UserError
from tournaments.entries.models import Entry
from tournaments.events.kinds import Late, NoSettings
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import cut_for
from tournaments.events.policy import Policy, PolicyChanges, StagePlan, Template, rounds_for
from tournaments.events.settings import PolicyLine
from tournaments.formats.by_table import explained
from tournaments.formats.pods.format import Pods
from tournaments.formats.pods.seating import certificate_data, tables_of
from tournaments.formats.swiss.format import Swiss
from tournaments.formats.swiss.settings import ByPoints
from tournaments.pairing.pod_model import PodOptions, PodPlayer
from tournaments.pairing.pods import pair_pods
from tournaments.rounds.formats import Draft, Explanation, Rounds, drawn_from, too_few
from tournaments.rounds.models import Round
from tournaments.rounds.units import Unit, unit_of

from .unit import Teams, people_of, team_problems

PAIRING = "teams"
SIZES = {"2v2": 2, "3v3": 3, "2v2v2": 2}
"""How many share a seat of the board, by the mode of the game."""
ONE_GAME: PolicyChanges = {"pairing": PAIRING, "teams": True, "games": 1, "bye_games": (1, 0)}


class TeamFormat(Rounds):
    """What all formats of teams at one board share; the mode of the event says how many play in a team."""

    unit: Unit | None = Teams()
    modes: tuple[str, ...] = ()
    late = Late.NEVER

    def begins(self, policy: Policy) -> bool:
        """Where the policy says so, by its mode."""
        return policy.pairing == PAIRING and policy.mode in self.modes and not policy.crews

    def team_size(self, policy: Policy) -> int:
        """By the mode."""
        return SIZES[policy.mode]

    def problems(self, policy: Policy) -> list[Problem]:
        """Nobody plays here without a team."""
        if policy.teams:
            return []
        return [Problem("teams_only", _("At one board teams play: switch teams on."), "teams")]

    def require(self, tournament: Tournament) -> None:
        """Every team is whole and here, and there are two at least."""
        found = team_problems(tournament, self.team_size(tournament.policy))
        problems = [Problem(code, text, None, "105.2b") for code, text in found]
        if len(unit_of(tournament).here(tournament)) < 2:
            problems.append(Problem("too_few_teams", _("At least two teams must be checked in."), None))
        if problems:
            raise UserError("teams", "", problems=problems)

    def people(self, keys: Collection[str]) -> Q:
        """Everybody in the team."""
        return people_of(keys)


class TeamMatches(TeamFormat, Swiss):
    """Two teams at a board: anyone who has as many points meets."""

    kind = "teams"
    modes = ("2v2", "3v3")
    awards = simulated = False
    settings = ByPoints
    rank = 40
    templates = (
        Template(
            "teams-2v2",
            gettext_lazy("Constructed, teams of two at one board"),
            {**ONE_GAME, "mode": "2v2", "minutes": 75},
        ),
        Template(
            "teams-3v3",
            gettext_lazy("Constructed, teams of three at one board"),
            {**ONE_GAME, "mode": "3v3", "minutes": 90},
        ),
    )

    def meeting_lines(self, policy: Policy) -> list[PolicyLine]:
        """Teams, and then as players meet."""
        words = _(
            "teams of %(size)s share one board; their captains report, and the team that wins the board wins the "
            "match"
        )
        team = PolicyLine(_("A team"), words % {"size": self.team_size(policy)}, "105.2b")
        return [team, *super().meeting_lines(policy)]

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """Rounds as for players, but by the table never so many that two teams would have to meet again."""
        teams = entries // self.team_size(policy)
        rounds = rounds_for(policy, teams)
        if not policy.rounds:
            rounds = min(rounds, max(teams - 1 + teams % 2, 1))
        return StagePlan(self.kind, rounds, cut_for(policy, teams))


class TeamTables(TeamFormat, Pods):
    """Three teams of two at a board; anyone who is left wins. Teams that fill no board have a bye."""

    kind = "team_tables"
    modes = ("2v2v2",)
    settings = NoSettings
    rank = 45
    mendable = False
    templates = (
        Template(
            "teams-2v2v2",
            gettext_lazy("Constructed, three teams of two at one board"),
            {
                **ONE_GAME,
                "mode": "2v2v2",
                "minutes": 90,
                "points": {"win": 5, "draw": 1, "loss": 0},
                "preset": "x610z_pods",
            },
        ),
    )

    def meeting_lines(self, policy: Policy) -> list[PolicyLine]:
        """Three teams to a board."""
        words = _(
            "three teams of two share one board; their captains report, and the last team left wins the board"
        )
        return [PolicyLine(_("A team"), words, "105.2b")]

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """As for tables of players."""
        return super().plan(policy, entries // self.team_size(policy))

    def problems(self, policy: Policy) -> list[Problem]:
        """A bracket has two sides, and no table of three leads into one."""
        text = _("Three teams at a board play rounds, without a knock-out.")
        return super().problems(policy) + ([Problem("teams_only", text, "cut")] if policy.cut else [])

    def options(self, tournament: Tournament) -> PodOptions:
        """Three teams, never more or fewer."""
        return PodOptions(target=3)

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """Who has a bye is settled first: anyone who had the fewest, and of these the lowest."""
        players = self.field(tournament, number)
        byes = resting(players)
        if len(players) - len(byes) < 3:
            raise too_few()
        playing = [replace(player, active=player.id not in byes) for player in players]
        options = replace(self.options(tournament), rounds=stage.rounds)
        made = pair_pods(playing, seed=seed, number=number, options=options)
        basis = drawn_from(players, [options])
        return Draft(list(tables_of(made.pods, byes)), certificate_data(made, self.kind), basis)

    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Three teams to a board, and no more byes than must be."""
        sizes = [match.seats.count() for match in round_.matches.all()]
        whole = set(sizes) <= {1, 3} and sizes.count(1) < 3
        return whole and super().fits(tournament, round_)

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """The boards in a few sentences."""
        reasons = [
            _("Teams with equal points share a board, with teams they have not met where possible."),
        ]
        alone = [
            _(
                "Three teams fill a board. The team that rested least rests now; of those, the lowest in the "
                "standings."
            )
        ]
        return explained(round_, entry, reasons, alone=alone)


def resting(players: Collection[PodPlayer]) -> list[str]:
    """Who has a bye, so that the others fill boards of three: fewest byes first, then the lowest in standing."""
    line = sorted(players, key=lambda one: (one.byes, one.score, -(one.rank or 0), one.id))
    return [one.id for one in line[: len(players) % 3]]
