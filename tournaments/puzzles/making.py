"""A puzzle as a page shows it: the position before it, its steps in words, and after an answer what was wrong."""

from dataclasses import replace

import msgspec
from django.core.cache import cache
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.cards.pools import pool_for
from ledger.shapes import Context
from rules_engine.rulebook import headings
from rules_engine.x610z.model import SEMANTICS
from rules_engine.x610z.puzzles import PLAYERS, Puzzle, make_puzzle
from tournaments.gamelogs.opened_game import LogView, open_game
from tournaments.gamelogs.replay import Source

POOL = "demo"
NAMES = dict(zip(PLAYERS, ("Anna", "Bram"), strict=True))
LARGEST = 99_999
"""The highest number of a puzzle."""
_DAY = 24 * 3600


def puzzle_of(number: int) -> Puzzle:
    """The puzzle of that number, made once a day on each server. Raises ``LookupError`` for a number out of range."""
    if not 1 <= number <= LARGEST:
        raise LookupError(number)
    pool = pool_for(POOL)
    key = f"puzzle:{SEMANTICS}:{pool.sha256[:16]}:{number}"
    kept = cache.get(key)
    if kept is not None:
        return msgspec.json.decode(kept, type=Puzzle)
    made = make_puzzle(number, pool)
    cache.set(key, msgspec.json.encode(made), _DAY)
    return made


def opened(puzzle: Puzzle, *, faulty: bool) -> LogView:
    """The game of a puzzle, as it was played or with its fault; its players have names of our own."""
    source = Source(puzzle.clean, pool_for(POOL), None, NAMES)
    return open_game(replace(source, data=puzzle.faulty) if faulty else source)


def steps_of(puzzle: Puzzle) -> list[Context]:
    """The steps of a puzzle in words, with what was paid: alike for all, so that nothing shows which one is wrong."""
    clean, faulty = opened(puzzle, faulty=False), opened(puzzle, faulty=True)
    found = []
    for number in range(puzzle.first, puzzle.last + 1):
        game = faulty if number == puzzle.line else clean
        found.append({"number": number - puzzle.first + 1, "line": number, "text": _told(game, number)})
    return found


def _told(game: LogView, number: int) -> str:
    """A step in words; of an announcement also what it is paid with."""
    action = game.cursor.steps[number - 1].action
    said = game.sentence(number)
    paid = [game.label(name, action.get("seat")) for name in action.get("crystals") or ()]
    paid += [f"{amount} {kind}" for kind, amount in (action.get("pay") or {}).items() if amount]
    return _("%(step)s, paid with %(paid)s") % {"step": said, "paid": ", ".join(paid)} if paid else said


def start_of(puzzle: Puzzle) -> Context:
    """The position before the first step: board, and both hands, as a judge at the table would see them."""
    game = opened(puzzle, faulty=False)
    view = game.view(puzzle.first - 1)
    return {
        "view": view | {"last": None},
        "board": game.cursor.board,
        "state": game.state(puzzle.first - 1),
        "seats_template": game.seats_template,
    }


def solution_of(puzzle: Puzzle) -> Context:
    """What was wrong: the step, the rule and why, the board before it, and what was played really."""
    faulty, clean = opened(puzzle, faulty=True), opened(puzzle, faulty=False)
    finding = faulty.cursor.finding
    text = faulty.why(finding.code, finding.params, finding.seat) if finding is not None else ""
    return {
        "number": puzzle.line - puzzle.first + 1,
        "rule": puzzle.rule,
        "text": text,
        "played": _told(clean, puzzle.line),
        "view": faulty.view(puzzle.line),
        "board": faulty.cursor.board,
    }


def sections() -> list[tuple[str, str]]:
    """The chapters of the rules that can be named in an answer, by number, in the reader's language."""
    dutch = get_language() == "nl"
    found = sorted((key, one) for key, one in headings().items() if key.isdigit() and len(key) == 3)
    return [(key, f"{key} {one.title_nl if dutch else one.title}") for key, one in found]


def chapter(section: str) -> str:
    """The chapter of a section or rule: "204.3" stands in "204"."""
    return section.partition(".")[0][:3]
