"""Where the engine is known to differ from the text: an open list, one reason per entry.

The entries of ``KNOWN`` are *quirks*: with a name switched on this referee does what the engine does, so that a long
comparison can go on behind it. ``scenes.py`` holds a scene per entry, and ``test_referee.py`` fails as soon as
an entry no longer differs: then the engine has been mended, and the entry and its quirk are to be deleted. The scene
stays, as one on which both agree.
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
    "leaver-clears-stack": "H19: what the others announced resolves before the turn of a player who is out ends",
    "answers-own-trigger": "704.3: in his End Phase the active player answers only actions that others announced",
}
"""Entries with a quirk that can be switched on."""

KNOWN_WITHOUT_QUIRK: dict[str, str] = {
    "declined-is-done": "207.3, glossary Successfully: what was declined or paid off was not successfully done",
    "partly-healed-is-done": "207.3, H23: healing less than asked, of one summon of several too, is not done in full",
    "losers-one-by-one": "106.3, H18: who loses by one and the same effect loses together; the seat decides nothing",
    "controller-forgotten": "208.5, 214.2: its controller is who last controlled it, also of what has left play",
    "illegal-target-affected": "208.5: of two targets the one that is no longer legal is not affected",
    "deactivated-moves": "402.14, glossary Deactivate: a deactivated summon can't move, also in answer to its move",
    "short-range-is-no-attack": "NL range: with too little Range it has attacked all the same, so attacks trigger",
    "lost-discount-is-free": "200.6: a cost that rose after the announcement is asked for, whatever made it rise",
    "dying-do-not-see": "207.4b: what is destroyed together leaves together, and each of them sees all the others go",
    "own-type-kept": "200.5: other energy is taken only for what the player has not got in the right type",
    "searched-deck-unshuffled": "211.2: a searched deck is shuffled, whether the card says so or not",
}
"""Entries that random games hardly ever meet: only their scenes show them."""

QUIRKS = frozenset(KNOWN)
