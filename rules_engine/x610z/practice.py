"""How somebody practises X610Z against the site."""

from rules_engine.kernel.games import Practice
from rules_engine.kernel.stream import Stream

from .cards import load_pool
from .legal import legal_actions
from .log import Action
from .model import State
from .playing import Game
from .random_games import answer, choose, random_decks

POOL = "demo"
NEVER = ("concede", "murphy")


def deal(stream: Stream) -> bytes:
    """The opening of a game with two random decks."""
    pool = load_pool(POOL)
    game = Game(
        random_decks(stream, 2, pool),
        players=["P1", "P2"],
        first=stream.below(2),
        pool=pool,
        organized_play=False,
        time_limit=False,
    )
    return game.log()


def own(state: State, seat: int) -> list[Action]:
    """The actions of the turn: until it has announced something, or its turn is over."""
    if state.stack or state.active != seat or state.ending:
        return []
    return [action for action in legal_actions(state, seat) if action.do not in NEVER]


PRACTICE = Practice(pool=POOL, deal=deal, own=own, choose=choose, answer=answer)
