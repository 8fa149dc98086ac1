"""The demo's decks: the ready-made ones that come with the card set, handed in by their players."""

from collections.abc import Sequence

from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.decklist import format_decklist
from rules_engine.x610z.pool import ready_decks
from tournaments.entries.deck_services import deck_submit
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.ledger.commands import Actor


def hand_in_decks(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Every player hands in one of the ready-made decks, in turn."""
    pool = pool_of(tournament)
    ready = ready_decks(pool)
    for place, entry in enumerate(entries):
        chosen = ready[place % len(ready)]
        deck_submit(
            actor=Actor(entry.user, "player"),
            tournament=tournament,
            text=format_decklist(chosen.deck, pool),
            name=chosen.name,
        )


def pool_of(tournament: Tournament) -> Pool:
    """The cards the tournament is played with."""
    return load_pool(tournament.pool_key)


def cards_of(entry: Entry, pool: Pool) -> list[str]:
    """The registered deck card by card, without the Life Base (it starts in play)."""
    revision = entry.registration.current if entry.registration is not None else None
    if revision is None:
        raise LookupError(f"entry {entry.pk} has no deck")
    return [
        number
        for number, copies in sorted(revision.main.items())
        for _copy in range(copies)
        if not pool[number].is_life_base
    ]
