"""Final tables: of 16 or 10 the winners of semi-finals meet in a final table; fewer play one final."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from ledger.errors import Problem
from tournaments.events.models import Stage, Tournament
from tournaments.events.policy import PODS, Policy
from tournaments.events.setting_words import DOUBLE
from tournaments.events.settings import PolicyLine
from tournaments.formats.bracket_page import (
    END,
    BracketMatch,
    BracketPart,
    BracketRound,
    coming,
    letter,
    side,
    where,
)
from tournaments.formats.knock_out import SeededKnockOut
from tournaments.formats.letters import LETTERS
from tournaments.formats.slots import results_of, slots_of, winners_of
from tournaments.pairing.pod_final import SHAPES, FinalPod, final_places, final_pods, final_rounds, pod_cut
from tournaments.rounds.formats import Places
from tournaments.rounds.models import Match, Round
from tournaments.rounds.selectors import result_words
from tournaments.rounds.tables import Table
from tournaments.rounds.words import line_names


def final_pods_of(stage: Stage, winners: Mapping[str, str]) -> tuple[FinalPod, ...]:
    """The final tables; fewer than four who are left play one final of their own."""
    if len(stage.seeds) in SHAPES:
        return final_pods(stage.seeds, winners)
    return (FinalPod("final", 1, tuple(stage.seeds)),)


def final_size(wanted: int, present: int) -> int:
    """How many play the final tables when so many should and so many are here: 16, 10 or 4; 0 for fewer than 4."""
    return max((size for size in SHAPES if size <= min(wanted, present)), default=0)


class FinalTables(SeededKnockOut):
    """The winner of a table goes on."""

    kind = "pod_final"
    ending = LETTERS
    many_seats = True

    def follows(self, policy: Policy) -> bool:
        """After rounds at big tables."""
        return policy.pairing == PODS

    def cut_problems(self, policy: Policy) -> list[Problem]:
        """Only some numbers fill the tables, and there is no second chance."""
        problems = []
        if policy.cut_size and policy.cut_size not in SHAPES:
            problems.append(
                Problem("shape", _("With big tables, 4, 10 or 16 players advance."), "cut_number")
            )
        if policy.cut_points:
            text = _("With big tables, a fixed number of players advances, not everybody with enough points.")
            problems.append(Problem("no_points", text, "cut"))
        if policy.knock_out == DOUBLE:
            text = _("Big tables have no second chance: their winners advance.")
            problems.append(Problem("no_double", text, "knock_out"))
        return problems

    def cut_size(self, policy: Policy, entries: int) -> int:
        """16, 10 or 4."""
        return final_size(policy.cut_size or pod_cut(entries), entries)

    def cut_rule(self, policy: Policy) -> str:
        """Who plays where."""
        if not policy.cut_size:
            return _(
                "with up to 16 players there is no knock-out; with 17 to 34 the best 4 play a final table; with "
                "more the best 10 advance: eight play two semi-finals, the best two wait in the final"
            )
        return {
            4: _("the best 4 play a final table"),
            10: _(
                "the best 10 advance: eight play two semi-finals, whose winners meet the best two in the final"
            ),
            16: _("the best 16 play four semi-finals, whose winners meet in the final"),
        }[policy.cut_size]

    def cut_lines(self, policy: Policy) -> list[PolicyLine]:
        """Who goes on from a table."""
        words = _("the winner of a table advances; if time runs out, the best placed of those still playing")
        return [PolicyLine(_("Knock-out"), words)]

    def rounds_for(self, count: int) -> int:
        """Semi-finals and a final, or the final alone."""
        return final_rounds(count) if count in SHAPES else 1

    def seed(self, stage: Stage, seeds: list[str]) -> None:
        """16, 10 or 4 can play, or the last 2 or 3."""
        super().seed(stage, seeds[: final_size(len(seeds), len(seeds)) or len(seeds)])

    def tables(self, stage: Stage, place: int, here: Collection[str]) -> list[Table]:
        """The best seed in the first seat; who left is not waited for.

        Anyone who is the last of a table wins it without playing; where all have left, that is the highest seed.
        """
        winners = results_of(stage)
        tables: list[Table] = []
        for pod in final_pods_of(stage, winners):
            if pod.stage != place or not pod.playable or pod.key in winners:
                continue
            members = [key for key in pod.seats if key is not None]
            keys = [key for key in members if key in here] or members[:1]
            tables.append(Table(tuple(keys), len(tables) + 1, pod.key, 0 if len(keys) == 1 else None))
        return tables

    def coming(self, stage: Stage, key: str, winners: Mapping[str, str]) -> bool:
        """Whether a table without a winner waits for them."""
        return any(key in pod.seats for pod in final_pods_of(stage, winners) if pod.key not in winners)

    def places_from(self, stage: Stage, winners: Mapping[str, str]) -> Places:
        """As the tables say; of a final of two or three all losers share the second place."""
        if len(stage.seeds) in SHAPES:
            return final_places(stage.seeds, winners)
        won = winners.get("final")
        return () if won is None else ((1, (won,)), (2, tuple(one for one in stage.seeds if one != won)))

    def words(self) -> list[str]:
        """Who sits where."""
        return [
            _("These are the final tables. The places after the rounds decide who sits where."),
            _("The winner of a table advances. The highest place sits at the first starting dot."),
        ]

    def cut_words(self, stage: Stage, policy: Policy) -> str:
        """Who goes on."""
        return _("The best %(count)s players advance to the final tables.") % {"count": stage.cut}

    def proof(self, round_: Round) -> tuple[str, str] | None:
        """Nothing is chosen here."""
        return "verified", _("By place after the rounds")

    def parts(self, tournament: Tournament, stage: Stage) -> list[BracketPart]:
        """The semi-finals, where there are any, and the final."""
        names, made = line_names(tournament), slots_of(stage)
        winners = winners_of(stage, made)
        pods = final_pods_of(stage, winners)
        labels = {pod.key: letter(place) for place, pod in enumerate(pods)}
        rounds: list[BracketRound] = [
            {
                "name": self.round_name(stage, place + 1, place + 1),
                "matches": [
                    self._line(stage, pod, winners.get(pod.key), made.get(pod.key, []), names, labels)
                    for pod in pods
                    if pod.stage == place + 1
                ],
            }
            for place in range(stage.rounds)
        ]
        return [{"title": "", "rounds": rounds}]

    def _line(
        self,
        stage: Stage,
        pod: FinalPod,
        winner: str | None,
        matches: list[Match],
        names: Mapping[str, str],
        labels: Mapping[str, str],
    ) -> BracketMatch:
        """One final table with its seats in order; of a seat nobody has yet, whose it will be."""
        waits = iter(pod.waits_for)
        sides = []
        for key in pod.seats:
            if key is None:
                line = coming(_("Winner of semi-final %(label)s") % {"label": labels[next(waits)]})
            else:
                line = side(stage, key, names)
            line["won"] = key is not None and key == winner
            sides.append(line)
        title = _("Final") if pod.key == "final" else _("Semi-final %(label)s") % {"label": labels[pod.key]}
        table: BracketMatch = {
            **where(matches),
            "slot": pod.key,
            "title": title,
            "part": END,
            "place": pod.stage,
            "third": False,
            "sides": sides,
        }
        outcome = matches[0].outcome if matches else None
        if outcome is not None and outcome.winner is None:
            table["words"] = result_words(matches[0])
        return table
