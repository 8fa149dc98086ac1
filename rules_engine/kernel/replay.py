"""What every replay of a log does alike: one header, then the seats, then actions with rising numbers, one end."""

import hashlib
from abc import ABC, abstractmethod
from copy import copy
from typing import Any, Generic, Protocol, Self, TypeVar

from .errors import Divergence, LogError, Violation
from .log import Claim, EndLine, NoteLine
from .report import Result


class Played(Protocol):
    """The state of a game as its replay needs it."""

    result: Result | None

    def snapshot(self) -> Self:
        """A copy that later changes do not touch."""


S = TypeVar("S", bound=Played)
H = TypeVar("H")


class LogReplay(ABC, Generic[S, H]):
    """The state of a log that has been read so far; a game fills in what its lines mean.

    ``S`` is the type of its state, ``H`` that of its header; ``_action`` that of its actions, ``_formats`` and
    ``_game`` what a header must say, ``_over`` the rule that tells when a game is over. ``steps`` counts action lines
    carried out; ``claimed`` is the result in the end line, ``ended`` whether there was one, ``gaps`` the lines that the
    engine left to a judge, ``foreign_digests`` the fingerprints of another engine, which are not compared.
    """

    _action: type[object]
    _header: type[H]
    _formats: tuple[str, ...]
    _game: str
    _over: str

    def __init__(self) -> None:
        self.header: H | None = None
        self.state: S | None = None
        self._seats: list[Any] = []
        self.n = 0
        self.steps = 0
        self.ended = False
        self.claimed: Result | None = None
        self.gaps: list[tuple[int, str]] = []
        self.foreign_digests = 0

    def copy(self) -> Self:
        """Another replay that has read the same lines and goes on by itself; it shares what never changes."""
        twin = copy(self)
        twin._seats, twin.gaps = list(self._seats), list(self.gaps)
        twin.state = self.state.snapshot() if self.state is not None else None
        return twin

    @property
    def players(self) -> list[str]:
        """The players named so far, by seat."""
        return [line.player for line in self._seats]

    def feed(self, line: object, before: bytes | None = None) -> Violation | None:
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
        n = action.n
        if n <= self.n:
            self._count(n)
        self.n = n
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
    def _perform(self, state: S, action: Any, /) -> Violation | None:
        """Carry out an action; the first rule that it breaks."""

    @abstractmethod
    def _middle(self, line: Any) -> Violation | None:
        """Take a line between header and end that is neither action nor note."""

    def _note(self, line: NoteLine) -> None:
        """Take words: they count if they have a number."""
        if line.n is not None:
            self._count(line.n)

    def _other(self, line: object, before: bytes | None) -> Violation | None:
        """Take a line that is no action."""
        if self.ended:
            raise LogError("line_after_end")
        if isinstance(line, NoteLine):
            self._note(line)
        elif self.header is None or isinstance(line, self._header):
            self._take_header(line)
        elif isinstance(line, EndLine):
            state = self.begin()
            self._count(line.n)
            self._close(line, before, state.result)
        else:
            return self._middle(line)
        return None

    def _take_header(self, line: object) -> None:
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
        self._check_header(line)

    def _check_header(self, header: H) -> None:
        """Raise :class:`LogError` for a header that names what does not exist: it is told at its own line."""

    def _count(self, n: int) -> None:
        """Take the number of a line. Raises :class:`LogError` if it does not rise."""
        if n <= self.n:
            raise LogError("number_not_rising", n=n, last=self.n)
        self.n = n

    def _close(self, line: EndLine, before: bytes | None, derived: Result | None) -> None:
        """Take the end line; ``before`` is everything before it, ``derived`` how the game really ended.

        Raises :class:`LogError` or :class:`Divergence`.
        """
        self.ended = True
        if line.sha256 and before is not None:
            found = hashlib.sha256(before).hexdigest()
            if line.sha256.removeprefix("sha256:") != found:
                raise LogError("bytes_differ", written=line.sha256[:80], found=found)
        claim = line.claim
        seats = range(len(self._seats))
        if any(seat not in seats for seat in claim.winners):
            raise LogError("unknown_seat", seat=max(claim.winners))
        losers = () if claim.draw else tuple(seat for seat in seats if seat not in claim.winners)
        self.claimed = Result(tuple(claim.winners), losers, claim.draw, claim.by)
        if derived is None:
            raise Divergence("result_mismatch", self._over, "game_not_over", winners=list(claim.winners))
        _compare(claim, derived)


def _compare(claim: Claim, derived: Result) -> None:
    """Raise :class:`Divergence` if the claim is not what the replay derives."""
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


def differing(rule: str, what: str, written: object, found: object) -> None:
    """Raise :class:`Divergence` if a checkpoint has another count, or another digest, than the replay derives."""
    if written is not None and written != found:
        code = "digest_differs" if what == "digest" else "count_differs"
        raise Divergence("divergence", rule, code, what=what, written=written, found=found)
