"""The judge's page of a recording: the public position, what was asked, and what only a judge may do."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.web import language_of_page, perform, refused_status, whole_number
from tournaments.entries.reading_services import LOG, note_reading
from tournaments.events.access import access_tournament, require_right
from tournaments.events.page import page

from .forms import CorrectForm, ReasonForm, ResumeForm, RewindForm
from .judge_services import (
    recording_correct,
    recording_freeze,
    recording_resume,
    recording_rewind,
    recording_sign_for,
    recording_void,
)
from .models import OpenedHand
from .selectors import access_recording
from .sight import Sight

FORMS: dict[str, tuple[type[forms.Form], Callable[..., Any]]] = {
    "freeze": (forms.Form, recording_freeze),
    "resume": (ResumeForm, recording_resume),
    "correct": (CorrectForm, recording_correct),
    "rewind": (RewindForm, recording_rewind),
    "sign": (ReasonForm, recording_sign_for),
    "void": (ReasonForm, recording_void),
}
"""What a judge may do: the form and the service."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def judge(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """One recording for a judge of the event who does not play here."""
    tournament = access_tournament(request.user, slug)
    access = access_recording(request, tournament, recording_id)
    if access.judge is None:
        raise Http404
    actor = require_right(request.user, tournament, "logs")
    done = str(request.POST.get("do", ""))
    shown = {name: form() for name, (form, _service) in FORMS.items()}
    if request.method == "POST" and done in FORMS:
        form_class, service = FORMS[done]
        shown[done] = form = form_class(request.POST)
        if form.is_valid():
            values = dict(form.cleaned_data)
            if done == "sign":
                values |= {
                    "seat": whole_number(request.POST.get("seat", ""), 9),
                    "log_sha256": str(request.POST.get("log_sha256", ""))[:64],
                }
            answer = perform(
                request,
                service,
                form=form,
                actor=actor,
                tournament=tournament,
                recording_id=recording_id,
                done=_("Done."),
                **values,
            )
            if answer is not None:
                return redirect("tournaments:recording_judge", slug=slug, recording_id=recording_id)
    hands = list(OpenedHand.objects.filter(recording=access.recording).select_related("entry"))
    if hands:
        note_reading(actor, tournament, LOG, [hand.entry for hand in hands], access.recording.pk)
    sight = Sight(access, language_of_page())
    context = page(
        request,
        tournament,
        tab="judge",
        recording=access.recording,
        match=access.recording.match,
        players=list(enumerate(access.players)),
        state=sight.state(),
        forms=shown,
        hands=hands,
        revealed={line["n"]: sight.session.reveals_since(line["n"]) for line in sight.screen.lines()},
    )
    bad = next((form for form in shown.values() if form.is_bound and form.errors), None)
    return render(request, "recordings/judge.html", context, status=refused_status(bad))
