"""What tests, the demonstration and other games reuse: recorder, random driver, fault injection, invariants."""

from .faults import Fault, inject_fault
from .invariants import check_invariants
from .random_games import Stream, random_decks, random_game
from .recorder import GameRecorder, LogWriter

__all__ = [
    "Fault",
    "GameRecorder",
    "LogWriter",
    "Stream",
    "check_invariants",
    "inject_fault",
    "random_decks",
    "random_game",
]
