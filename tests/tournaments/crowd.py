"""People who enter and check in, many at once: the very rows that their commands write, in a few statements.

A hall built by a command for each person was a fifth of all that the tests do. That nothing is missing or different is
held by tests/tournaments/entries/test_crowd.py, which compares every row of every table with what the commands write.
"""

from collections.abc import Sequence
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

from decks.registration.models import DeckRevision, Registration
from ledger.commands import Actor, row_hash
from ledger.hashing import digest
from ledger.models import Chain, LedgerRow, OutboxMessage
from ledger.names import sort_name
from ledger.telling import ROWS
from tournaments.entries.models import Entry
from tournaments.entries.services import places_left
from tournaments.events.models import Tournament

Row = tuple[Actor, dict[str, Any]]
numbers = count(1)
"""The number of every person made for tests."""


def people(names: Sequence[str]) -> list[Any]:
    """New accounts that nobody can sign in to with a password, with these names."""
    model = get_user_model()
    made = []
    for name in names:
        number = next(numbers)
        user = model(username=f"user{number}", display_name=name or f"Player {number}")
        user.set_unusable_password()
        user.sort_name = sort_name(user.display_name)[:80]  # what save() does
        made.append(user)
    return list(model.objects.bulk_create(made))


def fits(tournament: Tournament, players: int) -> bool:
    """Whether so many come in without a question: one by one, as nobody's crew, with a place for each."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    states = Tournament.State
    return (
        tournament.state in (states.ENTRY, states.CHECK_IN)
        and not tournament.policy.crews
        and places_left(tournament) >= players
    )


def entered(tournament: Tournament, users: Sequence[Any]) -> list[Entry]:
    """Let these people enter, each by their own command, and hand in a deck; what they are entered as."""
    last = Entry.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True)
    first = (last.first() or 0) + 1
    tournament = Tournament.objects.get(pk=tournament.pk)
    registrations = Registration.objects.bulk_create(
        Registration(owner=user, game=tournament.game, format=tournament.format, pool_key=tournament.pool_key)
        for user in users
    )
    DeckRevision.objects.bulk_create(
        deck_of(registration, registration.owner) for registration in registrations
    )
    current = DeckRevision.objects.filter(registration=OuterRef("pk")).values("pk")
    mine = Registration.objects.filter(pk__in=[one.pk for one in registrations])
    mine.update(current=Subquery(current), state="submitted")
    now = timezone.now()
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            user=user,
            number=number,
            name=user.display_name,
            sort_name=sort_name(user.display_name)[:80],
            state=Entry.State.ENTERED,
            random=int(digest([tournament.seed, "entry", number])[:15], 16),
            registration=registration,
            entered_at=now,
            joined_round=1,
        )
        for number, (user, registration) in enumerate(zip(users, registrations, strict=True), start=first)
    )
    rows: list[Row] = [
        (
            Actor(entry.user, "player"),
            {
                "entry": entry.pk,
                "number": entry.number,
                "user": entry.user_id,
                "state": entry.state,
                ROWS: _told(entry),
            },
        )
        for entry in entries
    ]
    _written(tournament, "entry.create", rows)
    return list(Entry.objects.filter(pk__in=[entry.pk for entry in entries]).order_by("number"))


def checked_in(tournament: Tournament, entries: Sequence[Entry], actor: Actor) -> None:
    """Check these people in at the desk, a command for each."""
    keys = [entry.pk for entry in entries]
    Entry.objects.filter(pk__in=keys).update(state=Entry.State.CHECKED_IN, checked_in_at=timezone.now())
    there = Entry.objects.in_bulk(keys)
    _written(tournament, "entry.check_in", [(actor, {"entry": key, ROWS: _told(there[key])}) for key in keys])


def _told(entry: Entry) -> Any:
    """What a command's row tells of an entry that it changed."""
    said = Entry.tells.say([getattr(entry, name) for name in Entry.tells.columns])
    return {"entry": {str(entry.pk): said}}


def deck_of(registration: Registration, user: Any) -> DeckRevision:
    """A handed-in deck that no validator has seen, not stored yet."""
    return DeckRevision(
        registration=registration,
        number=1,
        main={},
        sha256="0" * 64,
        pool_sha256="0" * 64,
        at=timezone.now(),
        by=user,
    )


def _written(tournament: Tournament, action: str, rows: Sequence[Row]) -> None:
    """Write to the ledger and to the outbox what so many public commands of this kind would write there."""
    key, now = tournament.chain_key, timezone.now()
    head = Chain.objects.get(key=key)
    previous, made, messages = head.head_hash, [], []
    for place, (actor, data) in enumerate(rows, start=1):
        row = LedgerRow(
            chain_id=key,
            number=head.length + place,
            action=action,
            actor=actor.user,
            role=actor.role,
            at=now,
            data=data,
            previous=previous,
        )
        previous = row.hash = row_hash(row)
        made.append(row)
        told = {"tournament": key, "version": head.version + place}
        messages.append(OutboxMessage(topic="live", payload=told, due_at=now))
    LedgerRow.objects.bulk_create(made)
    OutboxMessage.objects.bulk_create(messages)
    Chain.objects.filter(key=key).update(
        head_hash=previous, length=F("length") + len(made), version=F("version") + len(made)
    )
