"""Two sides that play games: the first to win more than half of them wins the match.

A match ends when one side has won more than half of the games. Draws and unfinished matches exist only after time was
called at that table (106.1a): no draw can be agreed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.errors import Problem, UserError
from ledger.shapes import Context
from tournaments.entries.models import Entry
from tournaments.events.policy import Policy
from tournaments.rounds.formats import Said
from tournaments.rounds.models import Match, Seat
from tournaments.rounds.outcomes import Games, Outcome, Score
from tournaments.rounds.questions import Loss

_TYPED = re.compile(r"(\d)[-–:/ ]?(\d)(?:[-–:/ ]?(\d))?(\s*f)?")


def score_problems(policy: Policy, score: Score, *, time_called: bool) -> list[Problem]:
    """Why this score of a best-of-n match cannot be stored; empty when it can."""
    first, second, drawn = score
    games = int(policy.games)
    needed = games // 2 + 1
    if (
        min(score) < 0
        or first > needed
        or second > needed
        or first + second + drawn > games
        or first == second == needed
    ):
        text = _("A match has at most %(games)s games, and ends when one player has won %(needed)s.")
        return [Problem("impossible", text % {"games": games, "needed": needed}, "score")]
    if max(first, second) == needed:
        if drawn and not time_called and not policy.draws_in_time:
            return [_time_needed(policy)]
        return []
    if not time_called and not (policy.draws_in_time and sum(score) == games):
        return [_time_needed(policy)]
    return []


def _time_needed(policy: Policy) -> Problem:
    if policy.draws_in_time:
        text = _("An unfinished match only counts after time has run out at your table. Play on.")
        return Problem("time_not_called", text, "score")
    return Problem(
        "time_not_called",
        _("A draw or an unfinished match only counts after time has run out at your table. Play on."),
        "score",
        "106.1a",
    )


def score_of(match: Match) -> Score:
    """The stored score as (first, second, drawn) games; zeros while there is none."""
    outcome = match.outcome
    if not isinstance(outcome, Games) or len(outcome.won) != 2:
        return (0, 0, 0)
    return (outcome.won[0], outcome.won[1], outcome.drawn)


class ScoreForm(forms.Form):
    """Games won by each side and drawn games, as on the slip."""

    first = forms.IntegerField(label=gettext_lazy("Games won"), min_value=0, max_value=9)
    second = forms.IntegerField(label=gettext_lazy("Games won"), min_value=0, max_value=9)
    drawn = forms.IntegerField(
        label=gettext_lazy("Drawn games"), min_value=0, max_value=9, required=False, initial=0
    )

    def __init__(
        self, *args: Any, names: Sequence[str] = ("", ""), turned: bool = False, **kwargs: Any
    ) -> None:
        """``names`` are the two sides, used as labels; ``turned``: the second seat fills it in, own side first."""
        super().__init__(*args, **kwargs)
        self.turned = turned
        for field, name in zip(("first", "second"), names, strict=True):
            if name:
                self.fields[field].label = name

    @property
    def score(self) -> Score:
        """The score of a valid form as it was filled in."""
        data = self.cleaned_data
        return (data["first"], data["second"], data.get("drawn") or 0)

    @property
    def said(self) -> Score:
        """The score of a valid form by position."""
        first, second, drawn = self.score
        return (second, first, drawn) if self.turned else (first, second, drawn)


NOT_ENTERED = (Match.Kind.BYE, Match.Kind.VOID)
"""How no table ends by what somebody enters."""


class StaffScoreForm(ScoreForm):
    """A result entered, ruled or corrected by staff."""

    kind = forms.ChoiceField(
        label=gettext_lazy("How it ended"),
        choices=[(value, label) for value, label in Match.Kind.choices if value not in NOT_ENTERED],
        initial=Match.Kind.PLAYED,
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


class ScoreChoice(TypedDict):
    """A big button of the report: the score as a form says it, as people read it, and whether it is a win."""

    value: str
    text: str
    won: bool


def score_choices(policy: Policy) -> list[ScoreChoice]:
    """The scores of a match that was played to its end, own games first: one big button each."""
    wins = int(policy.games) // 2 + 1
    scores = [(wins, lost) for lost in range(wins)] + [(won, wins) for won in reversed(range(wins))]
    return [
        {"value": f"{mine}-{theirs}-0", "text": f"{mine}–{theirs}", "won": mine > theirs}
        for mine, theirs in scores
    ]


class GamesEnding:
    """See :class:`tournaments.rounds.formats.Ending`."""

    report_template = "formats/games/report.html"

    def read(self, said: Said, match: Match, kind: str) -> Games:
        """(first, second, drawn) games."""
        if isinstance(said, str) or len(said) not in (2, 3):
            raise UserError("no_pod", _("This is not a table of three to six players."))
        if kind == Match.Kind.DOUBLE_LOSS:
            return Games((0, 0))
        first, second, *drawn = said
        if not all(0 <= count <= 99 for count in said):
            raise UserError(
                "score",
                "",
                problems=[Problem("impossible", _("A match cannot end with this score."), "score")],
            )
        return Games((first, second), drawn[0] if drawn else 0)

    def problems(self, outcome: Games, match: Match, kind: str, *, called: bool) -> list[Problem]:
        """A score that the match could have had; a forfeit needs a winner, a double loss no score."""
        if kind == Match.Kind.DOUBLE_LOSS:
            return []
        first, second = outcome.won
        forfeit = kind == Match.Kind.FORFEIT
        if (kind != Match.Kind.PLAYED and not forfeit) or (forfeit and first == second):
            return [Problem("kind", _("Choose who wins by forfeit."), "score")]
        policy = match.round.tournament.policy
        return score_problems(policy, (first, second, outcome.drawn), time_called=called or forfeit)

    def unsaid(self, match: Match, reports: Mapping[int, Outcome]) -> bool:
        """Both sides report."""
        return len(reports) < 2

    def report_form(self, data: QueryDict | None, match: Match, entry: Entry) -> ScoreForm:
        """Own games first; a big button that was touched fills all fields at once."""
        seats = list(match.seats.all())
        mine = next(seat for seat in seats if seat.entry_id == entry.pk)
        other = next(seat for seat in seats if seat is not mine)
        names = (_("Games you won"), _("Games won by %(name)s") % {"name": other.name})
        return ScoreForm(_touched(data, match) or data or None, names=names, turned=mine.position == 1)

    def report_context(self, match: Match, entry: Entry) -> Context:
        """The big buttons."""
        return {"choices": score_choices(match.tournament.policy)}

    def typed(self, text: str, match: Match) -> tuple[Said, str] | None:
        """`2-1`, `2 1` or `21`, with drawn games `1-1-1`; `2-0 f`: by forfeit; `x`: both lose."""
        if text == "x":
            return (0, 0, 0), Match.Kind.DOUBLE_LOSS
        found = _TYPED.fullmatch(text)
        if found is None:
            return None
        first, second, drawn, forfeit = found.groups()
        return (int(first), int(second), int(drawn or 0)), (
            Match.Kind.FORFEIT if forfeit else Match.Kind.PLAYED
        )

    def staff_form(self, data: QueryDict | None, match: Match, losses: Sequence[Loss]) -> StaffScoreForm:
        """The stored score of a final match, else what the penalties of this match make of it."""
        seats = list(match.seats.all())
        initial: dict[str, object] = {"version": match.version, "kind": match.kind}
        if match.state == Match.State.FINAL:
            initial |= dict(zip(("first", "second", "drawn"), score_of(match), strict=True))
        else:
            initial |= proposed_score(list(losses), seats, int(match.tournament.policy.games))
        names = [seat.name for seat in seats]
        return StaffScoreForm(data or None, names=names, initial=initial)


class ProposedScore(TypedDict, total=False):
    """What the form of an open match starts with; empty when nobody lost the match."""

    first: int
    second: int
    kind: str


def proposed_score(losses: Sequence[Loss], seats: list[Seat], games: int) -> ProposedScore:
    """What the form of an open match starts with: who lost the match as a penalty loses by forfeit."""
    out = {loss.entry_id for loss in losses if loss.costs_match}
    losing = [seat.position for seat in seats if seat.entry_id in out]
    if len(losing) == len(seats):
        return {"first": 0, "second": 0, "kind": Match.Kind.DOUBLE_LOSS}
    if not losing:
        return {}
    needed = games // 2 + 1
    first, second = (0, needed) if losing == [0] else (needed, 0)
    return {"first": first, "second": second, "kind": Match.Kind.FORFEIT}


def _touched(data: QueryDict | None, match: Match) -> dict[str, str]:
    """The score of the big button that was touched, as the form's fields; empty when none was."""
    for choice in score_choices(match.tournament.policy):
        if data and data.get("score") == choice["value"]:
            return dict(zip(("first", "second", "drawn"), choice["value"].split("-"), strict=True))
    return {}


GAMES = GamesEnding()
