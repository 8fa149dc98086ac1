"""The law of one logged game as an event laid it down: what a log is compared with, and never chooses itself."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

FOR_A_JUDGE = frozenset({"correction_not_confirmed", "agreement_not_confirmed"})
"""Findings against the terms that are none as soon as a judge of the event has confirmed the line."""


class SeatTerms(Struct, frozen=True, omit_defaults=True):
    """One place at the table: how a log must name the player, and what was registered.

    ``deck`` and ``sideboard`` are copies by card number; ``deck`` is None when no list is bound to the seat. Seats with
    the same ``team`` play together; a log may call the teams as it likes. "" where everybody plays alone.
    """

    player: str
    deck: Mapping[str, int] | None = None
    sideboard: Mapping[str, int] = {}
    team: str = ""


class Terms(Struct, frozen=True, omit_defaults=True):
    """Which game is played by which law, who plays it, and with which cards.

    ``choices`` are the rulings that the event settled in another way than usual, ``rulings`` names the edition of
    answers that says what is usual ("" = today's), ``pool`` is the hash of the card pool. ``game_no`` counts the games
    of the match, ``starts`` is the player who begins where the event says so. ``confirmed`` are the numbers of those
    lines of the log at hand whose correction a judge of the event has confirmed.
    """

    game: str
    ruleset: str
    choices: Mapping[str, str] = {}
    rulings: str = ""
    pool: str = ""
    board: str = ""
    mode: str = "single"
    play: str = ""
    organized_play: bool = False
    time_limit: bool = True
    concede_after: int = 15
    game_no: int = 1
    seats: tuple[SeatTerms, ...] = ()
    starts: str = ""
    confirmed: frozenset[int] = frozenset()

    def public(self) -> "Terms":
        """The same without any registered list: what may decide about everything that a player gets to see."""
        seats = tuple(SeatTerms(seat.player, team=seat.team) for seat in self.seats)
        return msgspec.structs.replace(self, seats=seats)
