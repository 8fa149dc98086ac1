"""What became of an instruction: one outcome for each object and player that it was to work on (207.3, H23).

Every handler of the interpreter answers with the outcomes of the things it named; :func:`fold` makes one of them.
"When successfully done" reads nothing else, so it means the same for every instruction.
"""

from collections.abc import Iterable

DONE, PART, DECLINED, PREVENTED, IMPOSSIBLE = range(5)
NAMES = ("done", "in part", "declined", "prevented", "impossible")
"""``DONE``: all that was commanded happened. ``PART``: some of it. ``DECLINED``: somebody who may leave it, left it.
``PREVENTED``: an effect or a payment stopped it. ``IMPOSSIBLE``: there was nothing to do it with or to."""

Outcome = int


def fold(outcomes: Iterable[Outcome]) -> Outcome:
    """The outcome of the whole: done if every part is, in part if any part is, else why nothing happened.

    An instruction that named nothing could not be carried out.
    """
    found = set(outcomes)
    if not found:
        return IMPOSSIBLE
    if len(found) == 1:
        return found.pop()
    return PART if DONE in found or PART in found else min(found)


def measured(asked: int, came: int) -> Outcome:
    """The outcome of something that is counted: so much was asked for, so much came about."""
    if came <= 0:
        return IMPOSSIBLE
    return DONE if came >= asked else PART
