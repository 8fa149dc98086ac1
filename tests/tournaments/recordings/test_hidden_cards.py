"""Two worlds of a recorded game that differ in what lies hidden: everybody gets the same bytes but who may know it.

What a site can know of hidden cards at a table: the registered lists, the notes on a hand that were opened to a judge,
and a log with every order that a player hands in. In the other world all of them are other cards: hand, deck, Life and
what lies face-down. Every address of the recorder, the boards, the API and what is written to the outbox are asked as
everybody, in both games, after the owner of the cards and their opponent sent what names them.
"""

import json
import re
from collections.abc import Collection, Iterator
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.registration.models import DeckRevision
from ledger.models import LedgerRow, OutboxMessage
from rules_engine.games import game_of
from rules_engine.zx.random_games import record_zx_game
from tests.security.test_access_matrix import READ
from tests.security.test_secrets import VOLATILE
from tests.tournaments.gamelogs.test_zx import written
from tests.tournaments.hall import logged_between, make_user, organizer_of, staff_actor
from tests.tournaments.recordings.table import Body, Table, client_of, other_deck, registered
from tests.tournaments.recordings.test_two_worlds import otherwise
from tests.tournaments.recordings.zx_table import POOL, ZxTable
from tournaments.display import live_boards
from tournaments.entries.models import Entry, Team
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.opened_game import open_game
from tournaments.gamelogs.replay import Source
from tournaments.gamelogs.tasks import replay_log
from tournaments.recordings import selectors, sight
from tournaments.recordings.replayed import shelf
from tournaments.recordings.urls import urlpatterns

pytestmark = [pytest.mark.django_db]

READERS = {
    "recording",
    "state",
    "offline",
    "ask",
    "pair",
    "join",
    "sign",
    "hand",
    "log",
    "judge",
    "match",
    "pool",
}
WRITERS = {"entries", "device", "heard"}
"""Every address of the recorder by its name: it is read in both worlds, or takes writes alone."""
CLOSE = {
    *(name for name in READ if name.startswith(("tournaments:recording", "tournaments:recorder"))),
    *(f"tournaments:{name}" for name in ("match_recordings", "boards", "detail", "me", "log", "judge")),
    *("api:tournament", "api:round", "api:deck"),
}
"""What is read: every address of the recorder, and what tells of a match beside it.

The pages of an event at large stand in tests/security/test_secrets.py and test_closed_lists.py."""
CHANGES = {"live_delay": 1, "teams": True}
MANY = 7
HANDS = ("3 Mist Dragon", "5 Old Goat")
"""The notes on a hand in either world, as long as each other."""
NEW = re.compile(r'"now": ?"[^"]*"|\b[0-9a-f]{10,64}\b|\d\d:\d\d(:\d\d)?(\.\d+)?|(?<=ask=)\w+|entries/\d+')
MAY_DIFFER = {
    "owner": ("deck", "log", "recording"),
    "judge": ("deck", "api:deck", "log", "judge", "case_new", "recording_judge"),
}
"""Who may know the cards, by the beginnings of the pages: their owner on their own pages; a judge where lists and logs
are read, and what was opened on the judge's page of the recording, but on no other page of it."""


def name_of(route: str) -> str:
    return route.removeprefix("recording_").removeprefix("recorder_").removesuffix("_recordings")


def test_every_address_of_the_recorder_is_read_in_both_worlds_or_takes_writes_alone() -> None:
    names = {str(path.name) for path in urlpatterns if not str(path.name).startswith("practice")}
    assert {name_of(name) for name in names} == READERS | WRITERS
    read = {name.partition(":")[2] for name in READ if name.startswith("tournaments:")}
    assert {name for name in names if name_of(name) in READERS} <= read, (
        "those that are read stand in the matrix"
    )


class World:
    """A table of a game with everybody around it; ``world`` 0 or 1 says which cards lie hidden."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.table = ZxTable(changes=CHANGES) if game == "zx" else Table(changes=CHANGES)
        if isinstance(self.table, ZxTable):
            self.table.record(14)
        else:
            self.table.play(most=20)
        self.tournament, self.match = self.table.tournament, self.table.match
        elsewhere = Entry.objects.filter(tournament=self.tournament).exclude(
            pk__in=[one.pk for one in self.table.players]
        )
        for number, captain in enumerate((self.table.players[0], elsewhere[0])):
            Team.objects.create(
                tournament=self.tournament, name=f"Team {number}", captain=captain, code=f"code{number}"
            )
        Entry.objects.filter(pk=elsewhere[0].pk).update(team=Team.objects.get(code="code1"))
        self.clients = {
            "owner": self.table.clients[0],
            "opponent": self.table.clients[1],
            "another team": client_of(elsewhere[0].user),
            "judge": client_of(staff_actor(self.tournament, "judge").user),
            "scorekeeper": client_of(staff_actor(self.tournament, "scorekeeper").user),
            "organizer": client_of(organizer_of(self.tournament).user),
            "spectator": client_of(make_user()),
            "signed out": Client(),
        }
        self.logs = self._logs()

    def _lists(self, world: int) -> tuple[dict[str, int], dict[str, int]]:
        if isinstance(self.table, ZxTable):
            seen = self.table.game.lists[0]
            turned = {card.number: 2 for card in POOL.cards if card.number not in seen[0]}
            return seen if world == 0 else (dict([*turned.items()][:25]), seen[1])
        return (registered() if world == 0 else other_deck()), {}

    def _logs(self) -> list[bytes]:
        """A log of a whole game, and the same with other cards in the hands, the decks and Life at its end."""
        keys = tuple(entry.key for entry in self.table.players)
        data = unshuffled(keys) if self.game == "zx" else logged_between(keys, 3)
        pool = game_of(self.game).pools.load("zx-texts" if self.game == "zx" else "demo")
        opened = open_game(Source(data, pool, None, {}, {}, self.game), "judge")
        seats = opened.view(opened.total)["seats"]
        rows = [json.loads(line) for line in data.splitlines()]
        for row in rows:  # what is computed from the hidden cards would not be true of the others
            row.pop("sha256", None)
            if "digest" in row:
                row["digest"] = None
        one = written(rows)
        for row in rows:
            if row.get("of") == "deck":
                zones = [seats[row["seat"]]["hand"], seats[row["seat"]].get("life", {"cards": []})]
                hidden = [card["number"] for zone in zones for card in zone["cards"]]
                row["value"] = otherwise(row["value"], seats[row["seat"]]["deck"]["count"], hidden)
        other = written(rows)
        assert len(one) == len(other) and one != other
        return [one, other]

    def told(self, world: int, *, only: Collection[str] = CLOSE) -> dict[tuple[str, str], str]:
        """What everybody is answered in one world, and what is written beside; nothing of the world stays."""
        cache.clear()
        shelf.clear()
        with transaction.atomic():
            restart_numbers()
            main, beside = self._lists(world)
            DeckRevision.objects.filter(registration__entry=self.table.players[0]).update(
                main=main, sideboard=beside
            )
            before = (
                LedgerRow.objects.order_by("-pk").values_list("pk", flat=True)[0],
                OutboxMessage.objects.count(),
            )
            found = dict(self._sent(world))
            log = GameLog.objects.filter(entry=self.table.players[0]).latest("pk")
            found |= self._read(log, only)
            rows = (
                LedgerRow.objects.filter(pk__gt=before[0])
                .order_by("pk")
                .values_list("action", "role", "data")
            )
            found["ledger", "nobody"] = NEW.sub("", str([*rows]))
            messages = OutboxMessage.objects.order_by("pk").values_list("topic", "payload")
            found["outbox and streams", "nobody"] = NEW.sub("", str([*messages[before[1] :]]))
            transaction.set_rollback(True)
        return found

    def _sent(self, world: int) -> Iterator[tuple[tuple[str, str], str]]:
        """Lines with names of hidden cards, from both players; then a judge is called, notes are opened, a log sent."""
        cards = [number for one in (0, 1) for number in [*self._lists(one)[0]][1:4]]
        owner, opponent = self.table.phones
        sent = owner.sent, opponent.sent
        do = "play" if self.game == "zx" else "cast"
        for number, card in enumerate(cards):
            line: Body = {"kind": "act", "do": do, "seat": 0, "card": card, "answers": [[card]]}
            for marks in ({}, {"unchecked": True}, {"offline": True, "unchecked": True}):
                entry = opponent.entry(line, base=1) | marks | {"device_seq": opponent.sent}
                yield (f"line {number} {marks}", "opponent"), plain(opponent.post(entry))
                opponent.sent = sent[1]
            asked = opponent.client.get(f"{self.table.url}ask.json", {"line": json.dumps(line)})
            yield (f"asked {number}", "opponent"), plain(asked)
            change: Body = {"line": None, "change": [["zone", card, "trash", 0]], "text": ""}
            entry = opponent.entry(change, "deviate") | {"device_seq": 1}
            yield (f"change {number}", "opponent"), plain(opponent.post(entry))
            opponent.sent = sent[1]
        assert owner.write({"text": ""}, kind="call")[0]["status"] == "ok"
        notes = owner.client.post(f"{self.table.url}hand/", {"notes": HANDS[world], "idempotency_key": "h"})
        assert notes.status_code == 302
        upload = SimpleUploadedFile("game.jsonl", self.logs[world])
        place = f"/t/{self.tournament.slug}/matches/{self.match.pk}/log/"
        log = owner.client.post(place, {"game_number": "1", "file": upload, "idempotency_key": "l"})
        assert log.status_code == 302, log.content
        replay_log(GameLog.objects.latest("pk").pk)
        assert GameLog.objects.latest("pk").verdict == "ok", "a game in both worlds"
        owner.sent, opponent.sent = sent

    def _read(self, log: GameLog, only: Collection[str]) -> dict[tuple[str, str], str]:
        values = {
            "slug": self.tournament.slug,
            "match": self.match.pk,
            "recording": self.table.recording.pk,
            "round_number": 1,
            "entry_number": self.table.players[0].number,
            "log": log.pk,
            "pool_hash": json.loads(bytes(self.table.recording.opening).split(b"\n")[0])["pool"].partition(
                ":"
            )[2],
        }
        found = {}
        for name, rule in READ.items():
            if name not in only:
                continue
            for reader, client in self.clients.items():
                answer = client.get(reverse(name, args=[values[arg] for arg in rule.args]))
                found[name.removeprefix("tournaments:"), reader] = plain(answer)
        board = f"/t/{self.tournament.slug}/boards/{self.table.recording.pk}/"
        return found | {
            ("live board", reader): plain(client.get(board)) for reader, client in self.clients.items()
        }


def unshuffled(keys: tuple[str, ...]) -> bytes:
    """A game of Z/X without a shuffle: that writes an order down, in which cards would have to be exchanged, too."""
    law: dict[str, Any] = {"play": "constructed", "choices": {"Z25": "abilities"}}
    logs = (record_zx_game(f"hidden/{n}", pool=POOL, players=keys, **law).finish() for n in count())
    return next(bytes(log) for log in logs if not any(map(orders, log.splitlines())))


def orders(line: bytes) -> bool:
    """Whether a line says in which order many cards lie."""
    answers = json.loads(line).get("answers") or ()
    return any(isinstance(one, list) and len(one) > MANY for one in answers)


def plain(answer: Any) -> str:
    """An answer with its status, without what is new in every one."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text = body.decode(errors="replace")
    return f"{answer.status_code} {answer.get('Location', '')} {NEW.sub('', VOLATILE.sub('', text))}"


def restart_numbers() -> None:
    """Let rows have the same numbers in both worlds: on PostgreSQL a sequence does not roll back."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for table in ("gamelog", "openedhand", "recordingentry", "judgecall"):
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), 700000)", [f"tournaments_{table}"]
                )


@pytest.fixture
def still(time_machine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A moment that stands still, an hour after the lines were written."""
    monkeypatch.setattr(live_boards, "now", lambda: timezone.now() + timedelta(hours=1))
    monkeypatch.setattr("tournaments.display.live_views.now", live_boards.now)
    time_machine.move_to(timezone.now(), tick=False)


def differing(made: World, only: Collection[str] = CLOSE) -> set[tuple[str, str]]:
    """What is asked, and as whom, where the two worlds answer otherwise."""
    one, other = (made.told(world, only=only) for world in (0, 1))
    assert one.keys() == other.keys()
    return {key for key in one if one[key] != other[key]}


@pytest.mark.night(
    "two worlds of a recorded game, as everybody",
    short="tests/tournaments/recordings/test_secrets.py::test_another_list_of_the_opponent_changes_no_byte_of_any_answer",
)
@pytest.mark.parametrize("game", ["x610z", "zx"])
def test_what_lies_hidden_changes_no_byte_but_for_who_may_know_it(still: None, game: str) -> None:
    found = differing(World(game))
    leaks = {(name, who) for name, who in found if not name.startswith(MAY_DIFFER.get(who, ("nothing",)))}
    assert sorted(leaks) == [], "who else may know the cards?"
    assert {("recording_judge", "judge"), ("recording_state", "owner")} <= found, "the worlds do differ"


@pytest.mark.night(
    "the control of two worlds of a recorded game",
    short="tests/tournaments/recordings/test_secrets.py::test_another_list_of_the_opponent_changes_no_byte_of_any_answer",
)
@pytest.mark.parametrize("game", ["x610z", "zx"])
def test_a_planted_leak_is_found(still: None, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """The list of seat 0 on every phone, as one who forgot to ask whose it is would have it."""
    monkeypatch.setattr(
        sight, "lists_for", lambda access: {0: selectors.own_deck(access.recording, access.players[0])}
    )
    found = differing(World(game), {"tournaments:recording_offline", "tournaments:recording_state"})
    assert ("recording_offline", "opponent") in found
