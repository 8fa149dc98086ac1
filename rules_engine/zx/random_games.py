"""Random games of Z/X that keep every rule: the same seed, the same game."""

from collections.abc import Callable, Sequence
from typing import Any

from rules_engine.kernel.errors import EngineGap, Need
from rules_engine.kernel.stream import Stream
from rules_engine.zx.cards import NOT_OF_DECK, ReadyDeck, ZxPool, load_pool, ready_decks
from rules_engine.zx.costs import payments
from rules_engine.zx.log import Action
from rules_engine.zx.model import HAND, State
from rules_engine.zx.playing import Game
from rules_engine.zx.preprocessing import WITHOUT_END

MAX_ACTIONS = 3_000
_WEIGHTS = {
    "play": 40,
    "boot": 25,
    "extra": 60,
    "shift": 60,
    "attack": 30,
    "attack_player": 50,
    "resource": 60,
    "ignite": 30,
    "pass": 14,
    "next": 14,
    "keep": 40,
}
_PAYMENTS_TRIED = 5


def zx_decks(stream: Stream, pool: ZxPool | None = None) -> tuple[list[list[str]], list[dict[str, object]]]:
    """A shuffled ready-made deck for each seat, and what its player lays out before the shuffle."""
    decks, beside = [], []
    for _ in range(2):
        deck, laid_out = shuffled_deck(stream, stream.pick(ready_decks(pool or load_pool())))
        decks.append(deck)
        beside.append(laid_out)
    return decks, beside


def shuffled_deck(stream: Stream, ready: ReadyDeck) -> tuple[list[str], dict[str, object]]:
    """A ready-made deck shuffled, and what its player lays out before the shuffle."""
    deck = stream.shuffled([number for number, count in ready.main.items() for _ in range(count)])
    for field, number in ready.laid_out.items():
        if field not in NOT_OF_DECK:
            deck.remove(number)
    dynamis = [number for number, count in ready.dynamis.items() for _ in range(count)]
    laid_out: dict[str, object] = {"dynamis": dynamis} if ready.laid_out else {}
    if ready.markers:
        laid_out["markers"] = list(ready.markers)
    return deck, {**ready.laid_out, **laid_out}


def answer(stream: Stream, need: Need) -> object:
    """A random answer to a choice."""
    if need.prompt == "shuffle":
        return stream.shuffled(need.options)
    if need.many:
        return stream.shuffled(need.options)[: need.low]
    return stream.pick(need.options)


def choose(stream: Stream, st: State, options: Sequence[Action]) -> Action:
    """One of the legal actions: first the kind, with weights that keep a game going, then the action."""
    kinds: dict[str, list[Action]] = {}
    for option in options:
        if option.do != "concede" or stream.below(2_000) == 0:
            kinds.setdefault(option.do, []).append(option)
    mark = stream.below(sum(_WEIGHTS.get(kind, 1) for kind in kinds))
    for kind, found in kinds.items():
        mark -= _WEIGHTS.get(kind, 1)
        if mark < 0:
            return _paid_otherwise(stream, st, stream.pick(found))
    raise AssertionError("no action was chosen")


def _paid_otherwise(stream: Stream, st: State, action: Action) -> Action:
    """The same play with another payment now and then: ``legal`` names only one of them."""
    if action.do != "play" or not action.pay or not stream.chance(30):
        return action
    card = next(st.card(slot) for slot in st.pile(HAND, action.seat) if st.card(slot).number == action.card)
    ways = [slots for slots, _ in zip(payments(st, action.seat, card), range(_PAYMENTS_TRIED), strict=False)]
    chosen = stream.pick(ways)
    return Action(
        do="play",
        seat=action.seat,
        card=action.card,
        square=action.square,
        pay=[f"#{slot}" for slot in chosen],
    )


def record_zx_game(
    seed: int | str,
    *,
    pool: ZxPool | None = None,
    decks: Sequence[Sequence[str]] | None = None,
    max_actions: int = MAX_ACTIONS,
    checkpoint_every: int = 20,
    watch: Callable[[State], None] | None = None,
    **options: Any,
) -> Game:
    """A random game to its end; ``watch`` sees the state after each line. A game that grows too long is conceded."""
    stream = Stream(f"zx/{seed}")
    if decks is None:
        decks, options["laid_out"] = zx_decks(stream, pool)
    game = Game(decks, first=stream.below(2), pool=pool, chooser=lambda need: answer(stream, need), **options)
    count = 0
    while game.outcome() is None:
        count += 1
        if count > max_actions:
            game.push(Action(do="concede", seat=stream.below(2)))
        else:
            _push(game, stream, choose(stream, game.state, game.legal()))
        if watch is not None:
            watch(game.state)
        if checkpoint_every and count % checkpoint_every == 0 and game.outcome() is None:
            game.checkpoint()
    if checkpoint_every:
        game.checkpoint()
    return game


def _push(game: Game, stream: Stream, action: Action) -> None:
    """Carry out an action; where abilities set each other off for ever behind it, somebody concedes instead."""
    try:
        game.push(action)
    except EngineGap as gap:
        if gap.code != WITHOUT_END:
            raise
        game.push(Action(do="concede", seat=stream.below(2)))


def random_zx_game(seed: int | str, **options: Any) -> bytes:
    """The complete log of a random game that keeps every rule."""
    return record_zx_game(seed, **options).finish()
