"""The explainer: for any player of a draft, who was possible and why this one. It says only what it has tested.

The round is paired again from its seed: a pair that does not come out again is told to be another than the drawn
one, and nothing is said about its causes. For a pair that does, the best round without it is found: where that one
is worse, the first rule by which it is worse is the reason; where it is as good, the draw (or the pattern) was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.check import check_round
from tournaments.pairing.model import Candidate, Explanation, Options, Params, Player, Reason, RoundDraft
from tournaments.pairing.randomness import player_keys
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.verdict import (
    BYE,
    EXACT_LIMIT,
    GAP,
    LEVELS,
    PLACE,
    Partners,
    Rules,
    best_partners,
    judge,
    make_rules,
    partners_of,
    standing,
    without,
)
from tournaments.pairing.verdict_ahead import leaves_as_many, looks_ahead
from tournaments.pairing.verdict_order import judge_leaders

FixedPair = tuple[str, str | None]

# What would have been worse without this pair, by the first level at which the best other round is worse.
_WORSE = {
    "forbidden_pair": "else_rule",
    "second_bye": "else_second_bye",
    "rematch": "else_rematch",
    "rematch_again": "else_rematch_sooner",
    "rematch_age": "else_rematch_sooner",
    "strict_group": "else_same_group",
    "gap": "else_gap",
    "bye_place": "else_bye",
    "same_group": "else_same_group",
    "floats": "else_floats",
}


def explain(
    players: Iterable[Player],
    draft: RoundDraft,
    player_id: str,
    *,
    options: Options | None = None,
    fixed_pairs: Iterable[FixedPair] = (),
    forbidden_pairs: Iterable[tuple[str, str]] = (),
    tell_forbidden: bool = True,
    tell_groups: bool = True,
) -> Explanation:
    """Explain the opponent of one player with the options the draft was made with.

    tell_forbidden: False where nobody may read which pairs the staff keeps apart; they still count.
    tell_groups: False where nobody may read who is of one clan. Then nothing is read from it either: whoever knows the
    scores, the seed and the pairs alone would come to the same answer, word for word.
    Candidates are ordered by point gap, then id. Raises nothing: an unpaired player gets ``not_paired``.
    """
    options = options or Options()
    told = players if tell_groups else [replace(player, group=None) for player in players]
    people = {player.id: player for player in told if player.active}
    pair = next((pair for pair in draft.pairs if player_id in (pair.a, pair.b)), None)
    if pair is None or player_id not in people:
        return Explanation(player_id, None, (Reason("not_paired", {"player": player_id}),), ())
    fixed = [(one, two) for one, two in fixed_pairs if one in people and (two is None or two in people)]
    case = _Case(
        people,
        draft,
        options,
        fixed,
        list(forbidden_pairs),
        people[player_id],
        (pair.b if pair.a == player_id else pair.a) or BYE,
        tell_forbidden=tell_forbidden,
        tell_groups=tell_groups,
    )
    return Explanation(player_id, case.other or None, tuple(_reasons(case)), _candidates(case))


@dataclass(frozen=True, slots=True)
class _Case:
    """One player's pair and everything around it; ``other`` is ``BYE`` for the bye."""

    people: dict[str, Player]
    draft: RoundDraft
    options: Options
    fixed: list[FixedPair]
    apart: list[tuple[str, str]]
    me: Player
    other: str
    tell_forbidden: bool
    tell_groups: bool

    @property
    def by_staff(self) -> bool:
        return (self.me.id, self.other or None) in self.fixed or (self.other, self.me.id) in self.fixed

    def free(self) -> list[Player]:
        """Return everybody nobody decided about."""
        settled = {who for pair in self.fixed for who in pair}
        return [player for player in self.people.values() if player.id not in settled]


def _candidates(case: _Case) -> tuple[Candidate, ...]:
    me = case.me
    others = list(case.people.values()) if case.by_staff else case.free()
    apart = {frozenset(pair) for pair in case.apart} if case.tell_forbidden else set()
    rows: list[Candidate] = []
    for other in others:
        if other.id == me.id:
            continue
        against: list[str] = []
        if other.id in me.opponents or me.id in other.opponents:
            against.append("rematch")
        if frozenset((me.id, other.id)) in apart:
            against.append("forbidden_pair")
        legal = not against
        mates = me.group is not None and me.group == other.group
        if mates and case.options.group_rule != "off":
            against.append("same_group")
            legal = legal and case.options.group_rule != "strict"
        rows.append(
            Candidate(other.id, abs(me.score - other.score), legal, tuple(against), other.id == case.other)
        )
    return tuple(sorted(rows, key=lambda row: (row.gap, row.id)))


def _reasons(case: _Case) -> Iterable[Reason]:
    """Return facts first, then the cause that was tested, then what stood in the way and which rule gave way."""
    if case.by_staff:
        yield Reason("fixed" if case.other else "fixed_bye")
    else:
        yield _fact(case)
        yield from _causes(case)
        if case.other:
            yield from _around(case)
    yield from _given_up(case)


def _fact(case: _Case) -> Reason:
    if not case.other:
        return Reason("bye_odd" if len(case.free()) % 2 else "bye_given")
    me, other = case.me, case.people.get(case.other)
    theirs = other.score if other is not None else me.score
    params: Params = {"player": me.id, "opponent": case.other, "score": me.score, "other": theirs}
    if me.score == theirs:
        return Reason("same_score", params)
    return Reason("down" if me.score > theirs else "up", params)


def _causes(case: _Case) -> Iterable[Reason]:
    """Pair the round again, and say why this pair came out of it; or that it did not."""
    again = pair_round(
        case.people.values(),
        seed=case.draft.seed,
        number=case.draft.number,
        options=case.options,
        fixed_pairs=case.fixed,
        forbidden_pairs=case.apart,
    )
    drawn = partners_of(again.pairs)
    if drawn.get(case.me.id) != case.other:
        clans = not case.tell_groups and case.options.group_rule != "off"
        yield Reason("not_as_drawn_in_public" if clans else "not_as_drawn")
        return
    apart = {frozenset(pair) for pair in case.apart}
    rules = make_rules(case.free(), case.options, case.draft.number, apart)
    now: Partners = {one: other for one, other in drawn.items() if one in rules.people}
    if case.options.method == "power" and not any(rules.total(now)[:GAP]):
        yield from [Reason("power")] if case.other else _lowest(case, rules, now)
        return
    if case.options.leaders:
        _, settled = judge_leaders(rules, now)
        if case.me.id in settled:
            yield Reason("leaders", {"count": case.options.leaders})
            return
        rules, now = without(rules, now, settled)
    if not case.other:
        yield from _lowest(case, rules, now)
    yield from _against_the_best_other(case, rules, now, exact=again.certificate.exact)


def _lowest(case: _Case, rules: Rules, now: Partners) -> Iterable[Reason]:
    """Say of a bye whether somebody stands lower, and whether those who do had byes or are tested to be needed."""
    me = case.me
    lower = [one for one in rules.members if standing(one) > standing(me)]
    able = [one for one in lower if one.byes == rules.fewest]
    if me.byes == rules.fewest and not able:
        yield Reason("bye_lowest", {"player": me.id})
    if len(lower) > len(able):
        yield Reason("bye_lower_had", {"count": len(lower) - len(able)})
    if case.options.bye_choice == "random":
        able = [one for one in able if one.score < me.score]
        if me.byes == rules.fewest and not able:
            yield Reason("bye_lowest_score", {"player": me.id})
    verdict = judge(rules, now) if able else None
    if verdict is not None and verdict.exact and not verdict.weaknesses and _needed(case, rules, now, able):
        yield Reason("bye_lower_needed", {"count": len(able)})


def _needed(case: _Case, rules: Rules, now: Partners, lower: Sequence[Player]) -> bool:
    """True when every round that gives the bye to one of ``lower`` is worse than this one, which is the best.

    Where the bye goes by standing that follows; where it is drawn, as good a round may give it to them.
    """
    if case.options.bye_choice == "standing":
        return True
    names = {one.id for one in lower}
    others = [frozenset((one, BYE)) for one in rules.people if one not in names]
    instead = best_partners(rules.members, rules, now, banned=others)
    return instead is None or rules.total(now) < rules.total(instead)


def _against_the_best_other(case: _Case, rules: Rules, now: Partners, *, exact: bool) -> Iterable[Reason]:
    """Compare the round with the best one in which this pair does not come."""
    ahead = looks_ahead(rules)
    if len(rules.members) <= EXACT_LIMIT:
        verdict = judge(rules, now)
        if ahead and any(case.me.id in weakness.better for weakness in verdict.weaknesses):
            yield Reason("ahead")
        if not verdict.exact or verdict.weaknesses:
            return
        other = best_partners(rules.members, rules, now, banned=(frozenset((case.me.id, case.other)),))
        if other is None:
            yield Reason("no_other")
            return
        compared = len(LEVELS)
    else:
        other = _paired_without(case) if exact else None
        if other is None or other[case.me.id] == case.other:
            return  # nothing is proved, or nobody else may have the bye
        compared = PLACE + 1
    mine, theirs = rules.total(now), rules.total({one: other[one] for one in now})
    if mine[:compared] < theirs[:compared]:
        place = next(level for level in range(compared) if mine[level] < theirs[level])
        # Which rule it was could tell that staff keep somebody apart.
        told = case.tell_forbidden or place >= GAP
        yield Reason(_WORSE[LEVELS[place]] if told else "else_rule")
    elif mine == theirs and (not ahead or leaves_as_many(rules, now, other)):
        yield _drawn(case, rules, other)


def _paired_without(case: _Case) -> dict[str, str]:
    """Return the round of a large field without this pair; for the bye, with one more for anyone who has it."""
    players: Sequence[Player] = list(case.people.values())
    apart = [*case.apart, (case.me.id, case.other)]
    if not case.other:
        players = [replace(one, byes=one.byes + (one is case.me)) for one in players]
    draft = pair_round(
        players,
        seed=case.draft.seed,
        number=case.draft.number,
        options=case.options,
        fixed_pairs=case.fixed,
        forbidden_pairs=apart if case.other else case.apart,
    )
    return partners_of(draft.pairs)


def _drawn(case: _Case, rules: Rules, instead: Partners) -> Reason:
    """As good a round without the pair exists: the pattern, where the pair fits it, or else the draw decided."""
    me, seed = case.me, case.draft.seed
    if not case.other:
        return Reason("bye_drawn", {"seed": seed})
    other = case.people[case.other]
    if me.score != other.score:
        return Reason("drawn_between", {"seed": seed})
    if case.options.method in ("fold", "slide"):
        if _on_pattern(case, rules, other):
            return Reason(case.options.method)
        return Reason("pattern_moved")
    same = [row for row in _candidates(case) if row.gap == 0 and not row.against]
    partner = rules.people.get(instead[me.id])
    if len(same) < 2 or partner is None or partner.score != me.score:
        return Reason("drawn_between", {"seed": seed})
    return Reason("drawn", {"count": len(same), "seed": seed})


def _on_pattern(case: _Case, rules: Rules, other: Player) -> bool:
    """True when the two stand where first meets last (fold) or first meets the first of the lower half (slide)."""
    keys = player_keys(case.draft.seed, case.draft.number, rules.people)
    group = [player for player in rules.members if player.score == other.score]
    group.sort(key=lambda player: (standing(player), keys[player.id]))
    one, two = group.index(case.me), group.index(other)
    if case.options.method == "fold":
        return one + two == len(group) - 1
    return abs(one - two) == (len(group) + 1) // 2


def _around(case: _Case) -> Iterable[Reason]:
    """Facts about the others of the same score: how many were possible, how many were met or are of the clan."""
    other = case.people.get(case.other)
    if other is None:
        return
    me = case.me
    same = [row for row in _candidates(case) if row.gap == 0]
    possible = [row for row in same if row.legal]
    params: Params = {"player": me.id, "opponent": other.id}
    if other.score == me.score:
        if len(possible) == 1 and possible[0].chosen:
            yield Reason("only_option", params)
    else:
        if not possible:
            yield Reason("nobody_same_score", params)
        high = max(me.score, other.score)
        if sum(one.score >= high for one in case.free()) % 2:
            yield Reason("odd_group", {"score": high})
    against = Counter(code for row in same if not row.chosen for code in row.against)
    for code, reason in (("rematch", "already_met"), ("same_group", "kept_apart")):
        if against[code]:
            yield Reason(reason, {"count": against[code]})


def _given_up(case: _Case) -> Iterable[Reason]:
    """Name the rules this pair breaks: that nothing else was possible only where the checker has proved it."""
    report = check_round(
        case.people.values(),
        case.draft.pairs,
        case.options,
        fixed_pairs=case.fixed,
        forbidden_pairs=case.apart,
        number=case.draft.number,
    )
    mine = {case.me.id, case.other}
    for problem in report.problems:
        names = {problem.params.get("a"), problem.params.get("b"), problem.params.get("player")}
        if not mine & names - {BYE, None}:
            continue
        if problem.code == "forbidden_pair" and not case.tell_forbidden:
            continue
        proved = problem.severity == "note"
        if problem.code in ("rematch", "second_bye", "forbidden_pair", "same_group") and proved:
            yield Reason(problem.code, problem.params)
        elif problem.code in ("rematch", "rematch_avoidable", "rematch_older"):
            yield Reason("met_before", {key: problem.params[key] for key in ("a", "b", "last")})
        elif problem.code in ("second_bye", "second_bye_avoidable"):
            yield Reason("had_bye", {key: problem.params[key] for key in ("player", "byes")})
    yield from _decided(case)
    for note in case.draft.certificate.relaxed:
        if note.code == "fixed_table" and note.params.get("player") in mine:
            yield Reason(note.code, note.params)


def _decided(case: _Case) -> Iterable[Reason]:
    """Say of a pair or bye the staff decided that it is a rematch or not the first bye."""
    if not case.by_staff:
        if not case.other and case.me.byes and all(one.byes >= case.me.byes for one in case.free()):
            yield Reason("everyone_had_bye", {"player": case.me.id, "byes": case.me.byes})
        return
    if not case.other:
        if case.me.byes:
            yield Reason("fixed_second_bye", {"player": case.me.id, "byes": case.me.byes})
    elif case.other in case.me.opponents or case.me.id in case.people[case.other].opponents:
        yield Reason("fixed_rematch", {"a": case.me.id, "b": case.other})
