"""Guests: people of one tournament without an account, and how far their sessions reach."""

import logging
from functools import partial
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import SimpleLazyObject

from ledger.people import Account
from ledger.shapes import Respond
from tournaments.events.models import Tournament

from .models import PersonalLink, User
from .sessions import note_seen, too_old

LOG = logging.getLogger("x610z.security")


class SessionMiddleware:
    """A session as this address may know it; what a page made with it is kept by no cache.

    A guest's session is good for the addresses of its own tournament; everywhere else it is nobody's.

    It stands right behind the authentication: no view, context processor or API sees the guest on another address,
    so no page has to think of it. An address that names no tournament, or that no route matches, is another one.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        """Put the person of this very address in the place of the person of the session."""
        request.user = SimpleLazyObject(partial(_here, request, request.user))
        response = self.get_response(request)
        note_seen(request)
        if response.status_code == 403:
            match = request.resolver_match
            said = match.view_name if match else "no route"
            LOG.warning("refused: person %s, %s %s", getattr(request.user, "pk", None), request.method, said)
        personal = request.session.accessed and not request.session.is_empty()
        if personal and not response.has_header("Cache-Control"):
            # What asks again with an ETag may lie in the person's own browser, and is asked for each time.
            response["Cache-Control"] = (
                "private, no-cache" if response.has_header("ETag") else "private, no-store"
            )
        return response


def _here(request: Any, user: Account) -> Any:
    """The user as this address may know them; ``request.guest_home`` is where a guest belongs."""
    if user.is_authenticated and too_old(request):
        return AnonymousUser()
    home = getattr(user, "guest_of", "")
    if not home:
        return user
    match = request.resolver_match
    if match is not None and match.namespace == "tournaments" and f"t-{match.kwargs.get('slug')}" == home:
        return user
    request.guest_home = user.guest_home
    return AnonymousUser()


def tournament_of_link(token_sha256: str) -> Tournament | None:
    """The tournament of the guest a link was made for, whether or not the link still works."""
    home = User.objects.filter(links__token_hash=token_sha256).values_list("guest_of", flat=True).first()
    return Tournament.objects.filter(slug=home.removeprefix("t-")).first() if home else None


def links_of(tournament: Tournament) -> dict[int, PersonalLink]:
    """The present link of each guest of a tournament, by user id."""
    live = PersonalLink.objects.filter(user__guest_of=tournament.chain_key, revoked_at=None)
    return {link.user_id: link for link in live}
