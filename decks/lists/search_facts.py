"""What is noted of a deck at each save, so that public decks can be searched without reading every list."""

from collections.abc import Iterable
from typing import TypedDict

from django.utils import timezone

from ledger.names import fold
from rules_engine.games import game_of, games
from rules_engine.kernel.decks import Colour

from .check_settings import NO_LIST, Against
from .editing import checked_list
from .models import Deck

_AT_ONCE = 200


def every_colour() -> dict[str, Colour]:
    """The colours of the decks of every game, by key."""
    return {key: colour for game in games() for key, colour in game.pools.colours.items()}


class Facts(TypedDict):
    """The columns of :class:`Deck` that searches use."""

    name_key: str
    energies: str
    in_order: bool


def facts_of(deck: Deck, text: str) -> Facts:
    """What to note of a deck whose list is ``text``.

    ``energies``: the letters of its colours, as its game says them. ``in_order``: no deck rule is broken; lists of
    banned cards change with the day and are asked when somebody searches. Raises ``KeyError`` for a pool that is gone.
    """
    never = Against(NO_LIST, timezone.localdate())
    report = checked_list(text, pool_key=deck.pool_key, play=deck.play, language="en", against=never).report
    cards = [card for number in report.main for card in [report.pool.get(number)] if card is not None]
    colours = game_of(deck.game).pools.colours.values()
    letters = "".join(colour.letter for colour in colours if any(map(colour.holds, cards)))
    return Facts(name_key=fold(deck.name), energies=letters, in_order=report.legal)


def recompute_facts(*, every: bool) -> int:
    """Note the facts of decks anew: of every deck after the packaged cards changed, else of those never noted."""
    decks = Deck.objects.select_related("current").order_by("pk")
    todo = decks if every else decks.filter(name_key="")
    noted = 0
    changed: list[Deck] = []
    for deck in todo.iterator(chunk_size=_AT_ONCE):
        try:
            facts = facts_of(deck, deck.current.text if deck.current is not None else "")
        except KeyError:
            continue
        deck.name_key, deck.energies, deck.in_order = facts["name_key"], facts["energies"], facts["in_order"]
        changed.append(deck)
        if len(changed) == _AT_ONCE:
            noted += _store(changed)
            changed = []
    return noted + _store(changed)


def _store(decks: Iterable[Deck]) -> int:
    return Deck.objects.bulk_update(decks, ["name_key", "energies", "in_order"])
