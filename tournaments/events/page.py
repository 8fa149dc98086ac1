"""The frame of every tournament page."""

from typing import Any, Protocol

from django.http import HttpRequest

from ledger.selectors import live_version
from ledger.shapes import Context

from .access import Right, rights_of
from .models import Tournament


def page(request: HttpRequest, tournament: Tournament, **context: object) -> Context:
    """Context every tournament page needs: the tournament, the person's rights, the live version.

    The version is the one that was read with the tournament, before anything else: a page that shows more than its
    version is asked for once too often, one that shows less would stay stale. So are the roles of whoever was let in.
    """
    version = getattr(tournament, "read_version", None)
    version = live_version(tournament.chain_key) if version is None else version
    person, roles = getattr(tournament, "read_roles", (None, None))
    known = roles if person is not None and person == request.user.pk else None
    return _frame(tournament, rights_of(request.user, tournament, known), version) | context


def may(context: Context, right: Right) -> bool:
    """Whether the person for whom :func:`page` made this context has a right."""
    rights = context["rights"]
    return isinstance(rights, frozenset) and right in rights


class Met(Protocol):
    """What a page has read already of a person in a tournament."""

    @property
    def tournament(self) -> Tournament:
        """The tournament."""

    @property
    def rights(self) -> frozenset[Right]:
        """The person's rights in it."""

    @property
    def version(self) -> int:
        """Its public version when that was read."""

    @property
    def entry(self) -> Any:
        """The person's entry, or None."""


def page_of(visit: Met, **context: object) -> Context:
    """The same context out of what was read already."""
    frame = _frame(visit.tournament, visit.rights, visit.version)
    return frame | {"plays": visit.entry is not None} | context


def _frame(tournament: Tournament, rights: frozenset[Right], version: int) -> Context:
    return {
        "tournament": tournament,
        "rights": rights,
        "live_key": tournament.chain_key,
        "live_version": version,
    }
