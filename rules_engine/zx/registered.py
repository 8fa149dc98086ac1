"""The cards that a Z/X log shows, held against the registered lists (B.deck-1, B.dynamis-1).

A comparison of its own beside the audit, because its outcome is a secret: the audit never sees a list, and the work
done here is the same whatever the lists say.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rules_engine.kernel.errors import Divergence, EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded
from rules_engine.kernel.log import EndLine, as_bytes, line_at
from rules_engine.kernel.terms import SeatTerms, Terms

from .binding import Binding
from .cards import BESIDE_KINDS, ZxPool, load_pool
from .finding import Finding
from .hidden import UNNAMED
from .log import Action, Chance, SeatLine, read_lines
from .model import State
from .replay import Replay

MAX_FINDINGS = 30
DECK_RULE, DYNAMIS_RULE = "B.deck-1", "B.dynamis-1"


def compare_decks(data: bytes | str, *, terms: Terms, pool: ZxPool | None = None) -> list[Finding]:
    """Where a log shows other cards than those registered for its seat. Never raises, whatever ``data`` is.

    A card is contradicted at the line from which more copies of it are known than the list has: the deck with what was
    laid out of it, and the Dynamis. A Player card is in neither, so no list has it. A seat is bound by the player's
    name in its line. The log is read as far as it keeps the rules.
    """
    try:
        return _Comparison(terms, pool or load_pool()).run(data)
    except Exception as error:  # noqa: BLE001 - as in the audit: a fault of the engine is told to the judge
        detail = f"{type(error).__name__}: {error}"[:300]
        return [Finding(0, None, None, "", "internal_error", {"detail": detail})]


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


class _Comparison:
    def __init__(self, terms: Terms, pool: ZxPool) -> None:
        self.pool, self.terms = pool, terms
        self.binding = Binding(terms.public())
        self.replay = Replay(pool)
        self.bound: dict[int, SeatTerms] = {}
        self.beside: dict[int, list[str]] = {}
        self.found: dict[tuple[int, str], Finding] = {}

    def run(self, data: bytes | str) -> list[Finding]:
        try:
            raw = as_bytes(data)
            for number, offset, line in read_lines(raw):
                self._before(line, number)
                taken = self.binding.take(line, number, line_at(raw, offset))
                if self.replay.feed(taken, raw[:offset] if type(line) is EndLine else None) is not None:
                    break
                if isinstance(line, Action) and self.replay.state is not None and self.replay.state.hides:
                    self._look(self.replay.state, number, line.n)
        except (LogError, NeedAnswer, EngineGap, RulingNeeded, RuleBroken, Divergence):
            pass  # what stops a log is the audit's to say; what it showed until there counts
        return sorted(self.found.values(), key=lambda finding: finding.line)[:MAX_FINDINGS]

    def _before(self, line: object, number: int) -> None:
        """Compare what a line of the preparation says: who sits there, what was laid out, the order of a deck."""
        if isinstance(line, SeatLine):
            self._bind(line, number)
        elif isinstance(line, Chance) and line.of == "deck" and line.seat in self.bound:
            names = line.value if isinstance(line.value, list) else []
            self._count(line.seat, [*self.beside.get(line.seat, ()), *names], number)

    def _bind(self, line: SeatLine, number: int) -> None:
        terms = next((seat for seat in self.terms.seats if seat.player == line.player), None)
        if terms is None:
            self._note(line.seat, "seat", number, "seat_not_compared", {"seat": line.seat})
            return
        if terms.deck is None:
            self._note(line.seat, "seat", number, "no_list_to_compare", {"player": terms.player})
            return
        self.bound[line.seat] = terms
        laid_out = [name for name in (line.start_card, line.gate_card, line.start_resource) if name]
        self.beside[line.seat] = laid_out
        self._count(line.seat, [*laid_out, *line.dynamis], number)

    def _look(self, st: State, number: int, n: int) -> None:
        """Count what is known of every player's own cards where the order of a deck was not written."""
        for seat in self.bound:
            self._count(seat, _known(st, seat), number, n)

    def _count(self, seat: int | None, names: Iterable[str], number: int, n: int | None = None) -> None:
        if seat is None:
            return
        terms = self.bound[seat]
        cards = [card for name in names if name != UNNAMED and (card := self.pool.find(name)) is not None]
        for key, copies in sorted(Counter(card.number for card in cards).items()):
            card = self.pool[key]
            if card.kind in BESIDE_KINDS:
                continue
            part, rule = (terms.sideboard, DYNAMIS_RULE) if card.in_dynamis else (terms.deck or {}, DECK_RULE)
            listed = part.get(key, 0)
            if copies > listed:
                code = "more_than_registered" if listed else "card_not_registered"
                values = {"player": terms.player, "card": key, "shown": copies, "registered": listed}
                self._note(seat, key, number, code, values, n, rule)

    def _note(
        self,
        seat: int,
        what: str,
        line: int,
        code: str,
        params: dict[str, Any],
        n: int | None = None,
        rule: str = "",
    ) -> None:
        """Keep the first finding about a seat and a thing; only a contradiction of a list has a rule."""
        self.found.setdefault((seat, what), Finding(line, n, seat, rule, code, params))
