"""Find the illegal move: some steps out of a generated game, one of them changed so that it breaks a rule.

A puzzle follows from its number alone; the same number is the same puzzle everywhere, as long as the engine stays.
"""

import json

from msgspec import Struct

from rules_engine.kernel.stream import Stream
from rules_engine.rulebook import UnknownRule, rule
from rules_engine.x610z.audit import audit
from rules_engine.x610z.cards import Pool

from .faults import Fault, inject_fault
from .random_games import random_game

FEWEST, MOST = 10, 25
KINDS = ("path", "card", "target", "pay", "seat")
"""Faults that can be seen in the words of a step, and that leave every line at its place."""
PLAYERS = ("E1", "E2")
"""What the players are called in the log: keys, as in any other, which a page puts into names."""
_ACTIONS = 160
_TRIES = 40


class NoPuzzle(Exception):
    """No puzzle follows from this number."""


class Puzzle(Struct, frozen=True):
    """Steps ``first`` to ``last`` of a game, of which the one on ``line`` breaks ``rule``.

    ``clean`` is the game as it was played and ``faulty`` the same with one line changed, lines numbered alike.
    ``section`` is that of the rule in the rule book, for the score.
    """

    number: int
    first: int
    last: int
    line: int
    rule: str
    section: str
    clean: bytes
    faulty: bytes


def make_puzzle(number: int, pool: Pool) -> Puzzle:
    """The puzzle of that number. Raises :class:`NoPuzzle`, which does not happen for the packaged cards."""
    stream = Stream(f"puzzle/{number}")
    for attempt in range(_TRIES):
        clean = random_game(f"{number}/{attempt}", 2, pool=pool, max_actions=_ACTIONS, players=PLAYERS)
        fault = inject_fault(clean, stream.below(1 << 30), KINDS[(number + attempt) % len(KINDS)])
        found = _puzzle(number, clean, fault, stream, pool) if fault is not None else None
        if found is not None:
            return found
    raise NoPuzzle(str(number))


def _puzzle(number: int, clean: bytes, fault: Fault, stream: Stream, pool: Pool) -> Puzzle | None:
    """The puzzle of a planted fault; None when it breaks no rule, or another line is the first to do so."""
    report = audit(fault.data, pool=pool)
    finding = report.finding
    if report.verdict != "violation" or finding is None or finding.line != fault.line:
        return None
    try:
        known = rule(finding.rule)
    except UnknownRule:
        return None
    kinds = [json.loads(line)["kind"] for line in clean.splitlines()]
    begin = kinds.index("act") + 1
    total = len(kinds) - 1  # the line of the end says too much
    length = FEWEST + stream.below(MOST - FEWEST + 1)
    # Neither always in the middle nor at the end: some steps before it, wherever the rest falls.
    before = min(stream.below(length - 3) + 3, fault.line - begin - 1)
    first = fault.line - before
    last = min(first + length - 1, total)
    if before < 3 or last - first + 1 < FEWEST:
        return None
    return Puzzle(number, first, last, fault.line, finding.rule, known.section, clean, fault.data)
