"""Games to practise: the list, the screen, and what its script sends."""

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.shapes import Context, Json
from ledger.web import (
    language_of_page,
    may_start_workers,
    perform,
    raw_body,
    refused_status,
    show_problems,
    whole_number,
)
from rules_engine.games import game_of

from .api_views import answers_json, options_for, set_device
from .call_words import call_words, time_ends
from .forms import PracticeForm
from .models import Recording
from .practice_games import AGAINST, game_of_practice
from .practice_services import begun_in, dealt_to, practice_open, practice_write, shows
from .protocol import Incoming, read_batch
from .replayed import pool_of_recording
from .selectors import Access, access_recording
from .sight import Sight, mapping
from .table_page import with_texts
from .tables import table_of
from .taps import line_in, question_place, with_the_choice
from .unreadable import tells_what_is_unreadable
from .views import own_device, typed


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def games(request: HttpRequest) -> HttpResponse:
    """One's own practice games, and the form that deals another."""
    form = PracticeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            practice_open,
            form=form,
            actor=Actor(request.user, "player"),
            against=form.cleaned_data["against"],
            game=form.cleaned_data["game"],
            again=form.cleaned_data["again"],
        )
        if answer is not None:
            return redirect("tournaments:practice_game", recording_id=answer["recording"])
    own = Recording.objects.filter(owner_id=request.user.pk).defer("opening").order_by("-pk")[:20]
    rows = [
        {
            "recording": one,
            "game": game_of(game_of_practice(one.practice)).name,
            "against": AGAINST[one.practice["against"]],
        }
        for one in own
    ]
    context = {"form": form, "games": rows}
    return render(request, "recordings/practice.html", context, status=refused_status(form))


@may_start_workers
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@tells_what_is_unreadable
def screen(request: HttpRequest, recording_id: int) -> HttpResponse:
    """The practice board: the same screen as for a recording. A post is one tap on a page that works without script."""
    access = access_recording(request, None, recording_id)
    table = table_of(game_of_practice(access.recording.practice))
    if request.method == "POST":
        return _tap(request, access)
    sight = Sight(access, language_of_page())
    state = with_texts(sight.state())
    context: Context = {"recording": access.recording, "access": access, "state": state}
    asked = _asked(sight, begun_in(access.recording) or line_in(request.GET.get("line", "")))
    context |= {
        "call_words": call_words(judge_here=True),
        "time_ends": time_ends(None),
        "again": access.recording.practice
        | {"game": sight.game.key, "page": reverse("tournaments:practice")},
        **table.practice_context(request.GET, sight, state, asked),
    }
    return render(request, table.practice_template, context)


def _asked(sight: Sight, line: Json | None) -> tuple[Json, Json] | None:
    """A line of their own seats with the choice that it leaves open next; None for any other line.

    What a line shows before it asks is read once that line was tapped, and can no longer be taken back.
    """
    if line is None or line.get("seat") not in sight.access.seats:
        return None
    found = sight.session.check(_dealt(sight, line))
    if shows(found) and line != begun_in(sight.recording):
        return None
    return (line, found.need) if found is not None and found.need is not None else None


def _dealt(sight: Sight, line: Json) -> Json:
    """A line with what the site and the random player add to it: nobody is asked what is theirs to say."""
    entry = Incoming(device_seq=1_000_000, base=sight.recording.head, kind="line", body=line)
    return dealt_to(sight.recording, sight.taking(), entry).body


@never_cache
@require_safe
@answers_json
def ask(request: HttpRequest, recording_id: int) -> HttpResponse:
    """As at a table; of a line that only the random player writes nothing is said, for it would tell that hand."""
    sight = Sight(access_recording(request, None, recording_id), language_of_page())
    if "line" not in request.GET:
        return JsonResponse(options_for(request, sight))
    line = mapping(request.GET["line"])
    if line.get("kind") != "act" or line.get("seat") not in (None, *sight.access.seats):
        raise Http404
    problem = sight.session.check(_dealt(sight, line))
    if shows(problem) and line != begun_in(sight.recording):
        raise Http404
    return JsonResponse(sight.told(problem))


def _tap(request: HttpRequest, access: Access) -> HttpResponse:
    """Write one line; where it leaves a choice open, ask for that."""
    page = reverse("tournaments:practice_game", kwargs={"recording_id": access.recording.pk})
    table = table_of(game_of_practice(access.recording.practice))
    response = redirect(f"{page}#table")
    try:
        device_id, secret = own_device(request, None, access)
        if secret:
            set_device(response, request, access.recording.pk, None, device_id, secret)
        pool = pool_of_recording(access.recording)
        entry = with_the_choice(request.POST, typed(request, access, device_id), pool, table.said)
        table.require_new(Sight(access, language_of_page()), entry)
        answer = practice_write(
            actor=Actor(request.user, "player"),
            recording_id=access.recording.pk,
            device_id=device_id,
            entries=[entry],
        )
        found = access_recording(request, None, access.recording.pk)
        ack = Sight(found, language_of_page()).worded(answer["acks"][0])
        if ack["status"] == "refused":
            if ack.get("problem", {}).get("need") is not None:
                response["Location"] = question_place(page, entry["body"])
            else:
                raise UserError(ack["error"], ack["text"])
    except UserError as error:
        show_problems(request, error)
    return response


@never_cache
@require_POST
@answers_json
def entries(request: HttpRequest, recording_id: int) -> HttpResponse:
    """A batch of the owner of a practice game; the answer has what was added after ``?since=``, or after its bases."""
    access = access_recording(request, None, recording_id)
    batch = read_batch(raw_body(request))
    if access.device is None or access.device.pk != batch.device:
        raise UserError("revoked", _("This phone no longer writes here. Another one took its place."))
    answer = practice_write(
        actor=Actor(request.user, "player"),
        recording_id=recording_id,
        device_id=access.device.pk,
        entries=[msgspec.to_builtins(entry) for entry in batch.entries],
    )
    sight = Sight(access_recording(request, None, recording_id), language_of_page())
    heard = min((entry.base for entry in batch.entries), default=0)
    since = whole_number(request.GET.get("since", str(max(heard, 0))))
    return JsonResponse({"acks": [sight.worded(ack) for ack in answer["acks"]], "state": sight.state(since)})
