"""All tables of this floor, for Django's discovery; each lives in its room."""

from .agenda.models import Block, Friendly, FriendlyNote, Friendship
from .clans.models import Clan, Membership
from .entries.models import Entry, Reading, Team, TeamAttempt
from .events.models import Invitation, Staff, Stage, Tournament
from .finding.models import KeptFilter, Listing
from .forecasts.models import Forecast
from .gamelogs.models import AuditRow, AuditRun, ConfirmedLine, DeckComparison, GameLog
from .judging.case_models import Appeal, Case, CaseRevision, Precedent
from .judging.models import CheckedDeck, DeckCheck, JudgeCall, Penalty, PenaltyEvent
from .leagues.models import Appointment, Offer, Postponement
from .money.models import Booking, Fee, OnlinePayment, Prize, TillClosing
from .organizations.models import Asked, Bar, Member, Organization, Venue
from .programme.invitation_models import Gift, Outlook, Place
from .programme.models import Change, Circuit, Counts, Frozen, Outcome, Table
from .programme.rating_models import RatingPool
from .puzzles.models import PuzzleAnswer
from .recordings.models import OpenedHand, PairingCode, Recording, RecordingDevice, RecordingEntry
from .rounds.models import Dispute, Match, Report, ResultChange, Round, Seat, Snapshot

__all__ = [
    "Appeal",
    "Appointment",
    "Asked",
    "AuditRow",
    "AuditRun",
    "Bar",
    "Block",
    "Booking",
    "Case",
    "CaseRevision",
    "Change",
    "CheckedDeck",
    "Circuit",
    "Clan",
    "ConfirmedLine",
    "Counts",
    "DeckCheck",
    "DeckComparison",
    "Dispute",
    "Entry",
    "Fee",
    "Forecast",
    "Friendly",
    "FriendlyNote",
    "Friendship",
    "Frozen",
    "GameLog",
    "Gift",
    "Invitation",
    "JudgeCall",
    "KeptFilter",
    "Listing",
    "Match",
    "Member",
    "Membership",
    "Offer",
    "OnlinePayment",
    "OpenedHand",
    "Organization",
    "Outcome",
    "Outlook",
    "PairingCode",
    "Penalty",
    "PenaltyEvent",
    "Place",
    "Postponement",
    "Precedent",
    "Prize",
    "PuzzleAnswer",
    "RatingPool",
    "Reading",
    "Recording",
    "RecordingDevice",
    "RecordingEntry",
    "Report",
    "ResultChange",
    "Round",
    "Seat",
    "Snapshot",
    "Staff",
    "Stage",
    "Table",
    "Team",
    "TeamAttempt",
    "TillClosing",
    "Tournament",
    "Venue",
]
