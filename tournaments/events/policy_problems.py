"""What can be no policy: a number out of range, a choice nobody knows, choices that exclude each other."""

from django.utils.translation import gettext as _

from decks.cards.models import LegalityList
from decks.cards.pools import card_pool
from decks.lists.check_settings import NO_LIST
from ledger.errors import Problem
from rules_engine.games import game_of

from .kinds import cut_formats, first_format, first_formats, format_after
from .policy import Policy
from .policy_values import all_settings, value_in
from .rule_words import rule_problems
from .setting_words import SINGLE
from .settings import Declared, declared, own_settings


def policy_problems(policy: Policy) -> list[Problem]:
    """Everything that is wrong with a new policy, to show at once."""
    return deck_policy_problems(policy) + play_policy_problems(policy)


def play_policy_problems(policy: Policy) -> list[Problem]:
    """What is wrong with the playing part of a new policy: a number out of range, choices that exclude each other."""
    problems = [problem for one in all_settings().values() for problem in _value_problems(policy, one)]
    if not any(one.begins(policy) for one in first_formats()):
        return [*problems, Problem("choice", _("Choose one of these."), "template")]
    first = first_format(policy)
    asked_here = {*declared(first.settings), *_settings_of_the_cut(policy)}
    problems += [
        Problem("other_format", str(one.setting.elsewhere), one.asked_as)
        for name, one in own_settings().items()
        if name in policy.own and name not in asked_here
    ]
    if first.many_seats and policy.games != 1:
        problems.append(Problem("one_game", _("A table of three or more plays one game."), "games"))
    if first.many_seats and policy.window_days:
        problems.append(Problem("no_league", _("In a league two sit at a table."), "window_days"))
    problems += [Problem(code, text, field) for code, text, field in rule_problems(policy)]
    return problems + first.problems(policy) + _cut_problems(policy)


def _value_problems(policy: Policy, one: Declared) -> list[Problem]:
    """A number out of range, or a choice that nobody knows."""
    value, setting = value_in(policy, one.name), one.setting
    if setting.bounds is not None and not setting.bounds[0] <= value <= setting.bounds[1]:
        span = dict(zip(("least", "most"), setting.bounds, strict=True))
        text = _("Enter a whole number from %(least)s to %(most)s.") % span
        return [Problem("range", text, one.asked_as)]
    if not setting.choices or value in setting.choices or value == one.default:
        return []
    # A format that is no choice of the form, but follows when its kind is named, is one as well.
    if one.name == "knock_out" and any(kind.follows(policy) for kind in cut_formats()):
        return []
    return [Problem("choice", _("Choose one of these."), one.asked_as)]


def _settings_of_the_cut(policy: Policy) -> set[str]:
    """What the knock-out after the cut has of its own."""
    following = next((one for one in cut_formats() if one.follows(policy)), None) if policy.cut else None
    return set(declared(following.settings)) if following is not None else set()


def _cut_problems(policy: Policy) -> list[Problem]:
    if not any(one.follows(policy) for one in cut_formats()):
        return []  # an unknown knock-out, which was told
    after = format_after(policy)
    problems = after.cut_problems(policy)
    if policy.third_place and not after.third_place:
        text = _("Only a single-elimination knock-out has a match for third place.")
        problems.append(Problem("no_third", text, "third_place"))
    if not policy.cut and (policy.third_place or policy.knock_out != SINGLE):
        text = _("Nobody advances in this tournament. First choose who plays the knock-out.")
        problems.append(Problem("no_cut", text, "cut"))
    return problems


def deck_policy_problems(policy: Policy) -> list[Problem]:
    """What is wrong with the deck part of a new policy: an unknown pool, an act without cards, an unknown choice."""
    problems = []
    named = policy.limits not in ("", NO_LIST)
    if named and not LegalityList.objects.filter(key=policy.limits, game=policy.game).exists():
        problems.append(Problem("limits", _("Choose a list of banned cards of this game."), "limits"))
    try:
        pool = card_pool(policy.game, policy.pool)
    except KeyError:
        return [*problems, Problem("pool", _("Choose one of the card pools."), "pool")]
    if not game_of(policy.game).decks.limited:
        return problems  # its sets are no acts
    known = sorted({act for card in pool.cards for act in card.acts})
    for act in policy.acts:
        if act not in known:
            text = _("There are no cards of act %(act)s in this pool. It has: %(known)s.")
            problems.append(
                Problem("acts", text % {"act": act[:20], "known": ", ".join(known)}, "acts", "307.2")
            )
    return problems
