"""Answering a puzzle: once, and the answer stays."""

from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError

from .making import chapter, puzzle_of
from .models import PuzzleAnswer


class Answered(TypedDict):
    """Whether the reader found the illegal move."""

    right: bool


@command("puzzle.answer")
def puzzle_answer(cmd: Command, *, number: int, line: int, section: str) -> Answered:
    """Say which step of a puzzle breaks a rule, and of which chapter; a second answer changes nothing."""
    try:
        puzzle = puzzle_of(number)
    except LookupError:
        raise UserError("no_puzzle", _("There is no such puzzle.")) from None
    if not puzzle.first <= line <= puzzle.last:
        raise UserError("no_step", _("Choose one of the steps."), field="line")
    wanted = chapter(puzzle.section or puzzle.rule)
    right_line = line == puzzle.line
    found, made = PuzzleAnswer.objects.get_or_create(
        user=cmd.actor.user,
        puzzle=number,
        defaults={
            "line": line,
            "answered_section": section[:12],
            "section": wanted,
            "right_line": right_line,
            "right": right_line and section == wanted,
            "at": cmd.at,
        },
    )
    cmd.record(puzzle=number, right=found.right, new=made)
    return {"right": found.right}
