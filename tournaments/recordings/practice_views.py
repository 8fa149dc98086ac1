"""Games to practise: the list, the screen, and what its script sends."""

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.web import language_of_page, perform, refused_status

from .api_views import answers_json
from .forms import PracticeForm
from .models import Recording
from .practice_services import practice_open, practice_write
from .protocol import read_batch
from .selectors import access_recording
from .sight import Sight
from .unreadable import tells_what_is_unreadable
from .views import boards, plain_state, with_worker


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def games(request: HttpRequest) -> HttpResponse:
    """The own practice games, and the form that deals another."""
    form = PracticeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            practice_open,
            form=form,
            actor=Actor(request.user, "player"),
            against=form.cleaned_data["against"],
        )
        if answer is not None:
            return redirect("tournaments:practice_game", recording_id=answer["recording"])
    own = Recording.objects.filter(owner_id=request.user.pk).defer("opening").order_by("-pk")[:20]
    context = {"form": form, "games": list(own)}
    return render(request, "recordings/practice.html", context, status=refused_status(form))


@login_required
@never_cache
@require_safe
@tells_what_is_unreadable
def screen(request: HttpRequest, recording_id: int) -> HttpResponse:
    """The practice board: the same screen as for a recording."""
    access = access_recording(request, None, recording_id)
    sight = Sight(access, language_of_page())
    urls = {
        name: reverse(f"tournaments:practice_{name}", kwargs={"recording_id": recording_id})
        for name in ("state", "entries", "ask", "device")
    }
    context = {
        "recording": access.recording,
        "access": access,
        "state": plain_state(sight),
        "urls": urls,
        **boards(sight),
    }
    return with_worker(render(request, "recordings/practice_screen.html", context))


@never_cache
@require_POST
@answers_json
def entries(request: HttpRequest, recording_id: int) -> HttpResponse:
    """A batch of the owner of a practice game."""
    access = access_recording(request, None, recording_id)
    batch = read_batch(request.body)
    if access.device is None or access.device.pk != batch.device:
        raise UserError("revoked", _("This phone no longer writes here. Another one took its place."))
    answer = practice_write(
        actor=Actor(request.user, "player"),
        recording_id=recording_id,
        device_id=access.device.pk,
        entries=[msgspec.to_builtins(entry) for entry in batch.entries],
    )
    sight = Sight(access_recording(request, None, recording_id), language_of_page())
    return JsonResponse({"acks": [sight.worded(ack) for ack in answer["acks"]], "state": sight.state()})
