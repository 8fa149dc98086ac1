"""What a tournament pins about decks: cards, acts, the office's list; and what of it can be no policy."""

from datetime import date
from typing import Any

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from decks.cards.models import LegalityList
from decks.lists.against import NO_LIST
from decks.registration.games import ZX, card_pool
from ledger.errors import Problem

from .models import Tournament
from .policy import DEFAULTS, LISTS


def deck_policy(tournament: Tournament, key: str) -> Any:
    """A value of the policy; a tournament made before the key existed has its default."""
    return tournament.policy.get(key, DEFAULTS[key])


def deck_day(tournament: Tournament) -> date:
    """The day whose lists of the office count: the day the tournament starts, in the site's time."""
    return localtime(tournament.starts_at).date()


def acts_of(text: str) -> list[str]:
    """Acts as an organizer types them ("D1, D2"), each once."""
    return list(dict.fromkeys(part for part in text.replace(",", " ").replace(";", " ").split() if part))


def deck_policy_problems(policy: dict[str, Any]) -> list[Problem]:
    """What is wrong with the deck part of a new policy: an unknown pool, an act without cards, an unknown choice."""
    problems = []
    named = policy["limits"] not in ("", NO_LIST)
    if named and not LegalityList.objects.filter(key=policy["limits"], game=policy["game"]).exists():
        problems.append(Problem("limits", _("Choose a list of banned cards of this game."), "limits"))
    if policy["lists"] not in LISTS:
        problems.append(Problem("lists", _("Choose who may read deck lists."), "lists"))
    try:
        pool = card_pool(policy["game"], policy["pool"])
    except KeyError:
        return [*problems, Problem("pool", _("Choose one of the card pools."), "pool")]
    if policy["game"] == ZX:
        return problems  # its sets are no acts
    known = sorted({act for card in pool.cards for act in card.acts})
    for act in policy["acts"]:
        if act not in known:
            text = _("There are no cards of act %(act)s in this pool. It has: %(known)s.")
            problems.append(
                Problem("acts", text % {"act": act[:20], "known": ", ".join(known)}, "acts", "307.2")
            )
    return problems
