"""How a page tells a game of Z/X."""

from rules_engine.kernel.games import Words, gettext_noop

WORDS = Words(
    phases={
        "setup": gettext_noop("before the first turn"),
        "reboot": gettext_noop("Reboot Phase"),
        "draw": gettext_noop("Draw Phase"),
        "resource": gettext_noop("Resource Phase"),
        "ignition": gettext_noop("Ignition Phase"),
        "main": gettext_noop("Main Phase"),
        "end": gettext_noop("End Phase"),
    },
    zones={
        "hand": gettext_noop("Hand"),
        "deck": gettext_noop("Deck"),
        "life": gettext_noop("Life"),
        "resource": gettext_noop("Resource"),
        "charge": gettext_noop("Charge"),
        "trash": gettext_noop("Trash"),
        "remove": gettext_noop("Removed"),
        "dynamis": gettext_noop("Dynamis"),
    },
    counted=("hand", "deck", "life", "resource", "charge", "trash", "dynamis"),
    shown=("hand", "resource", "charge", "trash", "remove", "dynamis", "life"),
    states={"sleep": gettext_noop("Sleep")},
    card_number=r"\b[A-Z]{1,3}\d{1,3}-\d{1,4}\b",
    attacks=frozenset({"attack", "attack_player"}),
    loud=frozenset({"attack", "attack_player", "begin", "concede", "time", "play", "boot", "ignite"}),
    icons={
        "play": "cards",
        "boot": "cards",
        "attack": "swords",
        "attack_player": "swords",
    },
    who_begins=gettext_noop("Who won rock-paper-scissors, and so begins?"),
)
