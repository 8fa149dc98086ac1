"""Tables of three to six: whoever is left wins. Letters in seat order, "w" won, "d" still in when time ended, "l" lost.

One player wins and all others lose, so there is no second place (106.1b); a draw exists only between those who
are still in when time has run out (106.1a). Who had lost by then keeps the loss.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.errors import Problem, UserError
from ledger.shapes import Context
from tournaments.entries.models import Entry
from tournaments.rounds.formats import Said
from tournaments.rounds.models import Match
from tournaments.rounds.outcomes import Letters, Outcome
from tournaments.rounds.questions import Loss
from tournaments.rounds.selectors import dot_of


def claim_for(size: int, *, winner: int | None = None, still_in: Collection[int] = ()) -> str:
    """The letters of a table of ``size``: one winner, or nobody and the positions that were still in."""
    if winner is not None:
        return "".join("w" if position == winner else "l" for position in range(size))
    return "".join("d" if position in still_in else "l" for position in range(size))


def claim_problems(claim: str, size: int, *, time_called: bool) -> list[Problem]:
    """Why a table of ``size`` cannot end so; empty when it can."""
    if len(claim) != size or not set(claim) <= set("wdl"):
        return [Problem("impossible", _("Enter for every player at the table how it ended."), "result")]
    winners, still_in = claim.count("w"), claim.count("d")
    if winners > 1 or (winners and still_in):
        text = _("A table has one winner; everybody else has lost.")
        return [Problem("one_winner", text, "result", "106.1b")]
    if winners == 1:
        return []
    if not time_called:
        text = _("A draw only counts after time has run out at your table. Play on.")
        return [Problem("time_not_called", text, "result", "106.1a")]
    if still_in < 2:
        text = _(
            "When time runs out, at least two players are still playing; otherwise the last one has won."
        )
        return [Problem("last_one_wins", text, "result", "106.1a")]
    return []


class PodForm(forms.Form):
    """How a table of three to six ended: who won, or who was still in when time ran out."""

    winner = forms.ChoiceField(label=gettext_lazy("Who won the table?"), required=False)
    still_in = forms.MultipleChoiceField(
        label=gettext_lazy("Nobody: time ran out. Who was still playing?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    asked_if = ("winner", "still_in")

    def __init__(self, *args: Any, names: list[str] | None = None, **kwargs: Any) -> None:
        """``names`` are the players in seat order."""
        super().__init__(*args, **kwargs)
        seats = [(str(position), name) for position, name in enumerate(names or [])]
        cast(forms.ChoiceField, self.fields["winner"]).choices = [("", _("Nobody")), *seats]
        cast(forms.MultipleChoiceField, self.fields["still_in"]).choices = seats
        self.size = len(seats)

    def clean(self) -> Context:
        """Somebody won, or nobody and some were still in; both is a contradiction."""
        data = super().clean() or {}
        if bool(data.get("winner")) == bool(data.get("still_in")):
            raise forms.ValidationError(
                _("Choose who won. If time ran out and nobody won, choose who was still playing."),
                code="one_of_two",
            )
        return data

    @property
    def said(self) -> str:
        """A letter for every seat of a valid form."""
        data = self.cleaned_data
        won = int(data["winner"]) if data["winner"] else None
        return claim_for(self.size, winner=won, still_in={int(one) for one in data["still_in"]})


class StaffPodForm(PodForm):
    """How a table ended, entered, ruled or corrected by staff."""

    despite = forms.BooleanField(
        label=gettext_lazy("All the same, although no game can end like this"), required=False
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


class LettersEnding:
    """See :class:`tournaments.rounds.formats.Ending`."""

    report_template = "formats/letters/report.html"

    def read(self, said: Said, match: Match, kind: str) -> Letters:
        """A letter for every seat."""
        if not isinstance(said, str):
            raise UserError("pod", _("Choose who won this table."), field="score")
        if match.kind == Match.Kind.BYE:
            raise UserError("no_pod", _("This is not a table of three to six players."))
        size = match.seats.count()
        if len(said) != size or not set(said) <= set("wdl"):
            raise UserError("result", "", problems=claim_problems(said, size, time_called=True))
        return Letters(said)

    def problems(self, outcome: Letters, match: Match, kind: str, *, called: bool) -> list[Problem]:
        """One winner, or time and at least two who were still in."""
        if kind != Match.Kind.PLAYED:
            text = _("Enter for every player at the table how it ended.")
            return [Problem("kind", text, "result")]
        return claim_problems(outcome.letters, len(outcome.letters), time_called=called)

    def unsaid(self, match: Match, reports: Mapping[int, Outcome]) -> bool:
        """Everybody at the table reports who is still in the tournament."""
        here = match.seats.filter(entry__state=Entry.State.CHECKED_IN).values_list("entry_id", flat=True)
        return not set(here) <= set(reports)

    def report_form(self, data: QueryDict | None, match: Match, entry: Entry) -> PodForm:
        """Who won, by the seats of the table."""
        return PodForm(data or None, names=[seat.name for seat in match.seats.all()])

    def report_context(self, match: Match, entry: Entry) -> Context:
        """The seats in order, with their starting dots: of two who are left of a table as well."""
        seats = list(match.seats.all())
        for seat in seats:
            seat.dot = dot_of(seat.position, len(seats))
        return {"pod": seats}

    def typed(self, text: str, match: Match) -> tuple[Said, str] | None:
        """`3`: who sits third won; `1=3`: time ran out, and the first and the third were still in."""
        seats = [int(part) - 1 for part in text.split("=") if part.isascii() and part.isdigit()]
        size = match.seats.count()
        if len(seats) != text.count("=") + 1 or not all(0 <= seat < size for seat in seats):
            return None
        if len(seats) == 1:
            return claim_for(size, winner=seats[0]), Match.Kind.PLAYED
        return claim_for(size, still_in=set(seats)), Match.Kind.PLAYED

    def staff_form(self, data: QueryDict | None, match: Match, losses: Sequence[Loss]) -> StaffPodForm:
        """The stored result of a final table."""
        seats = list(match.seats.all())
        initial: Context = {"version": match.version}
        if match.state == Match.State.FINAL:
            initial["winner"] = next((str(seat.position) for seat in seats if seat.result == "w"), "")
            initial["still_in"] = [str(seat.position) for seat in seats if seat.result == "d"]
        return StaffPodForm(data or None, names=[seat.name for seat in seats], initial=initial)


LETTERS = LettersEnding()
