"""Whose business a line is: who acts, who is asked for a choice, and whose hidden cards its answers name."""

from collections.abc import Iterator

from .journal import LINE, TURNED_UP, Body
from .session import AnySession

SAID = ("shown", "answers")
"""What of a line is said when it is asked: cards that were turned up, and choices."""


def actor_of(session: AnySession, body: Body) -> frozenset[int]:
    """The seats whose business a line is: who acts, or whose choices it answers; empty where it is anybody's.

    A shuffle that nobody wrote down counts for nobody.
    """
    seat = body.get("seat")
    if isinstance(seat, int):
        return frozenset({seat})
    return frozenset(int(need["seat"]) for need, answer in _answered(session, body) if answer is not None)


def named_in(session: AnySession, body: Body) -> dict[int, list[str]]:
    """The cards by number that a line names out of hidden zones, by whose these are: chosen there, or turned up.

    Without those that everybody knew to lie there.
    """
    found = _turned_up(session, body)
    for need, answer in _answered(session, body):
        known = need["options"] if need["many"] else ()
        said = [one for one in (answer if isinstance(answer, list) else [answer]) if isinstance(one, str)]
        cards = [one.number for name in said if (one := session.pool.find(name)) is not None]
        cards = [number for number in cards if number not in known]
        if cards and need["owner"] >= 0 and need["prompt"] != "shuffle":
            found.setdefault(need["owner"], []).extend(cards)
    return found


def _turned_up(session: AnySession, body: Body) -> dict[int, list[str]]:
    """The cards that a line turns up, by whose they are."""
    found = {seat: list(cards) for seat, cards in session.turned_up(body).items()}
    if found or not body.get("shown"):
        return found
    # A line that waits turns them up one after the other.
    for need, name in _said_since(session, {**body, "shown": []}, body):
        if need["prompt"] == TURNED_UP and (card := session.pool.find(str(name))) is not None:
            found.setdefault(need["owner"], []).append(card.number)
    return found


def _answered(session: AnySession, body: Body) -> Iterator[tuple[Body, object]]:
    """Every choice that the answers of a line answer, with its answer, in order."""
    if body.get("answers"):
        yield from _said_since(session, {**body, "answers": []}, body)


def begun(session: AnySession, body: Body) -> Body | None:
    """The line that waits for what another player has to say, where this one is that line with more said; else None."""
    asked = session.asked
    if asked is None or asked["kind"] != LINE:
        return None
    return asked["body"] if goes_on(asked["body"], body) else None


def goes_on(line: Body, body: Body) -> bool:
    """Whether one line is another one with more said of it, and nothing said otherwise."""
    same = _without_said(line) == _without_said(body)
    return same and all(_said(body, name)[: len(_said(line, name))] == _said(line, name) for name in SAID)


def speakers_of(session: AnySession, line: Body, body: Body) -> frozenset[int]:
    """The seats that had to say what a line says beyond the one that was begun; a shuffle is nobody's word."""
    said = _said_since(session, line, body)
    return frozenset(int(need["seat"]) for need, answer in said if answer is not None)


def _said_since(session: AnySession, line: Body, body: Body) -> Iterator[tuple[Body, object]]:
    """Everything that a line says beyond another one where that leaves it open, each with its choice, in order."""
    while (problem := session.check(line)) is not None and problem.need is not None:
        name = "shown" if problem.need["prompt"] == TURNED_UP else "answers"
        known, more = _said(line, name), _said(body, name)
        if len(more) <= len(known):
            return
        yield problem.need, more[len(known)]
        line = {**line, name: more[: len(known) + 1]}


def _said(body: Body, name: str) -> list[object]:
    return list(body.get(name) or ())


def _without_said(body: Body) -> Body:
    return {name: value for name, value in body.items() if name not in SAID}
