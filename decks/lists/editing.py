"""What an editor of a typed list shares, whoever's list it is: the buttons, the check, the found cards."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decks.cards.faces import card_face, card_name
from decks.cards.pools import pool_for
from decks.cards.query import MAX_LENGTH
from decks.cards.selectors import pictures_by_number, ready_made
from decks.registration.check import DeckReport, deck_report
from decks.registration.games import ZX, groups_of
from decks.registration.lists import energy_balance, list_text
from decks.registration.plots import deck_charts
from decks.registration.text import MAX_CHARACTERS, SIDES, text_fix, text_step
from ledger.errors import Problem
from ledger.shapes import Context
from rules_engine.x610z.cards import Pool
from rules_engine.x610z.decklist import parse_decklist

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
    parsed = parse_decklist(text, pool_for(pool_key))
    opened = None
    if play == "limited":
        numbers = dict.fromkeys((*parsed.main, *parsed.sideboard))
        opened = {number: parsed.main.get(number, 0) + parsed.sideboard.get(number, 0) for number in numbers}
    against = against or today()
    report = deck_report(
        text, pool_key=pool_key, play=play, opened=opened, limits=against.limits(play), acts=against.acts
    )
    return split_report(report, text, language)


def split_report(report: DeckReport, text: str, language: str, game: str = "x610z") -> Checked:
    """A report of a list with the lines that say nothing apart from the rules broken.

    A Z/X list is read in another way; there the lines stay among the rest, without buttons to mend them.
    """
    if game == ZX:
        return Checked(report, (), report.problems)
    problems = parse_decklist(text, report.pool).problems
    unread = tuple(Unread(item.line, item.text(language), item.suggestions) for item in problems)
    return Checked(report, unread, report.problems[len(unread) :])


def check_context(
    checked: Checked, text: str, language: str, *, game: str = "x610z", legal: str = ""
) -> Context:
    """The context of ``lists/check.html``; ``legal`` says of a legal list what can be done with it."""
    report = checked.report
    balance = energy_balance(report.pool, report.main) if game != ZX else []
    return {
        "zx": game == ZX,
        "most": MAX_CHARACTERS,
        "report": report,
        "unread": checked.unread,
        "broken": checked.broken,
        "verdict": _verdict(report, text, legal or _("Legal")),
        "empty": not text.strip(),
        "groups": groups_of(game, report.pool, report.main, report.sideboard, language),
        "charts": deck_charts(report.pool, report.main, elements=game != ZX),
        "balance": balance,
        "balance_top": max((max(row.costs, row.crystals) for row in balance), default=0) or 1,
    }


def _verdict(report: DeckReport, text: str, legal: str) -> str:
    """The result of the check in a few words."""
    if not text.strip():
        return _("Nothing in the list yet")
    if report.legal:
        return legal
    count = len(report.problems)
    return ngettext("%(count)s problem to fix", "%(count)s problems to fix", count) % {"count": count}


def found_context(pool: Pool, query: str, language: str) -> Context:
    """The context of ``lists/found.html``: the first cards that fit, and what of the query could not be read."""
    found = find_cards(pool, query)
    first = found.cards[:FOUND_SHOWN]
    pictures = pictures_by_number([card.number for card in first]) if first else {}
    cards = [
        {**card_face(card, language, picture=pictures.get(card.number)), "key": card.number} for card in first
    ]
    return {
        "found": cards,
        "found_more": max(0, len(found.cards) - FOUND_SHOWN),
        "found_errors": found.errors,
        "query_length": MAX_LENGTH,
    }


def ready_names(pool: Pool, text: str, language: str) -> list[str]:
    """Names of the decks to start from, only while the list is empty."""
    if text.strip():
        return []
    return [deck.name_nl if language == "nl" else deck.name for deck in ready_made(pool)]


def pressed(text: str, pool: Pool, language: str, *, step: str = "", ready: str = "", fix: str = "") -> str:
    """The list after a button was pressed; a button nobody made changes nothing.

    ``step`` is "side:+1:number" or "side:-1:number"; ``ready`` the place of a ready-made deck; ``fix`` is
    "line:number of the suggestion" for a line that could not be read.
    """
    if ready and not text.strip():
        return _ready_text(pool, ready, language) or text
    if fix:
        return _fixed(text, pool, fix)
    side, _colon, rest = step.partition(":")
    amount, _colon, number = rest.partition(":")
    if side not in SIDES or amount not in ("+1", "-1") or number not in pool:
        return text
    name = card_name(pool[number], language)
    return text_step(text, pool, pool[number], side=side, step=int(amount), name=name)


def _ready_text(pool: Pool, ready: str, language: str) -> str:
    decks = ready_made(pool)
    if ready not in map(str, range(len(decks))):
        return ""
    deck = decks[int(ready)].deck
    return list_text(pool, deck.main, deck.sideboard, language)


def _fixed(text: str, pool: Pool, fix: str) -> str:
    """Only a suggestion the check itself makes for that line is taken."""
    line, _colon, place = fix.partition(":")
    for problem in parse_decklist(text, pool).problems:
        if line == str(problem.line) and place in map(str, range(len(problem.suggestions))):
            return text_fix(text, line=problem.line, name=problem.suggestions[int(place)])
    return text
