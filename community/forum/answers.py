"""What this room answers the floors below it: where things are talked about."""

from decks.cards import questions as of_cards
from decks.cards.models import Card
from tournaments.events import questions as of_events
from tournaments.events.models import Tournament

from .things import talk_url


@of_events.talk.answered_by
def _of_event(tournament: Tournament) -> str:
    return "" if tournament.staff_only else talk_url("event", tournament.pk)


@of_cards.talk.answered_by
def _of_card(card: Card) -> str:
    return talk_url("card", card.pk)
