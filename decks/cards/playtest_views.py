"""*How it plays*: every card of a pool that a keeper keeps, played by the engine; nobody else sees any of it."""

from dataclasses import dataclass
from functools import lru_cache

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ledger.errors import UserError
from ledger.people import signed_in
from rules_engine.games import GAMES, game_of, games
from rules_engine.kernel.playtest import USUAL_GAMES

from .keeper_views import keeper_only
from .models import PlayTest
from .playtest_services import AT_ONCE, ask_for_card, card_hash, found, key_of, refusal_of
from .playtest_words import moved, whole
from .pools import AnyPool, card_pool, pool_choices, pool_words
from .printed import reader
from .services import keeper_of


@keeper_only
@require_safe
def pools(request: HttpRequest) -> HttpResponse:
    """Every pool of every game."""
    shown = [{"game": game, "pools": pool_choices(game.key)} for game in games()]
    return render(request, "decks/catalogue/plays.html", {"games": shown})


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def cards(request: HttpRequest, game: str, pool: str) -> HttpResponse:
    """Every card of a pool with what is known of it, and a button that lets the next ones be played."""
    of = _pool_or_404(game, pool)
    playable, refused = _cards_of(game, of)
    if request.method == "POST":
        _ask_for_next(request, game, of, [one.card for one in playable if one.test is None])
        return redirect(request.path)
    tests = [one.test for one in playable]
    context = {
        "game": game_of(game),
        "pool": pool,
        "name": pool_words(game, pool),
        "cards": playable,
        "refused": refused,
        "left": min(AT_ONCE, tests.count(None)),
        "waiting": any(test is not None and not test.over for test in tests),
    }
    return render(request, "decks/catalogue/plays_of_pool.html", context)


def _ask_for_next(request: HttpRequest, game: str, pool: AnyPool, waiting: list[object]) -> None:
    """Let the first of these cards be played, as many as a person may have waiting."""
    for card in waiting[:AT_ONCE]:
        try:
            ask_for_card(keeper_of(signed_in(request)), game, pool, card)
        except UserError as error:
            messages.info(request, error.message)
            return


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, game: str, pool: str, number: str) -> HttpResponse:
    """How one card of a pool plays; a POST lets it be played."""
    of = _pool_or_404(game, pool)
    shown = of.get(number)
    if shown is None:
        raise Http404
    if request.method == "POST":
        try:
            ask_for_card(keeper_of(signed_in(request)), game, of, shown)
        except UserError as error:
            messages.error(request, error.message)
        return redirect(request.path)
    context = {
        "game": game_of(game),
        "pool": pool,
        "pool_name": pool_words(game, pool),
        "name": game_of(game).pools.face(shown, reader()).name,
        "face": game_of(game).pools.face(shown, reader()),
        "card": shown,
        "refused": refusal_of(game, of, shown),
        "test": found(game, of, shown),
        "games": whole(USUAL_GAMES),
    }
    return render(request, "decks/catalogue/plays_of_card.html", context)


def _pool_or_404(game: str, pool: str) -> AnyPool:
    """The newest content of a pool."""
    if game not in GAMES:
        raise Http404
    try:
        return card_pool(game, pool)
    except KeyError:
        raise Http404 from None


@dataclass(frozen=True)
class Shown:
    """A card of a pool in the reader's language, with its play test, if somebody asked for one."""

    card: object
    name: str
    test: PlayTest | None


def _cards_of(game: str, pool: AnyPool) -> tuple[list[Shown], str]:
    """The cards that can be played, each with its play test; without any, the sentence why."""
    keys = _keys(game, pool)
    refused = [refusal_of(game, pool, one) for one in pool.cards]
    tests = {test.key: test for test in PlayTest.objects.filter(key__in=keys).defer("card")}
    shown = [
        Shown(one, game_of(game).pools.face(one, reader()).name, tests.get(key))
        for one, key, why in zip(pool.cards, keys, refused, strict=True)
        if not why
    ]
    return sorted(shown, key=_by_finding), "" if shown else next(iter(refused), "")


def _by_finding(one: Shown) -> tuple[bool, float, str]:
    """Cards that changed something first, those that win most on top."""
    changed = moved(one.test)
    return changed is None, -(changed or 0.0), one.name


@lru_cache(maxsize=16)
def _keys(game: str, pool: AnyPool) -> tuple[str, ...]:
    """What the play tests of a pool's cards are found by."""
    return tuple(key_of(game, pool.sha256, card_hash(game, one), USUAL_GAMES) for one in pool.cards)
