"""How the API knows a program: ``Authorization: Bearer x610z_...``, and nothing a browser sends by itself."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from .models import ApiToken
from .token_services import token_of, token_used


class TokenAuthentication(BaseAuthentication):
    """A living token, or nobody; a wrong one is refused, never taken for nobody."""

    def authenticate(self, request: Request) -> tuple[object, ApiToken] | None:
        """Who the token belongs to, and the token."""
        kind, _gap, said = request.headers.get("Authorization", "").partition(" ")
        if not kind:
            return None
        token = token_of(said.strip()) if kind.lower() == "bearer" else None
        if token is None:
            raise AuthenticationFailed("This token does not work.", code="token")
        token_used(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a client is asked for."""
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library's own way to register
    """How the schema says it."""

    target_class = "x610z_site.accounts.token_authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, object]:
        """A bearer token."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "x610z_..."}
