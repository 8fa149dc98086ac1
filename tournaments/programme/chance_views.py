"""The chance to be invited: a part of the page of one's own season, or a page of its own. Never anybody else's."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.web import perform

from .chance_services import outlook_start
from .invitation_chance import ahead_of, said_of
from .invitation_models import Outlook
from .models import Circuit


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def my_outlook(request: HttpRequest, circuit: str) -> HttpResponse:
    """How likely I am to be invited at the end of a circuit that runs; a POST has it calculated."""
    found = (
        Circuit.objects.filter(slug=circuit, state=Circuit.State.OPEN).select_related("organization").first()
    )
    if found is None:
        raise Http404
    user = signed_in(request)
    part = request.headers.get("HX-Request") == "true"
    if request.method == "POST":
        perform(request, outlook_start, actor=Actor(request.user, "player"), circuit_id=found.pk)
        if not part:
            return redirect("tournaments:my_outlook", circuit=circuit)
    ahead = ahead_of(found)
    kept = Outlook.objects.filter(circuit=found, user=user).first()
    context = {
        "circuit": found,
        "places": ahead.places,
        "coming": len(ahead.coming),
        "outlook": kept,
        "said": said_of(kept) if kept is not None else None,
        "old": kept is not None and kept.signature != ahead.signature,
        "part": part,
    }
    return render(request, "programme/_outlook.html" if part else "programme/outlook.html", context)
