"""The venues of an organization: adding one, changing or closing it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.shapes import Arguments
from ledger.web import perform, refused_status

from . import venue_services
from .access import ORGANIZING, access_organization, require_role
from .forms import VenueForm
from .models import Venue
from .selectors import venues_of
from .views import frame


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def venues(request: HttpRequest, slug: str) -> HttpResponse:
    """Every venue, and a form for another."""
    organization = access_organization(slug)
    actor = require_role(request.user, organization, *ORGANIZING)
    form = VenueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        done = _("The venue has been added.")
        if perform(
            request,
            venue_services.venue_add,
            form=form,
            actor=actor,
            organization=organization,
            values=form.values(),
            done=done,
        ):
            return redirect("tournaments:organization_venues", slug=slug)
    context = frame(request, organization, form=form, venues=venues_of(organization))
    return render(request, "organizations/venues.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def venue(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One venue: its form, and closing it."""
    organization = access_organization(slug)
    actor = require_role(request.user, organization, *ORGANIZING)
    one = Venue.objects.filter(organization=organization, pk=number, closed_at=None).first()
    if one is None:
        raise Http404
    do = request.POST.get("do", "")
    form = VenueForm(request.POST if do == "edit" else None, initial=VenueForm.filled(one))
    said: Arguments = {"actor": actor, "organization": organization, "venue_id": one.pk}
    closed = do == "close" and perform(
        request, venue_services.venue_close, done=_("The venue is closed."), **said
    )
    edited = (
        do == "edit"
        and form.is_valid()
        and perform(
            request,
            venue_services.venue_edit,
            form=form,
            values=form.values(),
            shown=request.POST.get("shown", ""),
            done=_("Changed."),
            **said,
        )
    )
    if closed or edited:
        return redirect("tournaments:organization_venues", slug=slug)
    context = frame(request, organization, form=form, venue=one, shown=venue_services.venue_token(one))
    return render(request, "organizations/venue.html", context, status=refused_status(form))
