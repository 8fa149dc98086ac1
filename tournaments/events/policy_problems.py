"""What can be no policy: a number out of range, a choice nobody knows, choices that exclude each other."""

from django.utils.translation import gettext as _

from decks.cards.models import LegalityList
from decks.lists.against import NO_LIST
from decks.registration.games import ZX, card_pool
from ledger.errors import Problem
from tournaments.pairing.pod_final import SHAPES

from .policy import DEFAULTS, DOUBLE, PODS, ROUND_ROBIN, SINGLE, SWISS, Policy
from .policy_words import KNOCK_OUTS, LEGS, LISTS, METHODS

# The whole numbers of a policy with the least and the most they may be (beside ``cut_size``).
NUMBERS = {
    "rounds": (0, 30),
    "leaders": (0, 64),
    "clan_rounds": (0, 20),
    "cut_points": (0, 300),
    "cut_minutes": (0, 240),
    "minutes": (1, 240),
    "check_minutes": (0, 30),
}
SWISS_ONLY = ("method", "leaders", "power_pairing_last_round", "clan_rounds")


def policy_problems(policy: Policy) -> list[Problem]:
    """Everything that is wrong with a new policy, to show at once."""
    return deck_policy_problems(policy) + play_policy_problems(policy)


def play_policy_problems(policy: Policy) -> list[Problem]:
    """What is wrong with the playing part of a new policy: a number out of range, choices that exclude each other."""
    problems = [
        Problem("range", _("Give a whole number between %(least)s and %(most)s.") % span, _asked_as(field))
        for field, span in (
            (field, {"least": least, "most": most}) for field, (least, most) in NUMBERS.items()
        )
        if not span["least"] <= getattr(policy, field) <= span["most"]
    ]
    for field, choices in (("method", METHODS), ("legs", LEGS), ("knock_out", KNOCK_OUTS)):
        if getattr(policy, field) not in choices:
            problems.append(Problem("choice", _("Choose one of these."), field))
    if policy.pairing != SWISS:
        text = _("This is possible only where players with equal points meet.")
        problems += [
            Problem("swiss_only", text, field)
            for field in SWISS_ONLY
            if getattr(policy, field) != getattr(DEFAULTS, field)
        ]
    if policy.legs == 2 and policy.pairing != ROUND_ROBIN:
        text = _("This is possible only where everybody meets everybody.")
        problems.append(Problem("round_robin_only", text, "legs"))
    if policy.crews and (policy.pairing != SWISS or policy.cut):
        text = _("Crews meet by points and play no knock-out. Choose a kind of tournament like that.")
        problems.append(Problem("crews_swiss", text, "crews"))
    return problems + _cut_problems(policy)


def _asked_as(field: str) -> str:
    """The field of the form where a number of the policy is asked."""
    return "cut_number" if field in ("cut_size", "cut_points") else field


def _cut_problems(policy: Policy) -> list[Problem]:
    problems = []
    pods = policy.pairing == PODS
    size = policy.cut_size
    if pods and size and size not in SHAPES:
        problems.append(Problem("shape", _("At big tables 4, 10 or 16 players go on."), "cut_number"))
    elif not pods and size and not 2 <= size <= 128:
        text = _("Between 2 and 128 players can go on.")
        problems.append(Problem("cut_size", text, "cut_number"))
    if pods and policy.cut_points:
        text = _("At big tables a number of players goes on, not everybody with enough points.")
        problems.append(Problem("no_points", text, "cut"))
    if policy.knock_out == DOUBLE and pods:
        text = _("Big tables have no second chance: their winners go on.")
        problems.append(Problem("no_double", text, "knock_out"))
    if policy.third_place and (pods or policy.knock_out == DOUBLE):
        text = _("Only a knock-out in which one loss is enough has a match for third place.")
        problems.append(Problem("no_third", text, "third_place"))
    if not policy.cut and (policy.third_place or policy.knock_out != SINGLE):
        text = _("Nobody goes on in this tournament. Choose first who plays the knock-out.")
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
