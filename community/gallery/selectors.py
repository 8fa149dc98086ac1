"""Reading the gallery: what everybody sees, what waits for whom, and under which name."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from community.hosts import others_in_office
from decks.cards.models import Card
from ledger.names import fold
from ledger.people import Account
from tournaments.agenda.questions import young

from .models import Work
from .questions import may_be_shown

State = Work.State
ON_A_PAGE = 12
AT_A_CARD = 4
QUEUE = 50


def shown() -> QuerySet[Work]:
    """What everybody may see, what was let in last first: nothing of a child whose guardian has not been heard."""
    rows = Work.objects.filter(may_be_shown("artist__"), state=State.SHOWN).select_related("artist", "card")
    return rows.order_by("-decided_at", "-pk")


def about(card: Card) -> QuerySet[Work]:
    """The same of one card."""
    return shown().filter(card=card)


def of_artist(user: Account) -> QuerySet[Work]:
    """Everything somebody sent and did not take back."""
    return Work.objects.filter(artist=user).select_related("artist", "card")


def queue(reviewer: Account) -> list[Work]:
    """What waits for a reviewer, appeals first and then in the order in which it came; nobody judges their own."""
    waits = Q(state=State.WAITING) | (~Q(appeal="") & Q(answered_at=None))
    rows = Work.objects.filter(waits).exclude(artist=reviewer).select_related("artist", "card")
    found = list(rows.order_by("sent_at", "pk")[:QUEUE])
    return sorted(found, key=lambda work: not work.appeals)


def proposals() -> QuerySet[Work]:
    """The pictures that are proposed for their cards and may be shown, the oldest first."""
    return shown().filter(proposal=Work.Proposal.OPEN).order_by("sent_at", "pk")


def other_reviewers(work: Work) -> bool:
    """Whether anybody but who decided, and the artist, could answer an appeal."""
    return others_in_office(work.decided_by_id, work.artist_id)


def credits_of(works: Sequence[Work]) -> dict[int, str]:
    """Under which name each is shown: a made-up one, unless an artist of 16 or older chose the name for the hall.

    A name for the hall that is the real one is not shown either.
    """
    children = young({work.artist_id for work in works if work.named}) if works else set()
    return {work.pk: _credit(work, work.artist_id in children) for work in works}


def _credit(work: Work, child: bool) -> str:
    artist = work.artist
    real = fold(getattr(artist, "real_name", ""))
    if work.named and not child and fold(artist.display_name) != real:
        return str(artist.display_name)
    return _("Artist %(tag)s") % {"tag": work.tag}


def guardian_waits(user: Account) -> bool:
    """Whether nothing of this person is shown before a desk has spoken with their guardian."""
    return not get_user_model().objects.filter(may_be_shown(""), pk=user.pk).exists()
