"""A format of a stranger, for the test that a new one is a new folder: on a ladder, neighbours meet."""

from collections.abc import Mapping
from typing import Any

from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.policy import Policy, StagePlan, Template
from tournaments.events.policy_words import PolicyLine
from tournaments.formats import Draft, Explanation, Format
from tournaments.formats.by_table import explained, same_tables
from tournaments.formats.games import GAMES
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Round
from tournaments.rounds.tables import Table
from tournaments.rounds.units import unit_of


class Ladder(Format):
    """The first of the standings meets the second, the third the fourth; who is last and alone rests."""

    kind = "ladder"
    ending = GAMES
    by_hand = True
    templates = (
        Template(
            "ladder-evening",
            "An evening on the ladder",
            {"pairing": "ladder", "rounds": 2, "games": 1, "bye_games": (1, 0), "deck_required": False},
        ),
    )

    def begins(self, policy: Policy) -> bool:
        """Where the policy says so."""
        return policy.pairing == self.kind

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """As many rounds as the policy says."""
        return StagePlan(self.kind, policy.rounds, 0)

    def meeting_lines(self, policy: Policy) -> list[PolicyLine]:
        """The rule of the ladder."""
        return [PolicyLine("Pairing", "neighbours on the ladder")]

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """Neighbours meet."""
        here = set(unit_of(tournament).here(tournament))
        line = [row.id for row in standings_rows(tournament) if row.id in here]
        pairs = [tuple(line[place : place + 2]) for place in range(0, len(line), 2)]
        tables = [Table(pair, number) for number, pair in enumerate(pairs, start=1) if len(pair) == 2]
        return Draft(
            [*tables, *(Table(pair, None) for pair in pairs if len(pair) == 1)], {"rungs": len(line)}
        )

    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Whether nobody came or left; who was exchanged by hand stays exchanged."""
        if round_.certificate.get("changed_by_hand"):
            return True
        return same_tables(
            tournament, round_, self.draft(tournament, round_.stage, round_.number, round_.seed)
        )

    def figures(self, certificate: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """How long the ladder is."""
        return [("Rungs", certificate.get("rungs"))]

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """The rule of the ladder."""
        return explained(round_, entry, ["You are neighbours on the ladder."], alone=["Nobody stands below."])


FORMATS = (Ladder(),)
