"""What a Z/X deck must be: the deck and the Dynamis beside it. Every broken rule is named at once.

The basic rules of the game have no numbers for decks; a problem therefore names the section "deck" or "dynamis".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from .cards import BESIDE_KINDS, MARKER_KINDS, PLAYER_KINDS, ZxPool
from .messages import CATALOGUE

DECK_SIZE = 50
IGNITION_CARDS = 20
COPIES_BY_NAME = 4
KEYWORD_LIMITS: Mapping[str, int] = {"Life Recovery": 4, "Void Bringer": 4}
DYNAMIS_MAX = 16


class ZxProblem(msgspec.Struct, frozen=True):
    """One broken deck rule: ``code`` (in the table "deck"), values, and the card's number if it is about one."""

    code: str
    params: dict[str, int | str]
    card: str | None = None

    @property
    def rule(self) -> str:
        """No rule has a number."""
        return ""

    def text(self, language: str = "en") -> str:
        """The sentence for a player, which no number of a rule ends."""
        return self.sentence(language)

    def sentence(self, language: str = "en") -> str:
        """What is wrong. Falls back to English."""
        return CATALOGUE.table("deck", language)[self.code] % self.params


def check_deck(
    main: Mapping[str, int],
    dynamis: Mapping[str, int],
    pool: ZxPool,
    *,
    limits: Mapping[str, int] | None = None,
) -> list[ZxProblem]:
    """Every way in which a deck breaks the rules; an empty list is a legal deck.

    ``main`` and ``dynamis``: copies by card number. ``limits``: copies by card number that a list of the office
    allows (0 bans, 1 is one copy only); the stricter of it and the four of a name counts.
    """
    return [
        *_unknown(main, dynamis, pool),
        *_size(main),
        *_ignition(main, pool),
        *_keywords(main, pool),
        *_places(main, dynamis, pool),
        *_copies(main, pool, "zx_copies", limits or {}),
        *_copies(dynamis, pool, "zx_copies_dynamis", limits or {}),
        *_dynamis_size(dynamis),
    ]


def _unknown(main: Mapping[str, int], dynamis: Mapping[str, int], pool: ZxPool) -> Iterable[ZxProblem]:
    for number in dict.fromkeys((*main, *dynamis)):
        if number not in pool:
            yield ZxProblem("zx_unknown", {"card": number}, number)


def _size(main: Mapping[str, int]) -> Iterable[ZxProblem]:
    count = sum(main.values())
    if count != DECK_SIZE:
        yield ZxProblem("zx_size", {"count": count, "limit": DECK_SIZE})


def _ignition(main: Mapping[str, int], pool: ZxPool) -> Iterable[ZxProblem]:
    count = sum(copies for number, copies in main.items() if number in pool and pool[number].ignition)
    if count != IGNITION_CARDS:
        yield ZxProblem("zx_ignition", {"count": count, "limit": IGNITION_CARDS})


def _keywords(main: Mapping[str, int], pool: ZxPool) -> Iterable[ZxProblem]:
    for keyword, limit in KEYWORD_LIMITS.items():
        count = sum(
            copies for number, copies in main.items() if number in pool and keyword in pool[number].keywords
        )
        if count > limit:
            yield ZxProblem("zx_keyword", {"card": keyword, "count": count, "limit": limit})


def _places(main: Mapping[str, int], dynamis: Mapping[str, int], pool: ZxPool) -> Iterable[ZxProblem]:
    for number in dict.fromkeys((*main, *dynamis)):
        if number in pool and pool[number].kind in PLAYER_KINDS:
            yield ZxProblem("zx_beside", {"card": pool[number].name}, number)
        elif number in pool and pool[number].kind in MARKER_KINDS:
            yield ZxProblem("zx_marker", {"card": pool[number].name}, number)
    for number in main:
        if number in pool and pool[number].in_dynamis:
            yield ZxProblem("zx_dynamis_only", {"card": pool[number].name}, number)
    for number in dynamis:
        if number in pool and not pool[number].in_dynamis and pool[number].kind not in BESIDE_KINDS:
            yield ZxProblem("zx_not_dynamis", {"card": pool[number].name}, number)


def _copies(
    cards: Mapping[str, int], pool: ZxPool, code: str, limits: Mapping[str, int]
) -> Iterable[ZxProblem]:
    """At most four of a name, over all printings of it; fewer where the office says so."""
    by_name: dict[str, list[str]] = {}
    for number in cards:
        if number in pool:
            by_name.setdefault(pool[number].name, []).append(number)
    listed: dict[str, int] = {}
    for number, limit in limits.items():
        if number in pool:  # what is listed is the card, under whichever number of its name
            name = pool[number].name
            listed[name] = min(limit, listed.get(name, limit))
    for name, numbers in by_name.items():
        count = sum(cards[number] for number in numbers)
        limit = min(COPIES_BY_NAME, listed.get(name, COPIES_BY_NAME))
        if limit == 0 and count:
            yield ZxProblem("zx_banned", {"card": name}, numbers[0])
        elif count > limit:
            yield ZxProblem(code, {"card": name, "count": count, "limit": limit}, numbers[0])


def _dynamis_size(dynamis: Mapping[str, int]) -> Iterable[ZxProblem]:
    count = sum(dynamis.values())
    if count > DYNAMIS_MAX:
        yield ZxProblem("zx_dynamis_size", {"count": count, "limit": DYNAMIS_MAX})
