"""Where a tournament stands in its stages: which one is played, which rounds belong to it, what comes next."""

from collections.abc import Callable

from tournaments.events.kinds import knock_out_kinds
from tournaments.events.models import Stage, Tournament

from .formats import format_of
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
    return Stage.objects.filter(tournament=tournament, kind__in=knock_out_kinds()).first()


def stage_complete(stage: Stage) -> bool:
    """Whether every round of the stage is complete."""
    return Round.objects.filter(stage=stage, state=Round.State.COMPLETED).count() >= stage.rounds


def cut_due(tournament: Tournament) -> bool:
    """Whether all rounds are complete and the best go on, but the cut is not made yet."""
    stage = current_stage(tournament)
    return stage.cut > 0 and stage_complete(stage)


def round_names(tournament: Tournament) -> dict[int, str]:
    """The name of every round that is played or planned by its number; one query."""
    names: dict[int, str] = {}
    for stage in stages_of(tournament):
        done, format_ = len(names), format_of(stage)
        names |= {
            done + place: format_.round_name(stage, place, done + place)
            for place in range(1, stage.rounds + 1)
        }
    return names


def match_names(tournament: Tournament) -> Callable[[Match], str]:
    """What people call a match: as its round, but where a round holds several kinds; "" without a stage."""
    rounds: dict[int, tuple[Stage, int]] = {}
    for stage in stages_of(tournament):
        done = len(rounds)
        rounds |= {done + place: (stage, place) for place in range(1, stage.rounds + 1)}

    def name(match: Match) -> str:
        number = match.round.number
        if number not in rounds:
            return ""
        stage, place = rounds[number]
        return format_of(stage).match_name(stage, place, number, match.slot)

    return name


def round_name(stage: Stage, number: int) -> str:
    """What people call a round: its number, or in a knock-out final, semi-finals, quarter-finals."""
    return format_of(stage).round_name(stage, place_of(stage, number), number)


def place_of(stage: Stage, number: int) -> int:
    """Which round of its knock-out a round is; elsewhere its number."""
    return number - first_number(stage) + 1 if format_of(stage).knock_out else number


def match_titles(round_: Round) -> Callable[[Match], str]:
    """What people call the matches of this round. Fetch ``stage`` with the round."""
    stage, number = round_.stage, round_.number
    format_, place = format_of(stage), place_of(stage, number)
    return lambda match: format_.match_name(stage, place, number, match.slot)


def round_title(round_: Round) -> str:
    """The name of a round; one query more in a knock-out. Fetch ``stage`` with the round."""
    return round_name(round_.stage, round_.number)
