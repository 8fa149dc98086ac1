"""Campaigns of Z/X: random games that must never be called illegal, and single faults that must be found."""

from collections import Counter
from functools import lru_cache

from rules_engine.kernel.stream import Stream
from rules_engine.zx.abilities import charge_limit
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import DEFAULT_POOL, TEXTS_POOL, ZxPool, load_pool
from rules_engine.zx.cursor import Cursor
from rules_engine.zx.faults import KINDS, inject_fault
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.model import CHARGE, DECK, GONE, LIFE, RESOURCES, SEATS, SETUP, SHARED, SQUARE, State
from rules_engine.zx.random_games import record_zx_game
from rules_engine.zx.rulings import rulings
from rules_engine.zx.squares import PLAYER_SQUARES

from .campaigns import FAULTS_PER_GAME, Outcome, judge_fault


class ZxWatch:
    """Looks at the state after every line; raises ``AssertionError`` for what can never be. ``seen`` counts states."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, st: State) -> None:
        self.seen += 1
        _conserved(st)
        if st.phase == SETUP or st.result is not None:
            return
        if st.phase == RESOURCES and st.option("Z1") == "named_points":
            return  # by that ruling preprocessing has not run since the turn before
        assert st.damage == [0, 0] and not st.waiting, "something that is due was left waiting"
        for square in range(9):
            standing = st.zx_on(square)
            assert len(standing) <= 1, "two Z/X on a Square (905.1)"
            for slot in standing:
                assert st.objs[slot].damage < st.power(slot), "a dead Z/X stands (904.1)"
                for seat in SEATS:
                    assert square != PLAYER_SQUARES[seat] or st.objs[slot].owner == seat, "a guest (905.1#3)"
        for seat in SEATS:
            assert len(st.pile(CHARGE, seat)) <= charge_limit(st, seat), "too much Charge (906.1)"
            assert st.pile(LIFE, seat), "a player without Life plays on (903.1)"
            assert st.pile(DECK, seat), "a player without deck plays on (902.1, 903.2)"


def _conserved(st: State) -> None:
    """Every physical card lies in exactly one place, and knows which."""
    found: dict[int, tuple[int, int]] = {}
    for index, pile in enumerate(st.piles):
        for slot in pile:
            assert slot not in found, "a card lies in two places"
            found[slot] = (index // 2, -1)
            zone = index // 2
            assert zone in SHARED or st.objs[slot].owner == index % 2, "a card in a foreign zone (302.4)"
    for square, slots in enumerate(st.squares):
        for slot in slots:
            assert slot not in found, "a card lies in two places"
            found[slot] = (SQUARE, square)
    for obj in st.objs:
        assert found.get(obj.slot, (GONE, -1)) == (obj.zone, obj.square), "a card does not know where it lies"


def try_zx_game(seed: int) -> Outcome:
    """Play the game of a seed with every invariant at every step, and audit it; ``wrong`` says what should not be."""
    counts: Counter[str] = Counter()
    try:
        wrong = _try_game(seed, counts)
    except Exception as error:  # noqa: BLE001 - whatever happens to one seed belongs in the report, not in the way
        wrong = f"{type(error).__name__}: {error}"[:400]
    return Outcome(seed, dict(counts), wrong)


def _try_game(seed: int, counts: Counter[str]) -> str:
    watch = ZxWatch()
    choices = _choices(seed)
    pool = _pool(seed)
    game = record_zx_game(seed, pool=pool, watch=watch, play="constructed", choices=choices)
    log = game.finish()
    report = audit(log, pool=pool)
    ended = report.result.rule if report.result else "nothing"
    counts.update({"games": 1, "states": watch.seen, "actions": report.steps, f"ended by {ended}": 1})
    if (report.verdict, report.fidelity) != ("ok", "exact"):
        return f"{choices} {report.verdict} {report.fidelity} {report.finding}"
    if report.digest != game.state.digest():
        return "the audit ends in another state"
    if seed % 8 in (3, 4):
        decks, hidden = hide_zx_decks(log, pool)
        unseen = audit(hidden, pool=pool, decks=decks)
        counts["hidden"] = 1
        if (unseen.verdict, unseen.fidelity, unseen.result) != ("ok", "consistent", report.result):
            return f"{choices} without orders: {unseen.verdict} {unseen.fidelity} {unseen.finding}"
    return _travel(log, pool) if seed % 16 == 0 else ""


def _choices(seed: int) -> dict[str, str]:
    """Half of the games with Shifts that go on (Z25) and one to four rulings chosen otherwise; none stops a game."""
    stream = Stream(f"zx-campaign/{seed}")
    if stream.chance(50):
        return {}
    drawn = [stream.pick(list(rulings().values())) for _ in range(1 + stream.below(4))]
    chosen = {ruling.id: stream.pick(sorted(set(ruling.options) - {"judge"})) for ruling in drawn}
    return {**chosen, "Z25": "abilities"}


def _travel(log: bytes, pool: ZxPool) -> str:
    """Going back and forth shows the same states."""
    cursor = Cursor(log, pool)
    spots = list(range(len(cursor.steps), 6, -7))
    marks = []
    for spot in spots:
        cursor.seek(spot)
        marks.append(cursor.state.digest())
    for spot, mark in zip(reversed(spots), reversed(marks), strict=True):
        cursor.seek(spot)
        if cursor.state.digest() != mark:
            return f"a cursor shows another state when it comes back to {spot}"
    return ""


@lru_cache(maxsize=32)
def _base(seed: int) -> tuple[bytes, str]:
    pool = _pool(seed)
    log = record_zx_game(seed, pool=pool, checkpoint_every=20).finish()
    return log, audit(log, pool=pool).digest


def _pool(seed: int) -> ZxPool:
    """Cards with texts for every other game."""
    return load_pool(TEXTS_POOL if seed % 2 else DEFAULT_POOL)


def try_zx_fault(seed: int) -> Outcome:
    """Plant one fault in a game and see how it is found; counts as in :func:`.campaigns.try_fault`."""
    counts: dict[str, int] = {}
    try:
        log, digest = _base(seed // FAULTS_PER_GAME)
        fault = inject_fault(log, seed, KINDS[seed % len(KINDS)])
        if fault is None:
            return Outcome(seed, {"not applicable": 1})
        counts = {"faults": 1, fault.kind: 1}
        wrong = judge_fault(
            audit(fault.data, pool=_pool(seed // FAULTS_PER_GAME)), digest, fault.line, counts
        )
    except Exception as error:  # noqa: BLE001 - an exception is exactly what must never happen: it is reported
        wrong = f"{type(error).__name__}: {error}"[:400]
    return Outcome(seed, counts, wrong)
