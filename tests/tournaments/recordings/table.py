"""A table with two phones that record: the same steps for every test of this folder."""

import json
from functools import cache
from itertools import count, takewhile
from typing import Any

from django.test import Client

from decks.registration.models import DeckRevision
from rules_engine.testing import random_game
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.hiding import hide_decks
from tests.tournaments.hall import legal_deck, publish, running_tournament, staff_actor
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.recordings.models import Recording
from tournaments.recordings.opening import seated
from tournaments.rounds.models import Match

Body = dict[str, Any]
FIRST: Body = {"kind": "chance", "of": "first", "by": "dice", "value": 0}
BEGIN: Body = {"kind": "act", "do": "begin", "seat": 0}


class Phone:
    """A browser with a device in one recording; it numbers its entries and knows the head it heard of."""

    def __init__(self, client: Client, url: str, *, table: bool = False) -> None:
        self.client, self.url, self.sent = client, url, 0
        answer = client.post(f"{url}device.json", {"table": "1"} if table else {})
        assert answer.status_code == 200, answer.content
        self.device = answer.json()["device"]

    def state(self) -> Body:
        answer = self.client.get(f"{self.url}state.json")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    @property
    def head(self) -> int:
        return int(self.state()["head"]["seq"])

    def entry(self, body: Body, kind: str = "line", *, base: int | None = None, **more: Any) -> Body:
        """The next entry of this phone."""
        self.sent += 1
        base = self.head if base is None else base
        return {"device_seq": self.sent, "base": base, "kind": kind, "body": body, "client_at": "", **more}

    def post(self, *entries: Body, device: int | None = None) -> Any:
        """The raw answer to a batch."""
        batch = {"device": self.device if device is None else device, "entries": list(entries)}
        return self.client.post(f"{self.url}entries.json", json.dumps(batch), content_type="application/json")

    def write(self, *bodies: Body, kind: str = "line", **more: Any) -> list[Body]:
        """Write and give the acknowledgements; what was refused takes no number."""
        base = self.head
        answer = self.post(*[self.entry(body, kind, base=base, **more) for body in bodies])
        assert answer.status_code == 200, answer.content
        acks = answer.json()["acks"]
        self.sent -= len(bodies) - sum(1 for ack in acks if ack["seq"] is not None)
        return list(acks)


class Table:
    """A match being played, with two phones that record its first game."""

    def __init__(
        self,
        *,
        mode: str = "two_phones",
        decks: bool = True,
        running: Tournament | None = None,
        main: dict[str, int] | None = None,
        approved: bool = False,
        **params: Any,
    ) -> None:
        self.tournament: Tournament = running or running_tournament(4, **params)
        if approved:  # then it is Organized Play, and so is every game of it
            self.tournament.approval = Tournament.Approval.APPROVED
            self.tournament.save(update_fields=["approval"])
        publish(self.tournament)
        self.match = Match.objects.filter(tournament=self.tournament, kind="played").order_by("table")[0]
        self.match.tournament = self.tournament
        self.players: list[Entry] = seated(self.match)
        if decks:
            for entry in self.players:
                register(entry, main)
        self.clients = [client_of(entry.user) for entry in self.players]
        address = f"/t/{self.tournament.slug}/matches/{self.match.pk}/recordings/"
        opener = self.clients[0] if mode != "judge" else client_of(staff_actor(self.tournament, "judge").user)
        opened = opener.post(address, {"game_number": 1, "mode": mode})
        assert opened.status_code == 302, opened.content.decode()[:3000]
        self.url = str(opened["Location"])
        self.recording = Recording.objects.get(match=self.match)
        if mode == "two_phones":
            self.phones = [Phone(client, self.url) for client in self.clients]

    def fresh(self) -> Recording:
        self.recording.refresh_from_db()
        return self.recording

    def begin(self) -> None:
        """The first seat has won the dice, and begins."""
        acks = self.phones[0].write(FIRST, BEGIN)
        assert [ack["status"] for ack in acks] == ["ok", "ok"], acks

    @property
    def head(self) -> int:
        """The number of the last entry."""
        return int(self.fresh().head)

    def lines(self) -> list[Body]:
        """Every entry of the journal."""
        return list(self.phones[0].state()["entries"])

    def play(self, *, seed: int = 3, most: int = 10_000) -> None:
        """Play a random game of these decks, everybody on their own phone, at most so many lines of it."""
        lines = paper_game(seed)[:most]
        while lines:
            seat = writer_of(lines[0])
            run = [*takewhile(lambda line, seat=seat: writer_of(line) == seat, lines[:6])]  # type: ignore[misc]
            acks = self.phones[seat].write(*run)
            assert [ack["status"] for ack in acks] == ["ok"] * len(run), (run, acks)
            lines = lines[len(run) :]

    def end(self) -> None:
        acks = self.phones[0].write({"kind": "end"})
        assert acks[0]["status"] == "ok", acks

    def sign(self, *seats: int) -> None:
        for seat in seats or (0, 1):
            state = self.phones[seat].state()
            acks = self.phones[seat].write({"log_sha256": state["screen"]["log_sha256"]}, kind="sign")
            assert acks[0]["status"] == "ok", acks


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def register(entry: Entry, main: dict[str, int] | None = None) -> None:
    """Give the entry's handed-in deck contents."""
    deck = main or registered()
    DeckRevision.objects.filter(pk=entry.registration.current_id).update(main=deck)  # type: ignore[union-attr]


def registered() -> dict[str, int]:
    """The deck that :func:`tests.tournaments.hall.legal_deck` is, with its Life Base."""
    deck: dict[str, int] = {load_pool("demo").life_base.number: 1}
    for number in legal_deck():
        deck[number] = deck.get(number, 0) + 1
    return deck


def other_deck() -> dict[str, int]:
    """As many cards as the registered deck, none of them in it but the Life Base."""
    pool, taken = load_pool("demo"), registered()
    free = [card.number for card in pool.cards if card.number not in taken]
    deck = {pool.life_base.number: 1}
    while sum(deck.values()) < sum(taken.values()):
        deck[free[len(deck) % len(free)]] = deck.get(free[len(deck) % len(free)], 0) + 1
    return deck


def registered_with(*names: str) -> dict[str, int]:
    """The registered deck with these cards in it, each for an effect that nobody asked for."""
    pool, deck = load_pool("demo"), registered()
    wanted = [card_number(name) for name in names]
    effects = [card.number for card in pool.cards if card.kind.endswith("effect")]
    spare = [number for number in deck if number in effects and number not in wanted]
    for number in wanted:
        if number not in deck:
            deck[number] = deck.pop(spare.pop())
    return deck


def card_number(name: str) -> str:
    """The number of a card of these decks."""
    return next(card.number for card in load_pool("demo").cards if card.name == name)


@cache
def paper_log(seed: int, choices: int = 0) -> bytes:
    """The log of a random game as two people write it down on paper, until it is over.

    ``choices``: at least so many of its first lines leave something open to choose; 0: none, and who acts writes it.
    """
    for attempt in range(seed, seed + 200):
        log = random_game(attempt, decks=[legal_deck()] * 2, organized_play=False, checkpoint_every=0)
        found = b"".join(log.splitlines()[:150]).count(b'"answers":[')
        if b'"time"' not in log and (found >= choices if choices else b'"answers":[' not in log):
            break
    return hide_decks(log)[1]


@cache
def paper_game(seed: int, choices: int = 0) -> list[Body]:
    """The lines of :func:`paper_log`, until the game is over."""
    rows = [json.loads(line) for line in paper_log(seed, choices).splitlines()]
    first = next(row for row in rows if row["kind"] == "chance" and row["of"] == "first")
    acts = [
        {name: value for name, value in row.items() if name != "n"} for row in rows if row["kind"] == "act"
    ]
    return [{"kind": "chance", "of": "first", "by": "dice", "value": first["value"]}, *acts]


@cache
def long_enough(lines: int) -> int:
    """The number of a game of at least so many lines; 3 for the short form of a story."""
    return 3 if not lines else next(seed for seed in count(3) if len(paper_game(seed)) > lines)


def writer_of(line: Body) -> int:
    """The seat whose phone writes a line: who acts, else the first."""
    return int(line.get("seat") or 0)
