"""What the ledger's codes mean in the reader's language; the codes themselves are never translated."""

import re

from django import template
from django.utils.translation import gettext_lazy as _

register = template.Library()

ACTIONS = {
    "appointment.absent": _("A player says that the other did not come"),
    "appointment.accept": _("Time of a match agreed"),
    "appointment.offer": _("Times for a match offered"),
    "appointment.postpone": _("Match put off"),
    "appointment.remind": _("Reminder of a match"),
    "appointment.take_back": _("Offered times withdrawn"),
    "audit.start": _("Logs are checked again"),
    "audit.progress": _("Some logs checked again"),
    "audit.requeue": _("Checking again started over"),
    "call.open": _("Judge called"),
    "call.withdraw": _("Call for a judge withdrawn"),
    "call.claim": _("Judge on the way to a table"),
    "call.release": _("Call for a judge put back"),
    "call.escalate": _("Call sent on to the head judge"),
    "call.resolve": _("Call for a judge answered"),
    "case.rule": _("Ruling of a judge"),
    "case.complete": _("Ruling completed"),
    "case.appeal": _("Ruling appealed"),
    "appeal.decide": _("Appeal decided"),
    "precedent.publish": _("Precedent published"),
    "check.find": _("Problem in a deck recorded"),
    "deck.extend": _("More time for a deck"),
    "deck.remind": _("Reminder about a deck"),
    "entry.award": _("Byes and a seed given to an entry"),
    "fee.set": _("Fee set"),
    "guardian.give": _("Parent or guardian named"),
    "guardian.withdraw": _("Parent or guardian removed"),
    "league.extend": _("More days for a round of the league"),
    "league.extend_table": _("More days for a table"),
    "league.rule_absence": _("Ruling on who did not come"),
    "league.stop": _("A player stopped in the league"),
    "league.substitute": _("Substitute seated"),
    "league.turn": _("Round of the league ended or begun"),
    "online.ask": _("Provider asked about payments"),
    "online.begin": _("Payment online begun"),
    "online.known": _("Payment known to the provider"),
    "online.refund": _("Payment going back online"),
    "online.refunded": _("Payment sent back by the provider"),
    "online.settle": _("Payment online decided"),
    "payment.take": _("Fee taken"),
    "payment.refund": _("Fee paid back"),
    "payment.reverse": _("Row of the books undone"),
    "penalty.give": _("Penalty given"),
    "penalty.confirm": _("Disqualification confirmed"),
    "penalty.withdraw": _("Penalty withdrawn"),
    "place.accept": _("Place in the final taken"),
    "place.decline": _("Place in the final declined"),
    "place.pass": _("Place in the final passed down"),
    "place.remind": _("Reminder of a place in the final"),
    "place.send": _("Invitations to the final sent"),
    "place.withdraw": _("Invitation to the final withdrawn"),
    "pool.record": _("Opened cards recorded"),
    "pool.sign": _("Opened cards signed"),
    "prize.announce": _("Prize announced"),
    "prize.draw": _("Lottery drawn"),
    "prize.drop": _("Prize taken off the list"),
    "prize.give": _("Prize handed over"),
    "recording.heard": _("Phone says that it is there"),
    "recording.open": _("Recording of a game begun"),
    "recording.write": _("Recording continued"),
    "recording.device": _("Phone added to a recording"),
    "recording.pair": _("Code for another phone"),
    "recording.join": _("Phone joined a recording"),
    "recording.freeze": _("Recording stopped for a judge"),
    "recording.resume": _("Recording goes on"),
    "recording.correct": _("Recording corrected by a judge"),
    "recording.rewind": _("Recording rewound by a judge"),
    "recording.sign_for": _("Recording signed for a player"),
    "recording.void": _("Recording declared void"),
    "recording.open_hand": _("Hand notes opened to a judge"),
    "rule.add": _("Wish for the pairing added"),
    "till.close": _("Till closed"),
    "tournament.edit": _("Tournament changed"),
    "tournament.keep": _("Kept as a template, or no longer"),
    "staff.take": _("Somebody of the organization taken on"),
    "rule.remove": _("Wish for the pairing removed"),
    "person.erase_entry": _("A player was erased; the name is a pseudonym now"),
    "guardian.confirm": _("A guardian was spoken with"),
    "entry.accept": _("Entered by invitation"),
    "entry.claim": _("A guest's place taken over"),
    "invitation.decline": _("Invitation declined"),
    "invitation.make": _("Invitation sent"),
    "invitation.withdraw": _("Invitation withdrawn"),
    "check.close": _("Deck check ended"),
    "check.start": _("Deck check started"),
    "check.tick": _("Cards of a deck counted"),
    "deck.revise": _("Deck list changed by a judge"),
    "deck.save_draft": _("Draft of a deck saved"),
    "deck.submit": _("Deck submitted"),
    "demo.set_back": _("Clock of the demo set back"),
    "dispute.settle": _("Dispute settled"),
    "entry.add_at_desk": _("Player entered at the desk"),
    "entry.check_in": _("Player checked in"),
    "entry.check_in_many": _("Players checked in at the door"),
    "entry.create": _("Player entered"),
    "entry.drop": _("Player dropped"),
    "entry.withdraw": _("Player withdrew"),
    "entry.put_back": _("Withdrawal undone"),
    "link.create": _("Personal link created"),
    "link.use": _("Personal link used"),
    "recovery.ask_at_desk": _("New password for a player asked of the office"),
    "log.confirm": _("Correction in a log confirmed by a judge"),
    "log.claim": _("Check of a game log started"),
    "log.requeue": _("Game log sent for checking again"),
    "log.submit": _("Game log submitted"),
    "log.verdict": _("Game log checked"),
    "match.extend": _("Extra time given to a table"),
    "match.move": _("Match moved to another table"),
    "secret.read": _("Closed list, log or note read by a judge"),
    "result.concede": _("Match conceded"),
    "result.correct": _("Result corrected"),
    "result.enter": _("Result entered"),
    "result.report": _("Result reported"),
    "result.slip": _("Result entered from a slip"),
    "result.claim": _("A late slip that contradicts a result"),
    "result.take_back": _("Report undone"),
    "results.import": _("Results imported"),
    "round.complete": _("Round completed"),
    "round.withdraw": _("Published round made a draft again"),
    "round.reopen": _("Completed round opened again"),
    "round.discard": _("Draft of a round discarded"),
    "round.draft": _("Round paired"),
    "round.pause_clock": _("Clock stopped"),
    "round.publish": _("Round published"),
    "round.redraft": _("Round paired again"),
    "round.keep": _("Draft kept after a change"),
    "round.repair": _("Round repaired"),
    "tournament.tell": _("Every row told as it stands"),
    "tournament.restore": _("Brought back as it stood before a step"),
    "round.exchange": _("Two players swapped in a published round"),
    "round.start_clock": _("Clock started"),
    "round.swap": _("Two players swapped"),
    "staff.accept": _("Role accepted"),
    "staff.remove": _("Role removed"),
    "staff.zone": _("Zone of a judge"),
    "stage.cut": _("Players of the next stage chosen"),
    "team.create": _("Team created"),
    "team.join": _("Joined a team"),
    "team.leave": _("Left a team"),
    "team.remove": _("Removed from a team"),
    "team.rename": _("Team renamed"),
    "team.seat": _("Seats of a crew changed"),
    "tournament.cancel": _("Tournament called off"),
    "tournament.copy": _("Tournament created from an earlier one"),
    "tournament.create": _("Tournament created"),
    "tournament.decide_approval": _("The office decided"),
    "tournament.finish": _("Tournament finished"),
    "tournament.open_check_in": _("Check-in opened"),
    "tournament.open_entry": _("Entry opened"),
    "tournament.rehearse": _("Rehearsal created"),
    "tournament.request_approval": _("Approval requested"),
    "tournament.set_closing": _("Closing time of the hall changed"),
    "tournament.start": _("Tournament started"),
}

KINDS = {
    "appeal": _("appeals"),
    "appointment": _("appointments"),
    "case": _("rulings"),
    "fee": _("fee"),
    "league": _("rounds of the league"),
    "online": _("payments online"),
    "payment": _("fees"),
    "place": _("places in the final"),
    "precedent": _("precedents"),
    "prize": _("prizes"),
    "till": _("till"),
    "audit": _("logs checked again"),
    "recording": _("recorded games"),
    "call": _("calls for a judge"),
    "deck": _("deck lists"),
    "check": _("deck checks"),
    "demo": _("demo"),
    "dispute": _("disputes"),
    "entry": _("entries"),
    "forecast": _("forecasts"),
    "hook": _("webhooks"),
    "guardian": _("guardians"),
    "invitation": _("invitations"),
    "link": _("personal links"),
    "log": _("game logs"),
    "match": _("matches"),
    "penalty": _("penalties"),
    "person": _("people"),
    "pod": _("pods"),
    "pool": _("opened cards"),
    "recovery": _("forgotten passwords"),
    "result": _("results"),
    "results": _("results from a file"),
    "round": _("rounds"),
    "rule": _("wishes for the pairing"),
    "secret": _("readings of lists and logs"),
    "staff": _("staff"),
    "stage": _("stages"),
    "team": _("teams"),
    "tournament": _("tournament"),
}
"""What stands before the dot of an action, in the reader's language."""

ROLES = {
    "organizer": _("organizer"),
    "head_judge": _("head judge"),
    "judge": _("judge"),
    "scorekeeper": _("scorekeeper"),
    "door": _("door helper"),
    "office": _("office"),
    "player": _("player"),
    "system": _("the system"),
    "recorder": _("who records the game"),
}

YES, NO = _("yes"), _("no")
_CODE = re.compile(r"[a-z]+(?:_[a-z]+)+")


@register.filter
def action_words(action: str) -> str:
    """The sentence for a command's name; a name without one is shown as it is."""
    return str(ACTIONS.get(action, action))


@register.filter
def kind_words(kind: str) -> str:
    """The name of a kind of rows; a kind without one is shown as it is."""
    return str(KINDS.get(kind, kind))


@register.filter
def role_words(role: str) -> str:
    """The name of the role in which somebody acted."""
    return str(ROLES.get(role, role))


@register.filter
def value_words(value: object) -> str:
    """A value of a row as people read it: lists with commas, pairs with colons, yes and no, codes as words."""
    if value is None or value in ("", [], {}):
        return "–"
    if isinstance(value, bool):
        return str(YES if value else NO)
    if isinstance(value, dict):
        return "; ".join(f"{value_words(key)}: {value_words(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        nested = any(isinstance(one, dict | list | tuple) for one in value)
        return (" · " if nested else ", ").join(value_words(one) for one in value)
    return str(value).replace("_", " ") if _CODE.fullmatch(str(value)) else str(value)
