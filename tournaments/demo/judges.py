"""What the judges of the demo have on their hands: a call that waits, one that is answered, an appealed ruling."""

from ledger.commands import Actor
from tournaments.demo.people import HEAD_JUDGE, JUDGE, Users
from tournaments.judging.call_services import call_claim, call_open
from tournaments.judging.case_services import Said, appeal_decide, case_appeal, case_complete, case_rule
from tournaments.judging.models import JudgeCall
from tournaments.rounds.models import Match

RULING: Said = {"code": "G1", "remedy": "undo", "words": "The second summon goes back to your hand."}
DETAILS: Said = {
    "question": "May I have two summons of one class in play?",
    "facts": [
        {"text": "A second summon of the same class was cast.", "status": "found", "evidence": 1},
        {"text": "Both players saw it only later.", "status": "agreed", "evidence": 5},
    ],
    "rules": ["402.9", "200.4"],
    "instruction": "The cast is undone; the energy stays spent.",
}


def calls(users: Users, waiting: Match, answered: Match) -> None:
    """One table that nobody has gone to yet, and one to which a judge is on the way."""
    for match, reason in ((waiting, JudgeCall.Reason.RULES), (answered, JudgeCall.Reason.MISTAKE)):
        caller = Actor(match.seats.all()[0].entry.user, "player")
        call_open(actor=caller, tournament=match.tournament, match_id=match.pk, reason=reason)
    judge = Actor(users[JUDGE.username], JUDGE.role)
    call_claim(actor=judge, tournament=answered.tournament, match_id=answered.pk)


def appealed_ruling(users: Users, match: Match) -> None:
    """A ruling about a logged game, completed later, appealed by the other player, and upheld by the head judge."""
    judge, head = (Actor(users[person.username], person.role) for person in (JUDGE, HEAD_JUDGE))
    first, second = (seat.entry for seat in match.seats.all())
    at = {"tournament": match.tournament}
    number = case_rule(actor=judge, match_id=match.pk, said=RULING, entry_number=first.number, **at)["case"]
    case_complete(actor=judge, number=number, said=DETAILS, **at)
    grounds = "I had planned my turn around that summon."
    case_appeal(actor=Actor(second.user, "player"), number=number, grounds=grounds, **at)
    reasons = "Nothing hidden was seen, so the action can be undone (200.4)."
    appeal_decide(actor=head, number=number, outcome="upheld", reasons=reasons, **at)
