"""Find a player at the desk: the name, then the table, how they stand, and what can be done about it."""

from typing import TypedDict

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.names import fold
from ledger.web import whole_number, words_asked
from tournaments.entries.models import Entry
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import PairingLine, current_round, pairings_by_name

MOST = 30


class Found(TypedDict):
    """A player, and where they sit in the newest published round (None: nowhere)."""

    entry: Entry
    line: PairingLine | None


@login_required
@never_cache
@require_safe
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Search by a part of the name, the number of the player or of the table."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.DESK)
    query = words_asked(request, 60)
    round_ = current_round(tournament)
    found = search(tournament, round_, query) if query else []
    context = page(
        request, tournament, query=query, found=found[:MOST], round=round_, more=len(found) > MOST, most=MOST
    )
    return render(request, "desk/find.html", context)


def search(tournament: Tournament, round_: Round | None, query: str) -> list[Found]:
    """Who fits, by name, one more than :data:`MOST` at most; the same queries for one player as for a hall."""
    lines = {line["entry"].pk: line for line in pairings_by_name(round_)} if round_ is not None else {}
    number = whole_number(query)
    at_table = [pk for pk, line in lines.items() if number and line["match"].table == number]
    fits = Q(name__icontains=query) | Q(sort_name__contains=fold(query)) | Q(pk__in=at_table)
    if number:
        fits |= Q(number=number)
    rows = Entry.objects.filter(fits, tournament=tournament).select_related("registration")
    return [
        {"entry": entry, "line": lines.get(entry.pk)}
        for entry in rows.order_by("sort_name", "number")[: MOST + 1]
    ]
