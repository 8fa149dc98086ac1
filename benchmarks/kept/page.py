"""docs/reliability.md, made out of the goals and the kept figures."""

from benchmarks.kept import Kept, read
from benchmarks.kept.goals import ALL, Goal

HEAD = """# How it stays up

What was promised, what tries it, and what was measured. This page is made by `make figures` out of figures that the
commands kept (`benchmarks/kept/`); each says when, on what kind of machine and by which command it was measured. Run
the command with `KEEP=1` to keep new ones. Figures whose code has changed since (`benchmarks/kept/rests.py`) say so:
they show what held then. A command whose control does not fail counts for nothing.

## Goals

| | what | at most, at least | every day | at length | control |
|---|---|---|---|---|---|
"""


def page(kept: list[Kept]) -> str:
    """The whole page."""
    rows = "\n".join(_row(goal) for goal in ALL)
    gaps = "\n".join(f"- **{goal.number}**: {goal.gap}." for goal in ALL if goal.gap)
    measured = {number for one in kept for number in one.goals}
    without = ", ".join(goal.number for goal in ALL if goal.number not in measured)
    missing = f"No figure is kept for {without}; what stands in their row is run all the same."
    said = missing if without else "A figure is kept for each of them."
    parts = "\n\n".join(_figures(one) for one in kept)
    return f"{HEAD}{rows}\n\n## Where it falls short\n\n{gaps}\n\n{said}\n\n## Figures\n\n{parts}\n"


def _row(goal: Goal) -> str:
    short = f"`./test {goal.short}`" if goal.short else ""
    long = f"`{goal.long}`" if goal.long else ""
    return f"| {goal.number} | {goal.what} | {goal.bound} | {short} | {long} | {goal.control} |"


def _figures(one: Kept) -> str:
    goals = f"{', '.join(one.goals)}: " if one.goals else ""
    at = f", commit {one.commit}" if one.commit else ""
    past = " **Code that it rests on has changed since.**" if one.changed else ""
    head = f"### {goals}`{one.command}`\n\n{one.date}{at}, {one.machine}.{past}\n"
    table = "\n".join(f"| {what} | {figure} |" for what, figure in one.figures.items())
    control = f"\n\nControl: {one.control}." if one.control else ""
    return f"{head}\n| what | figure |\n|---|---|\n{table}{control}"


def current() -> str:
    """The page as it has to be now."""
    return page(read())
