"""What people read of results that staff ruled or corrected: who, when and why for the table, when for everybody.

And what is claimed of a disputed match: by its players, and by a slip that the desk typed without network.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ledger.errors import StaleError
from ledger.models import LedgerRow
from tournaments.events.access import has_judge
from tournaments.events.models import Staff, Tournament

from .formats import Said
from .models import Dispute, Match, ResultChange, Round
from .outcomes import Outcome, as_said
from .selectors import outcome_words

MOVING = ("round.repair", "round.exchange", "match.move")
"""The commands that change a table which everybody has seen."""


def words_at(match: Match, outcome: Outcome, kind: str) -> str:
    """How a table ended, in words, with what a score alone does not say."""
    if kind == Match.Kind.DOUBLE_LOSS:
        return str(Match.Kind.DOUBLE_LOSS.label)
    words = outcome_words(match, outcome)
    return f"{words} ({Match.Kind.FORFEIT.label})" if kind == Match.Kind.FORFEIT else words


def clock_words(at: datetime, day: datetime | None) -> str:
    """The time of day, with its date unless that is the day of the round."""
    here = timezone.localtime(at)
    same = day is not None and timezone.localtime(day).date() == here.date()
    return date_format(here, "H:i" if same else "j F, H:i")


def corrected_words(match: Match) -> str:
    """The mark of a corrected result for everybody; empty for every other."""
    if match.corrected_at is None:
        return ""
    time = clock_words(match.corrected_at, match.ended_at)
    return _("corrected %(time)s") % {"time": time}


def moved_words(match: Match) -> str:
    """The mark of a table that staff changed after the round was published; empty for every other."""
    if match.moved_at is None:
        return ""
    return _("changed %(time)s") % {"time": clock_words(match.moved_at, match.moved_at)}


def restored_words(round_: Round) -> str:
    """The mark of a round that staff brought back as it stood before, for everybody; empty for every other."""
    at = parse_datetime(round_.certificate.get("restored_at", ""))
    return _("brought back at %(time)s") % {"time": clock_words(at, at)} if at is not None else ""


def moved_told(match: Match) -> str:
    """What those who sit at a table that staff changed read of it: when, where they sit now, and why; empty else.

    The reason stands beside the row of the ledger, where it can be erased; one query.
    """
    if match.moved_at is None:
        return ""
    chain = match.tournament.chain_key
    rows = LedgerRow.objects.filter(chain_id=chain, action__in=MOVING, at=match.moved_at).order_by("-number")
    said = {"time": clock_words(match.moved_at, match.moved_at), "table": match.table}
    if match.table is None:
        sentence = _("%(time)s: staff changed your table. You have a bye.") % said
    else:
        sentence = _("%(time)s: staff changed your table. You play at table %(table)s.") % said
    return _with_reason(sentence, next(iter(rows.values_list("note", flat=True)), ""))


def told_of(matches: Sequence[Match]) -> dict[int, list[str]]:
    """By match, sentences for those who sat there: who ruled or corrected, when and why, the newest first.

    No query while nobody has done either, else one for each.
    """
    told: dict[int, list[str]] = {}
    known = {match.pk: match for match in matches}
    corrected = [match.pk for match in matches if match.corrected_at is not None]
    ruled = [match.pk for match in matches if match.source == Match.Source.JUDGE or match.corrected_at]
    if corrected:
        changes = ResultChange.objects.filter(match__in=corrected).select_related("by")
        for change in changes.order_by("-at", "-pk"):
            told.setdefault(change.match_id, []).append(_correction(known[change.match_id], change))
    if ruled:
        disputes = Dispute.objects.filter(match__in=ruled, settled_at__isnull=False)
        for dispute in disputes.select_related("settled_by").order_by("-settled_at", "-pk"):
            told.setdefault(dispute.match_id, []).append(_ruling(known[dispute.match_id], dispute))
    return told


def _correction(match: Match, change: ResultChange) -> str:
    said = {
        "time": clock_words(change.at, match.ended_at),
        "who": _who(change),
        "before": words_at(match, change.before, change.before_kind),
        "after": words_at(match, change.after, change.after_kind),
    }
    sentence = _("%(time)s: %(who)s corrected this result from %(before)s to %(after)s.") % said
    return _with_reason(sentence, change.reason)


def _who(change: ResultChange) -> str:
    role = dict(Staff.Role.choices).get(change.role)
    name = change.by.display_name if change.by is not None else _("staff")
    return f"{name} ({role})" if role else name


def _ruling(match: Match, dispute: Dispute) -> str:
    name = dispute.settled_by.display_name if dispute.settled_by is not None else _("staff")
    said = {"time": clock_words(dispute.settled_at, match.ended_at), "who": name}  # type: ignore[arg-type]  # it is settled
    return _with_reason(_("%(time)s: %(who)s settled the dispute.") % said, dispute.reason)


def _with_reason(sentence: str, reason: str) -> str:
    return sentence + " " + _("Reason: %(reason)s") % {"reason": reason} if reason else sentence


def by_late_slip(match: Match, reported: Iterable[Outcome]) -> bool:
    """Whether a match is disputed by a slip that the desk sent later, and not by players who differ."""
    said = list(reported)
    late = match.disputes.filter(settled_at=None, claim__isnull=False)
    return all(one == said[0] for one in said) and late.exists()


def late_slip(tournament: Tournament) -> str:
    """What players read whose table a late slip of the desk disputes; it is nothing they did."""
    if has_judge(tournament):
        return _("A slip that reached the desk later says another result. A judge asks you both.")
    return _("A slip that reached the desk later says another result. The organizer asks you both.")


def differing(tournament: Tournament) -> str:
    """What players read whose reports differ: who comes to their table, of the staff there is."""
    if has_judge(tournament):
        return _("The reports differ. A judge is on the way to your table.")
    return _("The reports differ. Stay at your table: the organizer comes to you.")


class Claim(NamedTuple):
    """What somebody says of a match: under which key a page names it, who, in words, and when a player did."""

    key: str
    name: str
    words: str
    outcome: Outcome
    at: datetime | None

    @property
    def said(self) -> Said:
        """The result as somebody enters it who takes this claim for right."""
        return as_said(self.outcome)

    @property
    def reason(self) -> str:
        """Why it counts, where nobody writes more."""
        return _("As %(name)s reported: %(score)s.") % {"name": self.name, "score": self.words}


def claims_of(match: Match) -> Sequence[Claim]:
    """What the players reported, and what a slip says that the desk typed without network."""
    said: list[tuple[str, str, Outcome, datetime | None]] = [
        (f"report-{one.pk}", one.entry.name, one.outcome, one.at)
        for one in match.reports.select_related("entry")
    ]
    said += [
        (f"slip-{one.pk}", one.claim_by.display_name if one.claim_by else "", one.claim, None)
        for one in match.disputes.filter(settled_at=None).select_related("claim_by")
        if one.claim is not None
    ]
    return [Claim(key, name, outcome_words(match, outcome), outcome, at) for key, name, outcome, at in said]


def claim_of(match: Match, key: str) -> Claim:
    """The claim that a page named; :class:`StaleError` when it is no longer made."""
    for claim in claims_of(match):
        if claim.key == key:
            return claim
    raise StaleError("no_claim", _("This was reported otherwise in the meantime. Look at it again."))
