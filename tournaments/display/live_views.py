"""The boards of recorded games for the audience."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.shapes import Json
from ledger.web import whole_number
from rules_engine.games import game_of
from tournaments.events.access import access_tournament
from tournaments.events.page import page
from tournaments.gamelogs.viewer import MAX_CHUNK, replay_context
from tournaments.recordings.unreadable import tells_what_is_unreadable

from .live_boards import access_game, board_body, endings, games_shown, moment, now
from .replays import Replay, replay_for


@never_cache
@require_safe
def boards(request: HttpRequest, slug: str) -> HttpResponse:
    """Every recorded game that the audience may follow by now, and how those ended that are over."""
    tournament = access_tournament(request.user, slug)
    at = now()
    games = games_shown(tournament, at)
    ended = endings(games, moment(tournament, at))
    context = page(request, tournament, tab="pairings", games=[(one, ended.get(one.pk)) for one in games])
    return render(request, "display/live_boards.html", context)


@never_cache
@require_safe
def live_board(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """One recorded game as it stood some minutes ago, without hands."""
    tournament = access_tournament(request.user, slug)
    at = now()
    recording = access_game(tournament, recording_id, at)
    context = page(
        request,
        tournament,
        tab="pairings",
        recording=recording,
        match=recording.match,
        body=board_body(tournament, recording, at),
        ended=endings([recording], moment(tournament, at)).get(recording.pk),
        styles=game_of(tournament.game).styles,
    )
    return render(request, "display/live_board.html", context)


@never_cache
@require_safe
@tells_what_is_unreadable
def replay(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """A recorded game step by step: for its players, and for the audience as far as its board shows it."""
    tournament = access_tournament(request.user, slug)
    seen = replay_for(request, tournament, recording_id, now())
    step = min(whole_number(request.GET.get("step", "")), seen.newest)
    context = page(
        request,
        tournament,
        tab="me" if seen.until is None else "pairings",
        recording=seen.recording,
        match=seen.recording.match,
        whole=seen.until is None,
        ended=endings([seen.recording], seen.until).get(seen.recording.pk),
        body=seen.kept(f"page-{step}", lambda: _theatre(seen, step)),
        styles=game_of(tournament.game).styles,
    )
    return render(request, "display/replay.html", context)


def _theatre(seen: Replay, step: int) -> str:
    """The board, the players and the steps as markup; "" before the players are seated."""
    opened = seen.opened()
    if opened is None:
        return ""
    here = [seen.tournament.slug, seen.recording.pk]
    steps = reverse("tournaments:replay_steps", args=[*here, 0, 1]).replace("/0-1.json", "/{from}-{to}.json")
    context = replay_context(opened, step, reverse("tournaments:replay", args=here), steps)
    return render_to_string("gamelogs/_theatre.html", {"replay": context})


@never_cache
@require_safe
@tells_what_is_unreadable
def replay_steps(request: HttpRequest, slug: str, recording_id: int, first: int, last: int) -> HttpResponse:
    """Some steps of a recorded game for the page's script: sentences, drawings and the state in words."""
    seen = replay_for(request, access_tournament(request.user, slug), recording_id, now())
    if last - first > MAX_CHUNK or first > seen.newest:
        raise Http404
    last = min(last, seen.newest)
    return JsonResponse({"steps": seen.kept(f"steps-{first}-{last}", lambda: _steps(seen, first, last))})


def _steps(seen: Replay, first: int, last: int) -> list[Json]:
    opened = seen.opened()
    if opened is None:
        return []
    return [opened.payload(step) for step in range(first, min(last, opened.total) + 1)]
