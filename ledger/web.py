"""What every floor's views share: numbers and keys out of a request, and carrying out a command for it."""

import logging
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, cast

from csp.constants import SELF
from csp.decorators import csp_replace
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language

from .away import DatabaseAway
from .errors import StaleError, UserError
from .shapes import Json

log = logging.getLogger(__name__)
REFUSED, CONFLICT = 422, 409
"""The statuses of what a person can mend, and of a page that was older than the data."""
T = TypeVar("T")
U = TypeVar("U")


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[object, object]]) -> None:
    """Say what a field with choices offers in this very form; raises TypeError for a field without choices."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{name} has no choices")
    field.choices = list(choices)


def language_of_page() -> str:
    """The reader's language, "en" or "nl"."""
    return (get_language() or "en")[:2]


def may_start_workers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page whose scripts may start workers of the site's own; no other page may."""
    return cast("Callable[..., HttpResponse]", csp_replace({"worker-src": [SELF]})(view))


def kept_offline(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of the person's own, which their browser may keep for a hall without network (decision 161).

    The answer names the account; nothing else is ever kept, and a page of another account throws it away. Only such
    a page may start workers.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if request.method == "GET" and response.status_code == 200 and request.user.is_authenticated:
            response["Keep-Offline"] = str(request.user.pk)
        return response

    return may_start_workers(answer)


def whole_number(text: str, default: int = 0) -> int:
    """A number somebody typed or put into an address: plain digits, at most nine; else ``default``."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else default


def words_asked(request: HttpRequest, longest: int) -> str:
    """What is searched for (``q``): without spaces around it, and without NUL, which no database takes."""
    return request.GET.get("q", "").replace("\x00", "")[:longest].strip()


def optional_part(name: str, make: Callable[[], T], absent: U) -> T | U:
    """A part that a public page can do without: what ``make`` gives, or ``absent`` when it fails.

    No optional part may take a page down for everybody: its failure is logged under ``name`` with where it
    happened, and the page is shown without it. That the database is away is no failure of a part.
    """
    try:
        return make()
    except DatabaseAway:
        raise  # then nothing of the page is known: to leave it out would say that there is none
    except Exception:
        log.exception("the part %r of a page failed and was left out", name)
        return absent


def raw_body(request: HttpRequest) -> bytes:
    """What was sent, for a view that reads it itself; nothing of a form with parts, which is read by then."""
    return b"" if request.content_type == "multipart/form-data" else request.body


def submission_key(request: HttpRequest) -> str | None:
    """The idempotency key the form or the client sent."""
    return request.headers.get("Idempotency-Key") or request.POST.get("idempotency_key") or None


def perform(
    request: HttpRequest,
    service: Callable[..., Any],
    *,
    form: forms.Form | None = None,
    done: str = "",
    **params: Any,
) -> Any | None:
    """Run a service for a request; a refused command becomes form errors or a message, and None comes back."""
    try:
        answer = service(key=submission_key(request), **params)
    except UserError as error:
        show_problems(request, error, form)
        return None
    if done:
        messages.success(request, done)
    return answer


def waits(request: HttpRequest) -> bool:
    """Whether a form came from a browser that keeps it until it is answered (decision 232); it reads JSON."""
    return request.headers.get("X-Waits") == "yes"


def came_late(request: HttpRequest) -> bool:
    """Whether such a form was kept in a hall without network before it came."""
    return waits(request) and request.headers.get("X-Late") == "yes"


def answer_waiting(
    make: Callable[[], str], *, parts: Callable[[], tuple[int, dict[str, str]]] | None = None
) -> JsonResponse:
    """Carry out a form that a browser keeps: ``make`` says what was done, or why not.

    ``parts`` is the markup of what changed on the page, by id, whether it was done or not, and before it the live
    version that it shows.
    """
    status = 200
    try:
        text = make()
    except UserError as error:
        text, status = error.message, CONFLICT if isinstance(error, StaleError) else REFUSED
    body: Json = {"done": status == 200, "text": text, "parts": {}}
    if parts is not None:
        body["version"], body["parts"] = parts()
    return JsonResponse(body, status=status)


def show_problems(request: HttpRequest, error: UserError, form: forms.BaseForm | None = None) -> None:
    """Put the problems of a refused command where the person looks: at the fields, else on top of the page."""
    for problem in error.problems:
        text = f"{problem.message} ({problem.rule})" if problem.rule else problem.message
        if form is not None:
            form.add_error(problem.field if problem.field in form.fields else None, text)
        else:
            messages.error(request, text)


def refused_status(form: forms.Form | None) -> int:
    """The status of a form: refused when it came back with errors, else 200."""
    return REFUSED if form is not None and form.is_bound and form.errors else 200
