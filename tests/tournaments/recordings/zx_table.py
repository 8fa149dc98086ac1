"""A Z/X match being played, with two phones that record it: hidden decks, and their lists."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

from decks.registration.models import DeckRevision
from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.hiding import hide_zx_decks, table_lines
from rules_engine.zx.random_games import record_zx_game
from tests.tournaments.hall import running_tournament
from tests.tournaments.recordings.table import Phone, Table

POOL = load_pool(TEXTS_POOL)
Body = dict[str, Any]
BESIDE = ("start_card", "gate_card", "start_resource")


class Game:
    """A random game: ``bodies`` are the lines that phones write of it, ``lists`` deck and Dynamis of each seat."""

    def __init__(self, seed: int, *, with_crisis: bool = False) -> None:
        wanted = comes_to_a_crisis if with_crisis else starts
        log = next(one for attempt in range(seed, seed + 300) if wanted(one := random_log(attempt)))
        hidden = unseen(log)
        rows = [json.loads(line) for line in log.splitlines()]
        self.rows: list[Body] = [json.loads(line) for line in hidden.splitlines()]
        seats = [row for row in rows if row["kind"] == "seat"]
        orders = {row["seat"]: row["value"] for row in rows if row.get("of") == "deck"}
        self.lists = [
            (
                dict(Counter([*orders[seat["seat"]], *(seat[name] for name in BESIDE if name in seat)])),
                dict(Counter(seat.get("dynamis", ()))),
            )
            for seat in seats
        ]
        self.first = next(row["value"] for row in rows if row.get("of") == "first")
        self.bodies: list[Body] = table_lines(hidden)


@cache
def game(seed: int = 0, *, with_crisis: bool = False) -> Game:
    """The same game for every test that asks for it."""
    return Game(seed, with_crisis=with_crisis)


@cache
def random_log(seed: int) -> bytes:
    return bytes(record_zx_game(f"table/{seed}", pool=POOL, play="constructed", checkpoint_every=0).finish())


@cache
def unseen(log: bytes) -> bytes:
    """The game as a table writes it down."""
    return hide_zx_decks(log, POOL, beside=True)[1]


def starts(log: bytes) -> bool:
    """Whether both players of a game lay a Start Card out."""
    return log.count(b'"start_card"') == 2


def comes_to_a_crisis(log: bytes) -> bool:
    """Whether somebody has markers, and a Player Extra that is turned up."""
    return b'"behind"' in log and b'"markers":["' in log and b'"do":"crisis"' in unseen(log)


class ZxTable(Table):
    """The first table of a running Z/X event, whose players have registered the decks of a game."""

    def __init__(
        self, seed: int = 0, *, mode: str = "two_phones", with_crisis: bool = False, **params: Any
    ) -> None:
        self.game = game(seed, with_crisis=with_crisis)
        running = running_tournament(4, **{"template": "zx-community", **params})
        super().__init__(decks=False, mode=mode, running=running)
        for entry, (main, dynamis) in zip(self.players, self.game.lists, strict=True):
            DeckRevision.objects.filter(registration__entry=entry).update(main=main, sideboard=dynamis)

    def phone(self, body: Body) -> Phone:
        """The phone that writes a line."""
        return self.phones[int(body.get("seat", 0))]

    def record(self, most: int | None = None) -> None:
        """Write the game, everybody on their own phone, as far as asked."""
        self.record_from(0, most)

    def record_from(self, first: int, until: int | None) -> None:
        """The same from one of its lines on."""
        for body in self.game.bodies[first:until]:
            acks = self.phone(body).write(body)
            assert [ack["status"] for ack in acks] == ["ok"], (body, acks)


def two_lines_of_one_player(table: ZxTable) -> int:
    """The place of the first of two lines of one player that show nothing and ask nothing, so both can be undone."""
    rows = table.game.bodies

    def plain(body: Body) -> bool:
        return body.get("do") in ("resource", "play", "next") and not (
            body.get("shown") or body.get("answers")
        )

    return next(
        at
        for at, (one, other) in enumerate(pairwise(rows))
        if plain(one) and plain(other) and one["seat"] == other["seat"] and one["do"] == "resource"
    )
