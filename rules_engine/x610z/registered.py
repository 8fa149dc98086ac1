"""The cards that a log shows, held against the registered lists (101.1a, 102.1a)."""

from collections import Counter

from rules_engine.kernel.registered import DeckComparison
from rules_engine.kernel.report import Finding
from rules_engine.kernel.terms import SeatTerms, Terms

from .cards import Pool, load_pool
from .decklist import deck_hash
from .gamelog import GAMELOG
from .log import Action, Chance, Line, SeatLine
from .model import State

RULE = "101.1a"


def compare_decks(data: bytes | str, *, terms: Terms, pool: Pool | None = None) -> list[Finding]:
    """Where a log shows another deck than the one registered for its seat. Never raises, whatever ``data`` is.

    A card is contradicted at the line from which more copies of it are known than the list has; after the first game
    of a match the sideboard counts with the deck, as cards may have been exchanged. A seat is bound by the player's
    name in its line; one that names nobody of the terms is a finding itself. The log is read as far as it keeps the
    rules.
    """
    return _Comparison.of(data, terms, pool or load_pool())


class _Comparison(DeckComparison):
    _log = GAMELOG
    _seat = SeatLine
    bindings = -1

    def _bound(self, line: SeatLine, number: int, terms: SeatTerms) -> None:
        """Hash and number of cards of the deck, as the line says them of a first game."""
        if line.deck is None or self.terms.game_no > 1:
            return
        cards = _cards(terms, self.pool)
        said, known = line.deck.sha256.removeprefix("sha256:"), deck_hash(cards, self.pool)
        if said and said != known.removeprefix("sha256:"):
            self._note(line.seat, "hash", number, "deck_has_other_hash", {"player": terms.player}, rule=RULE)
        if line.deck.cards and line.deck.cards != len(cards) + 1:
            sizes = {"player": terms.player, "written": line.deck.cards, "registered": len(cards) + 1}
            self._note(line.seat, "size", number, "deck_has_other_size", sizes, rule=RULE)

    def _listed(self, terms: SeatTerms, card: str) -> tuple[int, str]:
        beside = terms.sideboard.get(card, 0) if self.terms.game_no > 1 else 0
        return (terms.deck or {}).get(card, 0) + beside, RULE

    def _after(self, line: Line, number: int) -> None:
        """Count the known cards when the line may have made one known."""
        state: State | None = self.reader.replay.state
        if state is None:
            return
        bindings = state.unknowns.get((RULE, "deck_not_registered"), 0)
        if bindings == self.bindings and not isinstance(line, Chance):
            return
        self.bindings = bindings
        n = line.n if isinstance(line, Action) else None
        for seat, shown in _shown(state).items():
            self._count(seat, shown, number, n)


def known_cards(state: State, player: str) -> Counter[str]:
    """Copies by card number that are known of a player's own cards, the Life Base aside."""
    seat = next((one.number for one in state.game.seats if one.player == player), None)
    return _shown(state)[seat] if seat is not None else Counter()


def _cards(terms: SeatTerms, pool: Pool) -> list[str]:
    """The cards of the registered deck one by one, the Life Base left out."""
    deck = terms.deck or {}
    return sorted(
        card for card, copies in deck.items() if card != pool.life_base.number for _copy in range(copies)
    )


def _shown(state: State) -> dict[int, Counter[str]]:
    """Copies by card number of what is known of every seat's own cards, the Life Base aside."""
    shown: dict[int, Counter[str]] = {seat.number: Counter() for seat in state.game.seats}
    base = state.game.pool.index[state.game.pool.life_base.number]
    for obj in state.objs:
        if obj.rev >= 0 and obj.rev != base:
            shown[obj.owner][state.game.number_of(obj.rev)] += 1
    return shown
