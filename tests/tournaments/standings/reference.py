"""A slow, naive second opinion: every number straight from the rows, one `Fraction` at a time.

Nothing of `tournaments.standings` is used but its plain data. Covers events of two-player rows, byes, missed
rounds and no-shows with games written out. The benchmark runs it as the yardstick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from tournaments.standings import Entrant, Match, Preset

ZERO = Fraction(0)
BYES = ("bye", "awarded_bye")


def mean(values: Iterable[Fraction]) -> Fraction:
    """The plain mean, 0 of nothing."""
    listed = list(values)
    return sum(listed, ZERO) / len(listed) if listed else ZERO


class Reference:
    """All rows in the open; every method goes through them again."""

    def __init__(self, entrants: Iterable[Entrant], matches: Iterable[Match], preset: Preset) -> None:
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.preset = preset
        self.rows: dict[str, list[tuple[int, str, str | None, tuple[int, int, int]]]] = {
            e: [] for e in self.entrants
        }
        self.last = 0
        for match in matches:
            first, second = match.players
            self.last = max(self.last, match.round)
            games = match.games or (0, 0, 0)
            assert first is not None
            if match.kind in BYES:
                self.rows[first].append(
                    (match.round, "bye", None, match.games or (preset.games_to_win, 0, 0))
                )
            elif match.kind == "missed":
                self.rows[first].append((match.round, "loss", None, (0, 0, 0)))
            else:
                assert second is not None
                a, b = self.outcome(match)
                self.rows[first].append((match.round, a, second, games))
                self.rows[second].append((match.round, b, first, (games[1], games[0], games[2])))

    @staticmethod
    def outcome(match: Match) -> tuple[str, str]:
        words = {"w": "win", "d": "draw", "l": "loss"}
        if match.kind == "double_loss":
            return "loss", "loss"
        if match.results:
            return words[match.results[0]], words[match.results[1]]
        assert match.games
        if match.games[0] == match.games[1]:
            return "draw", "draw"
        return ("win", "loss") if match.games[0] > match.games[1] else ("loss", "win")

    def worth(self, result: str) -> Fraction:
        return Fraction(getattr(self.preset, result))

    def opponents(self, who: str) -> list[str]:
        return [row[2] for row in self.rows[who] if row[2] is not None]

    def match_points(self, who: str) -> Fraction:
        return sum((self.worth(row[1]) for row in self.rows[who]), ZERO)

    def mw(self, who: str) -> Fraction:
        rows = [row for row in self.rows[who] if row[1] != "bye" or self.preset.bye_in_match_win]
        got = ZERO
        for row in rows:
            if row[1] == "draw" and self.preset.draw_share is not None:
                got += self.preset.draw_share * self.preset.win
            else:
                got += self.worth(row[1])
        return got / (self.preset.win * len(rows)) if rows else ZERO

    def mw_seen(self, who: str) -> Fraction:
        entrant, policy = self.entrants[who], self.preset
        gone = entrant.dropped_after is not None and entrant.dropped_after < self.last
        top = min(policy.match_ceiling, policy.dropped_match_ceiling) if gone else policy.match_ceiling
        return max(policy.match_floor, min(top, self.mw(who)))

    def omw(self, who: str) -> Fraction:
        return mean(self.mw_seen(other) for other in self.opponents(who))

    def oomw(self, who: str) -> Fraction:
        return mean(self.omw(other) for other in self.opponents(who))

    def gw(self, who: str) -> Fraction:
        rows = [row for row in self.rows[who] if row[1] != "bye" or self.preset.bye_in_game_win]
        got = sum(3 * row[3][0] + row[3][2] for row in rows)
        full = sum(3 * sum(row[3]) for row in rows)
        return Fraction(got, full) if full else ZERO

    def gw_floored(self, who: str) -> Fraction:
        return max(self.gw(who), self.preset.game_floor)

    def ogw(self, who: str) -> Fraction:
        return mean(self.gw_floored(other) for other in self.opponents(who))

    def average_points(self, who: str) -> Fraction:
        return mean(self.worth(row[1]) for row in self.rows[who])

    def sos(self, who: str) -> Fraction:
        return mean(self.average_points(other) for other in self.opponents(who))

    def esos(self, who: str) -> Fraction:
        return mean(self.sos(other) for other in self.opponents(who))

    def wins(self, who: str) -> Fraction:
        return Fraction(sum(row[1] in ("win", "bye") for row in self.rows[who]))

    def losses(self, who: str) -> Fraction:
        return Fraction(sum(row[1] == "loss" for row in self.rows[who]))

    def loss_rate(self, who: str) -> Fraction:
        played = sum(row[1] != "bye" for row in self.rows[who])
        return self.losses(who) / played if played else ZERO

    def opponents_loss_rate(self, who: str) -> Fraction:
        return mean(self.loss_rate(other) for other in self.opponents(who))

    def late_losses(self, who: str) -> Fraction:
        return Fraction(sum(row[0] ** 2 for row in self.rows[who] if row[1] == "loss"))

    def last_round(self, who: str) -> Fraction:
        return Fraction(max((row[0] for row in self.rows[who]), default=0))

    def after(self, who: str, number: int) -> Fraction:
        return sum((self.worth(row[1]) for row in self.rows[who] if row[0] <= number), ZERO)

    def cumulative(self, who: str) -> Fraction:
        return sum((self.after(who, number) for number in range(1, self.last + 1)), ZERO)

    def cumulative_cut1(self, who: str) -> Fraction:
        return sum((self.after(who, number) for number in range(2, self.last + 1)), ZERO)

    def ctb(self, who: str) -> Fraction:
        value = ZERO
        for number in range(1, int(self.last_round(who)) + 1):
            value = value / 4 + self.after(who, number)
        return value

    def opponents_ctb(self, who: str) -> Fraction:
        return mean(self.ctb(other) for other in self.opponents(who))

    def scores(self, who: str) -> list[Fraction]:
        return sorted(self.match_points(other) for other in self.opponents(who))

    def buchholz(self, who: str) -> Fraction:
        return sum(self.scores(who), ZERO)

    def buchholz_cut1(self, who: str) -> Fraction:
        return sum(self.scores(who)[1:], ZERO)

    def buchholz_cut2(self, who: str) -> Fraction:
        return sum(self.scores(who)[2:], ZERO)

    def median_buchholz(self, who: str) -> Fraction:
        return sum(self.scores(who)[1:-1], ZERO)

    def sonneborn_berger(self, who: str) -> Fraction:
        rows = [row for row in self.rows[who] if row[2] is not None]
        return sum((self.worth(row[1]) * self.match_points(str(row[2])) for row in rows), ZERO)

    def koya(self, who: str) -> Fraction:
        half = self.preset.win * self.last / 2
        rows = [row for row in self.rows[who] if row[2] is not None and self.match_points(row[2]) >= half]
        return sum((self.worth(row[1]) for row in rows), ZERO)

    def random(self, who: str) -> Fraction:
        return Fraction(self.entrants[who].random)

    def value(self, key: str, who: str) -> Fraction:
        """One cell by metric key."""
        method: Callable[[str], Fraction] = getattr(self, key)
        return method(who)


COVERED = tuple(
    key
    for key in vars(Reference)
    if key
    in {
        *(
            "match_points",
            "mw",
            "omw",
            "oomw",
            "gw",
            "gw_floored",
            "ogw",
            "average_points",
            "sos",
            "esos",
            "wins",
        ),
        *("losses", "loss_rate", "opponents_loss_rate", "late_losses", "last_round", "cumulative", "random"),
        *("cumulative_cut1", "ctb", "opponents_ctb", "buchholz", "buchholz_cut1", "buchholz_cut2"),
        *("median_buchholz", "sonneborn_berger", "koya"),
    }
)
"""The metric keys this reference knows (card-game meaning: no stand-ins for unplayed rounds)."""
