"""A reader of printed card texts of this referee's own: what a text says, from its words and the numbered rules.

Nothing here looks at the engine's compiler; the two share the forms in which a meaning is written down, as they share
the forms of boards and logs. A text is read line by line, a line sentence by sentence; the words of sentences stand in
:mod:`tests.referee.english`, and :mod:`tests.referee.dutch` says a Dutch text in English. Words that no row of those
admits are :class:`Unread`.
"""

from __future__ import annotations

import re
from typing import Any

from rules_engine.x610z import nodes as n

from . import english, english_when
from .dutch import in_english
from .page import Page, Unread, energy, seq

KEEPING = (n.ModStat, n.ModCost, n.Forbid, n.Allow, n.Prevent, n.Replace)
"""What can hold all the time (207.5)."""


def read_english(text: str, name: str, permanent: bool) -> n.CardTree:
    """All that a card's text says. Raises :class:`Unread` with the words it does not know.

    301.2: its name means the card itself, unless the word is one of the language as well ("Heal 2 damage").
    """
    named = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "~", text) if name else text
    try:
        return read_text(named, permanent)
    except Unread:
        if named == text:
            raise
        return read_text(text, permanent)


def read_dutch(text: str, name: str, permanent: bool) -> n.CardTree:
    """The same of a Dutch text, which is said in English first."""
    return read_text(in_english(text, name), permanent)


def read_text(text: str, permanent: bool) -> n.CardTree:
    """A text with a sign in the place of the card's name."""
    page = Page(permanent)
    lines = [line for line in text.split("\n") if line]
    if "or" in lines:
        return options(page, lines)
    parts: list[Any] = []
    for line in lines:
        parts += line_parts(page, line)
    return n.CardTree(tuple(parts), tuple(page.casting))


def options(page: Page, lines: list[str]) -> n.CardTree:
    """207.1: a line with only "or" separates two effects."""
    found = []
    for place, line in enumerate(line for line in lines if line != "or"):
        page.option, page.named = place, []
        found.append(seq(english.sentences(page, line)))
    return n.CardTree((n.ChooseOne(tuple(found)),), tuple(page.casting))


def line_parts(page: Page, line: str) -> list[Any]:
    """One line of a card: its panel, an ability, or what happens when it resolves."""
    if found := english.PANEL.fullmatch(line):
        cost, *figures = found.groups()
        return [n.Stats(energy(cost), *map(int, figures))]
    if found := english.PRODUCES.fullmatch(line):
        return [n.Produce(energy(found[1]))]
    if line.startswith("[Activation Symbol"):
        return [activated(page, line)]
    with page.attempt():
        condition = english_when.condition(page, line)
    if condition is not None:
        when, rest = condition
        with page.part() as slots:
            event_names(page, when)
            tree = seq(english.sentences(page, rest))
        return [n.Trigger(when, tree, tuple(slots))]
    page.named = []
    steps = english.sentences(page, line)
    return [n.Static(step) if holds(step) else step for step in steps] if page.permanent else [seq(steps)]


def holds(step: Any) -> bool:
    """207.5: whether a step on a permanent has effect all the time."""
    if isinstance(step, n.Seq):
        return all(map(holds, step.steps))
    return isinstance(step, KEEPING) and step.until == "while_in_play"


def event_names(page: Page, when: n.When) -> None:
    """What a Trigger Condition has named: who did it, and to what it happened."""
    who = n.Host() if when.whose == "host" else n.Actor()
    page.name_it(n.Select("player"), who)
    if when.select is not None and when.event != "cast":
        page.name_it(when.select, n.Subject())
    elif when.ref is not None:
        select = page.casting[0].select if isinstance(when.ref, n.Host) else n.Select("summon")
        page.name_it(select, when.ref)


def activated(page: Page, line: str) -> n.Activated:
    """204.3b, 207.6: "[Activation Symbol, cost] effect"."""
    found = re.fullmatch(r"\[Activation Symbol(?:, (.+?))?\] (.+)", line)
    if found is None:
        raise Unread(line)
    price, counters, costs = n.FREE, 0, []
    for one in (found[1] or "").split(", ") if found[1] else []:
        if re.fullmatch(r"(?:[MBRC]\d+ ?)+", one):
            price = energy(one)
            continue
        asked = english.cost(page, one)
        if isinstance(asked, int):
            counters = asked
        else:
            costs.append(asked)
    with page.part() as slots:
        tree = seq(english.sentences(page, found[2]))
    return n.Activated(price, tree, tuple(slots), counters, tuple(costs))
