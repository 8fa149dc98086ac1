"""Practice against the random player: it answers what the rules ask of it, so that the game never waits for nobody."""

import json
from collections import Counter
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.hall import make_user
from tests.tournaments.recordings.table import Body, Phone, client_of
from tournaments.recordings import journal_services, practice_services

pytestmark = [pytest.mark.django_db]

STEPS, GAMES = 40, 12


def chosen_by_the_bot(entries: list[dict[str, Any]]) -> bool:
    """Whether a line of everybody's holds a choice of the random player: its owner never chooses in these games."""
    return any(
        row["body"].get("do") in ("resolve", "proceed") and "answers" in row["body"] for row in entries
    )


def kept(phone: Phone) -> Body:
    """What a phone shows once its player has said that they keep the first hand, where that is asked."""
    state = phone.state()
    asked = state["screen"]["asked"]
    if asked["kind"] == "begin" and 0 in asked["looking"]:
        held = state["screen"]["view"]["seats"][0]["hand"]["count"]
        phone.write({"kind": "note", "text": "", "seat": 0, "keeps": held})
    return phone.state()


def played(phone: Phone) -> bool:
    """Let everything happen and end every turn, until the random player has chosen something; False if it never did."""
    wanted = ("resolve", "proceed", "begin", "end")
    state = kept(phone)
    for _step in range(STEPS):
        if chosen_by_the_bot(state["entries"]):
            return True
        lines = [row["line"] for row in state["screen"]["actions"] if row["line"]["do"] in wanted]
        if not lines:
            assert state["screen"]["asked"]["kind"] == "over", state["screen"]["asked"]
            return False
        line = min(lines, key=lambda line: wanted.index(line["do"]))
        answer = phone.post(phone.entry(line, base=state["head"]["seq"])).json()
        ack, state = answer["acks"][0], answer["state"]
        if ack["status"] == "refused":
            assert ack["problem"]["need"]["seat"] == 0, "the random player is waited for"
            return False
    return False


def test_what_the_random_player_chooses_is_chosen_here_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = count()
    monkeypatch.setattr(practice_services.secrets, "token_hex", lambda _size=0: f"practice {next(numbers)}")
    client = client_of(make_user())
    for _game in range(GAMES):
        phone = Phone(client, str(client.post("/practice/", {"against": "random"})["Location"]))
        if played(phone):
            break
    else:
        raise AssertionError("the random player never had to choose anything")
    screen = phone.state()["screen"]
    assert screen["asked"]["kind"] in ("turn", "window")
    assert not any("problem" in line for line in screen["lines"])


@pytest.mark.parametrize("cards", [7, 6, 0])
def test_the_random_player_begins_once_the_other_has_decided_on_murphys_law(
    monkeypatch: pytest.MonkeyPatch, cards: int
) -> None:
    """105.4: before the starting player begins, all players are allowed to take it."""
    numbers = count()
    monkeypatch.setattr(practice_services.secrets, "token_hex", lambda _size=0: f"law {next(numbers)}")
    client, asked = client_of(make_user()), {"seat": 0}
    while asked["seat"] == 0:  # until the random player is to begin
        phone = Phone(client, str(client.post("/practice/", {"against": "random"})["Location"]))
        asked = phone.state()["screen"]["asked"]
    assert asked == {"kind": "begin", "seat": 1, "looking": [0]}
    if cards < 7:
        phone.write({"kind": "act", "do": "murphy", "seat": 0, "x": cards})
    screen = kept(phone)["screen"]
    hand = screen["view"]["seats"][0]["hand"]["count"]
    assert screen["asked"]["kind"] in ("turn", "window") and hand == cards + (screen["view"]["turn"] > 1)


def test_a_dealt_hand_is_shown_from_the_first_look_on_with_its_text_and_what_stands_in_the_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = count()
    monkeypatch.setattr(practice_services.secrets, "token_hex", lambda _size=0: f"hand {next(numbers)}")
    client = client_of(make_user())
    begins: list[Body] = []
    while not begins:  # until it is one's own to begin
        phone = Phone(client, str(client.post("/practice/", {"against": "random"})["Location"]))
        first = phone.state()["screen"]
        begins = [row["line"] for row in first["actions"] if row["line"]["do"] == "begin"]
    phone.write(begins[0])
    for screen, begun in ((first, False), (phone.state()["screen"], True)):
        hand, other = (seat["hand"] for seat in screen["view"]["seats"])
        assert "cards" not in other
        held = Counter(card["card"] for card in hand["cards"])
        assert Counter({row["name"]: row["left"] for row in screen["castable"]}) == held
        assert {row["seat"] for row in screen["castable"]} == {0}
        assert all(row["crystal"] or row["text"] for row in screen["castable"])
        assert all(bool(row["actions"]) != bool(row["refused"]) for row in screen["castable"])
        assert any(row["actions"] for row in screen["castable"]) == begun


def test_the_board_may_start_workers_and_the_list_of_games_may_not() -> None:
    client = client_of(make_user())
    board = str(client.post("/practice/", {"against": "random"})["Location"])
    for path, source in ((board, "'self'"), ("/practice/", "'none'"), ("/me/notices/", "'self'")):
        assert f"worker-src {source}" in client.get(path)["Content-Security-Policy"], path


def test_a_practice_game_has_a_pace_and_an_end_and_answers_with_what_is_new(
    monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    client = client_of(make_user())
    phone = Phone(client, str(client.post("/practice/", {"against": "both"})["Location"]))
    time_machine.move_to(timezone.now() + timedelta(minutes=1), tick=False)
    note = {"kind": "note", "text": "x"}
    assert {ack["status"] for ack in phone.write(*[note] * 20)} == {"ok"}
    monkeypatch.setattr(journal_services, "MOST_IN_PACE", 25)
    answer = phone.post(*[phone.entry(note, base=20) for _one in range(5)])
    assert len(answer.json()["acks"]) == len(answer.json()["state"]["entries"]) == 5
    answer = phone.post(phone.entry(note, base=25))
    assert (answer.status_code, answer.json()["error"]) == (429, "too_fast")
    phone.sent -= 1
    time_machine.shift(timedelta(seconds=11))
    batch = json.dumps({"device": phone.device, "entries": [phone.entry(note, base=20)]})
    state = client.post(f"{phone.url}entries.json?since=25", batch, "application/json").json()["state"]
    assert (state["since"], [row["seq"] for row in state["entries"]]) == (25, [26])
    monkeypatch.setattr(practice_services, "MOST_WRITTEN", 700)
    answer = phone.post(phone.entry(note, base=26))
    assert (answer.status_code, answer.json()["error"]) == (422, "full")


def test_the_pages_of_practice_lead_to_what_the_guide_says_of_practising() -> None:
    client = client_of(make_user())
    game = str(client.post("/practice/", {"against": "both"})["Location"])
    for address in ("/practice/", game):
        assert 'href="/help/playing/#practice"' in client.get(address).content.decode()
    guide = client.get("/help/playing/").content.decode()
    assert 'id="practice"' in guide and 'id="tapping"' in guide and "/dots.png" in guide
