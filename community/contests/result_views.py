"""The end of a contest: what hosts look at before they decide, the result with its winners, and their set."""

from collections.abc import Mapping

import msgspec
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from decks.cards.entered import sheet_of
from decks.cards.services import EDIT, keeper_of
from ledger.people import signed_in
from ledger.shapes import Arguments, Context, Json
from ledger.web import perform

from . import deciding_services, services, vote_services
from .access import Seen, access_contest, hosts
from .counting import counted, reasons
from .faces import Shown, credit_of, shown_entry
from .models import Contest, ContestEntry, Vote
from .result import Line, Result
from .selectors import for_reader, jury_of
from .stages import Stage, has_closed


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, number: int) -> HttpResponse:
    """What hosts do once the cards are in: take one out, look at the votes, and decide."""
    seen = access_contest(request.user, number)
    actor = hosts(request.user, seen)
    if not has_closed(seen.stage):
        raise Http404
    contest = seen.contest
    said: Arguments = {"actor": actor, "contest": contest}
    post, answer = request.POST, None
    match post.get("do", ""):
        case "exclude":
            said |= {"code": post.get("code", "")[:16], "reason": post.get("reason", "")}
            answer = perform(request, services.contest_exclude, done=_("It is out of the contest."), **said)
        case "aside" | "count" as what:
            said |= {"network": post.get("network", "")[:16], "reason": post.get("reason", "")}
            aside = what == "aside"
            answer = perform(request, vote_services.votes_set_aside, aside=aside, done=_("Done."), **said)
        case "decide":
            said |= {"winners": post.getlist("winner")[:200], "reason": post.get("reason", "")}
            answer = perform(request, deciding_services.contest_decide, done=_("Decided."), **said)
            if answer is not None:
                return redirect("community:contest_result", number=number)
    if answer is not None:
        return redirect("community:contest_decide", number=number)
    status = 422 if request.method == "POST" else 200
    return render(request, "community/contest_decide.html", _before(request, seen), status=status)


def _before(request: HttpRequest, seen: Seen) -> Context:
    """What hosts are shown: nobody's name; what was counted only once nothing is added any more."""
    contest, over = seen.contest, seen.stage in (Stage.COUNTING, Stage.DECIDED)
    entries = {one.code: one for one in for_reader(contest, request.user)}
    result = counted(contest) if over else None
    order = [line.code for line in result.lines] if result is not None else list(entries)
    lines = {line.code: line for line in result.lines} if result is not None else {}
    return {
        "contest": contest,
        "seen": seen,
        "stage": seen.stage,
        "rows": [
            {"shown": shown_entry(contest, entries[code]), "line": _told(lines.get(code), result)}
            for code in order
        ],
        "result": result,
        "places": vote_services.places_of_votes(contest) if seen.stage == Stage.COUNTING else [],
        "jury": jury_of(contest),
    }


def _told(line: Line | None, result: Result | None) -> Context | None:
    """A line of the result with its exact numbers as they are read, to a tenth."""
    if line is None or result is None:
        return None
    return {
        "place": line.place,
        "points": f"{float(line.points):.1f}",
        "jury": f"{float(line.jury):.1f}",
        "public": f"{float(line.public):.1f}",
        "votes": line.votes,
        "tied": line.tied,
        "wins": line.code in result.winners,
    }


@never_cache
@require_http_methods(["GET", "POST"])
def result(request: HttpRequest, number: int) -> HttpResponse:
    """Who won, and how every card did; a keeper prints the winners here."""
    seen = access_contest(request.user, number)
    if seen.stage != Stage.DECIDED:
        raise Http404
    contest, keeper = seen.contest, request.user.has_perm(EDIT)
    if request.method == "POST":
        if not keeper:
            raise PermissionDenied
        actor = keeper_of(signed_in(request))
        done = _("Printed: everybody can put these cards into decks.")
        if (
            perform(request, deciding_services.contest_print, actor=actor, contest=contest, done=done)
            is not None
        ):
            return redirect("community:contest_result", number=number)
    counted_now = counted(contest)
    entries = {one.code: one for one in _placed(contest)}
    said = reasons(contest, list(entries.values()))
    rows = [
        {
            "shown": shown_entry(contest, entries[line.code], credit_of(entries[line.code])),
            "line": _told(line, counted_now),
            "said": said[line.code],
        }
        for line in counted_now.lines
    ]
    context: Context = {
        "contest": contest,
        "seen": seen,
        "rows": rows,
        "winners": [row for row in rows if _of(row).entry.winner],
        "result": counted_now,
        "aside": _aside(contest),
        "keeper": keeper,
    }
    return render(request, "community/contest_result.html", context)


def _of(row: Mapping[str, object]) -> Shown:
    found = row["shown"]
    if not isinstance(found, Shown):
        raise TypeError("a row of a result shows an entry")
    return found


def _placed(contest: Contest) -> list[ContestEntry]:
    rows = ContestEntry.objects.filter(contest=contest, withdrawn_at=None, excluded_at=None)
    return list(rows.select_related("author").order_by("place", "code"))


def _aside(contest: Contest) -> list[tuple[str, int]]:
    """Why votes were set aside, and how many each time."""
    found: dict[str, int] = {}
    rows = Vote.objects.filter(contest=contest, set_aside_at__isnull=False)
    for why in rows.order_by("set_aside_why").values_list("set_aside_why", flat=True):
        found[why] = found.get(why, 0) + 1
    return list(found.items())


@never_cache
@require_safe
def winners_file(request: HttpRequest, number: int) -> HttpResponse:
    """The winners as a file of cards, as keepers import them, with who made each."""
    seen = access_contest(request.user, number)
    if seen.stage != Stage.DECIDED:
        raise Http404
    contest = seen.contest
    winners = [one for one in _placed(contest) if one.winner]
    said: Json = {
        "format": sheet_of(contest.game).format,
        "contest": contest.title,
        "licence": contest.licence,
        "cards": [deciding_services.printed_row(one) for one in winners],
        "credits": {one.number: credit_of(one) for one in winners},
    }
    body = msgspec.json.format(msgspec.json.encode(said), indent=1)
    answer = HttpResponse(body, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="contest-{contest.pk}.json"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
