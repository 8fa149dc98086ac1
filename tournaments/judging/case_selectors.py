"""Query plans of cases. What comes out of here goes to judges of the tournament, or to the players of the table."""

from dataclasses import dataclass

from ledger.names import clean_name, fold
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.standing import Power, with_power
from tournaments.gamelogs.models import GameLog
from tournaments.rounds.models import Match

from .case_models import Appeal, Case, CaseRevision, Precedent
from .case_services import may_appeal
from .models import Penalty

MOST_FOUND = 50


@dataclass(frozen=True)
class Ruling:
    """What a player reads of a ruling at their own table: words that were meant for them, and nothing else.

    ``before`` is the ruling as it was given, where the head judge has changed it since; both are kept.
    """

    case: Case
    words: str
    rules: list[str]
    remedy: str
    before: str
    appeal: Appeal | None
    decided: Appeal | None
    may_appeal: bool


def cases_of(tournament: Tournament, match_id: int | None = None) -> list[Case]:
    """The cases of a tournament, or of one table, those with an open appeal first, then the newest; fixed queries."""
    cases = Case.objects.filter(tournament=tournament)
    if match_id is not None:
        cases = cases.filter(match_id=match_id)
    cases = cases.select_related("round", "ruled_by", "call")
    found = list(cases.prefetch_related("revisions", "appeals", "penalties__entry", "parties"))
    return sorted(found, key=lambda case: (not has_open_appeal(case), -case.number))


def has_open_appeal(case: Case) -> bool:
    """Whether the head judge still has to decide; of a case fetched with its appeals."""
    return any(appeal.outcome == Appeal.Outcome.OPEN for appeal in case.appeals.all())


def case_numbered(tournament: Tournament, number: int) -> Case | None:
    """One case with everything its page needs."""
    return (
        Case.objects.filter(tournament=tournament, number=number)
        .select_related(
            "round", "match__round", "ruled_by", "call__claimed_by", "log", "precedent", "tournament"
        )
        .prefetch_related(
            "revisions__by", "appeals__entry", "appeals__decided_by", "penalties__entry", "parties"
        )
        .first()
    )


def logs_at(match: Match | None) -> list[GameLog]:
    """The logs of the games of a table."""
    return (
        list(GameLog.objects.filter(match=match).order_by("game_number", "pk")) if match is not None else []
    )


def own_rulings(entry: Entry) -> list[Ruling]:
    """The rulings at one player's tables, newest first; of a guest's, those since the present link."""
    cases = Case.objects.filter(parties=entry).select_related("round", "call", "tournament", "ruled_by")
    if entry.user.guest_of:
        cases = cases.filter(ruled_at__gte=entry.user.guest_since) if entry.user.guest_since else cases.none()
    found = list(cases.prefetch_related("revisions", "appeals__decided_by"))
    newest = max((case.round.number for case in found if case.round is not None), default=0)
    return [_ruling(case, entry, newest) for case in found]


def _ruling(case: Case, entry: Entry, newest: int) -> Ruling:
    last = case.newest
    appeals = list(case.appeals.all())
    mine = next((appeal for appeal in appeals if appeal.entry_id == entry.pk), None)
    decided = next((appeal for appeal in appeals if appeal.outcome), None)
    changed = decided is not None and decided.revision_id is not None
    open_ = mine is None and decided is None and case.round is not None and case.round.number == newest
    return Ruling(
        case=case,
        words=last.words,
        rules=list(last.rules),
        remedy="" if last.remedy == CaseRevision.Remedy.NONE else last.get_remedy_display(),
        before=_before(case, decided) if changed and decided is not None else "",
        appeal=mine,
        decided=decided,
        may_appeal=open_ and may_appeal(case),
    )


def _before(case: Case, decided: Appeal) -> str:
    """The words of the ruling that the head judge changed."""
    earlier = [one for one in case.revisions.all() if one.pk != decided.revision_id]
    return earlier[-1].words if earlier else ""


def history_elsewhere(entry: Entry) -> list[Penalty]:
    """What the same person got in other tournaments that are over and what counts there, newest first.

    Only of tournaments whose standing lets their penalties be known elsewhere; of one that still runs only its own
    judges know. A guest has no account, so nothing elsewhere is theirs.
    """
    if entry.user.guest_of:
        return []
    feeding = with_power(Power.FEEDS, "tournament__")
    found = Penalty.objects.filter(feeding, entry__user=entry.user_id, state=Penalty.State.GIVEN)
    found = found.filter(tournament__state__in=(Tournament.State.FINISHED, Tournament.State.CANCELLED))
    found = found.exclude(tournament_id=entry.tournament_id).select_related("tournament")
    return list(found.order_by("-at", "-pk")[:MOST_FOUND])


def precedents_found(asked: str, organization: str = "") -> tuple[list[Precedent], bool]:
    """The precedents that hold every word that is asked for, newest first, and whether there are more.

    ``organization``: the address of one, for those of its own tournaments alone.
    """
    found = Precedent.objects.select_related("published_by", "case__tournament__organization")
    if organization:
        found = found.filter(case__tournament__organization__slug=organization)
    for word in fold(clean_name(asked)).split()[:8]:  # without what no database stores
        found = found.filter(folded__contains=word)
    rows = list(found[: MOST_FOUND + 1])
    return rows[:MOST_FOUND], len(rows) > MOST_FOUND
