"""Query plans of deck checks; what comes out of here goes to judges of the tournament alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rules_engine.games import engine_of
from rules_engine.kernel.errors import LogError
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.replay import cursor
from tournaments.rounds.models import Match, Round

from .models import CheckedDeck, DeckCheck


@dataclass(frozen=True)
class Seen:
    """A card that the logged games show and the list does not explain.

    ``copies``: most copies seen in one game; ``listed``: copies in deck and sideboard.
    """

    card: str
    copies: int
    listed: int


def checks_of(tournament: Tournament) -> list[DeckCheck]:
    """All checks with table, round and findings, newest first; three queries."""
    return list(
        DeckCheck.objects.filter(tournament=tournament)
        .select_related("match__round", "opened_by")
        .prefetch_related("decks__entry")
    )


def check_numbered(tournament: Tournament, number: int) -> DeckCheck | None:
    """One check with everything its pages need."""
    return (
        DeckCheck.objects.filter(tournament=tournament, number=number)
        .select_related("match__round", "opened_by", "closed_by")
        .first()
    )


def decks_of(check: DeckCheck) -> list[CheckedDeck]:
    """The decks of a check in the order of the seats."""
    return list(
        CheckedDeck.objects.filter(check_made=check)
        .select_related("entry__registration", "revision")
        .prefetch_related("penalties")
        .order_by("pk")
    )


def tables_to_check(tournament: Tournament) -> list[Match]:
    """The tables of the running round that still play, with their players and whether they were checked."""
    return list(
        Match.objects.filter(tournament=tournament, round__state=Round.State.PUBLISHED, table__isnull=False)
        .exclude(kind=Match.Kind.BYE)
        .exclude(state=Match.State.FINAL)
        .select_related("round")
        .prefetch_related("seats__entry", "deck_checks")
        .order_by("table", "pk")
    )


def seen_in_logs(entry: Entry, main: Mapping[str, int], sideboard: Mapping[str, int]) -> list[Seen]:
    """Cards seen in the entry's logged games that are not in the list, or in more copies than it has.

    Copies are counted game by game, as cards of which the log knows what they are; a sideboard card may have been
    exchanged into the deck, so deck and sideboard count together. A log that cannot be read shows nothing.
    """
    most: Counter[str] = Counter()
    for log in GameLog.objects.filter(match__seats__entry=entry).select_related("match__tournament"):
        for card, copies in _shown(log, entry.key).items():
            most[card] = max(most[card], copies)
    listed = Counter(main) + Counter(sideboard)
    return [
        Seen(card, copies, listed[card]) for card, copies in sorted(most.items()) if copies > listed[card]
    ]


def _shown(log: GameLog, player: str) -> Counter[str]:
    """Copies by card number that one game shows of a player's own cards."""
    try:
        replay = cursor(log)
        replay.seek(len(replay.steps))
        state = replay.state
    except (LogError, LookupError):
        return Counter()
    return Counter(engine_of(log.match.tournament.game).known_cards(state, player))
