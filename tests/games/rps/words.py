"""How a page tells the toy."""

from rules_engine.kernel.games import Words, gettext_noop

WORDS = Words(
    phases={"show": gettext_noop("both show a card"), "over": gettext_noop("the end")},
    zones={"shown": gettext_noop("Cards shown"), "wins": gettext_noop("Rounds won")},
    shown=("shown",),
    card_number=r"\b[RPS]-1\b",
    loud=frozenset({"show", "concede"}),
    icons={"show": "cards"},
)
