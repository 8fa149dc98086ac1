"""All tables of this floor, for Django's discovery; each lives in its room."""

from .entries.models import Entry
from .events.models import Staff, Stage, Tournament
from .gamelogs.models import GameLog
from .ledger.models import Chain, IdempotencyKey, LedgerRow, OutboxMessage
from .rounds.models import Dispute, Match, Report, Round, Seat

__all__ = [
    "Chain",
    "Dispute",
    "Entry",
    "GameLog",
    "IdempotencyKey",
    "LedgerRow",
    "Match",
    "OutboxMessage",
    "Report",
    "Round",
    "Seat",
    "Staff",
    "Stage",
    "Tournament",
]
