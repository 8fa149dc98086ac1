"""What an editor of a typed list shares, no matter whose list it is: the buttons, the check, the found cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decks.cards.faces import card_face, card_name
from decks.cards.pools import USUAL, card_pool, game_of_pool
from decks.cards.printed import plain_face, reader
from decks.cards.query import MAX_LENGTH
from decks.cards.selectors import pictures_by_number
from decks.registration.check import DeckReport, deck_report, parsed_list
from decks.registration.lists import energy_balance, grouped, list_text
from decks.registration.plots import deck_charts
from decks.registration.text import MAX_CHARACTERS, SIDES, text_fix, text_step
from ledger.errors import Problem
from ledger.shapes import Context
from rules_engine.games import game_of
from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.decks import Decks, Holds, ReadyDeck

from .check_settings import Against, today
from .finding import find_cards

FOUND_SHOWN = 12


@dataclass(frozen=True)
class Unread:
    """A line that says nothing to us: its number, the sentence for it, and what was perhaps meant."""

    line: int
    message: str
    suggestions: tuple[str, ...]


@dataclass(frozen=True)
class Checked:
    """A list with what the rules say: the report, the lines not read, and the rules broken."""

    report: DeckReport
    unread: tuple[Unread, ...]
    broken: tuple[Problem, ...]


def checked_list(
    text: str, *, pool_key: str, play: str, language: str, against: Against | None = None
) -> Checked:
    """Check a list outside any tournament, against the default list of today unless told otherwise; any text will do.

    In limited play all cards of the list count as opened, for nobody has registered a pool (101.1b, 102.1b).
    """
    game = game_of_pool(pool_key)
    parsed = parsed_list(text, card_pool(game, pool_key), game)
    opened = None
    if play == "limited":
        numbers = dict.fromkeys((*parsed.main, *parsed.sideboard))
        opened = {number: parsed.main.get(number, 0) + parsed.sideboard.get(number, 0) for number in numbers}
    against = against or today()
    report = deck_report(
        text,
        pool_key=pool_key,
        play=play,
        opened=opened,
        limits=against.limits(play, game),
        acts=against.acts,
        game=game,
    )
    return split_report(report, text, language, game)


def split_report(report: DeckReport, text: str, language: str, game: str = USUAL) -> Checked:
    """A report of a list with the lines that say nothing apart from the rules broken."""
    problems = parsed_list(text, report.pool, game).problems
    unread = tuple(Unread(item.line, item.text(language), item.suggestions) for item in problems)
    return Checked(report, unread, report.problems[len(unread) :])


def check_context(
    checked: Checked,
    text: str,
    language: str,
    *,
    game: str = USUAL,
    legal: str = "",
    rulings: Mapping[str, str] | None = None,
) -> Context:
    """The context of ``lists/check.html``; ``legal`` says of a legal list what can be done with it.

    ``rulings`` are those that the event of the list chose; None outside of events.
    """
    report, asked = checked.report, game_of(game)
    balance = energy_balance(report.pool, report.main, game)
    sizes = [
        *((_(one.label), _copies(report, one.holds)) for one in asked.pools.counted),
        *([(_(asked.decks.beside), report.sideboard_count)] if asked.decks.beside else []),
    ]
    return {
        "decks": asked.decks,
        "most": MAX_CHARACTERS,
        "report": report,
        "sizes": sizes,
        "judged": judged_cards(report, asked.decks, language, rulings),
        "unread": checked.unread,
        "broken": checked.broken,
        "verdict": _verdict(report, text, legal or _("Legal")),
        "empty": not text.strip(),
        "groups": grouped(report.pool, report.main, report.sideboard, language, game),
        "charts": deck_charts(report.pool, report.main, game),
        "resources": asked.pools.resources,
        "balance": balance,
        "balance_top": max((max(row.costs, row.crystals) for row in balance), default=0) or 1,
    }


def judged_cards(
    report: DeckReport, decks: Decks, language: str, rulings: Mapping[str, str] | None = None
) -> list[str]:
    """The names of the cards of a list that a game leaves to a judge: in every event, or in one with these rulings."""
    cards = [report.pool.get(number) for number in (*report.main, *report.sideboard)]
    judged = decks.judged
    return sorted(
        {card_name(card, language) for card in cards if card is not None and judged and judged(card, rulings)}
    )


def _copies(report: DeckReport, holds: Holds) -> int:
    return sum(count for number, count in report.main.items() if holds(report.pool[number]))


def _verdict(report: DeckReport, text: str, legal: str) -> str:
    """The result of the check in a few words."""
    if not text.strip():
        return _("Nothing in the list yet")
    if report.legal:
        return legal
    count = len(report.problems)
    return ngettext("%(count)s problem to fix", "%(count)s problems to fix", count) % {"count": count}


def found_context(pool: CardPool[Any], query: str, language: str, game: str = USUAL) -> Context:
    """The context of ``lists/found.html``: the first cards that fit, and what of the query could not be read."""
    found = find_cards(pool, query, game)
    return {
        "pools": game_of(game).pools,
        "decks": game_of(game).decks,
        "found": _found_faces(game, found.cards[:FOUND_SHOWN], language),
        "found_more": max(0, len(found.cards) - FOUND_SHOWN),
        "found_errors": found.errors,
        "query_length": MAX_LENGTH,
    }


def _found_faces(game: str, cards: Sequence[Any], language: str) -> list[Context]:
    """The cards as ``lists/found.html`` has them; ``parts`` are those of a deck that they may be in."""
    pools = game_of(game).pools
    pictures = pictures_by_number(game, [card.number for card in cards]) if cards else {}
    faces = (
        card_face(card, language, picture=pictures.get(card.number))
        if pools.in_catalogue
        else plain_face(pools, card, language, picture=pictures.get(card.number))
        | {"text": " · ".join(pools.notes(card, reader(language)))}
        for card in cards
    )
    return [
        {**face, "key": card.number, "parts": pools.parts(card)}
        for card, face in zip(cards, faces, strict=True)
    ]


def ready_names(pool: CardPool[Any], text: str, language: str, game: str = USUAL) -> list[str]:
    """Names of the decks to start from, only while the list is empty."""
    if text.strip():
        return []
    return [deck.name_nl if language == "nl" else deck.name for deck in _ready(pool, game)]


def pressed(
    text: str,
    pool: CardPool[Any],
    language: str,
    *,
    step: str = "",
    ready: str = "",
    fix: str = "",
    game: str = USUAL,
) -> str:
    """The list after a button was pressed; a button nobody made changes nothing.

    ``step`` is "side:+1:number" or "side:-1:number"; ``ready`` the place of a ready-made deck; ``fix`` is
    "line:number of the suggestion" for a line that could not be read.
    """
    if ready and not text.strip():
        return _ready_text(pool, ready, language, game) or text
    if fix:
        return _fixed(text, pool, fix, game)
    side, _colon, rest = step.partition(":")
    amount, _colon, number = rest.partition(":")
    if side not in SIDES or amount not in ("+1", "-1") or number not in pool:
        return text
    card = pool[number]
    return text_step(text, pool, card, side=side, step=int(amount), name=card_name(card, language), game=game)


def _ready(pool: CardPool[Any], game: str) -> Sequence[ReadyDeck]:
    return game_of(game).pools.ready(pool)


def _ready_text(pool: CardPool[Any], ready: str, language: str, game: str) -> str:
    decks = _ready(pool, game)
    if ready not in map(str, range(len(decks))):
        return ""
    deck = decks[int(ready)].deck
    return list_text(pool, deck.main, deck.sideboard, language, game)


def _fixed(text: str, pool: CardPool[Any], fix: str, game: str) -> str:
    """Only a suggestion the check itself makes for that line is taken."""
    line, _colon, place = fix.partition(":")
    for problem in parsed_list(text, pool, game).problems:
        if line == str(problem.line) and place in map(str, range(len(problem.suggestions))):
            return text_fix(text, line=problem.line, name=problem.suggestions[int(place)])
    return text
