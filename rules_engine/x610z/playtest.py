"""How a card of X610Z plays: the same games with it and with an empty card in its place, by players who look ahead."""

from functools import lru_cache, partial

from msgspec.structs import replace

from rules_engine.kernel.games import gettext_noop
from rules_engine.kernel.playtest import Pair, PlayTest, Run, play_run
from rules_engine.kernel.stream import Stream

from .cards import CardRevision, Pool
from .foresight import choose_ahead
from .model import DECK
from .nodes import Energy
from .random_games import by_kind, open_game, random_decks, start, step
from .recorder import GameRecorder

SEATS = 2
MOST_LINES = 1_500
"""Nearly all random games end within 500 lines."""
MOST_COPIES = 3
"""Most cards are restricted to three copies or fewer; more of one that is not would fill the deck with it."""
_NOBODY_PAYS = Energy(colorless=999)


def copies(card: CardRevision) -> int:
    """As many as a deck may hold, three at most."""
    return min(card.restriction or MOST_COPIES, MOST_COPIES)


def refusal(pool: Pool, card: CardRevision) -> str:
    """Why no deck of this pool can hold the card."""
    if card.is_life_base:
        return gettext_noop("A Life Base lies in no deck, so nothing can be played without it.")
    if not all(any(_is_other(pool[number], card) for number in kind) for kind in by_kind(pool)):
        return gettext_noop(
            "No deck can be made of the other cards of this pool: it takes free crystals, summons and effects."
        )
    return ""


def pair(pool: Pool, card: CardRevision, seed: str, number: int) -> Pair:
    """One deal, played with the card and with an empty one; every second deal the other seat has it."""
    with_it, without = pools_with(pool, card)
    seat = number % SEATS
    decks = dealt(pool, card, f"{seed}/{number}", seat)
    play = partial(_run, card, decks, f"{seed}/{number}", seat)
    return Pair(play(with_it), play(without))


def _run(card: CardRevision, decks: list[list[str]], seed: str, seat: int, pool: Pool) -> Run:
    recorder, stream = open_game(f"playtest/{seed}", SEATS, decks=decks, pool=pool)
    start(recorder, stream)
    run = play_run(
        recorder,
        partial(step, recorder, stream, chosen=choose_ahead),
        seat=seat,
        card=card.number,
        plays=("cast",),
        most=MOST_LINES,
    )
    return replace(run, had=run.played > 0 or _had(recorder, card, seat))


def _had(recorder: GameRecorder, card: CardRevision, seat: int) -> bool:
    """Whether a copy of the card has left the deck of its seat."""
    rev = recorder.pool.index[card.number]
    return any(obj.owner == seat and obj.rev == rev and obj.zone != DECK for obj in recorder.state.objs)


def dealt(pool: Pool, card: CardRevision, seed: str, seat: int) -> list[list[str]]:
    """Two random decks of the other cards, in one of which some places by chance are the card's."""
    stream = Stream(f"playtest decks/{seed}")
    decks = random_decks(stream, SEATS, _others(pool, card))
    for place in stream.shuffled(range(len(decks[seat])))[: copies(card)]:
        decks[seat][place] = card.number
    return decks


@lru_cache(maxsize=8)
def _others(pool: Pool, card: CardRevision) -> Pool:
    """The pool without the card, and without what has its number or its name: an earlier form of it."""
    return Pool(pool.name, tuple(one for one in pool.cards if _is_other(one, card)))


def _is_other(one: CardRevision, card: CardRevision) -> bool:
    taken = {card.number, *card.printings}
    return one.name != card.name and taken.isdisjoint((one.number, *one.printings))


@lru_cache(maxsize=8)
def pools_with(pool: Pool, card: CardRevision) -> tuple[Pool, Pool]:
    """The pool with the card, and with an empty card of its type under its number and name."""
    others = _others(pool, card)
    figures = {"movement": Energy(), "attack": 0, "defense": 0, "speed": 0, "range": 0, "produces": Energy()}
    empty = replace(card, text="", text_nl="", tree=None, manual=False, cost=_NOBODY_PAYS, **figures)
    return Pool(pool.name, (*others.cards, card)), Pool(pool.name, (*others.cards, empty))


PLAYTEST = PlayTest(
    pair=pair,
    refusal=refusal,
    copies=copies,
    players=gettext_noop(
        "The decks are made by chance of the other cards of the pool. Both players look one step ahead: of a few ways"
        " to cast or to attack, drawn by chance, they take the one after which they stand best; everything else is"
        " drawn by chance."
    ),
)
