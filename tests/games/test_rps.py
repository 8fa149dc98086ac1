"""A game is a folder: an event of rock, paper, scissors is made by the form, its decks are built on the site and handed
in, and its games are recorded by taps, judged and shown.

Nothing outside ``tests/games/rps`` knows of it.
"""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules_engine import games
from rules_engine.games import engine_of
from rules_engine.kernel.games import Game
from rules_engine.recording import session_of
from tests.games.rps.play import FORMAT, Action, Header, SeatLine, codec
from tests.tournaments.hall import make_user, organizer_of, running_tournament, staff_actor
from tests.tournaments.recordings.table import Table, client_of
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.replay import check, compare
from tournaments.recordings.models import Recording

SHOWS = [(0, "R-1"), (1, "P-1"), (0, "S-1"), (1, "R-1")]
"""The second player wins both rounds."""
SIX = ["R-1", "R-1", "P-1", "P-1", "S-1", "S-1"]


@pytest.fixture
def rps() -> Iterator[Game]:
    yield games.register("tests.games.rps")
    games.unregister("rps")


def page_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, answer.content
    return unescape(answer.content.decode())


def press(client: Client, url: str, **form: Any) -> None:
    """Send the form of a page that leads to another one."""
    answer = client.post(url, form)
    assert answer.status_code == 302, unescape(answer.content.decode())


def made_on_the_site() -> Tournament:
    """An event of the game, made by the form and opened from the desk."""
    organizer = client_of(make_user("Olga"))
    assert "Rock, Paper, Scissors: decks of six cards" in page_of(organizer, "/t/new/")
    asked = page_of(organizer, "/t/new/?template=rps-evening")
    assert "id_acts" not in asked and "id_concede_after" not in asked and "three cards" in asked
    assert "The rules of the game" not in asked  # it leaves none open
    start = timezone.now() + timedelta(days=1)
    chosen = {"template": "rps-evening", "name": "Paper Night", "capacity": "8"}
    press(organizer, "/t/new/", **chosen, starts_at=f"{start:%Y-%m-%dT%H:%M}")
    event = Tournament.objects.get()
    press(organizer, f"/t/{event.slug}/desk/do/open_casual/")
    return event


def deck_of_taps(client: Client, url: str, cards: list[str]) -> str:
    """Search a list together, a copy at each tap; what the field says then."""
    text = ""
    for card in cards:
        page = unescape(client.post(url, {"text": text, "step": f"main:+1:{card}"}).content.decode())
        [text] = re.findall(r'<textarea[^>]*name="text"[^>]*>(.*?)</textarea>', page, re.S)
    return text


def enter_with_a_deck(event: Tournament, name: str) -> Client:
    """Somebody enters, builds a deck in the editor, and hands it in when it is whole."""
    client, url = client_of(make_user(name)), f"/t/{event.slug}/deck/"
    press(client, f"/t/{event.slug}/enter/")
    found = client.post(url, {"text": "", "q": "scissors", "do": "search"}).content.decode()
    assert re.findall(r'"(main:\+1:.*?)"', found) == ["main:+1:S-1"]
    short = client.post(f"{url}submit/", {"text": deck_of_taps(client, url, SIX[:5])})
    assert short.status_code == 422 and "needs exactly 6 cards; it has 5" in short.content.decode()
    assert "casting cost" not in short.content.decode()
    press(client, f"{url}submit/", text=deck_of_taps(client, url, SIX))
    assert "Scissors" in page_of(client, f"{url}receipt/")
    return client


def tap(client: Client, url: str, body: dict[str, Any]) -> None:
    """Press the button of a page that says this."""
    page = page_of(client, url)
    buttons = [json.loads(one) for one in re.findall(r'name="body" value=["\'](\{.*?\})["\']', page)]
    assert any(body.items() <= one.items() for one in buttons), (body, buttons)
    base = re.findall(r'name="base" value="(\d+)"', page)[0]
    line = next(one for one in buttons if body.items() <= one.items())
    answer = client.post(url, {"base": base, "body": json.dumps(line)})
    assert answer.status_code == 302


@pytest.mark.day("a third game in one folder, from entry to the winner")
@pytest.mark.django_db
def test_an_event_of_it_is_played_recorded_judged_and_shown(rps: Game) -> None:
    running = made_on_the_site()
    players = [enter_with_a_deck(running, name) for name in ("Ann", "Bob", "Cem", "Dee")]
    desk = client_of(organizer_of(running).user)
    press(desk, f"/t/{running.slug}/desk/do/open_check_in/")
    for player in players:
        press(player, f"/t/{running.slug}/check-in/")
    press(desk, f"/t/{running.slug}/desk/round/do/start/")
    table = Table(running=running, decks=False, mode="scribe")
    page = page_of(table.clients[0], f"/t/{running.slug}/")
    assert "Rock, Paper, Scissors" in page and "G.organized-play" not in page

    scribe, url = table.clients[0], table.url
    assert "games/rps.css" in page_of(scribe, url)
    assert scribe.post(url, {"take": "1"}).status_code == 302
    tap(scribe, url, {"kind": "chance", "of": "first", "value": 0})
    for seat, card in SHOWS:
        tap(scribe, url, {"kind": "act", "do": "show", "seat": seat, "card": card})
    shown = page_of(scribe, url)
    assert f"{table.players[1].name} wins." in shown and "shows Scissors" in shown and 'class="board' in shown
    tap(scribe, url, {"kind": "end"})
    for client in table.clients:
        [sha] = re.findall(r'name="log_sha256" value="([0-9a-f]{64})"', page_of(client, f"{url}sign/"))
        assert client.post(f"{url}sign/", {"log_sha256": sha}).status_code == 302
    assert table.fresh().state == Recording.State.SIGNED

    log = GameLog.objects.get(match=table.match)
    report = check(log)
    assert (report["verdict"], report["binding"], compare(log)) == ("ok", [], [])
    judge = client_of(staff_actor(running, "judge").user)
    GameLog.objects.filter(pk=log.pk).update(state="done", report=report, verdict=report["verdict"])
    told = page_of(judge, f"/t/{running.slug}/judge/logs/{log.pk}/")
    assert "shows Scissors" in told and "Two rounds" in told and 'class="board board-square rps"' in told
    assert "shows Paper" in told  # which ends the first turn, and is told as what it is
    steps = judge.get(f"/t/{running.slug}/judge/logs/{log.pk}/steps/5-8.json").json()["steps"]
    assert [one["square"]["title"] for one in steps]

    faulty = bytes(log.original).replace(b'"seat":1,"card":"P-1"', b'"seat":0,"card":"P-1"')
    GameLog.objects.filter(pk=log.pk).update(original=faulty)
    wrong = check(GameLog.objects.get(pk=log.pk))
    assert (wrong["verdict"], wrong["finding"]["rule"]) == ("violation", "rps.1")
    GameLog.objects.filter(pk=log.pk).update(report=wrong, verdict="violation")
    told = page_of(judge, f"/t/{running.slug}/judge/logs/{log.pk}/")
    assert "has shown a card in this round already" in told and "One card a round" in told
    closer = page_of(judge, f"/t/{running.slug}/judge/logs/{log.pk}/at/7/")
    assert "shows Paper" in closer
    assert page_of(judge, f"{url}judge/")


@pytest.mark.django_db
def test_the_audience_follows_a_game_of_it(rps: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    running = running_tournament(4, template="rps-evening", changes={"live_delay": 10})
    table = Table(running=running, decks=False, mode="scribe")
    table.clients[0].post(table.url, {"take": "1"})
    tap(table.clients[0], table.url, {"kind": "chance", "of": "first", "value": 0})
    for seat, card in SHOWS[:3]:
        tap(table.clients[0], table.url, {"kind": "act", "do": "show", "seat": seat, "card": card})
    later = timezone.now() + timedelta(minutes=11)
    monkeypatch.setattr("tournaments.display.live_views.now", lambda: later)
    board = page_of(Client(), f"/t/{running.slug}/boards/{table.recording.pk}/")
    assert "games/rps.css" in board and 'class="board board-square rps"' in board
    assert all(f"shows {card}" in board for card in ("Rock", "Paper", "Scissors"))


OPENING = b"".join(
    codec.encode(line) + b"\n"
    for line in (
        Header(format=FORMAT, game="rps"),
        SeatLine(seat=0, player="E1"),
        SeatLine(seat=1, player="E2"),
    )
)


def test_an_action_without_a_card_is_a_button_unless_its_game_lays_it_aside(rps: Game) -> None:
    screen = rps.recording.screen(session_of(OPENING))
    assert [screen.row(Action(do=do, seat=0))["source"] for do in ("pass", "concede")] == ["turn", "game"]


def test_its_engine_replays_a_game_and_finds_a_planted_fault_with_its_rule(rps: Game) -> None:
    session = session_of(OPENING)
    entries: list[dict[str, Any]] = []

    def write(body: dict[str, Any]) -> None:
        number = len(entries) + 1
        entries.append({"seq": number, "kind": "line", "body": body, "status": "ok", "by": body.get("seat")})
        session.take(list(entries))

    write({"kind": "chance", "of": "first", "by": "dice", "value": 0})
    for seat, card in [*SHOWS[:2], (0, "S-1"), (1, "R-1")]:
        write({"kind": "act", "do": "show", "seat": seat, "card": card})
    assert session.result is not None and session.result.winners == (1,)
    write({"kind": "end"})
    log = session.log()
    report = engine_of("rps").audit(log)
    assert (report.verdict, report.result.rule) == ("ok", "rps.3")
    faulty = log.replace(b'"seat":1,"card":"P-1"', b'"seat":0,"card":"P-1"')
    found = engine_of("rps").audit(faulty).finding
    assert (found.rule, found.code, found.line) == ("rps.1", "once_a_round", 8)
    assert found.text("nl") == "E1 heeft deze ronde al een kaart laten zien."
