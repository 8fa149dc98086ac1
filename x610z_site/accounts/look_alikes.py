"""Whose names nobody else may wear: the office's, the keepers' and those of the staff of approved tournaments."""

import re

from django.db.models import Q
from django.utils.translation import gettext as _

from decks.cards.services import EDIT
from ledger.errors import Problem
from ledger.lookalikes import skeleton
from tournaments.events.models import Staff, Tournament

from .models import User

RESERVED = (
    "organizedplay",
    "organisedplay",
    "officialaccount",
    "official",
    "administrator",
    "admin",
    "moderator",
    "organizer",
    "organisator",
    "scorekeeper",
    "scheidsrechter",
    "hoofdjudge",
    "headjudge",
    "judge",
    "kantoor",
    "office",
    "support",
    "system",
    "existenz",
    "x610z",
    "staff",
)
"""Words of the house, longest first where one holds another. A name that has nothing else in it says that it is us."""
_BACKEND = "django.contrib.auth.backends.ModelBackend"


def is_of_the_house(name: str) -> bool:
    """Whether a name says nothing but words of the house, and perhaps a number."""
    return any(_only_words(skeleton(one)) for one in (name, re.sub(r"\d", "", name)))


def _only_words(text: str) -> bool:
    rest = text
    for word in RESERVED:
        rest = rest.replace(skeleton(word), "")
    return bool(text) and not rest


def known_names(own: int | None) -> set[str]:
    """The skeletons of the names of those with power over others, but for a person's own; never a real name.

    Guests and people of casual tournaments, who gave themselves their role, are not among them.
    """
    keepers = User.objects.with_perm(EDIT, include_superusers=False, backend=_BACKEND)
    staff = Staff.objects.filter(tournament__approval=Tournament.Approval.APPROVED)
    staff = staff.exclude(role=Staff.Role.DOOR)
    wanted = Q(is_office=True) | Q(pk__in=keepers.values("pk")) | Q(pk__in=staff.values("user"))
    rows = User.objects.filter(wanted, is_active=True, guest_of="").exclude(pk=own or 0)
    return {skeleton(name) for row in rows.values_list("display_name", "username") for name in row}


def look_alike_problems(name: str, field: str, own: User | None = None) -> list[Problem]:
    """What is wrong with a name that somebody gives themselves: it looks like one that others trust."""
    return _refused(field) if skeleton(name) in known_names(own.pk if own else None) else []


def public_name_problems(name: str, own: User | None = None) -> list[Problem]:
    """The same of the name that others see, which may not say that it is the house either, but for the office's."""
    if is_of_the_house(name) and not (own and own.is_office):
        return _refused("display_name")
    return look_alike_problems(name, "display_name", own)


def _refused(field: str) -> list[Problem]:
    words = _("This looks like the name of somebody who works here. Add something of your own to it.")
    return [Problem("look_alike", words, field)]
