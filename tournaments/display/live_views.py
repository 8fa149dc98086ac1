"""The boards of recorded games for the audience."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules_engine.games import game_of
from tournaments.events.access import access_tournament
from tournaments.events.page import page

from .live_boards import access_game, board_body, games_shown, now


@never_cache
@require_safe
def boards(request: HttpRequest, slug: str) -> HttpResponse:
    """Every recorded game that the audience may follow by now."""
    tournament = access_tournament(request.user, slug)
    context = page(request, tournament, tab="pairings", games=games_shown(tournament, now()))
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
        styles=game_of(tournament.game).styles,
    )
    return render(request, "display/live_board.html", context)
