"""What can be no policy: a number out of range, a choice nobody knows, choices that exclude each other."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from decks.cards.models import LegalityList
from decks.lists.check_settings import NO_LIST
from decks.registration.games import ZX, card_pool
from ledger.errors import Problem
from tournaments.formats import first_format, format_after, formats

from .policy import DEFAULTS, SINGLE, Policy
from .policy_words import KNOCK_OUTS, LEGS, LEVELS, LISTS, MATCHES, METHODS, RECORDER_HELP
from .rule_words import rule_problems

# The whole numbers of a policy with the least and the most they may be (beside ``cut_size``).
NUMBERS = {
    "live_delay": (0, 240),
    "rounds": (0, 30),
    "leaders": (0, 64),
    "clan_rounds": (0, 20),
    "cut_points": (0, 300),
    "cut_minutes": (0, 240),
    "minutes": (1, 240),
    "check_minutes": (0, 30),
    "concede_after": (0, 60),
    "late_minutes": (0, 60),
    "late_until_round": (0, 30),
    "pod_size": (3, 6),
}
_BY_POINTS = gettext_lazy("This is only possible where players with equal points meet.")
ONLY_IN = {
    "method": _BY_POINTS,
    "leaders": _BY_POINTS,
    "power_pairing_last_round": _BY_POINTS,
    "clan_rounds": _BY_POINTS,
    "pod_size": gettext_lazy("This is only possible where three or more play at a table."),
    "legs": gettext_lazy("This is only possible where everybody plays everybody."),
}
"""Settings that only some formats have (:attr:`tournaments.formats.Format.settings`), and what is said elsewhere."""


def policy_problems(policy: Policy) -> list[Problem]:
    """Everything that is wrong with a new policy, to show at once."""
    return deck_policy_problems(policy) + play_policy_problems(policy)


def play_policy_problems(policy: Policy) -> list[Problem]:
    """What is wrong with the playing part of a new policy: a number out of range, choices that exclude each other."""
    problems = [
        Problem("range", _("Enter a whole number from %(least)s to %(most)s.") % span, _asked_as(field))
        for field, span in (
            (field, {"least": least, "most": most}) for field, (least, most) in NUMBERS.items()
        )
        if not span["least"] <= getattr(policy, field) <= span["most"]
    ]
    # A format that is no choice of the form, but follows when its kind is named, is one as well.
    knock_outs = {*KNOCK_OUTS, *(one.kind for one in formats() if one.follows(policy))}
    of_these = (
        ("level", LEVELS),
        ("games", MATCHES),
        ("method", METHODS),
        ("legs", LEGS),
        ("knock_out", knock_outs),
    )
    for field, choices in of_these:
        if getattr(policy, field) not in choices:
            problems.append(Problem("choice", _("Choose one of these."), field))
    if policy.help_at_the_table not in RECORDER_HELP:
        problems.append(Problem("choice", _("Choose one of these."), "recorder_help"))
    if not any(one.begins(policy) for one in formats()):
        return [*problems, Problem("choice", _("Choose one of these."), "template")]
    first = first_format(policy)
    problems += [
        Problem("other_format", str(text), field)
        for field, text in ONLY_IN.items()
        if field not in first.settings and getattr(policy, field) != getattr(DEFAULTS, field)
    ]
    if first.many_seats and policy.games != 1:
        problems.append(Problem("one_game", _("A table of three or more plays one game."), "games"))
    problems += [Problem(code, text, field) for code, text, field in rule_problems(policy)]
    return problems + first.problems(policy) + _cut_problems(policy)


def _asked_as(field: str) -> str:
    """The field of the form where a number of the policy is asked."""
    return "cut_number" if field in ("cut_size", "cut_points") else field


def _cut_problems(policy: Policy) -> list[Problem]:
    if not any(one.follows(policy) for one in formats()):
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
    if policy.lists not in LISTS:
        problems.append(Problem("lists", _("Choose who may read deck lists."), "lists"))
    try:
        pool = card_pool(policy.game, policy.pool)
    except KeyError:
        return [*problems, Problem("pool", _("Choose one of the card pools."), "pool")]
    if policy.game == ZX:
        return problems  # its sets are no acts
    known = sorted({act for card in pool.cards for act in card.acts})
    for act in policy.acts:
        if act not in known:
            text = _("There are no cards of act %(act)s in this pool. It has: %(known)s.")
            problems.append(
                Problem("acts", text % {"act": act[:20], "known": ", ".join(known)}, "acts", "307.2")
            )
    return problems
