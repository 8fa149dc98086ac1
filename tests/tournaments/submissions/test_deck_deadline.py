"""Until when a list may change: the announced hour, or the start; where opened cards are built, an hour after it."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from tests.decks.lists import legal_text
from tests.tournaments.events.test_edit import change, form_of, organizer
from tests.tournaments.hall import enter, make_tournament, organizer_of
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_check_in, tournament_start
from tournaments.events.copy_services import tournament_copy
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_check_in
from tournaments.submissions.services import deck_submit

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def submit(hall: Hall) -> None:
    deck_submit(actor=Actor(hall.a, "player"), tournament=hall.tournament, text=legal_text(0))


def start(tournament: Tournament) -> None:
    """Start with everybody who has entered."""
    actor = organizer_of(tournament)
    tournament_open_check_in(actor=actor, tournament=tournament)
    for entry in Entry.objects.filter(tournament=tournament):
        entry_check_in(actor=actor, tournament=tournament, entry_id=entry.pk)
    tournament_start(actor=actor, tournament=tournament, casual=True)
    tournament.refresh_from_db()


def test_without_a_deadline_a_list_may_change_until_the_start_however_late_it_is() -> None:
    hall = make_hall(starts_at=timezone.now() + HOUR, deck_deadline=None)
    names = ("deck", "deck_status", "desk")
    deck, status, desk = (reverse(f"tournaments:{name}", args=[hall.tournament.slug]) for name in names)
    assert hall.tournament.decks_close_at is None
    with time_machine.travel(hall.tournament.starts_at + HOUR, tick=False):
        submit(hall)
        assert "Submit it before the tournament is started." in browser(hall.a).get(deck).content.decode()
        assert "until you start the tournament" in browser(hall.organizer).get(status).content.decode()
        assert "at the start" in browser(hall.organizer).get(desk).content.decode()
        Entry.objects.filter(tournament=hall.tournament, user=hall.b).delete()
        enter(hall.tournament, 3)
        start(hall.tournament)
        with pytest.raises(UserError) as refused:
            submit(hall)
        assert refused.value.code == "deck_closed"
        assert (
            "Locked since the tournament was started" in browser(hall.organizer).get(status).content.decode()
        )


def test_no_deadline_stays_none_when_the_start_moves_and_the_form_asks_for_none() -> None:
    tournament = make_tournament()
    assert "deck_deadline" not in form_of(organizer(tournament), tournament)
    change(tournament, starts_at="2027-03-12T19:00")
    assert (tournament.deck_deadline, tournament.decks_close_at) == (tournament.starts_at, None)


def test_lists_of_opened_cards_may_be_due_after_the_start_which_needs_none_and_locks_none() -> None:
    at = timezone.now() + HOUR
    hall = make_hall(template="limited-community", starts_at=at, deck_deadline=at + HOUR)
    tournament = hall.tournament
    with time_machine.travel(at, tick=False):
        start(tournament)
        with pytest.raises(UserError) as refused:
            submit(hall)
        assert refused.value.code != "deck_closed"  # no cards are opened yet; the hour has not come
    with time_machine.travel(at + HOUR, tick=False):
        with pytest.raises(UserError) as refused:
            submit(hall)
        assert refused.value.code == "deck_closed"
    made = tournament_copy(
        actor=organizer_of(tournament), tournament=tournament, name="Next", starts_at=at + 24 * HOUR
    )
    copy = Tournament.objects.get(pk=made["id"])
    assert copy.deck_deadline - copy.starts_at == HOUR


@pytest.mark.parametrize(
    "params",
    [{"template": "constructed-community"}, {"template": "limited-community", "changes": {"lists": "open"}}],
)
def test_built_decks_and_lists_that_everybody_reads_are_due_before_the_start(params: dict) -> None:
    at = timezone.now() + HOUR
    with pytest.raises(UserError) as refused:
        make_tournament(starts_at=at, deck_deadline=at + HOUR, **params)
    assert [problem.code for problem in refused.value.problems] == ["deadline"]
