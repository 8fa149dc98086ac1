"""Nobody reads a closed deck list out of what the rules engine says about made-up logs.

Two worlds differ in one registered list. Players hand in more than a hundred logs that were made to tell
them apart; every answer, every page, every row of the ledger and the work done are the same in both, except for judges.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from decks.cards.pools import pool_for
from ledger.models import LedgerRow, OutboxMessage
from rules_engine import audit
from rules_engine.x610z.replay import Replay, deck_hash
from tests.security.test_access_matrix import ACTORS, Hall, hall
from tests.security.test_secrets import BY_DAY, EVERYBODY_READS, VOLATILE, bodies, other_plans
from tournaments.entries.models import Entry
from tournaments.gamelogs import services
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.rounds.models import Match

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]
PLAYERS = ("player_in_match", "player")
JUDGES = ("judge",)
NEW_EACH_TIME = ("accounts:second_step", "operator")
"""Pages that offer a fresh secret at every visit, or measure the machine (tests/site/test_watch.py says of what)."""
SIZE = 121
"""Cards of either deck with the Life Base: anybody may know that number (501.4)."""


def made_up(seats: list[str], liar: int, *acts: dict[str, Any], deck: dict[str, Any] | None = None) -> bytes:
    """A log in which seat ``liar`` begins and does ``acts``."""
    lines: list[dict[str, Any]] = [{"kind": "header", "format": "gamelog/1", "game": "x610z"}]
    for seat, (player, dot) in enumerate(zip(seats, ("0,0", "0,6"), strict=True)):
        said = deck if deck is not None and seat == liar else {"cards": SIZE}
        lines.append({"kind": "seat", "seat": seat, "player": player, "dot": dot, "deck": said})
    lines.append({"kind": "chance", "of": "first", "by": "dice", "value": liar})
    lines += [{"kind": "chance", "of": "deck", "seat": seat, "value": None} for seat in (0, 1)]
    begun: list[dict[str, Any]] = [{"do": "begin", "seat": liar}]
    lines += [{"kind": "act", "n": n, **act} for n, act in enumerate([*begun, *acts], 1)]
    return b"\n".join(json.dumps(line).encode() for line in lines) + b"\n"


def probes(own: str, other: str, worlds: list[dict[str, int]]) -> Iterator[bytes]:
    """Logs whose reading would tell what ``other`` registered, if the reader knew it."""
    pool = pool_for("demo")
    for place, card in enumerate(pool.cards):
        aimed = {"targets": ["#0"]} if place % 2 else {}  # with a target and without, turn by turn
        more: dict[str, Any] = {} if card.is_crystal else {"crystals": ["#999999"], **aimed}
        yield made_up([own, other], 1, {"do": "cast", "seat": 1, "card": card.number, **more})
    for world in worlds:
        cards = [number for number, copies in world.items() for _copy in range(copies)]
        hidden = [number for number in cards if number != pool.life_base.number]
        for deck in (
            {"sha256": deck_hash(hidden, pool)},
            {"sha256": deck_hash(hidden, pool), "cards": len(hidden) + 1},
            {"cards": len(hidden) + 1},
            {"cards": len(hidden) + 2},
        ):
            yield made_up([own, other], 1, deck=deck)
        whole = made_up([own, other], 1).split(b"\n")
        order = json.dumps({"kind": "chance", "of": "deck", "seat": 1, "value": hidden}).encode()
        yield b"\n".join([*whole[:1], *whole[1:5], order, *whole[6:]])


def worlds_of() -> list[dict[str, int]]:
    """Two lists that have no card in common but the Life Base."""
    pool = pool_for("demo")
    numbers = [card.number for card in pool.cards if not card.is_life_base]
    halves = (numbers[: (SIZE - 1) // 3], numbers[-(SIZE - 1) // 3 :])
    return [dict.fromkeys(some, 3) | {pool.life_base.number: 1} for some in halves]


class World:
    """Everything anybody can see, after every player has handed in every probe."""

    def __init__(self, hall: Hall, owner: Entry, main: dict[str, int], logs: list[tuple[str, bytes]]) -> None:
        assert owner.registration is not None and owner.registration.current is not None
        type(owner.registration.current).objects.filter(pk=owner.registration.current_id).update(main=main)
        self.answers: list[tuple[int, str]] = []
        self.work: list[int] = []
        matches = {actor: _match_of(hall, actor) for actor in PLAYERS}
        for actor, data in logs:
            self._send(hall, actor, matches[actor], data)
        self.pages = bodies(hall)
        self.ledger = [
            (row.action, row.actor_id, row.role, row.at, row.data)
            for row in LedgerRow.objects.filter(action__startswith="log.").order_by("pk")
        ]
        self.outbox = list(OutboxMessage.objects.order_by("pk").values_list("topic", "payload", "due_at"))
        self.judges = [log.comparison.findings for log in GameLog.objects.filter(size__gt=1).order_by("pk")]
        self.verdicts = list(
            GameLog.objects.filter(size__gt=1).order_by("pk").values_list("verdict", "report")
        )

    def _send(self, hall: Hall, actor: str, match: int, data: bytes) -> None:
        """Hand a log in, have it checked, and read their own page: what a player sees, and how much work it was."""
        client, url = hall.clients[actor], f"/t/{hall.tournament.slug}/matches/{match}/log/"
        upload = SimpleUploadedFile("game.jsonl", data)
        with CaptureQueriesContext(connection) as queries:
            sent = client.post(url, {"game_number": "1", "file": upload})
        self.answers.append((sent.status_code, sent.get("Location", "")))
        fed: list[int] = []
        feed = Replay.feed

        def counted(replay: Replay, *args: Any) -> Any:
            fed.append(1)
            return feed(replay, *args)

        with pytest.MonkeyPatch.context() as patch, CaptureQueriesContext(connection) as checking:
            patch.setattr(Replay, "feed", counted)
            replay_log(GameLog.objects.latest("pk").pk)
        self.work += [len(fed), len(queries), len(checking)]
        if len(self.work) % 180:  # the page lists every log so far: now and then is enough to see each
            return
        page = client.get(url)
        shown = re.sub(r"\s+", " ", VOLATILE.sub("", page.content.decode()))
        self.answers.append((page.status_code, shown))


def _match_of(hall: Hall, actor: str) -> int:
    """The match in which this person plays now."""
    user = hall.clients[actor].session["_auth_user_id"]
    matches = Match.objects.filter(tournament=hall.tournament, seats__entry__user_id=user)
    return int(matches.order_by("-round__number")[0].pk)


def restart_numbers() -> None:
    """Let the next log have the same number in every world: on PostgreSQL a sequence does not roll back."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval(pg_get_serial_sequence('tournaments_gamelog', 'id'), 500000)")


@pytest.fixture
def closed(hall: Hall, time_machine: Any, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """The hall with closed lists, at a moment that stands still, and without a limit of logs."""
    time_machine.move_to(timezone.now(), tick=False)
    for limit in ("MAX_LOGS", "MAX_LATELY"):
        monkeypatch.setattr(services, limit, 10**6)
    monkeypatch.setattr("decks.lists.views.secrets.token_hex", lambda size: "00" * size)
    hall.tournament.policy = replace(hall.tournament.policy, lists="closed")
    hall.tournament.save(update_fields=["policy"])
    return hall


@pytest.mark.night(
    "two worlds: a hundred logs, every page as everybody",
    short="tests/tournaments/recordings/test_secrets.py::test_another_list_of_the_opponent_changes_no_byte_of_any_answer",
)
@pytest.mark.timeout(3600)  # two worlds, many logs, every page: on a busy machine that takes minutes
def test_a_hundred_made_up_logs_tell_nobody_but_a_judge_which_deck_was_registered(closed: Hall) -> None:
    match = Match.objects.get(pk=closed.values["match"])
    own, owner = [seat.entry for seat in match.seats.select_related("entry__registration__current").all()]
    lists = worlds_of()
    logs = [("player_in_match", data) for data in probes(own.key, owner.key, lists)]
    stranger = Entry.objects.get(
        tournament=closed.tournament, user_id=closed.clients["player"].session["_auth_user_id"]
    )
    logs += [("player", data) for data in list(probes(stranger.key, owner.key, lists))[::5]]
    assert len(logs) > 100
    worlds = []
    for main in lists:
        with transaction.atomic():
            cache.clear()
            restart_numbers()
            if worlds:
                other_plans()
            worlds.append(World(closed, owner, main, logs))
            transaction.set_rollback(True)
    one, other = worlds
    assert one.answers == other.answers
    assert one.verdicts == other.verdicts
    assert one.ledger == other.ledger and one.outbox == other.outbox
    assert one.work == other.work
    differing = {
        key for key in one.pages if one.pages[key] != other.pages[key] and key[0] not in NEW_EACH_TIME
    }
    assert not {(name, actor) for name, actor in differing if actor not in JUDGES}
    assert len(one.pages) > 200
    assert {actor for _name, actor in one.pages} == (set(ACTORS) if EVERYBODY_READS else BY_DAY)
    # The controls: judges are told, and the logs would have told the worlds apart to a check that knew the lists.
    assert one.judges != other.judges
    codes = {found["code"] for world in worlds for findings in world.judges for found in findings}
    assert {"card_not_registered", "deck_has_other_hash", "deck_has_other_size"} <= codes
    known = [{1: [number for number, copies in main.items() for _copy in range(copies)]} for main in lists]
    told = [data for _actor, data in logs if len({audit(data, decks=decks).verdict for decks in known}) > 1]
    assert len(told) > 30
