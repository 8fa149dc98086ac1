"""The rule index of X610Z as everybody else asks it."""

from rules_engine.kernel.games import Rulebook
from rules_engine.rulebook import rules

RULEBOOK = Rulebook(rules=rules)
