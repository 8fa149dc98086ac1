"""Query plans of invitations: what an end gives in words, how the places of a final stand, one's own with its steps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ledger.models import LedgerRow
from ledger.people import Account
from ledger.telling import ROWS
from tournaments.events.models import Tournament

from .invitation_gift_services import COMING
from .invitation_line import HOLDS, line_of, next_of, places_given, titles_of
from .invitation_models import Gift, Place
from .models import Circuit

AFTER = 3
"""So many who are next in line the organizer sees."""
NOTES = 5
"""So many reasons for other rules of the end are read."""


def gift_words(gift: Gift) -> str:
    """What a rule gives, without to whom."""
    if gift.kind == Gift.Kind.TITLE:
        return _("the title “%(title)s”") % {"title": gift.title}
    said = {"final": gift.final.name if gift.final is not None else "", "count": gift.value}
    if gift.kind == Gift.Kind.PLACE:
        words = ngettext(
            "an invitation to %(final)s, with a day to answer",
            "an invitation to %(final)s, with %(count)s days to answer",
            gift.value,
        )
    elif gift.kind == Gift.Kind.BYES:
        words = ngettext(
            "an awarded bye in the first round of %(final)s",
            "awarded byes in the first %(count)s rounds of %(final)s",
            gift.value,
        )
    else:
        words = _("in %(final)s their place on the ladder as seed")
    return words % said


def ranks_words(gift: Gift) -> str:
    """To whom."""
    if gift.first == gift.last:
        return _("Place %(first)s") % {"first": gift.first}
    return _("Places %(first)s to %(last)s") % {"first": gift.first, "last": gift.last}


class Given(NamedTuple):
    """A rule as people read it."""

    gift: Gift
    ranks: str
    words: str


def gives_of(circuit: Circuit) -> list[Given]:
    """What the end of a circuit gives; one query."""
    rows = Gift.objects.filter(circuit=circuit).select_related("final")
    return [Given(one, ranks_words(one), gift_words(one)) for one in rows]


def gift_notes(circuit: Circuit) -> list[tuple[datetime, str]]:
    """When and why what the end gives was changed once an event had counted, the newest first; one query.

    The same reason for several rules of a day is read once.
    """
    rows = LedgerRow.objects.filter(chain_id=circuit.chain_key, action__startswith="gift.").exclude(note="")
    found: dict[tuple[date, str], datetime] = {}
    for at, note in rows.order_by("-number").values_list("at", "note")[: 8 * NOTES]:
        found.setdefault((timezone.localdate(at), note), at)
    return [(at, note) for (_day, note), at in found.items()][:NOTES]


def titles_given(circuit: Circuit) -> list[tuple[str, str]]:
    """Each title with the name of who won it, once the circuit has ended; nobody who has closed their account."""
    won = list(titles_of(circuit, line_of(circuit)))
    names = _names(user for _title, user in won)
    return [(title, names[user]) for title, user in won if user in names]


def _names(people: Iterable[int]) -> dict[int, str]:
    """The names of these people (ids) whose accounts are in use, as standings show them."""
    found = get_user_model().objects.filter(pk__in=set(people), is_active=True)
    return dict(found.values_list("pk", "display_name"))


@dataclass(frozen=True)
class FinalPlaces:
    """How the places of one final stand. ``given``: how many there are; ``after``: the names of who is next in line."""

    final: Tournament
    given: int
    rows: Sequence[Place]
    after: Sequence[str]

    @property
    def coming(self) -> bool:
        """Whether the final has not begun."""
        return self.final.state in COMING

    @property
    def sent(self) -> bool:
        """Whether anybody was invited."""
        return bool(self.rows)

    @property
    def taken(self) -> int:
        """How many have said yes."""
        return sum(one.state == Place.State.ACCEPTED for one in self.rows)

    @property
    def free(self) -> int:
        """How many are nobody's."""
        return self.given - sum(one.state in HOLDS for one in self.rows)


def finals_of(circuit: Circuit) -> list[FinalPlaces]:
    """Every final of a circuit with its places, for who organizes it."""
    gifts = list(Gift.objects.filter(circuit=circuit).select_related("final"))
    known = list(Place.objects.filter(circuit=circuit).select_related("user"))
    finals = {one.final_id: one.final for one in gifts if one.kind == Gift.Kind.PLACE}
    found = []
    for pk, final in finals.items():
        if final is None:
            continue
        after = next_of(circuit, final, gifts, known, AFTER, timezone.now()) if final.state in COMING else []
        names = _names(one.user_id for one in after)
        rows = [one for one in known if one.final_id == pk]
        found.append(FinalPlaces(final, places_given(gifts, pk), rows, [names[one.user_id] for one in after]))
    return found


def places_of(user: Account) -> QuerySet[Place]:
    """Every place a person was invited to."""
    return Place.objects.filter(user=user).select_related("final", "circuit__organization")


def waiting_places() -> QuerySet[Place]:
    """The places that wait for somebody's answer now, the most urgent first."""
    found = Place.objects.filter(state=Place.State.OPEN, deadline__gt=timezone.now())
    return found.select_related("final").order_by("deadline")


class Step(NamedTuple):
    """One row of the circuit's ledger about a place; ``note``: why it was withdrawn."""

    number: int
    at: datetime
    words: str
    note: str


WORDS: dict[tuple[str, str], str | Promise] = {
    ("place.remind", Place.State.OPEN): gettext_lazy("You were reminded."),
    ("", Place.State.OPEN): gettext_lazy("You were invited."),
    ("", Place.State.ACCEPTED): gettext_lazy("You said yes and were entered."),
    ("place.pass", Place.State.DECLINED): gettext_lazy(
        "You withdrew from the final, so the place went to the next."
    ),
    ("", Place.State.DECLINED): gettext_lazy("You said no, and the place went to the next in line."),
    ("", Place.State.MISSED): gettext_lazy(
        "You did not answer in time, and the place went to the next in line."
    ),
    ("", Place.State.WITHDRAWN): gettext_lazy("The invitation was withdrawn."),
}


def steps_of(place: Place) -> list[Step]:
    """What happened to a place, as the circuit's ledger has it; one query, and one for why it was withdrawn."""
    rows = LedgerRow.objects.filter(chain_id=place.circuit.chain_key, action__startswith="place.").order_by(
        "number"
    )
    steps = []
    for number, action, at, data in rows.values_list("number", "action", "at", "data"):
        said = data.get(ROWS, {}).get("place", {}).get(str(place.pk))
        if said is not None:
            words = WORDS.get((action, said["state"])) or WORDS[("", said["state"])]
            note = _reason_of(place) if action == "place.withdraw" else ""
            steps.append(Step(number, at, str(words), note))
    return steps


def _reason_of(place: Place) -> str:
    """Why the organizer took a place back: what was written stands in the ledger of the final."""
    rows = LedgerRow.objects.filter(
        chain_id=place.final.chain_key, action="place.withdraw", data__place=place.pk
    )
    return rows.values_list("note", flat=True).first() or ""
