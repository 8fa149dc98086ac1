"""Who asks: a program with a token, which scope its owner allowed it, and how often it may ask."""

from typing import Any, Protocol, cast

from django.conf import settings
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament

READ, PLAY, ORGANIZE, JUDGE = "read", "play", "organize", "judge"


class Token(Protocol):
    """What the site's tokens are for this floor, which does not know their class."""

    pk: int
    scopes: list[str]

    def allows(self, scope: str) -> bool:
        """Whether its owner allowed it this."""


def token_of(request: Request) -> Token | None:
    """The token the request came with, or None."""
    return cast("Token | None", request.auth)


class PerToken(SimpleRateThrottle):
    """So many requests a minute for each token; anyone who shares an address shares no limit."""

    def get_rate(self) -> str:
        """From the settings."""
        return f"{settings.API_RATE}/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """By token; nobody without one is counted here."""
        return f"api-token-{request.auth.pk}" if request.auth is not None else None


class HasScope(IsAuthenticated):
    """Signed in by a token that its owner allowed this scope."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """The scope stands on the view."""
        if not super().has_permission(request, view):
            return False
        token, scope = token_of(request), getattr(view, "scope", "")
        if token is None or not token.allows(scope):
            raise PermissionDenied(f"This token may not {scope}.")
        return True


class TokenView(APIView):
    """What programs do with a token; no cookie is looked at.

    ``scope`` is what the token needs, ``right`` what its owner needs in the tournament of the address.
    """

    permission_classes = [HasScope]
    throttle_classes = [PerToken]
    scope = READ
    right: Right | None = None

    def tournament(self, slug: str) -> Tournament:
        """The tournament of the address, for anyone who may know of it and has the right here; else 404 or 403."""
        found = access_tournament(self.request.user, slug)
        if self.right:
            require_right(self.request.user, found, self.right)
        return found

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Nothing personal is kept on the way."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final["Cache-Control"] = "private, no-store"
        return final
