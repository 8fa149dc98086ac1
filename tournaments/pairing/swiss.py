"""The front door of the Swiss engine: one round from players to a draft with tables and certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from tournaments.pairing.bounds import lower_bound
from tournaments.pairing.collector import collector_resting
from tournaments.pairing.decompose import Outcome, solve_field, solve_whole
from tournaments.pairing.field import Field, check_ids, make_field
from tournaments.pairing.kernel import Kernel
from tournaments.pairing.lookahead import needs_lookahead, only_clans_broken, solve_ahead
from tournaments.pairing.model import Certificate, Options, PairingError, Player, Relaxation, RoundDraft
from tournaments.pairing.power import pair_leaders, solve_power
from tournaments.pairing.tables import seat_pairs

FixedPair = tuple[str, str | None]

# Up to this size a round with clan pairs left is solved in one piece, so their number is the exact minimum.
EXACT_CLANS = 400
# From here on the cycle collector costs more than it could ever find.
MANY_PLAYERS = 1_000


def pair_round(
    players: Iterable[Player],
    *,
    seed: str,
    number: int,
    options: Options | None = None,
    fixed_pairs: Iterable[FixedPair] = (),
    forbidden_pairs: Iterable[tuple[str, str]] = (),
    kernel: Kernel | None = None,
) -> RoundDraft:
    """Pair round ``number`` of a Swiss tournament.

    fixed_pairs: pairs the staff decided, ``(player, None)`` for an awarded bye; kept as they are, even a rematch.
    forbidden_pairs: pairs that may not happen (given up only when no complete round exists without them).
    The same input in any order and the same seed give the same draft. Never fails on an impossible round: the
    certificate names every rule that gave way. Raises :class:`PairingError` for contradictory input only.
    """
    everyone = players if isinstance(players, list) else list(players)
    with collector_resting(len(everyone) >= MANY_PLAYERS):
        return _pair(everyone, seed, number, options or Options(), fixed_pairs, forbidden_pairs, kernel)


def _pair(
    everyone: list[Player],
    seed: str,
    number: int,
    options: Options,
    fixed_pairs: Iterable[FixedPair],
    forbidden_pairs: Iterable[tuple[str, str]],
    kernel: Kernel | None,
) -> RoundDraft:
    """Pair the round: the free players by the engine, the decided ones as they are."""
    staff = list(fixed_pairs)
    if staff:
        check_ids(everyone)
    decided = _decided(staff, everyone) if staff else []
    busy = [player for pair in decided for player in pair if player is not None]
    free = everyone
    if busy:
        seated_already = {player.id for player in busy}
        free = [player for player in everyone if player.id not in seated_already]
    field = make_field(
        free, seed=seed, number=number, options=options, forbidden_pairs=forbidden_pairs, kernel=kernel
    )
    if len(field.players) < len(free):
        check_ids(everyone)
    outcome, ahead = _solve_for_later(field, busy, decided)
    if field.plain and not field.positions:
        seated, table_notes = seat_pairs(
            [*decided, *outcome.pairs], field.keys, options, drawn=outcome.inside
        )
    else:
        seated, table_notes = seat_pairs([*decided, *outcome.everybody()], field.keys, options)
    notes = (*ahead, *_fixed_notes(field, decided), *table_notes)
    return RoundDraft(seated, make_certificate(field, outcome, notes), seed, number)


def _decided(staff: list[FixedPair], everyone: list[Player]) -> list[tuple[Player, Player | None]]:
    """Return the pairs that the staff decided; raises :class:`PairingError` when they contradict each other."""
    by_id = {player.id: player for player in everyone if player.active}
    fixed = check_fixed(staff, by_id)
    return [(by_id[one], by_id[two] if two is not None else None) for one, two in fixed]


def _solve_for_later(
    field: Field, busy: list[Player], decided: list[tuple[Player, Player | None]]
) -> tuple[Outcome, list[Relaxation]]:
    """Pair the free players, and where the field is small so that the announced rounds stay possible."""
    outcome = _solve(field)
    if (
        needs_lookahead(field.options, field.number, len(field.players) + len(busy))
        and only_clans_broken(field, outcome)
        and all(two is not None for _, two in decided)
    ):
        return _look_ahead(field, outcome, [*field.players, *busy], decided)
    return outcome, []


def _solve(field: Field) -> Outcome:
    """Pair by the chosen method, and settle the clan level exactly where windows may have missed it."""
    if field.options.method == "power" or field.options.leaders:
        check_ids(field.players)
    if field.options.method == "power":
        outcome = solve_power(field)
        if outcome is not None:
            return outcome
    if field.options.leaders:
        first = pair_leaders(field)
        if first:
            rest = _solve(_without_leaders(field, first))
            return replace(rest, pairs=[*first, *rest.pairs])
    outcome = solve_field(field)
    if _clans_left(field, outcome) and len(field.players) <= EXACT_CLANS:
        return solve_whole(field) or outcome
    return outcome


def _without_leaders(field: Field, pairs: list[tuple[Player, Player]]) -> Field:
    """Return the problem of everybody who is no longer spoken for."""
    gone = {player.id for pair in pairs for player in pair}
    return make_field(
        [player for player in field.players if player.id not in gone],
        seed=field.seed,
        number=field.number,
        options=replace(field.options, leaders=0),
        forbidden_pairs=[(one, two) for one, others in field.forbidden.items() for two in others],
        kernel=field.kernel,
    )


def _look_ahead(
    field: Field, outcome: Outcome, players: list[Player], decided: list[tuple[Player, Player | None]]
) -> tuple[Outcome, list[Relaxation]]:
    """Keep the announced rounds possible for everybody, the decided pairs included."""
    everybody = make_field(
        players,
        seed=field.seed,
        number=field.number,
        options=field.options,
        forbidden_pairs=[(one, two) for one, others in field.forbidden.items() for two in others],
        kernel=field.kernel,
    )
    fixed = [(one, two) for one, two in decided if two is not None]
    first = replace(outcome, pairs=[*decided, *outcome.everybody()], inside=[])
    ahead, notes = solve_ahead(everybody, first, fixed)
    settled = {one.id for one, _ in fixed}
    return replace(ahead, pairs=[pair for pair in ahead.pairs if pair[0].id not in settled]), notes


def _clans_left(field: Field, outcome: Outcome) -> bool:
    """True when a legal round of several windows still has clan pairs that an exact search might part."""
    if (
        not field.grouped
        or not outcome.legal
        or (len(outcome.windows) == 1 and outcome.windows[0] >= len(field.players))
    ):
        return False
    return any(two is not None and field.same_group(one, two) for one, two in outcome.everybody())


def check_fixed(fixed_pairs: Iterable[FixedPair], active: dict[str, Player]) -> list[FixedPair]:
    """Return the decided pairs as a list; raises :class:`PairingError` when they contradict each other."""
    fixed: list[FixedPair] = []
    seen: set[str] = set()
    for first, second in fixed_pairs:
        if first == second:
            raise PairingError("fixed_self", player=first)
        for player_id in (first, second):
            if player_id is None:
                continue
            if player_id not in active:
                raise PairingError("unknown_player", player=player_id)
            if player_id in seen:
                raise PairingError("fixed_twice", player=player_id)
            seen.add(player_id)
        fixed.append((first, second))
    return fixed


def _fixed_notes(field: Field, decided: list[tuple[Player, Player | None]]) -> list[Relaxation]:
    notes: list[Relaxation] = []
    for one, two in decided:
        if two is None:
            if one.byes:
                notes.append(Relaxation("fixed_second_bye", {"player": one.id, "byes": one.byes}))
        elif field.met(one, two):
            notes.append(Relaxation("fixed_rematch", {"a": one.id, "b": two.id}))
    return notes


def make_certificate(field: Field, outcome: Outcome, notes: Iterable[Relaxation] = ()) -> Certificate:
    """Measure the pairs of ``outcome`` and name every rule that gave way."""
    relaxed: list[Relaxation] = []
    cost = downs = 0
    # Nothing can be said about a legal pair inside a large group that is not of one clan.
    pairs = outcome.pairs if outcome.legal and not field.grouped else outcome.everybody()
    for one, two in pairs:
        gap = one.score - (field.bye_score if two is None else two.score)
        cost += gap * gap
        if two is None:
            relaxed += _bye_notes(field, one)
        else:
            downs += gap != 0
            # In a legal round only the clan rule can have given way.
            if not outcome.legal or (one.group is not None and one.group == two.group):
                relaxed += _pair_notes(field, one, two)
    counts = Counter(note.code for note in relaxed)
    bound = lower_bound(field.heads, field.bye_score)
    return Certificate(
        cost=cost,
        lower_bound=bound,
        certified=cost == bound and outcome.legal,
        rematches=counts["rematch"],
        second_byes=counts["second_bye"],
        soft_conflicts=counts["same_group"],
        pair_downs=downs,
        windows=tuple(sorted(outcome.windows)),
        relaxed=(*relaxed, *notes),
        exact=outcome.exact,
    )


def _bye_notes(field: Field, one: Player) -> list[Relaxation]:
    if not one.byes:
        return []
    code = "second_bye" if one.byes > field.min_byes else "everyone_had_bye"
    return [Relaxation(code, {"player": one.id, "byes": one.byes})]


def _pair_notes(field: Field, one: Player, two: Player) -> list[Relaxation]:
    """Name the rules that gave way for one pair."""
    found: list[Relaxation] = []
    names = {"a": one.id, "b": two.id}
    if field.met(one, two):
        found.append(Relaxation("rematch", {**names, "last": field.last_met(one, two)}))
    if field.kept_apart(one, two):
        found.append(Relaxation("forbidden_pair", names))
    if one.group is not None and field.same_group(one, two):
        found.append(Relaxation("same_group", {**names, "group": one.group}))
    return found
