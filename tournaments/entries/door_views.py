"""The door: the list of who is expected, one tap each or many at once, and the page that a player's code opens."""

from typing import TypedDict, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.selectors import live_version
from ledger.web import (
    REFUSED,
    answer_waiting,
    kept_offline,
    perform,
    submission_key,
    waits,
    whole_number,
    words_asked,
)
from tournaments.events.access import Right, access_tournament, require_right, rights_of
from tournaments.events.models import Tournament
from tournaments.events.page import page

from .door import OPEN_STATES, entry_of_code
from .door_services import arrival_words, entry_check_in_many
from .models import Entry
from .questions import owes
from .selectors import entries_for_desk

State = Entry.State
AT_THE_DOOR = (State.ENTERED, State.WAITING, State.CHECKED_IN)


class DoorRow(TypedDict):
    """A player as the door sees them.

    ``search``: what the search looks in; ``no_deck``: said to whom it concerns; ``owes``: the fee, until it is paid.
    """

    entry: Entry
    search: str
    no_deck: bool
    owes: str


@login_required
@require_http_methods(["GET", "POST"])
def door(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in at the door. With ``?code=`` anyone who showed it stands on top; without, the browser keeps the page."""
    return _arriving(request, slug) if "code" in request.GET else _door(request, slug)


@never_cache
def _arriving(request: HttpRequest, slug: str) -> HttpResponse:
    return _shown(request, slug)


@kept_offline
@never_cache
def _door(request: HttpRequest, slug: str) -> HttpResponse:
    return _shown(request, slug)


def _shown(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.DOOR)
    if request.method == "POST":
        if waits(request):
            return answer_waiting(
                lambda: _check_in(request, tournament, actor, submission_key(request)),
                parts=lambda: (live_version(tournament.chain_key), _parts(request, tournament)),
            )
        done = perform(request, lambda key: _check_in(request, tournament, actor, key))
        if done is not None:
            messages.success(request, done)
            return redirect("tournaments:door", slug=slug)
    context = page(request, tournament)
    rows = rows_of(tournament, cast("frozenset[Right]", context["rights"]))
    query = words_asked(request, 60)
    chosen, problem = _of_code(tournament, request.GET.get("code"))
    context |= {
        "rows": [row for row in rows if query.casefold() in row["search"]],
        "here": here(rows),
        "query": query,
        "open": tournament.state in OPEN_STATES,
        "chosen": chosen,
        "chosen_row": next(
            (row for row in rows if chosen is not None and row["entry"].pk == chosen.pk), None
        ),
        "problem": problem,
        "code": request.GET.get("code", "")[:200],
    }
    return render(request, "entries/door.html", context, status=REFUSED if request.method == "POST" else 200)


def rows_of(tournament: Tournament, rights: frozenset[Right]) -> list[DoorRow]:
    """Everybody who is expected, by name; one query, and those of the fee.

    The real names, by which the desk searches too, and who has no deck yet, are for those who read them elsewhere.
    """
    found = entries_for_desk(tournament).filter(state__in=AT_THE_DOOR)
    owed = owes(tournament)
    return [
        {
            "entry": one,
            "search": " ".join(
                [one.name, *([one.user.real_name] if Right.REAL_NAMES in rights else []), str(one.number)]
            ).casefold(),
            "no_deck": Right.DECK_STATUS in rights and not (one.registration and one.registration.current_id),
            "owes": owed.get(one.pk, ""),
        }
        for one in found
    ]


def here(rows: list[DoorRow]) -> str:
    """How many of those who have a place are here, in words."""
    present = sum(row["entry"].state == State.CHECKED_IN for row in rows)
    total = sum(row["entry"].state != State.WAITING for row in rows)
    text = ngettext("%(here)s of %(count)s is here", "%(here)s of %(count)s are here", total)
    return text % {"here": present, "count": total}


def _of_code(tournament: Tournament, code: str | None) -> tuple[Entry | None, str]:
    """Whose code was shown, or why it is nobody's."""
    if not code:
        return None, ""
    try:
        return entry_of_code(tournament, code), ""
    except UserError as error:
        return None, error.message


def _said(request: HttpRequest, tournament: Tournament) -> list[int]:
    """Whom the form is about: the code that was shown, the one who was tapped, or all who are ticked."""
    if "code" in request.POST:
        return [entry_of_code(tournament, request.POST["code"]).pk]
    sent = request.POST.getlist("one") or request.POST.getlist("entry")
    return [whole_number(text) for text in sent]


def _check_in(request: HttpRequest, tournament: Tournament, actor: Actor, key: str | None) -> str:
    """Check them in, and say so; somebody alone who cannot be is an error, of several the others still are."""
    entries = _said(request, tournament)
    answer = entry_check_in_many(actor=actor, key=key, tournament=tournament, entries=entries)
    done = answer["checked_in"] or answer["already"]
    names = Entry.objects.filter(tournament=tournament, pk__in=done).order_by("sort_name", "number")
    if answer["refused"] and not answer["checked_in"]:
        raise UserError("refused", arrival_words(answer, []))
    words = arrival_words({**answer, "refused": {}}, names.values_list("name", flat=True))
    return " ".join([words, *answer["refused"].values()])


def _parts(request: HttpRequest, tournament: Tournament) -> dict[str, str]:
    """What changed on the page: the lines of those it was about, and how many are here."""
    try:
        about = set(_said(request, tournament))
    except UserError:
        about = set()
    rows = rows_of(tournament, rights_of(request.user, tournament))
    parts: dict[str, str] = {"door-here": render_to_string("entries/_door_here.html", {"here": here(rows)})}
    for row in rows:
        if row["entry"].pk in about:
            parts[f"door-{row['entry'].pk}"] = render_to_string(
                "entries/_door_row.html",
                {"row": row, "open": tournament.state in OPEN_STATES, "tournament": tournament},
            )
    return parts
