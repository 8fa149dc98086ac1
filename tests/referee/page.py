"""A card while it is read: energy, declared targets, and what its words have named so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rules_engine.x610z import nodes as n

CLASSES = ("Dragon", "Beast", "Vessel", "Berserker", "Army")
"""402.2, and the two of the demonstration cards' second act."""
ELEMENTS = ("Ember", "Gale", "Stone", "Tide")
COLOURS = {"Mystic": "mystic", "Boost": "boost", "Robiumm": "robiumm", "Colorless": "colorless"}
LETTERS = {"M": "mystic", "B": "boost", "R": "robiumm", "C": "colorless"}
STATS = {"Attack Power": "attack", "Defense": "defense", "Speed": "speed", "Range": "range"}
NOTHING = n.Seq(())


class Unread(Exception):
    """Words that this reader does not know."""


def energy(text: str) -> n.Energy:
    """ "M1 C2" (204.2b). Raises :class:`Unread` for anything else."""
    points: dict[str, int] = {}
    for word in text.split():
        if not re.fullmatch(r"[MBRC]\d+", word):
            raise Unread(text)
        points[LETTERS[word[0]]] = points.get(LETTERS[word[0]], 0) + int(word[1:])
    return n.Energy(**points)


class Page:
    """One card while it is read: its declared targets, and what has been named so far ("that summon")."""

    def __init__(self, permanent: bool) -> None:
        self.permanent = permanent
        self.casting: list[n.Target] = []
        self.slots = self.casting
        self.named: list[tuple[n.Select, Any]] = []
        self.option: int | None = None
        self.extra = False
        self.measured = False
        self.several: Any = None
        self.acting: Any = n.You()

    def target(self, select: n.Select) -> Any:
        """200.3: another target to declare; what a permanent was cast on is its host (207.5a)."""
        first = not self.slots
        self.slots.append(n.Target(select, self.option, self.extra))
        keeps = self.slots is self.casting and self.permanent and first
        return self.name_it(select, n.Host() if keeps else n.Slot(len(self.slots) - 1))

    def targets(self, count: int, select: n.Select) -> Any:
        """208.1: "up to 2 target summons", of which fewer may be declared; there is one such number at a time."""
        if (
            any(
                one.optional and (None in (one.option, self.option) or one.option == self.option)
                for one in self.slots
            )
            or self.extra
            or not count
            or select.kind == "action"
            or (self.slots is self.casting and self.permanent)
        ):
            raise Unread("up to")
        ref = n.Slots(len(self.slots), count)
        self.slots += [n.Target(select, self.option, optional=True)] * count
        self.several = (select.kind, ref)
        return ref

    def name_it(self, select: n.Select, ref: Any) -> Any:
        """Remember what was named, so that "that summon" finds it."""
        self.named.append((select, ref))
        return ref

    def that(self, wanted: n.Select) -> Any:
        """ "that summon", "that Dragon", "that player": the one of its kind that was named last."""
        for select, ref in reversed(self.named):
            same = select.kind == wanted.kind or {select.kind, wanted.kind} <= {"permanent", "effect"}
            if same and set(wanted.classes) <= set(select.classes):
                return ref
        for select, ref in reversed(self.named):
            if wanted.kind == select.kind or (wanted.kind != "player" and select.kind != "player"):
                return ref
        raise Unread("nothing was named before")

    def it(self) -> Any:
        """ "its controller": of the object named last; a player stands for himself."""
        things = [ref for select, ref in self.named if select.kind != "player"]
        if things or self.named:
            return (things or [self.named[-1][1]])[-1]
        return n.This()

    @contextmanager
    def part(self) -> Iterator[list[n.Target]]:
        """An ability: targets of its own; of what was named before only what the card lies on."""
        kept = self.slots, self.named
        self.slots = []
        self.named = [(self.casting[0].select, n.Host())] if self.casting and self.permanent else []
        yield self.slots
        self.slots, self.named = kept

    @contextmanager
    def acts(self, who: Any) -> Iterator[None]:
        """208.4: anyone who may do something chooses for it himself."""
        kept, self.acting = self.acting, who
        yield
        self.acting = kept

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Forget the targets and names of a reading that did not come through."""
        slots, named = list(self.slots), list(self.named)
        try:
            yield
        except Unread:
            self.slots[:], self.named[:] = slots, named
            raise


def seq(steps: list[Any]) -> Any:
    """Instructions in the order written."""
    return steps[0] if len(steps) == 1 else n.Seq(tuple(steps))
