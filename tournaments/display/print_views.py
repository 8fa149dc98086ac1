"""Paper for a round: pairings for the wall and match slips, so that a day can be run without phones."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.shapes import Context
from tournaments.entries.meeting import meeting_seats
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entries_for_desk
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import matches_of, pairings_by_name
from tournaments.rounds.stages import match_titles, round_title

from .chain_heads import published_head


@login_required
@never_cache
@require_safe
def print_sheet(request: HttpRequest, slug: str, number: int, sheet: str) -> HttpResponse:
    """One sheet of a round: ``names``, ``tables`` for walls, ``slips`` for the tables, ``judges`` for a clipboard."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.DESK)
    round_ = Round.objects.filter(tournament=tournament, number=number).select_related("stage").first()
    if round_ is None or sheet not in SHEETS:
        raise Http404
    round_.tournament = tournament
    template, title, make = SHEETS[sheet]
    context = make(tournament, round_) | {"title": title, "sheet": template, "round": round_.number}
    context |= {"round_name": round_title(round_), "head": published_head(tournament)}
    back = reverse("tournaments:round_desk", args=[slug, number])
    return render(
        request,
        "print.html",
        page(request, tournament)
        | context
        | {"tournament": tournament.name, "rehearsal": tournament.rehearsal, "back": back},
    )


@login_required
@never_cache
@require_safe
def print_list(request: HttpRequest, slug: str, sheet: str) -> HttpResponse:
    """A list of the whole tournament: ``seats`` for the meeting before round 1, ``entries`` for the desk."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.ENTRIES if sheet == "entries" else Right.DESK)
    if sheet not in LISTS:
        raise Http404
    template, title, make = LISTS[sheet]
    context = make(tournament) | {"title": title, "sheet": template, "printed_at": timezone.now()}
    back = reverse("tournaments:desk", args=[slug])
    return render(
        request,
        "print.html",
        page(request, tournament)
        | context
        | {"tournament": tournament.name, "rehearsal": tournament.rehearsal, "back": back},
    )


def _seats(tournament: Tournament) -> Context:
    return {"seats": [{"name": one.entry.name, "table": one.table} for one in meeting_seats(tournament)]}


def _entries(tournament: Tournament) -> Context:
    """Who is expected, with a box to tick where there is no network; no address and no age stands on paper."""
    found = entries_for_desk(tournament).exclude(state=Entry.State.WITHDRAWN)
    return {"entries": list(found), "deck_required": tournament.policy.deck_required}


def _judges(tournament: Tournament, round_: Round) -> Context:
    rows = []
    for match in matches_of(round_):
        if match.table is not None:
            names = [seat.name for seat in match.seats.all()]
            rows.append({"table": match.table, "names": names, "more": match.extension_minutes})
    return {"rows": rows, "ends_at": round_.ends_at, "minutes": round_.minutes}


def _names(tournament: Tournament, round_: Round) -> Context:
    rows = [
        {
            "name": line["entry"].name,
            "table": line["match"].table,
            "opponent": ", ".join(line["others"]),
        }
        for line in pairings_by_name(round_)
    ]
    return {"rows": rows, "by_table": False}


def _tables(tournament: Tournament, round_: Round) -> Context:
    rows = []
    for match in matches_of(round_):
        first, *others = [seat.name for seat in match.seats.all()]
        rows.append({"name": first, "table": match.table, "opponent": ", ".join(others)})
    return {"rows": rows, "by_table": True}


def _slips(tournament: Tournament, round_: Round) -> Context:
    slips = []
    called = match_titles(round_)
    for match in matches_of(round_):
        seats = list(match.seats.all())
        if len(seats) == 1:
            continue
        slip: Context = {"table": match.table, "round": round_.number, "round_name": called(match)}
        slip["tournament"] = tournament.name
        if len(seats) == 2:
            slip |= {"first": seats[0].name, "second": seats[1].name}
        else:
            slip["seats"] = [{"name": seat.name, "dot": seat.dot} for seat in seats]
        slips.append(slip)
    heading = _("Match slips for %(round)s") % {"round": round_title(round_)}
    return {"slips": slips, "heading": heading}


Sheet = tuple[str, object, Callable[[Tournament, Round], Context]]
SHEETS: dict[str, Sheet] = {
    "names": ("parts/print_pairings.html", gettext_lazy("Pairings by name"), _names),
    "tables": ("parts/print_pairings.html", gettext_lazy("Pairings by table"), _tables),
    "slips": ("parts/print_slips.html", gettext_lazy("Match slips"), _slips),
    "judges": ("parts/print_judges.html", gettext_lazy("Judges' sheet"), _judges),
}
LISTS: dict[str, tuple[str, object, Callable[[Tournament], Context]]] = {
    "seats": ("parts/print_seats.html", gettext_lazy("Seats before round 1"), _seats),
    "entries": ("parts/print_entries.html", gettext_lazy("List of players"), _entries),
}
