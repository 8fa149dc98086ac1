"""A person who leaves a canary in every place where the site lets them type, and a dump to look for it."""

import json
import zlib
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache, caches
from django.db import connection
from django.test import Client
from django.utils import timezone

from decks.lists.services import deck_create
from decks.registration.models import DeckRevision, Registration
from ledger.commands import Actor
from ledger.models import Chain
from ledger.selectors import verify_chain
from tests.tournaments import hall
from tournaments.clans.services import clan_create
from tournaments.display.shelf import SHELF
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_check_in, entry_create, tournament_start
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry
from tournaments.gamelogs.models import GameLog
from tournaments.judging.penalty_services import penalty_give
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_correct, result_enter, result_report
from x610z_site.accounts.models import Session
from x610z_site.privacy.choice_services import guardian_give

PASSWORD = "canary password 7"
NAME, REAL, SIGN_IN = "Quetzal Çanary", "Wilhelmina Kanariepiet", "kanarie-inlog"
WORDS = (
    "Quetzal",
    "Wilhelmina",
    "Kanariepiet",
    "kanarie-inlog",
    "kanarie@example.org",
    "zwaluwstaart",
    "zwaluwtje",
)
"""What must be nowhere after the erasure; the last two are words that the person wrote, not names."""


def person() -> Any:
    """The account, with everything filled in."""
    return get_user_model().objects.create_user(
        SIGN_IN,
        email="kanarie@example.org",
        password=PASSWORD,
        display_name=NAME,
        real_name=REAL,
        language="nl",
    )


def played_tournament(user: Any) -> Tournament:
    """A tournament of four in which the person plays, reports, is punished and sends a log; over at the end."""
    tournament = hall.make_tournament("Trace Cup")
    organizer = hall.organizer_of(tournament)
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    hall.enter(tournament, 3)
    mine = entry_create(actor=Actor(user, "player"), tournament=tournament, key="enter-1")["entry"]
    hall.hand_in_deck(Entry.objects.get(pk=mine))
    tournament_open_check_in(actor=organizer, tournament=tournament)
    for entry in Entry.objects.filter(tournament=tournament):
        entry_check_in(actor=organizer, tournament=tournament, entry_id=entry.pk)
    tournament_start(actor=organizer, tournament=tournament)
    tournament.refresh_from_db()
    _play(tournament, user, mine)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    tournament.refresh_from_db()
    return tournament


def _play(tournament: Tournament, user: Any, mine: int) -> None:
    organizer, judge = hall.organizer_of(tournament), hall.staff_actor(tournament, "head_judge")
    round_ = hall.publish(tournament, 1)
    match = Match.objects.get(round=round_, seats__entry=mine)
    result_report(
        actor=Actor(user, "player"), tournament=tournament, match_id=match.pk, said=(2, 0, 0), key="report-1"
    )
    for other in Match.objects.filter(round=round_, kind="played"):
        result_enter(actor=organizer, tournament=tournament, match_id=other.pk, said=(2, 1, 0))
    match.refresh_from_db()
    result_correct(
        actor=judge,
        tournament=tournament,
        match_id=match.pk,
        said=(2, 0, 0),
        reason=f"{NAME} asked for it",
        version=match.version,
    )
    penalty_give(
        actor=judge,
        tournament=tournament,
        entry_number=Entry.objects.get(pk=mine).number,
        code="T1",
        level="warning",
        reason=f"{NAME} said sorry",
        note=f"{REAL} came late, zwaluwtje",
    )
    round_complete(actor=organizer, tournament=tournament, round_id=Round.objects.get(pk=round_.pk).pk)
    said = json.dumps({"kind": "header", "format": "gamelog/1", "note": f"{NAME} zwaluwstaart"}).encode()
    GameLog.objects.create(
        match=match,
        entry_id=mine,
        original=said,
        size=len(said),
        sha256="2" * 64,
        submitted_at=timezone.now(),
        state="done",
        verdict="log_error",
        report={"finding": {"text": NAME}},
        error=NAME,
    )


def leave_traces() -> tuple[Any, Tournament]:
    """The person and the tournament, after a day with everything a player can do and be said about."""
    user = person()
    tournament = played_tournament(user)
    registration = Registration.objects.get(owner=user)
    Registration.objects.filter(pk=registration.pk).update(
        draft_name=f"{NAME}'s deck", draft_text="zwaluwstaart 3", extended_reason=f"{REAL} had no train"
    )
    DeckRevision.objects.filter(registration=registration).update(name="zwaluwstaart", reason=f"for {NAME}")
    deck_create(
        actor=Actor(user, "person"),
        name="Deck zwaluwstaart",
        play="constructed",
        pool_key="demo",
        notes=f"{NAME} zwaluwtje",
    )
    clan_create(actor=Actor(user, "person"), name="Nine Lanterns")
    guardian_give(actor=Actor(user, "person"), contact="kanarie@example.org")
    client = Client()
    client.login(username=SIGN_IN, password=PASSWORD)
    somebody = Client()
    somebody.force_login(hall.make_user("Somebody Else"))
    session = somebody.session
    session["_messages"] = json.dumps([f"{NAME} is entered"])
    session.save()
    return user, tournament


def opened(key: str) -> str:
    """What lies in the cache of a test, as text: parts and pages lie there compressed, those of the shelf unpickled."""
    place = key.split(":", 2)[2]
    value = caches[SHELF].get(place)
    if isinstance(value, bytes):
        value = cache.get(place)
    value = getattr(value, "thing", value)
    pieces = getattr(getattr(value, "page", value), "pieces", None)
    if pieces is not None:
        return b"".join(piece.text() for piece in pieces).decode()
    if isinstance(value, tuple) and isinstance(value[-1], bytes):
        return zlib.decompress(value[-1]).decode()
    return repr(value)


def dump() -> dict[str, str]:
    """Every row of every table as text, bytes and packed sessions opened; and the cache, unpacked."""
    found: dict[str, str] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - our own tables
            found[table] = "\n".join(_text(row) for row in cursor.fetchall())
    found["sessions, opened"] = "\n".join(json.dumps(one.get_decoded()) for one in Session.objects.all())
    found["cache"] = "\n".join(map(opened, list(getattr(cache, "_cache", {}))))
    return found


def _text(row: tuple[Any, ...]) -> str:
    parts = []
    for value in row:
        text = (
            bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)
        )
        parts += [text, text.encode().decode("unicode_escape", "replace") if "\\u" in text else ""]
    return " | ".join(parts)


def hits(words: tuple[str, ...] = WORDS) -> dict[str, list[str]]:
    """In which tables which of the words still stand, however they are spelt."""
    return {
        table: here
        for table, text in dump().items()
        if (here := [word for word in words if word.casefold() in text.casefold()])
    }


def broken_chains() -> list[str]:
    """The chains that are not whole."""
    return [chain.key for chain in Chain.objects.all() if verify_chain(chain.key)]
