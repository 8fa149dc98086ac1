"""What a person does for themselves through the API: decks of their own, puzzles, an invitation to play."""

from typing import Any

from rest_framework import serializers

from decks.lists import services as decks
from decks.lists.models import Deck
from tournaments.clans.services import clan_renew_link
from tournaments.entries.invitation_services import entry_accept
from tournaments.events.invitation_services import invitation_decline
from tournaments.puzzles.services import puzzle_answer

from .fields import short_text, whole
from .operations import PLAY, Call, operation

DECK = "my-decks/<int:deck>/"
INVITATION = "tournaments/<slug:slug>/invitations/<int:invitation>/"
MOST = 2**31 - 1


class NewDeckBody(serializers.Serializer):
    """A deck of one's own: `play` and `pool_key` as a deck that is read says them."""

    name = short_text(60)
    play = serializers.ChoiceField(choices=list(Deck.Play.values))
    pool_key = short_text(60)
    text = short_text(20_000, required=False)
    notes = short_text(4_000, required=False)


class SaveBody(serializers.Serializer):
    """A list, and the number of the revision it was made from (0: there was none)."""

    base = whole(0, MOST)
    text = short_text(20_000)
    note = short_text(120, required=False)


class RestoreDeckBody(serializers.Serializer):
    """The revision that is the newest again, and the one that is it now."""

    base = whole(0, MOST)
    number = whole(1, MOST)


class DescribeBody(serializers.Serializer):
    """Everything about a deck but its list; `mark` as it was read, so that nothing newer is overwritten."""

    mark = short_text(16)
    name = short_text(60)
    play = serializers.ChoiceField(choices=list(Deck.Play.values))
    pool_key = short_text(60)
    visibility = serializers.ChoiceField(choices=list(Deck.Visibility.values))
    notes = short_text(4_000, required=False)


class AnswerBody(serializers.Serializer):
    """Which step of a puzzle breaks a rule, and of which chapter."""

    line = whole(1, MOST)
    section = short_text(12)


def _deck(call: Call, service: Any, **params: Any) -> Any:
    """One's own deck of the address; the services refuse everybody else's as one that does not exist."""
    actor, number = decks.owner_of(call.user), call.path["deck"]
    return service(actor=actor, key=call.key, deck_id=number, **params)


@operation("my-decks/", "own_deck.create", scope=PLAY, body=NewDeckBody)
def create_deck(call: Call) -> Any:
    """Make a deck of your own, private, with its first list."""
    return decks.deck_create(actor=decks.owner_of(call.user), key=call.key, **call.said)


@operation(f"{DECK}save/", "own_deck.save", scope=PLAY, body=SaveBody)
def save_deck(call: Call) -> Any:
    """Save the list of your deck as its next revision."""
    return _deck(call, decks.deck_save, **call.said)


@operation(f"{DECK}restore/", "own_deck.restore", scope=PLAY, body=RestoreDeckBody)
def restore_deck(call: Call) -> Any:
    """Make an earlier list of your deck the newest again."""
    return _deck(call, decks.deck_restore, **call.said)


@operation(f"{DECK}describe/", "own_deck.describe", scope=PLAY, body=DescribeBody)
def describe_deck(call: Call) -> Any:
    """Change everything about your deck but its list."""
    return _deck(call, decks.deck_describe, **call.said)


@operation(f"{DECK}delete/", "own_deck.delete", scope=PLAY)
def delete_deck(call: Call) -> Any:
    """Delete your deck with its history; what was handed in somewhere stays there."""
    return _deck(call, decks.deck_delete)


@operation("puzzles/<int:puzzle>/answer/", "puzzle.answer", scope=PLAY, body=AnswerBody)
def answer_puzzle(call: Call) -> Any:
    """Say which step of a puzzle breaks a rule; the first answer stays."""
    return puzzle_answer(actor=call.player, key=call.key, number=call.path["puzzle"], **call.said)


@operation(f"{INVITATION}accept/", "entry.accept", scope=PLAY)
def accept_invitation(call: Call) -> Any:
    """Say yes to an invitation to play. A role, or a guest's place, is taken on the page alone."""
    params = {"tournament": call.tournament, "invitation_id": call.path["invitation"]}
    return entry_accept(actor=call.player, key=call.key, **params)


@operation(f"{INVITATION}decline/", "invitation.decline", scope=PLAY)
def decline_invitation(call: Call) -> Any:
    """Say no to any invitation of yours; the same is not asked again."""
    params = {"tournament": call.tournament, "invitation_id": call.path["invitation"]}
    return invitation_decline(actor=call.player, key=call.key, **params)


@operation("clan/renew-link/", "clan.renew_link", scope=PLAY)
def renew_clan_link(call: Call) -> Any:
    """Make a new link into the clan you lead; the one before stops working, the new one stands on its page."""
    return clan_renew_link(actor=call.player, key=call.key)
