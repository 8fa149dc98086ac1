"""Two claims of one game side by side: where they first say something different, and the lines around it."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import TypedDict

from ledger.shapes import Json
from rules_engine.kernel.told import apart

from .opened_game import LogView

AROUND = 4
_SAYS_NOTHING = ("note",)
_OWN_NUMBERS = ("n", "note", "id", "hand")


class BesideCell(TypedDict):
    """A line of a log: ``apart`` is what it says otherwise than the line beside it, ``rule`` what it breaks."""

    number: int
    text: str
    ok: bool
    apart: str
    rule: str


class BesideRow(TypedDict):
    """A line of each log; None where one has ended. ``differs``: here they part."""

    cells: list[BesideCell | None]
    differs: bool
    after: bool


def told(opened: LogView) -> list[tuple[int, Json]]:
    """The lines that say something about the game, with their steps; numbers that a file gives itself left out."""
    return [
        (number, {name: value for name, value in step.action.items() if name not in _OWN_NUMBERS})
        for number, step in enumerate(opened.cursor.steps, 1)
        if step.kind not in _SAYS_NOTHING
    ]


def first_difference(one: LogView, other: LogView) -> tuple[int, int] | None:
    """The steps at which two logs part (the one after the last where a log ends earlier); None when they agree."""
    for mine, theirs in zip_longest(told(one), told(other)):
        if mine is None or theirs is None:
            return (mine[0] if mine else one.total + 1, theirs[0] if theirs else other.total + 1)
        if mine[1] != theirs[1]:
            return mine[0], theirs[0]
    return None


def rows_beside(one: LogView, other: LogView) -> list[BesideRow]:
    """The lines before and after the first difference, side by side; empty when the logs agree."""
    parted = first_difference(one, other)
    if parted is None:
        return []
    rows: list[BesideRow] = []
    for shift in range(-AROUND, AROUND + 1):
        pair = [_cell(opened, at + shift) for opened, at in zip((one, other), parted, strict=True)]
        if shift == 0:
            _tell_apart(pair, (one, other), parted)
        if any(pair):
            rows.append({"cells": pair, "differs": shift == 0, "after": shift > 0})
    return rows


def _cell(opened: LogView, number: int) -> BesideCell | None:
    if not 1 <= number <= opened.total:
        return None
    finding = opened.cursor.steps[number - 1].finding
    rule = finding.rule.partition("#")[0] if finding is not None else ""
    return {
        "number": number,
        "text": opened.sentence(number),
        "ok": opened.ok(number),
        "apart": "",
        "rule": rule,
    }


def _tell_apart(pair: Sequence[BesideCell | None], views: Sequence[LogView], parted: tuple[int, int]) -> None:
    """Say of the two lines that differ in what they do."""
    mine, theirs = (
        view.cursor.steps[at - 1].action if at <= view.total else {}
        for view, at in zip(views, parted, strict=True)
    )
    for cell, view, said, beside in zip(pair, views, (mine, theirs), (theirs, mine), strict=True):
        if cell is not None:
            own, other = (
                {name: value for name, value in line.items() if name not in _OWN_NUMBERS}
                for line in (said, beside)
            )
            cell["apart"] = apart(own, other, view.called, view.language)
