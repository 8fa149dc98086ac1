"""PURE: the result of a contest out of its rows, with exact numbers; the same rows always give the same result.

The jury's best card gets all points that are the jury's, every other one as many as its marks are of the best; the same
for the votes. Where no juror handed in, or nobody voted, the other side has all the points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

HUNDRED = 100
NOTHING = Fraction(0)
Sheets = Mapping[str, Mapping[str, Sequence[int]]]
"""By juror and entry the marks, one for each criterion."""


@dataclass(frozen=True)
class Line:
    """One entry in the result: its place (shared where the points are the same), what each side gave, and the votes."""

    code: str
    place: int
    points: Fraction
    jury: Fraction
    public: Fraction
    votes: int
    tied: bool


@dataclass(frozen=True)
class Result:
    """All entries by place, those of one place by their codes; ``jury_share`` is the one that was counted by.

    ``winners``: the codes of the first places, more than ``wanted`` where the last of them is shared.
    """

    lines: tuple[Line, ...]
    jury_share: int
    winners: tuple[str, ...]
    jurors: int
    votes: int

    @property
    def tie_at_the_end(self) -> bool:
        """Whether more win than were wanted, because the last place is shared."""
        last = max((one.place for one in self.lines if one.code in self.winners), default=0)
        return any(one.tied for one in self.lines if one.place == last and one.code in self.winners)


def result_of(
    codes: Sequence[str],
    weights: Sequence[int],
    sheets: Sheets,
    votes: Mapping[str, int],
    *,
    jury_share: int,
    wanted: int,
) -> Result:
    """Count a contest of these entries. Every sheet has marks for each of them; votes for others do not count."""
    cast = sum(votes.get(code, 0) for code in codes)
    marked = {code: _mark(code, weights, sheets) for code in codes}
    best_mark = max(marked.values(), default=NOTHING)
    best_votes = max((votes.get(code, 0) for code in codes), default=0)
    share = _share(jury_share, best_mark > 0, best_votes > 0)
    sides = {
        code: (
            marked[code] / best_mark * share if best_mark else NOTHING,
            Fraction(votes.get(code, 0), best_votes) * (HUNDRED - share) if best_votes else NOTHING,
        )
        for code in codes
    }
    points = {code: sum(both, NOTHING) for code, both in sides.items()}
    lines = []
    for code in sorted(codes, key=lambda code: (-points[code], code)):
        place = 1 + sum(other > points[code] for other in points.values())
        tied = sum(other == points[code] for other in points.values()) > 1
        lines.append(Line(code, place, points[code], *sides[code], votes.get(code, 0), tied))
    winners = tuple(one.code for one in lines if one.place <= wanted and one.points > 0)
    return Result(tuple(lines), share, winners, len(sheets), cast)


def _mark(code: str, weights: Sequence[int], sheets: Sheets) -> Fraction:
    """The mean of the jurors' weighted means."""
    whole = sum(weights)
    if not sheets or not whole:
        return NOTHING
    given = sum(
        (
            Fraction(sum(w * m for w, m in zip(weights, sheet[code], strict=True)), whole)
            for sheet in sheets.values()
        ),
        NOTHING,
    )
    return given / len(sheets)


def _share(jury_share: int, judged: bool, voted: bool) -> int:
    if judged and not voted:
        return HUNDRED
    return jury_share if judged else 0
