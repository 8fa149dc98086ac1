"""Single elimination: the best after the rounds meets the lowest, the winners of neighbouring matches meet."""

from django.utils.translation import gettext as _

from tournaments.events.models import Stage
from tournaments.events.policy import PODS, Policy
from tournaments.events.setting_words import SINGLE
from tournaments.events.settings import PolicyLine
from tournaments.formats.knock_out import BracketKnockOut
from tournaments.pairing.elimination import THIRD, Bracket, single_elimination


class SingleElimination(BracketKnockOut):
    """Who loses is out; the losers of the semi-finals may play for the third place."""

    kind = "elimination"
    third_place = True

    def follows(self, policy: Policy) -> bool:
        """The usual knock-out of matches."""
        return policy.pairing != PODS and policy.knock_out == SINGLE

    def rounds_for(self, count: int) -> int:
        """Each round halves the field."""
        return (count - 1).bit_length()

    def bracket(self, stage: Stage) -> Bracket:
        """With a match for the third place where the stage has one."""
        return single_elimination(stage.seeds, third_place=stage.third_place)

    def round_name(self, stage: Stage, place: int, number: int) -> str:
        """The last round may hold two matches."""
        if stage.third_place and len(stage.seeds) >= 4 and place == self.rounds_for(len(stage.seeds)):
            return _("Final and third place")
        return super().round_name(stage, place, number)

    def match_name(self, stage: Stage, place: int, number: int, slot: str) -> str:
        """The match of those who lost a semi-final is not the final."""
        return _("Third place") if slot == THIRD else super().round_name(stage, place, number)

    def cut_lines(self, policy: Policy) -> list[PolicyLine]:
        """A match for the third place, where there is one."""
        third = PolicyLine(_("Third place"), _("the semi-final losers play for it"))
        return [*((third,) if policy.third_place else ()), *super().cut_lines(policy)]

    def words(self) -> list[str]:
        """Who meets whom."""
        return [
            _(
                "This is the knock-out. The best player after the rounds meets the lowest of those who advance."
            ),
            _("After that, the winners of neighbouring matches meet."),
        ]
