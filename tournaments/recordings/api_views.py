"""The addresses that a recording page's script speaks to; their contract is docs/recorder.md."""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from decks.cards.models import PoolSnapshot
from ledger.commands import Actor
from ledger.credentials import session_of
from ledger.errors import UserError
from ledger.shapes import Json
from ledger.web import language_of_page, raw_body, whole_number
from rules_engine.games import games
from tournaments.entries.visit import visit_or_404
from tournaments.events.models import Tournament

from .device_services import recording_device, recording_heard
from .journal_services import recording_write
from .protocol import read_batch
from .replayed import pool_of_recording
from .selectors import Access, access_recording, cookie_of, secret_hash, stands
from .sight import Sight, mapping

COOKIE_SECONDS = 3 * 24 * 3600
REFUSED = {"revoked": 403, "dropped": 403, "not_your_match": 403, "not_judge": 403, "too_fast": 429}
View = Callable[..., HttpResponse]


def answers_json(view: View) -> View:
    """A view whose refusals are JSON, too: 403 for what is not one's own, 422 for what can be mended."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except UserError as error:
            body = {"error": error.code, "text": error.message}
            return JsonResponse(body, status=REFUSED.get(error.code, 422))
        except PermissionDenied:
            text = _("You may not write this.")
            return JsonResponse({"error": "forbidden", "text": text}, status=403)
        except Http404:
            return JsonResponse({"error": "not_found", "text": _("There is nothing here.")}, status=404)

    return answer


def opened(request: HttpRequest, slug: str | None, recording_id: int) -> tuple[Tournament | None, Access]:
    """The recording of an address, with what this browser is to it."""
    if slug is None:
        return None, access_recording(request, None, recording_id)
    visit = visit_or_404(request.user, slug)
    return visit.tournament, access_recording(request, visit.tournament, recording_id, visit.rights)


@never_cache
@require_safe
@answers_json
def state(request: HttpRequest, slug: str | None = None, *, recording_id: int) -> HttpResponse:
    """Everything that this browser may know of a recording; ``?since=`` leaves older entries out."""
    _tournament, access = opened(request, slug, recording_id)
    return JsonResponse(state_for(request, Sight(access, language_of_page())))


def state_for(request: HttpRequest, sight: Sight) -> Json:
    """The state as an address asks for it: entries after ``?since=``, and with ``?screen=no`` without the screen."""
    since = whole_number(request.GET.get("since", ""))
    return sight.state(since, lean=request.GET.get("screen") == "no")


@never_cache
@require_POST
@answers_json
def entries(request: HttpRequest, slug: str | None = None, *, recording_id: int) -> HttpResponse:
    """A batch of entries of the device whose secret this browser has."""
    tournament, access = opened(request, slug, recording_id)
    if tournament is None:
        raise Http404
    batch = read_batch(raw_body(request))
    if access.device is None or access.device.pk != batch.device:
        raise UserError("revoked", _("This phone no longer writes here. Another one took its place."))
    if access.device.public_key and not all(entry.signature for entry in batch.entries):
        raise UserError(
            "unsigned", _("This phone signs its lines, and these are not signed. Reload the page.")
        )
    answer = recording_write(
        actor=Actor(access.device.person, "recorder"),
        tournament=tournament,
        recording_id=recording_id,
        device_id=access.device.pk,
        entries=[msgspec.to_builtins(entry) for entry in batch.entries],
    )
    stands(access.recording, answer["stands"])
    sight = Sight(access, language_of_page())
    acks = [sight.worded(ack) for ack in answer["acks"]]
    return JsonResponse({"acks": acks, "state": state_for(request, sight)})


@never_cache
@require_POST
@answers_json
def heard(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """A phone says that it is there: ``seq`` and ``signature`` of the head that it shows, ``key`` the first time."""
    tournament, access = opened(request, slug, recording_id)
    if tournament is None or access.device is None:
        raise PermissionDenied
    answer = recording_heard(
        actor=Actor(access.device.person, "recorder"),
        tournament=tournament,
        recording_id=recording_id,
        device_id=access.device.pk,
        seq=whole_number(request.POST.get("seq", "")),
        public_key=request.POST.get("key", "")[:100],
        signature=request.POST.get("signature", "")[:100],
    )
    return JsonResponse(answer)


@never_cache
@require_safe
@answers_json
def ask(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """Whether a line could be written now (``?line=``), or what comes next in a choice (``?draft=``)."""
    _tournament, access = opened(request, slug, recording_id)
    if not access.seats:
        raise Http404
    sight = Sight(access, language_of_page())
    if "line" in request.GET:
        return JsonResponse(sight.check(mapping(request.GET["line"])))
    return JsonResponse(options_for(request, sight))


def options_for(request: HttpRequest, sight: Sight) -> Json:
    """What comes next in the choice that an address asks about."""
    return sight.options(request.GET.get("draft", "{}"), whole_number(request.GET.get("start", "")))


@never_cache
@require_POST
@answers_json
def device(request: HttpRequest, slug: str | None = None, *, recording_id: int) -> HttpResponse:
    """Make this browser the device of their own seat (``table``: of the scribe); its secret goes into a cookie."""
    tournament, access = opened(request, slug, recording_id)
    if not request.user.is_authenticated:
        raise PermissionDenied
    secret = secrets.token_urlsafe(24)
    answer = recording_device(
        actor=Actor(request.user, "recorder"),
        tournament=tournament,
        recording_id=recording_id,
        secret_sha256=secret_hash(secret),
        session=session_of(request),
        table=bool(request.POST.get("table")),
    )
    response = JsonResponse(answer)
    set_device(response, request, access.recording.pk, slug, answer["device"], secret)
    return response


def set_device(
    response: HttpResponse,
    request: HttpRequest,
    recording_id: int,
    slug: str | None,
    device_id: int,
    secret: str,
) -> None:
    """Put a device's secret into the browser: out of reach of scripts, and only for this recording."""
    if slug is not None:
        path = reverse("tournaments:recording", kwargs={"slug": slug, "recording_id": recording_id})
    else:
        path = reverse("tournaments:practice_game", kwargs={"recording_id": recording_id})
    response.set_cookie(
        cookie_of(request),
        f"{device_id}.{secret}",
        max_age=COOKIE_SECONDS,
        path=path,
        secure=request.is_secure(),
        httponly=True,
        samesite="Strict",
    )


@never_cache
@require_safe
@answers_json
def offline(request: HttpRequest, slug: str | None = None, *, recording_id: int) -> HttpResponse:
    """What the Worker of this browser needs, with the address of the cards."""
    _tournament, access = opened(request, slug, recording_id)
    pool = pool_of_recording(access.recording)
    url = reverse("tournaments:recorder_pool", args=[pool.sha256])
    return JsonResponse(
        Sight(access, language_of_page()).offline() | {"pool": {"sha256": pool.sha256, "url": url}}
    )


@require_safe
@cache_control(public=True, max_age=365 * 24 * 3600, immutable=True)
def pool(request: HttpRequest, sha256: str) -> HttpResponse:
    """The cards of a pool by its hash: public, and never another content under the same address."""
    packaged = (game.pools.load(key) for game in games() for key in game.pools.packaged)
    found = next((one for one in packaged if one.sha256 == sha256), None)
    if found is not None:
        return HttpResponse(msgspec.json.encode(found.cards), content_type="application/json")
    text = PoolSnapshot.objects.filter(sha256=sha256).values_list("cards", flat=True).first()
    if text is None:
        raise Http404
    return HttpResponse(text, content_type="application/json")
