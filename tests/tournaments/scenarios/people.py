"""The people of an event day: what they read is the words of a page, what they do is what a form of it sends."""

import html
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from django.db import transaction
from django.test import Client

from ledger.models import LedgerRow
from tests.halls import forget
from tests.tournaments.hall import of_table, organizer_of, staff_actor
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Round


def words_of(page: str) -> str:
    """What a page says, without its head: text alone, white space as one space."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", page.partition("<body")[2], flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body.partition(">")[2])).split())


def in_turn(*sentences: Callable[..., None], given: tuple[Any, ...] = ()) -> None:
    """The sentences of a day, one after the other, each upon the day as it was given: what one does the next undoes.

    One that fails is named, with the day's number in the name of the test.
    """
    for sentence in sentences:
        with transaction.atomic():
            sentence(*deepcopy(given))
            transaction.set_rollback(True)
        forget()


class Person:
    """Somebody with a browser at one tournament; ``user`` None is a visitor."""

    def __init__(self, tournament: Tournament, user: Any = None) -> None:
        self.tournament, self.user, self.client = tournament, user, Client()
        if user is not None:
            self.client.force_login(user)

    def url(self, path: str) -> str:
        """An address of the tournament, or of the site when it begins with a slash."""
        return path if path.startswith("/") else f"/t/{self.tournament.slug}/{path}"

    def asks(self, path: str) -> int:
        """The status with which a page answers."""
        return int(self.client.get(self.url(path)).status_code)

    def reads(self, path: str = "me/") -> str:
        """The words of a page that this person may see."""
        answer = self.client.get(self.url(path))
        assert answer.status_code == 200, (answer.status_code, path)
        return words_of(answer.content.decode())

    def does(self, path: str, **said: Any) -> str:
        """Send a form; the words of what comes back, after the redirect."""
        answer = self.client.post(self.url(path), said, follow=True)
        return words_of(answer.content.decode())

    def presses(self, path: str, **said: Any) -> None:
        """Send a form and do not read what comes back."""
        assert self.client.post(self.url(path), said).status_code == 302, path

    def reports(self, match: Match, score: str) -> str:
        """Report their own table as this phone shows it: ``2-1-0`` is won, lost, drawn; a draw has no button."""
        match.refresh_from_db()
        won, lost, drawn = score.split("-")
        if drawn == "0":
            return self.does("me/", score=score, **of_table(match))
        return self.does("me/", first=won, second=lost, drawn=drawn, **of_table(match))

    def reports_winner(self, match: Match, seat: int) -> str:
        """Report who won a table of several, as this phone shows it."""
        match.refresh_from_db()
        return self.does("me/", winner=seat, **of_table(match))


def organizer(tournament: Tournament) -> Person:
    """Who made the tournament."""
    return Person(tournament, organizer_of(tournament).user)


def staff(tournament: Tournament, role: str) -> Person:
    """Somebody on the staff."""
    return Person(tournament, staff_actor(tournament, role).user)


def players(match: Match) -> list[Person]:
    """Who sits at a table, by seat."""
    seats = match.seats.select_related("entry__user").order_by("position")
    return [Person(match.tournament, seat.entry.user) for seat in seats]


def tables(round_: Round) -> list[Match]:
    """The tables of a round by number, without byes."""
    return list(Match.objects.filter(round=round_, kind="played").order_by("table"))


def actions(tournament: Tournament) -> list[str]:
    """What the tournament's ledger holds, in order."""
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("number")
    return list(rows.values_list("action", flat=True))
