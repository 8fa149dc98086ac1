"""Pages of what the end of a circuit gives: the organizer's with places and line, the sheet of finalists, one's own."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.web import perform, refused_status, whole_number
from tournaments.events.models import Tournament
from tournaments.organizations.access import ORGANIZING, access_organization, require_role

from . import invitation_selectors as selectors
from . import invitation_services as services
from .invitation_forms import GiftForm
from .invitation_gift_services import COMING, gift_add, gift_drop, noticed
from .invitation_models import Place
from .models import Circuit

MOST_FINALS = 100


def _run_by(request: HttpRequest, slug: str, circuit: str) -> tuple[Circuit, Actor]:
    """A circuit for who organizes it, in preparation too; 404 where there is none."""
    organization = access_organization(slug)
    actor = require_role(request.user, organization, *ORGANIZING)
    found = Circuit.objects.filter(organization=organization, slug=circuit).first()
    if found is None:
        raise Http404
    found.organization = organization
    return found, actor


def _finals(circuit: Circuit) -> list[tuple[str, str]]:
    rows = Tournament.objects.filter(
        organization=circuit.organization_id, state__in=COMING, rehearsal_until=None, game=circuit.game
    )
    return list(rows.order_by("starts_at", "pk").values_list("slug", "name")[:MOST_FINALS])


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def circuit_finals(request: HttpRequest, slug: str, circuit: str) -> HttpResponse:
    """What the end gives, and how every place in a final stands; sends, withdraws and changes the rules."""
    found, actor = _run_by(request, slug, circuit)
    do = request.POST.get("do", "")
    told = noticed(found)
    form = GiftForm(request.POST if do == "add" else None, finals=_finals(found), noticed=told)
    if (
        request.method == "POST"
        and (do != "add" or form.is_valid())
        and _done(request, do, found, actor, form)
    ):
        return redirect("tournaments:circuit_finals", slug=slug, circuit=circuit)
    context = {
        "organization": found.organization,
        "circuit": found,
        "tab": "finals",
        "runs": True,
        "ended": found.state == Circuit.State.CLOSED,
        "gives": selectors.gives_of(found),
        "notes": selectors.gift_notes(found),
        "noticed": told,
        "titles": selectors.titles_given(found) if found.state == Circuit.State.CLOSED else [],
        "finals": selectors.finals_of(found),
        "form": form,
    }
    return render(request, "programme/finals.html", context, status=refused_status(form))


def _done(request: HttpRequest, do: str, circuit: Circuit, actor: Actor, form: GiftForm) -> bool:
    """Carry out what was pressed; false where it was refused and the form says why."""
    if do == "add":
        values = {**form.cleaned_data, "value": form.cleaned_data["value"] or 0}
        said = {"circuit": circuit, "done": _("This rule stands now."), **values}
        return perform(request, gift_add, form=form, actor=actor, **said) is not None
    reason = request.POST.get("reason", "")[:300]
    if do == "drop":
        gift = whole_number(request.POST.get("gift", ""))
        perform(request, gift_drop, actor=actor, circuit=circuit, gift_id=gift, reason=reason)
        return True
    final = Tournament.objects.filter(slug=request.POST.get("final", "")[:80], gifts__circuit=circuit).first()
    if final is None:
        raise Http404
    if do == "send":
        sent = _("The invitations are sent.")
        perform(request, services.place_send, actor=actor, tournament=final, circuit_id=circuit.pk, done=sent)
    elif do == "withdraw":
        number, gone = whole_number(request.POST.get("place", "")), _("The invitation is withdrawn.")
        said = {"tournament": final, "place_id": number, "reason": reason}
        perform(request, services.place_withdraw, actor=actor, done=gone, **said)
    return True


@login_required
@never_cache
@require_safe
def finalists(request: HttpRequest, slug: str, circuit: str, final: str) -> HttpResponse:
    """The sheet of everybody who plays in a final by this circuit."""
    found, _actor = _run_by(request, slug, circuit)
    places = next((one for one in selectors.finals_of(found) if one.final.slug == final), None)
    if places is None:
        raise Http404
    context = {
        "title": _("Finalists"),
        "sheet": "programme/_finalists.html",
        "back": reverse("tournaments:circuit_finals", args=[slug, circuit]),
        "circuit": found,
        "final": places.final,
        "rows": [one for one in places.rows if one.state == Place.State.ACCEPTED],
        "open": [one for one in places.rows if one.state == Place.State.OPEN],
        "printed": timezone.now(),
    }
    return render(request, "print.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def my_place(request: HttpRequest, number: int) -> HttpResponse:
    """My invitation to a final: why, since when, until when, and my answer. Somebody else's does not exist."""
    place = selectors.places_of(signed_in(request)).filter(pk=number).first()
    if place is None:
        raise Http404
    if request.method == "POST":
        yes = request.POST.get("answer") == "yes"
        service = services.place_accept if yes else services.place_decline
        done = (
            _("You are in the final. See you there!")
            if yes
            else _("You have said no. The place goes to the next in line.")
        )
        actor = Actor(request.user, "player")
        perform(request, service, actor=actor, tournament=place.final, place_id=place.pk, done=done)
        return redirect("tournaments:my_place", number=number)
    context = {
        "place": place,
        "waits": place.waits and place.deadline > timezone.now(),
        "steps": selectors.steps_of(place),
    }
    return render(request, "programme/my_place.html", context)
