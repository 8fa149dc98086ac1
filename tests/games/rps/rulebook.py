"""The four rules of the toy."""

from types import MappingProxyType

from rules_engine.kernel.games import Rulebook
from rules_engine.rulebook.index import Rule

TEXTS = {
    "rps.1": ("One card a round", "A player shows one card in each round."),
    "rps.2": ("Twice each", "A card may be shown twice in a game."),
    "rps.3": ("Two rounds", "Who wins two rounds wins the game."),
    "rps.4": ("The end", "A game without a winner is a draw when no card is left; who gives up loses."),
}
RULES = MappingProxyType(
    {
        number: Rule(number, title, text, text, "enforced", "base", "rps", title)
        for number, (title, text) in TEXTS.items()
    }
)
RULEBOOK = Rulebook(rules=lambda: RULES)
