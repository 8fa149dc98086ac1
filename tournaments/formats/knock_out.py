"""What every knock-out shares: it follows from the stage's seeds and the results alone.

So a corrected result needs no repair of anything stored. Matches of all parts are played as soon as they can be.
"""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import Problem, UserError
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.policy import Policy, table_cut
from tournaments.events.settings import PolicyLine
from tournaments.pairing.elimination import Bracket, bracket_standings, places
from tournaments.rounds.formats import Draft, Ending, Explanation, KnockOut, Meeting, Places
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Games, Outcome
from tournaments.rounds.places import final_places
from tournaments.rounds.stage_services import best_of, stage_settle
from tournaments.rounds.stages import first_number, stage_complete
from tournaments.rounds.tables import Table
from tournaments.rounds.units import unit_of

from .bracket_page import BracketPart, match_lines, meeting_of, rounds_of
from .brackets import schedule
from .by_table import explained, same_tables
from .games import GAMES
from .slots import results_of, slots_of, winners_of

ON, OUT, WON = "on", "out", "won"


class SeededKnockOut(KnockOut):
    """A stage of seeds in which somebody must win."""

    ending: Ending[Any] = GAMES

    def rounds_for(self, count: int) -> int:
        """How many rounds so many seeds play, the final included; a deciding match after it is not."""
        raise NotImplementedError

    def tables(self, stage: Stage, place: int, here: Collection[str]) -> list[Table]:
        """The pairings of round ``place`` (from 1); ``here`` are those who play on."""
        raise NotImplementedError

    def coming(self, stage: Stage, key: str, winners: Mapping[str, str]) -> bool:
        """Whether somebody has still to play."""
        raise NotImplementedError

    def places_from(self, stage: Stage, winners: Mapping[str, str]) -> Places:
        """The places that these results decide, best first."""
        raise NotImplementedError

    def parts(self, tournament: Tournament, stage: Stage) -> list[BracketPart]:
        """The drawing: parts of rounds of matches, as :mod:`.bracket_page` describes them."""
        raise NotImplementedError

    def words(self) -> list[str]:
        """How this knock-out goes, in a few sentences."""
        raise NotImplementedError

    def cut_words(self, stage: Stage, policy: Policy) -> str:
        """Who goes on into it."""
        points = policy.cut_points
        if points:
            return _("Everybody with %(points)s points or more plays the knock-out.") % {"points": points}
        return _("The best %(count)s play the knock-out.") % {"count": stage.cut}

    def seed(self, stage: Stage, seeds: list[str]) -> None:
        """All seeds play."""
        stage.seeds, stage.size, stage.rounds = seeds, len(seeds), self.rounds_for(len(seeds))

    def prepare(self, cmd: Command, tournament: Tournament, stage: Stage, number: int) -> None:
        """Before the first round, the next in the standings take the places of those who left.

        Where so many points decided who goes on, only who has them can take a place. With fewer than two left the
        seeds stay as they are: who is gone loses without playing.
        """
        if number != first_number(stage):
            return
        here = set(unit_of(tournament).here(tournament))
        staying = [key for key in stage.seeds if key in here]
        if len(staying) == len(stage.seeds):
            return
        points = tournament.policy.cut_points or None
        line = best_of(tournament, len(here), points)
        seeds = [*staying, *(key for key in line if key not in staying)][: stage.size]
        seeds = seeds if len(seeds) > 1 else best_of(tournament, 2)
        if len(seeds) < 2:
            return
        self.seed(stage, seeds)
        stage_settle(cmd, stage, seeds=stage.seeds, size=stage.size, rounds=stage.rounds)

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """What the results so far say; the first match at the first table."""
        here = unit_of(tournament).here(tournament)
        return Draft(self.tables(stage, number - first_number(stage) + 1, here), {"method": self.kind})

    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Whether nobody came or left since."""
        stage = round_.stage
        return same_tables(tournament, round_, self.draft(tournament, stage, round_.number, round_.seed))

    def decide(self, match: Match, outcome: Outcome, kind: str) -> Outcome:
        """Somebody must win: from a match that time ended level the higher seed goes on, and the games stay."""
        if not unit_of(match.tournament).alone or not isinstance(outcome, Games):
            return outcome
        if kind == Match.Kind.DOUBLE_LOSS:
            raise UserError("winner_needed", _("A knock-out match needs a winner."), field="score")
        if outcome.winner is not None:
            return outcome
        seats = list(match.seats.select_related("entry"))
        ahead = min(seats, key=lambda seat: match.round.stage.seeds.index(seat.entry.key))
        return msgspec.structs.replace(outcome, ahead=ahead.position)

    def goes_on(self, match: Match) -> str | None:
        """As the stored results of its slot say."""
        slots = slots_of(match.round.stage)
        return winners_of(match.round.stage, {match.slot: slots[match.slot]}).get(match.slot)

    def standing(self, stage: Stage, key: str) -> str:
        """Whether somebody has still to play, has won it, or is out of it or never was in."""
        winners = results_of(stage)
        if self.coming(stage, key, winners):
            return ON
        return WON if (1, (key,)) in self.places_from(stage, winners) else OUT

    def places(self, stage: Stage) -> Places:
        """As the results say."""
        return self.places_from(stage, results_of(stage))

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """The bracket in a few sentences."""
        return explained(round_, entry, self.words())

    def proof(self, round_: Round) -> tuple[str, str] | None:
        """Nothing is chosen here."""
        return "verified", _("By the knock-out bracket")

    def round_name(self, stage: Stage, place: int, number: int) -> str:
        """Final, semi-finals, quarter-finals."""
        left = self.rounds_for(len(stage.seeds)) - place
        if left == 0:
            return _("Final")
        if left == 1:
            return _("Semi-finals")
        return _("Quarter-finals") if left == 2 else _("Last %(count)s") % {"count": 2 ** (left + 1)}

    def meetings(self, tournament: Tournament, stage: Stage) -> tuple[Meeting, ...]:
        """As the drawing has them."""
        first = first_number(stage) - 1
        lines = [
            line
            for part in self.parts(tournament, stage)
            for round_ in part["rounds"]
            for line in round_["matches"]
        ]
        return tuple(meeting_of(line, first) for line in sorted(lines, key=lambda line: line["place"]))

    def drawing(self, tournament: Tournament, stage: Stage) -> str:
        """The bracket round by round, and the final places once they are known."""
        context = {
            "tournament": tournament,
            "heading": unit_of(tournament).heading(),
            "parts": self.parts(tournament, stage),
            "places": final_places(tournament) if stage_complete(stage) else [],
        }
        return render_to_string("formats/knock_out/bracket.html", context)


class BracketKnockOut(SeededKnockOut):
    """A knock-out of matches of two."""

    def cut_problems(self, policy: Policy) -> list[Problem]:
        """Any number that a hall can hold."""
        size = int(policy.cut_size)
        if not size or 2 <= size <= 128:
            return []
        return [Problem("cut_size", _("Between 2 and 128 players can advance."), "cut_number")]

    def cut_size(self, policy: Policy, entries: int) -> int:
        """A number, enough points, or by the rounds table."""
        if policy.cut_points or policy.cut_size:
            return min(policy.cut_size or entries, entries)
        return table_cut(entries)

    def cut_rule(self, policy: Policy) -> str:
        """A number, enough points, or by the rounds table."""
        size, points = policy.cut_size, policy.cut_points
        if size and points:
            words = _("the best %(count)s play a knock-out, if they have at least %(points)s points")
            return words % {"count": size, "points": points}
        if points:
            words = _("everybody with at least %(points)s points plays a knock-out, but at least two players")
            return words % {"points": points}
        if size:
            return _("the best %(count)s play a knock-out") % {"count": size}
        return _(
            "with up to 8 players there is no knock-out, with up to 16 the best 4 play one, with more the best 8"
        )

    def cut_lines(self, policy: Policy) -> list[PolicyLine]:
        """That somebody must win."""
        words = _(
            "somebody must win; if it is level when time runs out, the player placed higher after the rounds "
            "advances"
        )
        return [PolicyLine(_("Knock-out"), words)]

    def when_level(self) -> str:
        """Who stood higher goes on, as :meth:`decide` does it."""
        return _("If your match is level then, who was placed higher before the knock-out goes on.")

    def bracket(self, stage: Stage) -> Bracket:
        """The bracket of these seeds."""
        raise NotImplementedError

    def tables(self, stage: Stage, place: int, here: Collection[str]) -> list[Table]:
        """Round ``place`` (from 1) of the bracket, the first match at table 1; who left loses without playing."""
        bracket = self.bracket(stage)
        when = schedule(bracket)
        tables: list[Table] = []
        for standing in bracket_standings(bracket, results_of(stage)).values():
            if when[standing.match.key] != place or not standing.playable:
                continue
            if standing.a is None or standing.b is None:
                continue
            keys = (standing.a, standing.b)
            gone = [key not in here for key in keys]
            walkover = None
            if any(gone):
                walkover = min(range(2), key=lambda one: (gone[one], stage.seeds.index(keys[one])))
            tables.append(Table(keys, len(tables) + 1, standing.match.key, walkover))
        return tables

    def coming(self, stage: Stage, key: str, winners: Mapping[str, str]) -> bool:
        """Whether a match that is needed waits for them."""
        matches = bracket_standings(self.bracket(stage), winners).values()
        return any(key in (one.a, one.b) for one in matches if one.needed and one.winner is None)

    def places_from(self, stage: Stage, winners: Mapping[str, str]) -> Places:
        """As the bracket says."""
        return places(self.bracket(stage), winners)

    def parts(self, tournament: Tournament, stage: Stage) -> list[BracketPart]:
        """One part of rounds."""
        return [
            {
                "title": "",
                "rounds": rounds_of(self, stage, match_lines(self.bracket(stage), tournament, stage)),
            }
        ]
