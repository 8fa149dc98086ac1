"""The cards that a Z/X log shows, held against the registered lists (B.deck-1, B.dynamis-1)."""

from collections import Counter
from collections.abc import Iterable

from rules_engine.kernel.registered import DeckComparison
from rules_engine.kernel.report import Finding
from rules_engine.kernel.terms import SeatTerms, Terms

from .cards import BESIDE_KINDS, ZxPool, load_pool
from .gamelog import GAMELOG
from .hidden import UNNAMED
from .log import Action, Chance, Line, SeatLine
from .model import State

DECK_RULE, DYNAMIS_RULE = "B.deck-1", "B.dynamis-1"


def compare_decks(data: bytes | str, *, terms: Terms, pool: ZxPool | None = None) -> list[Finding]:
    """Where a log shows other cards than those registered for its seat. Never raises, whatever ``data`` is.

    A card is contradicted at the line from which more copies of it are known than the list has: the deck with what was
    laid out of it, and the Dynamis. A Player card is in neither, so no list has it. A seat is bound by the player's
    name in its line. The log is read as far as it keeps the rules.
    """
    return _Comparison.of(data, terms, pool or load_pool())


def known_cards(state: State, player: str) -> Counter[str]:
    """Copies by card number that are known of a player's own cards; Player cards and Tokens aside."""
    seat = next((one.seat for one in state.table.seats if one.player == player), None)
    return Counter(
        card.number
        for card in (state.table.pool[key] for key in _known(state, seat))
        if card.kind not in BESIDE_KINDS
    )


def _known(st: State, seat: int | None) -> list[str]:
    """The numbers of all known cards of a seat, one by one; of nobody there are none."""
    cards = st.table.pool.cards
    return [
        cards[obj.rev].number
        for obj in st.objs
        if obj.owner == seat and obj.rev < len(cards) and not obj.token
    ]


class _Comparison(DeckComparison):
    _log = GAMELOG
    _seat = SeatLine

    def __init__(self, terms: Terms, pool: ZxPool) -> None:
        super().__init__(terms, pool)
        self.beside: dict[int, list[str]] = {}

    def _bound(self, line: SeatLine, number: int, terms: SeatTerms) -> None:
        laid_out = [name for name in (line.start_card, line.gate_card, line.start_resource) if name]
        self.beside[line.seat] = laid_out
        self._count(line.seat, self._counted([*laid_out, *line.dynamis]), number)

    def _listed(self, terms: SeatTerms, card: str) -> tuple[int, str] | None:
        if self.pool[card].kind in BESIDE_KINDS:
            return None
        if self.pool[card].in_dynamis:
            return terms.sideboard.get(card, 0), DYNAMIS_RULE
        return (terms.deck or {}).get(card, 0), DECK_RULE

    def _before(self, line: Line, number: int) -> None:
        """Compare the order of a deck, with what was laid out of it."""
        if isinstance(line, Chance) and line.of == "deck" and line.seat in self.bound:
            names = line.value if isinstance(line.value, list) else []
            self._count(line.seat, self._counted([*self.beside.get(line.seat, ()), *names]), number)

    def _after(self, line: Line, number: int) -> None:
        """Count what is known of every player's own cards where the order of a deck was not written."""
        state: State | None = self.reader.replay.state
        if isinstance(line, Action) and state is not None and state.hides:
            for seat in self.bound:
                self._count(seat, self._counted(_known(state, seat)), number, line.n)

    def _counted(self, names: Iterable[str]) -> Counter[str]:
        """Copies by number of the cards with these numbers or names; what is no card counts for nothing."""
        cards = (self.pool.find(name) for name in names if name != UNNAMED)
        return Counter(card.number for card in cards if card is not None)
