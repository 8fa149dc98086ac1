"""Prizes: announced, drawn, given, and the sheet on which they are signed for; and the proof of a lottery."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.shapes import Arguments
from ledger.web import perform, refused_status, whole_number
from tournaments.entries.models import Entry
from tournaments.entries.selectors import public_entries
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page

from .forms import PrizeForm
from .models import Prize
from .prize_services import drawn, prize_announce, prize_draw, prize_drop, prize_give
from .selectors import prizes_of


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Announce, draw and give prizes."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.TILL)
    action = request.POST.get("action", "")
    form = PrizeForm(request.POST if action == "announce" else None)
    said: Arguments = {"actor": actor, "tournament": tournament}
    done = None
    if action == "announce" and form.is_valid():
        text = _("The prize is announced.")
        done = perform(request, prize_announce, form=form, done=text, **said, **form.values())
    elif action in ("draw", "drop", "give"):
        done = _act(request, tournament, actor, action) or True
    if done:
        return redirect("tournaments:prizes", slug=slug)
    query = request.GET.get("q", "").strip()[:60]
    found = [one.shown(query) for one in prizes_of(tournament)]
    context = page(
        request,
        tournament,
        form=form,
        prizes=found,
        query=query,
        searched=query or any(one.more for one in found),
    )
    return render(request, "money/prizes.html", context, status=refused_status(form))


def _act(request: HttpRequest, tournament: Tournament, actor: Actor, action: str) -> object:
    """One of the buttons beside a prize."""
    said: Arguments = {"actor": actor, "tournament": tournament}
    said["prize"] = whole_number(request.POST.get("prize", ""))
    if action == "draw":
        return perform(request, prize_draw, done=_("The prize is drawn."), **said)
    if action == "drop":
        return perform(request, prize_drop, done=_("The prize is taken off the list."), **said)
    number = whole_number(request.POST.get("entry", ""))
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    said["entry_id"] = entry.pk if entry is not None else 0
    return perform(request, prize_give, done=_("The prize is given."), **said)


@login_required
@never_cache
@require_safe
def prize_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Every prize with those it is due to, and a line to sign on."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.TILL)
    context = page(request, tournament, prizes=prizes_of(tournament))
    context |= {
        "title": _("Prizes: who received them"),
        "sheet": "parts/print_prizes.html",
        "name": tournament.name,
        "back": reverse("tournaments:prizes", args=[slug]),
    }
    return render(request, "print.html", context)


@require_safe
def lottery(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What everybody can compute of a lottery: the hash before, the seed after, the order it gives."""
    tournament = access_tournament(request.user, slug)
    prize = Prize.objects.filter(tournament=tournament, number=number, by=Prize.By.LOT).first()
    if prize is None:
        raise Http404
    names = {one.number: one.name for one in public_entries(tournament)}
    order = drawn(prize.seed, prize.drawn_from) if prize.drawn_at else []
    rows = [(one, names.get(one, ""), place <= prize.last) for place, one in enumerate(order, start=1)]
    return render(request, "money/lottery.html", page(request, tournament, prize=prize, rows=rows))
