"""Races about recordings: two phones, or one phone twice, at the same moment."""

from typing import Any

import pytest

from ledger.commands import Actor
from tests.races.tools import REPEATS, racers
from tests.tournaments.hall import publish, running_tournament
from tournaments.recordings.device_services import recording_device
from tournaments.recordings.journal_services import recording_open, recording_write
from tournaments.recordings.models import Recording, RecordingEntry
from tournaments.recordings.opening import seated
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
FIRST = {"kind": "chance", "of": "first", "by": "dice", "value": 0}
BEGIN = {"kind": "act", "do": "begin", "seat": 0}
END = {"kind": "act", "do": "end", "seat": 0}


class Game:
    """A game that has begun, with a phone for each player."""

    def __init__(self) -> None:
        self.tournament = running_tournament(4)
        self.match = Match.objects.filter(round=publish(self.tournament)).order_by("table")[0]
        self.match.tournament = self.tournament
        self.players = seated(self.match)
        self.recording = self.open(0)
        self.devices = [self.device(seat) for seat in (0, 1)]
        self.write(0, 1, 0, FIRST)
        self.write(0, 2, 1, BEGIN)

    def open(self, seat: int) -> int:
        actor = Actor(self.players[seat].user, "player")
        answer = recording_open(actor=actor, tournament=self.tournament, match_id=self.match.pk)
        return int(answer["recording"])

    def device(self, seat: int) -> int:
        answer = recording_device(
            actor=Actor(self.players[seat].user, "recorder"),
            tournament=self.tournament,
            recording_id=self.recording,
            secret_sha256=f"{seat:064d}",
        )
        return int(answer["device"])

    def write(self, seat: int, number: int, base: int, body: dict[str, Any]) -> Any:
        """One entry; its acknowledgement."""
        answer = recording_write(
            actor=Actor(self.players[seat].user, "recorder"),
            tournament=self.tournament,
            recording_id=self.recording,
            device_id=self.devices[seat],
            entries=[{"device_seq": number, "base": base, "kind": "line", "body": body}],
        )
        return answer["acks"][0]


def test_one_entry_sent_from_many_sides_at_once_is_there_once() -> None:
    game = Game()
    with racers(6) as run:
        acks = run(*[lambda: game.write(0, 3, 2, END)] * 6)
    assert all(ack == acks[0] for ack in acks) and acks[0]["status"] == "ok"
    assert RecordingEntry.objects.filter(recording_id=game.recording).count() == 3


def test_two_phones_on_one_base_at_once_are_one_line_and_one_branch() -> None:
    concede = {"kind": "act", "do": "concede", "seat": 1}
    for _repeat in range(max(2, REPEATS // 10)):
        acks = at_once(Game(), concede)
        assert sorted(ack["status"] for ack in acks) == ["conflict", "ok"]
        assert sorted(ack["seq"] for ack in acks) == [3, 4]


def at_once(game: Game, other: dict[str, Any]) -> list[Any]:
    """Both phones write on the same base at the same moment."""
    with racers(2) as run:
        return list(run(lambda: game.write(0, 3, 2, END), lambda: game.write(1, 1, 2, other)))


def test_both_players_who_open_at_once_have_one_recording() -> None:
    game = Game()
    Recording.objects.filter(pk=game.recording).update(state="void")
    with racers(2) as run:
        made = run(lambda: game.open(0), lambda: game.open(1))
    assert made[0] == made[1] != game.recording
