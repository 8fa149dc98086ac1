"""Pages of friendly games: all of mine, proposing one, and one with what I may do with it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.people import Account, signed_in
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, show_problems, submission_key, whole_number
from rules_engine.games import GAMES, game_of
from tournaments.recordings.practice_games import practised
from tournaments.recordings.practice_services import practice_open

from . import services
from .answers import LENGTH
from .forms import FriendlyForm, MomentForm
from .models import Friendly, FriendlyNote
from .selectors import clashes_at, friendlies_of, partner_ids, people_of, places_of

State = Friendly.State


def _row(made: Friendly, user: Account) -> Context:
    """A friendly game as one of both reads it."""
    other = made.asked if made.proposer_id == user.pk else made.proposer
    return {
        "friendly": made,
        "other": other,
        "game": game_of(made.game).name if made.game in GAMES else made.game,
        "format": services.FORMATS.get(made.format, made.format),
        "mine": made.state == State.PROPOSED and made.answers_id == user.pk,
        "over": made.starts_at + LENGTH <= timezone.now(),
    }


@login_required
@never_cache
@require_safe
def friendlies(request: HttpRequest) -> HttpResponse:
    """What waits for an answer, what is planned, and what I played, with how it went where I wrote that down."""
    user, now = signed_in(request), timezone.now()
    rows = friendlies_of(user)
    coming = rows.filter(starts_at__gt=now - LENGTH, state__in=(State.PROPOSED, State.ACCEPTED))
    played = rows.filter(starts_at__lte=now - LENGTH, state=State.ACCEPTED).order_by("-starts_at", "-pk")[
        :100
    ]
    noted = FriendlyNote.objects.filter(user=user, friendly__in=[one.pk for one in played])
    notes = {one.friendly_id: one for one in noted.select_related("recording")}
    context = {
        "coming": [_row(one, user) for one in coming],
        "played": [_row(one, user) | {"went": went(notes.get(one.pk))} for one in played],
        "partners": bool(partner_ids(user)),
    }
    return render(request, "agenda/friendlies.html", context)


def went(note: FriendlyNote | None) -> str:
    """How a game went for the one who keeps the note: as they wrote it, else as their recording says; one of both."""
    if note is None:
        return ""
    if note.result:
        return note.get_result_display()
    result = note.recording.result if note.recording is not None else None
    if not result:
        return ""
    first = FriendlyNote.Result.WON if 0 in result["winners"] else FriendlyNote.Result.LOST
    return str((FriendlyNote.Result.DRAWN if result["draw"] else first).label)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Propose a game to a friend or a clan mate."""
    user = signed_in(request)
    partners = people_of(partner_ids(user))
    first: Context = {"user_id": request.GET.get("with", ""), "place": request.GET.get("place", "")}
    form = FriendlyForm(request.POST or None, partners=partners, initial=first)
    if request.method == "POST" and form.is_valid():
        done, actor = _("Your proposal is on its way."), Actor(user, "player")
        answer = perform(
            request, services.friendly_propose, form=form, actor=actor, done=done, **form.cleaned_data
        )
        if answer is not None:
            return redirect("tournaments:friendly", number=answer["friendly"])
    context = {"form": form, "partners": partners, "places": places_of(user)}
    return render(request, "agenda/friendly_new.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def friendly(request: HttpRequest, number: int) -> HttpResponse:
    """One of my friendly games: the answer, another moment, calling it off, my recording and how it went."""
    user = signed_in(request)
    made = friendlies_of(user).filter(pk=number).first()
    if made is None:
        raise Http404
    moves = request.POST.get("do") == "move"
    first = {"starts_at": timezone.localtime(made.starts_at), "place": made.place}
    form = MomentForm(request.POST if moves else None, initial=first)
    if moves and form.is_valid():
        said = {
            "actor": Actor(user, "player"),
            "friendly_id": made.pk,
            **_version(request),
            **form.cleaned_data,
        }
        if perform(request, services.friendly_move, form=form, done=_("Proposed."), **said) is not None:
            return redirect("tournaments:friendly", number=made.pk)
    elif request.method == "POST" and not moves:
        return _changed(request, user, made)
    note = FriendlyNote.objects.filter(friendly=made, user=user).select_related("recording").first()
    context = _row(made, user) | {
        "form": form,
        "places": places_of(user),
        "note": note,
        "went": went(note),
        "results": FriendlyNote.Result.choices,
        "may_record": made.game in dict(practised()),
        "clashes": clashes_at(user, made.starts_at, made.starts_at + LENGTH, f"friendly-{made.pk}"),
    }
    return render(request, "agenda/friendly.html", context, status=refused_status(form))


def _version(request: HttpRequest) -> Arguments:
    return {"version": whole_number(request.POST.get("version", ""))}


def _changed(request: HttpRequest, user: Account, made: Friendly) -> HttpResponse:
    """Carry out what was pressed; a button nobody made does nothing."""
    do = request.POST.get("do", "")
    said: Arguments = {"actor": Actor(user, "player"), "friendly_id": made.pk}
    if do == "accept":
        done = _("Agreed. It is in both agendas.")
        perform(request, services.friendly_accept, done=done, **said, **_version(request))
    elif do == "decline":
        perform(request, services.friendly_decline, done=_("Declined."), **said, **_version(request))
    elif do == "cancel":
        perform(request, services.friendly_cancel, done=_("Called off."), **said)
    elif do == "note":
        result = request.POST.get("result", "")
        perform(request, services.friendly_note, done=_("Kept for you alone."), result=result, **said)
    elif do == "record":
        return _record(request, made, said)
    return redirect("tournaments:friendly", number=made.pk)


def _record(request: HttpRequest, made: Friendly, said: Arguments) -> HttpResponse:
    """Open the recording that I keep of this game, or begin it: a practice game of mine with both seats."""
    mine = FriendlyNote.objects.filter(friendly=made, user=said["actor"].user)
    number = mine.values_list("recording_id", flat=True).first()
    if number is None and made.state == State.ACCEPTED:
        opened = perform(request, practice_open, actor=said["actor"], against="both", game=made.game)
        number = opened["recording"] if opened is not None else None
        if number is not None:
            _keep(request, number, said)
    if number is None:
        return redirect("tournaments:friendly", number=made.pk)
    return redirect("tournaments:practice_game", recording_id=number)


def _keep(request: HttpRequest, number: int, said: Arguments) -> None:
    """Keep the recording with the game, under a key of its own, as the form has one for the recording."""
    key = submission_key(request)
    try:
        services.friendly_record(key=f"{key[:60]}:keep" if key else None, recording_id=number, **said)
    except UserError as error:
        show_problems(request, error)
