"""Answers that nobody at a table has to give, because there is nothing to choose between."""

from typing import Any

from ledger.shapes import Json
from rules_engine.recording import Session

UNNAMED = "?"
"""How a question names a card that nobody has seen."""
MOST = 20
"""Questions that one line answers at most."""


def with_what_nobody_knows(session: Session, body: Json) -> Json:
    """A line with the order of a shuffle that nobody wrote down, and with cards of a hand that are all unknown.

    Where such a card comes to lie open it is asked for by its name; else it is nobody's business.
    """
    if body.get("kind") != "act":
        return body
    for _question in range(MOST):
        problem = session.check(body)
        answer = _only_answer(problem.need) if problem is not None and problem.need is not None else None
        if answer is None:
            break
        body = body | {"answers": [*(body.get("answers") or ()), *answer]}
    return body


def _only_answer(need: Json) -> list[Any] | None:
    """The one answer there can be, in a list; None where somebody has to choose."""
    if need["prompt"] == "shuffle":
        return [None]
    if need["many"] and need["options"] and set(need["options"]) == {UNNAMED}:
        return [[UNNAMED] * need["low"]]
    return None
