"""Z/X, the second game: its cards, the rules of its decks, and the engine of its basic game. Pure, like every game."""

from rules_engine.kernel.games import Game

GAME = Game(key="zx", name="Z/X", package=__name__, styles="css/zx-board.css")
