"""What hosts do: write a contest, publish it, move its dates, cancel it."""

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from community.hosts import require_host
from ledger.commands import Actor
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, whole_number
from tournaments.organizations.access import access_organization

from . import jury_services, services
from .access import Seen, access_contest, may_cancel
from .forms import ContestForm, MoveForm
from .models import Contest
from .stages import DATES, Stage, has_closed

WEEK = timedelta(days=7)


def _usual(language: str) -> dict[str, object]:
    """Dates and weights that fit a small contest, to begin with."""
    tomorrow = (timezone.localtime() + timedelta(days=1)).replace(hour=9, minute=0, second=0, microsecond=0)
    return {
        "language": language,
        "entries_open_at": tomorrow,
        "entries_close_at": tomorrow + 3 * WEEK,
        "voting_open_at": tomorrow + 3 * WEEK + timedelta(days=1),
        "voting_close_at": tomorrow + 4 * WEEK,
        "criterion_1": _("A good idea"),
        "criterion_2": _("Fun to play"),
        "weight_1": 1,
        "weight_2": 1,
    }


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def contest_write(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Begin a contest, of the office or of an organization."""
    organization = access_organization(slug) if slug else None
    actor = require_host(request.user, organization)
    form = ContestForm(request.POST or None, initial=_usual(request.LANGUAGE_CODE))
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            services.contest_write,
            form=form,
            actor=actor,
            organization=organization,
            words=form.words(),
            dates=form.dates(),
            done=_("Kept as a draft. Ask your jury, look at it, then publish it."),
        )
        if answer is not None:
            return redirect("community:contest_edit", number=answer["contest"])
    context = {"form": form, "organization": organization}
    return render(request, "community/contest_write.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def contest_edit(request: HttpRequest, number: int) -> HttpResponse:
    """Change a contest, publish it, move its dates, cancel it: each where it stands."""
    seen = access_contest(request.user, number)
    actor = may_cancel(request.user, seen)
    do, found = request.POST.get("do", ""), seen.contest
    may = _may(seen)
    if do and do not in may:
        raise PermissionDenied
    said: Arguments = {"actor": actor, "contest": found, "shown": request.POST.get("shown", "")}
    form = ContestForm(request.POST if do == "edit" else None, initial=ContestForm.filled(found))
    if seen.stage == Stage.COMING:
        for name in DATES:
            form.fields[name].disabled = True
    dates = {name: getattr(found, name) for name in DATES}
    move = MoveForm(request.POST if do == "move" else None, initial=dates)
    if _done(request, said, form, move):
        return redirect("community:contest_edit", number=number)
    context: Context = {
        "contest": found,
        "seen": seen,
        "may": may,
        "form": form,
        "move": move,
        "shown": services.values_token(found),
        "jury": list(found.jury.all()),
        "closed": has_closed(seen.stage),
    }
    status = max(refused_status(form), refused_status(move))
    return render(request, "community/contest_edit.html", context, status=status)


def _done(request: HttpRequest, said: Arguments, form: ContestForm, move: MoveForm) -> bool:
    """Carry out what was pressed; whether that was done."""
    do, found, answer = request.POST.get("do", ""), said["contest"], None
    if do == "edit" and form.is_valid():
        said |= {"words": form.words(), "dates": form.dates()}
        answer = perform(request, services.contest_edit, form=form, done=_("Changed."), **said)
    elif do == "move" and move.is_valid():
        said |= {"dates": _kept(found, move), "notice": move.cleaned_data["notice"]}
        answer = perform(request, services.contest_move, form=move, done=_("Moved, and told."), **said)
    elif do in ("ask", "drop"):
        answer = _jury(request, said["actor"], found)
    elif do == "publish":
        answer = perform(request, services.contest_publish, done=_("Everybody can read it now."), **said)
    elif do == "cancel":
        said["reason"] = request.POST.get("reason", "")
        answer = perform(request, services.contest_cancel, done=_("Cancelled."), **said)
    return answer is not None


def _jury(request: HttpRequest, actor: Actor, contest: Contest) -> object:
    """Ask somebody for the jury, or take a name off it."""
    said: Arguments = {"actor": actor, "contest": contest}
    if request.POST["do"] == "ask":
        said["username"] = request.POST.get("username", "")
        return perform(request, jury_services.juror_ask, done=_("Asked."), **said)
    said["juror"] = whole_number(request.POST.get("juror", ""))
    return perform(request, jury_services.juror_drop, done=_("Done."), **said)


def _may(seen: Seen) -> frozenset[str]:
    """What a host, or the office of somebody else's contest, may do with it now."""
    over = seen.stage in (Stage.DECIDED, Stage.CANCELLED)
    found = set() if over else {"cancel"}
    if seen.role and seen.stage in (Stage.DRAFT, Stage.COMING):
        found.add("edit")
    if seen.role and seen.stage in (Stage.DRAFT, Stage.COMING, Stage.ENTRIES, Stage.CLOSED):
        found |= {"ask", "drop"}
    if seen.role and seen.stage == Stage.DRAFT:
        found.add("publish")
    if seen.role and not over and seen.stage not in (Stage.DRAFT, Stage.COUNTING):
        found.add("move")
    return frozenset(found)


def _kept(contest: Contest, form: MoveForm) -> services.Dates:
    """The dates of a form, which has no seconds: one that says the same minute stays as it is."""
    kept = {}
    for name, typed in form.cleaned_data.items():
        before = getattr(contest, name, None)
        same = before is not None and before.replace(second=0, microsecond=0) == typed
        kept[name] = before if same else typed
    return form.dates(kept)
