"""What an event of X610Z can settle, and the rules behind its facts."""

from rules_engine.kernel.games import Law, gettext_noop

LAW = Law(
    kinds=(),  # the usual events are of this game
    rulesets={
        "x610z/2010-02": gettext_noop("rules of February 2010"),
        "x610z/2010-03": gettext_noop("rules of March 2010"),
    },
    boards={"act-1": gettext_noop("the board of act 1")},
    draws_in_time=False,
    rule_book=True,
    rules={"time_limit": "106.1a", "conceding": "106.3#3", "organized_play": "G.organized-play"},
)
