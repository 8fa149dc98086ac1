"""In front of everything: health and metrics for whoever asks by whatever name, and each other request counted."""

import time

from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve

from ledger.shapes import Respond

from . import views
from .counters import keeper

PATHS = {"/healthz/": views.health, "/livez/": views.alive, "/metrics/": views.metrics}


class WatchMiddleware:
    """First of all: a load balancer asks by address, and a proxy has not looked at the host yet."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and note by its route how long it took."""
        if view := PATHS.get(request.path):
            answer: HttpResponseBase = view(request)
            return answer
        begun = time.perf_counter()
        response: HttpResponseBase = self.get_response(request)
        keeper.note(
            route_of(request), request.method or "", response.status_code, time.perf_counter() - begun
        )
        return response


def route_of(request: HttpRequest) -> str:
    """The name of the route, never the address itself: that holds names of tournaments and secrets of links."""
    match = request.resolver_match
    if match is None:
        try:
            match = resolve(request.path_info)
        except Resolver404:
            return "none"
    return match.view_name or "unnamed"
