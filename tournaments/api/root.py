"""The root document, the page for people, and where the addresses without a version went."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from .operations import OPERATIONS

SLUG = "SLUG"


@require_safe
def root(request: HttpRequest) -> HttpResponse:
    """What there is, from one address."""
    links = {
        "self": reverse("api:root"),
        "documentation": reverse("api:page"),
        "schema": reverse("api:schema"),
        "me": reverse("api:me"),
        "tournaments": reverse("api:tournaments"),
        "tournament": reverse("api:tournament", args=[SLUG]).replace(SLUG, "{slug}"),
        "standings": reverse("api:standings", args=[SLUG]).replace(SLUG, "{slug}"),
        "knock_out": reverse("api:knock_out", args=[SLUG]).replace(SLUG, "{slug}"),
        "cards": reverse("cards_api:list"),
    }
    answer = JsonResponse({"name": "X610Z Organized Play", "version": "1", "versions": ["1"], "links": links})
    answer["Cache-Control"] = "public, max-age=300"
    return answer


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The API for people: what it is, how a program signs in and writes, every operation."""
    rows = [
        {
            "name": one.name,
            "path": "/api/v1/" + one.path.replace("<slug:", "{").replace("<int:", "{").replace(">", "}"),
            "scope": one.scope,
            "words": one.words,
        }
        for one in OPERATIONS.values()
    ]
    return render(request, "api/page.html", {"operations": rows})


@require_safe
def moved(request: HttpRequest, rest: str) -> HttpResponse:
    """Permanently below the first version."""
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{reverse('api:root')}v1/{rest}" + (f"?{query}" if query else ""))
