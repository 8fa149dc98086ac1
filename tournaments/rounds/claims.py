"""What is claimed of a disputed match: by its players, and by a slip that the desk typed without network."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from ledger.errors import StaleError

from .formats import Said
from .models import Match
from .outcomes import Outcome, as_said
from .selectors import outcome_words


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
