"""What this room answers rooms below it: the contests for their pages."""

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from community.forum import things as of_forum
from community.safety.kinds import Kind, Thing, register
from decks.cards.questions import Maker, maker_of
from ledger.people import Person
from ledger.web import whole_number
from tournaments.organizations.models import Organization
from tournaments.organizations.questions import Headline, contests_running

from .faces import credit_of
from .models import Contest, ContestEntry
from .selectors import running, shown
from .services import contest_hide, entry_hide
from .stages import shows_entries, stage_of

TRUSTED = Q(organization=None) | Q(organization__level__gt=0)
"""Whose contests the front page shows: the office's, and those of organizations the office trusts."""


@contests_running.answered_by
def _running(organization: Organization | None, most: int) -> list[Headline]:
    whose = TRUSTED if organization is None else Q(organization=organization)
    return [
        Headline(one.title, reverse("community:contest", args=[one.pk]), one.language, one.entries_close_at)
        for one in running().filter(whose)[:most]
    ]


@of_forum.talks_about("contest")
def _talked_about(number: int) -> of_forum.Thing | None:
    found = shown().filter(pk=number).first()
    if found is None:
        return None
    return of_forum.Thing(found.title, reverse("community:contest", args=[found.pk]))


@maker_of.answered_by
def _maker_of(game: str, number: str) -> Maker | None:
    rows = ContestEntry.objects.filter(number=number, winner=True, contest__game=game)
    entry = rows.exclude(contest__printed_at=None).select_related("author", "contest").first()
    if entry is None:
        return None
    return Maker(
        credit_of(entry), entry.contest.title, reverse("community:contest_result", args=[entry.contest_id])
    )


def _contest(key: str, _reader: Person | None) -> Thing | None:
    found = shown().exclude(state=Contest.State.CANCELLED).filter(pk=whole_number(key)).first()
    if found is None:
        return None
    said = [
        found.brief,
        found.rules,
        found.licence,
        found.why_other,
        *(one["name"] for one in found.criteria),
    ]
    said += found.notices.values_list("text", flat=True)
    url = reverse("community:contest", args=[found.pk])
    return Thing(found.title, url, "\n".join(filter(None, said)), found.written_by_id, found.organization)


def _card(key: str, reader: Person | None) -> Thing | None:
    """A card everybody sees. Nobody is named as concerned: who decides would read whose it is."""
    rows = ContestEntry.objects.filter(code=key, withdrawn_at=None, excluded_at=None)
    entry = rows.select_related("contest__organization").first()
    if entry is None or not (reader is None or shows_entries(stage_of(entry.contest, timezone.now()))):
        return None
    words = "\n".join(str(value) for value in entry.parts.values() if isinstance(value, str) and value)
    words += "".join(f"\n{reason}" for reason in entry.marks.values_list("reason", flat=True))
    url = reverse("community:contest_card", args=[entry.contest_id, entry.code])
    return Thing(str(entry.parts.get("name", "")), url, words, None, entry.contest.organization)


register(
    Kind(
        "contest",
        _("card contest"),
        _contest,
        contest_hide,
        _("It is cancelled; of a decided one the words go."),
    ),
    Kind("contest_card", _("card of a contest"), _card, entry_hide, _("It is taken out of the contest.")),
)
