"""Text playthroughs: what a spectator sees after every line of a golden game, and what may be done next.

Written by ``python -m tests.golden.make``; read as a diff, they show what a change of the engine changes.
"""

from __future__ import annotations

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
    for position, step in enumerate(cursor.steps, 1):
        cursor.seek(position)
        mark = "" if step.ok else f"   <- breaks {step.finding.rule}" if step.finding else ""
        lines.append(f"{step.line:3} {step.text('en')}{mark}")
        seen = cursor.view("spectator")
        if seen and step.kind in ("act", "judge"):
            lines += _shown(seen, cursor)
    return "\n".join(lines) + "\n"


def _shown(seen: dict[str, Any], cursor: Cursor) -> list[str]:
    counts = " ".join(
        f"{seat['seat']}:{seat['hand']['count']}/{seat['deck']['count']}/{len(seat['discard'])}"
        for seat in seen["seats"]
    )
    head = f"      turn {seen['turn']} round {seen['round']} {seen['phase']} seat {seen['active']}"
    lines = [f"{head}  hand/deck/discard {counts}"]
    pools = [f"{seat['seat']}:{_pool(seat['pool'])}" for seat in seen["seats"] if any(seat["pool"].values())]
    if pools:
        lines.append("      energy " + " ".join(pools))
    if seen["stack"]:
        lines.append("      stack " + " < ".join(f"{item['card']} {item['kind']}" for item in seen["stack"]))
    pawns = [f"{pawn['card']}@{pawn['dot']}-{pawn['damage']}/{pawn['defense']}" for pawn in seen["pawns"]]
    lines.append("      board " + ", ".join(pawns))
    legal = cursor.legal()
    kinds = sorted({action["do"] for action in legal})
    lines.append(f"      legal {len(legal)}: {' '.join(kinds)}")
    if seen["result"]:
        lines.append(f"      result {seen['result']}")
    return lines


def _pool(pool: dict[str, int]) -> str:
    return "+".join(f"{amount}{name[0].upper()}" for name, amount in pool.items() if amount)
