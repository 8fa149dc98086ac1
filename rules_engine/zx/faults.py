"""The ways in which one line of a game of Z/X can be wrong; see :mod:`rules_engine.kernel.faults`."""

from rules_engine.kernel.faults import MOVED, Change, Fault, Row, another_card, plant
from rules_engine.kernel.stream import Stream

from .log import codec
from .squares import NAMES

__all__ = ["KINDS", "Fault", "inject_fault"]


def inject_fault(log: bytes, seed: int, kind: str) -> Fault | None:
    """The log with one fault in an action line (``kind`` is one of :data:`KINDS`); None if the draw does not fit."""
    return plant(log, Stream(f"zx-fault/{seed}"), kind, codec=codec, changes=_CHANGES)


def _seat(_stream: Stream, row: Row, _rows: list[Row]) -> Row:
    return {**row, "seat": 1 - row["seat"]}


def _square(stream: Stream, row: Row, _rows: list[Row]) -> Row:
    return {**row, "square": stream.pick(NAMES)}


def _pay(_stream: Stream, row: Row, _rows: list[Row]) -> Row:
    return {**row, "pay": row["pay"][:-1]}


def _answers(stream: Stream, row: Row, _rows: list[Row]) -> Row | None:
    """Another answer: the opposite, another place, or the same choice left out."""
    answers = list(row["answers"])
    place = stream.below(len(answers))
    answer = answers[place]
    if isinstance(answer, bool):
        answers[place] = not answer
    elif isinstance(answer, int):
        answers[place] = answer % 4 + 1
    else:
        del answers[place]
    return {**row, "answers": answers}


_CHANGES: dict[str, Change] = {
    "seat": _seat,
    "card": another_card,
    "square": _square,
    "pay": _pay,
    "answers": _answers,
}
KINDS = (*MOVED, *_CHANGES)
