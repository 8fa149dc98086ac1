"""The parts of public pages that are the same for everybody: tables and standings, made once per change and language.

What decides whether a part is still good is read before the part itself: at worst a part is newer than its number says.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import SafeString

from ledger.models import LedgerRow
from ledger.shapes import Context
from ledger.web import optional_part, whole_number
from tournaments.entries.marks import staff_marks
from tournaments.entries.visit import Visit
from tournaments.events.models import Tournament
from tournaments.rounds import selectors
from tournaments.rounds.clock import clock_of
from tournaments.rounds.field import last_completed
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Round
from tournaments.rounds.stages import knock_out_of
from tournaments.rounds.units import unit_of

from .cache import by_version, trimmed
from .chain_heads import published_head
from .holes import NOW, hole
from .page_pieces import Page
from .shelf import Shelf
from .standings_page import lines_markup, standings_table
from .whole_pages import NobodysRequest
from .winner import podium_of

LINES = hole("lines")

PARTS: Shelf[Page] = Shelf("part", lambda part: part.weight)
"""These parts, compressed once in this process for all who are signed in; open for the time of day."""


def shown(request: HttpRequest, part: str) -> SafeString:
    """A part on the page of this request: with the time of day, or open for it where the page is made for everybody."""
    if isinstance(request, NobodysRequest):
        return SafeString(part)
    now = timezone.now().isoformat(timespec="seconds")
    return SafeString(part.replace(f'data-now="{NOW}"', f'data-now="{now}"'))


def tables_part(visit: Visit, number: int | None, by: str) -> str:
    """The tables of a round (None: the newest), by name or by table. Raises Http404 for a round nobody may know."""
    order = "table" if by == "table" else "name"
    make = _tables(visit.tournament, number, order)
    which = "" if number is None else number
    return by_version(visit.tournament, f"tables.{which}.{order}", make, number=visit.version)


def _tables(fresh: Tournament, number: int | None, order: str) -> Callable[[], str]:
    def make() -> str:
        rounds = list(
            Round.objects.filter(tournament=fresh).exclude(state=Round.State.DRAFT).select_related("stage")
        )
        found = [one for one in rounds if number in (None, one.number)]
        if number is not None and not found:
            raise Http404
        round_ = found[-1] if found else None
        context: Context = {"tournament": fresh, "round": round_, "rounds": rounds, "order": order}
        language = translation.get_language()
        context["part_url"] = (
            reverse("tournaments:tables_part", args=[fresh.slug, language])
            if number is None
            else reverse("tournaments:round_part", args=[fresh.slug, number, language])
        ) + f"?by={order}"
        if round_ is not None:
            context |= _tables_context(fresh, round_, order)
        return trimmed(render_to_string("display/_pairings.html", context))

    return make


def _tables_context(tournament: Tournament, round_: Round, order: str) -> Context:
    round_.tournament = tournament
    clock = optional_part("pairings.clock", lambda: clock_of(round_), None)
    context: Context = {
        "knock_out": format_of(round_.stage).knock_out,
        "clock": clock and {**clock, "now_hole": NOW},
    }
    unit, marks = unit_of(tournament), staff_marks(tournament)
    if order == "name":
        return context | {"lines": selectors.pairings_by_name(round_), "marks": marks}
    context["marks"] = marks if unit.alone else {}  # the line of a team is no one person's
    matches = selectors.matches_of(round_)
    return context | {"matches": matches, "overview": unit.overview(tournament, matches)}


def standings_part(visit: Visit, number: int, wanted: str, rows: str) -> str:
    """The standings after a completed round (any other text: the newest), one page of them.

    ``number``: what :func:`~tournaments.display.cache.unreported` said before ``visit`` was read.
    """
    fresh = visit.tournament
    last = last_completed(fresh)
    through = min(whole_number(wanted) or last, last)
    page = whole_number(rows) or 1

    def make() -> str:
        language = translation.get_language()
        context: Context = {
            "tournament": fresh,
            "through": through,
            "rounds": range(1, last + 1),
            "knock_out": knock_out_of(fresh) is not None,
            "won": bool(podium_of(fresh)),
        }
        asked, lines = f"?round={through}" if wanted and through else "?", ""
        if through:
            table = standings_table(fresh, through, page)
            lines = lines_markup(table, staff_marks(fresh) if unit_of(fresh).alone else {})
            context |= {
                "table": table,
                "lines": LINES,
                "heading": unit_of(fresh).heading(),
                "head": _head(fresh) if through == last else None,
                "corrections": selectors.corrected_through(fresh, through),
            }
            asked += f"&rows={table['page']}" if table["page"] > 1 else ""
        address = reverse("tournaments:standings_part", args=[fresh.slug, language])
        context["part_url"] = (address + asked).rstrip("?").replace("?&", "?")
        frame = trimmed(render_to_string("display/_standings.html", context))
        return frame.replace(LINES, lines)

    return by_version(fresh, f"standings.{wanted and through}.{last}.{page}", make, number=number)


def _head(tournament: Tournament) -> LedgerRow | None:
    return optional_part("standings.head", lambda: published_head(tournament), None)
