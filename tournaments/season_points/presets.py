"""Circuits as data: ours, and the shape of three peers' (docs/season-points.md says what is published of them)."""

from __future__ import annotations

from fractions import Fraction

from tournaments.season_points.circuit import Band, Circuit, CircuitError, EventClass
from tournaments.standings.model import Sentence

_ENDS = (1, 2, 4, 8, 16, 32, 64)
_KICKERS = (0, 4, 8, 17, 33, 65, 129)
"""The last place of each band, and from how many entrants on it is paid: Play! Pokemon's."""

LOW = (15, 12, 10, 8, 6, 4)
MIDDLE = (50, 40, 32, 25, 20, 16, 13)
HIGH = tuple(2 * points for points in MIDDLE)


def table(points: tuple[int, ...]) -> tuple[Band, ...]:
    """A table of bands that double, with the usual kickers."""
    return tuple(
        Band(to, Fraction(paid), field) for to, paid, field in zip(_ENDS, points, _KICKERS, strict=False)
    )


_ONE = Fraction(1)
_X610Z = Circuit(
    key="x610z",
    name="X610Z",
    classes=(
        EventClass("evening", table(LOW), "Evening", _ONE, best=4),
        EventClass("open", table(MIDDLE), "Open", _ONE, best=4),
        EventClass("championship", table(HIGH), "Championship", _ONE, best=2),
    ),
)
_POKEMON = Circuit(
    key="pokemon",
    name="Play! Pokemon",
    classes=(
        EventClass("challenge", table(LOW), "League Challenge", best=4),
        EventClass("cup", table(MIDDLE), "League Cup", best=4),
    ),
)
_EVENT = (EventClass("event", table(MIDDLE), "Event"),)
_VEKN = Circuit(key="vekn", name="VEKN: the best 8 of 18 months", classes=_EVENT, best=8, months=18)
_CHOSEN = Circuit(
    key="alwaysberunning",
    name="AlwaysBeRunning: the best 5 of chosen events",
    classes=_EVENT,
    best=5,
    only=frozenset(),
)

CIRCUITS: dict[str, Circuit] = {one.key: one for one in (_X610Z, _POKEMON, _VEKN, _CHOSEN)}
"""Every preset by its key."""


def circuit(key: str) -> Circuit:
    """The preset with that key, or CircuitError."""
    if key not in CIRCUITS:
        text = Sentence(
            "no preset is called %(key)s; known: %(known)s", key=repr(key), known=", ".join(CIRCUITS)
        )
        raise CircuitError("circuit_unknown", text, "circuit")
    return CIRCUITS[key]
