"""Rock, paper, scissors with three cards: a whole game in one folder, for the proof that a game is a folder.

Each round both players show a card; who wins two rounds wins the game. A card may be shown twice in a game.
"""

from rules_engine.kernel.games import Game

GAME = Game(key="rps", name="Rock, Paper, Scissors", package=__name__, styles="css/games/rps.css")
