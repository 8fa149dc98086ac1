"""By which rules an event is played, in words: version, rulings and board, and the order of places."""

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules_engine.games import engine_of
from rules_engine.x610z.board import BOARDS
from rules_engine.x610z.rulesets import RULESETS
from tournaments.standings import PRESETS, StandingsError, metric

from .plans import orders_for
from .policy import DEFAULTS, Policy

RULESET_WORDS: dict[str, Promise] = {
    "x610z/2010-02": gettext_lazy("rules of February 2010"),
    "x610z/2010-03": gettext_lazy("rules of March 2010"),
}
"""The versions of the rules, in the words of form and tournament page; a test compares them with those there are."""

ORDERS: dict[str, Promise] = {
    "x610z": gettext_lazy("X610Z: opponents' match wins, own game wins, opponents' game wins"),
    "x610z_team": gettext_lazy("X610Z for teams: opponents' match wins, without single games"),
    "mtg": gettext_lazy("as in Magic: opponents' match wins, own and opponents' game wins"),
    "pokemon": gettext_lazy("as in Pokémon: opponents' match wins, twice over"),
    "flesh_and_blood": gettext_lazy("as in Flesh and Blood: points scored early; a draw is worth nothing"),
    "netrunner": gettext_lazy("as in Netrunner: strength of schedule"),
    "fide": gettext_lazy("as in chess: Buchholz and Sonneborn-Berger; one point for a win"),
    "x610z_pods": gettext_lazy("X610Z tables: opponents' points on average, rounds won"),
    "commander_pods": gettext_lazy("as in Commander: opponents' wins"),
}
"""What ranks players with equal points, by the key of the preset, in the words of the form."""


def board_words(board: str) -> str:
    """A board as people call it."""
    return _("the board of act %(act)s") % {"act": board.rpartition("-")[2]}


def board_choices() -> list[tuple[str, str]]:
    """The boards to choose from."""
    return [(board, board_words(board)) for board in BOARDS]


def ruling_lines(chosen: dict[str, str], game: str = DEFAULTS.game) -> list[tuple[str, str]]:
    """Each ruling that differs from its default: label and answer, in the order of their numbers."""
    dutch = get_language() == "nl"
    lines = []
    for name in sorted(chosen, key=lambda name: (len(name), name)):
        known = engine_of(game).ruling(name)
        words = (known.options_nl if dutch else known.options)[chosen[name]]
        lines.append((_("Ruling %(name)s") % {"name": known.id}, words))
    return lines


def rules_lines(policy: Policy) -> list[tuple[str, str]]:
    """The version of the rules and the rulings an event chose; other games have one version each."""
    if policy.game != DEFAULTS.game:
        return ruling_lines(chosen_rulings(policy), policy.game)
    version = str(RULESET_WORDS.get(policy.ruleset, policy.ruleset))
    return [(_("Rules"), version), *ruling_lines(chosen_rulings(policy))]


def chosen_rulings(policy: Policy) -> dict[str, str]:
    """The rulings that differ from the default; of an unknown version or ruling nothing can be said."""
    try:
        return _changes(policy)
    except (LookupError, ValueError):
        return {}


def _changes(policy: Policy) -> dict[str, str]:
    engine = engine_of(policy.game)
    ours = policy.game == DEFAULTS.game
    return engine.ruling_changes(policy.ruleset if ours else engine.ruleset, policy.rulings)


def order_words(policy: Policy) -> str:
    """What ranks players, best first, without the lot that is drawn when all else is equal."""
    stored = policy.preset
    keys = PRESETS[stored].metrics if isinstance(stored, str) else stored.get("metrics", ())
    try:
        names = [_(metric(key).name) for key in keys if key != "random"]
    except StandingsError:
        return "–"
    return ", ".join(names)


def rule_problems(policy: Policy) -> list[tuple[str, str, str]]:
    """What is wrong with the choice of rules: code, words and the field of the form."""
    found = []
    if isinstance(policy.preset, str) and policy.preset not in orders_for(policy):
        found.append(("preset", _("This order of places is for another kind of tables."), "preset"))
    if policy.game != DEFAULTS.game:
        if (policy.ruleset, policy.board) != (DEFAULTS.ruleset, DEFAULTS.board):
            found.append(("other_game", _("Only X610Z has versions of the rules to choose from."), "ruleset"))
    elif policy.ruleset not in RULESETS:
        return [*found, ("choice", _("Choose one of these."), "ruleset")]
    elif policy.board not in BOARDS:
        found.append(("choice", _("Choose one of these."), "board"))
    try:
        _changes(policy)
    except (LookupError, ValueError):
        found.append(("choice", _("Choose one of the answers to each ruling."), "rulings"))
    return found
