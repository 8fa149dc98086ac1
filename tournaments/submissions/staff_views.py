"""Pages about decks for staff: who has submitted, and, for judges alone, the list of one player.

Anyone who may not read a list gets the answer for a list that does not exist.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from decks.registration.lists import list_text
from decks.registration.services import require_size
from ledger.commands import Actor
from ledger.errors import Problem, UserError
from ledger.shapes import Context
from ledger.web import REFUSED, perform, refused_status, submission_key, whole_number
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import LIST, note_reading
from tournaments.events.access import Right, access_tournament, actor_with
from tournaments.events.models import Tournament
from tournaments.events.page import page

from . import services
from .forms import ExtensionForm
from .rules import pool_of
from .selectors import deck_statuses, registration_of, revisions_of, sheet_entry
from .views import revision_context, secret_form


@login_required
@never_cache
@require_safe
def deck_status(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has submitted a deck: names and states, never contents. ``?missing`` shows and prints only the missing."""
    tournament, _actor = _allowed(request, slug, Right.DECK_STATUS)
    now = timezone.now()
    statuses = deck_statuses(tournament, now)
    counted = [item for item in statuses if item.taking_part]
    only_missing = "missing" in request.GET
    context = page(
        request,
        tournament,
        tab="desk",
        statuses=[item for item in statuses if item.wanted] if only_missing else statuses,
        only_missing=only_missing,
        missing=sum(item.wanted for item in statuses),
        handed_in=sum(not item.wanted for item in counted),
        expected=len(counted),
        is_closed=services.decks_closed(tournament, now),
        over=tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED),
    )
    return render(request, "submissions/deck_status.html", context)


@login_required
@never_cache
@require_POST
def deck_remind(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask one player ("entry"), or everybody without one, for the missing deck."""
    tournament, actor = _allowed(request, slug, Right.DECK_STATUS)
    entry = request.POST.get("entry", "")
    number = whole_number(entry) if entry else None
    answer = perform(request, services.deck_remind, actor=actor, tournament=tournament, number=number)
    if answer is not None:
        count = answer["reminded"]
        text = ngettext(
            "%(count)s player has been asked for a deck.",
            "%(count)s players have been asked for a deck.",
            count,
        )
        messages.success(request, text % {"count": count})
    return redirect("tournaments:deck_status", slug=slug)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def deck_extend(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give one player more time for the deck."""
    tournament, actor = _allowed(request, slug, Right.DECK_DEADLINE)
    entry = sheet_entry(tournament, number)
    if entry is None:
        raise Http404
    form = ExtensionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        done = _("%(name)s now has more time.") % {"name": entry.name}
        data = form.cleaned_data
        if perform(
            request,
            services.deck_extend,
            form=form,
            actor=actor,
            tournament=tournament,
            number=number,
            minutes=data["minutes"],
            reason=data["reason"],
            done=done,
        ):
            return redirect("tournaments:deck_status", slug=slug)
    context = page(request, tournament, tab="desk", entry=entry, form=form)
    return render(request, "submissions/deck_extend.html", context, status=refused_status(form))


@login_required
@never_cache
@require_safe
def deck_sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The list of one entry, for a deck check: sorted, printable, with every revision."""
    tournament, actor = _allowed(request, slug, Right.DECKS)
    entry = _entry(tournament, number)
    note_reading(actor, tournament, LIST, [entry])
    return _sheet(request, tournament, entry)


@secret_form
@login_required
@never_cache
@require_POST
def deck_revise(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A judge replaces a list, with a reason the player reads."""
    tournament, actor = _allowed(request, slug, Right.DECKS)
    entry = _entry(tournament, number)
    note_reading(actor, tournament, LIST, [entry])
    text = request.POST.get("text", "").replace("\r\n", "\n").replace("\r", "\n")
    reason = request.POST.get("reason", "")
    try:
        services.deck_revise_by_judge(
            actor=actor,
            key=submission_key(request),
            tournament=tournament,
            number=number,
            text=text,
            reason=reason,
            code=request.POST.get("code", ""),
        )
    except UserError as error:
        return _sheet(request, tournament, entry, text=text, reason=reason, refused=error.problems)
    messages.success(
        request, _("The list has been changed. The player sees the new revision and your reason.")
    )
    return redirect("tournaments:deck_sheet", slug=slug, number=number)


def _allowed(request: HttpRequest, slug: str, right: Right) -> tuple[Tournament, Actor]:
    tournament = access_tournament(request.user, slug)
    actor = actor_with(request.user, tournament, right)
    if actor is None:
        raise Http404
    return tournament, actor


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = sheet_entry(tournament, number)
    if entry is None:
        raise Http404
    return entry


def _sheet(
    request: HttpRequest,
    tournament: Tournament,
    entry: Entry,
    *,
    text: str | None = None,
    reason: str = "",
    refused: tuple[Problem, ...] = (),
) -> HttpResponse:
    registration = registration_of(entry)
    revisions = list(revisions_of(registration))
    current = revisions[0] if revisions else None
    context: Context = page(
        request,
        tournament,
        tab="judge",
        entry=entry,
        revisions=revisions,
        revision=current,
        text=_prefilled(entry, text),
        reason=reason[: services.REASON_LENGTH],
        own=entry.user_id == request.user.pk,
        codes=services.CODES,
        errors=[
            {"text": item.message, "rule": item.rule, "field_id": f"revise-{item.field or 'text'}"}
            for item in refused
        ],
    )
    if current is not None:
        context |= revision_context(entry, current, revisions)
    return render(request, "submissions/deck_sheet.html", context, status=REFUSED if refused else 200)


def _prefilled(entry: Entry, text: str | None) -> str:
    """What was typed, if it can be sent back; else the list that is registered now."""
    registration = registration_of(entry)
    if text is not None:
        try:
            require_size(text)
        except UserError:
            text = None
    if text is not None or registration.current is None:
        return text or ""
    current = registration.current
    pool = pool_of(registration, current)
    return list_text(pool, current.main, current.sideboard, game=registration.game)
