"""A game of three cards, of which nothing is known but its cards and decks: enough to register lists of it."""

from rules_engine.kernel.games import Game

GAME = Game(key="three", name="Three Cards", package="tests.decks.card_game")
