"""What the hall sees: the tournament page, tables, standings, and the one screen of a player's phone."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.models import LedgerRow
from ledger.selectors import live_version
from ledger.web import optional_part, perform, refused_status, whole_number
from tournaments.entries.crews import has_crews
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entry_of, public_entries
from tournaments.entries.team_services import is_captain
from tournaments.events.access import access_tournament, actor_with
from tournaments.events.models import Stage, Tournament
from tournaments.events.page import page
from tournaments.events.policy_words import describe
from tournaments.formats.brackets import standing_of
from tournaments.formats.crews.field import crew_names
from tournaments.formats.crews.scores import crew_score_of, crew_scores
from tournaments.formats.swiss.why import why
from tournaments.judging.penalty_selectors import own_penalties
from tournaments.rounds import pod_services, selectors, services
from tournaments.rounds.clock import clock_of
from tournaments.rounds.field import last_completed
from tournaments.rounds.forms import PodForm, ScoreForm
from tournaments.rounds.models import Match, Round
from tournaments.rounds.stages import knock_out_of, round_names
from tournaments.standings import metric

from .cache import by_version, etag_of
from .heads import published_head
from .standings_page import cell, metric_name, shown, standings_table
from .words import arithmetic_lines


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's own page."""
    tournament = access_tournament(request.user, slug)
    context = page(
        request,
        tournament,
        tab="detail",
        policy=optional_part("detail.policy", lambda: describe(tournament.policy), None),
        entries=public_entries(tournament),
        entry=entry_of(request.user, tournament),
        round=optional_part("detail.round", lambda: selectors.current_round(tournament), None),
        # Who plays with whom is theirs until they sit down.
        crews=has_crews(tournament)
        and tournament.state in (Tournament.State.RUNNING, Tournament.State.FINISHED),
    )
    return render(request, "display/detail.html", context)


@require_safe
def version(request: HttpRequest, slug: str) -> HttpResponse:
    """The public version as JSON, for phones that poll; one query, and a 304 when nothing changed."""
    tournament = access_tournament(request.user, slug)
    etag = etag_of(tournament, "version")
    answer = get_conditional_response(request, etag=etag)
    response = answer or JsonResponse({"version": live_version(tournament.chain_key)})
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def pairings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The tables of a round, by name and by table; made once per version."""
    tournament = access_tournament(request.user, slug)
    rounds = list(
        Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT).select_related("stage")
    )
    round_ = (
        next((item for item in rounds if item.number == number), None)
        if number is not None
        else (rounds[-1] if rounds else None)
    )
    if number is not None and round_ is None:
        raise Http404
    order = "table" if request.GET.get("by") == "table" else "name"
    body = (
        by_version(
            tournament, f"pairings.{round_.pk}.{order}", lambda: _pairings_body(tournament, round_, order)
        )
        if round_
        else ""
    )
    context = page(request, tournament, tab="pairings", round=round_, rounds=rounds, body=body, order=order)
    if round_ is not None:
        context["clock"] = optional_part("pairings.clock", lambda: clock_of(round_), None)
        context["knock_out"] = round_.stage.kind in Stage.KNOCK_OUT
    return render(request, "display/pairings.html", context)


def _pairings_body(tournament: Tournament, round_: Round, order: str) -> str:
    context: dict[str, Any] = {"tournament": tournament, "round": round_}
    if order == "name":
        context["lines"] = selectors.pairings_by_name(round_)
        return render_to_string("display/_pairings_by_name.html", context)
    context["matches"] = selectors.matches_of(round_)
    context["crews"] = crew_scores(tournament, context["matches"])
    return render_to_string("display/_pairings_by_table.html", context)


@require_safe
def why_page(request: HttpRequest, slug: str, number: int, entry_number: int) -> HttpResponse:
    """Why this player got this opponent; of a draft only for staff."""
    tournament = access_tournament(request.user, slug)
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    entry = Entry.objects.filter(tournament=tournament, number=entry_number).first()
    hidden = round_ is not None and round_.state == Round.State.DRAFT
    if round_ is None or entry is None or (hidden and actor_with(request.user, tournament, "desk") is None):
        raise Http404
    context = page(
        request, tournament, tab="pairings", round=round_, entry=entry, why=why(tournament, round_, entry)
    )
    return render(request, "display/why.html", context)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings after the last completed round (or an earlier one); every cell opens its arithmetic."""
    tournament = access_tournament(request.user, slug)
    last = last_completed(tournament)
    wanted = request.GET.get("round", "")
    through = min(whole_number(wanted) or last, last)
    body = ""
    if last:
        body = by_version(
            tournament,
            f"standings.{through}",
            lambda: render_to_string(
                "display/_standings.html",
                {
                    "tournament": tournament,
                    "table": standings_table(tournament, through),
                    "crews": has_crews(tournament),
                    "head": _head(tournament) if through == last else None,
                },
            ),
        )
    context = page(
        request, tournament, tab="standings", body=body, through=through, rounds=range(1, last + 1)
    )
    context["knock_out"] = knock_out_of(tournament) is not None
    return render(request, "display/standings.html", context)


def _head(tournament: Tournament) -> LedgerRow | None:
    return optional_part("standings.head", lambda: published_head(tournament), None)


@require_safe
def standings_cell(request: HttpRequest, slug: str, entry_id: int, key: str) -> HttpResponse:
    """Where one number in the standings comes from."""
    tournament = access_tournament(request.user, slug)
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    last = last_completed(tournament)
    wanted = request.GET.get("round", "")
    through = min(whole_number(wanted) or last, last)
    arithmetic = cell(tournament, entry, key, through) if entry is not None and last else None
    if entry is None or arithmetic is None:
        raise Http404
    context = page(
        request,
        tournament,
        tab="standings",
        entry=entry,
        who=crew_names(tournament).get(entry.key, entry.name) if has_crews(tournament) else entry.name,
        name=metric_name(key),
        formula=_(metric(key).formula),
        lines=arithmetic_lines(tournament, arithmetic),
        value=shown(key, arithmetic.value),
        through=through,
    )
    return render(request, "display/cell.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def me(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's one screen: my table, my opponent, the clock, my report."""
    tournament = access_tournament(request.user, slug)
    entry = entry_of(request.user, tournament)
    if entry is None:
        return redirect("tournaments:detail", slug=slug)
    round_ = selectors.current_round(tournament)
    match = selectors.match_of_entry(entry, round_) if round_ else None
    form = _score_form(request, match, entry, tournament)
    if request.method == "POST" and match is not None and form is not None and form.is_valid():
        service, said = _report(match, entry, form)
        actor = Actor(request.user, "player")
        if perform(
            request, service, form=form, actor=actor, tournament=tournament, match_id=match.pk, **said
        ):
            return redirect("tournaments:me", slug=slug)
    results = selectors.results_of_entry(entry)
    names = round_names(tournament) if any(item.slot for item in results) else {}
    context = page(
        request,
        tournament,
        tab="me",
        entry=entry,
        round=round_,
        match=match,
        card=match_card(match, entry, names) if match else None,
        form=form,
        choices=score_choices(tournament),
        pod=list(match.seats.all()) if match and tournament.mode == "multiplayer" else None,
        penalties=own_penalties(entry),
        captain=has_crews(tournament) and is_captain(entry),
        crew=crew_score_of(entry, selectors.matches_of(round_)) if round_ and has_crews(tournament) else None,
        knock_out=standing_of(round_.stage, entry.key)
        if round_ and round_.stage.kind in Stage.KNOCK_OUT
        else "",
        my_report=match.reports.filter(entry=entry).first() if match else None,
        other_report=bool(match and match.reports.exclude(entry=entry).exists()),
        clock=clock_of(round_, match.extension_minutes)
        if match and round_ and round_.state == "published"
        else None,
        results=[
            match_card(item, entry, names) for item in results if round_ is None or item.round_id != round_.pk
        ],
    )
    template = "display/_me.html" if request.headers.get("HX-Target") == "me" else "display/me.html"
    return render(request, template, context, status=refused_status(form))


def score_choices(tournament: Tournament) -> list[dict[str, Any]]:
    """The scores of a match that was played to its end, own games first: one big button each."""
    wins = tournament.policy.games // 2 + 1
    scores = [(wins, lost) for lost in range(wins)] + [(won, wins) for won in reversed(range(wins))]
    return [
        {"value": f"{mine}-{theirs}-0", "text": f"{mine}–{theirs}", "won": mine > theirs}
        for mine, theirs in scores
    ]


def _score_form(
    request: HttpRequest, match: Match | None, entry: Entry, tournament: Tournament
) -> ScoreForm | PodForm | None:
    """The report form, own games first; of a table of three to six who won; None with nothing to report."""
    if (
        match is None
        or match.kind == Match.Kind.BYE
        or match.state in (Match.State.FINAL, Match.State.DISPUTED)
    ):
        return None
    if tournament.mode == "multiplayer":
        return PodForm(request.POST or None, names=[seat.entry.name for seat in match.seats.all()])
    opponent = next(seat.entry.name for seat in match.seats.all() if seat.entry_id != entry.pk)
    return ScoreForm(
        _touched(request.POST, tournament) or request.POST or None,
        names=(_("Games you won"), _("Games won by %(name)s") % {"name": opponent}),
    )


def _report(match: Match, entry: Entry, form: ScoreForm | PodForm) -> tuple[Any, dict[str, Any]]:
    """The service a report goes to, and what it says."""
    if isinstance(form, PodForm):
        return pod_services.pod_report, {"claim": form.claim}
    return services.result_report, {"score": _by_position(match, entry, form.score)}


def _touched(data: QueryDict, tournament: Tournament) -> dict[str, str]:
    """The score of the big button that was touched, as the form's fields; empty when none was."""
    for choice in score_choices(tournament):
        if data.get("score") == choice["value"]:
            return dict(zip(("first", "second", "drawn"), choice["value"].split("-"), strict=True))
    return {}


def _by_position(match: Match, entry: Entry, score: tuple[int, int, int]) -> tuple[int, int, int]:
    """A score with the reporter's games first, turned into position order."""
    mine = next(seat.position for seat in match.seats.all() if seat.entry_id == entry.pk)
    return score if mine == 0 else (score[1], score[0], score[2])


def match_card(
    match: Match, entry: Entry | None = None, names: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """Context of ``parts/match_card.html``; ``names``: what rounds of a knock-out are called."""
    final = match.state == Match.State.FINAL
    seats = list(match.seats.all())
    best = max((seat.games_won or 0 for seat in seats), default=0)
    tied = len(seats) > 1 and len({seat.games_won for seat in seats}) == 1
    pod = len(seats) > 2
    players = [
        {
            "name": seat.entry.name,
            "detail": _("starting dot %(dot)s") % {"dot": seat.dot} if seat.dot else "",
            "games": seat.games_won if final and match.kind != Match.Kind.BYE and not pod else None,
            "won": final and (seat.result == "w" if seat.result else not tied and seat.games_won == best),
            "you": entry is not None and seat.entry_id == entry.pk,
        }
        for seat in seats
    ]
    kind = match.source if final else match.state
    number = match.round.number
    card: dict[str, Any] = {
        "table": match.table,
        "round": number,
        "round_name": (names or {}).get(number, ""),
    }
    card |= {"players": players, "badges": [(kind, "")]}
    return card | ({"note": selectors.result_words(match)} if pod and final else {})
