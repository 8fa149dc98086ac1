"""The board for the audience: as late as the event says, without hands, and for nobody where the event shows none."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from decks.registration.models import DeckRevision
from tests.halls import kept
from tests.tournaments.hall import approved_tournament, publish, running_tournament
from tests.tournaments.recordings.table import Table, paper_game, writer_of
from tournaments.display import live_boards, live_views
from tournaments.recordings.models import Recording

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
DELAY = 10


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def table(**changes: Any) -> Table:
    made = Table(changes={"live_delay": DELAY} | changes)
    made.play(most=40)
    return made


def pages(made: Table, monkeypatch: pytest.MonkeyPatch, minutes: float) -> tuple[int, str, str]:
    """Status and text of a board, and the list, so many minutes after now, as anybody sees them."""
    monkeypatch.setattr(live_boards, "now", lambda: timezone.now() + timedelta(minutes=minutes))
    monkeypatch.setattr("tournaments.display.live_views.now", live_boards.now)
    base = f"/t/{made.tournament.slug}/boards/"
    board = Client().get(f"{base}{made.recording.pk}/")
    return board.status_code, board.content.decode(), Client().get(base).content.decode()


@kept
def made() -> Table:
    return table()


def test_nobody_sees_a_game_before_its_time_and_everybody_after(
    made: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _page, listed = pages(made, monkeypatch, DELAY - 2)
    assert status == 404 and f"/boards/{made.recording.pk}/" not in listed
    status, page, listed = pages(made, monkeypatch, DELAY + 1)
    assert status == 200 and 'data-board="square"' in page and f"/boards/{made.recording.pk}/" in listed


def test_the_board_stands_where_the_game_stood_then(
    monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    began = timezone.now()
    time_machine.move_to(began, tick=False)
    made = Table(changes={"live_delay": DELAY})
    for number, line in enumerate(paper_game(3)[:40]):
        if number == 20:
            time_machine.move_to(began + timedelta(minutes=30), tick=False)
        assert [ack["status"] for ack in made.phones[writer_of(line)].write(line)] == ["ok"]
    time_machine.move_to(began, tick=False)
    early, late = (pages(made, monkeypatch, DELAY + minutes)[1] for minutes in (1, 60))
    told = [
        page[page.index("turn-steps") : page.index("</ol>", page.index("turn-steps"))]
        for page in (early, late)
    ]
    assert told[0] != told[1]
    assert pages(made, monkeypatch, DELAY + 29)[1].count("live-line") == early.count("live-line")
    body = [page[page.index('id="live-board"') : page.index("</main>")] for page in (early, late)]
    assert pages(made, monkeypatch, DELAY + 29)[1].count(body[0]) == 1 and body[0] not in late


def reads(client: Client, url: str) -> tuple[int, str]:
    """Status and text of a page."""
    answer = client.get(url)
    return answer.status_code, " ".join(answer.content.decode().partition("<main")[2].split())


def test_the_audience_steps_through_what_its_board_has_shown(
    made: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = f"/t/{made.tournament.slug}/boards/{made.recording.pk}/replay/"
    pages(made, monkeypatch, DELAY - 2)
    assert [Client().get(url).status_code for url in (replay, f"{replay}0-3.json")] == [404, 404]
    board = pages(made, monkeypatch, DELAY + 1)[1]
    assert f'href="{replay}"' in board and "Being played" in board
    status, page = reads(Client(), replay)
    assert status == 200 and "data-replay" in page and 'aria-label="Hand"' not in page
    assert not [row["card"] for row in _hidden(made) if row["card"] in page]
    steps = Client().get(f"{replay}0-39.json")
    assert steps.status_code == 200 and len(steps.json()["steps"]) > 20
    assert Client().get(f"{replay}0-400.json").status_code == 404
    last = made.recording.entries.count()
    assert len(steps.json()["steps"]) <= last + 1, "there are no more steps than entries"
    assert Client().get(f"{replay}{last + 1}-{last + 2}.json").status_code == 404
    drawn: list[int] = []
    monkeypatch.setattr(live_views, "_theatre", lambda _seen, step: str(drawn.append(step)))
    for beyond in (last + 7, last + 8, 10**8):
        assert reads(Client(), f"{replay}?step={beyond}")[0] == 200
    assert len(drawn) == 1, "no address beyond the end is kept for itself"


def test_who_sat_at_the_table_looks_at_it_again_where_no_board_is_shown() -> None:
    made = table(live_delay=0)
    replay = f"/t/{made.tournament.slug}/boards/{made.recording.pk}/replay/"
    assert Client().get(replay).status_code == 404
    for client in made.clients:
        assert "data-replay" in reads(client, replay)[1]
    for page in (made.url, f"/t/{made.tournament.slug}/matches/{made.match.pk}/recordings/"):
        assert "Read the log" not in reads(made.clients[0], page)[1]
    assert f'href="{replay}"' in reads(made.clients[0], made.url)[1]


def test_a_game_that_is_over_says_who_won_once_the_audience_has_seen_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Table(changes={"live_delay": DELAY})
    made.begin()
    Recording.objects.filter(pk=made.recording.pk).update(
        state="ended", result={"winners": [1], "losers": [0], "draw": False, "rule": "104.2"}
    )
    said = f"{made.players[1].name} won"
    assert said not in pages(made, monkeypatch, DELAY - 2)[2]
    for page in pages(made, monkeypatch, DELAY + 1)[1:]:
        assert said in page and "Being played" not in page
    assert "minutes ago" not in pages(made, monkeypatch, DELAY + 1)[1]
    own = reads(made.clients[0], f"/t/{made.tournament.slug}/me/")[1]
    assert (
        f"/boards/{made.recording.pk}/replay/" in own
        and "Look at game 1 again" in own
        and f"{said} · " in own
    )


def test_no_hand_is_on_it(made: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    page = pages(made, monkeypatch, DELAY + 1)[1]
    assert 'aria-label="Hand"' not in page and "data-recorder" not in page
    session_names = {row["card"] for row in _hidden(made)}
    assert not [name for name in session_names if name in page]


def _hidden(made: Table) -> list[dict[str, Any]]:
    """Cards that only a judge would see in the hands of this game by now; in a game on paper nobody named them."""
    from tournaments.gamelogs.opened_game import open_game
    from tournaments.gamelogs.replay import Source
    from tournaments.recordings.replayed import pool_of_recording
    from tournaments.recordings.sight import compiled

    game = open_game(Source(compiled(made.recording), pool_of_recording(made.recording), None, {}), "judge")
    game.cursor.seek(game.total)
    state = game.view(game.total)
    lying = {card["card"] for seat in state["seats"] for card in (*seat["play"], *seat["discard"])}
    held = [card for seat in state["seats"] for card in seat["hand"]["cards"] if card["number"] != "?"]
    return [card for card in held if card["card"] not in lying]


def test_an_event_that_shows_no_boards_shows_none_however_late(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table(live_delay=0)
    for minutes in (1, 1_000):
        status, _page, listed = pages(made, monkeypatch, minutes)
        assert status == 404 and "does not show games" in listed


@pytest.mark.parametrize("delay", [0, DELAY])
def test_the_pages_of_an_event_lead_to_its_boards_where_it_shows_any(delay: int) -> None:
    tournament = approved_tournament(4, changes={"live_delay": delay})
    publish(tournament)
    for url in ("/", f"/t/{tournament.slug}/", f"/t/{tournament.slug}/tables/"):
        page = Client().get(url).content.decode()
        assert tournament.name in page
        assert (f"/t/{tournament.slug}/boards/" in page) == (delay > 0), url


def test_a_game_that_does_not_count_and_one_of_another_tournament_are_not_shown(
    made: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    elsewhere = running_tournament(4, name="Elsewhere", changes={"live_delay": DELAY})
    monkeypatch.setattr("tournaments.display.live_views.now", lambda: timezone.now() + timedelta(minutes=60))
    assert Client().get(f"/t/{elsewhere.slug}/boards/{made.recording.pk}/").status_code == 404
    Recording.objects.filter(pk=made.recording.pk).update(state="void")
    assert pages(made, monkeypatch, DELAY + 60)[0] == 404


def test_the_cards_in_the_hands_change_no_byte_of_it(made: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds: registered lists that differ, and the same page."""
    one = pages(made, monkeypatch, DELAY + 1)[1]
    DeckRevision.objects.filter(registration__entry__tournament=made.tournament).update(
        main={"D1.1/008/100-U": 50}
    )
    cache.clear()
    other = pages(made, monkeypatch, DELAY + 1)[1]
    body = [page[page.index('id="live-board"') : page.index("</main>")] for page in (one, other)]
    assert body[0] == body[1]
