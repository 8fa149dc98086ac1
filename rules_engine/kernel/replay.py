"""What every replay of a log does alike: rising numbers, and the claimed result against the derived one."""

import hashlib

from .errors import Divergence, LogError
from .log import EndLine
from .report import Result


class LogReplay:
    """The counters of a replay. ``steps`` counts action lines carried out; ``claimed`` is the result in the end line,
    ``ended`` whether there was one, ``gaps`` the lines that the engine left to a judge.
    """

    def __init__(self) -> None:
        self.n = 0
        self.steps = 0
        self.ended = False
        self.claimed: Result | None = None
        self.gaps: list[tuple[int, str]] = []

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
