"""A law diff: one log by the law it was played under, and by the same law with some questions settled otherwise.

Nothing changes by it. The log is replayed twice; what the two audits say and how the game ends stand beside each other,
with the line from which the two games are no longer the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .cursor import Step
from .errors import LogError
from .games import Engine
from .report import Report
from .terms import Terms

FINGERPRINTS = {"check": "digest", "end": "sha256"}
"""What a recorder wrote of the state and of the file: neither can be the same by another law."""


class Told(Struct, frozen=True):
    """What an audit says of a log: the verdict, the line and rule of the first fault, and who won.

    ``winners`` are the names that the log's seats give; ``drawn`` without any is a draw, and neither is no result.
    """

    verdict: str
    line: int | None = None
    rule: str = ""
    code: str = ""
    winners: tuple[str, ...] = ()
    drawn: bool = False


class LawDiff(Struct, frozen=True):
    """A log by its own law and by another; ``parts`` is the first line at which the games differ, 0 if none does."""

    before: Told
    after: Told
    parts: int = 0

    @property
    def differs(self) -> bool:
        """Whether another verdict or another result comes of it."""
        return self.before != self.after


def law_diff(
    engine: Engine,
    data: bytes,
    choices: Mapping[str, str],
    *,
    pool: object = None,
    terms: Terms | None = None,
    lenient: bool = False,
) -> LawDiff:
    """Replay a log by its own law (that of ``terms``, if an event laid one down) and with ``choices`` in it.

    ``choices`` are options by the id or key of their question. Raises ``UnknownRuling`` or ``UnknownOption``, and
    :class:`LogError` if not even the header can be read.
    """
    chosen = engine.answers().chosen(choices)
    other = by_law(data, chosen)
    law = None if terms is None else replace(terms, choices={**terms.choices, **chosen})
    seats = names_of(data)
    before = told(engine.audit(data, pool=pool, terms=terms, lenient=lenient), seats)
    after = told(engine.audit(other, pool=pool, terms=law, lenient=lenient), seats)
    parts = parting(_cursor(engine, data, pool, terms), _cursor(engine, other, pool, law))
    return LawDiff(before, after, parts)


def choices_of(engine: Engine, said: Iterable[str]) -> dict[str, str]:
    """``question=option`` as a choice by id. Raises ``UnknownRuling`` or ``UnknownOption``."""
    return engine.answers().chosen(dict(one.partition("=")[::2] for one in said))


def by_law(data: bytes, choices: Mapping[str, str]) -> bytes:
    """The log as it would have been written under other choices, without fingerprints of what came of the first.

    Lines that are no JSON stay as they are: the audit names them.
    """
    return b"".join(_other(line, choices) for line in data.splitlines(keepends=True))


def _other(line: bytes, choices: Mapping[str, str]) -> bytes:
    if not any(kind in line for kind in (b'"header"', b'"check"', b'"end"')):
        return line
    try:
        said = msgspec.json.decode(line)
    except msgspec.DecodeError:
        return line
    kind = said.get("kind") if isinstance(said, dict) else None
    if kind == "header" and isinstance(said.get("choices", {}), dict):
        said["choices"] = {**said.get("choices", {}), **choices}
    elif kind in FINGERPRINTS:
        said.pop(FINGERPRINTS[kind], None)
    else:
        return line
    return msgspec.json.encode(said) + b"\n"


def names_of(data: bytes) -> dict[int, str]:
    """Who sits where, as the log calls them; the number of the seat where it does not say."""
    found: dict[int, str] = {}
    for line in data.splitlines():
        if b'"seat"' not in line or b'"player"' not in line:
            continue
        try:
            said = msgspec.json.decode(line)
        except msgspec.DecodeError:
            continue
        if isinstance(said, dict) and said.get("kind") == "seat" and isinstance(said.get("seat"), int):
            found[said["seat"]] = str(said["player"])
    return found


def told(report: Report, seats: Mapping[int, str]) -> Told:
    """A report in the few words that are compared."""
    finding, result = report.finding, report.result
    winners = tuple(seats.get(seat, str(seat)) for seat in result.winners) if result else ()
    return Told(
        report.verdict,
        finding.line if finding else None,
        finding.rule if finding else "",
        finding.code if finding else "",
        winners,
        bool(result and result.draw),
    )


class Walk(Protocol):
    """What the comparison needs of a game's cursor."""

    steps: Sequence[Step]

    def seek(self, position: int) -> None:
        """Go to a position."""

    def view(self, viewer: str) -> object:
        """The table as somebody sees it."""


def _cursor(engine: Engine, data: bytes, pool: object, terms: Terms | None) -> Walk:
    return cast("Walk", engine.cursor(data, pool=pool, terms=terms))


def parting(one: Walk, two: Walk) -> int:
    """The first line after which the table is another, or that only one of two cursors takes; 0 if none."""
    for place, (mine, other) in enumerate(zip(one.steps, two.steps, strict=False), 1):
        if mine.ok != other.ok:
            return int(mine.line)
        one.seek(place)
        two.seek(place)
        if _table(one) != _table(two):
            return int(mine.line)
    longer = one.steps if len(one.steps) > len(two.steps) else two.steps
    shorter = min(len(one.steps), len(two.steps))
    return int(longer[shorter].line) if len(longer) > shorter else 0


def _table(cursor: Walk) -> object:
    """What lies on the table; None before there is one."""
    try:
        return cursor.view("judge")
    except (LookupError, LogError):
        return None
