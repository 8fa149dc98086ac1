"""Two worlds of a practised game that differ in what nobody has seen: every page and answer is the same, byte by byte.

The same lines are played in both; the decks lie otherwise below what was drawn, and so does what a shuffle made.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.hashing import digest
from rules_engine.zx.cards import load_pool
from tests.tournaments.hall import make_user
from tests.tournaments.recordings.table import Phone, client_of
from tests.tournaments.recordings.test_practice_zx import dealt, game_of, is_order, said
from tournaments.recordings import practice_services
from tournaments.recordings.models import Recording, RecordingEntry
from tournaments.recordings.replayed import replayed, shelf, with_gaps
from tournaments.recordings.urls import urlpatterns

pytestmark = [pytest.mark.django_db]

Body = dict[str, Any]
STEPS = 14
QUIET = ("begin", "keep", "resolve", "pass", "proceed", "next", "end")
"""What the person does who practises here: let everything happen, and end every turn."""
HASHES = re.compile(r"[0-9a-f]{64}")
KEYS = re.compile(r'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": ?"[^"]*"|"now": ?"[^"]*"')


def told(client: Client, place: str) -> list[str]:
    """The page and every answer of a game for the person who plays it, without hashes, keys of forms and the moment."""
    queries = ("", "state.json", "ask.json?line={}", "ask.json?draft={}&start=0")
    pages = [client.get(f"{place}{query}").content.decode() for query in queries]
    return [KEYS.sub("", HASHES.sub("#", page)) for page in pages]


def played(monkeypatch: pytest.MonkeyPatch, game: str) -> tuple[Client, str]:
    """Some turns against the random player."""
    monkeypatch.setattr(practice_services.secrets, "token_hex", lambda _size=0: f"two worlds of {game}")
    client = client_of(make_user())
    place = str(client.post("/practice/", {"against": "random", "game": game})["Location"])
    phone = Phone(client, place)
    for _step in range(STEPS):
        rows = [row["line"] for row in phone.state()["screen"]["actions"] if row["line"]["do"] in QUIET]
        if (
            not rows
            or phone.write(min(rows, key=lambda line: QUIET.index(line["do"])))[0]["status"] == "refused"
        ):
            break
    return client, place


def test_every_address_of_practice_is_read_in_both_worlds_or_takes_writes_alone() -> None:
    """So that a new one has to be named here, or in :func:`told`."""
    names = {path.name for path in urlpatterns if str(path.name).startswith("practice_")}
    read = {"practice_game", "practice_state", "practice_ask"}
    client, recording = dealt(game_of(4)[0], "random")
    for name in names - read:
        assert client.get(reverse(f"tournaments:{name}", args=[recording.pk])).status_code == 405, name
    for name in names:
        assert Client().get(reverse(f"tournaments:{name}", args=[recording.pk])).status_code != 200, name


def undrawn(recording: Recording) -> Iterator[tuple[int, int]]:
    """Of each deck that was not shuffled: its seat, and how many of its cards still lie in it."""
    state: Any = replayed(with_gaps(Recording.objects.filter(pk=recording.pk)).get()).session.state
    view = state.snapshot()
    seen = recording_view(view)
    for seat in seen["seats"]:
        yield seat["seat"], seat["deck"]["count"]


def recording_view(state: Any) -> Body:
    module = __import__(type(state).__module__.rpartition(".")[0] + ".view", fromlist=["view"])
    found: Body = module.view(state, "judge")
    return found


def shuffled(answer: Any) -> bool:
    """Whether an answer is the order of a deck."""
    return isinstance(answer, list) and is_order(answer)


def same(one: list[str], other: list[str]) -> None:
    """Say where two answers part first."""
    for mine, theirs in zip(one, other, strict=True):
        at = next((at for at, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), None)
        assert mine == theirs, (
            mine[max(0, (at or 0) - 120) :][:240],
            theirs[max(0, (at or 0) - 120) :][:240],
        )


@pytest.mark.parametrize("game", ["x610z", "zx"])
def test_what_lies_in_a_deck_changes_no_byte_of_practice(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    client, place = played(monkeypatch, game)
    recording = Recording.objects.get()
    assert recording.head > STEPS / 2
    one = told(client, place)
    lines = [json.loads(line) for line in bytes(recording.opening).splitlines()]
    left = dict(undrawn(recording))
    for line in lines:
        if line.get("of") == "deck":
            order, count = line["value"], left[line["seat"]]
            assert count > 4
            line["value"] = [*order[: len(order) - count], *reversed(order[len(order) - count :])]
    other = b"".join(
        json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for line in lines
    )
    assert other != bytes(recording.opening)
    Recording.objects.filter(pk=recording.pk).update(opening=other)
    shelf.clear()
    same(told(client, place), one)


def test_what_a_shuffle_made_is_told_to_nobody() -> None:
    """The order of a deck is an answer of the line that shuffled it: neither its words nor its JSON have it."""
    opening, lines, _log = game_of(4)
    at = next(number for number, line in enumerate(lines) if any(map(shuffled, line.get("answers") or ())))
    worlds = []
    for turned in (False, True):
        client, recording = dealt(opening, "random")
        for number, line in enumerate(lines[: at + 1], 1):
            body = said(line)
            if number == at + 1:
                answers = body["answers"]
                place = next(one for one, answer in enumerate(answers) if shuffled(answer))
                answers[place] = (
                    [*answers[place][:-6], *reversed(answers[place][-6:])] if turned else answers[place]
                )
            RecordingEntry.objects.create(
                recording=recording,
                seq=number,
                kind="line",
                body=body,
                by=line["seat"],
                status="ok",
                device_seq=number,
                base=number - 1,
                hash=digest([recording.pk, number]),
                received_at=recording.opened_at,
            )
        Recording.objects.filter(pk=recording.pk).update(
            head=len(lines[: at + 1]), head_hash=digest([recording.pk, at + 1])
        )
        words = client.get(f"/practice/{recording.pk}/state.json").json()["screen"]["lines"][at]["text"]
        pages = told(client, f"/practice/{recording.pk}/")
        own = re.compile(rf'(?<=practice/|ecording:){recording.pk}\b|(?<="recording": ){recording.pk}\b')
        worlds.append([own.sub("PK", page) for page in pages])
        shelf.clear()
    order = next(answer for answer in lines[at]["answers"] if shuffled(answer))
    names = {load_pool("zx-texts")[number].name for number in order}
    assert sum(name in words for name in names) < 4, words
    same(*([re.sub(r"#\d+|Player \d+", "", page) for page in world] for world in worlds))
