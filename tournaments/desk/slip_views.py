"""The result grid: `12 2-1`, Enter, the next slip. One page of a round with its clock, a search and every table."""

from collections import defaultdict
from contextlib import suppress
from typing import TypedDict

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.selectors import live_version
from ledger.shapes import Arguments
from ledger.web import (
    REFUSED,
    answer_waiting,
    came_late,
    kept_offline,
    perform,
    submission_key,
    waits,
    words_asked,
)
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds import selectors
from tournaments.rounds.clock import clock_of
from tournaments.rounds.endings import OVERRIDABLE
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Report, Round
from tournaments.rounds.slip_services import CONTRADICTED, result_claim, result_slip
from tournaments.rounds.units import unit_of

from .slips import read_line, read_seen, seen_token


@login_required
@kept_offline
@never_cache
@require_http_methods(["GET", "POST"])
def result_grid(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of one round, and one line to type a slip in: a command about the match that the page showed."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.RESULT)
    rounds = Round.objects.filter(tournament=tournament, number=number).exclude(state=Round.State.DRAFT)
    round_ = rounds.select_related("stage").first()
    if round_ is None:
        raise Http404
    round_.tournament = round_.stage.tournament = tournament
    if waits(request) and request.method == "POST":
        return answer_waiting(
            lambda: _enter(request, tournament, actor),
            parts=lambda: (live_version(tournament.chain_key), _parts(request, tournament, round_)),
        )
    line = request.POST.get("line", "")
    if request.method == "POST":
        done = perform(request, lambda key: _enter(request, tournament, actor))
        if done is not None:
            return redirect("tournaments:result_grid", slug=slug, number=number)
    tables = tables_of(round_)
    query = words_asked(request, 60)
    context = page(
        request,
        tournament,
        round=round_,
        clock=clock_of(round_),
        line=line,
        query=query,
        tables=[row for row in tables if query.casefold() in row["search"]],
        missing=missing(tables),
        many=any(len(row["seats"]) > 2 for row in tables),
    )
    return render(request, "desk/grid.html", context, status=REFUSED if request.method == "POST" else 200)


class TableRow(TypedDict):
    """A table as the grid shows it; ``token``: what later lines are about, ``search``: what the search looks in."""

    match: Match
    seats: list[str]
    token: str
    reports: list[tuple[str, str]]
    search: str


def tables_of(round_: Round) -> list[TableRow]:
    """Every table of a round with its players, what was reported and how it ended; byes have none."""
    matches = selectors.with_seats(Match.objects.filter(round=round_, table__isnull=False).order_by("table"))
    found = list(matches)
    unit_of(round_.tournament).label(round_.tournament, found)
    said = defaultdict(list)
    for report in Report.objects.filter(match__round=round_).select_related("entry").order_by("pk"):
        said[report.match_id].append(report)
    return [_row(match, said[match.pk]) for match in found]


def _row(match: Match, reports: list[Report]) -> TableRow:
    seats = [seat.name for seat in match.seats.all()]
    return {
        "match": match,
        "seats": seats,
        "token": seen_token(match),
        "reports": [(one.entry.name, selectors.outcome_words(match, one.outcome)) for one in reports],
        "search": " ".join([str(match.table), *seats]).casefold(),
    }


def missing(tables: list[TableRow]) -> str:
    """How many results are still missing, in words."""
    count = sum(row["match"].state != Match.State.FINAL for row in tables)
    return ngettext("%(count)s result missing", "%(count)s results missing", count) % {"count": count}


def _enter(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    """Store the line that was sent, and say so; :class:`UserError` in the words of who typed it."""
    slip = read_line(request.POST.get("line", ""))
    seen = read_seen(request.POST.getlist("seen")).get(slip.table)
    matches = Match.objects.filter(tournament=tournament, pk=seen.match if seen else 0, table=slip.table)
    match = selectors.with_seats(matches).select_related("round__stage").first()
    if seen is None or match is None:
        raise UserError(
            "no_table", _("There is no table %(table)s in this round.") % {"table": slip.table}, field="line"
        )
    match.tournament = match.round.tournament = match.round.stage.tournament = tournament
    typed = format_of(match.round.stage).ending.typed(slip.text, match)
    if typed is None:
        text = _("Table %(table)s: “%(text)s” is not a result. Type it as the page says.")
        raise UserError("score", text % {"table": slip.table, "text": slip.text}, field="line")
    said, kind = typed
    params: Arguments = {"actor": actor, "tournament": tournament, "match_id": match.pk}
    params |= {"said": said, "kind": kind}
    key = submission_key(request)
    try:
        answer = result_slip(key=key, version=seen.version, over=slip.over, **params)
    except UserError as error:
        if error.code not in CONTRADICTED:
            text = _("Table %(table)s: %(why)s") % {"table": slip.table, "why": error.message}
            if {one.code for one in error.problems} <= OVERRIDABLE:
                text += " " + _("If it shall count all the same, open the table and write down why.")
            raise UserError(error.code, text, field="line") from error
        if not came_late(request):
            raise
        answer = result_claim(key=f"{key}.claim", **params)
    return _stored(match, answer["state"])


def _stored(match: Match, state: str) -> str:
    if state == Match.State.DISPUTED:
        return _("Table %(table)s: somebody said otherwise meanwhile. A judge decides.") % {
            "table": match.table
        }
    match.refresh_from_db(fields=["outcome", "state", "kind"])
    names = " – ".join(seat.name for seat in match.seats.all())
    words = {"table": match.table, "names": names, "score": selectors.result_words(match)}
    return _("Table %(table)s, %(names)s: %(score)s is saved.") % words


def _parts(request: HttpRequest, tournament: Tournament, round_: Round) -> dict[str, str]:
    """What changed on the page by a line: its table, and how many are missing."""
    tables = tables_of(round_)
    table = None
    with suppress(UserError):
        table = read_line(request.POST.get("line", "")).table
    parts: dict[str, str] = {}
    parts["grid-missing"] = render_to_string("desk/_grid_missing.html", {"missing": missing(tables)})
    for row in tables:
        if row["match"].table == table:
            context = {"row": row, "tournament": tournament}
            parts[f"table-{row['match'].pk}"] = render_to_string("desk/_grid_row.html", context)
    return parts
