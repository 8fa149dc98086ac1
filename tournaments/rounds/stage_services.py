"""Making stages: the cut after the standings, and the stored order of a round robin or a bracket."""

from typing import Any

from django.utils.translation import gettext as _

from decks.errors import UserError
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.policy import CLOSED
from tournaments.events.services import lock, require_state
from tournaments.ledger.commands import Command, command
from tournaments.pairing.elimination import top_cut
from tournaments.pairing.roundrobin import most_rounds

from .field import players_of
from .models import Match, Round, Seat
from .stages import current_stage, elimination_of, first_number, stage_complete
from .tables import Table, active_keys


def too_few() -> UserError:
    """What is said when nobody is left to play against."""
    return UserError("too_few", _("At least two players must be in the tournament to pair a round."))


def settle_table(cmd: Command, tournament: Tournament, stage: Stage, number: int) -> None:
    """Somebody arrived who is not in the round robin's table: draw it anew before round 1, else go on as Swiss."""
    here = active_keys(tournament)
    if set(here) <= set(stage.seeds):
        return
    if number == first_number(stage) and tournament.policy.get("pairing") == Stage.Kind.ROUND_ROBIN:
        stage.seeds, stage.rounds = here, most_rounds(len(here))
    else:
        stage.kind, stage.seeds = Stage.Kind.SWISS, []
    stage.save(update_fields=["kind", "seeds", "rounds"])
    cmd.record(stage=stage.pk, kind=stage.kind, rounds=stage.rounds)


def settle_seeds(cmd: Command, tournament: Tournament, stage: Stage) -> None:
    """Before the first round of the cut, the next in the standings take the places of those who left."""
    here = set(active_keys(tournament))
    staying = [key for key in stage.seeds if key in here]
    if len(staying) == len(stage.seeds):
        return
    line = [key for key in top_cut(players_of(tournament), size=len(here)) if key not in staying]
    stage.seeds = [*staying, *line][: stage.size]
    if len(stage.seeds) < 2:
        raise too_few()
    stage.size, stage.rounds = len(stage.seeds), (len(stage.seeds) - 1).bit_length()
    stage.save(update_fields=["seeds", "size", "rounds"])
    cmd.record(stage=stage.pk, seeds=stage.seeds)


@command("stage.cut", public=True)
def stage_cut(cmd: Command, *, tournament: Tournament, third_place: bool = False) -> dict[str, Any]:
    """Make the cut: the best of the frozen standings become the seeds of a single elimination.

    Who has left is passed over. A second press gets the first one's outcome.
    """
    tournament = lock(cmd, tournament)
    made = elimination_of(tournament)
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
    seeds = list(
        top_cut(players_of(tournament), size=stage.cut, points=tournament.policy.get("cut_points") or None)
    )
    if len(seeds) < 2:
        raise too_few()
    made = Stage.objects.create(
        tournament=tournament,
        number=stage.number + 1,
        kind=Stage.Kind.ELIMINATION,
        rounds=(len(seeds) - 1).bit_length(),
        size=len(seeds),
        seeds=seeds,
        third_place=third_place or bool(tournament.policy.get("third_place")),
        lists_opened_at=cmd.at if tournament.policy.get("lists", CLOSED) != CLOSED else None,
    )
    cmd.record(stage=made.pk, seeds=seeds, third_place=made.third_place)
    return {"stage": made.pk, "seeds": seeds}


def store_tables(tournament: Tournament, round_: Round, tables: list[Table]) -> None:
    """Store tables as matches and seats; a bye and a walkover are final at once."""
    entries = {entry.key: entry.pk for entry in Entry.objects.filter(tournament=tournament)}
    won, lost = tournament.policy["bye_games"]
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
