"""Who hosts a contest, who judges it, and what of it somebody may read."""

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from community.hosts import host_role, is_office
from ledger.commands import Actor
from ledger.people import Person
from tournaments.events.access import OFFICE

from .models import Contest, ContestEntry, Juror
from .stages import Stage, has_closed, shows_entries, stage_of


class Seen(NamedTuple):
    """A contest as one reader meets it: in which role they host it, and their place on its jury."""

    contest: Contest
    stage: Stage
    role: str
    juror: Juror | None

    @property
    def judges(self) -> bool:
        """Whether the reader is on the jury."""
        return self.juror is not None and self.juror.state == Juror.State.ACCEPTED

    @property
    def sees_entries(self) -> bool:
        """Whether the reader sees the cards: everybody once there is voting, hosts and jury from the close on."""
        return shows_entries(self.stage) or (has_closed(self.stage) and (bool(self.role) or self.judges))


def access_contest(user: Person, number: int) -> Seen:
    """A contest and who the reader is there; 404 for what they may not know of."""
    found = Contest.objects.select_related("organization").filter(pk=number).first()
    if found is None or (found.organization is not None and found.organization.ended_at is not None):
        raise Http404
    role = host_role(user, found.organization)
    stage = stage_of(found, timezone.now())
    if stage == Stage.DRAFT and not role:
        raise Http404
    if stage == Stage.CANCELLED and found.published_at is None and not role:
        raise Http404
    juror = Juror.objects.filter(contest=found, user=user).first() if user.is_authenticated else None
    return Seen(found, stage, role, juror)


def hosts(user: Person, seen: Seen) -> Actor:
    """The reader as a host, or 403. The office may cancel what an organization holds, and nothing else."""
    if not seen.role:
        raise PermissionDenied
    return Actor(user, seen.role)


def may_cancel(user: Person, seen: Seen) -> Actor:
    """The reader as somebody who may cancel it: a host, or the office; or 403."""
    if not seen.role and not is_office(user):
        raise PermissionDenied
    return Actor(user, seen.role or OFFICE)


def takes_part(user: Person) -> bool:
    """Whether somebody can enter, judge and vote at all: with an account, which a guest has not."""
    return bool(user.is_authenticated and not user.guest_of)


def access_entry(user: Person, seen: Seen, code: str) -> ContestEntry:
    """An entry the reader may see: their own, or any once they see the cards; 404 for all else."""
    entry = (
        ContestEntry.objects.select_related("author", "play_test")
        .filter(contest=seen.contest, code=code, withdrawn_at=None)
        .first()
    )
    mine = entry is not None and user.is_authenticated and entry.author_id == user.pk
    if entry is None or not (mine or (seen.sees_entries and entry.excluded_at is None)):
        raise Http404
    return entry
