"""What a browser of somebody may have begun with the forum: kept in its session alone, for some minutes, good once."""

import time
from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from .services import GOOD_FOR

ASKED, LINKING, LINKED = "forum_asked", "forum_linking", "forum_linked"
"""What waits in a session: the forum's nonce, a nonce of our own, and what the forum said of an account there."""
View = Callable[..., HttpResponse]


def forum_url(path: str = "/", fields: dict[str, str] | None = None) -> str:
    """An address of the forum of the settings; nothing that came from outside leads there."""
    return settings.FORUM_URL.rstrip("/") + path + (f"?{urlencode(fields)}" if fields else "")


def signs_in() -> bool:
    """Whether people sign in at the forum by us."""
    return bool(settings.FORUM_URL and settings.FORUM_SECRET)


def links() -> bool:
    """Whether the forum says which account somebody has there."""
    return bool(settings.FORUM_URL and settings.FORUM_PROVIDER_SECRET and settings.SITE_URL)


def only_if(ready: Callable[[], bool]) -> Callable[[View], View]:
    """A page that does not exist while the settings name no forum that can do this."""

    def wrap(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if not ready():
                raise Http404
            return view(request, *args, **kwargs)

        return answer

    return wrap


def keep(request: HttpRequest, name: str, *said: object) -> None:
    """Let this browser's session wait for what was begun now."""
    request.session[name] = [int(time.time()), *said]


def kept(request: HttpRequest, name: str, *, taken: bool = False) -> list[object] | None:
    """What waits there; None where nothing does or it has waited too long. ``taken``: and no longer."""
    found = request.session.pop(name, None) if taken else request.session.get(name)
    if not isinstance(found, list) or not found or not isinstance(found[0], int):
        return None
    return found[1:] if 0 <= time.time() - found[0] <= GOOD_FOR.total_seconds() else None


def led_on(response: HttpResponse) -> HttpResponse:
    """A form on this page may lead on to the forum: browsers hold a redirect against what forms may reach."""
    parts = settings.FORUM_URL.split("/")
    vars(response)["_csp_update"] = {"form-action": ["/".join(parts[:3])]}  # django-csp's own way in
    return response
