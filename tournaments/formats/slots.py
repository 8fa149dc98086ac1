"""The slots of a knock-out: which matches were made for each, and who won them."""

from collections.abc import Mapping

from tournaments.events.models import Stage
from tournaments.rounds.models import Match, Round
from tournaments.rounds.units import unit_of


def slots_of(stage: Stage) -> dict[str, list[Match]]:
    """The matches of every slot that is made and published, with their seats; a crew's slot has several."""
    unit = unit_of(stage.tournament)
    made = Match.objects.filter(round__stage=stage).exclude(slot="").exclude(round__state=Round.State.DRAFT)
    slots: dict[str, list[Match]] = {}
    for match in made.select_related("round").prefetch_related(unit.fetch).order_by("table"):
        slots.setdefault(match.slot, []).append(match)
    return slots


def winners_of(stage: Stage, slots: Mapping[str, list[Match]]) -> dict[str, str]:
    """Who won which slot, as far as all its results are final."""
    unit = unit_of(stage.tournament)
    found = {
        slot: unit.winner(stage.tournament, matches, stage.seeds)
        for slot, matches in slots.items()
        if all(match.state == Match.State.FINAL for match in matches)
    }
    return {slot: key for slot, key in found.items() if key is not None}


def results_of(stage: Stage) -> dict[str, str]:
    """Who won which match or table of the knock-out by its key, as far as the results are final."""
    return winners_of(stage, slots_of(stage))
