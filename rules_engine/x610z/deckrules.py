"""The one validator of decks: registration, deck checks and replays all call it.

Every problem is reported at once, each with the number of the rule it breaks and texts for English and Dutch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import msgspec

from .cards import CardRevision, Pool
from .decklist import DeckList, ListProblem, ParsedDeck, format_decklist, parse_decklist

__all__ = [
    "MESSAGES",
    "DeckList",
    "DeckProblem",
    "Format",
    "ListProblem",
    "ParsedDeck",
    "check_deck",
    "check_team",
    "format_decklist",
    "limited_sideboard",
    "parse_decklist",
]

Format = Literal["constructed", "limited"]
CONSTRUCTED_MIN = 51
LIMITED_MIN = 36
SIDEBOARD_SIZE = 10

MESSAGES: Mapping[str, Mapping[str, str]] = {
    "deck_too_small": {
        "en": "The deck needs at least %(limit)d cards, the Life Base included; it has %(count)d.",
        "nl": "Het deck moet minstens %(limit)d kaarten hebben, de Life Base meegeteld; het heeft er %(count)d.",
    },
    "no_life_base": {
        "en": "The deck has no Life Base; it needs exactly one.",
        "nl": "Het deck heeft geen Life Base; er moet er precies één in.",
    },
    "several_life_bases": {
        "en": "The deck has %(count)d Life Bases; it needs exactly one.",
        "nl": "Het deck heeft %(count)d Life Bases; er moet er precies één in.",
    },
    "sideboard_size": {
        "en": "The sideboard needs exactly %(limit)d cards, or none; it has %(count)d.",
        "nl": "Het sideboard moet precies %(limit)d kaarten hebben, of geen; het heeft er %(count)d.",
    },
    "life_base_in_sideboard": {
        "en": "A Life Base may not be in the sideboard.",
        "nl": "Een Life Base mag niet in het sideboard.",
    },
    "restriction": {
        "en": "%(card)s: %(count)d of %(limit)d over deck and sideboard",
        "nl": "%(card)s: %(count)d van %(limit)d in deck en sideboard samen",
    },
    "restriction_deck": {
        "en": "%(card)s: %(count)d of %(limit)d in the deck",
        "nl": "%(card)s: %(count)d van %(limit)d in het deck",
    },
    "unknown_card": {
        "en": "%(card)s is not a card of this card pool.",
        "nl": "%(card)s is geen kaart uit deze kaartenpool.",
    },
    "bad_count": {
        "en": "%(card)s: %(count)d is not a number of copies.",
        "nl": "%(card)s: %(count)d is geen aantal kaarten.",
    },
    "not_opened": {
        "en": "%(card)s: %(count)d in the deck, but %(limit)d in the opened cards.",
        "nl": "%(card)s: %(count)d in het deck, maar %(limit)d in de geopende kaarten.",
    },
    "pool_missing": {
        "en": "Record the opened cards first: a limited deck is made from them.",
        "nl": "Leg eerst de geopende kaarten vast: een limited deck maak je daarvan.",
    },
    "sideboard_computed": {
        "en": "In limited play the sideboard is every opened card that is not in the deck; leave it out.",
        "nl": "Bij limited is het sideboard elke geopende kaart die niet in het deck zit; laat het weg.",
    },
    "banned": {
        "en": "%(card)s may not be played: it is banned on the day of the tournament.",
        "nl": "%(card)s mag niet gespeeld worden: de kaart is verboden op de dag van het toernooi.",
    },
    "wrong_act": {
        "en": "%(card)s is from act %(act)s; this tournament plays with: %(acts)s.",
        "nl": "%(card)s komt uit act %(act)s; dit toernooi speelt met: %(acts)s.",
    },
    "team_restriction": {
        "en": "%(card)s: %(count)d of %(limit)d (%(members)s)",
        "nl": "%(card)s: %(count)d van %(limit)d (%(members)s)",
    },
}
"""Texts by problem code and language; the caller adds the rule number. Placeholders are the problem's params."""


class DeckProblem(msgspec.Struct, frozen=True):
    """One broken deck rule: ``rule`` number, ``code`` (a key of :data:`MESSAGES`), values, and the card's number."""

    rule: str
    code: str
    params: dict[str, int | str]
    card: str | None = None

    def text(self, language: str = "en") -> str:
        """The sentence for a player, ending in the rule number. Falls back to English."""
        wording = MESSAGES[self.code]
        return f"{wording.get(language, wording['en']) % self.params} ({self.rule})"


def check_deck(
    deck: DeckList,
    fmt: Format,
    pool: Pool,
    *,
    opened: Mapping[str, int] | None = None,
    limits: Mapping[str, int] | None = None,
    acts: Collection[str] | None = None,
) -> list[DeckProblem]:
    """Every way in which ``deck`` breaks the rules of ``fmt``; an empty list is a legal deck.

    ``opened``: copies by card number of the products a player opened, needed in limited play (101.1b, 102.1b).
    ``limits``: copies by card number that a list of the office allows on the day, in place of the restriction on
    the card; 0 bans it. Like that restriction it is not used in limited play. ``acts``: the acts that the tournament
    plays with, as in a collector's number (307.2); None or empty allows all.
    """
    if fmt not in ("constructed", "limited"):
        raise ValueError(f"unknown format {fmt!r}")
    problems = list(_counts(deck, pool))
    if acts:
        problems += _acts(deck, pool, acts)
    problems += _life_bases(deck, pool, "101.1a" if fmt == "constructed" else "101.1b")
    if fmt == "constructed":
        problems += _constructed(deck, pool, limits or {})
    else:
        problems += _limited(deck, pool, opened)
    return problems


def limited_sideboard(deck: DeckList, opened: Mapping[str, int]) -> dict[str, int]:
    """The sideboard of a limited deck: all opened cards that are not in it (102.1b), by card number."""
    rest = {number: count - deck.main.get(number, 0) for number, count in opened.items()}
    return {number: count for number, count in rest.items() if count > 0}


def check_team(
    decks: Mapping[str, DeckList],
    pool: Pool,
    *,
    limits: Mapping[str, int] | None = None,
    sideboards: bool = True,
) -> list[DeckProblem]:
    """The team restriction: total copies of a card over the decks of one team (glossary Team Restriction).

    ``decks`` by member name, in the team's order. ``limits`` by card number override the restriction on the card.
    ``sideboards`` counts those as well (our ruling; the rules are silent).
    """
    totals: dict[str, dict[str, int]] = {}
    for member, deck in decks.items():
        zones = (deck.main, deck.sideboard) if sideboards else (deck.main,)
        for number, count in _entries(zones):
            members = totals.setdefault(number, {})
            members[member] = members.get(member, 0) + count
    problems: list[DeckProblem] = []
    for number, members in totals.items():
        card = pool.get(number)
        limit = (limits or {}).get(number, card.team_restriction if card else None)
        count = sum(members.values())
        if limit is not None and count > limit:
            shares = " ".join(f"{member}{copies}" for member, copies in members.items())
            name = _name(card, number)
            params: dict[str, int | str] = {"card": name, "count": count, "limit": limit, "members": shares}
            problems.append(DeckProblem("G.team-restriction", "team_restriction", params, number))
    return problems


# --- the single rules ------------------------------------------------------------------------------------------------


def _entries(zones: Iterable[Mapping[str, int]]) -> Iterable[tuple[str, int]]:
    for zone in zones:
        yield from zone.items()


def _counts(deck: DeckList, pool: Pool) -> Iterable[DeckProblem]:
    """Cards that are no X610Z cards of this pool (205.1), and amounts that are no amounts."""
    unknown: set[str] = set()
    for number, count in _entries((deck.main, deck.sideboard)):
        card = pool.get(number)
        if card is None and number not in unknown:
            unknown.add(number)
            yield DeckProblem("205.1", "unknown_card", {"card": number}, number)
        if count < 0:
            yield DeckProblem("205.1", "bad_count", {"card": _name(card, number), "count": count}, number)


def _life_bases(deck: DeckList, pool: Pool, rule: str) -> Iterable[DeckProblem]:
    in_main = _count_life_bases(deck.main, pool)
    if in_main == 0:
        yield DeckProblem(rule, "no_life_base", {"count": 0})
    elif in_main > 1:
        yield DeckProblem(rule, "several_life_bases", {"count": in_main})
    if _count_life_bases(deck.sideboard, pool):
        yield DeckProblem("102.1", "life_base_in_sideboard", {})


def _count_life_bases(cards: Mapping[str, int], pool: Pool) -> int:
    total = 0
    for number, count in cards.items():
        card = pool.get(number)
        if card is not None and card.is_life_base:
            total += count
    return total


def _size(deck: DeckList, rule: str, minimum: int) -> Iterable[DeckProblem]:
    if deck.size < minimum:
        yield DeckProblem(rule, "deck_too_small", {"count": deck.size, "limit": minimum})


def _acts(deck: DeckList, pool: Pool, acts: Collection[str]) -> Iterable[DeckProblem]:
    """Cards printed in no act that is played with (307.2).

    A Life Base is always in: no deck can do without (105.2a).
    """
    for number in dict.fromkeys((*deck.main, *deck.sideboard)):
        card = pool.get(number)
        if card is not None and card.acts.isdisjoint(acts) and not card.is_life_base:
            params: dict[str, int | str] = {
                "card": card.name,
                "act": ", ".join(sorted(card.acts)),
                "acts": ", ".join(sorted(acts)),
            }
            yield DeckProblem("307.2", "wrong_act", params, number)


def _constructed(deck: DeckList, pool: Pool, limits: Mapping[str, int]) -> Iterable[DeckProblem]:
    yield from _size(deck, "101.1a", CONSTRUCTED_MIN)
    side = deck.sideboard_size
    if side not in (0, SIDEBOARD_SIZE):
        yield DeckProblem("102.1a", "sideboard_size", {"count": side, "limit": SIDEBOARD_SIZE})
    for number in dict.fromkeys((*deck.main, *deck.sideboard)):
        card = pool.get(number)
        if card is None:
            continue
        limit = limits.get(number, card.restriction)
        in_side = deck.sideboard.get(number, 0)
        count = deck.main.get(number, 0) + in_side
        if limit == 0 and count > 0:
            yield DeckProblem("304.3a", "banned", {"card": card.name}, number)
            continue
        if limit is None or card.is_life_base:
            continue  # 304.3b: infinity; the number of Life Bases has a rule of its own
        if count > limit:
            params: dict[str, int | str] = {"card": card.name, "count": count, "limit": limit}
            if in_side:
                yield DeckProblem("102.1a", "restriction", params, number)
            else:
                yield DeckProblem("101.1a", "restriction_deck", params, number)


def _limited(deck: DeckList, pool: Pool, opened: Mapping[str, int] | None) -> Iterable[DeckProblem]:
    yield from _size(deck, "101.1b", LIMITED_MIN)
    if opened is None:
        yield DeckProblem("102.1b", "pool_missing", {})
        return
    for number, count in deck.main.items():
        have = opened.get(number, 0)
        if count > have:
            name = _name(pool.get(number), number)
            params: dict[str, int | str] = {"card": name, "count": count, "limit": have}
            yield DeckProblem("102.1b", "not_opened", params, number)
    typed = {number: count for number, count in deck.sideboard.items() if count}
    if typed and typed != limited_sideboard(deck, opened):
        yield DeckProblem("102.1b", "sideboard_computed", {})


def _name(card: CardRevision | None, number: str) -> str:
    return card.name if card else number
