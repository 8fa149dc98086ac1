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
from ledger.shapes import Context
from rules_engine.x610z.cards import Pool

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

    def limits(self, play: str) -> Mapping[str, int]:
        """Copies allowed by card number; nothing in limited play, where no such limit counts (102.1b)."""
        if self.list_key == NO_LIST or play == Deck.Play.LIMITED:
            return {}
        return limits_on(GAME, self.day, self.list_key)


def today() -> Against:
    """What counts when nobody chooses: the default list as of today, all acts."""
    return Against("", timezone.localdate())


def chosen(form: QueryDict, pool: Pool) -> Against:
    """The choice in a form; a day that is none counts as today, an unknown list as the default, other acts as none."""
    default = today()
    key = form.get("limits", "")[:40]
    known = key == NO_LIST or (key.isprintable() and key in _keys())
    acts = tuple(act for act in acts_of(pool) if act in form.getlist("acts"))
    return Against(key if known else "", _day(form.get("day", ""), default.day), acts)


def against_context(against: Against, pool: Pool, language: str) -> Context:
    """The context of ``lists/against.html``: the choice and what there is to choose from."""
    rows = LegalityList.objects.filter(game=GAME, default=False)
    lists = [(row.key, row.name_nl if language == "nl" and row.name_nl else row.name) for row in rows]
    acts = acts_of(pool)
    return {
        "against": against,
        "limit_lists": lists,
        "acts": acts if len(acts) > 1 else [],
        "no_list": NO_LIST,
    }


def acts_of(pool: Pool) -> list[str]:
    """The acts whose cards are in a pool (307.2)."""
    return sorted({act for card in pool.cards for act in card.acts if act})


def _keys() -> set[str]:
    return set(LegalityList.objects.filter(game=GAME).values_list("key", flat=True))


def _day(text: str, default: date) -> date:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return default
