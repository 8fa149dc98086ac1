"""The pairing room: Swiss rounds, pods, round robin, elimination; checker, explainer and repairs.

Pure: it knows players, scores and earlier opponents, and must not know Django, a database, a clock or dice.
Every draw is a hash of the seed, the round and the player. docs/pairing.md explains the method and the proof.
"""

from tournaments.pairing.check import check_round, round_is_valid
from tournaments.pairing.explain import explain
from tournaments.pairing.model import (
    Candidate,
    Certificate,
    CheckReport,
    CurrentPair,
    Explanation,
    Options,
    Pair,
    PairingError,
    Player,
    Problem,
    Reason,
    Relaxation,
    RepairPlan,
    RoundDraft,
)
from tournaments.pairing.repair import exchange_plan, repair_plans
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.texts import TEMPLATES, render

__all__ = [
    "TEMPLATES",
    "Candidate",
    "Certificate",
    "CheckReport",
    "CurrentPair",
    "Explanation",
    "Options",
    "Pair",
    "PairingError",
    "Player",
    "Problem",
    "Reason",
    "Relaxation",
    "RepairPlan",
    "RoundDraft",
    "check_round",
    "exchange_plan",
    "explain",
    "pair_round",
    "render",
    "repair_plans",
    "round_is_valid",
]
