"""Cases: ruled in four taps, completed later, appealed to the head judge. Rows go into the judges' book.

What was written is only added to: completing a case makes a revision, and the time and the words of the ruling stay as
they were. Minutes belong to the call of the table and penalties to themselves; a case points at both.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django.db.models import Max
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name, reason_of
from rules_engine.rulebook.index import UnknownRule
from rules_engine.rulebook.index import rule as find_rule
from tournaments.entries.models import Entry
from tournaments.events.access import HEAD_JUDGE
from tournaments.events.models import TOURNAMENT_LOCK, Staff, Tournament
from tournaments.events.notices import announce
from tournaments.gamelogs.models import GameLog
from tournaments.rounds.changes import claim_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.services import settled

from .call_services import claimed, open_call, opened, resolved
from .case_models import Appeal, Case, CaseRevision, Fact
from .infractions import TABLE
from .judges_chain import judges_book
from .models import JudgeCall
from .penalty_services import Punishment, begin, given


class Said(TypedDict, total=False):
    """What a judge may write of a case; what is left out stays as it was (empty, in the ruling itself)."""

    question: str
    facts: Sequence[Mapping[str, Any]]
    rules: Sequence[str]
    code: str
    remedy: str
    instruction: str
    words: str
    reason: str


class CaseIs(TypedDict):
    """A case, and the number of its newest revision."""

    case: int
    revision: int


class AppealIs(TypedDict):
    """An appeal and how it was decided; empty while it is open."""

    case: int
    outcome: str


Evidence, Status, Remedy = CaseRevision.Evidence, CaseRevision.Status, CaseRevision.Remedy
Outcome = Appeal.Outcome
LENGTHS = {"question": 300, "instruction": 300, "words": 500, "reason": 300}
MOST_FACTS, MOST_RULES, FACT_LENGTH = 12, 12, 300
BY_HEAD_JUDGE = (Remedy.REWIND,)
"""Remedies that only the head judge orders."""


@command("case.rule", chain=judges_book)
def case_rule(
    cmd: Command,
    *,
    tournament: Tournament,
    match_id: int,
    said: Said,
    entry_number: int | None = None,
    level: str = "",
    worse: bool = False,
    log_id: int | None = None,
    call_id: int | None = None,
    minutes: int | None = None,
    claim: str = "",
) -> CaseIs:
    """A judge rules at a table: what was found, what mends it, and for ``entry_number`` the penalty of the table.

    Nothing but the table is needed; everything else may be completed later. An empty ``level`` is what the table of
    infractions proposes. The open call of the table becomes the case's.

    With ``minutes`` the table plays on: its call, as the judge saw it (``call_id``), is answered with them. Without one
    they make a call of their own; what was called since the judge looked is another call, and waits on.

    ``claim``: which of the claims of a disputed match is right; the dispute is settled with the ruling.
    """
    tournament = begin(cmd, tournament)
    match = _match(tournament, match_id)
    parties = _parties(match)
    _refuse_party(cmd, parties)
    last = Case.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    case = Case.objects.create(
        tournament=tournament,
        number=(last or 0) + 1,
        call=open_call(match),
        match=match,
        round=match.round,
        table=match.table,
        log=_log(match, log_id),
        ruleset=match.round.law.get("ruleset") or tournament.ruleset,
        ruled_at=cmd.at,
        ruled_by=cmd.actor.user,
    )
    case.parties.set(parties)
    revision = _revise(cmd, case, None, said)
    if entry_number is not None and revision.code:
        punishment = Punishment(
            entry_number=entry_number,
            code=revision.code,
            level=level,
            worse=worse,
            reason=revision.reason,
            match_id=match.pk,
        )
        given(cmd, tournament, punishment, case)
    known = cmd.also("dispute.settle", public=True) if claim else None
    if known is not None:
        right = claim_of(match, claim)
        settled(known, tournament, match.pk, right.said, revision.words[:300] or right.reason)
    if minutes is not None:
        _plays_on(cmd, tournament, match, call_id, minutes, known)
    return _answer(cmd, case, revision)


def _plays_on(
    cmd: Command,
    tournament: Tournament,
    match: Match,
    call_id: int | None,
    minutes: int,
    known: Command | None,
) -> None:
    """Answer the call of a table with its minutes; a call is no secret, so it stands in the tournament's chain.

    There it has a row of its own, or the one that is ``known`` of what else everybody may know of this ruling.
    """
    called = call_id is not None and JudgeCall.objects.filter(match=match, pk=call_id).exists()
    if not called and not minutes:
        return
    call = known or cmd.also("call.resolve", public=True)
    if call_id is None or not called:
        call_id = claimed(call, tournament, match.pk)["call"]
    resolved(call, tournament, call_id, minutes)


@command("case.complete", chain=judges_book)
def case_complete(cmd: Command, *, tournament: Tournament, number: int, said: Said) -> CaseIs:
    """A judge completes or corrects a case: one more revision. When and how it was ruled stays as it was."""
    tournament = begin(cmd, tournament)
    case = case_of(tournament, number)
    _refuse_party(cmd, list(case.parties.all()))
    before = case.newest
    if (
        Appeal.objects.filter(case=case).exclude(outcome=Outcome.OPEN).exists()
        and cmd.actor.role != HEAD_JUDGE
    ):
        raise UserError("head_judge", _("The head judge has decided this case. Only they can add to it."))
    revision = _revise(cmd, case, before, said)
    return _answer(cmd, case, revision)


@command("case.appeal", chain=judges_book)
def case_appeal(cmd: Command, *, tournament: Tournament, number: int, grounds: str = "") -> AppealIs:
    """A player of the table appeals to the head judge: once, and before the next round is published.

    While the round is played, the table waits for the head judge, and its time with it.
    """
    cmd.lock(TOURNAMENT_LOCK, tournament.pk)
    cmd.tournament = fresh = Tournament.objects.get(pk=tournament.pk)
    entry = Entry.objects.filter(tournament=fresh, user=cmd.actor.user).first()
    cases = Case.objects.filter(tournament=fresh, number=number, parties=entry).select_related("match__round")
    case = cases.first() if entry is not None else None
    if case is None or entry is None:
        raise UserError("no_case", _("This ruling does not exist."))
    appeals = Appeal.objects.filter(case=case)
    if appeals.filter(entry=entry).exists() or appeals.exclude(outcome=Outcome.OPEN).exists():
        raise UserError(
            "appealed", _("This ruling has been appealed already. What the head judge decides is final.")
        )
    if not may_appeal(case):
        raise UserError(
            "final", _("This ruling is final: the head judge gave it, or the next round has begun.")
        )
    if case.match is not None and case.match.round.state == Round.State.PUBLISHED:
        opened(cmd.also("call.open", public=True), fresh, case.match.pk, JudgeCall.Reason.APPEAL)
    appeal = Appeal.objects.create(
        case=case, entry=entry, at=cmd.at, grounds=clean_name(grounds)[:300], call=open_call_of(case)
    )
    cmd.record(case=case.pk, appeal=appeal.pk, entry=entry.pk)
    return {"case": case.number, "outcome": appeal.outcome}


@command("appeal.decide", chain=judges_book)
def appeal_decide(
    cmd: Command, *, tournament: Tournament, number: int, outcome: str, reasons: str, said: Said | None = None
) -> AppealIs:
    """The head judge decides every open appeal of a case, with reasons; what is ruled instead is one more revision.

    A later appeal in the same case finds it decided: the decision is final for the tournament.
    """
    tournament = begin(cmd, tournament)
    case = case_of(tournament, number)
    _refuse_party(cmd, list(case.parties.all()))
    if cmd.actor.role != HEAD_JUDGE:
        raise UserError("head_judge", _("Only the head judge decides an appeal."))
    appeals = list(Appeal.objects.select_for_update(of=("self",)).filter(case=case, outcome=Outcome.OPEN))
    if not appeals:
        raise UserError("no_appeal", _("There is no open appeal in this case."))
    if outcome not in (Outcome.UPHELD, Outcome.VARIED, Outcome.OVERTURNED):
        raise UserError("outcome", _("Choose what becomes of the ruling."), field="outcome")
    needed = _("Write down why you decide this way.")
    reasons = reason_of(reasons, needed=needed, field="reasons", most=500)
    revision = None
    if outcome != Outcome.UPHELD:
        revision = _revise(cmd, case, case.newest, {**(said or {}), "reason": reasons[:300]})
    for appeal in appeals:
        appeal.outcome, appeal.reasons, appeal.revision = outcome, reasons, revision
        appeal.decided_at, appeal.decided_by = cmd.at, cmd.actor.user
        appeal.save()
    announce(cmd, "appeal.decided", [entry.user_id for entry in case.parties.order_by("pk")])
    cmd.record(case=case.pk, outcome=outcome, appeals=[appeal.pk for appeal in appeals])
    return {"case": number, "outcome": outcome}


def may_appeal(case: Case) -> bool:
    """Whether a ruling can still be appealed: no later round is published, and the tournament is not over.

    What the head judge ruled is final, and without a head judge nobody could decide.
    """
    if case.tournament.state != Tournament.State.RUNNING or case.round is None:
        return False
    if case.first.role == HEAD_JUDGE:
        return False
    if not Staff.objects.filter(tournament_id=case.tournament_id, role=HEAD_JUDGE).exists():
        return False
    later = Round.objects.filter(tournament_id=case.tournament_id, number__gt=case.round.number)
    return not later.exclude(state=Round.State.DRAFT).exists()


def open_call_of(case: Case) -> JudgeCall | None:
    """The call in which somebody still waits at the table of a case."""
    return open_call(case.match) if case.match is not None else None


def _match(tournament: Tournament, match_id: int) -> Match:
    found = Match.objects.filter(tournament=tournament, pk=match_id).exclude(round__state=Round.State.DRAFT)
    match = found.exclude(kind=Match.Kind.BYE).select_related("round").first()
    if match is None:
        raise UserError("no_match", _("This match does not exist."))
    return match


def _parties(match: Match) -> list[Entry]:
    """Who sits at the table: of a team all its members."""
    seated = [seat.entry for seat in Seat.objects.filter(match=match).select_related("entry")]
    teams = [entry.team_id for entry in seated if entry.team_id is not None]
    mates = Entry.objects.filter(team__in=teams) if teams else Entry.objects.none()
    return list({entry.pk: entry for entry in (*seated, *mates)}.values())


def _refuse_party(cmd: Command, parties: Sequence[Entry]) -> None:
    if any(entry.user_id == cmd.actor.user.pk for entry in parties):
        raise UserError("own_case", _("This is about your own table. Another judge decides."))


def _log(match: Match, log_id: int | None) -> GameLog | None:
    if log_id is None:
        return None
    log = GameLog.objects.filter(match=match, pk=log_id).first()
    if log is None:
        raise UserError("no_log", _("This log is of another match."), field="log")
    return log


def case_of(tournament: Tournament, number: int) -> Case:
    """One case of a tournament whose lock is held; refused when there is none."""
    case = Case.objects.filter(tournament=tournament, number=number).select_related("match__round").first()
    if case is None:
        raise UserError("no_case", _("This ruling does not exist."))
    return case


def _revise(cmd: Command, case: Case, before: CaseRevision | None, said: Said) -> CaseRevision:
    """One more revision: what is said now, and what was said before where nothing is."""
    fields = ("question", "facts", "rules", "code", "remedy", "instruction", "words")
    values: dict[str, Any] = {name: getattr(before, name) for name in fields} if before is not None else {}
    for name, length in LENGTHS.items():
        if name in said:
            values[name] = clean_name(str(said.get(name)))[:length]
    if "facts" in said:
        values["facts"] = _facts(said["facts"])
    if "rules" in said:
        values["rules"] = _rules(said["rules"])
    if "code" in said:
        values["code"] = _code(said["code"])
    if "remedy" in said:
        values["remedy"] = _remedy(cmd, said["remedy"], before)
    number = before.number + 1 if before is not None else 1
    return CaseRevision.objects.create(
        case=case, number=number, by=cmd.actor.user, role=cmd.actor.role, at=cmd.at, **values
    )


def _facts(facts: Sequence[Mapping[str, Any]]) -> list[Fact]:
    kept: list[Fact] = []
    for fact in facts:
        text = clean_name(str(fact.get("text", "")))[:FACT_LENGTH]
        status, evidence = str(fact.get("status", "")), int(fact.get("evidence", 0))
        if not text:
            continue
        if status not in Status.values or evidence not in Evidence.values:
            raise UserError(
                "fact", _("Say of every fact how sure it is and what it rests on."), field="facts"
            )
        kept.append({"text": text, "status": status, "evidence": evidence})
    if len(kept) > MOST_FACTS:
        raise UserError("facts", _("A case has at most twelve facts."), field="facts")
    return kept


def _rules(numbers: Sequence[str]) -> list[str]:
    """The rules that are cited, by their number; a number that the rule book does not have is refused."""
    kept: list[str] = []
    for number in numbers:
        number = str(number).strip().removeprefix("CR").strip()
        if not number:
            continue
        try:
            find_rule(number)
        except UnknownRule as error:
            text = _("The rule book has no rule %(number)s.") % {"number": number[:20]}
            raise UserError("rule", text, field="rules") from error
        if number not in kept:
            kept.append(number)
    if len(kept) > MOST_RULES:
        raise UserError("rules", _("A case cites at most twelve rules."), field="rules")
    return kept


def _code(code: str) -> str:
    if code and code not in TABLE:
        raise UserError("code", _("Choose one of the infractions."), field="code")
    return code


def _remedy(cmd: Command, remedy: str, before: CaseRevision | None) -> str:
    if remedy not in Remedy.values:
        raise UserError("remedy", _("Choose the remedy."), field="remedy")
    known = before is not None and before.remedy == remedy
    if remedy in BY_HEAD_JUDGE and cmd.actor.role != HEAD_JUDGE and not known:
        raise UserError(
            "head_judge", _("Only the head judge goes back to an earlier moment."), field="remedy"
        )
    return remedy


def _answer(cmd: Command, case: Case, revision: CaseRevision) -> CaseIs:
    cmd.record(
        case=case.pk, number=case.number, revision=revision.number, match=case.match_id, code=revision.code
    )
    return {"case": case.number, "revision": revision.number}
