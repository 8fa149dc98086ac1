"""What a deck is checked against outside a tournament: a list of banned cards on a day, and acts.

Nothing of it is kept with the deck: it stands in the form, and every check of that form uses it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.http import QueryDict
from django.utils import timezone

from decks.cards.legality import limits_on
from decks.cards.models import LegalityList
from decks.cards.pools import AnyPool
from ledger.shapes import Context
from rules_engine.games import GAMES

from .models import Deck

GAME = "x610z"
NO_LIST = "*"
"""The choice of no list at all; no list has this key, for it is no slug."""


@dataclass(frozen=True)
class Against:
    """The choice: ``list_key`` ("" for the game's default list, "*" for none), a day, and acts (empty for all)."""

    list_key: str
    day: date
    acts: tuple[str, ...] = ()

    def limits(self, play: str, game: str = GAME) -> Mapping[str, int]:
        """Copies allowed by card number; nothing in limited play, where no such limit counts (102.1b)."""
        if self.list_key == NO_LIST or play == Deck.Play.LIMITED:
            return {}
        return limits_on(game, self.day, self.list_key)


def today() -> Against:
    """What counts when nobody chooses: the default list as of today, all acts."""
    return Against("", timezone.localdate())


def chosen(form: QueryDict, pool: AnyPool, game: str = GAME) -> Against:
    """The choice in a form; a day that is none counts as today, an unknown list as the default, other acts as none."""
    default = today()
    key = form.get("limits", "")[:40]
    known = key == NO_LIST or (key.isprintable() and key in _keys(game))
    acts = tuple(act for act in acts_of(pool) if act in form.getlist("acts"))
    return Against(key if known else "", _day(form.get("day", ""), default.day), acts)


def against_context(against: Against, pool: AnyPool, language: str, game: str = GAME) -> Context:
    """The context of ``lists/against.html``: the choice and what there is to choose from."""
    rows = LegalityList.objects.filter(game=game, default=False)
    lists = [(row.key, row.name_nl if language == "nl" and row.name_nl else row.name) for row in rows]
    acts = acts_of(pool)
    return {
        "against": against,
        "limit_lists": lists,
        "acts": acts if len(acts) > 1 else [],
        "no_list": NO_LIST,
    }


def limits_of_all_games(day: date) -> Mapping[str, int]:
    """Copies by card number that the default lists of that day allow, whichever game a card is of."""
    return {number: most for game in GAMES for number, most in limits_on(game, day).items()}


def acts_of(pool: AnyPool) -> list[str]:
    """The acts whose cards are in a pool (307.2)."""
    return sorted({act for card in pool.cards for act in getattr(card, "acts", ()) if act})


def _keys(game: str) -> set[str]:
    return set(LegalityList.objects.filter(game=game).values_list("key", flat=True))


def _day(text: str, default: date) -> date:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return default
