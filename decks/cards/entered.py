"""The cards of games without a catalogue: those that keepers entered, beside those that come with the game."""

from typing import Any

from rules_engine.games import game_of
from rules_engine.kernel.card_sheet import CardSheet, Parts, Shown
from rules_engine.kernel.cards import CardPool

from .models import EnteredRevision
from .reading import read_entry


def sheet_of(game: str) -> CardSheet:
    """What stands on the cards of a game. Raises ``LookupError`` for one whose cards only come with it."""
    sheet = game_of(game).sheet
    if sheet is None:
        raise LookupError(game)
    return sheet


def shown_of(game: str) -> Shown:
    """What the pages of a game without a catalogue show. Raises ``LookupError`` where there is no such game."""
    shown = sheet_of(game).shown
    if shown is None:
        raise LookupError(game)
    return shown


def packaged(game: str) -> CardPool[Any]:
    """All cards that come with a game."""
    pools = game_of(game).pools
    return pools.load(pools.whole or next(iter(pools.packaged)))


def printed(game: str, number: str = "") -> list[EnteredRevision]:
    """The newest form of every card that keepers entered (or of one), in the order of their numbers."""
    rows = EnteredRevision.objects.filter(game=game).order_by("number", "revision")
    found = {row.number: row for row in (rows.filter(number=number) if number else rows)}
    return list(found.values())


def entered_cards(game: str) -> tuple[Any, ...]:
    """The cards that keepers entered, as printed today and as the game reads them."""
    read = (_card_of(game, row.parts) for row in printed(game))
    return tuple(card for card in read if card is not None)


def entered_card(game: str, number: str) -> Any:
    """A card by its number: one that comes with the game, or one that a keeper entered; None if there is none."""
    found = packaged(game).get(number)
    if found is not None or not number:
        return found
    rows = printed(game, number)
    return _card_of(game, rows[0].parts) if rows else None


def _card_of(game: str, parts: Parts) -> Any:
    return read_entry(sheet_of(game), parts).card
