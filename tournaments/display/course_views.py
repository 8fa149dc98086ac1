"""The page that shows how a tournament went, in pictures."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.web import whole_number
from tournaments.entries.keys import entry_key
from tournaments.entries.visit import visit_or_404
from tournaments.events.page import page_of
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import points_text

from .cache import unreported
from .course import charts_of, course_of


@require_safe
def course(request: HttpRequest, slug: str) -> HttpResponse:
    """Charts of the completed rounds; ``?player=7`` draws the line of entry 7 strong, else a player's own is."""
    number = unreported(f"t-{slug}")
    visit = visit_or_404(request.user, slug)
    known = course_of(visit.tournament, number)
    asked = whole_number(request.GET.get("player", ""))
    own = entry_key(asked) if asked else ""
    if not own and visit.entry is not None:
        own = unit_of(visit.tournament).entry_of(visit.entry).key
    own = own if own in known["places"] else ""
    context = page_of(
        visit,
        tab="standings",
        charts=charts_of(visit.tournament, known, own) if known["through"] else [],
        through=known["through"],
        who=known["names"].get(own, ""),
        place=known["ranks"].get(own, ""),
        points=points_text(known["points"].get(own, "")),
        choices=[(key.removeprefix("E"), name) for key, name in known["names"].items()][:500],
        chosen=own.removeprefix("E"),
    )
    return render(request, "display/course.html", context)
