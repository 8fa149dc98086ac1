"""Making stages: the cut after the standings, and the stored order of a round robin or a knock-out."""

from typing import Any

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.policy import CLOSED
from tournaments.events.services import lock, require_state
from tournaments.formats.brackets import (
    deciding_match_needed,
    fitting,
    kind_after,
    results_of,
    rounds_for_seeds,
)
from tournaments.pairing import Player
from tournaments.pairing.elimination import top_cut
from tournaments.pairing.roundrobin import most_rounds

from .field import standings_rows
from .models import Match, Round, Seat
from .stages import current_stage, first_number, knock_out_of, stage_complete
from .tables import Table, active_keys, legs


def too_few() -> UserError:
    """What is said when nobody is left to play against."""
    return UserError("too_few", _("At least two players must be in the tournament to pair a round."))


def settle_table(cmd: Command, tournament: Tournament, stage: Stage, number: int) -> None:
    """Somebody arrived who is not in the round robin's table: draw it anew before round 1, else go on as Swiss."""
    here = active_keys(tournament)
    if set(here) <= set(stage.seeds):
        return
    if number == first_number(stage) and tournament.policy.pairing == Stage.Kind.ROUND_ROBIN:
        stage.seeds, stage.rounds = here, legs(tournament) * most_rounds(len(here))
    else:
        stage.kind, stage.seeds = Stage.Kind.SWISS, []
    stage.save(update_fields=["kind", "seeds", "rounds"])
    cmd.record(stage=stage.pk, kind=stage.kind, rounds=stage.rounds)


def settle_seeds(cmd: Command, tournament: Tournament, stage: Stage) -> None:
    """Before the first round of the cut, the next in the standings take the places of those who left.

    Where so many points decided who goes on, only who has them can take a place. With fewer than two people left the
    seeds stay as they are: who is gone loses without playing.
    """
    here = set(active_keys(tournament))
    staying = [key for key in stage.seeds if key in here]
    if len(staying) == len(stage.seeds):
        return
    points = tournament.policy.cut_points or None
    line = _best(tournament, len(here), points)
    seeds = [*staying, *(key for key in line if key not in staying)][: stage.size]
    seeds = seeds if len(seeds) > 1 else _best(tournament, 2)
    if len(seeds) < 2:
        return
    _set_seeds(stage, seeds)
    stage.save(update_fields=["seeds", "size", "rounds"])
    cmd.record(stage=stage.pk, seeds=stage.seeds)


def _set_seeds(stage: Stage, seeds: list[str]) -> None:
    """Give a knock-out its seeds, as many as its kind can take, and the rounds they need."""
    stage.seeds = fitting(stage.kind, seeds)
    stage.size, stage.rounds = len(stage.seeds), rounds_for_seeds(stage.kind, len(stage.seeds))


def _best(tournament: Tournament, size: int, points: int | None = None) -> list[str]:
    """The best of the standings who are still here; with ``points``, only who has at least these."""
    here = set(active_keys(tournament))
    line = [
        Player(row.id, int(row.points), rank=place, active=row.id in here)
        for place, row in enumerate(standings_rows(tournament), start=1)
    ]
    return list(top_cut(line, size=size, points=points))


def settle_deciding_match(cmd: Command, tournament: Tournament, stage: Stage) -> None:
    """A double elimination gets one round more when its finalists both have lost once, and only then."""
    if stage.kind != Stage.Kind.DOUBLE:
        return
    rounds = rounds_for_seeds(stage.kind, len(stage.seeds)) + deciding_match_needed(stage, results_of(stage))
    if rounds == stage.rounds:
        return
    running = Tournament.objects.filter(pk=tournament.pk, state=Tournament.State.RUNNING)
    if rounds > stage.rounds and not running.exists():
        text = _(
            "With this result the finalists would have to play once more, but the tournament is finished."
        )
        raise UserError("deciding_match", text)
    stage.rounds = rounds
    stage.save(update_fields=["rounds"])
    cmd.record(stage=stage.pk, rounds=rounds)


@command("stage.cut", public=True)
def stage_cut(cmd: Command, *, tournament: Tournament, third_place: bool = False) -> dict[str, Any]:
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
            _("%(played)s of %(rounds)s rounds are complete. Finish them first.")
            % {"played": played, "rounds": stage.rounds},
        )
    policy, kind = tournament.policy, kind_after(tournament.policy)
    seeds = _best(tournament, stage.cut, policy.cut_points or None)
    seeds = seeds if len(seeds) > 1 else _best(tournament, 2)
    if len(seeds) < 2:
        stage.cut = 0
        stage.save(update_fields=["cut"])
        cmd.record(stage=stage.pk, cut=0)
        return {"stage": None, "seeds": []}
    made = Stage(
        tournament=tournament,
        number=stage.number + 1,
        kind=kind,
        third_place=kind == Stage.Kind.ELIMINATION and (third_place or bool(policy.third_place)),
        lists_opened_at=cmd.at if policy.lists != CLOSED else None,
    )
    _set_seeds(made, seeds)
    made.save()
    cmd.record(stage=made.pk, kind=made.kind, seeds=made.seeds, third_place=made.third_place)
    return {"stage": made.pk, "seeds": made.seeds}


def store_tables(tournament: Tournament, round_: Round, tables: list[Table]) -> None:
    """Store tables as matches and seats; a bye and a walkover are final at once."""
    entries = {entry.key: entry.pk for entry in Entry.objects.filter(tournament=tournament)}
    won, lost = tournament.policy.bye_games
    for table in tables:
        bye, walkover = table.number is None, table.walkover
        done = bye or walkover is not None
        match = Match.objects.create(
            tournament=tournament,
            round=round_,
            table=table.number,
            slot=table.slot,
            state=Match.State.FINAL if done else Match.State.OPEN,
            kind=Match.Kind.BYE if bye else Match.Kind.FORFEIT if done else Match.Kind.PLAYED,
            source=Match.Source.BYE if bye else Match.Source.STAFF if done else Match.Source.NONE,
            drawn_games=0 if done else None,
        )
        Seat.objects.bulk_create(
            Seat(
                match=match,
                round=round_,
                entry_id=entries[key],
                position=position,
                games_won=(won if bye or position == walkover else lost) if done else None,
            )
            for position, key in enumerate(table.keys)
        )
