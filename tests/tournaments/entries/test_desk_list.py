"""A guest with their list in one form at the desk: both or neither, checked as any other list."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from decks.registration.models import DeckRevision, Registration
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.decks.lists import legal_text
from tests.halls import kept
from tests.tournaments.hall import enter, make_tournament, organizer_of, running_tournament
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry
from tournaments.submissions.audit import decks_audit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
BAD = "1 Life Base\n48 Mystic Energy Crystal\n4 Discount"


@kept
def cup() -> Tournament:
    """Check-in is open, decks may change for another hour."""
    tournament = make_tournament()
    organizer = organizer_of(tournament)
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    tournament_open_check_in(actor=organizer, tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def lock_decks(tournament: Tournament) -> None:
    tournament.deck_deadline = timezone.now() - timedelta(minutes=1)
    tournament.save(update_fields=["deck_deadline"])


def counts() -> tuple[int, ...]:
    tables: tuple[Any, ...] = (Entry, Registration, DeckRevision, LedgerRow, get_user_model())
    return tuple(table._default_manager.count() for table in tables)


def sent(tournament: Tournament, **said: str) -> Any:
    client = Client()
    client.force_login(tournament.created_by)
    return client.post(f"/t/{tournament.slug}/desk/entries/", {"action": "add", **said})


def test_a_guest_comes_in_with_a_submitted_list_by_one_row_that_names_no_card(cup: Tournament) -> None:
    rows = LedgerRow.objects.count()
    assert sent(cup, name="Gust", text=legal_text()).status_code == 302
    entry = Entry.objects.select_related("registration__current").get(tournament=cup)
    assert entry.state == Entry.State.CHECKED_IN
    assert entry.registration is not None and entry.registration.state == "submitted"
    revision = entry.registration.current
    assert revision is not None and revision.by == cup.created_by
    assert LedgerRow.objects.count() == rows + 1
    row = LedgerRow.objects.filter(chain_id=cup.chain_key).order_by("-number")[0]
    assert (row.action, row.data["sha256"]) == ("entry.add_at_desk", revision.sha256)
    assert "Life Base" not in str(row.data)
    assert list(decks_audit(cup)) == []


def test_a_list_that_breaks_a_rule_enters_nobody_names_what_to_fix_and_what_was_typed_stays(
    cup: Tournament,
) -> None:
    before = counts()
    answer = sent(cup, name="Gust Bakker", text=BAD)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert counts() == before
    assert "Discount: 4 of 3" in page and "101.1a" in page
    assert 'value="Gust Bakker"' in page and "48 Mystic Energy Crystal" in page


def test_the_same_guest_sent_twice_is_one_and_another_list_under_the_key_is_refused(cup: Tournament) -> None:
    organizer = organizer_of(cup)
    said = {"actor": organizer, "tournament": cup, "name": "Gust", "key": "k" * 32}
    first = entry_add_at_desk(**said, text=legal_text())
    assert entry_add_at_desk(**said, text=legal_text()) == first
    with pytest.raises(UserError):
        entry_add_at_desk(**said, text=legal_text(1))
    assert DeckRevision.objects.count() == 1


def test_while_decks_may_change_the_list_can_wait_and_once_locked_staff_must_say_so(cup: Tournament) -> None:
    assert sent(cup, name="Early").status_code == 302
    lock_decks(cup)
    before = counts()
    refused = sent(cup, name="Late")
    assert refused.status_code == 422 and counts() == before
    page = refused.content.decode()
    form = page[page.index('name="text"') - 900 : page.index('name="text"')]
    assert "Deck list" in form and "optional" not in form
    assert sent(cup, name="Late", later="on").status_code == 302
    assert sent(cup, name="Latest", text=legal_text()).status_code == 302
    names = Entry.objects.filter(tournament=cup).order_by("number").values_list("name", flat=True)
    assert list(names) == ["Early", "Late", "Latest"]


def test_a_late_entry_of_a_running_tournament_brings_the_list_along() -> None:
    tournament = running_tournament(4)
    assert sent(tournament, name="Late Lotte", text=legal_text()).status_code == 302
    late = Entry.objects.select_related("registration").get(tournament=tournament, name="Late Lotte")
    assert late.state == Entry.State.CHECKED_IN
    assert late.registration is not None and late.registration.current_id is not None


def test_where_no_lists_are_played_or_cards_are_opened_first_the_form_asks_for_none() -> None:
    for params in ({"changes": {"deck_required": False}}, {"template": "limited-community"}):
        tournament = make_tournament(**params)
        organizer = organizer_of(tournament)
        tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
        client = Client()
        client.force_login(tournament.created_by)
        page = client.get(f"/t/{tournament.slug}/desk/entries/").content.decode()
        assert 'name="name"' in page and 'name="text"' not in page
        assert sent(tournament, name="Gust").status_code == 302
    before = counts()
    with pytest.raises(UserError, match="opened cards"):
        entry_add_at_desk(actor=organizer, tournament=tournament, name="Gust", text=legal_text())
    assert counts() == before


def test_whoever_may_not_enter_players_enters_no_list_either(cup: Tournament) -> None:
    player = enter(cup, 1)[0]
    before = counts()
    client = Client()
    client.force_login(player.user)
    answer = client.post(f"/t/{cup.slug}/desk/entries/", {"action": "add", "name": "X", "text": legal_text()})
    assert answer.status_code == 403 and counts() == before
