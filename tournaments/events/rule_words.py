"""By which rules an event is played, in words: version, rulings and board, and the order of places."""

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules_engine.games import engine_of, game_of
from tournaments.standings import PRESETS, StandingsError, metric

from .plans import orders_for
from .policy import DEFAULTS, Policy

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


def board_words(policy: Policy) -> str:
    """The board of an event as people call it; "" where its game has none to choose from."""
    words = game_of(policy.game).law.boards.get(policy.board, "")
    return _(words) if words else ""


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
    """The version of the rules, where a game has several, and the rulings an event chose."""
    rulesets = game_of(policy.game).law.rulesets
    lines = ruling_lines(chosen_rulings(policy), policy.game)
    if not rulesets:
        return lines
    return [(_("Rules"), _(rulesets.get(policy.ruleset, policy.ruleset))), *lines]


def chosen_rulings(policy: Policy) -> dict[str, str]:
    """The rulings that differ from the default; of an unknown version or ruling nothing can be said."""
    try:
        return _changes(policy)
    except (LookupError, ValueError):
        return {}


def _changes(policy: Policy) -> dict[str, str]:
    engine = engine_of(policy.game)
    chosen = policy.ruleset if game_of(policy.game).law.rulesets else engine.ruleset
    return engine.ruling_changes(chosen, policy.rulings)


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
    law = game_of(policy.game).law
    chosen = {"ruleset": (policy.ruleset, law.rulesets), "board": (policy.board, law.boards)}
    for field, (value, choices) in chosen.items():
        if choices and value not in choices:
            return [*found, ("choice", _("Choose one of these."), field)]
        if not choices and value != getattr(DEFAULTS, field):
            text = _("%(game)s has no versions of the rules to choose from.")
            found.append(("other_game", text % {"game": game_of(policy.game).name}, "ruleset"))
            break
    try:
        _changes(policy)
    except (LookupError, ValueError):
        found.append(("choice", _("Choose one of the answers to each ruling."), "rulings"))
    return found
