"""What every replay of a log does alike: one header, then the seats, then actions with rising numbers, one end."""

import hashlib
from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from .errors import Divergence, LogError, Violation
from .log import EndLine
from .report import Result

S = TypeVar("S")
H = TypeVar("H")


class LogReplay(ABC, Generic[S, H]):
    """The state of a log that has been read so far; a game fills in what its lines mean.

    ``S`` is the type of its state, ``H`` that of its header; ``_action`` that of its actions, ``_formats`` and
    ``_game`` what a header must say. ``steps`` counts action lines carried out; ``claimed`` is the result in the end
    line, ``ended`` whether there was one, ``gaps`` the lines that the engine left to a judge.
    """

    _action: type[Any]
    _header: type[H]
    _formats: tuple[str, ...]
    _game: str

    def __init__(self) -> None:
        self.header: H | None = None
        self.state: S | None = None
        self._seats: list[Any] = []
        self.n = 0
        self.steps = 0
        self.ended = False
        self.claimed: Result | None = None
        self.gaps: list[tuple[int, str]] = []

    @property
    def players(self) -> list[str]:
        """The players named so far, by seat."""
        return [line.player for line in self._seats]

    def feed(self, line: Any, before: bytes | None = None) -> Violation | None:
        """Take one line. ``before`` is everything before an end line, for its SHA-256.

        Returns the violation of an action line. Raises :class:`LogError`, :class:`Divergence`, :class:`EngineGap`,
        :class:`NeedAnswer` or :class:`RulingNeeded`.
        """
        if type(line) is not self._action:
            return self._other(line, before)
        state = self.state
        if state is None or self.ended:
            state = self.begin()
        action: Any = line  # the checker takes a type compared by "is" for any object
        self._count(action.n)
        violation = self._perform(state, action)
        if violation is None:
            self.steps += 1
        return violation

    def begin(self) -> S:
        """The state, made when the first line after the preparation comes.

        Raises :class:`RuleBroken` for a seating or a deck that a rule forbids.
        """
        if self.ended:
            raise LogError("line_after_end")
        if self.state is None:
            if self.header is None:
                raise LogError("header_missing")
            self.state = self._initial(self.header)
        return self.state

    @abstractmethod
    def _initial(self, header: H) -> S:
        """The state before the first action, out of what was read so far."""

    @abstractmethod
    def _perform(self, state: S, action: Any) -> Violation | None:
        """Carry out an action; the first rule that it breaks."""

    @abstractmethod
    def _other(self, line: Any, before: bytes | None) -> Violation | None:
        """Take a line that is no action."""

    def _take_header(self, line: Any) -> None:
        if not isinstance(line, self._header):
            raise LogError("header_missing")
        if self.header is not None:
            raise LogError("line_repeated", of="header")
        said: Any = line
        if said.format not in self._formats:
            raise LogError("unknown_format", format=said.format)
        if said.game != self._game:
            raise LogError("other_game", game=said.game)
        self.header = line

    def _count(self, n: int) -> None:
        """Take the number of a line. Raises :class:`LogError` if it does not rise."""
        if n <= self.n:
            raise LogError("number_not_rising", n=n, last=self.n)
        self.n = n

    def _close(
        self, line: EndLine, before: bytes | None, count: int, derived: Result | None, going_on: str
    ) -> None:
        """Take the end line of a game of ``count`` seats.

        ``before`` is everything before it, ``derived`` how the game really ended, ``going_on`` the rule that tells when
        a game is over. Raises :class:`LogError` or :class:`Divergence`.
        """
        self.ended = True
        if line.sha256 and before is not None:
            found = hashlib.sha256(before).hexdigest()
            if line.sha256.removeprefix("sha256:") != found:
                raise LogError("bytes_differ", written=line.sha256[:80], found=found)
        claim = line.claim
        seats = range(count)
        if any(seat not in seats for seat in claim.winners):
            raise LogError("unknown_seat", seat=max(claim.winners))
        losers = () if claim.draw else tuple(seat for seat in seats if seat not in claim.winners)
        self.claimed = Result(tuple(claim.winners), losers, claim.draw, claim.by)
        if derived is None:
            raise Divergence("result_mismatch", going_on, "game_not_over", winners=list(claim.winners))
        if sorted(claim.winners) != sorted(derived.winners) or claim.draw != derived.draw:
            raise Divergence(
                "result_mismatch",
                derived.rule,
                "claimed_draw" if claim.draw else "derived_draw" if derived.draw else "other_result",
                claimed=list(claim.winners),
                derived=list(derived.winners),
                draw=derived.draw,
            )
        if claim.by and claim.by != derived.rule:
            raise Divergence(
                "result_mismatch", derived.rule, "other_rule", claimed=claim.by, derived=derived.rule
            )
