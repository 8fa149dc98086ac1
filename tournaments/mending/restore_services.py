"""Bringing a snapshot back: the rounds stand again as they stood before a step of the day.

Nothing is taken out of the ledger: a restore is one more command, and how everything stood before it is kept as a
snapshot too, so a restore can itself be taken back. What judges did, logs and recordings are never touched; where a
round that carries them would go, the restore is refused. Decision 212.
"""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple, TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import readers_of
from tournaments.events.models import Stage, Tournament
from tournaments.events.notices import announce
from tournaments.events.services import lock, require_state
from tournaments.rounds.models import ROUND_LOCK, Dispute, Match, Report, ResultChange, Round, Seat, Snapshot
from tournaments.rounds.questions import judged_matches, logged_matches, recorded_matches
from tournaments.rounds.selectors import placed
from tournaments.rounds.snapshot_services import snapshot_take
from tournaments.rounds.snapshots import (
    Columns,
    Differences,
    Picture,
    as_row,
    differences,
    opened,
    outcome_of,
    picture_of,
)
from tournaments.rounds.units import unit_of

from .act_services import agreed_reason, require_typed

FINAL, DRAFT = Match.State.FINAL, Round.State.DRAFT


class Restored(TypedDict):
    """The snapshot that was brought back, the one that was kept of how it stood before, and the published rounds."""

    snapshot: int
    kept: int | None
    rounds: int


class Restore(NamedTuple):
    """What bringing a snapshot back means as things are: both pictures, what differs, and how many results go."""

    now: Picture
    then: Picture
    differs: Differences
    lost: list[int]

    @property
    def any(self) -> bool:
        """Whether it changes anything."""
        return self.differs.any or self.now.state != self.then.state or self.now.stages != self.then.stages

    @property
    def concerned(self) -> set[int]:
        """The matches (ids) of now and then that a restore touches."""
        rounds = {*self.differs.gone, *self.differs.back, *self.differs.drafted}
        found = {
            pk
            for picture in (self.now, self.then)
            for pk, row in picture.matches.items()
            if row["round_id"] in rounds
        }
        return found | set(self.differs.changed)


def restore_of(tournament: Tournament, snapshot: Snapshot) -> Restore:
    """What bringing this snapshot back would do now; no write."""
    now, then = picture_of(tournament), opened(snapshot)
    differs = differences(now, then)
    lost = [
        pk
        for pk, row in now.matches.items()
        if _result(row) and (pk not in then.matches or not _result(then.matches[pk]))
    ]
    return Restore(now, then, differs, lost)


def _result(row: Columns) -> bool:
    """Whether somebody said how it ended: final, and neither a bye nor settled by the pairing."""
    return row["state"] == FINAL and row["kind"] != Match.Kind.BYE and row["ended_at"] is not None


@command("tournament.restore", public=True)
def tournament_restore(
    cmd: Command, *, tournament: Tournament, snapshot_id: int, agreed: str, reason: str, lost: int = 0
) -> Restored:
    """Let all rounds stand as a snapshot shows them; ``lost``: how many results go, as anyone who agreed has read.

    Who dropped since stays dropped, who came since stays; extra time, corrections and everything judges did stay. A
    second press finds nothing to change and answers as the first.
    """
    tournament = lock(cmd, tournament)
    require_state(tournament, Tournament.State.RUNNING, Tournament.State.FINISHED)
    for pk in Round.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True):
        cmd.lock(ROUND_LOCK, pk)
    snapshot = Snapshot.objects.filter(tournament=tournament, pk=snapshot_id).first()
    if snapshot is None:
        raise UserError("no_snapshot", _("This snapshot does not exist."))
    plan = restore_of(tournament, snapshot)
    if not plan.any:
        return {"snapshot": snapshot.pk, "kept": None, "rounds": _published(plan.then)}
    reason = agreed_reason(plan.differs.token, agreed, reason, needed=_("Say why: the ledger keeps it."))
    require_typed(len(plan.lost), lost)
    refuse_what_stays(tournament, plan)
    people = _people(tournament, plan)
    kept = snapshot_take(cmd, tournament)
    told = _bring_back(cmd, tournament, plan, reason)
    cmd.record(
        snapshot=snapshot.pk,
        kept=kept.pk,
        rounds=[row["number"] for _pk, row in sorted(plan.then.rounds.items())],
        gone=[plan.now.rounds[pk]["number"] for pk in plan.differs.gone],
        restored=told,
        placed={pk: placed(Round(pk=pk)) for pk in sorted(plan.then.rounds)},
    )
    cmd.explain(reason)
    announce(cmd, "tournament.restored", people)
    return {"snapshot": snapshot.pk, "kept": kept.pk, "rounds": _published(plan.then)}


def _published(picture: Picture) -> int:
    return sum(row["state"] != DRAFT for row in picture.rounds.values())


def _people(tournament: Tournament, plan: Restore) -> list[int]:
    """Everybody who sits at a table that changes, then or now."""
    concerned = plan.concerned
    entries = {
        row["entry_id"]
        for picture in (plan.now, plan.then)
        for row in picture.seats.values()
        if row["match_id"] in concerned
    }
    return unit_of(tournament).people(entries)


def refuse_what_stays(tournament: Tournament, plan: Restore) -> None:
    """Refuse to take a table away at which a judge acted or a game was logged or recorded.

    Only the rounds are asked about of which a table goes: most often the newest alone, however many there were. Nor
    comes a tournament back to life in which somebody would play who has read what was closed (decision 312).
    """
    refuse_readers(tournament, plan)
    away = _taken_away(plan)
    rounds = {plan.now.matches[pk]["round_id"] for pk in away}
    for round_ in Round.objects.filter(tournament=tournament, pk__in=rounds).order_by("number"):
        held = away & (judged_matches(round_) | logged_matches(round_) | recorded_matches(round_))
        if held:
            tables = sorted(plan.now.matches[pk]["table"] or 0 for pk in held)
            raise UserError(
                "held",
                _(
                    "Round %(number)s, table %(tables)s: a judge acted there, or a game was logged or recorded. "
                    "That cannot be undone, so this round stays."
                )
                % {"number": round_.number, "tables": ", ".join(map(str, tables))},
            )


def refuse_readers(tournament: Tournament, plan: Restore) -> None:
    """Refuse to let a tournament that is over go on while somebody who has read lists or logs of it would play."""
    over = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
    if tournament.state not in over or plan.then.state in over:
        return
    plays = Entry.objects.filter(tournament=tournament).exclude(
        state__in=(Entry.State.WITHDRAWN, Entry.State.DROPPED)
    )
    names = (
        plays.filter(user__in=readers_of(tournament))
        .order_by("sort_name", "pk")
        .values_list("name", flat=True)
    )
    if names:
        text = _(
            "This would let %(names)s play on, who has read a closed list or log here. It cannot be brought back; to "
            "change results, correct them one by one."
        )
        raise UserError("has_read", text % {"names": ", ".join(names)})


def _taken_away(plan: Restore) -> set[int]:
    """Matches (ids) of now that go, become part of a draft, or get other players."""
    rounds = {*plan.differs.gone, *plan.differs.drafted}
    away = {pk for pk, row in plan.now.matches.items() if row["round_id"] in rounds}
    for pk in plan.differs.changed:
        if pk in plan.now.matches and _sitting(plan.now, pk) != _sitting(plan.then, pk):
            away.add(pk)
    return away


def _sitting(picture: Picture, match: int) -> list[tuple[int, int]]:
    return [(row["position"], row["entry_id"]) for row in picture.seats_of(match)]


# --- the rows -----------------------------------------------------------------------------------------------


def _bring_back(cmd: Command, tournament: Tournament, plan: Restore, reason: str) -> list[Columns]:
    """Write the rows of ``then``; what results stand afterwards where they changed, for the ledger."""
    now, then, differs = plan.now, plan.then, plan.differs
    Round.objects.filter(pk__in=differs.gone).delete()
    Match.objects.filter(pk__in=[pk for pk in differs.changed if pk not in then.matches]).delete()
    Stage.objects.filter(tournament=tournament).exclude(pk__in=then.stages).delete()
    for pk, row in then.stages.items():
        stage = as_row(Stage, pk, row)
        if pk in now.stages:  # lists that were opened have been read
            stage.lists_opened_at = Stage.objects.values_list("lists_opened_at", flat=True).get(pk=pk)
        stage.save()
    Round.objects.filter(tournament=tournament).update(state=Round.State.COMPLETED)
    newest = max((pk for pk, row in then.rounds.items() if row["state"] != DRAFT), default=0)
    for pk, row in sorted(then.rounds.items()):
        round_ = as_row(Round, pk, row)
        if pk == newest:
            round_.certificate = round_.certificate | {"restored_at": cmd.at.isoformat()}
        round_.save()
    told = _matches_back(cmd.at, now, then, differs)
    _say_what_changed(cmd, plan, reason)
    _entries_back(tournament, then)
    tournament.state = then.state
    tournament.save(update_fields=["state"])
    return told


def _matches_back(at: datetime, now: Picture, then: Picture, differs: Differences) -> list[Columns]:
    """The matches that changed or come back, with seats, reports and disputes."""
    wanted = sorted({*_of_rounds(then, differs.back), *(pk for pk in differs.changed if pk in then.matches)})
    drafted = [pk for pk in _of_rounds(then, differs.drafted) if pk not in wanted]
    there = Match.objects.filter(pk__in=wanted)
    there.update(table=None)  # two matches never share a number, not even for a moment
    reasons = dict(Dispute.objects.filter(match__in=wanted).values_list("pk", "reason"))
    for model in (Seat, Report, Dispute):
        model.objects.filter(match__in=wanted).delete()
    for pk in wanted:
        _match_back(pk, then.matches[pk], now.matches.get(pk))
    Match.objects.filter(pk__in=[*wanted, *drafted], round__state=DRAFT).update(moved_at=None)
    chosen = set(wanted)
    for model, rows in ((Seat, then.seats), (Report, then.reports), (Dispute, then.disputes)):
        made = [as_row(model, pk, row) for pk, row in sorted(rows.items()) if row["match_id"] in chosen]
        for one in made:
            if isinstance(one, Dispute):
                one.reason = reasons.get(one.pk, "")
        model.objects.bulk_create(made)
    names = ("outcome", "kind", "source")
    return [{"match": pk, **{name: then.matches[pk][name] for name in names}} for pk in wanted]


def _of_rounds(picture: Picture, rounds: Collection[int]) -> list[int]:
    """The matches (ids) of these rounds."""
    return [pk for pk, row in picture.matches.items() if row["round_id"] in rounds]


def _match_back(pk: int, then: Columns, now: Columns | None) -> None:
    """A match as it stood; of one that is still there, what a restore leaves alone stays as it is."""
    match = as_row(Match, pk, then)
    match.version = (now or then)["version"] + 1
    if now is not None:
        kept = Match.objects.values("moved_at", "corrected_at", "extension_minutes").get(pk=pk)
        for name, value in kept.items():
            setattr(match, name, value)
    match.save()


def _say_what_changed(cmd: Command, plan: Restore, reason: str) -> None:
    """A final result that becomes another one is kept and marked as a correction."""
    changed: list[tuple[int, Columns, Columns]] = [
        (pk, plan.now.matches[pk], plan.then.matches[pk])
        for pk in plan.differs.changed
        if pk in plan.now.matches and pk in plan.then.matches
    ]
    made = [
        ResultChange(
            match_id=pk,
            at=cmd.at,
            by=cmd.actor.user,
            role=cmd.actor.role,
            before=outcome_of(old["outcome"]),
            before_kind=old["kind"],
            after=outcome_of(new["outcome"]),
            after_kind=new["kind"],
            reason=reason,
        )
        for pk, old, new in changed
        if old["state"] == new["state"] == FINAL and old["outcome"] != new["outcome"]
    ]
    ResultChange.objects.bulk_create(made)
    Match.objects.filter(pk__in=[one.match_id for one in made]).update(corrected_at=cmd.at)


def _entries_back(tournament: Tournament, then: Picture) -> None:
    """Who came or left since did so after the newest round that stands; who had left before, when they did."""
    published = _published(then)
    for entry in Entry.objects.filter(tournament=tournament).order_by("pk"):
        row = then.entries.get(entry.pk)
        joined = row["joined_round"] if row else min(entry.joined_round, published + 1)
        left = entry.dropped_after
        if left is not None and row and row["dropped_after"] is not None:
            left = row["dropped_after"]
        elif left is not None:
            left = max(min(left, published), then.last_rounds.get(entry.pk, 0))
        if (joined, left) != (entry.joined_round, entry.dropped_after):
            entry.joined_round, entry.dropped_after = joined, left
            entry.save(update_fields=["joined_round", "dropped_after"])
