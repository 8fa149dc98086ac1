"""Two worlds of a practised game that differ in what its player has not seen: every answer is the same, byte by byte.

The same lines are played in both; the other hand, Life, what lies face-down and the decks are other cards, and so is
what a shuffle made.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.hashing import digest
from rules_engine.x610z import play as x610z_play
from rules_engine.zx import play as zx_play
from rules_engine.zx.cards import load_pool
from tests.speeds import fewer
from tests.tournaments.hall import make_user
from tests.tournaments.recordings.table import Phone, client_of
from tests.tournaments.recordings.test_practice_zx import dealt, game_of, is_order, said
from tournaments.recordings import practice_services
from tournaments.recordings.models import Recording, RecordingEntry
from tournaments.recordings.replayed import replayed, shelf, with_gaps
from tournaments.recordings.urls import urlpatterns

pytestmark = [pytest.mark.django_db]

Body = dict[str, Any]
ACTS = {"x610z": frozenset(x610z_play.KINDS), "zx": frozenset(zx_play.KINDS)}
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


def unseen_by_the_player(state: Any) -> dict[int, list[str]]:
    """Of each seat the cards in play that the player of seat 0 has not seen: the other's hand, and Life of both."""
    seats = recording_view(state.snapshot())["seats"]
    hidden: dict[int, list[str]] = {}
    for seat in seats:
        zones = [*([seat["hand"]] if seat["seat"] else []), seat.get("life", {"cards": []})]
        hidden[seat["seat"]] = [card["number"] for zone in zones for card in zone["cards"]]
    return hidden


def otherwise(order: list[str], left: int, hidden: list[str]) -> list[str]:
    """An order of a deck with the cards that nobody has seen exchanged for those that lie in it still, turned round."""
    drawn, lying = order[: len(order) - left], [*reversed(order[len(order) - left :])]
    once = [number for number in set(hidden) if drawn.count(number) == hidden.count(number)]
    for place, number in enumerate(drawn):
        if number in once and (other := next((one for one in lying if one not in hidden), None)) is not None:
            drawn[place], lying[lying.index(other)] = other, number
    return [*drawn, *lying]


def other_world(recording: Recording) -> bytes:
    """The opening of a game in which all that its player has not seen is another card."""
    state: Any = replayed(with_gaps(Recording.objects.filter(pk=recording.pk)).get()).session.state
    left, hidden = dict(undrawn(recording)), unseen_by_the_player(state)
    lines = [json.loads(line) for line in bytes(recording.opening).splitlines()]
    for line in lines:
        if line.get("of") == "deck":
            assert left[line["seat"]] > 4
            line["value"] = otherwise(line["value"], left[line["seat"]], hidden[line["seat"]])
        elif line["kind"] == "seat" and line["seat"] == 1 and line.get("dynamis"):
            line["dynamis"] = [*reversed(line["dynamis"][1:]), line["dynamis"][1]]
    return b"".join(
        json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for line in lines
    )


def curious(cards: list[str], acts: list[str]) -> Iterator[Body]:
    """Lines that would tell a hand, a deck or Life if anything but the rules answered them."""
    for do in acts:
        for seat in (0, 1, None):
            act: Body = {"kind": "act", "do": do} | ({} if seat is None else {"seat": seat})
            yield act
            yield act | {"answers": ["?"]}
            yield from (act | {"card": card} for card in (cards if seat else cards[:2]))
    for kind in ("count", "check", "judge", "agree", "chance", "note", "lay"):
        yield {"kind": kind, "seat": 1, "hand": 3, "deck": 3, "text": "", "change": []}


def heard(phone: Phone, cards: list[str], acts: list[str]) -> list[str]:
    """What is answered to whoever asks about lines, and to what the other player alone could send."""
    answers: list[Any] = []
    for line in fewer(curious(cards, acts), 5, "lines that are asked about in two worlds"):
        text = json.dumps(line)
        answers += [phone.client.get(f"{phone.url}ask.json", {name: text}) for name in ("line", "draft")]
    base = phone.head
    for line in ({"kind": "act", "do": do, "seat": 1, "card": cards[0]} for do in acts):
        answers.append(phone.post(phone.entry(line, base=base, unchecked=True) | {"device_seq": 1}))
    for row in rows_of(cards):
        said = {"line": None, "change": [row], "text": ""}
        answers.append(phone.post(phone.entry(said, "deviate", base=base) | {"device_seq": 1}))
    return [HASHES.sub("#", KEYS.sub("", answer.content.decode())) for answer in answers]


def rows_of(cards: list[str]) -> list[list[Any]]:
    """Changes that would find a card in a hand."""
    return [["zone", card, to, 1] for card in cards[:4] for to in ("trash", "discard")]


def test_whoever_practises_asks_nothing_of_the_other_hand() -> None:
    """What only the random player could write is nobody's to ask about, and nobody agrees for it to a change."""
    client, recording = dealt(game_of(4)[0], "random")
    place = f"/practice/{recording.pk}/"
    phone = Phone(client, place)
    line: Body = {"kind": "act", "do": "keep", "seat": 1}
    for asked in (line, {"kind": "count", "seat": 1, "hand": 3, "deck": 3}, {"kind": "agree", "change": []}):
        assert client.get(f"{place}ask.json", {"line": json.dumps(asked)}).status_code == 404, asked
    assert client.get(f"{place}ask.json", {"line": json.dumps(line | {"seat": 0})}).status_code == 200
    change = {"line": None, "change": [["zone", "Z04-036", "trash", 1]], "text": ""}
    refused = phone.post(phone.entry(change, "deviate"))
    assert (refused.status_code, refused.json()["error"]) == (422, "alone")


@pytest.mark.night(
    "every address of practice, and hundreds of lines, in two worlds",
    short="tests/tournaments/recordings/test_two_worlds.py::test_whoever_practises_asks_nothing_of_the_other_hand",
)
@pytest.mark.parametrize("game", ["x610z", "zx"])
def test_what_lies_unseen_changes_no_byte_of_practice(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    client, place = played(monkeypatch, game)
    recording = Recording.objects.get()
    assert recording.head > STEPS / 2
    hands, worlds, phone = [], [], Phone(client, place)
    acts = sorted(ACTS[game])
    openings = (bytes(recording.opening), other_world(recording))
    cards: list[str] = []
    for opening in openings:
        Recording.objects.filter(pk=recording.pk).update(opening=opening)
        shelf.clear()
        found = replayed(with_gaps(Recording.objects.filter(pk=recording.pk)).get()).session
        assert all(one.problem is None for one in found.written), "the same game"
        hands.append(unseen_by_the_player(found.state))
    cards = sorted({card for hand in hands for card in hand[1]})
    assert len(hands[0][1]) == len(hands[1][1]) and set(hands[0][1]) != set(hands[1][1])
    for opening in openings:
        Recording.objects.filter(pk=recording.pk).update(opening=opening)
        shelf.clear()
        worlds.append([*told(client, place), *heard(phone, cards, acts)])
    same(*worlds)


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
