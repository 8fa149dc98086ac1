"""What tests, the demonstration and other games reuse: recorder, random driver, fault injection, invariants."""

from rules_engine.kernel.stream import Stream
from rules_engine.x610z.faults import Fault, inject_fault
from rules_engine.x610z.random_games import random_decks, random_game
from rules_engine.x610z.recorder import GameRecorder, LogWriter

from .invariants import check_invariants

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
