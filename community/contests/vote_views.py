"""The cards of a contest for everybody, one of them, and the vote."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.shapes import Context
from ledger.web import perform

from . import vote_services as services
from .access import Seen, access_contest, access_entry
from .counting import reasons
from .faces import credit_of, shown_entry
from .models import Vote
from .questions import network_of
from .selectors import for_reader
from .stages import Stage

VOTER = "voter"


@never_cache
@require_http_methods(["GET", "POST"])
def cards(request: HttpRequest, number: int) -> HttpResponse:
    """All cards of a contest in the reader's own order, and the reader's vote."""
    seen = access_contest(request.user, number)
    if not seen.sees_entries:
        raise Http404
    status = 200
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        if _vote(request, seen):
            return redirect("community:contest_cards", number=number)
        status = 422
    contest = seen.contest
    if seen.stage == Stage.DECIDED:
        return redirect("community:contest_result", number=number)
    entries = for_reader(contest, request.user)
    context: Context = {
        "contest": contest,
        "seen": seen,
        "stage": seen.stage,
        "rows": [
            {"shown": shown_entry(contest, one), "mine": _is_own(request, one.author_id)} for one in entries
        ],
        "vote": _own_vote(request, seen),
        "why_no_vote": services.why_no_vote(contest, signed_in(request))
        if request.user.is_authenticated
        else "",
    }
    return render(request, "community/contest_cards.html", context, status=status)


def _is_own(request: HttpRequest, author: int | None) -> bool:
    return request.user.is_authenticated and author == request.user.pk


def _own_vote(request: HttpRequest, seen: Seen) -> str:
    """The code of the card the reader voted for."""
    if not request.user.is_authenticated:
        return ""
    rows = Vote.objects.filter(contest=seen.contest, voter=request.user)
    return rows.values_list("card__code", flat=True).first() or ""


def _vote(request: HttpRequest, seen: Seen) -> bool:
    answer = perform(
        request,
        services.vote_cast,
        actor=Actor(signed_in(request), VOTER),
        contest=seen.contest,
        code=request.POST.get("code", "")[:16],
        network=services.network_mark(seen.contest, network_of(request)),
        done=_("Your vote is in. You can change it until the last day."),
    )
    return answer is not None


@never_cache
@require_safe
def card(request: HttpRequest, number: int, entry: str) -> HttpResponse:
    """One card of a contest: how it was played and, when that may be said, what the jury said and whose it is."""
    seen = access_contest(request.user, number)
    contest, decided = seen.contest, seen.stage == Stage.DECIDED
    found = access_entry(request.user, seen, entry)
    context: Context = {
        "contest": contest,
        "seen": seen,
        "stage": seen.stage,
        "shown": shown_entry(contest, found, credit_of(found) if decided else ""),
        "said": reasons(contest, [found])[found.code] if decided else [],
        "test": found.play_test if seen.sees_entries else None,
        "poll": request.path,
        "mine": _is_own(request, found.author_id),
    }
    return render(request, "community/contest_card.html", context)
