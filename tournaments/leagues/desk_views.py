"""The league's desk: what waits for staff, more days, who was absent, who plays for whom, who stops."""

from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.shapes import Arguments
from ledger.web import perform, whole_number
from tournaments.entries.models import Entry
from tournaments.events.access import Right, actor_to_rule, actor_with, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.events.setting_words import STOPPING
from tournaments.rounds.models import Match, Seat

from . import desk_services as services
from .desk_services import FIRST, NOBODY, SECOND
from .forms import AbsenceForm, DaysForm
from .selectors import TableOf, rounds_of, standing_by, tables_of, windows_of
from .views import access_league


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for somebody's word, with the forms to give it."""
    tournament = access_league(request, slug)
    require_right(request.user, tournament, Right.DESK)
    if request.method == "POST":
        _done(request, tournament)
        return redirect("tournaments:league_desk", slug=slug)
    rounds = rounds_of(tournament)
    tables = tables_of(tournament, rounds)
    here = [table for table in tables if rounds and table.match.round_id == rounds[-1].pk]
    by = standing_by(tournament, here)
    playing = Entry.objects.filter(tournament=tournament, state=Entry.State.CHECKED_IN)
    context = page(
        request,
        tournament,
        tab="desk",
        windows=windows_of(tournament, rounds, tables),
        round=rounds[-1] if rounds else None,
        waiting=[(one, _absence(one), _bench(one, by)) for one in here if one.state in ("absent", "over")],
        others=[
            (one, _absence(one), _bench(one, by))
            for one in here
            if one.state in ("agreed", "waiting", "open")
        ],
        played=sum(one.final for one in here),
        days=DaysForm(auto_id=False),
        playing=playing.order_by("sort_name", "number"),
        stopping=STOPPING[tournament.policy.stopping],
        rules=actor_to_rule(signed_in(request), tournament) is not None,
    )
    return render(request, "leagues/desk.html", context)


def _bench(table: TableOf, standing: Mapping[int, list[Entry]]) -> list[tuple[Seat, list[Entry]]]:
    """Whose seat somebody of the same crew can take, and who, before the match has begun."""
    if table.match.state != Match.State.OPEN:
        return []
    found = ((seat, standing.get(seat.entry.team_id or 0, [])) for seat in table.seats)
    return [(seat, mates) for seat, mates in found if mates]


def _absence(table: TableOf) -> AbsenceForm:
    """The form by which a judge decides who did not come, with the one of whom it is said."""
    absent = table.absent
    who = NOBODY if absent is None else (FIRST, SECOND)[absent.position]
    form = AbsenceForm(names=[seat.name for seat in table.seats], initial={"absent": who})
    form.auto_id = False
    return form


def _done(request: HttpRequest, tournament: Tournament) -> None:
    """Carry out what was pressed, with the right that it needs; a button that nobody made does nothing."""
    do = request.POST.get("do", "")

    def number(name: str) -> int:
        return whole_number(request.POST.get(name, ""))

    said: Arguments = {"tournament": tournament}
    if do == "extend":
        said |= {"actor": _with(request, tournament, Right.PAIR), "days": number("days")}
        perform(
            request,
            services.window_extend,
            done=_("The window is longer now."),
            round_id=number("round"),
            **said,
        )
    elif do == "extend_table":
        said |= {"actor": _with(request, tournament, Right.PAIR), "days": number("days")}
        perform(
            request,
            services.table_extend,
            done=_("This table has more days."),
            match_id=number("match"),
            **said,
        )
    elif do == "absence":
        actor = actor_to_rule(signed_in(request), tournament)
        if actor is None:
            raise PermissionDenied
        more = {"absent": request.POST.get("absent", ""), "reason": request.POST.get("reason", "")}
        said |= {"actor": actor, "match_id": number("match"), **more}
        perform(request, services.absence_rule, done=_("Decided; both will hear of it."), **said)
    elif do == "substitute":
        said |= {"actor": _with(request, tournament, Right.PAIR), "match_id": number("match")}
        said |= {"entry_id": number("entry"), "other_id": number("other")}
        perform(request, services.seat_substitute, done=_("The substitute plays in this window."), **said)
    elif do == "stop":
        said |= {"actor": _with(request, tournament, Right.ENTRIES), "entry_id": number("entry")}
        perform(request, services.entry_stop, done=_("This player has stopped."), **said)


def _with(request: HttpRequest, tournament: Tournament, right: Right) -> Actor:
    actor = actor_with(request.user, tournament, right)
    if actor is None:
        raise PermissionDenied
    return actor
