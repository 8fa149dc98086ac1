"""A program with a token, for tests."""

from datetime import timedelta
from itertools import count
from typing import Any

from django.test import Client
from django.utils import timezone

from tournaments.client import Answer, Request, Site
from x610z_site.accounts.models import ApiToken
from x610z_site.accounts.services import token_hash
from x610z_site.accounts.token_services import SCOPES

_keys = count(1)


def token_for(user: Any, *scopes: str, days: float = 1) -> str:
    """A token with these scopes (all without), past the page and its password."""
    token = f"x610z_test-{next(_keys)}"
    ApiToken.objects.create(
        user=user,
        name="Test",
        token_hash=token_hash(token),
        scopes=list(scopes or SCOPES),
        epoch=user.session_epoch,
        made_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token


def site_of(user: Any = None, *scopes: str) -> Site:
    """The typed client of this site, with a token of somebody; without one as a stranger."""
    browser = Client()

    def send(request: Request) -> Answer:
        headers = {name: value for name, value in request.headers.items() if name != "Content-Type"}
        found = browser.generic(
            request.method,
            request.url.removeprefix("https://play.example"),
            request.body or b"",
            "application/json",
            headers=headers,
        )
        small = {name.lower(): value for name, value in found.headers.items()}
        return Answer(found.status_code, small, found.content)

    token = token_for(user, *scopes) if user is not None else ""
    return Site("https://play.example", token, send=send, wait=lambda _seconds: None)


class Program:
    """Sends requests with a token, each write under a key of its own unless one is given."""

    def __init__(self, user: Any, *scopes: str) -> None:
        self.client, self.token = Client(), token_for(user, *scopes)

    def get(self, path: str) -> Any:
        """Read an address below /api/v1/."""
        return self.client.get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {self.token}"})

    def post(self, path: str, body: Any = None, key: str = "") -> Any:
        """Write to an address below /api/v1/."""
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Idempotency-Key": key or f"test-key-{next(_keys)}",
        }
        return self.client.post(f"/api/v1/{path}", body or {}, "application/json", headers=headers)
