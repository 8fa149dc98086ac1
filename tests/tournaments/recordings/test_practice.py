"""Practice against the random player: it answers what the rules ask of it, so that the game never waits for nobody."""

from itertools import count
from typing import Any

import pytest

from tests.tournaments.hall import make_user
from tests.tournaments.recordings.table import Phone, client_of
from tournaments.recordings import practice_services

pytestmark = [pytest.mark.django_db]

STEPS, GAMES = 40, 12


def chosen_by_the_bot(entries: list[dict[str, Any]]) -> bool:
    """Whether a line of everybody's holds a choice of the random player: its owner never chooses in these games."""
    return any(
        row["body"].get("do") in ("resolve", "proceed") and "answers" in row["body"] for row in entries
    )


def played(phone: Phone) -> bool:
    """Let everything happen and end every turn, until the random player has chosen something; False if it never did."""
    wanted = ("resolve", "proceed", "begin", "end")
    state = phone.state()
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


def test_the_board_may_start_workers_and_the_list_of_games_may_not() -> None:
    client = client_of(make_user())
    board = str(client.post("/practice/", {"against": "random"})["Location"])
    for path, source in ((board, "'self'"), ("/practice/", "'none'"), ("/me/notices/", "'self'")):
        assert f"worker-src {source}" in client.get(path)["Content-Security-Policy"], path
