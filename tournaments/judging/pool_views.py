"""Two pools of opened cards side by side, for judges who do not play here (limited tournaments only)."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from decks.cards.pools import pool_for
from ledger.web import whole_number
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import POOL, note_reading
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.events.policy import LIMITED

from .penalty_selectors import limited_entries, penalty_numbered
from .penalty_views import penalty_judge
from .pools import PoolRow, opened_by, side_by_side


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def pools(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare what two players opened. A card is marked by POST, so that none ever stands in an address.

    ``first`` and ``second`` are numbers of entries; ``penalty`` shows the two players and the card of a T5.
    """
    tournament, actor = penalty_judge(request, slug)
    if tournament.format != LIMITED:
        raise Http404
    entries = limited_entries(tournament)
    first, second, marked = _asked(request, tournament)
    pair = _pair(entries, first, second)
    if pair is not None:
        note_reading(actor, tournament, POOL, pair)
    rows = _rows(tournament, *pair, marked) if pair is not None else None
    context = page(
        request,
        tournament,
        tab="judge",
        entries=entries,
        first=pair[0] if pair else None,
        second=pair[1] if pair else None,
        rows=rows,
        totals=_totals(rows or []),
        marked=marked if any(row.marked for row in rows or []) else "",
    )
    return render(request, "judging/pools.html", context)


def _asked(request: HttpRequest, tournament: Tournament) -> tuple[int, int, str]:
    """The two entry numbers and the marked card: of a penalty, or as the form says."""
    number = whole_number(request.GET.get("penalty", ""))
    penalty = penalty_numbered(tournament, number) if number else None
    if penalty is not None and penalty.other is not None:
        return penalty.other.number, penalty.entry.number, penalty.card
    data = request.POST if request.method == "POST" else request.GET
    card = request.POST.get("card", "")[:40]
    return whole_number(data.get("first", "")), whole_number(data.get("second", "")), card


def _pair(entries: list[Entry], first: int, second: int) -> tuple[Entry, Entry] | None:
    """Two different players by their numbers, or None."""
    found = {entry.number: entry for entry in entries}
    return (found[first], found[second]) if first != second and {first, second} <= found.keys() else None


def _rows(tournament: Tournament, first: Entry, second: Entry, marked: str) -> list[PoolRow] | None:
    """The comparison; None while one of the two pools is not written down. A mark must be a card of the game."""
    opened, other = opened_by(first), opened_by(second)
    if opened is None or other is None:
        return None
    cards = pool_for(tournament.pool_key)
    return side_by_side(
        opened, other, cards, get_language() or "en", marked if cards.get(marked) is not None else ""
    )


def _totals(rows: list[PoolRow]) -> dict[str, int]:
    return {
        "first": sum(row.first for row in rows),
        "second": sum(row.second for row in rows),
        "first_deck": sum(row.first_deck for row in rows),
        "second_deck": sum(row.second_deck for row in rows),
    }
