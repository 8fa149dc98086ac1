"""The one validator of decks: registration, deck checks and replays all call it.

Every problem is reported at once, each with the number of the rule it breaks and texts for English and Dutch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import msgspec

from rules_engine.kernel.decklist import DeckList, ListProblem, ParsedDeck, format_decklist, rest_of

from .cards import CardRevision, Pool
from .decklist import parse_decklist
from .messages import CATALOGUE

__all__ = [
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


class DeckProblem(msgspec.Struct, frozen=True):
    """One broken deck rule: ``rule`` number, ``code`` (in the table "deck"), values, and the card's number."""

    rule: str
    code: str
    params: dict[str, int | str]
    card: str | None = None

    def sentence(self, language: str = "en") -> str:
        """What is wrong, without the rule. Falls back to English."""
        return CATALOGUE.table("deck", language)[self.code] % self.params

    def text(self, language: str = "en") -> str:
        """The sentence for a player, ending in the rule number. Falls back to English."""
        return f"{self.sentence(language)} ({self.rule})"


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
    return rest_of(opened, deck.main)


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
