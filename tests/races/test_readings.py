"""Reading a closed list against entering, at the same second: never both."""

from typing import Any

import pytest

from ledger.commands import Actor
from tests.races.tools import REPEATS, Racers, assert_chain, meet_after, odd, racers, refused, without_locks
from tests.tournaments.hall import enter, make_tournament, make_user, organizer_of, staff_actor
from tournaments.entries import reading_services as readings
from tournaments.entries import services
from tournaments.entries.models import Entry, Reading
from tournaments.entries.reading_services import LIST, secret_read
from tournaments.entries.services import entry_create
from tournaments.events.services import tournament_open_entry

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


class Door:
    """A judge at the door: one tab reads, the other enters; both meet where each has looked at the other."""

    def __init__(self, run: Racers, monkeypatch: pytest.MonkeyPatch) -> None:
        self.run = run
        self.tournament = make_tournament(capacity=500)
        tournament_open_entry(actor=organizer_of(self.tournament), tournament=self.tournament, casual=True)
        self.entry = enter(self.tournament, 1)[0]
        self.meeting = meet_after(monkeypatch, readings, "takes_part")
        look = services.refuse_kept_out

        def looked(*args: Any) -> None:
            look(*args)
            self.meeting.wait()

        monkeypatch.setattr(services, "refuse_kept_out", looked)

    def at_once(self) -> tuple[Any, list[Any]]:
        """A fresh judge reads and enters at once; who it was, and the two answers."""
        user = make_user()
        staff_actor(self.tournament, "judge", user)
        self.meeting.reset()
        answers = self.run(
            lambda: secret_read(
                actor=Actor(user, "judge"), tournament=self.tournament, kind=LIST, entries=[self.entry.pk]
            ),
            lambda: entry_create(actor=Actor(user, "player"), tournament=self.tournament),
        )
        return user, answers

    def both(self, user: Any) -> bool:
        read = Reading.objects.filter(user=user).exists()
        return read and Entry.objects.filter(tournament=self.tournament, user=user).exists()


def test_whoever_reads_and_enters_at_once_does_one_of_the_two(monkeypatch: pytest.MonkeyPatch) -> None:
    with racers(2) as run:
        door = Door(run, monkeypatch)
        for _repeat in range(REPEATS):
            user, answers = door.at_once()
            assert odd(answers) == []
            assert sum(refused(answer, "has_read", "plays_here") for answer in answers) == 1
            assert not door.both(user)
        assert_chain(door.tournament)


def test_control_without_the_locks_one_does_both(monkeypatch: pytest.MonkeyPatch) -> None:
    with racers(2) as run:
        door = Door(run, monkeypatch)
        without_locks(monkeypatch)
        door.meeting.without_locks()
        user, _answers = door.at_once()
        assert door.both(user)
