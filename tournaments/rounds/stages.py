"""Where a tournament stands in its stages: which one is played, which rounds belong to it, what comes next."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ledger.errors import UserError
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


def knock_out_of(tournament: Tournament) -> Stage | None:
    """The knock-out after the cut, of whatever kind, once the cut is made."""
    return Stage.objects.filter(tournament=tournament, kind__in=Stage.KNOCK_OUT).first()


def stage_complete(stage: Stage) -> bool:
    """Whether every round of the stage is complete."""
    return Round.objects.filter(stage=stage, state=Round.State.COMPLETED).count() >= stage.rounds


def cut_due(tournament: Tournament) -> bool:
    """Whether all rounds are complete and the best go on, but the cut is not made yet."""
    stage = current_stage(tournament)
    return stage.cut > 0 and stage_complete(stage)


def final_place(stage: Stage) -> int:
    """Which round of a knock-out is its final, from 1; after it a double elimination may have a deciding match."""
    return 2 * (len(stage.seeds) - 1).bit_length() if stage.kind == Stage.Kind.DOUBLE else stage.rounds


def round_name(stage: Stage, number: int) -> str:
    """What people call a round: its number, or in a knock-out final, semi-finals, quarter-finals."""
    place = number - first_number(stage) + 1 if stage.kind in Stage.KNOCK_OUT else 0
    return _name(stage, place, number)


def round_names(tournament: Tournament) -> dict[int, str]:
    """The name of every round that is played or planned by its number; one query."""
    names: dict[int, str] = {}
    for stage in stages_of(tournament):
        done = len(names)
        names |= {done + place: _name(stage, place, done + place) for place in range(1, stage.rounds + 1)}
    return names


def _name(stage: Stage, place: int, number: int) -> str:
    """The name of round ``place`` (from 1) of a stage, which is round ``number`` of the tournament."""
    if stage.kind not in Stage.KNOCK_OUT:
        return _("Round %(number)s") % {"number": number}
    return name_at(stage, place)


def name_at(stage: Stage, place: int) -> str:
    """The name of round ``place`` (from 1) of a knock-out."""
    left = final_place(stage) - place
    if left < 0:
        return _("Deciding match")
    if left == 0:
        return _("Final")
    if stage.kind == Stage.Kind.DOUBLE:
        return _("Knock-out round %(number)s") % {"number": final_place(stage) - left}
    if left == 1:
        return _("Semi-finals")
    return _("Quarter-finals") if left == 2 else _("Last %(count)s") % {"count": 2 ** (left + 1)}


def round_title(round_: Round) -> str:
    """The name of a round; one query more in a knock-out. Fetch ``stage`` with the round."""
    return round_name(round_.stage, round_.number)


def winner_of(match: Match, seeds: Sequence[str] = ()) -> str | None:
    """The entry key of who won a final match (in a knock-out: who goes on); None for a draw.

    ``seeds``: of a knock-out. Where time ended a final table without a winner, the highest seed still in goes on.
    """
    seats = list(match.seats.all())
    said = [seat for seat in seats if seat.result == "w"]
    if said:
        return said[0].entry.key
    still_in = [seat.entry.key for seat in seats if seat.result == "d"]
    if still_in:
        return min(still_in, key=seeds.index) if seeds else None
    best = max(seat.games_won or 0 for seat in seats)
    first = [seat for seat in seats if (seat.games_won or 0) == best]
    return first[0].entry.key if len(first) == 1 else None


def refuse_by_table(stage: Stage) -> None:
    """Refuse to change by hand what a round robin's table or a bracket fixes."""
    if stage.kind in (Stage.Kind.ROUND_ROBIN, Stage.Kind.CREWS) or stage.kind in Stage.KNOCK_OUT:
        raise UserError(
            "by_table", _("Who meets whom is fixed here for all rounds; it cannot be changed by hand.")
        )
