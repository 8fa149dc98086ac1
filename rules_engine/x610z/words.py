"""How a page tells a game of X610Z."""

from rules_engine.kernel.games import Words, gettext_noop

WORDS = Words(
    phases={
        "setup": gettext_noop("before the first turn"),
        "reactivation": gettext_noop("reactivation phase"),
        "draw": gettext_noop("draw phase"),
        "action": gettext_noop("action phase"),
        "end": gettext_noop("end phase"),
    },
    states={"non_active": gettext_noop("used"), "deactivated": gettext_noop("deactivated")},
    card_number=r"\b[A-Z]?\d+\.\d+/\d+/\d+-[A-Z]{1,2}\b",
    attacks=frozenset({"attack"}),
    loud=frozenset({"attack", "cast", "move", "murphy", "begin", "concede", "time"}),
    icons={"cast": "cards", "activate": "cards", "move": "next", "attack": "swords"},
)
