"""How somebody practises Z/X against the site."""

from rules_engine.kernel.games import Practice
from rules_engine.kernel.stream import Stream

from .cards import TEXTS_POOL, load_pool
from .legal import legal_actions
from .log import Action
from .model import State
from .playing import Game
from .random_games import answer, choose, zx_decks


def deal(stream: Stream) -> bytes:
    """The opening of a game with two ready-made decks."""
    pool = load_pool(TEXTS_POOL)
    decks, laid_out = zx_decks(stream, pool)
    return Game(decks, players=["P1", "P2"], laid_out=laid_out, first=stream.below(2), pool=pool).log()


def own(state: State, seat: int) -> list[Action]:
    """Everything that it may do now, but giving up."""
    return [action for action in legal_actions(state, seat) if action.do != "concede"]


PRACTICE = Practice(pool=TEXTS_POOL, deal=deal, own=own, choose=choose, answer=answer)
