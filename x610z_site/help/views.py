"""The guides as pages: the list, one guide, its pictures. The same for everybody, so browsers may keep them."""

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ledger.shapes import Context

from .guides import GUIDES, REFERENCES, guide, picture_path

PICTURE_SECONDS = 3600


@require_safe
def guide_list(request: HttpRequest) -> HttpResponseBase:
    """Every guide, with what is in it."""
    guides = [guide(name, _language()) for name in GUIDES]
    more = [guide(name, _language()) for name in REFERENCES]
    return _steady(request, "help/list.html", {"guides": guides, "more": more})


@require_safe
def guide_page(request: HttpRequest, name: str) -> HttpResponseBase:
    """One guide, with its sections in front."""
    if name not in GUIDES and name not in REFERENCES:
        raise Http404
    shown = guide(name, _language())
    return _steady(request, "help/guide.html", {"guide": shown, "translated": shown.language == _language()})


@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponseBase:
    """A picture of a guide, and no other file."""
    path = picture_path(name)
    if path is None:
        raise Http404
    content, etag = _read(path)
    response = get_conditional_response(request, etag=etag) or HttpResponse(content, content_type="image/png")
    response["ETag"], response["Cache-Control"] = etag, f"public, max-age={PICTURE_SECONDS}"
    return response


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


@lru_cache(maxsize=32)
def _read(path: Path) -> tuple[bytes, str]:
    content = path.read_bytes()
    return content, f'"{blake2b(content, digest_size=16).hexdigest()}"'


def _steady(request: HttpRequest, template: str, context: Context) -> HttpResponseBase:
    """A page that is the same until its text, its reader or the reader's secret changes: then 304 is true.

    The token of the forms is masked anew each time; what the reader has is as good while the secret behind it is the
    same.
    """
    token = get_token(request)
    response = render(request, template, {**context, "csrf_token": token})
    text = response.content.replace(token.encode(), b"")
    secret = str(request.META["CSRF_COOKIE"]).encode()
    key = settings.SECRET_KEY.encode()[:64]
    etag = f'W/"{blake2b(text + secret, digest_size=16, key=key).hexdigest()}"'
    answer = get_conditional_response(request, etag=etag, response=response) or response
    answer["ETag"], answer["Cache-Control"] = etag, "private, no-cache"
    return answer
