"""No body larger than the largest file that anybody may send is read, or looked into, or stored."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

LARGEST_BODY = 6_000_000
"""Bytes: the largest file that a form takes (a file of cards, 4 MiB) with the form around it."""

Handler = Callable[[HttpRequest], HttpResponse]


class BodyLimitMiddleware:
    """Answers 413 by the announced size alone. Stands before the check of the form's token, which reads the body."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """One request."""
        claimed = request.META.get("CONTENT_LENGTH") or "0"
        if claimed.isascii() and claimed.isdigit() and int(claimed[:20]) <= LARGEST_BODY:
            return self.get_response(request)
        response = render(request, "413.html", {"limit": LARGEST_BODY // 1_000_000}, status=413)
        response["Cache-Control"] = "no-store"
        return response
