"""The law of one logged game: made from tournament, round and match, never from what a player submitted."""

from msgspec.structs import replace

from decks.registration.models import DeckRevision
from rules_engine.kernel.terms import SeatTerms, Terms
from tournaments.entries.models import Entry
from tournaments.rounds.models import Match

from .models import GameLog
from .selectors import sides_of


def terms_of(log: GameLog) -> Terms:
    """The terms of a log's game with every registered list: for the comparison whose outcome only judges see.

    Everything that a player may see is made with :meth:`Terms.public` of them.
    """
    terms = terms_of_game(log.match, log.game_number)
    return replace(terms, confirmed=_confirmed(log))


def _confirmed(log: GameLog) -> frozenset[int]:
    """The lines of a log whose corrections count: all of one that was made here, else what a judge confirmed."""
    if log.recorded:
        return frozenset(range(1, 1 + bytes(log.original).count(b"\n")))
    return frozenset(log.confirmed_lines.values_list("line", flat=True))


def terms_of_game(match: Match, game_number: int) -> Terms:
    """The terms of one game of a match, with every registered list and nothing confirmed."""
    law, round_ = match.round.pinned_law, match.round
    sides = sides_of(match)
    teams = any(len(side) > 1 for side in sides)
    places = tuple(_seat_terms(one, side[0].key if teams else "") for side in sides for one in side)
    return Terms(
        game=law.game,
        ruleset=law.ruleset,
        choices=law.rulings,
        rulings=law.answers,
        pool=f"sha256:{law.pool}" if law.pool else "",
        board=law.board,
        mode="team" if teams else "single" if len(places) == 2 else "multi",
        play=law.play,
        organized_play=law.organized_play,
        time_limit=round_.minutes > 0,
        concede_after=law.concede_after,
        game_no=game_number,
        seats=places,
    )


def _seat_terms(entry: Entry, team: str) -> SeatTerms:
    """One player at the table; anyone who has submitted no list is bound to none."""
    registration = entry.registration
    revision: DeckRevision | None = registration.current if registration is not None else None
    if revision is None:
        return SeatTerms(entry.key, team=team)
    return SeatTerms(entry.key, deck=revision.main, sideboard=revision.sideboard, team=team)
