"""The front page and the big screen of the hall."""

import json
import re
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from decks.cards.gallery import faces_of_the_day
from ledger.selectors import live_version
from ledger.shapes import Context, Json
from ledger.web import language_of_page, optional_part, whole_number
from tournaments.entries.meeting import meeting_seats
from tournaments.entries.selectors import entry_of, public_entries
from tournaments.events.access import access_tournament
from tournaments.events.models import Tournament
from tournaments.organizations.questions import contests_running, headlines
from tournaments.rounds.clock import clock_of
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Round
from tournaments.rounds.places import final_places
from tournaments.rounds.selectors import current_round, pairings_by_name
from tournaments.rounds.stages import round_title, rounds_planned

from . import front as selectors
from .cache import by_version
from .frames import rows_of
from .outlook import next_start
from .screen import ROWS, screen_page
from .winner import podium_of

NEWS = 3
"""Headlines on the front page."""
_PART = re.compile(r"^(\d{1,2})/(\d{1,2})$")


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What is being played right now, and where to go; a calm welcome on an empty site.

    Every part but the welcome is optional: one that fails is left out, and the rest of the page stands.
    """
    tournament = optional_part("front.tournament", selectors.living_tournament, None)
    nothing: tuple[list[Tournament], list[Tournament]] = ([], [])
    coming, finished = optional_part("front.lists", lambda: selectors.other_tournaments(tournament), nothing)
    context: Context = {
        "tournament": tournament,
        "coming": coming,
        "finished": finished,
        "contests": optional_part("front.contests", lambda: contests_running(None, NEWS), []),
        "news": optional_part("front.news", lambda: headlines(None, NEWS), []),
        "faces": optional_part(
            "front.faces", lambda: faces_of_the_day(timezone.localdate(), language_of_page()), []
        ),
    }
    if tournament is not None:
        context |= _living(tournament)
        context["own_rows"] = optional_part("front.own", lambda: _own_rows(request, tournament), "")
    return render(request, "display/front.html", context)


def _living(tournament: Tournament) -> Context:
    version = optional_part(
        "front.version", lambda: live_version(tournament.chain_key), 0
    )  # before what it is about
    round_ = optional_part("front.round", lambda: current_round(tournament), None)
    context: Context = {
        "live_key": tournament.chain_key,
        "live_version": version,
        "round": round_,
        "planned": optional_part("front.planned", lambda: rounds_planned(tournament), 0),
        "leaders": optional_part("front.leaders", lambda: selectors.leaders_body(tournament), ""),
        "board": optional_part("front.board", lambda: selectors.board_body(tournament), ""),
    }
    if round_ is not None:
        context["knock_out"] = optional_part("front.round", lambda: format_of(round_.stage).knock_out, False)
        context["tables"] = optional_part(
            "front.tables", lambda: selectors.tables_body(tournament, round_), ""
        )
        if round_.state == Round.State.PUBLISHED:
            context["clock"] = optional_part("front.clock", lambda: clock_of(round_), None)
    return context


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The wall of the hall: names and tables of the current round in alphabetical order, and the clock; then the end.

    Once the tournament is over it names the winner, and everybody with their place, the first first.

    ``part=2/3`` is the second of three screens, ``size`` one of S to XXL (else the largest that fits), ``page``
    what the screen turns by itself.
    """
    tournament = access_tournament(request.user, slug)
    version = live_version(tournament.chain_key)
    round_ = current_round(tournament)
    names = _names(tournament, round_)
    part, parts = _part(request.GET.get("part", ""))
    mine = names[len(names) * (part - 1) // parts : len(names) * part // parts]
    size = request.GET.get("size", "")
    size = size if size in ROWS else _largest(len(mine))
    wanted = request.GET.get("page", "")
    rows, page, pages = screen_page(mine, size, whole_number(wanted, 1))
    query = {"size": size, "page": page % pages + 1} | ({"part": f"{part}/{parts}"} if parts > 1 else {})
    context = {
        "title": _title(tournament, round_),
        "subtitle": tournament.name,
        "rehearsal": tournament.rehearsal,
        "clock": _clock(round_),
        "next": optional_part("screen.next", lambda: next_start(tournament, version), None),
        "names": rows,
        "own": _own_number(request, tournament),
        "page": page,
        "pages": pages,
        "next_url": f"{reverse('tournaments:screen', args=[slug])}?{urlencode(query)}",
        "size": size,
        "live_key_value": tournament.chain_key,
        "version_value": version,
    }
    return render(request, "screen.html", context)


def _own_rows(request: HttpRequest, tournament: Tournament) -> str:
    """What marks the reader's own rows; empty for everybody who does not play in it."""
    entry = entry_of(request.user, tournament)
    return rows_of(tournament, entry) if entry is not None else ""


def _own_number(request: HttpRequest, tournament: Tournament) -> int:
    """The number of the reader's own entry, to be marked; 0 for the wall itself, where nobody is signed in."""
    entry = entry_of(request.user, tournament)
    return entry.number if entry is not None else 0


def _clock(round_: Round | None) -> object:
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return None
    return optional_part("screen.clock", lambda: clock_of(round_), None)


def _title(tournament: Tournament, round_: Round | None) -> str:
    if tournament.state == Tournament.State.FINISHED:
        winner = next((honour["names"] for honour in podium_of(tournament)), None)
        return _("%(name)s won") % {"name": ", ".join(winner)} if winner else _("It is over")
    if round_ is not None:
        return _("%(round)s: find your table") % {"round": round_title(round_)}
    if tournament.state == Tournament.State.RUNNING:
        return _("Before round 1: find your seat")
    return _("Players") if tournament.state != Tournament.State.CHECK_IN else _("Check in now")


def _largest(count: int) -> str:
    """The largest size in which all names stand on one page, else the one that holds the most."""
    sizes = sorted(ROWS, key=ROWS.__getitem__)
    return next((size for size in sizes if ROWS[size] >= count), sizes[-1])


def _part(text: str) -> tuple[int, int]:
    """Which of how many screens; anything else is the one and only screen."""
    found = _PART.match(text)
    if found is None:
        return 1, 1
    part, parts = int(found[1]), int(found[2])
    return (part, parts) if 1 <= part <= parts else (1, 1)


def _names(tournament: Tournament, round_: Round | None) -> list[Json]:
    """All lines of the wall, made once per version."""
    number = round_.pk if round_ is not None else 0
    return list(json.loads(by_version(tournament, f"wall.{number}", lambda: _wall(tournament, round_))))


def _wall(tournament: Tournament, round_: Round | None) -> str:
    if tournament.state == Tournament.State.FINISHED:
        numbers = {entry.key: entry.number for entry in public_entries(tournament)}
        return json.dumps(
            [
                {"name": line["name"], "number": numbers.get(line["key"], -1), "table": line["place"]}
                for line in final_places(tournament)
            ]
        )
    if round_ is None and tournament.state == Tournament.State.RUNNING:
        seats = meeting_seats(tournament)
        return json.dumps(
            [{"name": one.entry.name, "number": one.entry.number, "table": one.table} for one in seats]
        )
    if round_ is None:
        return json.dumps(
            [
                {"name": entry.name, "number": entry.number, "table": None}
                for entry in public_entries(tournament)
            ]
        )
    lines = pairings_by_name(round_)
    return json.dumps(
        [
            {
                "name": line["entry"].name,
                "number": line["entry"].number,
                "table": line["match"].table,
                "more": line["match"].extension_minutes,
            }
            for line in lines
        ]
    )
