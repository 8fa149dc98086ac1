"""X610Z: board, cards, rules and deck rules."""

from rules_engine.kernel.games import Game

GAME = Game(key="x610z", name="X610Z", package=__name__)
