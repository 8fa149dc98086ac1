"""How a card of Z/X plays: the same random games with it and with an empty card in its place."""

from collections.abc import Sequence
from functools import lru_cache, partial

from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, RulingNeeded
from rules_engine.kernel.games import gettext_noop
from rules_engine.kernel.playtest import Heard, Pair, PlayTest, Run, play_run
from rules_engine.kernel.stream import Stream

from .cards import DEFAULT_POOL, TEXTS_POOL, ReadyDeck, ZxCard, ZxCost, ZxPool, load_pool, ready_decks
from .deckrules import COPIES_BY_NAME
from .model import DECK, SEATS
from .playing import Game
from .random_games import MAX_ACTIONS, answer, choose, shuffled_deck

OF_DECKS = ("zx", "event")
"""The card types of the deck itself."""
_NOBODY_PAYS = ZxCost(99)


def copies(card: ZxCard) -> int:
    """As many as a deck may hold."""
    del card
    return COPIES_BY_NAME


def refusal(pool: ZxPool, card: ZxCard) -> str:
    """Why no deck of this pool can hold the card."""
    if card.kind not in OF_DECKS:
        return gettext_noop("Only cards of the deck itself are played, not those that lie beside it.")
    if not _decks(pool, card):
        return gettext_noop(
            "No ready-made deck has only cards of this pool, so there is nothing to play with."
        )
    return ""


def pair(pool: ZxPool, card: ZxCard, seed: str, number: int) -> Pair:
    """One deal, played with the card and with an empty one; every second deal the other seat has it."""
    seat = number % len(SEATS)
    stream = Stream(f"zx/playtest decks/{seed}/{number}")
    decks, laid_out = [], []
    for owner in SEATS:
        deck, beside = shuffled_deck(stream, stream.pick(_decks(pool, card)))
        decks.append(_holding(stream, pool, deck, card, copies(card) if owner == seat else 0))
        laid_out.append(beside)
    play = partial(_run, card, f"zx/playtest/{seed}/{number}", seat, decks, laid_out)
    with_it, without = _pools(pool, card)
    return Pair(play(with_it), play(without))


def _holding(stream: Stream, pool: ZxPool, deck: list[str], card: ZxCard, count: int) -> list[str]:
    """A deck with so many copies of the card: in the places of cards with the same Ignition icon, as far as it has any.

    Copies that it has already become other cards of the deck.
    """
    others = [number for number in deck if number != card.number] or deck
    found = [number if number != card.number else stream.pick(others) for number in deck]
    places = stream.shuffled(range(len(found)))
    places.sort(key=lambda place: pool[found[place]].ignition != card.ignition)
    for place in places[:count]:
        found[place] = card.number
    return found


def _run(
    card: ZxCard,
    seed: str,
    seat: int,
    decks: Sequence[Sequence[str]],
    laid_out: Sequence[dict[str, object]],
    pool: ZxPool,
) -> Run:
    stream = Stream(seed)
    game = Game(
        decks,
        first=stream.below(len(SEATS)),
        pool=pool,
        laid_out=laid_out,
        chooser=lambda need: answer(stream, need),
    )
    run = play_run(
        game, partial(_step, game, stream), seat=seat, card=card.number, plays=("play",), most=MAX_ACTIONS
    )
    state = game.state
    had = any(
        one.owner == seat and one.zone != DECK and state.card(one.slot).number == card.number
        for one in state.objs
    )
    return replace(run, had=run.played > 0 or had)


def _step(game: Game, stream: Stream, heard: Heard) -> bool:
    """One random legal action; what the engine cannot carry out, or a judge would have to decide, is left out."""
    options = game.legal()
    while any(option.do != "concede" for option in options):
        action = choose(stream, game.state, options)
        try:
            game.push(action)
            return True
        except (EngineGap, RulingNeeded) as left_out:
            heard(left_out)
            options = [option for option in options if (option.do, option.card) != (action.do, action.card)]
    return False


@lru_cache(maxsize=8)
def _decks(pool: ZxPool, card: ZxCard) -> tuple[ReadyDeck, ...]:
    """The ready-made decks that hold only cards of the pool and do not lay out the card itself."""
    found = [deck for name in (TEXTS_POOL, DEFAULT_POOL) for deck in ready_decks(load_pool(name))]
    return tuple(
        deck
        for deck in found
        if all(
            number in pool for number in (*deck.main, *deck.dynamis, *deck.laid_out.values(), *deck.markers)
        )
        and card.number not in deck.laid_out.values()
    )


@lru_cache(maxsize=8)
def _pools(pool: ZxPool, card: ZxCard) -> tuple[ZxPool, ZxPool]:
    """The pool with the card, and with one of its type, colours and Ignition that says and does nothing."""
    others = [one for one in pool.cards if one.number != card.number]
    power = 0 if card.power is not None else None
    empty = replace(card, text="", keywords=(), cost=_NOBODY_PAYS, power=power, evol_seed=False, tribes=())
    return ZxPool(pool.name, (*others, card)), ZxPool(pool.name, (*others, empty))


PLAYTEST = PlayTest(
    pair=pair,
    refusal=refusal,
    copies=copies,
    players=gettext_noop(
        "The decks are ready-made ones. Both players choose by chance among everything that the rules allow, their own"
        " cards as targets as well."
    ),
)
