"""Who of the hall has which right, from the roles of each right; and which rights a page asks for while it is made."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tournaments.events import access
from tournaments.events.access import HIDDEN_WHILE_PLAYING, Right

ROLES = {
    "judge": {"judge"},
    "playing_judge": {"judge"},
    "scorekeeper": {"scorekeeper"},
    "door": {"door"},
    "organizer": {"organizer"},
    "host": {"organizer"},
    "office": {"office"},
}
"""Which roles the people of the hall have in its tournament."""


def holders(right: Right) -> set[str]:
    """Who of the hall has a right in its tournament."""
    found = {actor for actor, roles in ROLES.items() if roles & set(right.roles)}
    return found - {"playing_judge"} if right in HIDDEN_WHILE_PLAYING else found


@contextmanager
def rights_asked() -> Iterator[set[Right]]:
    """The rights for which :func:`~tournaments.events.access.actor_with` is asked, from wherever it is called."""
    asked: set[Right] = set()
    roles_of = access.roles_of

    def noting(*args: Any) -> frozenset[str]:
        """Every question for a right comes to the roles; the one who asks says which."""
        caller = sys._getframe(1)
        if caller.f_code.co_name == "actor_with":
            asked.add(caller.f_locals["right"])
        return roles_of(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "roles_of", noting)
        yield asked
