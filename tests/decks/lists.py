"""Deck lists for tests."""

from decks.registration.lists import list_text
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.pool import ready_decks

POOL = load_pool()
READY = ready_decks(POOL)


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
