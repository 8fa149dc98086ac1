"""The cells of the API: what a program gets with the token of each person, by what its operation says of itself.

Nothing here is written down a second time: who may follows from the right of the operation (or of the view that reads)
and from the roles of :class:`~tournaments.events.access.Right`, whether a token may from the scope.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ledger.models import LedgerRow
from tests.security.rights import holders
from tests.security.test_access_matrix import ACTORS, ORGANIZERS, PLAYERS, Hall
from tests.tournaments.api.programs import token_for
from tournaments.api.operations import OPERATIONS
from tournaments.api.tokens import TokenView
from tournaments.api.urls import READERS
from tournaments.events.access import Right
from tournaments.events.models import Tournament
from tournaments.judging.models import JudgeCall
from tournaments.rounds.models import Match
from x610z_site.accounts.token_services import SCOPES

OWNERS = tuple(one for one in ACTORS if one not in ("anonymous", "guest"))
"""Who can have a token: a guest and nobody have none."""
FORBIDDEN, MISSING = 403, 404
ASKED = "asked what is wrong with its body, or done"
_keys = count(1)

VIEWS: dict[str, type[TokenView]] = {
    f"api:{name}": view for name, (_where, view) in READERS.items() if issubclass(view, TokenView)
}
"""Those that read with a token."""


BY_THE_VIEW: dict[str, tuple[set[str], int]] = {
    "api:my_league": (PLAYERS - {"guest"}, MISSING),
    "api:circuit_desk": (ORGANIZERS, FORBIDDEN),
}
"""Who reads what by no right in a tournament, and what the others get."""


def is_for_programs(name: str) -> bool:
    """Whether a route asks for a token."""
    return name in VIEWS or name.removeprefix("api:") in OPERATIONS


def needs(name: str) -> tuple[str, Right | None, bool]:
    """The scope, the right and whether an entry of one's own is needed of a route for programs."""
    if name in VIEWS:
        return VIEWS[name].scope, VIEWS[name].right, False
    one = OPERATIONS[name.removeprefix("api:")]
    return one.scope, one.right, one.own


def may(name: str) -> tuple[set[str], int]:
    """Who may, and what the others get."""
    _scope, right, own = needs(name)
    if name in BY_THE_VIEW:
        return BY_THE_VIEW[name]
    if right is not None:
        return holders(right), FORBIDDEN
    return (PLAYERS - {"guest"}, MISSING) if own else (set(OWNERS), MISSING)


@dataclass(frozen=True)
class ProgramCell:
    """What a program of one person gets of one route; with ``without`` its token lacks the scope."""

    hall: Hall
    name: str
    actor: str
    expected: int | str
    args: tuple[str, ...]
    hidden: bool = False
    without: str = ""

    @property
    def state(self) -> None:
        """As other cells: none that has a name."""
        return

    def wrong(self) -> str:
        """How the answer differs; empty when it does not, and nothing was written that was refused."""
        url = reverse(self.name, args=[self.hall.values[arg] for arg in self.args])
        user = get_user_model().objects.get(pk=self.hall.clients[self.actor].session["_auth_user_id"])
        status: Any
        with transaction.atomic():
            if self.name in STATES:
                STATES[self.name](self.hall)
            if self.hidden:
                Tournament.objects.filter(pk=self.hall.tournament.pk).update(state=Tournament.State.DRAFT)
            token = token_for(user, *(one for one in SCOPES if one != self.without))
            before = LedgerRow.objects.count()
            try:
                status = self._asked(url, token)
            except Exception as error:  # noqa: BLE001 - a crash behind a missing guard is noticed as well
                status = repr(error)
            if self.expected != ASKED and LedgerRow.objects.count() != before:
                status = f"{status}, and something was written,"
            transaction.set_rollback(True)
        if status == self.expected:
            return ""
        how = " (in preparation)" if self.hidden else f" (without {self.without})" if self.without else ""
        return f"a program of {self.actor}{how}: {status} instead of {self.expected}"

    def _asked(self, url: str, token: str) -> int | str:
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"cell-{next(_keys):08}"}
        client = Client()
        cache.clear()  # the requests of one token are counted by its number, which comes again with each cell
        reads = self.name in VIEWS and hasattr(VIEWS[self.name], "get")
        if reads:
            answer = client.get(url, headers=headers)
        else:
            answer = client.post(url, {}, "application/json", headers=headers)
        status = int(answer.status_code)
        # What is missing behind the guard (this hall has no dispute) is told as 404 by its own row, with a reason.
        past = status in (200, 400, 409) or (status == MISSING and self.name in MISSING_HERE)
        return ASKED if past and self.expected == ASKED else status


MISSING_HERE = {
    "api:plans_of_repair": "its round is complete",
    "api:withdraw_invitation": "there is no invitation of this number; whose it is decides besides",
}
"""Routes that answer those who may with 404, because the hall has no such thing."""


def check_in_open(hall: Hall) -> None:
    """People say that they are here."""
    Tournament.objects.filter(pk=hall.tournament.pk).update(state=Tournament.State.CHECK_IN)


def judge_called(hall: Hall) -> None:
    """A judge was called to the table of the address."""
    places = {"round__number": hall.values["round_number"], "table": hall.values["check_number"]}
    match = Match.objects.get(tournament=hall.tournament, **places)
    JudgeCall.objects.create(
        tournament=hall.tournament, match=match, reason="rules", opened_at=timezone.now()
    )


STATES: dict[str, Callable[[Hall], None]] = {
    "api:check_in": check_in_open,
    "api:withdraw_call": judge_called,
    "api:release_call": judge_called,
    "api:escalate_call": judge_called,
}
"""What must be so for those who may to come past their 404."""


def program_cells(hall: Hall, name: str, args: tuple[str, ...]) -> list[ProgramCell]:
    """Everybody's program, one that lacks the scope, and strangers of a tournament in preparation."""
    allowed, refused = may(name)
    scope, _right, _own = needs(name)
    reader = next(one for one in OWNERS if one in allowed)
    found = [ProgramCell(hall, name, reader, FORBIDDEN, args, without=scope)]
    if "slug" in args:
        found += [ProgramCell(hall, name, one, MISSING, args, hidden=True) for one in ("stranger", "player")]
    found += [ProgramCell(hall, name, one, refused, args) for one in OWNERS if one not in allowed]
    return found + [ProgramCell(hall, name, one, ASKED, args) for one in OWNERS if one in allowed]
