"""Changing a pasted deck list by one card: the text stays the single source of truth."""

from collections.abc import Sequence

import msgspec

from decks.cards.pools import USUAL
from rules_engine.games import game_of
from rules_engine.kernel.cards import ListCard, ListPool
from rules_engine.kernel.decklist import BESIDE, MAIN, MAX_COPIES, ReadLine, read_lines, renamed_line

SIDEBOARD = BESIDE
SIDES = (MAIN, SIDEBOARD)
MAX_CHARACTERS = 20_000
"""The longest list that is kept: far above any deck that can be shuffled without help (101.2)."""


def text_step(
    text: str,
    pool: ListPool,
    card: ListCard,
    *,
    side: str,
    step: int,
    name: str = "",
    game: str = USUAL,
) -> str:
    """The text with ``step`` more (or fewer) copies of a card on one side.

    Only the line of that card changes; it goes when no copy is left. A card not yet in the list gets a new line
    at the end of its side, and the first card beside the deck brings the heading. ``name`` is how the card is written,
    its printed name by default.
    """
    if side not in SIDES:
        raise ValueError(f"there is no side {side!r}")
    name = name or card.name
    headings = game_of(game).decks.headings
    lines = list(read_lines(text, pool, headings))
    places = [at for at, line in enumerate(lines) if line.number == card.number and line.part == side]
    if not places:
        return _append(lines, side, f"{step} {name}", headings.side) if step > 0 else text
    line = lines.pop(places[-1])
    count = min(line.count + step, MAX_COPIES)
    if count > 0:
        written = f"SB: {count} {name}" if line.prefixed else f"{count} {name}"
        lines.insert(places[-1], msgspec.structs.replace(line, text=written))
    return "\n".join(one.text for one in lines)


def text_fix(text: str, *, line: int, name: str) -> str:
    """The text with another card name on one line (from 1); its copies, its side and its comment stay."""
    lines = text.splitlines()
    if 1 <= line <= len(lines):
        lines[line - 1] = renamed_line(lines[line - 1], name)
    return "\n".join(lines)


def _append(lines: Sequence[ReadLine], side: str, new: str, heading: str) -> str:
    """The text with a new line behind the last card of a side."""
    texts = [line.text for line in lines]
    on_side = [index for index, line in enumerate(lines) if line.part == side and line.text.strip()]
    if side == SIDEBOARD and not on_side:
        while texts and not texts[-1].strip():
            texts.pop()
        return "\n".join([*texts, "", heading, new] if texts else [heading, new])
    if on_side and lines[on_side[-1]].prefixed:  # there is no heading that would say it of the new line
        new = f"SB: {new}"
    end = on_side[-1] + 1 if on_side else 0
    return "\n".join([*texts[:end], new, *([""] if not on_side and texts else []), *texts[end:]])
