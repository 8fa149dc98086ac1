"""Pages of lists that are open to everybody: which ones, and each of them.

A list that is not open answers like one that does not exist. Nothing is cached: the moment of opening is one for all.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from decks.registration.lists import deck_list
from tournaments.events.access import access_tournament
from tournaments.events.page import page
from tournaments.events.setting_words import CLOSED, LISTS

from .access import open_list, open_lists
from .rules import pool_of
from .selectors import registration_of


@never_cache
@require_safe
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The open lists of a tournament, or when they will open; none at all where lists stay secret."""
    tournament = access_tournament(request.user, slug)
    policy = tournament.policy.lists
    if policy == CLOSED:
        raise Http404
    context = page(request, tournament, tab="lists", entries=open_lists(tournament), rule=LISTS[policy])
    return render(request, "submissions/lists.html", context)


@never_cache
@require_safe
def list_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One open list, as it is registered now."""
    tournament = access_tournament(request.user, slug)
    entry = open_list(tournament, number)
    revision = registration_of(entry).current if entry is not None else None
    if entry is None or revision is None:
        raise Http404
    pool = pool_of(registration_of(entry), revision)
    language = get_language() or "en"
    deck = deck_list(
        pool,
        revision.main,
        revision.sideboard,
        language,
        registration_of(entry).game,
        receipt=revision.receipt,
    )
    context = page(request, tournament, tab="lists", entry=entry, revision=revision, deck=deck)
    return render(request, "submissions/list_page.html", context)
