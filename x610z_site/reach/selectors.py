"""What the room reads: the inbox, what a person chose, who is told a table."""

from collections.abc import Iterable

from ledger.people import Account
from tournaments.agenda.questions import young
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seat
from tournaments.rounds.units import unit_of

from .facts import KINDS
from .models import Choices, Notice, PushAddress

NEWEST = 100


def inbox(user: Account) -> list[Notice]:
    """The newest notices of a person, with their tournaments."""
    return list(
        Notice.objects.filter(user_id=user.pk).select_related("tournament").order_by("-at", "-pk")[:NEWEST]
    )


def choices_of(user_ids: Iterable[int]) -> dict[int, tuple[frozenset[str], frozenset[str]]]:
    """By person: kinds wanted by mail, kinds wanted by push; anyone who never chose stands not in it."""
    rows = Choices.objects.filter(user_id__in=user_ids).values_list("user_id", "mail", "push")
    return {user: (frozenset(mail), frozenset(push)) for user, mail, push in rows}


UNCHOSEN: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset(KINDS))
"""Nothing by mail: an address was given for another purpose. By push all: a browser was switched on for it."""
ASKED_FIRST = frozenset(key for key, kind in KINDS.items() if kind.asked_first)


def unchosen_of(user: Account) -> tuple[frozenset[str], frozenset[str]]:
    """The same for one person: of 12 to 15, not what is told to those alone who switched it on."""
    mail, push = UNCHOSEN
    return mail, push - ASKED_FIRST if young([user.pk or 0]) else push


def wanting(kind: str, people: list[int]) -> list[int]:
    """Whom of these people a kind is told: of 12 to 15 only those who switched it on, where that is asked first."""
    if kind not in ASKED_FIRST or not (children := young(people)):
        return people
    chosen = choices_of(children)
    return [
        one
        for one in people
        if one not in children or any(kind in way for way in chosen.get(one, (frozenset(), frozenset())))
    ]


def tables_of(tournament: Tournament, number: int, user_ids: Iterable[int]) -> dict[int, int]:
    """The table of each of these people in a published round, 0 of who has a bye; who has no seat stands not in it."""
    holders = unit_of(tournament).seat_holders(tournament, user_ids)
    seats = Seat.objects.filter(
        entry_id__in=set(holders.values()),
        match__tournament=tournament,
        match__round__number=number,
        match__round__published_at__isnull=False,
    )
    tables = dict(seats.order_by("pk").values_list("entry_id", "match__table"))
    return {user: tables[entry] or 0 for user, entry in holders.items() if entry in tables}


def push_addresses(user: Account) -> list[PushAddress]:
    """The browsers of a person that take push messages, newest first."""
    return list(PushAddress.objects.filter(user_id=user.pk).order_by("-added_at", "-pk"))
