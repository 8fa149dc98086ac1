"""The cut: the best of the standings become the seeds of the knock-out."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.events.kinds import format_after
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import lock, require_state
from tournaments.events.setting_words import CLOSED
from tournaments.pairing import Player
from tournaments.pairing.elimination import top_cut

from .field import preset_of, standings_rows
from .models import Round
from .snapshot_services import snapshot_take
from .stages import current_stage, knock_out_of, stage_complete
from .units import unit_of


class CutMade(TypedDict):
    """The stage of the knock-out and its seeds by place; no stage where too few are left."""

    stage: int | None
    seeds: list[int]


def best_of(tournament: Tournament, size: int, points: int | None = None) -> list[str]:
    """The best of the standings who are still here; with ``points``, only who has at least these."""
    here, preset = set(unit_of(tournament).here(tournament)), preset_of(tournament)
    line = [
        Player(row.id, preset.whole(row.points), rank=place, active=row.id in here)
        for place, row in enumerate(standings_rows(tournament), start=1)
    ]
    return list(top_cut(line, size=size, points=None if points is None else points * preset.scale))


def stage_settle(cmd: Command, stage: Stage, **values: object) -> None:
    """Store what a format settles about its stage (kind, seeds, size, rounds); part of the command that asked."""
    for name, value in values.items():
        setattr(stage, name, value)
    stage.save(update_fields=list(values))
    cmd.record(stage=stage.pk, **values)


@command("stage.cut", public=True)
def stage_cut(cmd: Command, *, tournament: Tournament, third_place: bool = False) -> CutMade:
    """Make the cut: the best of the frozen standings become the seeds of the knock-out the policy has.

    Who has left is passed over. Where points decide and fewer than two have them, the best two play. With fewer
    than two people left there is no knock-out (``stage`` None): the standings decide. A second press gets the first
    one's outcome. ``third_place``: a match for third place, beside what the policy says; only
    a single elimination has one.
    """
    tournament = lock(cmd, tournament)
    made = knock_out_of(tournament)
    if made is not None:
        return {"stage": made.pk, "seeds": made.seeds}
    require_state(tournament, Tournament.State.RUNNING)
    stage = current_stage(tournament)
    if stage.cut == 0:
        raise UserError("no_cut", _("This tournament has no cut: the standings decide."))
    if not stage_complete(stage):
        played = Round.objects.filter(stage=stage, state=Round.State.COMPLETED).count()
        raise UserError(
            "rounds_open",
            _("%(played)s of %(rounds)s rounds are complete. Complete the others first.")
            % {"played": played, "rounds": stage.rounds},
        )
    snapshot_take(cmd, tournament)
    policy, format_ = tournament.policy, format_after(tournament.policy)
    seeds = best_of(tournament, stage.cut, policy.cut_points or None)
    seeds = seeds if len(seeds) > 1 else best_of(tournament, 2)
    if len(seeds) < 2:
        stage.cut = 0
        stage.save(update_fields=["cut"])
        cmd.record(stage=stage.pk, cut=0)
        return {"stage": None, "seeds": []}
    made = Stage(
        tournament=tournament,
        number=stage.number + 1,
        kind=format_.kind,
        third_place=format_.third_place and (third_place or bool(policy.third_place)),
        lists_opened_at=cmd.at if policy.lists != CLOSED else None,
    )
    format_.seed(made, seeds)
    made.save()
    cmd.record(stage=made.pk, kind=made.kind, seeds=made.seeds, third_place=made.third_place)
    return {"stage": made.pk, "seeds": made.seeds}
