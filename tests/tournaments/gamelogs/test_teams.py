"""Logs of boards that teams share: all members' seats are bound, and every member hands in."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rules_engine.testing import random_game
from rules_engine.x610z.cards import load_pool
from tests.tournaments.formats.test_teams import entry, started
from tests.tournaments.hall import legal_deck, make_user, publish, staff_actor
from tournaments.entries.models import Reading
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.gamelogs.terms import terms_of
from tournaments.gamelogs.viewer import evidence
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db]
MODES = ("2v2", "3v3", "2v2v2")
TEAMS = {"2v2": 2, "3v3": 2, "2v2v2": 3}
ORDER = {"2v2": "abba", "3v3": "ababab", "2v2v2": "abcabc"}
"""The teams around the board, so that no two of one team are neighbours (105.2b)."""


class Board:
    """One board of teams in the first round, and its players side by side."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.tournament = started(mode, TEAMS[mode])
        publish(self.tournament)
        self.match = Match.objects.exclude(kind="bye").get()
        self.teams = [
            [entry(f"{letter}{number}") for letter in "ABC"[: SIZES[mode]]] for number in range(TEAMS[mode])
        ]
        self.judge = Client()
        self.judge.force_login(staff_actor(self.tournament, "judge").user)

    def seated(self) -> list[str]:
        """The players' keys around the board."""
        left = {letter: [one.key for one in team] for letter, team in zip("abc", self.teams, strict=False)}
        return [left[letter].pop(0) for letter in ORDER[self.mode]]

    def log(self, players: list[str], teams: str = "") -> bytes:
        """A whole legal game of these players."""
        decks = [legal_deck("demo")] * len(players)
        order = tuple(teams or ORDER[self.mode])
        pool = load_pool("demo")
        limit = self.tournament.organized_play
        return random_game(
            3,
            len(players),
            teams=order,
            decks=decks,
            players=tuple(players),
            pool=pool,
            organized_play=limit,
            max_actions=150,
        )

    def send(self, user: Any, data: bytes) -> Any:
        client = Client()
        client.force_login(user)
        url = f"/t/{self.tournament.slug}/matches/{self.match.pk}/log/"
        return client.post(url, {"game_number": "1", "file": SimpleUploadedFile("game.jsonl", data)})

    def checked(self, data: bytes) -> GameLog:
        """Handed in by a member who is no captain, and checked."""
        assert self.send(self.teams[0][1].user, data).status_code == 302
        log = GameLog.objects.latest("pk")
        replay_log(log.pk)
        log.refresh_from_db()
        return log


SIZES = {"2v2": 2, "3v3": 3, "2v2v2": 2}


def codes(log: GameLog) -> set[str]:
    return {found["code"] for found in log.report["binding"]}


@pytest.mark.parametrize("mode", MODES)
def test_a_game_of_the_teams_as_they_are_is_judged_by_the_rules(mode: str) -> None:
    board = Board(mode)
    log = board.checked(board.log(board.seated()))
    assert log.verdict in ("ok", "unverifiable") and not log.report["binding"], log.report
    seats = terms_of(log).seats
    together: dict[str, set[str]] = {}
    for seat in seats:
        together.setdefault(seat.team, set()).add(seat.player)
    assert list(map(sorted, sorted(together.values(), key=sorted))) == [
        sorted(one.key for one in team) for team in board.teams
    ]


@pytest.mark.parametrize("mode", MODES)
def test_a_game_of_other_people_at_a_shared_board_is_a_finding(mode: str) -> None:
    board = Board(mode)
    stranger = board.checked(board.log([*board.seated()[:-1], "E99"]))
    assert stranger.verdict == "other_terms" and codes(stranger) == {"player_differs"}
    twice = board.checked(board.log([*board.seated()[:-1], board.seated()[0]]))
    assert twice.verdict == "other_terms" and "player_twice" in codes(twice)
    order = "ababab" if mode == "2v2" else "abba"
    others = board.checked(board.log([*board.seated(), "E98", "E99"][: len(order)], order))
    assert others.verdict == "other_terms" and "seats_differ" in codes(others)


@pytest.mark.parametrize("mode", MODES)
def test_players_of_two_teams_with_changed_places_are_another_game(mode: str) -> None:
    board = Board(mode)
    players = board.seated()
    mine, theirs = (players.index(team[1].key) for team in board.teams[:2])
    players[mine], players[theirs] = players[theirs], players[mine]
    log = board.checked(board.log(players))
    assert log.verdict == "other_terms" and codes(log) == {"team_differs"}
    page = board.judge.get(f"/t/{board.tournament.slug}/judge/logs/{log.pk}/").content.decode()
    assert "who plays together in this match" in page


def test_a_log_may_call_the_teams_and_seat_them_as_the_rules_allow() -> None:
    board = Board("3v3")
    rows = [json.loads(line) for line in board.log(board.seated()[::-1]).splitlines()]
    rows = [{key: value for key, value in row.items() if key != "sha256"} for row in rows]
    for row in rows:
        if row["kind"] == "seat":
            row["team"] = {"a": "Tigers", "b": "Owls"}[row["team"]]
    log = board.checked(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    assert log.verdict in ("ok", "unverifiable") and not log.report["binding"]


@pytest.mark.parametrize("mode", MODES)
def test_every_member_hands_in_and_one_team_is_one_side(mode: str) -> None:
    board = Board(mode)
    data = board.log(board.seated())
    members = [one for team in board.teams for one in team]
    for number, one in enumerate(members):
        assert board.send(one.user, data).status_code == 302
        both = number >= SIZES[mode]
        assert evidence(GameLog.objects.get(entry=one))[0] == ("2" if both else "3")
    assert {log.entry_id for log in GameLog.objects.all()} == {one.pk for one in members}
    assert board.send(make_user(), data).status_code == 404
    client = Client()
    client.force_login(board.teams[0][1].user)
    page = client.get(f"/t/{board.tournament.slug}/matches/{board.match.pk}/log/").content.decode()
    assert all(f"<code>{one.key}</code>" in page for one in members)
    way = f"/t/{board.tournament.slug}/matches/{board.match.pk}/log/"
    assert way in client.get(f"/t/{board.tournament.slug}/me/").content.decode()


def test_reading_a_log_of_a_shared_board_is_a_reading_of_everybody_at_it() -> None:
    board = Board("2v2")
    log = board.checked(board.log(board.seated()))
    assert board.judge.get(f"/t/{board.tournament.slug}/judge/logs/{log.pk}/").status_code == 200
    read = set(Reading.objects.values_list("entry_id", flat=True))
    assert read == {one.pk for team in board.teams for one in team}
