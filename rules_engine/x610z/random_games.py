"""Random games that keep every rule, from a stream of numbers derived by hashing: the same seed, the same game."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from rules_engine.kernel.errors import EngineGap, Need, RulingNeeded
from rules_engine.kernel.stream import Stream
from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import Action
from rules_engine.x610z.model import State
from rules_engine.x610z.setup import INITIAL_HAND

from .recorder import GameRecorder


@lru_cache(maxsize=8)
def by_kind(pool: Pool) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Free crystals, summons and effects of a pool, by number: what random decks are made of."""
    crystals = tuple(card.number for card in pool.cards if card.is_crystal and not card.cost.total)
    summons = tuple(card.number for card in pool.cards if card.is_summon and not card.is_life_base)
    effects = tuple(card.number for card in pool.cards if card.is_effect and not card.manual)
    return crystals, summons, effects


def random_decks(stream: Stream, seats: int, pool: Pool | None = None, size: int = 50) -> list[list[str]]:
    """A shuffled deck per seat (Life Base left out): two fifths crystals, the rest summons and effects."""
    crystals, summons, effects = by_kind(pool or load_pool())
    decks = []
    for _ in range(seats):
        deck = [stream.pick(crystals[: max(3, len(crystals) // 2)]) for _ in range(size * 2 // 5)]
        deck += [stream.pick(summons) for _ in range(size // 6)]
        chosen = [stream.pick(effects) for _ in range(8)]
        deck += [stream.pick(chosen) for _ in range(size - len(deck))]
        decks.append(stream.shuffled(deck))
    return decks


def answer(stream: Stream, need: Need) -> object:
    """A random answer to a choice."""
    if need.prompt == "shuffle":
        return stream.shuffled(need.options)
    if need.many:
        count = need.low + (stream.below(need.high - need.low + 1) if need.high > need.low else 0)
        return stream.shuffled(need.options)[: min(count, len(need.options))]
    return stream.pick(need.options)


Chosen = Callable[[Stream, State, list[Action]], Action]
"""How a player chooses one of the legal actions."""
_WEIGHTS = {
    "cast": 40,
    "activate": 8,
    "move": 30,
    "attack": 40,
    "end": 14,
    "resolve": 60,
    "proceed": 70,
    "pass": 60,
}


def choose(stream: Stream, st: State, options: list[Action]) -> Action:
    """One of the legal actions: first the kind, with weights that keep a game going, then the action."""
    return one_of_kind(stream, st, of_one_kind(stream, options))


def one_of_kind(stream: Stream, st: State, found: list[Action]) -> Action:
    """One of the actions of a kind; of moves more often one that goes outward."""
    return _outward(stream, st, found) if found[0].do == "move" and stream.chance(60) else stream.pick(found)


def of_one_kind(stream: Stream, options: list[Action]) -> list[Action]:
    """The legal actions of one kind, drawn with weights that keep a game going."""
    kinds: dict[str, list[Action]] = {}
    for option in options:
        if option.do == "concede" and not stream.chance(2):
            continue
        kinds.setdefault(option.do, []).append(option)
    total = sum(_WEIGHTS.get(kind, 1) for kind in kinds)
    mark = stream.below(total)
    for kind, found in kinds.items():
        mark -= _WEIGHTS.get(kind, 1)
        if mark < 0:
            return found
    raise AssertionError("no action was chosen")


def _outward(stream: Stream, st: State, moves: list[Action]) -> Action:
    """A move of a Life Base towards the outer ring, if there is one."""
    own = [move for move in moves if move.slot < len(st.hand)] or moves
    best = max(_ring(move) for move in own)
    return stream.pick([move for move in own if _ring(move) == best])


def _ring(move: Action) -> int:
    """The ring of the board on which a move ends."""
    return int(move.landing.split(",")[0])


def random_game(
    seed: int | str,
    seats: int = 2,
    *,
    level: str = "compact",
    teams: Sequence[str] = (),
    pool: Pool | None = None,
    decks: Sequence[Sequence[str]] | None = None,
    max_actions: int = 1500,
    checkpoint_every: int = 20,
    organized_play: bool = True,
    players: Sequence[str] = (),
    **header: Any,
) -> bytes:
    """A complete log of a random game that keeps every rule. A game that grows too long ends on time (106.1a)."""
    return record_random_game(
        seed,
        seats,
        level=level,
        teams=teams,
        pool=pool,
        decks=decks,
        max_actions=max_actions,
        checkpoint_every=checkpoint_every,
        organized_play=organized_play,
        players=players,
        **header,
    ).finish()


def record_random_game(
    seed: int | str,
    seats: int = 2,
    *,
    max_actions: int = 1500,
    checkpoint_every: int = 20,
    decks: Sequence[Sequence[str]] | None = None,
    pool: Pool | None = None,
    watch: Callable[[State], None] | None = None,
    **options: object,
) -> GameRecorder:
    """As :func:`random_game`, returning the recorder with the final state; ``watch`` sees the state after each line."""
    recorder, stream = open_game(seed, seats, decks=decks, pool=pool, **options)
    start(recorder, stream)
    if watch is not None:
        watch(recorder.state)
    count = 0
    while recorder.state.result is None:
        count += 1
        if count > max_actions:
            recorder.act("time")
            break
        step(recorder, stream)
        if watch is not None:
            watch(recorder.state)
        if checkpoint_every and count % checkpoint_every == 0 and recorder.state.result is None:
            recorder.checkpoint()
    if checkpoint_every:
        recorder.checkpoint()
    return recorder


def open_game(
    seed: int | str,
    seats: int,
    *,
    decks: Sequence[Sequence[str]] | None = None,
    pool: Pool | None = None,
    **options: Any,
) -> tuple[GameRecorder, Stream]:
    """A recorder of a game in which nothing has been done yet, and the stream that plays it."""
    stream = Stream(f"x610z/{seats}/{seed}")
    cards = decks if decks is not None else random_decks(stream, seats, pool)
    recorder = GameRecorder(
        cards,
        first=stream.below(seats),
        pool=pool,
        chooser=lambda need: answer(stream, need),
        **options,
    )
    return recorder, stream


def start(recorder: GameRecorder, stream: Stream) -> None:
    """Murphy's Law now and then, and the first turn."""
    st = recorder.state
    count = len(st.hand)
    for step_no in range(count):
        seat = (st.first + step_no) % count
        if stream.chance(15):
            fewer = 4 + stream.below(3)
            if st.game.chosen["H25"] == "one_fewer":
                fewer = (
                    len(st.hand[seat]) or INITIAL_HAND
                ) - 1  # nobody has been dealt cards before the first line
            recorder.act("murphy", seat, x=fewer)
    recorder.act("begin", st.first)


def step(
    recorder: GameRecorder,
    stream: Stream,
    heard: Callable[[EngineGap | RulingNeeded], None] = lambda _left_out: None,
    chosen: Chosen = choose,
) -> bool:
    """One legal action; what the engine cannot carry out, or a judge would have to decide, is left out.

    ``chosen`` chooses it, ``heard`` hears of what is left out. If nothing else is left to do, time is called (106.1a),
    and False answered; also where a judge has to enter what a card does.
    """
    if recorder.state.awaiting:
        heard(EngineGap("manual_card", card=recorder.state.awaiting))
        return False
    options = legal_actions(recorder.state)
    while True:
        action = chosen(stream, recorder.state, options)
        try:
            recorder.push(action)
            return True
        except (EngineGap, RulingNeeded) as left_out:
            heard(left_out)
            options = [option for option in options if option != action]
            if all(option.do == "concede" for option in options):
                recorder.act("time")
                return False
