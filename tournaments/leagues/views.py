"""Pages of a league: its windows and who waits for whom, for everybody; one's own match, for a player."""

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.people import Account, signed_in
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, whole_number
from tournaments.agenda.selectors import clashes_at
from tournaments.entries.models import Entry
from tournaments.events.access import Right, access_tournament
from tournaments.events.models import Tournament
from tournaments.events.page import may, page
from tournaments.rounds.field import standings_rows
from tournaments.rounds.units import unit_of

from . import desk_services, services
from .answers import LENGTH
from .forms import OfferForm
from .selectors import (
    TableOf,
    crew_of,
    is_league,
    may_type_a_place,
    offers_of,
    own_table,
    places_of,
    postponed_by,
    rounds_of,
    tables_of,
    windows_of,
)
from .zones import differ, zone_of


def access_league(request: HttpRequest, slug: str) -> Tournament:
    """The league of the address, for those who may know of it; else 404, as for a tournament that is none."""
    tournament = access_tournament(request.user, slug)
    if not is_league(tournament):
        raise Http404
    return tournament


@never_cache
@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The windows as a line of time, the table of points, and who waits for whom in the window being played."""
    tournament = access_league(request, slug)
    rounds = rounds_of(tournament)
    tables = tables_of(tournament, rounds)
    names = unit_of(tournament).names(tournament)
    here = [table for table in tables if rounds and table.match.round_id == rounds[-1].pk]
    context = page(
        request,
        tournament,
        tab="league",
        windows=windows_of(tournament, rounds, tables),
        tables=here,
        round=rounds[-1] if rounds else None,
        standings=[(row, names.get(row.id, "")) for row in standings_rows(tournament)],
        entry=_own_entry(request, tournament),
    )
    context["times"] = tournament.policy.times_public or may(context, Right.DESK)
    return render(request, "leagues/league.html", context)


def _own_entry(request: HttpRequest, tournament: Tournament) -> Entry | None:
    if not request.user.is_authenticated:
        return None
    return Entry.objects.filter(tournament=tournament, user=request.user).first()


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def mine(request: HttpRequest, slug: str) -> HttpResponse:
    """My league: the next match first, with one answer to give; then what else I may do."""
    tournament = access_league(request, slug)
    user = signed_in(request)
    entry = _own_entry(request, tournament)
    if entry is None:
        raise Http404
    table, do = own_table(tournament, entry), request.POST.get("do", "")
    with timezone.override(zone_of(user)):
        form = OfferForm(
            request.POST if do == "offer" else None,
            places=places_of(tournament),
            typed=may_type_a_place(tournament),
        )
        if request.method == "POST" and (do != "offer" or table is None or form.is_valid()):
            form_ = form if do == "offer" else None
            if _done(request, tournament, entry, table, form_) or form_ is None:
                return redirect("tournaments:league_mine", slug=slug)
        context = page(request, tournament, tab="league", entry=entry, form=form)
        context |= _mine(tournament, user, entry, table)
        return render(request, "leagues/mine.html", context, status=refused_status(form))


def _mine(tournament: Tournament, user: Account, entry: Entry, table: TableOf | None) -> Context:
    """What the page says of one's own table, by both clocks where they differ."""
    stopped = entry.state in (Entry.State.DROPPED, Entry.State.WITHDRAWN, Entry.State.NO_SHOW)
    if table is None:
        return {"table": None, "stopped": stopped}
    holder = unit_of(tournament).entry_of(entry)
    own = next(seat for seat in table.seats if seat.entry_id == holder.pk)
    other = next((seat for seat in table.seats if seat.pk != own.pk), own)
    one, zone, own_zone = table.appointment, zone_of(other.entry.user), zone_of(user)
    at = one.starts_at if one is not None else None
    offers = offers_of(one)
    _members, substitutes = crew_of(entry)
    return {
        "table": table,
        "appointment": one,
        "own": own,
        "other": other,
        "reports": holder.user_id == user.pk,
        "zone": own_zone,
        "other_zone": zone if differ(own_zone, zone, at or timezone.now()) else None,
        "offered": [offer for offer in offers if offer.entry_id == other.entry_id],
        "offering": [offer for offer in offers if offer.entry_id == own.entry_id],
        "postponed": own.entry_id in postponed_by(one),
        "substitutes": substitutes,
        "stopped": stopped,
        **(_agreed(user, table, at) if at is not None else {}),
    }


def _agreed(user: Account, table: TableOf, at: datetime) -> Context:
    """What follows from when the match was agreed to be."""
    return {
        "may_say_absent": at + services.GRACE <= timezone.now(),
        "begun": at <= timezone.now(),
        "clashes": clashes_at(user, at, at + LENGTH, f"league-{table.match.pk}"),
    }


def _done(
    request: HttpRequest, tournament: Tournament, entry: Entry, table: TableOf | None, form: OfferForm | None
) -> bool:
    """Carry out what was pressed; a button that nobody made does nothing."""
    do, said = request.POST.get("do", ""), _said(request, tournament)
    if do == "stop":
        stop: Arguments = {"tournament": tournament, "entry_id": entry.pk, "actor": said["actor"]}
        return perform(request, desk_services.entry_stop, done=_("You have stopped."), **stop) is not None
    if table is None:
        return False
    said |= {"match_id": table.match.pk}
    if do == "offer" and form is not None:
        more: Arguments = {"times": form.times, "place": form.where}
        done = _("Your times are on their way.")
        return perform(request, services.appointment_offer, form=form, done=done, **more, **said) is not None
    if do == "accept":
        said |= {"offer_id": whole_number(request.POST.get("offer", ""))}
        return perform(request, services.appointment_accept, done=_("Agreed."), **said) is not None
    if do == "take_back":
        return perform(request, services.appointment_take_back, **said) is not None
    if do == "postpone":
        said |= {"version": whole_number(request.POST.get("version", ""))}
        done = _("It is put off. Offer other times.")
        return perform(request, services.appointment_postpone, done=done, **said) is not None
    if do == "absent":
        done = _("A judge decides. You will hear of it.")
        return perform(request, services.appointment_absent, done=done, **said) is not None
    return False


def _said(request: HttpRequest, tournament: Tournament) -> Arguments:
    return {"tournament": tournament, "actor": Actor(signed_in(request), "player")}
