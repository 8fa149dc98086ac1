"""A game that was begun under rulings, cards or a format that this code does not know: told as a sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger.errors import UserError
from rules_engine.kernel.errors import LogError

OTHER_LAW = frozenset(
    (
        "other_rulings",
        "later_answers",
        "other_pool",
        "unknown_ruleset",
        "unknown_ruling",
        "unknown_option",
        "unknown_format",
    )
)
"""What the engine says of a game by another law than those it knows. Anything else is a fault of ours."""


class Unreadable(UserError):
    """A release lies between what was written and the person who reads it now."""

    def __init__(self) -> None:
        text = _(
            "An update of the site changed the rulings or cards after this game was begun, so it can no longer be "
            "followed here. What was written is kept. Play on at the table and report the result."
        )
        super().__init__("other_law", text)


@contextmanager
def read_by_this_code() -> Iterator[None]:
    """Raises :class:`Unreadable` where the engine finds another law than those it knows."""
    try:
        yield
    except LogError as error:
        if error.code not in OTHER_LAW:
            raise
        raise Unreadable from error


def tells_what_is_unreadable(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that says so where its game cannot be read."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Unreadable as error:
            return render(request, "recordings/unreadable.html", {"text": error.message}, status=409)

    return answer
