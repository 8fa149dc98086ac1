"""Two formats of a stranger, for the test that a new one is a new folder: a ladder, and a final at its top."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any

from django.utils.html import format_html
from msgspec import Struct

from ledger.hashing import digest
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import cut_for
from tournaments.events.policy import Policy, StagePlan, Template
from tournaments.events.settings import PolicyLine, Setting
from tournaments.formats.by_table import explained, same_tables
from tournaments.formats.games import GAMES
from tournaments.rounds.begun import matches_in_use
from tournaments.rounds.field import standings_rows
from tournaments.rounds.formats import FULL, LEAVE, Draft, Explanation, KnockOut, Places, Plan, Rounds
from tournaments.rounds.models import Match, Round
from tournaments.rounds.tables import Table, stored_tables
from tournaments.rounds.units import unit_of


class LadderSettings(Struct, frozen=True):
    """``climb``: how many rungs up somebody plays."""

    climb: Annotated[
        int,
        Setting(
            label="Rungs to climb",
            help="One: neighbours meet.",
            bounds=(1, 3),
            elsewhere="There is nothing to climb here.",
            says=lambda climb: PolicyLine("To climb", f"{climb} rungs at a time") if climb > 1 else None,
        ),
    ] = 1


class Ladder(Rounds):
    """The first of the standings meets the second, the third the fourth; newcomers stand below, who is alone rests."""

    kind = "ladder"
    settings = LadderSettings
    ending = GAMES
    by_hand = mendable = True
    templates = (
        Template(
            "ladder-evening",
            "An evening on the ladder",
            {"pairing": "ladder", "rounds": 2, "games": 1, "bye_games": (1, 0), "deck_required": False},
        ),
        Template(
            "ladder-summit",
            "A ladder with a final at its top",
            {
                "pairing": "ladder",
                "rounds": 1,
                "games": 1,
                "bye_games": (1, 0),
                "deck_required": False,
                "cut": True,
                "knock_out": "summit",
            },
        ),
    )

    def begins(self, policy: Policy) -> bool:
        """Where the policy says so."""
        return policy.pairing == self.kind

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """As many rounds as the policy says, and the final at the top where it says so."""
        return StagePlan(self.kind, policy.rounds, cut_for(policy, entries))

    def meeting_lines(self, policy: Policy) -> list[PolicyLine]:
        """The rule of the ladder."""
        return [PolicyLine("Pairing", "neighbours on the ladder")]

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """Neighbours meet, or who stands as many rungs apart as the event chose."""
        here = set(unit_of(tournament).here(tournament))
        line = [row.id for row in standings_rows(tournament) if row.id in here]
        line += sorted(here.difference(line))
        size = 2 * tournament.policy.of(LadderSettings).climb
        parts = [line[place : place + size] for place in range(0, len(line), size)]
        halves = [(part, (len(part) + 1) // 2) for part in parts]
        pairs = [tuple(part[one::half]) for part, half in halves for one in range(half)]
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

    def plans(
        self,
        tournament: Tournament,
        round_: Round,
        gone: Collection[int] = (),
        given_up: Collection[int] = (),
    ) -> list[Plan]:
        """Leave it, or let those who have said nothing yet and those who wait meet in the order of the ladder."""
        if matches_in_use(round_):
            return []
        old = stored_tables(round_)
        new = self.draft(tournament, round_.stage, round_.number, round_.seed).tables
        broken = tuple(table for table in old if table.keys not in {one.keys for one in new})
        added = tuple(table for table in new if table.keys not in {one.keys for one in old})
        return [
            Plan(
                kind,
                digest([kind, [[*one.keys] for one in [*go, *come]]]),
                go,
                come,
                frozenset(),
                (),
                len(go),
                (),
            )
            for kind, go, come in ((LEAVE, (), ()), (FULL, broken, added))
        ]

    def figures(self, certificate: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """How long the ladder is."""
        return [("Rungs", certificate.get("rungs"))]

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """The rule of the ladder."""
        return explained(round_, entry, ["You are neighbours on the ladder."], alone=["Nobody stands below."])


class Summit(KnockOut):
    """The two at the top of the ladder play for it."""

    kind = "summit"
    ending = GAMES

    def follows(self, policy: Policy) -> bool:
        """Where the policy says so."""
        return policy.knock_out == self.kind

    def cut_size(self, policy: Policy, entries: int) -> int:
        """Two."""
        return min(2, entries)

    def seed(self, stage: Stage, seeds: list[str]) -> None:
        """One match."""
        stage.seeds, stage.size, stage.rounds = seeds[:2], 2, 1

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """The first against the second."""
        return Draft([Table(tuple(stage.seeds), 1, "top")], {"method": self.kind})

    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Whether both are still seeds."""
        return same_tables(
            tournament, round_, self.draft(tournament, round_.stage, round_.number, round_.seed)
        )

    def goes_on(self, match: Match) -> str | None:
        """Who won, once it is final."""
        winner = match.outcome.winner if match.outcome is not None else None
        return None if winner is None else str(match.seats.get(position=winner).entry.key)

    def places(self, stage: Stage) -> Places:
        """Who won before who lost."""
        match = Match.objects.filter(round__stage=stage).first()
        first = self.goes_on(match) if match is not None else None
        return tuple(
            (place, (key,))
            for place, key in enumerate(sorted(stage.seeds, key=lambda one: one != first), start=1)
            if first is not None
        )

    def drawing(self, tournament: Tournament, stage: Stage) -> str:
        """The top of the ladder in a line."""
        names = dict(tournament.entries.values_list("number", "name"))
        line = [names[int(key[1:])] for _place, keys in self.places(stage) for key in keys]
        return format_html("<p>The top: {}</p>", " above ".join(line) or "not yet known")

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """The rule of the summit."""
        return explained(round_, entry, ["You two are at the top."])


FORMATS = (Ladder(), Summit())
