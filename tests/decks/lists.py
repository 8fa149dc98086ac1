"""Deck lists for tests."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from decks.registration.lists import list_text
from rules_engine.games import game_of
from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.pool import ready_decks

POOL = load_pool()
READY = ready_decks(POOL)


def play_with(monkeypatch: Any, pool: Pool | Callable[[], Pool]) -> None:
    """Let every packaged pool of X610Z be this one, or the one that is asked for each time."""
    game = game_of("x610z")
    found = pool if callable(pool) else lambda: pool
    monkeypatch.setitem(vars(game), "pools", replace(game.pools, load=lambda _key: found()))


def legal_text(index: int = 0) -> str:
    """A legal list: one of the ready-made decks."""
    deck = READY[index].deck
    return list_text(POOL, deck.main, deck.sideboard)


def sized_text(main: int, sideboard: int = 0, life_bases: int = 1) -> str:
    """A list with exactly these sizes and no other problem: crystals have no restriction (304.3b)."""
    lines = [f"{life_bases} Life Base"] if life_bases else []
    lines.append(f"{main - life_bases} Mystic Energy Crystal")
    if sideboard:
        lines += ["Sideboard", f"{sideboard} Boost Energy Crystal"]
    return "\n".join(lines)
