"""Where the engine is known to differ from the text: an open list, one reason per entry.

Each entry is a *quirk*: with its name switched on this referee does what the engine does, so that a long comparison can
go on behind it. ``scenes.py`` holds a scene per entry; ``test_referee.py`` fails as soon as an entry no longer differs:
then the engine has been mended, and the entry and its quirk are to be deleted (the scene stays, as one on which both
agree).
"""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "redirect-onto-another": "208.1, glossary Redirect: a target that makes 'another target' untrue is no legal one",
    "redirect-other-option": "207.1, glossary Redirect: an announced target is changed, not one of the other option",
    "extra-turn-moves-circle": "700.1, 700.2: an extra turn is added; it takes nobody's place in the circle",
    "seat-order": "107.2a, 201.5: several players decide clockwise from the active player, not by seat number",
    "may-one-by-one": "208.4: 'each ... may' is one effect: all decide, then it happens to all at once",
    "leaver-effects-last": "H19: effects of a player who is out end on other players' cards",
    "targeted-before": "107.1b, 208.5: what can't be targeted is no legal target when the effect resolves",
    "attached-stays-behind": "H20, NL effects-gaan-mee: an Effect goes along whenever control changes, back as well",
    "attack-not-stopped": "107.1b, 200.4: a summon that can't attack when its attack resolves does not attack",
    "extra-of-other-option": "204.4, 207.1: an additional cost belongs to the option it stands in",
}

QUIRKS = frozenset(KNOWN)
