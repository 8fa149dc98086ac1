"""The cards that a log of any game shows, held against the registered lists.

A comparison of its own beside the audit, because its outcome is a secret: the audit never sees a list, and the work
done here is the same whatever the lists say.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from .errors import Divergence, EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded
from .log import as_bytes
from .reader import GameLog, LogReader, internal_error
from .report import Finding
from .terms import SeatTerms, Terms

MAX_FINDINGS = 30


class DeckComparison(ABC):
    """One comparison. A seat is bound to a list by the player's name in its line.

    The log is read as far as it keeps the rules. A game says by ``_log`` how its logs are read and by ``_seat`` which
    lines bind a seat, and fills in the methods up to :meth:`_after`.
    """

    _log: ClassVar[GameLog]
    _seat: ClassVar[type[object]]

    @abstractmethod
    def _bound(self, line: Any, number: int, terms: SeatTerms) -> None:
        """Compare what the line of a seat itself says with the list that the seat is bound to."""

    @abstractmethod
    def _listed(self, terms: SeatTerms, card: str) -> tuple[int, str] | None:
        """Copies of a card on a list, and the rule that asks for them; None for a card that stands on no list."""

    @abstractmethod
    def _after(self, line: Any, number: int) -> None:
        """Compare what is known of the cards after a line."""

    def _before(self, line: Any, number: int) -> None:  # noqa: B027 - most games compare nothing here
        """Compare what a line says before it is carried out."""

    def __init__(self, terms: Terms, pool: Any) -> None:
        self.pool = pool
        self.terms = terms
        self.reader = LogReader(self._log, pool, terms=terms.public())
        self.bound: dict[int, SeatTerms] = {}
        self.found: dict[tuple[int, str], Finding] = {}

    @classmethod
    def of(cls, data: bytes | str, terms: Terms, pool: object) -> list[Finding]:
        """Where a log shows other cards than those registered. Never raises: a fault of the engine is told as well."""
        try:
            return cls(terms, pool).run(data)
        except Exception as error:  # noqa: BLE001 - as in the audit: a fault of the engine is told to the judge
            return [internal_error(error, cls._log.finding)]

    def run(self, data: bytes | str) -> list[Finding]:
        """The findings in the order of the log, at most 30."""
        try:
            raw = as_bytes(data)
            for number, offset, line in self.reader.lines(raw):
                if isinstance(line, self._seat):
                    self._bind(line, number)
                self._before(line, number)
                if self.reader.take(line, number, raw, offset) is not None:
                    break
                self._after(line, number)
        except (LogError, NeedAnswer, EngineGap, RulingNeeded, RuleBroken, Divergence):
            pass  # what stops a log is the audit's to say; what it showed until there counts
        return sorted(self.found.values(), key=lambda finding: finding.line)[:MAX_FINDINGS]

    def _bind(self, line: Any, number: int) -> None:
        terms = next((seat for seat in self.terms.seats if seat.player == line.player), None)
        if terms is None:
            self._note(line.seat, "seat", number, "seat_not_compared", {"seat": line.seat})
        elif terms.deck is None:
            self._note(line.seat, "seat", number, "no_list_to_compare", {"player": terms.player})
        else:
            self.bound[line.seat] = terms
            self._bound(line, number, terms)

    def _count(self, seat: int, shown: Mapping[str, int], number: int, n: int | None = None) -> None:
        """Compare the copies by card number that are known of a seat with its list, if it is bound to one."""
        terms = self.bound.get(seat)
        if terms is None:
            return
        for card, copies in sorted(shown.items()):
            found = self._listed(terms, card)
            if found is not None and copies > found[0]:
                listed, rule = found
                code = "more_than_registered" if listed else "card_not_registered"
                values = {"player": terms.player, "card": card, "shown": copies, "registered": listed}
                self._note(seat, card, number, code, values, n, rule)

    def _note(
        self,
        seat: int,
        what: str,
        line: int,
        code: str,
        params: dict[str, object],
        n: int | None = None,
        rule: str = "",
    ) -> None:
        """Keep the first finding about a seat and a thing; only a contradiction of a list has a rule."""
        self.found.setdefault((seat, what), self._log.finding(line, n, seat, rule, code, params))
