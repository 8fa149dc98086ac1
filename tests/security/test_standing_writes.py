"""What the founder of a casual event, and his second account, get of all that they can send: only what was typed there.

Two worlds differ in the past of the people who entered, in their real names, guardians and ages; every form, operation
and upload is sent in both, and its answer, what the ledger holds of it and what goes out are the same.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from community.gallery.models import Work
from tests.security.cells import third_round_drafted
from tests.security.test_access_matrix import READ, WRITE, Hall, hall
from tests.security.test_standing import another_past, elsewhere, founder, punished
from tests.security.worlds import forms_of, heard, new_rows_have_other_numbers, operations_of
from tests.speeds import few_by_day, fewer
from tests.tournaments.hall import make_user, staff_actor
from tournaments.entries.models import Entry
from tournaments.events import standing
from tournaments.events.models import Staff, Tournament
from tournaments.events.standing import Power, Standing
from tournaments.judging.models import JudgeCall
from tournaments.rounds.models import Match

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]
PAGES = [name for name in (READ | WRITE) if not name.startswith("api:")]
PROGRAMS = "operations of the API in two worlds"
FOUNDER, PUPPET = "organizer", "player_in_match"


@pytest.fixture
def founded(hall: Hall, time_machine: Any) -> Iterator[Hall]:
    """A stranger's event: its organizer holds every role, plays by a second account, and writes of his opponent."""
    time_machine.move_to(timezone.now(), tick=False)
    Tournament.objects.filter(pk=hall.tournament.pk).update(approval=Tournament.Approval.NONE)
    hall.tournament.refresh_from_db()
    founder(hall)
    for role in Staff.Role.values:
        staff_actor(hall.tournament, role, hall.tournament.created_by)
    # Whose picture everybody sees in the gallery is no matter of the event.
    Work.objects.filter(pk=hall.values["work"]).update(artist=make_user())
    match = Match.objects.get(pk=hall.values["match"])
    seat = match.seats.select_related("entry__user").exclude(entry=hall.values["entry"]).get()
    hall.values |= {
        "entry": seat.entry_id,
        "entry_number": seat.entry.number,
        "round_number": match.round.number,
    }
    JudgeCall.objects.create(
        tournament=hall.tournament, match=match, reason="rules", opened_at=timezone.now()
    )
    with new_rows_have_other_numbers():
        yield hall


def strangers(hall: Hall) -> list[Any]:
    """Those who entered and are nobody's puppet."""
    puppet = hall.clients[PUPPET].session["_auth_user_id"]
    entries = Entry.objects.filter(tournament=hall.tournament).exclude(user=puppet).select_related("user")
    return [entry.user for entry in entries]


def as_it_is(_hall: Hall) -> None:
    """The second round is being played."""


def entry_open(hall: Hall) -> None:
    """Before the first round."""
    Tournament.objects.filter(pk=hall.tournament.pk).update(state=Tournament.State.ENTRY)


def over(hall: Hall) -> None:
    """All is played."""
    Tournament.objects.filter(pk=hall.tournament.pk).update(state=Tournament.State.FINISHED)


def all_heard(hall: Hall, names: list[str]) -> dict[str, str]:
    """What comes of everything that the two accounts can send: the forms of these pages, and all operations."""
    about = Entry.objects.select_related("user").get(pk=hall.values["entry"])
    told = {"entry": about.number, "person": about.user_id, "username": about.user.username}
    found = {}
    for actor in (FOUNDER, PUPPET):
        for said, send in [
            *forms_of(hall, actor, names),
            *fewer(operations_of(hall, actor, told), 3, PROGRAMS),
        ]:
            found[said] = heard(said, send)
            if said.endswith(
                "api:ask_friend"
            ):  # of 12 to 15 only clan mates are asked, and the asker reads the same
                found[said] = found[said].rpartition("\n")[0]
    return found


def in_two_worlds(
    hall: Hall, names: list[str], state: Callable[[Hall], None] = as_it_is
) -> tuple[dict[str, str], set[str]]:
    """What is heard, and of what in another way when those who entered have another past."""
    people = strangers(hall)
    there, _first = elsewhere(people[0], players=len(people) + 1)
    others = Entry.objects.filter(tournament=there).exclude(user=people[0]).order_by("pk")
    worlds = []
    for past in (False, True):
        with transaction.atomic():
            for user, entry in zip(people[1:], others, strict=False):
                Entry.objects.filter(pk=entry.pk).update(user=user)
            mine = Entry.objects.filter(tournament=there, user__in=people).select_related("user")
            for entry in mine.order_by("pk"):
                if past:
                    for level, code in (("disqualification", "U3"), ("caution", "T8")):
                        Tournament.objects.filter(pk=there.pk).update(state=Tournament.State.RUNNING)
                        punished(there, entry, level, code)
                    another_past(entry.user)
            Tournament.objects.filter(pk=there.pk).update(state=Tournament.State.FINISHED)
            state(hall)
            worlds.append(all_heard(hall, names))
            transaction.set_rollback(True)
    one, other = worlds
    return one, {said for said in one | other if one.get(said) != other.get(said)}


STATES = few_by_day(
    [as_it_is, entry_open, third_round_drafted, over], 1, "two worlds of writing in every state of the event"
)


@pytest.mark.parametrize("state", STATES)
def test_of_all_that_can_be_sent_in_a_casual_event_nothing_tells_another_past(
    founded: Hall, state: Callable[[Hall], None]
) -> None:
    names = {*fewer(PAGES, 6, "pages whose forms are sent in two worlds"), "tournaments:log_submit"}
    told, different = in_two_worlds(founded, sorted(names), state)
    assert different == set()
    assert len([said for said, words in told.items() if "\n[(" in words]) > 10, "so many were done"


def test_what_would_tell_it_is_found(founded: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if a casual event had every power, what one sends would be answered in another way."""
    monkeypatch.setitem(standing.POWERS, Standing.CASUAL, frozenset(Power))
    monkeypatch.setattr("tests.security.test_standing_writes.operations_of", lambda *_args: [])
    _told, different = in_two_worlds(
        founded, ["privacy:guardians", "tournaments:entries", "tournaments:history"]
    )
    assert {said.partition(" [")[0] for said in different} >= {"organizer: /t/test-cup/desk/guardians/"}
