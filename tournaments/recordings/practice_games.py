"""What the site deals to somebody who practises, and how its random player plays, game by game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules_engine.games import game_of
from rules_engine.kernel.errors import Need
from rules_engine.kernel.stream import Stream
from rules_engine.practice import random_games, zx_games
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.playing import Game
from rules_engine.zx.cards import TEXTS_POOL
from rules_engine.zx.cards import load_pool as load_zx_pool
from rules_engine.zx.legal import legal_actions as legal_zx_actions
from rules_engine.zx.playing import Game as ZxGame

PLAYERS = ["P1", "P2"]
BOT = 1
"""The seat of the random player."""
AGAINST = {"random": _("Random player"), "both": _("Second seat")}
"""Who sits opposite, in the reader's language."""
NEVER = ("concede", "murphy")


@dataclass(frozen=True)
class PracticeGame:
    """How one game is practised.

    ``name`` is the printed one. ``pool``: the key of its cards. ``deal`` makes the opening of a dealt game. ``own`` are
    the actions that the random player has now, none where it waits; ``choose`` takes one of them, ``answer`` a choice
    that it leaves open. ``template``: the page of such a game.
    """

    name: str
    pool: str
    deal: Callable[[Stream], bytes]
    own: Callable[[Any], Sequence[Any]]
    choose: Callable[..., Any]
    answer: Callable[[Stream, Need], Any]
    template: str


def _deal(stream: Stream) -> bytes:
    pool = load_pool("demo")
    decks = random_games.random_decks(stream, 2, pool)
    game = Game(
        decks,
        players=PLAYERS,
        first=stream.below(2),
        pool=pool,
        organized_play=False,
        time_limit=False,
    )
    return game.log()


def _own(state: Any) -> Sequence[Any]:
    """The actions of the turn: until it has announced something, or its turn is over."""
    if state.stack or state.active != BOT or state.ending:
        return ()
    return [action for action in legal_actions(state, BOT) if action.do not in NEVER]


def _deal_zx(stream: Stream) -> bytes:
    pool = load_zx_pool(TEXTS_POOL)
    decks, laid_out = zx_games.zx_decks(stream, pool)
    return ZxGame(decks, players=PLAYERS, laid_out=laid_out, first=stream.below(2), pool=pool).log()


def _own_zx(state: Any) -> Sequence[Any]:
    return [action for action in legal_zx_actions(state, BOT) if action.do not in NEVER]


GAMES: Mapping[str, PracticeGame] = {
    "x610z": PracticeGame(
        game_of("x610z").name,
        "demo",
        _deal,
        _own,
        random_games.choose,
        random_games.answer,
        "recordings/practice_screen.html",
    ),
    "zx": PracticeGame(
        game_of("zx").name,
        TEXTS_POOL,
        _deal_zx,
        _own_zx,
        zx_games.choose,
        zx_games.answer,
        "recordings/practice_zx.html",
    ),
}
"""In the order in which they are offered."""


def game_of_practice(practice: Mapping[str, Any]) -> str:
    """The game of a practice recording, by what it was begun with; the first ones, begun before there was another,
    do not say it."""
    return str(practice.get("game", "x610z"))


def names_of_practice(practice: Mapping[str, Any]) -> dict[str, str]:
    """The names of both seats: the owner's as it was, and who sits opposite in the language of whoever reads."""
    return {"P1": str(practice["names"]["P1"]), "P2": str(AGAINST[practice["against"]])}
