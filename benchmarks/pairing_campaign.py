"""Compare the engine with one big maximum-weight matching on many random rounds, and small ones with brute force.

    .venv/bin/python -m benchmarks.pairing_campaign [--rounds 20000] [--seed 1] [--largest 400] [--minutes 60]

Fields of 4 to ``--largest`` players, drops, draws, awarded byes, clans, cliques that are kept apart, up to 25
rounds. Every round must be complete and pass the independent checker, cost exactly what the big matching costs,
and break a rule only when no legal round exists; up to ten players (``--brute``) all rounds are tried. Everybody has
a rank of their own, and a full matching over gaps and standings must give the bye to the same player. The checker must
prove the round, and of the same round with two players exchanged say exactly whether it is still the best. Every 20th
round is also paired with the pure Python kernel and must come out the same. Any difference ends the run with status 1
and prints the seed that repeats it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

from benchmarks.pairing_states import Dice, Season, states
from tests.tournaments.pairing.levels_oracle import best_levels, round_levels
from tests.tournaments.pairing.oracle import brute_force, full_cost, measure
from tests.tournaments.pairing.test_bye_first import GAP_AND_BYE as BYE_LEVELS
from tests.tournaments.pairing.test_bye_first import ranked
from tests.tournaments.pairing.test_verdict import tampered
from tournaments.pairing import CheckReport, Options, Pair, Player, RoundDraft, check_round, pair_round
from tournaments.pairing.kernel import networkx_matching

SIZES = (
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    16,
    17,
    24,
    31,
    32,
    33,
    48,
    64,
    65,
    80,
    100,
    101,
    128,
    150,
    200,
    256,
    300,
    399,
)


def draw_season(seed: str, largest: int) -> Season:
    """Return a random tournament; small fields are drawn more often because they are harder."""
    dice = Dice(seed)
    sizes = [size for size in SIZES if size <= largest]
    size = sizes[min(dice.below(len(sizes)), dice.below(len(sizes)))]
    return Season(
        players=size,
        rounds=2 + dice.below(min(24, size + 4)),
        seed=seed,
        draws=(0, 50, 300)[dice.below(3)],
        drops=(0, 10, 50)[dice.below(3)],
        clans=(0, 0, 3, 20)[dice.below(4)],
        awarded_byes=(0, 0, size // 10)[dice.below(3)],
        cliques=((), (), (3,), (5, 4))[dice.below(4)],
        options=Options(bye_choice=("standing", "random")[dice.below(2)]),
    )


def compare(
    season: Season, number: int, players: Sequence[Player], counts: Counter[str], brute: int = 10
) -> str | None:
    """Pair one round, compare it, and return what is wrong with it, if anything.

    brute: up to so many players all rounds are tried.
    """
    forbidden = season.forbidden()
    draft = pair_round(
        players, seed=season.seed, number=number, options=season.options, forbidden_pairs=forbidden
    )
    mine = draft.certificate
    report = check_round(players, draft.pairs, season.options, forbidden_pairs=forbidden, number=number)
    if not report.ok or report.certificate is None:
        return f"the checker refuses the round: {report.problems}"
    if report.certificate.cost != mine.cost or report.certificate.lower_bound != mine.lower_bound:
        return f"the checker measures {report.certificate}"
    wrong = _by_levels(season, number, players, draft, report, counts)
    if wrong is not None:
        return wrong
    optimum = full_cost(players, forbidden)
    broken = mine.rematches + mine.second_byes + sum(note.code == "forbidden_pair" for note in mine.relaxed)
    counts["rounds"] += 1
    counts["windows"] += not any(size >= len(players) for size in mine.windows)
    counts["certified"] += mine.certified
    counts["impossible"] += optimum is None
    if (optimum is None) != bool(broken):
        return f"the big matching says {optimum}, {broken} rules are broken"
    if optimum is not None and optimum != mine.cost:
        return f"the big matching costs {optimum}, ours {mine.cost}"
    if len(players) <= brute and not forbidden:
        counts["brute force"] += 1
        counts["brute force of 11 and 12"] += len(players) > 10
        by_id = {player.id: player for player in players}
        pairs = [(by_id[pair.a], by_id[pair.b] if pair.b is not None else None) for pair in draft.pairs]
        if measure(players, pairs, number) != brute_force(players, number):
            return (
                f"brute force finds {brute_force(players, number)}, ours is {measure(players, pairs, number)}"
            )
    if counts["rounds"] % 20 == 0 and len(players) <= 128:
        counts["both kernels"] += 1
        pure = pair_round(
            players,
            seed=season.seed,
            number=number,
            options=season.options,
            forbidden_pairs=forbidden,
            kernel=networkx_matching,
        )
        if pure != draft:
            return "the two kernels differ"
    return None


def _by_levels(
    season: Season,
    number: int,
    players: Sequence[Player],
    draft: RoundDraft,
    report: CheckReport,
    counts: Counter[str],
) -> str | None:
    """Compare a round with a full matching over all levels, and hold the checker against it."""
    apart = {frozenset(pair) for pair in season.forbidden()}
    best = best_levels(players, number, season.options, apart)
    mine = round_levels(players, draft.pairs, number, season.options, apart)
    counts["all levels"] += mine == best
    if draft.certificate.exact and mine[:BYE_LEVELS] != best[:BYE_LEVELS]:
        return f"the best levels are {best}, ours {mine}"
    dice = Dice(f"{season.seed}.{number}.tamper")
    tried: list[tuple[Sequence[Pair], CheckReport | None]] = [(draft.pairs, report)]
    if len(draft.pairs) > 1:
        tried.append((tampered(draft.pairs, dice), None))
    for pairs, said in tried:
        answer = said or check_round(
            players, pairs, season.options, forbidden_pairs=season.forbidden(), number=number
        )
        right = round_levels(players, pairs, number, season.options, apart) == best
        counts["refuted" if not right else "proved"] += 1
        if answer.strong != right:
            return f"the checker calls {answer.strong} what is {right}: {answer.problems}"
    return None


def main() -> int:
    """Run the campaign and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--largest", type=int, default=400)
    parser.add_argument("--brute", type=int, default=10, help="try all rounds up to so many players")
    parser.add_argument("--minutes", type=float, default=60)
    arguments = parser.parse_args()
    end = time.monotonic() + 60 * arguments.minutes
    counts: Counter[str] = Counter()
    tournament = 0
    while counts["rounds"] < arguments.rounds and time.monotonic() < end:
        tournament += 1
        season = draw_season(f"{arguments.seed}.{tournament}", arguments.largest)
        dice = Dice(f"{season.seed}.ranks")
        for number, players in states(season):
            wrong = compare(season, number, ranked(players, dice), counts, arguments.brute)
            if wrong is not None:
                print(f"seed {season.seed} round {number} ({len(players)} players): {wrong}", file=sys.stderr)
                return 1
    print(
        ", ".join(f"{count} {name}" for name, count in counts.items()),
        f"in {tournament} tournaments: no difference",
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
