"""The explainer: for any player of a draft, who was possible, why this one, which rule gave way."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.pairing.model import Candidate, Explanation, Options, Params, Player, Reason, RoundDraft


def explain(
    players: Iterable[Player],
    draft: RoundDraft,
    player_id: str,
    *,
    options: Options | None = None,
    fixed_pairs: Iterable[tuple[str, str | None]] = (),
    forbidden_pairs: Iterable[tuple[str, str]] = (),
) -> Explanation:
    """Explain the opponent of one player with the options the draft was made with.

    Candidates are ordered by point gap, then id. Raises nothing: an unpaired player gets ``not_paired``.
    """
    options = options or Options()
    people = {player.id: player for player in players if player.active}
    pair = next((pair for pair in draft.pairs if player_id in (pair.a, pair.b)), None)
    if pair is None or player_id not in people:
        return Explanation(player_id, None, (Reason("not_paired", {"player": player_id}),), ())
    opponent = pair.b if pair.a == player_id else pair.a
    me = people[player_id]
    fixed = {frozenset(fixed_pair) for fixed_pair in fixed_pairs}
    settled = {who for fixed_pair in fixed for who in fixed_pair if who is not None}
    apart = {frozenset(forbidden) for forbidden in forbidden_pairs}
    by_staff = frozenset((player_id, opponent)) in fixed
    others = [one for one in people.values() if one.id != player_id and (one.id not in settled or by_staff)]
    candidates = _candidates(me, others, opponent, options, apart)
    reasons: list[Reason] = []
    if by_staff:
        reasons.append(Reason("fixed" if opponent is not None else "fixed_bye"))
    elif opponent is None:
        reasons += _bye_reasons(me, others)
    else:
        reasons += _match_reasons(me, people[opponent], others, candidates, draft, options)
    reasons += [
        Reason(note.code, note.params)
        for note in draft.certificate.relaxed
        if player_id in (note.params.get("a"), note.params.get("b"), note.params.get("player"))
    ]
    return Explanation(player_id, opponent, tuple(reasons), candidates)


def _candidates(
    me: Player, others: list[Player], opponent: str | None, options: Options, apart: set[frozenset[str]]
) -> tuple[Candidate, ...]:
    rows: list[Candidate] = []
    for other in others:
        against: list[str] = []
        if other.id in me.opponents or me.id in other.opponents:
            against.append("rematch")
        if frozenset((me.id, other.id)) in apart:
            against.append("forbidden_pair")
        legal = not against
        if options.group_rule != "off" and me.group is not None and me.group == other.group:
            against.append("same_group")
            legal = legal and options.group_rule != "strict"
        rows.append(
            Candidate(other.id, abs(me.score - other.score), legal, tuple(against), other.id == opponent)
        )
    return tuple(sorted(rows, key=lambda row: (row.gap, row.id)))


def _bye_reasons(me: Player, others: list[Player]) -> list[Reason]:
    fewest = min(one.byes for one in (me, *others))
    lower = sum(one.score < me.score for one in others)
    reasons = [Reason("bye_odd")]
    if me.byes == fewest:
        reasons.append(Reason("bye_lowest", {"player": me.id}))
    if lower:
        reasons.append(Reason("bye_alternatives", {"count": lower}))
    return reasons


def _match_reasons(
    me: Player,
    other: Player,
    others: list[Player],
    candidates: tuple[Candidate, ...],
    draft: RoundDraft,
    options: Options,
) -> list[Reason]:
    params: Params = {"player": me.id, "opponent": other.id, "score": me.score, "other": other.score}
    same = [row for row in candidates if row.gap == 0]
    possible = [row for row in same if row.legal and "same_group" not in row.against]
    met = sum("rematch" in row.against for row in same)
    reasons: list[Reason] = []
    if options.method == "power":
        return [Reason("power")]
    if {me.id, other.id} & _leaders((me, *others), options.leaders):
        reasons.append(Reason("leaders", {"count": options.leaders}))
        return [*reasons, Reason("already_met", {"count": met})] if met else reasons
    if me.score == other.score:
        reasons.append(Reason("same_score", params))
        if options.method in ("fold", "slide"):
            reasons.append(Reason(options.method))
        elif len(possible) == 1:
            reasons.append(Reason("only_option", params))
        else:
            reasons.append(Reason("drawn", {"count": len(possible), "seed": draft.seed}))
    else:
        reasons.append(Reason("down" if me.score > other.score else "up", params))
        if not possible:
            reasons.append(Reason("nobody_same_score", params))
        high = max(me.score, other.score)
        if sum(one.score >= high for one in (me, *others)) % 2:
            reasons.append(Reason("odd_group", {"score": high}))
    clan = sum("same_group" in row.against and not row.chosen for row in same)
    if met:
        reasons.append(Reason("already_met", {"count": met}))
    if clan:
        reasons.append(Reason("kept_apart", {"count": clan}))
    return reasons


def _leaders(players: Iterable[Player], count: int) -> set[str]:
    """The ``count`` best in standing, who are paired before all others."""
    order = sorted(
        players, key=lambda one: (-one.score, one.rank if one.rank is not None else 1 << 60, one.id)
    )
    return {one.id for one in order[:count]}
