"""Names for values whose inside no type can say; every other value has a shape of its own (decision 209)."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

Context = dict[str, object]
"""What a template, or a part of one, is rendered with. Only a template reads it: code that wants to look into one
needs a shape instead, and the type checker says so."""

Json = dict[str, Any]
"""An object of JSON at the outer edge, before the code that knows its shape has read it or after that wrote it."""

Arguments = dict[str, Any]
"""Arguments of a service that a view puts together by what was asked."""


class Done(TypedDict):
    """The answer of a command that has nothing to say but that it was carried out; None would mean that it was not."""


Respond = Callable[["HttpRequest"], "HttpResponse"]
"""What a middleware stands before: the other middlewares and the view."""

Ids = Collection[int]
"""Rows, by their numbers in the database."""
