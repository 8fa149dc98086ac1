"""How a rule is called in a sentence about a log, in the language of the page."""

from django.utils.translation import get_language

from rules_engine.games import engine_of
from rules_engine.rulebook import UnknownRule, rule_in


def rule_words(number: str, game: str) -> str:
    """A rule by its title, its number behind it if it has one; a ruling by its question."""
    dutch = get_language() == "nl"
    try:
        known = rule_in(game, number)
    except UnknownRule:
        try:
            ruled = engine_of(game).ruling(number)
        except LookupError:
            return number
        return f"{ruled.question_nl if dutch else ruled.question} ({ruled.id})"
    return known.named_in(get_language() or "en")


def rule_cited(number: str, game: str) -> str:
    """How a rule is called where it is cited beside words of ours; a ruling by its own number."""
    try:
        return rule_in(game, number).cited_in(get_language() or "en")
    except UnknownRule:
        return number
