"""What is sent again under its key is answered as at first, wherever the day has moved meanwhile (decision 223).

A command answers a repeated key itself, but only once a view has found what the request is about: its table, its draft,
a check-in that is open. Those may be gone by then. So a request says here what it sends before anything is looked up.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from .errors import KeyReusedError
from .hashing import digest
from .models import IdempotencyKey
from .shapes import Json
from .web import CONFLICT, REFUSED, submission_key, waits

Answer = Callable[[HttpRequest], HttpResponse]
KEPT_OUT = ("csrfmiddlewaretoken", "idempotency_key")
_floors: set[str] = set()


def answer_for(app_name: str) -> None:
    """Answer the forms of a floor (the name of its addresses) from here; who does not ask for it is asked anew.

    Forms of accounts, say, carry passwords.
    """
    _floors.add(app_name)


@dataclass
class Sending:
    """A request under way: whose, its key as it is stored, and a keyed hash of what it sends.

    ``stored``: what the command that owns this key has stored by now.
    """

    actor: str
    key: str
    mark: str
    stored: Json | None = None


_under_way: ContextVar[Sending | None] = ContextVar("sending", default=None)


def stored_key(key: str) -> str:
    """A key as it is stored: itself when it is short and plain, else its hash (it comes from outside)."""
    return key if len(key) <= 80 and key.isascii() and key.isprintable() else f"sha256:{digest(key)}"


def sending(actor: str, key: str, what: object) -> Sending:
    """A request of this actor under this key; of what it sends, only a hash that nobody can guess at is kept."""
    return Sending(actor, stored_key(key), salted_hmac("ledger.sending", digest([actor, what])).hexdigest())


@contextmanager
def under_way(one: Sending) -> Iterator[None]:
    """While it is carried out, the command that owns its key stores what was sent beside its answer."""
    token = _under_way.set(one)
    try:
        yield
    finally:
        _under_way.reset(token)


def to_store(actor: str, key: str, response: Json) -> Json:
    """The response of a command as it is stored: with the mark of the request that this command is for."""
    one = _under_way.get()
    if one is not None and (one.actor, one.key) == (actor, key):
        response = one.stored = {**response, "sent": one.mark}
    return response


def stored_of(one: Sending) -> Json | None:
    """What was stored when exactly this was sent before; None: it was not.

    Raises :class:`KeyReusedError` when something else was sent under its key.
    """
    response = _response(one)
    if response is None or response.get("sent") == one.mark:
        return response
    raise other_contents()


def other_contents() -> KeyReusedError:
    """Two different requests came under one key."""
    text = _("This form was already sent with different contents. Reload the page and try again.")
    return KeyReusedError("key_reused", text)


def _response(one: Sending) -> Json | None:
    found = IdempotencyKey.objects.filter(actor_key=one.actor, key=one.key)
    response = found.values_list("response", flat=True).first()
    return response if response is not None and "sent" in response else None


class SentAgain:
    """Middleware for forms: one that is sent again leads where the first one led, and nothing is looked up.

    A form that a browser keeps (decision 232) is asked first, for it is told what its table says now; only when it is
    refused although it was done before, it hears so.
    """

    def __init__(self, get_response: Answer) -> None:
        """Stand before the views, behind the person who says who asks."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Carry the request out; when its command was done, keep where it led."""
        token = _under_way.set(None)
        try:
            response = self.get_response(request)
            one = _under_way.get()
        finally:
            _under_way.reset(token)
        if one is None:
            return response
        if one.stored is not None and response.status_code in (200, 302):
            _keep(one, response.get("Location", ""))
        elif waits(request) and response.status_code in (404, CONFLICT, REFUSED) and _led(one) is not None:
            return JsonResponse({"done": True, "text": _("This was already done."), "parts": {}})
        return response

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _kwargs: object
    ) -> HttpResponse | None:
        """Answer a form that was done before, behind the check of its form key."""
        one = _form(request)
        if one is not None and not waits(request) and (place := _led(one)):
            messages.info(request, _("This was already done."))
            return redirect(place)
        _under_way.set(one)
        return None


def _form(request: HttpRequest) -> Sending | None:
    """The form that a signed-in person sends under a key, unless a file comes with it."""
    match, key = request.resolver_match, submission_key(request) if request.method == "POST" else None
    if not key or match is None or match.app_name not in _floors:
        return None
    if not request.user.is_authenticated or request.FILES:
        return None
    said = {name: texts for name, texts in request.POST.lists() if name not in KEPT_OUT}
    return sending(f"user:{request.user.pk}", key, [request.get_full_path(), said])


def _led(one: Sending) -> str | None:
    """Where exactly this form led when it was done before (empty: to no other page); None: it was not done."""
    response = _response(one)
    if response is None or response["sent"] != one.mark:
        return None
    led: str | None = response.get("led")
    return led


def _keep(one: Sending, place: str) -> None:
    rows = IdempotencyKey.objects.filter(actor_key=one.actor, key=one.key)
    rows.update(response={**(one.stored or {}), "led": place})
