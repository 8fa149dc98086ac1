"""Where a tournament stands in its stages: which one is played, which rounds belong to it, what comes next."""

from django.utils.translation import gettext as _

from decks.errors import UserError
from tournaments.events.models import Stage, Tournament

from .models import Match, Round


def stages_of(tournament: Tournament) -> list[Stage]:
    """All stages in order."""
    return list(Stage.objects.filter(tournament=tournament).order_by("number"))


def current_stage(tournament: Tournament) -> Stage:
    """The stage that is played now: the newest."""
    return stages_of(tournament)[-1]


def first_number(stage: Stage) -> int:
    """The number of the stage's first round: rounds count on through all stages."""
    earlier = Stage.objects.filter(tournament=stage.tournament_id, number__lt=stage.number)
    return 1 + sum(earlier.values_list("rounds", flat=True))


def rounds_planned(tournament: Tournament) -> int:
    """How many rounds all stages have that exist by now."""
    return sum(stage.rounds for stage in stages_of(tournament))


def elimination_of(tournament: Tournament) -> Stage | None:
    """The elimination after the cut, once the cut is made."""
    return Stage.objects.filter(tournament=tournament, kind=Stage.Kind.ELIMINATION).first()


def stage_complete(stage: Stage) -> bool:
    """Whether every round of the stage is complete."""
    return Round.objects.filter(stage=stage, state=Round.State.COMPLETED).count() >= stage.rounds


def cut_due(tournament: Tournament) -> bool:
    """Whether all rounds are complete and the best go on, but the cut is not made yet."""
    stage = current_stage(tournament)
    return stage.cut > 0 and stage_complete(stage)


def round_name(stage: Stage, number: int) -> str:
    """What people call a round: its number, or in an elimination final, semi-finals, quarter-finals."""
    if stage.kind != Stage.Kind.ELIMINATION:
        return _("Round %(number)s") % {"number": number}
    left = first_number(stage) + stage.rounds - 1 - number
    if left == 0:
        return _("Final")
    if left == 1:
        return _("Semi-finals")
    return _("Quarter-finals") if left == 2 else _("Last %(count)s") % {"count": 2 ** (left + 1)}


def winner_of(match: Match) -> str | None:
    """The entry key of who won a final match (in an elimination: who goes on); None for a draw."""
    seats = list(match.seats.all())
    said = [seat for seat in seats if seat.result == "w"]
    if said:
        return said[0].entry.key
    best = max(seat.games_won or 0 for seat in seats)
    first = [seat for seat in seats if (seat.games_won or 0) == best]
    return first[0].entry.key if len(first) == 1 else None


def refuse_by_table(stage: Stage) -> None:
    """Refuse to change by hand what a round robin's table or a bracket fixes."""
    if stage.kind in (Stage.Kind.ROUND_ROBIN, Stage.Kind.ELIMINATION):
        raise UserError(
            "by_table", _("Who meets whom is fixed here for all rounds; it cannot be changed by hand.")
        )
