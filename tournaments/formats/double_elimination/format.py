"""Double elimination: who loses once plays on among those with one loss."""

from django.utils.translation import gettext as _

from ledger.commands import Command
from ledger.errors import UserError
from tournaments.events.models import Stage, Tournament
from tournaments.events.policy import PODS, Policy
from tournaments.events.setting_words import DOUBLE
from tournaments.events.settings import PolicyLine
from tournaments.formats.bracket_page import END, LOSERS, WINNERS, BracketPart, match_lines, rounds_of
from tournaments.formats.knock_out import BracketKnockOut
from tournaments.formats.slots import results_of
from tournaments.pairing.elimination import Bracket, bracket_standings, double_elimination
from tournaments.rounds.stage_services import stage_settle


class DoubleElimination(BracketKnockOut):
    """Two brackets and a final, which is played once more when the player without a loss loses it."""

    kind = "double"

    def follows(self, policy: Policy) -> bool:
        """Where the policy says so."""
        return policy.pairing != PODS and policy.knock_out == DOUBLE

    def rounds_for(self, count: int) -> int:
        """Twice as many as in a single elimination."""
        return 2 * (count - 1).bit_length()

    def bracket(self, stage: Stage) -> Bracket:
        """Both brackets, the final and the deciding match."""
        return double_elimination(stage.seeds)

    def settle(self, cmd: Command, tournament: Tournament, stage: Stage) -> None:
        """One round more when both finalists have lost once, and only then."""
        needed = bracket_standings(self.bracket(stage), results_of(stage))["R"].needed
        rounds = self.rounds_for(len(stage.seeds)) + needed
        if rounds == stage.rounds:
            return
        running = Tournament.objects.filter(pk=tournament.pk, state=Tournament.State.RUNNING)
        if rounds > stage.rounds and not running.exists():
            text = _(
                "With this result the finalists would have to play once more, but the tournament is finished."
            )
            raise UserError("deciding_match", text)
        stage_settle(cmd, stage, rounds=rounds)

    def cut_lines(self, policy: Policy) -> list[PolicyLine]:
        """What a loss means."""
        words = _(
            "two losses and you are out; if the player without a loss loses the final, the two play once more"
        )
        return [PolicyLine(_("After one loss"), words), *super().cut_lines(policy)]

    def words(self) -> list[str]:
        """Who meets whom."""
        return [
            _(
                "This is the knock-out. The best player after the rounds meets the lowest of those who advance."
            ),
            _("After one loss you play on among those with one loss; after two you are out."),
            _("In the final, the one player without a loss meets the best of those with one loss."),
        ]

    def round_name(self, stage: Stage, place: int, number: int) -> str:
        """Only the end has a name of its own."""
        left = self.rounds_for(len(stage.seeds)) - place
        if left < 0:
            return _("Deciding match")
        return _("Final") if left == 0 else _("Knock-out round %(number)s") % {"number": place}

    def parts(self, tournament: Tournament, stage: Stage) -> list[BracketPart]:
        """Who never lost, who lost once, the end."""
        matches = match_lines(self.bracket(stage), tournament, stage)
        titles = {WINNERS: _("Without a loss"), LOSERS: _("With one loss"), END: _("The finals")}
        return [
            {
                "title": title,
                "rounds": rounds_of(self, stage, (one for one in matches if one["part"] == part)),
            }
            for part, title in titles.items()
            if any(one["part"] == part for one in matches)
        ]
