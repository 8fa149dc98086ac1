"""The law of one logged game: made from tournament, round and match, never from what a player handed in."""

from decks.registration.models import DeckRevision
from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.x610z.rulesets import UnknownRuleset, load_ruleset
from tournaments.events.law import Law
from tournaments.rounds.law import law_of_round
from tournaments.rounds.models import Seat

from .models import GameLog


def terms_of(log: GameLog) -> Terms:
    """The terms of a log's game with every registered list: for the comparison whose outcome only judges see.

    Everything that a player may see is made with :meth:`Terms.public` of them.
    """
    seats = (
        Seat.objects.filter(match=log.match)
        .select_related("entry__registration__current")
        .order_by("position")
    )
    law, round_ = law_of_round(log.match.round), log.match.round
    places = tuple(_seat_terms(seat) for seat in seats)
    return Terms(
        game=law.game,
        ruleset=law.ruleset,
        choices=law.rulings,
        rulings=_rulings_hash(law),
        pool=f"sha256:{law.pool}" if law.pool else "",
        board=law.board,
        mode="single" if len(places) == 2 else "multi",
        play=law.play,
        organized_play=law.organized_play,
        time_limit=round_.minutes > 0,
        concede_after=law.concede_after,
        game_no=log.game_number,
        seats=places,
        confirmed=frozenset(log.confirmed_lines.values_list("line", flat=True)),
    )


def _rulings_hash(law: Law) -> str:
    try:
        return f"sha256:{load_ruleset(law.ruleset, law.rulings).rulings_sha256}"
    except UnknownRuleset:
        return ""


def _seat_terms(seat: Seat) -> SeatTerms:
    """One seat; whoever has handed in no list is bound to none."""
    registration = seat.entry.registration
    revision: DeckRevision | None = registration.current if registration is not None else None
    if revision is None:
        return SeatTerms(seat.entry.key)
    return SeatTerms(seat.entry.key, deck=revision.main, sideboard=revision.sideboard)
