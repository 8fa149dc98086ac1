"""Making a round: drafted, looked at, changed by hand, published, completed.

Everybody who closes, pairs or undoes holds the tournament's lock, then the round's alone, and only then
reads the standings: a result accepted before is in them, a result after is refused.
"""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from ledger.hashing import digest
from ledger.names import reason_of
from tournaments.events.law import pin
from tournaments.events.models import Stage, Tournament
from tournaments.events.notices import announce
from tournaments.events.services import lock, require_state

from .clock import begin
from .fixed_tables import keep_fixed_tables
from .formats import Draft, StoredCertificate, format_of, refuse_by_table, too_few
from .models import ROUND_LOCK, Match, Round, Seat
from .selectors import is_outdated, placed_of, seats_of
from .snapshot_services import snapshot_take, store_tables
from .stages import current_stage, rounds_planned
from .units import unit_of


class RoundIs(TypedDict):
    """A round and where it stands."""

    round: int
    number: int
    state: str


class RoundDiscarded(TypedDict):
    """The number of the round that is gone."""

    number: int


class RoundChecked(TypedDict):
    """A round that staff changed or kept, and in words what it breaks."""

    round: int
    problems: list[str]


class RoundTimed(TypedDict):
    """The round whose clock changed."""

    round: int


State = Round.State


def _is(round_: Round) -> RoundIs:
    return {"round": round_.pk, "number": round_.number, "state": round_.state}


def _open_round(tournament: Tournament) -> Round | None:
    return Round.objects.filter(tournament=tournament).exclude(state=State.COMPLETED).first()


@command("round.draft")
def round_draft(cmd: Command, *, tournament: Tournament, number: int) -> RoundIs:
    """Pair round ``number`` as a draft only staff see.

    Safe against two people pressing at once: when that round exists already, the answer is that round.
    """
    tournament = lock(cmd, tournament)
    existing = Round.objects.filter(tournament=tournament, number=number).first()
    if existing is not None:
        return _is(existing)
    return draft_next(cmd, tournament, number)


def draft_next(cmd: Command, tournament: Tournament, number: int) -> RoundIs:
    """Part of a command that holds the tournament: pair round ``number`` as a draft, refused where it is not next."""
    require_state(tournament, Tournament.State.RUNNING)
    _require_next(tournament, number)
    snapshot_take(cmd, tournament, number)
    return _draft(cmd, tournament, number, attempt=1)


def _require_next(tournament: Tournament, number: int) -> None:
    open_round = _open_round(tournament)
    if open_round is not None:
        said = [_("Round %(number)s is not complete yet.") % {"number": open_round.number}]
        if open_round.state == State.PUBLISHED and (tables := _unfinished(open_round)):
            said.append(_("No final result yet at: table %(tables)s.") % {"tables": tables})
        raise UserError("round_open", " ".join(said), rule=None)
    done = Round.objects.filter(tournament=tournament).count()
    if number != done + 1 or number > rounds_planned(tournament):
        raise UserError("not_next", _("Round %(number)s cannot be paired now.") % {"number": number})


def _draft(cmd: Command, tournament: Tournament, number: int, attempt: int) -> RoundIs:
    stage = current_stage(tournament)
    format_of(stage).prepare(cmd, tournament, stage, number)
    seed = _seed(tournament, number, attempt)
    draft = format_of(stage).draft(tournament, stage, number, seed)
    if not any(table.number is not None for table in draft.tables):
        raise too_few()
    boards, lost = keep_fixed_tables(tournament, unit_of(tournament).boards(tournament, draft.tables))
    certificate = draft.certificate
    certificate["basis"] = draft.basis
    if lost and not any(one["code"] == "fixed_table" for one in certificate.get("relaxed", [])):
        certificate["relaxed"] = [*certificate.get("relaxed", []), *lost]
    round_ = _new_round(cmd, tournament, stage, number, seed, certificate)
    store_tables(tournament, round_, boards)
    pairs = [list(table.keys) for table in draft.tables]
    cmd.record(round=round_.pk, number=number, seed=seed, attempt=attempt, pairs=pairs)
    return _is(round_)


def _seed(tournament: Tournament, number: int, attempt: int) -> str:
    """Published with the round, so that everybody can pair it again; it tells nothing about rounds to come."""
    return f"{digest([tournament.seed, 'round', number])[:32]}:{attempt}"


def _new_round(
    cmd: Command, tournament: Tournament, stage: Stage, number: int, seed: str, certificate: StoredCertificate
) -> Round:
    return Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=number,
        seed=seed,
        certificate=certificate,
        drafted_at=cmd.at,
        minutes=tournament.policy.minutes_of(knock_out=format_of(stage).knock_out),
    )


def _draft_for_change(
    cmd: Command, tournament: Tournament, round_id: int | None, number: int | None = None
) -> tuple[Tournament, Round]:
    """The draft, by its id or else by its number."""
    tournament = lock(cmd, tournament)
    if round_id is None:
        round_id = (
            Round.objects.filter(tournament=tournament, number=number or 0)
            .values_list("pk", flat=True)
            .first()
        )
    if round_id is not None:
        cmd.lock(ROUND_LOCK, round_id)
    found = Round.objects.filter(tournament=tournament, pk=round_id or 0).first()
    if found is None or found.state != State.DRAFT:
        raise StaleError("not_draft", _("This round is no longer a draft."))
    return tournament, found


@command("round.redraft")
def round_redraft(
    cmd: Command, *, tournament: Tournament, round_id: int | None = None, number: int | None = None
) -> RoundIs:
    """Throw a draft away and pair it anew with a new seed; published rounds are never touched.

    ``number`` in the place of ``round_id`` stays the same when the draft is gone: a program that sends its request
    again names the same thing, and hears the first outcome.
    """
    tournament, round_ = _draft_for_change(cmd, tournament, round_id, number)
    return draft_again(cmd, tournament, round_)


def draft_again(cmd: Command, tournament: Tournament, round_: Round) -> RoundIs:
    """Part of a command that holds tournament and draft: the draft is paired anew, from the next seed."""
    number, attempt = round_.number, _attempt(round_) + 1
    snapshot_take(cmd, tournament, number)
    round_.delete()
    return _draft(cmd, tournament, number, attempt)


def _attempt(round_: Round) -> int:
    return int(round_.seed.rsplit(":", 1)[1])


def paired_again(tournament: Tournament, round_: Round) -> Draft:
    """What :func:`draft_again` would make of a draft, to look at; UserError where nobody is left to pair."""
    seed = _seed(tournament, round_.number, _attempt(round_) + 1)
    return format_of(round_.stage).draft(tournament, round_.stage, round_.number, seed)


@command("round.discard")
def round_discard(
    cmd: Command, *, tournament: Tournament, round_id: int | None = None, number: int | None = None
) -> RoundDiscarded:
    """Throw a draft away, so that entries can be changed; by its id, or by its number as in ``round_redraft``."""
    tournament, round_ = _draft_for_change(cmd, tournament, round_id, number)
    cmd.record(number=round_.number)
    snapshot_take(cmd, tournament, round_.number)
    round_.delete()
    return {"number": round_.number}


@command("round.swap")
def round_swap(
    cmd: Command, *, tournament: Tournament, round_id: int, first: int, second: int, reason: str
) -> RoundChecked:
    """Two players of a draft change places, with a reason; the certificate is made again by the checker."""
    tournament, round_ = _draft_for_change(cmd, tournament, round_id)
    format_ = format_of(round_.stage)
    if not format_.by_hand:
        raise refuse_by_table()
    reason = reason_of(reason, needed=_("Say why; the players will see that staff changed their table."))
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=round_, entry_id__in=(first, second))}
    if len(seats) != 2 or seats[first].match_id == seats[second].match_id:
        raise UserError("swap", _("Choose two players at different tables."), field="first")
    one, other = seats[first], seats[second]
    places = [(one.match_id, one.position), (other.match_id, other.position)]
    one.delete()
    other.delete()
    for entry_id, (match_id, position) in zip((second, first), places, strict=True):
        Seat.objects.create(match_id=match_id, round=round_, entry_id=entry_id, position=position)
    cmd.record(round=round_.pk, first=first, second=second)
    return _judged_anew(cmd, tournament, round_, reason)


@command("round.keep")
def round_keep(cmd: Command, *, tournament: Tournament, round_id: int, reason: str) -> RoundChecked:
    """Keep a draft although what it was drawn from has changed, with a reason; its certificate is made again."""
    tournament, round_ = _draft_for_change(cmd, tournament, round_id)
    reason = reason_of(reason, needed=_("Say why; the players will see that the round was not paired again."))
    cmd.record(round=round_.pk)
    return _judged_anew(cmd, tournament, round_, reason)


def _judged_anew(cmd: Command, tournament: Tournament, round_: Round, reason: str) -> RoundChecked:
    """Let the checker judge a draft as it is now, against what it would be drawn from now."""
    format_ = format_of(round_.stage)
    cmd.explain(reason)
    round_.certificate, problems = format_.recertify(tournament, round_, reason)
    round_.certificate["basis"] = format_.basis(tournament, round_.stage, round_.number)
    round_.save(update_fields=["certificate"])
    return {"round": round_.pk, "problems": problems}


@command("round.publish", public=True)
def round_publish(
    cmd: Command, *, tournament: Tournament, round_id: int, start_clock: bool = False
) -> RoundIs:
    """Show a draft to everyone, after the independent checker found every player exactly once."""
    tournament = lock(cmd, tournament)
    cmd.lock(ROUND_LOCK, round_id)
    round_ = _existing(tournament, round_id)
    if round_.state != State.DRAFT:
        return _is(round_)
    if not format_of(round_.stage).fits(tournament, round_):
        raise UserError(
            "draft_outdated",
            _("The field has changed since this draft was made. Pair the round again before you publish it."),
        )
    if is_outdated(tournament, round_):
        text = _(
            "Results or decisions have changed since this draft was made. Pair it again, or keep it and say why."
        )
        raise UserError("draft_outdated", text)
    return show(cmd, tournament, round_, start_clock=start_clock)


def show(cmd: Command, tournament: Tournament, round_: Round, *, start_clock: bool) -> RoundIs:
    """Part of a command that holds tournament and draft: everybody sees it from now on."""
    snapshot_take(cmd, tournament, round_.number)
    round_.state, round_.published_at = State.PUBLISHED, cmd.at
    if start_clock:
        begin(tournament, round_, cmd.at)
    round_.law = pin(tournament)
    round_.save(update_fields=["state", "published_at", "started_at", "minutes", "law"])
    seats = seats_of(round_)
    cmd.record(round=round_.pk, number=round_.number, **placed_of(seats))
    people = unit_of(tournament).people([seat[2] for seat in seats])
    announce(cmd, "round.published", people, round=round_.number)
    return _is(round_)


def _existing(tournament: Tournament, round_id: int) -> Round:
    """The round, read under the locks; somebody may have discarded it a moment ago."""
    round_ = Round.objects.filter(tournament=tournament, pk=round_id).first()
    if round_ is None:
        raise UserError("no_round", _("This round no longer exists. Look at the desk again."))
    return round_


@command("round.start_clock", public=True)
def round_start_clock(cmd: Command, *, tournament: Tournament, round_id: int) -> RoundTimed:
    """Start the room clock, or let it go on after a pause; a pause lengthens the round by its own length."""
    round_ = _published(cmd, tournament, round_id)
    if round_.paused_at is not None:
        # The machine's clock may have been set back meanwhile; a pause is never shorter than nothing.
        round_.paused_seconds += max(0, int((cmd.at - round_.paused_at).total_seconds()))
        round_.paused_at = None
    elif round_.started_at is None:
        begin(tournament, round_, cmd.at)
    round_.save(update_fields=["started_at", "paused_at", "paused_seconds", "minutes"])
    cmd.record(round=round_.pk, paused_seconds=round_.paused_seconds)
    return {"round": round_.pk}


@command("round.pause_clock", public=True)
def round_pause_clock(cmd: Command, *, tournament: Tournament, round_id: int) -> RoundTimed:
    """Stop the room clock for everyone (a fire alarm, a long announcement)."""
    round_ = _published(cmd, tournament, round_id)
    if round_.started_at is not None and round_.paused_at is None:
        round_.paused_at = cmd.at
        round_.save(update_fields=["paused_at"])
    cmd.record(round=round_.pk)
    return {"round": round_.pk}


def _published(cmd: Command, tournament: Tournament, round_id: int) -> Round:
    tournament = lock(cmd, tournament)
    cmd.lock(ROUND_LOCK, round_id)
    round_ = Round.objects.filter(tournament=tournament, pk=round_id, state=State.PUBLISHED).first()
    if round_ is None:
        raise UserError("not_published", _("This round is not being played."))
    return round_


@command("round.complete", public=True)
def round_complete(cmd: Command, *, tournament: Tournament, round_id: int) -> RoundIs:
    """Close a round once every match is final; a second press gets the first one's outcome."""
    tournament = lock(cmd, tournament)
    cmd.lock(ROUND_LOCK, round_id)
    round_ = _existing(tournament, round_id)
    if round_.state == State.COMPLETED:
        return _is(round_)
    if round_.state != State.PUBLISHED:
        raise UserError("not_published", _("This round is not being played."))
    return close(cmd, tournament, round_)


def close(cmd: Command, tournament: Tournament, round_: Round) -> RoundIs:
    """Part of a command that holds tournament and round: the round is over, refused while a match is not final."""
    if tables := _unfinished(round_):
        raise UserError(
            "results_missing", _("No final result yet at: table %(tables)s.") % {"tables": tables}
        )
    snapshot_take(cmd, tournament, round_.number)
    round_.state, round_.completed_at = State.COMPLETED, cmd.at
    round_.save(update_fields=["state", "completed_at"])
    cmd.record(round=round_.pk, number=round_.number)
    format_of(round_.stage).settle(cmd, tournament, round_.stage)
    return _is(round_)


def _unfinished(round_: Round) -> str:
    """The tables without a final result, in words; empty when there is none."""
    open_ = round_.matches.exclude(state=Match.State.FINAL).order_by("table")
    return ", ".join(str(table) for table in open_.values_list("table", flat=True))
