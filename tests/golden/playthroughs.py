"""Text playthroughs: after every line of a golden game the digest of the state, what a spectator sees, what each seat
sees besides (its hand), and what may be done next. Hands and permanents are printed when they change.

Written by ``python -m tests.golden.make``; read as a diff, they show what a change of the engine changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rules_engine import Cursor

from .scenes import golden_pool

CHOSEN = (
    "the_stack_example_of_the_rule_sheet",
    "the_same_stack_with_every_pass_written",
    "a_life_base_is_shot_down",
    "waste_enlarges_the_draw",
    "precision_failure_shortens_an_attack",
    "a_raised_cost_is_not_paid",
    "three_players_until_one_is_left",
    "a_team_wins_together",
    "six_players_respond_clockwise",
    "control_of_a_vessel_is_lent",
)


def playthrough(log: bytes) -> str:
    """The whole game as text."""
    cursor = Cursor(log, pool=golden_pool())
    lines: list[str] = []
    known: dict[str, str] = {}
    for position, step in enumerate(cursor.steps, 1):
        cursor.seek(position)
        mark = "" if step.ok else f"   <- breaks {step.finding.rule}" if step.finding else ""
        lines.append(f"{step.line:3} {step.text('en')}{mark}")
        seen = cursor.view("spectator")
        if seen and step.kind in ("act", "judge"):
            lines += _shown(seen, cursor) + _changed(seen, cursor, known) + _legal(cursor)
            if seen["result"]:
                lines.append(f"      result {seen['result']}")
    return "\n".join(lines) + "\n"


def _shown(seen: dict[str, Any], cursor: Cursor) -> list[str]:
    """What everybody sees."""
    counts = " ".join(
        f"{seat['seat']}:{seat['hand']['count']}/{seat['deck']['count']}/{len(seat['discard'])}"
        for seat in seen["seats"]
    )
    head = f"      turn {seen['turn']} round {seen['round']} {seen['phase']} seat {seen['active']}"
    lines = [f"{head}  hand/deck/discard {counts}  {cursor.state.digest()[:11]}"]
    pools = [f"{seat['seat']}:{_pool(seat['pool'])}" for seat in seen["seats"] if any(seat["pool"].values())]
    if pools:
        lines.append("      energy " + " ".join(pools))
    if seen["stack"]:
        lines.append("      stack " + " < ".join(f"{item['card']} {item['kind']}" for item in seen["stack"]))
    pawns = [f"{pawn['card']}@{pawn['dot']}-{pawn['damage']}/{pawn['defense']}" for pawn in seen["pawns"]]
    lines.append("      board " + ", ".join(pawns))
    return lines


def _changed(seen: dict[str, Any], cursor: Cursor, known: dict[str, str]) -> list[str]:
    """Every seat's own view of its hand, and the permanents of everybody, where they are not as before."""
    lines = []
    for seat in range(len(seen["seats"])):
        hand = _counted(card["card"] for card in cursor.view(seat)["seats"][seat]["hand"]["cards"])
        play = ", ".join(
            f"{thing['card']} {thing['oid']}{_STATES[thing['state']]}{'+' * thing['counters']}"
            for thing in seen["seats"][seat]["play"]
        )
        for name, text in ((f"seat {seat} holds", hand), (f"seat {seat} controls", play)):
            if known.get(name) != text:
                known[name] = text
                lines.append(f"      {name} {text}")
    return lines


def _legal(cursor: Cursor) -> list[str]:
    """The legal actions by seat and kind; how many ways there are to do the same with one card is counted."""
    found: dict[str, list[str]] = {}
    for action in cursor.legal():
        who = f"seat {action.seat}" if action.seat is not None else "then"
        found.setdefault(f"{who} {action.do}", []).append(_named(cursor, action.card or ""))
    return [f"      legal {head} {_counted(names)}".rstrip() for head, names in found.items()]


def _named(cursor: Cursor, card: str) -> str:
    """A card of an action by its name."""
    found = golden_pool().find(card) if card and card[0] != "#" else None
    if found is not None:
        return found.name
    return f"{golden_pool().cards[cursor.state.objs[int(card[1:])].rev].name} {card}" if card else ""


def _counted(names: Iterable[str]) -> str:
    """Names with how often each comes, in the order they come."""
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in Counter(names).items())


_STATES = {"unactivated": "", "non_active": " (non active)", "deactivated": " (deactivated)"}


def _pool(pool: dict[str, int]) -> str:
    return "+".join(f"{amount}{name[0].upper()}" for name, amount in pool.items() if amount)
