"""Where a deck was played stands on its owner's page once the event is over, and on nobody else's."""

from typing import Any

import pytest

from decks.lists.models import Deck
from decks.lists.services import deck_create, owner_of
from ledger.commands import Actor
from rules_engine.zx.cards import load_pool, ready_decks
from tests.decks.lists import legal_text
from tests.tournaments.submissions.deck_hall import Hall, browser, make_hall
from tournaments.events.models import Tournament
from tournaments.submissions.answers import handed_in_by
from tournaments.submissions.services import deck_submit

pytestmark = [pytest.mark.django_db]


def hand_in(hall: Hall, text: str) -> None:
    """Player A hands this list in."""
    deck_submit(actor=Actor(hall.a, "player"), tournament=hall.tournament, text=text)


def over(hall: Hall) -> None:
    """The event is finished."""
    Tournament.objects.filter(pk=hall.tournament.pk).update(state=Tournament.State.FINISHED)


def decks(user: Any) -> str:
    """My decks, as this person reads them."""
    text: str = browser(user).get("/decks/").content.decode()
    return text.split("<main")[1]


def test_a_deck_names_the_finished_event_it_was_played_at_and_the_list_stands_beside_it() -> None:
    hall = make_hall()
    deck_create(actor=owner_of(hall.a), name="Mine", play="constructed", pool_key="demo", text=legal_text())
    before = decks(hall.a)
    hand_in(hall, legal_text())
    assert decks(hall.a) == before, "a list can be closed to its own player until the event is over"
    over(hall)
    own, _heading, handed_in = decks(hall.a).partition('id="handed-in"')
    link = f"/t/{hall.tournament.slug}/deck/receipt/"
    assert link in own and hall.tournament.name in own and link in handed_in
    assert browser(hall.a).get(link).status_code == 200
    for other in (hall.b, hall.outsider, hall.judge, hall.organizer):
        assert hall.tournament.name not in decks(other)


def test_a_list_of_another_game_has_a_tile_too() -> None:
    hall, pool = make_hall(template="zx-community"), load_pool("zx-texts")
    ready = next(deck for deck in ready_decks(pool) if deck.name == "The Tidal Guild")
    lines = [f"{count} {pool[number].name}" for number, count in ready.main.items()]
    lines += ["Dynamis", *(f"{count} {pool[number].name}" for number, count in ready.dynamis.items())]
    hand_in(hall, "\n".join(lines))
    over(hall)
    text = decks(hall.a)
    assert "Lists you submitted" in text and text.count('class="tile tall"') == 1
    assert text.count("/cards/zx/") == 3 and "Dynamis" in text and not Deck.objects.exists()


def test_a_guest_who_may_hold_somebodys_link_reads_no_list_there() -> None:
    hall = make_hall()
    hand_in(hall, legal_text())
    over(hall)
    assert len(handed_in_by(hall.a.pk)) == 1
    type(hall.a).objects.filter(pk=hall.a.pk).update(guest_of=hall.tournament.slug)
    assert handed_in_by(hall.a.pk) == []
