"""The demo's decks: the ready-made ones that come with the card set, submitted or kept by their players."""

from collections.abc import Sequence

from decks.lists.models import Deck
from decks.lists.services import deck_create, deck_describe, details_mark, owner_of
from ledger.commands import Actor
from ledger.people import Account
from rules_engine.kernel.decklist import format_decklist
from rules_engine.x610z.cards import DEFAULT_POOL, Pool, load_pool
from rules_engine.x610z.pool import ready_decks
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.submissions.services import deck_submit


def submit_decks(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Every player submits one of the ready-made decks, in turn."""
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


def keep_decks(owner: Account) -> None:
    """This person keeps two decks of their own: one for everybody to read, one for anyone who has the link."""
    pool = load_pool(DEFAULT_POOL)
    for ready, visibility in zip(ready_decks(pool), ("public", "link"), strict=False):
        answer = deck_create(
            actor=owner_of(owner),
            key=f"demo {visibility}",
            name=ready.name,
            play="constructed",
            pool_key=DEFAULT_POOL,
            text=format_decklist(ready.deck, pool),
        )
        made = Deck.objects.get(pk=answer["deck"])
        deck_describe(
            actor=owner_of(owner),
            deck_id=made.pk,
            mark=details_mark(made),
            name=made.name,
            play=made.play,
            pool_key=made.pool_key,
            visibility=visibility,
            notes=made.notes,
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
