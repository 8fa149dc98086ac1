"""The jury's sheet: say yes or no, mark each card, hand in, and read what the others said after that."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.shapes import Arguments, Context
from ledger.web import perform, whole_number

from . import jury_services as services
from .access import Seen, access_contest
from .counting import reasons
from .faces import shown_entry
from .models import MOST_MARK, Contest, ContestEntry, Juror, Marks
from .selectors import for_reader
from .stages import Stage

JUROR = "juror"


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def jury(request: HttpRequest, number: int) -> HttpResponse:
    """What somebody on the jury, or asked for it, does."""
    user = signed_in(request)
    seen = access_contest(user, number)
    if seen.juror is None:
        raise Http404
    if request.method == "POST":
        if _done(request, seen):
            return redirect("community:contest_jury", number=number)
        return _page(request, seen, status=422)
    return _page(request, seen)


def _done(request: HttpRequest, seen: Seen) -> bool:
    """Carry out what was pressed; whether that worked."""
    said: Arguments = {"actor": Actor(signed_in(request), JUROR), "contest": seen.contest}
    match request.POST.get("do", ""):
        case "accept" | "decline" as answer:
            accept = answer == "accept"
            return perform(request, services.juror_answer, accept=accept, done=_("Done."), **said) is not None
        case "mark":
            judged = _judged(request, seen.contest)
            return perform(request, services.marks_give, judged=judged, done=_("Kept."), **said) is not None
        case "hand_in":
            done = _("Your marks are submitted. Thank you!")
            return perform(request, services.marks_hand_in, done=done, **said) is not None
    return False


def _judged(request: HttpRequest, contest: Contest) -> services.Judged:
    return {
        "code": request.POST.get("code", "")[:16],
        "marks": [
            whole_number(request.POST.get(f"mark_{place}", ""))
            for place in range(1, len(contest.criteria) + 1)
        ],
        "reason": request.POST.get("reason", ""),
    }


def _page(request: HttpRequest, seen: Seen, status: int = 200) -> HttpResponse:
    contest, own = seen.contest, seen.juror
    judges = seen.judges and seen.stage in (Stage.CLOSED, Stage.VOTING, Stage.COUNTING, Stage.DECIDED)
    entries = for_reader(contest, request.user) if judges and own is not None else []
    rows = _rows(request, contest, own, entries) if own is not None else []
    context: Context = {
        "contest": contest,
        "seen": seen,
        "juror": own,
        "rows": rows,
        "left": sum(not row["marks"] for row in rows),
        "most": MOST_MARK,
        "marking": judges and own is not None and own.handed_in_at is None and seen.stage != Stage.DECIDED,
    }
    return render(request, "community/contest_jury.html", context, status=status)


def _rows(request: HttpRequest, contest: Contest, juror: Juror, entries: list[ContestEntry]) -> list[Context]:
    """Each card with this juror's marks, and with those of the others once this juror handed in."""
    given = {row.card_id: row for row in Marks.objects.filter(juror=juror)}
    others = reasons(contest, entries, but=juror) if juror.handed_in_at is not None else {}
    failed = request.POST.get("code", "") if request.method == "POST" else ""
    found = []
    for entry in entries:
        marks = given.get(entry.pk)
        typed = _judged(request, contest) if entry.code == failed else None
        values = typed["marks"] if typed else (marks.marks if marks is not None else [])
        fields = [
            {"name": one["name"], "field": f"mark_{place}", "value": values[place - 1] if values else ""}
            for place, one in enumerate(contest.criteria, 1)
        ]
        reason = typed["reason"] if typed else (marks.reason if marks is not None else "")
        found.append(
            {
                "shown": shown_entry(contest, entry),
                "fields": fields,
                "reason": reason,
                "marks": marks is not None,
                "others": others.get(entry.code, []),
            }
        )
    return found
