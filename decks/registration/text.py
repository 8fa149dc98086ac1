"""Changing a pasted deck list by one card: the text stays the single source of truth."""

import re
from dataclasses import dataclass

from rules_engine.kernel.cards import name_key
from rules_engine.x610z.cards import CardRevision, Pool
from rules_engine.x610z.decklist import MAX_COPIES, parse_decklist, renamed_line

MAIN, SIDEBOARD = "main", "sideboard"
SIDES = (MAIN, SIDEBOARD)
MAX_CHARACTERS = 20_000
"""The longest list that is kept: far above any deck that can be shuffled without help (101.2)."""

# Only lines that may be headings are worth asking the parser about.
_MAYBE_HEADING = re.compile(r"^\W*(side|sb|reserve|deck|main|hoofd)", re.IGNORECASE)
_LONGEST_HEADING = 40


@dataclass
class _Line:
    """One line of the text: what it says, the side it stands on, and copies of the card wanted (0 = another line)."""

    text: str
    side: str
    count: int = 0
    prefixed: bool = False


def text_step(text: str, pool: Pool, card: CardRevision, *, side: str, step: int, name: str = "") -> str:
    """The text with ``step`` more (or fewer) copies of a card on one side.

    Only the line of that card changes; it goes when no copy is left. A card not yet in the list gets a new line
    at the end of its side, and the first sideboard card brings the heading. ``name`` is how the card is written,
    its printed name by default.
    """
    if side not in SIDES:
        raise ValueError(f"there is no side {side!r}")
    name = name or card.name
    lines = _read(text, pool, card)
    spot = next((line for line in reversed(lines) if line.count and line.side == side), None)
    if spot is None:
        return _append(lines, side, f"{step} {name}") if step > 0 else text
    spot.count = min(spot.count + step, MAX_COPIES)
    spot.text = f"SB: {spot.count} {name}" if spot.prefixed else f"{spot.count} {name}"
    return "\n".join(line.text for line in lines if line is not spot or line.count > 0)


def text_fix(text: str, *, line: int, name: str) -> str:
    """The text with another card name on one line (from 1); its copies, its side and its comment stay."""
    lines = text.splitlines()
    if 1 <= line <= len(lines):
        lines[line - 1] = renamed_line(lines[line - 1], name)
    return "\n".join(lines)


def _read(text: str, pool: Pool, card: CardRevision) -> list[_Line]:
    """Every line with its side, as the engine's parser sees it."""
    marks = {name_key(mark) for mark in (card.name, card.name_nl, *_short_numbers(card)) if mark}
    # A line that cannot be read holds no card; asking again line by line would look for near names each time.
    unread = {problem.line for problem in parse_decklist(text, pool).problems}
    side, lines = MAIN, []
    for number, raw in enumerate(text.splitlines(), 1):
        if len(raw) <= _LONGEST_HEADING and _MAYBE_HEADING.match(raw):
            side = _side_after(raw, side, pool, card)
        line = _Line(raw, side)
        key = name_key(raw)
        if number not in unread and any(mark in key for mark in marks):
            parsed = parse_decklist(raw, pool)
            line.prefixed = card.number in parsed.sideboard
            line.count = parsed.sideboard.get(card.number, 0) or parsed.main.get(card.number, 0)
            line.side = SIDEBOARD if line.prefixed else side
        lines.append(line)
    return lines


def _short_numbers(card: CardRevision) -> tuple[str, ...]:
    numbers = (card.number, *getattr(card, "printings", ()))  # a Z/X card knows no other number
    return tuple(part for number in numbers for part in (number, "/".join(number.split("/")[:2])))


def _side_after(raw: str, side: str, pool: Pool, card: CardRevision) -> str:
    """The side that a line opens if it is a heading, else the side we are on."""
    alone = parse_decklist(raw, pool)
    if alone.main or alone.sideboard or [problem.code for problem in alone.problems] != ["no_cards"]:
        return side
    return SIDEBOARD if parse_decklist(f"{raw}\n1 {card.name}", pool).sideboard else MAIN


def _append(lines: list[_Line], side: str, new: str) -> str:
    """The text with a new line behind the last card of a side."""
    texts = [line.text for line in lines]
    on_side = [index for index, line in enumerate(lines) if line.side == side and line.text.strip()]
    if side == SIDEBOARD and not on_side:
        while texts and not texts[-1].strip():
            texts.pop()
        return "\n".join([*texts, "", "Sideboard", new] if texts else ["Sideboard", new])
    end = on_side[-1] + 1 if on_side else 0
    return "\n".join([*texts[:end], new, *([""] if not on_side and texts else []), *texts[end:]])
