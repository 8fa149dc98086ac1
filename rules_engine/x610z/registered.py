"""The cards that a log shows, held against the registered lists (101.1a, 102.1a).

A comparison of its own beside the audit, because its outcome is a secret: the audit never sees a list, and the work
done here is the same whatever the lists say.
"""

from collections import Counter
from typing import Any

from rules_engine.kernel.errors import Divergence, EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded
from rules_engine.kernel.terms import SeatTerms, Terms

from .binding import Binding
from .cards import Pool, load_pool
from .decklist import deck_hash
from .finding import Finding
from .log import Action, Chance, EndLine, SeatLine, as_bytes, line_at, read_lines
from .model import State
from .replay import Replay

MAX_FINDINGS = 30


def compare_decks(data: bytes | str, *, terms: Terms, pool: Pool | None = None) -> list[Finding]:
    """Where a log shows another deck than the one registered for its seat. Never raises, whatever ``data`` is.

    A card is contradicted at the line from which more copies of it are known than the list has; after the first game
    of a match the sideboard counts with the deck, as cards may have been exchanged. A seat is bound by the player's
    name in its line; one that names nobody of the terms is a finding itself. The log is read as far as it keeps the
    rules.
    """
    try:
        return _Comparison(terms, pool or load_pool()).run(data)
    except Exception as error:  # noqa: BLE001 - as in the audit: a fault of the engine is told to the judge
        detail = f"{type(error).__name__}: {error}"[:300]
        return [Finding(0, None, None, "", "internal_error", {"detail": detail})]


class _Comparison:
    def __init__(self, terms: Terms, pool: Pool) -> None:
        self.pool = pool
        self.terms = terms
        self.binding = Binding(terms.public())
        self.replay = Replay(pool)
        self.bound: dict[int, SeatTerms] = {}
        self.found: dict[tuple[int, str], Finding] = {}
        self.bindings = -1

    def run(self, data: bytes | str) -> list[Finding]:
        try:
            raw = as_bytes(data)
            for number, offset, line in read_lines(raw):
                if isinstance(line, SeatLine):
                    self._bind(line, number)
                line = self.binding.take(line, number, line_at(raw, offset))
                if self.replay.feed(line, raw[:offset] if type(line) is EndLine else None) is not None:
                    break
                self._look(line, number)
        except (LogError, NeedAnswer, EngineGap, RulingNeeded, RuleBroken, Divergence):
            pass  # what stops a log is the audit's to say; what it showed until there counts
        return sorted(self.found.values(), key=lambda finding: finding.line)[:MAX_FINDINGS]

    def _bind(self, line: SeatLine, number: int) -> None:
        """Bind a seat to the list of its player, and compare what the line itself says of the deck."""
        terms = next((seat for seat in self.terms.seats if seat.player == line.player), None)
        if terms is None:
            self._note(line.seat, "seat", number, "seat_not_compared", {"seat": line.seat})
            return
        if terms.deck is None:
            self._note(line.seat, "seat", number, "no_list_to_compare", {"player": terms.player})
            return
        self.bound[line.seat] = terms
        if line.deck is None or self.terms.game_no > 1:
            return
        cards = _cards(terms, self.pool)
        said, known = line.deck.sha256.removeprefix("sha256:"), deck_hash(cards, self.pool)
        if said and said != known.removeprefix("sha256:"):
            self._note(line.seat, "hash", number, "deck_has_other_hash", {"player": terms.player})
        if line.deck.cards and line.deck.cards != len(cards) + 1:
            sizes = {"written": line.deck.cards, "registered": len(cards) + 1}
            self._note(line.seat, "size", number, "deck_has_other_size", {"player": terms.player, **sizes})

    def _look(self, line: object, number: int) -> None:
        """Count the known cards when the line may have made one known."""
        state = self.replay.state
        if state is None:
            return
        bindings = state.unknowns.get(("101.1a", "deck_not_registered"), 0)
        if bindings == self.bindings and not isinstance(line, Chance):
            return
        self.bindings = bindings
        n = line.n if isinstance(line, Action) else None
        for seat, shown in _shown(state).items():
            terms = self.bound.get(seat)
            if terms is None:
                continue
            for card, copies in sorted(shown.items()):
                listed = _listed(terms, card, self.terms.game_no)
                if copies > listed:
                    code = "card_not_registered" if not listed else "more_than_registered"
                    values = {"player": terms.player, "card": card, "shown": copies, "registered": listed}
                    self._note(seat, card, number, code, values, n)

    def _note(
        self, seat: int, what: str, line: int, code: str, params: dict[str, Any], n: int | None = None
    ) -> None:
        """Keep the first finding about a seat and a thing; only a contradiction of a list has a rule."""
        rule = "" if code in ("seat_not_compared", "no_list_to_compare") else "101.1a"
        self.found.setdefault((seat, what), Finding(line, n, seat, rule, code, params))


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


def _listed(terms: SeatTerms, card: str, game_no: int) -> int:
    deck = terms.deck or {}
    return deck.get(card, 0) + (terms.sideboard.get(card, 0) if game_no > 1 else 0)


def _shown(state: State) -> dict[int, Counter[str]]:
    """Copies by card number of what is known of every seat's own cards, the Life Base aside."""
    shown: dict[int, Counter[str]] = {seat.number: Counter() for seat in state.game.seats}
    base = state.game.pool.index[state.game.pool.life_base.number]
    for obj in state.objs:
        if obj.rev >= 0 and obj.rev != base:
            shown[obj.owner][state.game.number_of(obj.rev)] += 1
    return shown
