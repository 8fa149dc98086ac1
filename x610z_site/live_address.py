"""Where a page finds the live updates, and the page policy that lets it connect there."""

from typing import Any

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase


def live_base(request: HttpRequest) -> str:
    """The address before `/live/<tournament-key>/`, without a trailing slash; empty means the page's own origin.

    LIVE_URL wins. With LIVE_PORT alone the page's own host is kept, so that a phone that opened the site by the
    laptop's address reaches the live process by that same address.
    """
    if settings.LIVE_URL:
        return str(settings.LIVE_URL).rstrip("/")
    if not settings.LIVE_PORT:
        return ""
    try:
        host = request.get_host()
    except DisallowedHost:  # the page is refused already, and its refusal must not fail over this
        return ""
    name = host[: host.rindex("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return f"{request.scheme}://{name}:{settings.LIVE_PORT}"


def live_address(request: HttpRequest) -> dict[str, str]:
    """Template context: `live_url`, to be followed by `/live/<tournament-key>/`."""
    return {"live_url": live_base(request)}


class LiveCSPMiddleware(CSPMiddleware):
    """Content-Security-Policy with the live address of this very request among the connect sources."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the live address before the header is written."""
        base = live_base(request)
        if base:
            update: dict[str, Any] = dict(getattr(response, "_csp_update", None) or {})
            update["connect-src"] = [*update.get("connect-src", []), base]
            response._csp_update = update  # type: ignore[attr-defined]  # django-csp's own way in
        return super().process_response(request, response)
