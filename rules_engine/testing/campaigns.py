"""Campaigns over many seeds: random games that must never be called illegal, and single faults that must be found.

Everything follows from the seed: a number that a campaign prints repeats its game anywhere. Nothing here runs for
long or in parallel by itself; ``benchmarks/engine_campaign.py`` does that.
"""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from rules_engine.kernel.report import Report
from rules_engine.kernel.stream import Stream
from rules_engine.x610z.audit import audit
from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.convert import to_compact, to_full
from rules_engine.x610z.cursor import Cursor
from rules_engine.x610z.faults import KINDS, inject_fault
from rules_engine.x610z.hiding import hide_decks
from rules_engine.x610z.pool import POOLS, ready_decks
from rules_engine.x610z.random_games import open_game, random_decks, record_random_game
from rules_engine.x610z.recorder import GameRecorder
from rules_engine.x610z.rulesets import RULESETS, answers, rulings

from .invariants import Watch

MODES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("1v1", 2, ()),
    ("3 players", 3, ()),
    ("4 players", 4, ()),
    ("5 players", 5, ()),
    ("6 players", 6, ()),
    ("2v2", 4, ("a", "b", "b", "a")),
    ("3v3", 6, ("a", "b", "a", "b", "a", "b")),
    ("2v2v2", 6, ("a", "b", "c", "a", "b", "c")),
)
"""Name, seats and teams of every way to play (100.1a-c)."""


class Plan(Struct, frozen=True):
    """What a seed stands for: the kind of game and the size of it.

    ``cards`` names a packaged pool, ``options`` are header fields.
    """

    seed: int
    mode: str
    seats: int
    teams: tuple[str, ...]
    level: str
    cards: str
    deck: int
    actions: int
    options: dict[str, Any]
    ready: bool = False
    """Everybody plays one of the ready-made decks of the pool."""


class Outcome(Struct, frozen=True):
    """What a campaign says of one seed. ``wrong`` is empty when everything is as it must be."""

    seed: int
    counts: dict[str, int]
    wrong: str = ""


def plan_of(seed: int, actions: int = 0, edition: int = 0) -> Plan:
    """The game of a seed: modes, levels, rulesets, rulings, casual and organized play in a fixed mix.

    Every mode comes once in eight seeds, every second game of a mode is a full log, and a quarter of the games each is
    played with the cards of the first act, of two, three and four acts. A quarter is played with the ready-made decks.
    ``actions`` is the length at which time is called; 0 leaves it to the seed. ``edition`` leaves out the rulings that
    got their name after it, so that a seed stays the game that it was.
    """
    stream = Stream(f"campaign/{seed}")
    mode, seats, teams = MODES[seed % len(MODES)]
    level = ("compact", "full")[seed // len(MODES) % 2]
    cards = tuple(POOLS)[seed // (2 * len(MODES)) % len(POOLS)]
    ruleset = stream.pick(RULESETS)
    organized = stream.chance(60)
    options: dict[str, Any] = {"ruleset": ruleset, "organized_play": organized}
    if not organized and not teams and seats > 2 and stream.chance(50):
        options["places"] = True
    if stream.chance(50):
        options["choices"] = _choices(stream, edition or answers().latest.number)
        if teams:
            # Decks are drawn without regard to the teammates': a limit for the team would refuse them.
            options["choices"].pop("H27", None)
    deck = stream.pick((18, 30, 50, 50, 70))
    length = actions or stream.pick((60, 90, 130, 200, 500))
    ready = Stream(f"campaign ready decks/{seed}").chance(25)
    return Plan(seed, mode, seats, teams, level, cards, deck, length, options, ready)


def _choices(stream: Stream, edition: int) -> dict[str, str]:
    """Any option, the defaults among them, for one to four rulings."""
    known = [ruling for ruling in rulings().values() if ruling.since <= edition]
    chosen: dict[str, str] = {}
    for _ in range(1 + stream.below(4)):
        ruling = stream.pick(known)
        chosen[ruling.id] = stream.pick(sorted(ruling.options))
    return chosen


def play(
    plan: Plan, watch: Watch | None = None, checkpoint_every: int = 20, pool: Pool | None = None
) -> bytes:
    """The log of the game that a plan stands for; ``pool`` replaces its cards."""
    recorder = record_random_game(
        plan.seed,
        plan.seats,
        max_actions=plan.actions,
        checkpoint_every=checkpoint_every,
        watch=watch,
        **_fields(plan, pool or load_pool(plan.cards)),
    )
    return recorder.finish()


def begin(plan: Plan, pool: Pool | None = None) -> tuple[GameRecorder, Stream]:
    """The game of a plan before its first line, and the stream that would play it."""
    return open_game(plan.seed, plan.seats, **_fields(plan, pool or load_pool(plan.cards)))


def _fields(plan: Plan, pool: Pool) -> dict[str, Any]:
    return {
        "decks": decks_of(plan, pool),
        "pool": pool,
        "teams": plan.teams,
        "level": plan.level,
        **plan.options,
    }


def decks_of(plan: Plan, pool: Pool) -> list[list[str]]:
    """The shuffled deck of each seat of a plan, the Life Base left out."""
    stream = Stream(f"campaign decks/{plan.seed}")
    ready = _ready(stream, plan.seats, pool) if plan.ready else []
    return ready or random_decks(stream, plan.seats, pool, plan.deck)


def _ready(stream: Stream, seats: int, pool: Pool) -> list[list[str]]:
    """One of the ready-made decks for each seat, if the pool has any."""
    decks = [
        [number for number, count in ready.deck.main.items() for _ in range(count)]
        for ready in ready_decks(pool)
    ]
    base = pool.life_base.number
    chosen = [stream.pick(decks) for _ in range(seats if decks else 0)]
    return [stream.shuffled([number for number in deck if number != base]) for deck in chosen]


def try_game(seed: int, actions: int = 0) -> Outcome:
    """Play the game of a seed with every invariant at every step, audit it at both levels, and hide its decks.

    ``actions`` calls time earlier than the seed would. ``wrong`` says what should not have been: a legal game that an
    audit refuses, another result or digest, a state that breaks an invariant, or any exception.
    """
    plan = plan_of(seed, actions)
    counts: dict[str, int] = {}
    try:
        wrong = _try_game(plan, counts)
    except Exception as error:  # noqa: BLE001 - whatever happens to one seed belongs in the report, not in the way
        wrong = f"{type(error).__name__}: {error}"[:400]
    return Outcome(seed, counts, f"{plan.mode} {plan.level} {plan.options}: {wrong}" if wrong else "")


def _try_game(plan: Plan, counts: dict[str, int]) -> str:
    watch = Watch()
    pool = load_pool(plan.cards)
    log = play(plan, watch)
    report = audit(log, pool=pool)
    counts |= {"games": 1, plan.mode: 1, plan.level: 1, "states": watch.seen, "actions": report.steps}
    counts[plan.options["ruleset"]] = counts["cards: " + plan.cards] = 1
    counts["with other rulings"] = int("choices" in plan.options)
    counts["ended by " + (report.result.rule if report.result else "nothing")] = 1
    if (report.verdict, report.fidelity) != ("ok", "exact"):
        return f"{report.verdict} {report.fidelity} {report.finding}"
    if report.result is None or report.claimed is None or report.result.winners != report.claimed.winners:
        return f"result {report.result}, claimed {report.claimed}"
    compact = to_compact(log, pool)
    full = to_full(compact, pool)
    for other in (compact, full):
        again = audit(other, pool=pool)
        if (again.verdict, again.digest) != ("ok", report.digest):
            return f"at the other level: {again.verdict} {again.finding}"
    if to_compact(full, pool) != compact or (plan.level == "full" and full != log):
        return "compact and full do not agree"
    if plan.level == "compact" and compact != log:
        return "a compact log does not stay as it is"
    counts["level conversions"] = 2
    return _hidden(log, pool, counts) or (_travel(log, pool, counts) if plan.seed % 16 == 0 else "")


def _hidden(log: bytes, pool: Pool, counts: dict[str, int]) -> str:
    """The same game when nobody wrote down the order of any deck: nothing may be called illegal for that."""
    decks, data = hide_decks(log, pool)
    report = audit(data, decks=decks, pool=pool)
    counts["hidden games"] = 1
    counts["hidden: " + report.verdict] = 1
    if report.verdict not in ("ok", "unverifiable") or report.fidelity == "contradicted":
        return f"with hidden decks: {report.verdict} {report.fidelity} {report.finding}"
    return ""


def _travel(log: bytes, pool: Pool, counts: dict[str, int]) -> str:
    """A cursor shows the same at a position whichever way it came there."""
    cursor = Cursor(log, pool=pool)
    last = len(cursor.steps)
    # Before the first action there may be no state to compare, and a game may be very short.
    first = next((at for at, step in enumerate(cursor.steps, 1) if step.kind == "act"), last)
    third, half = max(first, last // 3), max(first, last // 2)
    seen: dict[int, str] = {}
    for spot in (last, third, half, third, last):
        cursor.seek(spot)
        if seen.setdefault(spot, cursor.state.digest()) != cursor.state.digest():
            return f"a cursor shows another state when it comes back to {spot}"
    counts["cursors"] = 1
    return ""


@lru_cache(maxsize=32)
def _base(seed: int) -> tuple[bytes, Pool, str]:
    """A game to plant faults in, its cards, and the digest of its end."""
    plan = plan_of(seed, actions=150)
    pool = load_pool(plan.cards)
    log = play(plan)
    return log, pool, audit(log, pool=pool).digest


FAULTS_PER_GAME = 20


def try_fault(seed: int) -> Outcome:
    """Plant one fault in a game and see how it is found.

    ``counts`` names the kind of fault and how it ended: ``found by rule``, ``found by checkpoint`` (digest or public
    counts), ``found as unreadable``, ``found by result`` or ``harmless`` (every check passes and the final state is
    the same), and for the found ones ``at the line or the next``.
    """
    counts: dict[str, int] = {}
    try:
        log, pool, digest = _base(seed // FAULTS_PER_GAME)
        fault = inject_fault(log, seed, KINDS[seed % len(KINDS)])
        if fault is None:
            return Outcome(seed, {"not applicable": 1})
        report = audit(fault.data, pool=pool)
        counts = {"faults": 1, fault.kind: 1}
        level = "full" if b'"level":"full"' in log[:800] else "compact"
        counts[level] = 1
        wrong = judge_fault(report, digest, fault.line, counts)
    except Exception as error:  # noqa: BLE001 - an exception is exactly what must never happen: it is reported
        wrong = f"{type(error).__name__}: {error}"[:400]
    return Outcome(seed, counts, wrong)


_FOUND = {
    "violation": "found by rule",
    "divergence": "found by checkpoint",
    "log_error": "found as unreadable",
    "result_mismatch": "found by result",
}


def judge_fault(report: Report, digest: str, line: int, counts: dict[str, int]) -> str:
    """What is wrong with how a fault in ``line`` was found; ``digest`` is that of the game without it."""
    if report.verdict == "ok":
        counts["harmless"] = 1
        return "" if report.digest == digest else "another final state, and every check passes"
    found = _FOUND.get(report.verdict)
    if found is None or report.finding is None:
        return f"{report.verdict} {report.finding}"
    counts |= {"found": 1, found: 1}
    distance = report.finding.line - line
    if distance < 0:
        return f"found {-distance} lines before the fault: {report.finding}"
    if distance <= 1:
        counts["at the line or the next"] = 1
    return ""
