"""Who sees a picture or a story, and what they may do with it."""

from django.http import Http404

from community.hosts import is_office
from decks.cards.services import EDIT
from ledger.people import Person
from tournaments.events.access import OFFICE

from .models import Work
from .selectors import other_reviewers, shown

State = Work.State
ARTIST, KEEPER = "artist", "keeper"


def access_work(user: Person, number: int) -> Work:
    """What everybody may see; else one's own, and for reviewers all that was sent. 404 for everybody else."""
    found = shown().filter(pk=number).first()
    if found is None and user.is_authenticated:
        found = Work.objects.filter(pk=number).select_related("artist", "card").first()
        if found is not None and not (found.artist_id == user.pk or is_office(user)):
            found = None
    if found is None:
        raise Http404
    return found


def roles_at(user: Person, work: Work) -> frozenset[str]:
    """As what somebody may do something with a work: its artist, or else as the office, as a keeper."""
    if not user.is_authenticated:
        return frozenset()
    if work.artist_id == user.pk:
        return frozenset({ARTIST})
    return frozenset(({OFFICE} if is_office(user) else set()) | ({KEEPER} if user.has_perm(EDIT) else set()))


def may_do(user: Person, work: Work) -> frozenset[str]:
    """What the reader may do with it on its page. Nobody decides on their own work; an appeal is answered by another.

    Where there is no other reviewer, who decided answers the appeal as well, and the artist is told so.
    """
    may: frozenset[str] = frozenset()
    for role in roles_at(user, work):
        may |= _own(work) if role == ARTIST else _reviewers(user, work) if role == OFFICE else _keepers(work)
    return may


def _own(work: Work) -> frozenset[str]:
    may = {"withdraw"}
    if work.state != State.REMOVED and not work.appeals:
        may.add("change")
    # What was decided about a report is objected to where that was decided.
    if work.state in (State.REFUSED, State.REMOVED) and not work.appeal and work.why != Work.Why.REPORT:
        may.add("appeal")
    if work.state == State.SHOWN and work.card_id and work.kind == Work.Kind.PICTURE and not work.proposal:
        may.add("propose")
    return frozenset(may)


def _reviewers(user: Person, work: Work) -> frozenset[str]:
    if work.state == State.WAITING:
        return frozenset({"show", "refuse"})
    if work.state == State.SHOWN:
        return frozenset({"refuse"})
    if work.appeals and (work.decided_by_id != user.pk or not other_reviewers(work)):
        return frozenset({"uphold", "overturn"})
    return frozenset()


def _keepers(work: Work) -> frozenset[str]:
    keeps = work.proposal == Work.Proposal.OPEN and work.state == State.SHOWN
    return frozenset({"accept_card", "refuse_card"} if keeps else ())
