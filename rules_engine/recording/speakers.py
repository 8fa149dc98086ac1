"""Whose business a line is: who acts, who is asked for a choice, and whose hidden cards its answers name."""

from collections.abc import Iterator
from typing import Any

from .journal import Body
from .session import AnySession


def actor_of(session: AnySession, body: Body) -> frozenset[int]:
    """The seats whose business a line is: who acts, or whose choices it answers; empty where it is anybody's.

    A shuffle that nobody wrote down counts for nobody.
    """
    seat = body.get("seat")
    if isinstance(seat, int):
        return frozenset({seat})
    return frozenset(int(need["seat"]) for need, answer in _answered(session, body) if answer is not None)


def named_in(session: AnySession, body: Body) -> dict[int, list[str]]:
    """The cards by number that the answers of a line name out of hidden zones, by whose these are.

    Without those that everybody knew to lie there.
    """
    found: dict[int, list[str]] = {}
    for need, answer in _answered(session, body):
        known = need["options"] if need["many"] else ()
        said = [one for one in (answer if isinstance(answer, list) else [answer]) if isinstance(one, str)]
        cards = [one.number for name in said if (one := session.pool.find(name)) is not None]
        cards = [number for number in cards if number not in known]
        if cards and need["owner"] >= 0 and need["prompt"] != "shuffle":
            found.setdefault(need["owner"], []).extend(cards)
    return found


def _answered(session: AnySession, body: Body) -> Iterator[tuple[dict[str, Any], object]]:
    """Every choice that the answers of a line answer, with its answer, in order."""
    answers = list(body.get("answers") or ())
    for count, answer in enumerate(answers):
        problem = session.check({**body, "answers": answers[:count]})
        if problem is None or problem.need is None:
            return
        yield problem.need, answer
