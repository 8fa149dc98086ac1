"""The checker's own look at rounds that are paired by standings: the last round, and leaders who are paired first.

From the top everybody should have the best placed possible opponent who leaves the others a complete round. The
round is walked in that order; the first pair that falls short is named. Shares no code with the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.pairing.model import Player
from tournaments.pairing.verdict import (
    BYE,
    GAP,
    Partners,
    Rules,
    Verdict,
    Weakness,
    perfect_matching,
    standing,
)

ORDER = "order"


def round_exists(rules: Rules, members: Iterable[Player]) -> bool:
    """True when these players, with the bye when they are odd in number, have a complete round that breaks no rule."""
    nodes: list[Player | None] = list(members)
    able = [one for one in nodes if one is not None and one.byes == rules.fewest]
    odd = len(nodes) % 2
    if odd and not able:
        return False
    # If everybody may meet at least half of the others, there is one (Dirac).
    if len(nodes) - odd >= 2 * _most_foes(rules) + 2:
        return True
    nodes += [None] * odd
    edges = [
        (first, second, 0)
        for second, two in enumerate(nodes)
        for first, one in enumerate(nodes[:second])
        if one is not None and _legal(rules, one, two)
    ]
    return not nodes or perfect_matching(len(nodes), edges) is not None


def _most_foes(rules: Rules) -> int:
    most = max((len(others) for others in rules.foes.values()), default=0)
    if rules.options.group_rule != "strict":
        return most
    sizes: dict[str, int] = {}
    for player in rules.members:
        if player.group is not None:
            sizes[player.group] = sizes.get(player.group, 0) + 1
    return most + max(sizes.values(), default=0)


def _legal(rules: Rules, one: Player, two: Player | None) -> bool:
    return not any(rules.levels(one, two)[:GAP])


def _order(rules: Rules, now: Partners) -> list[Player]:
    """Return the players by standing; of equals, whoever has the better opponent first, as the draw may have been."""
    last = (1 << 60, 1 << 60)

    def mark(player: Player) -> tuple[tuple[int, int], tuple[int, int], str]:
        other = rules.people.get(now[player.id])
        return standing(player), standing(other) if other is not None else last, player.id

    return sorted(rules.members, key=mark)


def judge_power(rules: Rules, now: Partners) -> Verdict | None:
    """Judge a last round by standings; None when no complete round keeps the rules and the levels decide."""
    order = _order(rules, now)
    if not round_exists(rules, order):
        return None
    bye = next((player for player in order if now[player.id] == BYE), None)
    if bye is not None:
        for lower in reversed(order):
            if standing(lower) <= standing(bye) and bye.byes == rules.fewest:
                break
            if lower.byes == rules.fewest and round_exists(rules, [one for one in order if one is not lower]):
                level = "bye_place" if bye.byes == rules.fewest else "second_bye"
                return _short((bye.id, BYE), {lower.id: BYE}, level)
        order.remove(bye)
    return _walk(rules, now, order, order)[0] or Verdict(exact=True)


def judge_leaders(rules: Rules, now: Partners) -> tuple[Verdict | None, set[str]]:
    """Judge the pairs of the leaders: the first one that falls short, and who is settled by being a leader."""
    order = _order(rules, now)
    count = rules.options.leaders
    if not round_exists(rules, order):
        return None, set()
    if count < len(order):
        # Of equals at the edge only the draw knew who was among the leaders.
        edge = standing(order[count])
        leaders = [player for player in order[:count] if standing(player) != edge]
    else:
        leaders = order
    return _walk(rules, now, order, leaders)


def _walk(
    rules: Rules, now: Partners, order: Sequence[Player], leaders: Sequence[Player]
) -> tuple[Verdict | None, set[str]]:
    """Follow the round from the top: the first pair that could have been better placed, and who is paired so far."""
    taken: set[str] = set()
    for player in leaders:
        if player.id in taken:
            continue
        rest = [one for one in order if one.id not in taken and one is not player]
        own = rules.people.get(now[player.id])
        meant = own if own is not None and _leaves_a_round(rules, player, own, rest) else None
        above = (one for one in rest if meant is None or standing(one) < standing(meant))
        better = next((one for one in above if _leaves_a_round(rules, player, one, rest)), None)
        if better is not None:
            instead = {player.id: better.id, better.id: player.id}
            return _short((player.id, now[player.id]), instead, ORDER), taken
        if meant is not None:
            taken |= {player.id, meant.id}
    return None, taken


def _leaves_a_round(rules: Rules, player: Player, other: Player, rest: Sequence[Player]) -> bool:
    """True when the two may meet and the others of ``rest`` have a complete round without them."""
    return _legal(rules, player, other) and round_exists(rules, (one for one in rest if one is not other))


def _short(pair: tuple[str, str], better: Partners, level: str) -> Verdict:
    return Verdict((Weakness((level,), (pair,), better),), exact=True, better=better)
