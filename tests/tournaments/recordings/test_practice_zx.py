"""Practising Z/X on a page without script: every tap is a post, and the log is that of the game that was played."""

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from ledger.hashing import digest
from rules_engine.games import engine_of
from rules_engine.recording import AnySession, session_of
from rules_engine.zx.cards import load_pool
from rules_engine.zx.random_games import record_zx_game
from tests.tournaments.hall import make_user
from tests.tournaments.recordings.table import Phone, client_of
from tournaments.games.zx.table import ZxTablePage
from tournaments.recordings import practice_services
from tournaments.recordings.models import Recording
from tournaments.recordings.selectors import Access
from tournaments.recordings.sight import Sight, compiled
from tournaments.recordings.table_page import with_texts

pytestmark = [pytest.mark.django_db]

POOL = load_pool("zx-texts")
TAPPED = 14
Body = dict[str, Any]


def game_of(seed: int) -> tuple[bytes, list[Body], bytes]:
    """The log of a random game, parted: its opening, what was played, the whole."""
    log = record_zx_game(seed, pool=POOL, players=("P1", "P2"), checkpoint_every=0).finish()
    lines = log.splitlines(keepends=True)
    bodies = [json.loads(line) for line in lines]
    first = next(number for number, body in enumerate(bodies) if body["kind"] == "act")
    return b"".join(lines[:first]), bodies[first:], log


def dealt(opening: bytes, against: str = "both") -> tuple[Client, Recording]:
    """A game of somebody's own that begins with these lines."""
    user = make_user()
    names = {"P1": "Ada", "P2": "Bob"}
    recording = Recording.objects.create(
        owner=user,
        mode="practice",
        opening=opening,
        head_hash=digest(opening),
        practice={"against": against, "game": "zx", "pool": "zx-texts", "names": names, "chance": "1"},
        opened_at=timezone.now(),
    )
    return client_of(user), recording


def page_of(client: Client, recording: Recording, query: str = "") -> str:
    answer = client.get(f"/practice/{recording.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode().partition("<main")[2]


ENDS = "?pick=turn"
"""Where the end of a turn is asked again."""


def offered(page: str) -> list[Body]:
    """The lines that the buttons of a page send."""
    found = re.findall(r'name="body"\s+value="([^"]*)"', page) + re.findall(
        r"name=\"body\" value='([^']*)'", page
    )
    return [json.loads(unescape(one)) for one in found]


def said(line: Body) -> Body:
    """What a page sends of a line of a log: not its number, nor what the engine writes to it."""
    return {name: value for name, value in line.items() if name not in ("n", "shown", "hand")}


def tap(client: Client, recording: Recording, body: Body, **more: Any) -> str:
    """Post one line as a button does; where the page goes then."""
    recording.refresh_from_db()
    post = {"base": recording.head, "body": json.dumps(body), **more}
    answer = client.post(f"/practice/{recording.pk}/", post)
    assert answer.status_code == 302
    return str(answer["Location"])


def test_a_whole_game_written_by_taps_is_byte_for_byte_the_game_that_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its beginning goes through the page, with every button looked for; the rest is sent as the page's batch."""
    opening, lines, log = game_of(4)
    client, recording = dealt(opening)
    orders = [answer for line in lines for answer in line.get("answers") or () if is_order(answer)]
    same = {tuple(sorted(order)): order for order in orders}
    assert len(same) == len(orders), "each shuffle is of other cards, so its cards say which one it was"
    monkeypatch.setattr(
        practice_services.Stream, "shuffled", lambda _stream, options: same[tuple(sorted(options))]
    )
    bodies = [{"kind": "end"} if line["kind"] == "end" else without_orders(said(line)) for line in lines]
    for number, body in enumerate(bodies[:TAPPED], 1):
        assert shows(client, recording, body), body
        answer_all(client, recording, tap(client, recording, without_answers(body)), body.get("answers", []))
        recording.refresh_from_db()
        assert recording.head == number, body
    acks = Phone(client, f"/practice/{recording.pk}/").write(*bodies[TAPPED:])
    assert {ack["status"] for ack in acks} == {"ok"}, acks[-1]
    recording.refresh_from_db()
    assert (recording.head, recording.state) == (len(lines), "ended")
    assert compiled(recording) == log
    assert engine_of("zx").audit(log, pool=POOL).verdict == "ok"


def answer_all(client: Client, recording: Recording, place: str, answers: list[Any]) -> None:
    """Answer what the page asks, one question after the other."""
    for answer in answers:
        query = urlsplit(place).query
        [asked] = parse_qs(query)["line"]
        question = page_of(client, recording, f"?{query}")
        values, many = (answer, {"many": "1"}) if isinstance(answer, list) else ([answer], {})
        for value in values:
            assert f'value="{escape(json.dumps(value))}"' in question
        more = {"answer": [json.dumps(value) for value in values], **many}
        place = tap(client, recording, json.loads(asked), **more)
    assert "line=" not in place


def without_answers(body: Body) -> Body:
    """A line before anything was asked."""
    return {name: value for name, value in body.items() if name != "answers"}


def without_orders(body: Body) -> Body:
    """A line as a page sends it: the site shuffles."""
    answers = [answer for answer in body.get("answers", ()) if not is_order(answer)]
    return without_answers(body) | ({"answers": answers} if answers else {})


def is_order(answer: Any) -> bool:
    """Whether an answer is the order of a shuffled deck."""
    return isinstance(answer, list) and len(answer) > 10


def shows(client: Client, recording: Recording, body: Body) -> bool:
    """Whether the page has a button for this line, on it or behind what it begins with."""
    card = str(body.get("card", ""))
    query = f"?pick={'' if card[:1] == '#' else 'card:'}{card}".replace("#", "%23") if card else ""
    bare = {name: value for name, value in body.items() if name not in ("answers", "pay")}
    return bare in [
        {name: value for name, value in one.items() if name != "pay"}
        for place in (query, ENDS)
        for one in offered(page_of(client, recording, place))
    ]


def test_a_line_that_breaks_a_rule_is_refused_with_its_reason_and_nothing_is_written() -> None:
    opening, lines, _log = game_of(4)
    client, recording = dealt(opening)
    early = next(said(line) for line in lines if line.get("do") == "attack_player")
    for line in lines[:2]:
        tap(client, recording, said(line))
    recording.refresh_from_db()
    head = recording.head
    place = tap(client, recording, early)
    assert "line=" not in place
    recording.refresh_from_db()
    assert recording.head == head
    phone = Phone(client, f"/practice/{recording.pk}/")
    [ack] = phone.write({**early, "seat": 1 - recording_turn(phone)})
    assert (ack["status"], ack["problem"]["rule"]) == ("refused", "B.flow-2")


def recording_turn(phone: Phone) -> int:
    """Whose turn it is."""
    return int(phone.state()["screen"]["view"]["active"])


def test_the_random_player_takes_its_turns_and_answers_what_is_asked_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = count()
    monkeypatch.setattr(practice_services.secrets, "token_hex", lambda _size=0: f"practice {next(numbers)}")
    client = client_of(make_user())
    place = str(client.post("/practice/", {"against": "random", "game": "zx"})["Location"])
    recording = Recording.objects.get()
    assert place == f"/practice/{recording.pk}/"
    for _step in range(10):
        found = [one for place in ("", ENDS) for one in offered(page_of(client, recording, place))]
        flow = [one for one in found if one.get("do") in ("keep", "next", "pass")]
        assert flow, "the game waits for nobody else"
        assert {one["seat"] for one in flow} == {0}
        tap(client, recording, flow[0])
    state = Phone(client, place).state()
    assert any(row["body"]["seat"] == 1 and row["body"]["do"] == "play" for row in state["entries"])
    assert not any("problem" in line for line in state["screen"]["lines"])


def test_the_cards_of_the_random_player_change_no_byte_of_the_page() -> None:
    opening, _lines, _log = game_of(4)
    lines = [json.loads(line) for line in opening.splitlines()]
    deck = next(line for line in lines if line["kind"] == "chance" and line.get("seat") == 1)
    client, recording = dealt(opening, "random")
    one = page_of(client, recording)
    deck["value"] = sorted(deck["value"])
    other = b"".join(
        json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for line in lines
    )
    assert other != opening
    Recording.objects.filter(pk=recording.pk).update(opening=other, head_hash=digest(other))
    hidden = re.compile(r'csrfmiddlewaretoken" value="[^"]*"')
    assert hidden.sub("", page_of(client, recording)) == hidden.sub("", one)


def test_nobody_plays_for_the_random_player_nor_in_somebody_elses_game() -> None:
    client, recording = dealt(game_of(4)[0], "random")
    page = f"/practice/{recording.pk}/"
    keep = json.dumps({"kind": "act", "do": "keep", "seat": 1})
    assert client.post(page, {"base": 0, "body": keep}).status_code == 403
    own = json.dumps({"kind": "act", "do": "keep", "seat": 0})
    assert client_of(make_user()).post(page, {"base": 0, "body": own}).status_code == 404
    for body in ('{"kind":"judge","do":"fix"}', '{"kind":"header"}'):
        assert client.post(page, {"base": 0, "body": body}).status_code == 403
    recording.refresh_from_db()
    assert recording.head == 0


def test_what_is_no_line_is_told_and_no_fault_of_the_site() -> None:
    client, recording = dealt(game_of(4)[0])
    page = f"/practice/{recording.pk}/"
    for post in (
        {"base": 0, "body": "["},
        {"base": "x", "body": "{}"},
        {"base": 0, "body": '{"kind":"act","do":"keep","seat":0}', "answer": "["},
        {"base": 0, "body": '{"from":1}', "kind": "undo"},
        {"base": 0, "body": '{"change":[["damage",1]],"text":""}', "kind": "deviate"},
    ):
        assert client.post(page, post).status_code == 302, post
    for query in ("?line=[", "?line={}", '?line={"kind":"act","seat":0,"do":"x"}', "?pick=%23999"):
        page_of(client, recording, query)
    recording.refresh_from_db()
    assert recording.head == 0


def test_a_game_that_time_ends_with_as_much_life_on_both_sides_is_kept_as_a_draw() -> None:
    client, recording = dealt(game_of(4)[0])
    phone = Phone(client, f"/practice/{recording.pk}/")

    def goes_on() -> Body:
        rows = phone.state()["screen"]["actions"]
        return next(row["line"] for row in rows if row["line"]["do"] in ("keep", "next"))

    for _turn_or_hand in range(3):
        assert phone.write(goes_on())[0]["status"] == "ok"
    assert phone.write({"kind": "act", "do": "time", "seat": 0})[0]["status"] == "ok"
    while phone.state()["screen"]["asked"]["kind"] != "over":
        assert phone.write(goes_on())[0]["status"] == "ok"
    assert phone.write({"kind": "end"})[0]["status"] == "ok"
    recording.refresh_from_db()
    assert recording.state == "ended"
    assert recording.result == {"winners": [], "losers": [], "draw": True, "rule": "Z20"}


def test_the_order_of_waiting_abilities_is_chosen_by_the_names_of_their_cards() -> None:
    opening, need = next(found for seed in count() if (found := waiting_in(seed)) is not None)
    _client, recording = dealt(opening)
    access = Access(recording, [], None, None, None, recording.owner)
    sight = Sight(access, "en")
    options = ZxTablePage(sight, with_texts(sight.state())).question({}, need)["options"]
    assert [option["json"] for option in options] == [str(one) for one in need["options"]]
    for option, one in zip(options, need["waiting"], strict=True):
        assert option["label"].startswith(f"{POOL[one['card']].name} · ")
    assert len({option["label"] for option in options}) == len(options)


def waiting_in(seed: int) -> tuple[bytes, Body] | None:
    """The opening of a game, and the first question in it of which waiting ability is next, if it has any."""
    opening, lines, _log = game_of(seed)
    session, entries = session_of(opening, POOL), []
    for number, line in enumerate(lines, 1):
        body, given = said(line), line.get("answers") or []
        for known in range(len(given)):
            found = session.check({**body, "answers": given[:known]})
            if found is not None and found.need is not None and several(found.need):
                return opening, dict(found.need)
        entries.append({"seq": number, "kind": "line", "body": body, "by": None, "status": "ok", "at": ""})
        session.take(entries)
    return None


def several(need: Body) -> bool:
    """Whether abilities of different cards wait for somebody to say which is first."""
    waiting = [one["card"] for one in need.get("waiting", ())]
    return len(waiting) > 1 and len(set(waiting)) == len(waiting)


def test_who_has_seen_a_card_by_a_line_says_it_to_its_end() -> None:
    """Neither another answer, nor another line, nor an undo takes a look at a hidden card back."""
    opening, lines, _log = game_of(4)
    client, recording = dealt(opening)
    session = session_of(opening, POOL)
    at, body, known = next(showing(session, lines))
    assert Phone(client, f"/practice/{recording.pk}/").write(*map(said, lines[:at]))[-1]["status"] == "ok"
    begun = {**body, "answers": body["answers"][:known]}
    peek = json.dumps({**begun, "answers": [*begun["answers"]]}, separators=(",", ":"))
    assert "Turned up" not in page_of(client, recording, f"?{urlencode({'line': peek})}"), "nobody tapped it"
    tap(client, recording, begun)
    page = page_of(client, recording)
    assert "Turned up" in page and 'href="?#table"' not in page and '"from":' not in page
    other = next(one for one in (0, 1, 2, 3) if one != body["answers"][0])
    head = recording.head
    for wrong in ({**begun, "answers": [other]}, said(lines[at - 1])):
        tap(client, recording, wrong)
    tap(client, recording, {"from": head}, kind="undo")
    recording.refresh_from_db()
    assert recording.head == head and "Turned up" in page_of(client, recording)
    tap(client, recording, body)
    recording.refresh_from_db()
    assert recording.head == head + 1 and recording.practice["begun"] is None


def showing(session: AnySession, lines: list[Body]) -> Iterator[tuple[int, Body, int]]:
    """The lines that show something hidden and then ask, with the number of answers that they have until then."""
    entries: list[Body] = []
    for number, line in enumerate(lines):
        body, given = said(line), line.get("answers") or []
        for known in range(1, len(given)):
            found = session.check({**body, "answers": given[:known]})
            if found is not None and found.need is not None and found.need["shown"] and not is_order(given):
                yield number, body, known
        entries.append(
            {"seq": number + 1, "kind": "line", "body": body, "by": None, "status": "ok", "at": ""}
        )
        session.take(entries)


def test_the_ignition_phase_marks_the_cards_that_can_ignite_beside_the_question() -> None:
    opening, lines, _log = game_of(4)
    client, recording = dealt(opening)
    at = next(at for at, line in enumerate(lines) if line.get("do") == "ignite")
    assert Phone(client, f"/practice/{recording.pk}/").write(*map(said, lines[:at]))[-1]["status"] == "ok"
    page = page_of(client, recording)
    above = page.partition('class="rec-written"')[0].partition("zx-own")[2].partition("</section>")[0]
    assert above.index("Charge") < above.index(" acts"), "its card lies in Charge, above the hands"
    assert f"?pick={lines[at]['card']}#".replace("?pick=#", "?pick=%23") in above
    assert "IG" not in page.partition('id="table"')[2]


def test_a_card_that_can_do_nothing_says_why() -> None:
    opening, lines, _log = game_of(4)
    client, recording = dealt(opening)
    at = next(at for at, line in enumerate(lines, 1) if line["do"] == "play")
    assert Phone(client, f"/practice/{recording.pk}/").write(*map(said, lines[:at]))[-1]["status"] == "ok"
    hands = re.findall(r'href="(\?pick=card[^"]*)#table"', page_of(client, recording))
    told = {found[1] for one in hands if (found := WHY.search(page_of(client, recording, unescape(one))))}
    assert any("costs" in one and "in Reboot State" in one for one in told), told
    assert any("s turn." in one for one in told), told


WHY = re.compile(r'<p class="rec-lead">([^<]*)</p>\s*<h2 class="visually-hidden">Cards')


def test_a_tap_on_an_old_page_of_a_practice_game_says_that_it_was_not_recorded() -> None:
    opening, lines, _log = game_of(4)
    client, recording = dealt(opening)
    page = f"/practice/{recording.pk}/"
    assert f'data-live-key="{recording.stream}"' in client.get(page).content.decode(), (
        "another page hears of it"
    )
    Phone(client_of(recording.owner), page).write(said(lines[0]))
    answer = client.post(page, {"base": 0, "body": json.dumps(said(lines[1]))}, follow=True)
    assert "your tap was not recorded" in answer.content.decode()
    state = Phone(client, page).state()
    assert state["head"]["seq"] == 1 and state["conflict"] is None


def test_a_game_that_is_over_leads_to_another_one_with_the_same_decks() -> None:
    opening, lines, _log = game_of(4)
    client, recording = dealt(opening)
    write = Phone(client, f"/practice/{recording.pk}/").write
    write(*map(said, lines[:2]), {"kind": "act", "do": "concede", "seat": 0})
    page = page_of(client, recording)
    assert "Play again with the same decks" in page and f'value="{recording.pk}"' in page
    told, again, kept = (page.index(said) for said in ("The game is over", "Play again", "Record the result"))
    assert told < again < kept and 'class="rec-button primary wide" name="again"' in page[told:kept]
    client.post("/practice/", {"game": "zx", "against": "both", "again": recording.pk})
    again = Recording.objects.latest("pk")
    assert again.pk != recording.pk and decks_of(again.opening) == decks_of(opening)
    assert bytes(again.opening) != opening and session_of(bytes(again.opening), POOL).state is not None
    other = client_of(make_user())
    dealt_to_other = []
    for _one in range(6):  # any two decks may be drawn by chance, but not six times
        other.post("/practice/", {"game": "zx", "against": "both", "again": recording.pk})
        dealt_to_other.append(decks_of(Recording.objects.latest("pk").opening))
    assert any(decks != decks_of(opening) for decks in dealt_to_other), "nobody takes another's decks"
    listed = client.get("/practice/").content.decode()
    assert "Z/X · Second seat" in listed


def decks_of(opening: bytes) -> list[tuple[str, ...]]:
    """The decks of a game and what lies beside them, whatever their order."""
    lines = [json.loads(line) for line in bytes(opening).splitlines()]
    seats = [tuple(sorted(json.dumps(line).split())) for line in lines if line["kind"] == "seat"]
    return [*seats, *(tuple(sorted(line["value"])) for line in lines if line.get("of") == "deck")]
