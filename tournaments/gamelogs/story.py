"""A log told as a story: what every step did, turn by turn, with the quiet steps folded and the marks of a time line.

Made from an opened log; knows no page and asks no database.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ledger.shapes import Json
from rules_engine.kernel import told
from rules_engine.kernel.cursor import TOLD, Step
from rules_engine.kernel.games import Words

DRAW, ATTACK, DAMAGE, FINDING = "draw", "attack", "damage", "finding"
MARKS = (ATTACK, DRAW, FINDING)
"""What one can jump to."""


@dataclass(frozen=True)
class Line:
    """One step: what it was, what followed from it, whether it can be folded, what the time line marks."""

    number: int
    text: str
    ok: bool
    told: tuple[str, ...] = ()
    quiet: bool = False
    marks: frozenset[str] = frozenset()
    icon: str = "info"


@dataclass(frozen=True)
class Group:
    """Steps that follow each other; quiet ones are folded."""

    quiet: bool
    lines: tuple[Line, ...]


@dataclass
class Turn:
    """One turn with its steps; number 0 is what came before the game."""

    number: int
    name: str
    seat: int
    lines: list[Line] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The first step of the turn."""
        return self.lines[0].number

    @property
    def groups(self) -> list[Group]:
        """The steps in order, quiet ones that follow each other together."""
        found: list[list[Line]] = []
        for line in self.lines:
            if found and found[-1][-1].quiet and line.quiet:
                found[-1].append(line)
            else:
                found.append([line])
        return [Group(lines[0].quiet and len(lines) > 1, tuple(lines)) for lines in found]

    @property
    def marks(self) -> frozenset[str]:
        """Everything that the time line marks in this turn."""
        return frozenset(mark for line in self.lines for mark in line.marks)


def tell(opened: Any) -> list[Turn]:
    """The turns of an opened log (:class:`~.opened_game.LogView`), which puts what followed from a step into words."""
    words, turns = opened.game.words, [Turn(0, "", -1)]
    for number in range(1, opened.total + 1):
        step = opened.cursor.steps[number - 1]
        events = [event for event in opened.cursor.events(number) if _is_whole(event)]
        if turns[-1].number == 0 and _begins(words, step):
            turns.append(Turn(1, opened.seat_name(step.seat), step.seat))
        begun = [one for one in events if one["event"] == "turn" and one["turn"] != turns[-1].number]
        following = [Turn(one["turn"], opened.seat_name(one["seat"]), one["seat"]) for one in begun[-1:]]
        if not _tells_more(words, step):
            turns, following = turns + following, []
        turns[-1].lines.append(_line(opened, number, events))
        turns += following
    return [turn for turn in turns if turn.lines]


def _begins(words: Words, step: Step) -> bool:
    """Whether a game begins with a step: with ``begin``, and where a game has no such action with the first one."""
    return step.kind == "act" and (step.action.get("do") == "begin" or "begin" not in words.loud)


def _is_whole(event: Json) -> bool:
    """Whether an event says what its words need; a game may call by one of them what nobody here can tell."""
    return all(name in event for name in TOLD.get(event["event"], ()))


def _tells_more(words: Words, step: Step) -> bool:
    """Whether a step that brings the next turn tells more than that: then it is the last of the turn that it ends."""
    return step.action.get("do", "") in words.loud


def _line(opened: Any, number: int, events: Sequence[Json]) -> Line:
    step, words = opened.cursor.steps[number - 1], opened.game.words
    do = step.action.get("do", "")
    actor = next((event["seat"] for event in events if event["event"] == "resolve"), step.seat)
    said = opened.consequences(list(events), lambda oid: opened.label(oid, actor))
    text = opened.sentence(number)
    begun = next((event for event in events if event["event"] == "turn"), None)
    if begun is not None and not _tells_more(words, step):
        text = told.turn(opened.seat_name(begun["seat"]), opened.language)
    elif do == "resolve" and said and step.ok:
        text, said = said[0], said[1:]
    marks = set()
    if not step.ok:
        marks.add(FINDING)
    if do in words.attacks:
        marks.add(ATTACK)
    marks |= {event["event"] for event in events} & {DRAW, DAMAGE}
    loud = not step.ok or _tells_more(words, step) or _is_loud(step, events)
    only_draws = begun is not None and all(
        event["event"] in ("turn", "zone", "draw", "followed") for event in events
    )
    silent = do == "resolve" and not events
    return Line(
        number=number,
        text=text,
        ok=bool(step.ok),
        told=tuple(said),
        quiet=not loud and (only_draws or silent or (not said and do != "resolve")),
        marks=frozenset(marks),
        icon=words.icons.get(do, "circle") if step.ok else "stop",
    )


def _is_loud(step: Step, events: Sequence[Json]) -> bool:
    """Whether a step is never folded, in whatever game."""
    if step.action.get("do") == "activate":
        # A crystal that is turned for its energy is part of paying: it tells nothing by itself.
        return all(event["event"] != "crystal" for event in events)
    return step.kind in ("judge", "agree", "end")
