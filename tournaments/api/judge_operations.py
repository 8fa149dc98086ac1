"""What judges do through the API: calls, rulings and appeals, deck checks, lists, opened cards, logs, penalties.

A judge who reads a list by writing to it stands in the ledger as its reader, as on the page.
"""

from typing import Any, cast

from django.http import Http404

from ledger.commands import Actor
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import LIST, POOL, note_reading
from tournaments.events.access import Right
from tournaments.events.policy import LIMITED
from tournaments.gamelogs.audit_services import audit_start
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_confirm_line
from tournaments.judging import call_services as calls
from tournaments.judging import case_services as cases
from tournaments.judging import penalty_services as penalties
from tournaments.judging import selectors
from tournaments.judging import services as checks
from tournaments.judging.case_models import Appeal, CaseRevision
from tournaments.judging.infractions import TABLE as INFRACTIONS
from tournaments.judging.infractions import Level
from tournaments.judging.models import CheckedDeck, JudgeCall
from tournaments.judging.precedent_services import precedent_publish
from tournaments.rounds.services import dispute_settle
from tournaments.submissions import pool_services as pools
from tournaments.submissions.selectors import registration_of, sheet_entry
from tournaments.submissions.services import CODES, deck_revise_by_judge

from .bodies import body_of
from .fields import MOST, MOST_ID, NAMED, Kind, list_of, one_of, text, whole
from .operations import ENTRY, ONE, TABLE, Call, Scope, part
from .tokens import JUDGE

CASE = f"{ONE}cases/<int:number>/"
CHECK = f"{ONE}checks/<int:number>/"
PENALTY = f"{ONE}penalties/<int:penalty>/"

takes_calls = Scope(JUDGE, Right.CALLS)
reads_decks = Scope(JUDGE, Right.DECKS)
reads_logs = Scope(JUDGE, Right.LOGS)
punishes = Scope(JUDGE, Right.PENALTIES)
rules = Scope(JUDGE, Right.RULE)


# --- calls -----------------------------------------------------------------------------------------------


def newest_call(call: Call) -> int:
    """The newest call of the table, open or not, so that the same request sent again finds the same; else 404."""
    found = JudgeCall.objects.filter(match=call.match()).order_by("-pk").first()
    if found is None:
        raise Http404
    return int(found.pk)


THIS_CALL = {"call_id": newest_call}

takes_calls.command(
    "claim_call",
    f"{TABLE}call/claim/",
    calls.call_claim,
    "Go to a table; of two judges one gets it.",
    without=("reason",),
)
takes_calls.command(
    "release_call", f"{TABLE}call/release/", calls.call_release, "Let another judge go.", given=THIS_CALL
)
takes_calls.command(
    "escalate_call",
    f"{TABLE}call/escalate/",
    calls.call_escalate,
    "Let the table wait for the head judge.",
    given=THIS_CALL,
)
takes_calls.command(
    "resolve_call",
    f"{TABLE}call/resolve/",
    calls.call_resolve,
    "You are done at the table; so many minutes are given back.",
    body={"minutes": whole(0, calls.MOST_MINUTES)},
    given=THIS_CALL,
)

# --- rulings and appeals -----------------------------------------------------------------------------------

FactBody = body_of(
    "FactBody",
    "One fact: what it says, how sure it is, and the class of evidence it rests on.",
    {
        "text": text(cases.FACT_LENGTH).field(),
        "status": one_of(CaseRevision.Status.values).field(),
        "evidence": whole(min(CaseRevision.Evidence.values), max(CaseRevision.Evidence.values)).field(),
    },
)
WRITTEN: dict[str, Kind] = {
    **{name: text(longest).unsaid() for name, longest in cases.LENGTHS.items()},
    "facts": list_of(Kind(FactBody), cases.MOST_FACTS).unsaid(),
    "rules": list_of(text(20), cases.MOST_RULES).unsaid(),
    "code": one_of(["", *INFRACTIONS]).unsaid(),
    "remedy": one_of(CaseRevision.Remedy.values).unsaid(),
}
"""What a judge writes of a case; what is left out stays as it was."""


def _written(call: Call) -> cases.Said:
    """The part of a body that is written of the case."""
    return cast("cases.Said", {name: value for name, value in call.said.items() if name in WRITTEN})


@punishes.special(
    f"{TABLE}cases/",
    cases.case_rule,
    about="A ruling; ``entry`` gets the penalty of its code (of ``level`` where that departs from the table).",
    body=WRITTEN | {"level": one_of(["", *Level.values]), "log": whole(1, MOST_ID)},
    without=("said", "call_id", "minutes", "claim"),  # a call and a dispute have operations of their own
)
def rule_case(call: Call) -> object:
    """Rule at a table; nothing but the table is needed, everything else can be completed later."""
    return call.carry_out(said=_written(call))


@punishes.special(
    f"{CASE}complete/",
    cases.case_complete,
    about="What a judge writes of a case; what is left out stays as it was.",
    body=WRITTEN,
    without=("said",),
)
def complete_case(call: Call) -> object:
    """Complete or correct a case: one more revision, the ruling stays as it was given."""
    return call.carry_out(said=_written(call))


@punishes.special(
    f"{CASE}decide/",
    cases.appeal_decide,
    about="What becomes of a ruling that was appealed, why, and what is ruled instead.",
    body=WRITTEN | {"outcome": one_of(one for one in Appeal.Outcome.values if one), "reasons": text(500)},
    without=("said",),
)
def decide_appeal(call: Call) -> object:
    """Decide every open appeal of a case, as the head judge, with reasons; final for the tournament."""
    return call.carry_out(said=_written(call))


punishes.command(
    "publish_precedent",
    f"{CASE}publish/",
    precedent_publish,
    "Let other judges find a ruling, as the head judge.",
    about="A ruling for other judges, in words that name nobody.",
    body={"question": text(300), "answer": text(500), "cards": text(200)},
)

# --- penalties and disputes ----------------------------------------------------------------------------------

punishes.command(
    "give_penalty",
    f"{ONE}penalties/",
    penalties.penalty_give,
    "Give a player a penalty.",
    about="A penalty, by the codes of the document; ``reason`` where it departs from its table.",
    body={
        "code": text(10),
        "level": one_of(one for one in Level.values if one != Level.NONE),
        "note": text(1000),
    },
    without=("worse", "match_id", "check", "other_number", "card"),
)
punishes.command(
    "confirm_penalty",
    f"{PENALTY}confirm/",
    penalties.penalty_confirm,
    "Confirm a disqualification as the second person.",
    given={"number": part("penalty")},
)
punishes.command(
    "withdraw_penalty",
    f"{PENALTY}withdraw/",
    penalties.penalty_withdraw,
    "Take a penalty back, with a reason.",
    given={"number": part("penalty")},
)


@rules.special(
    f"{TABLE}settle/",
    dispute_settle,
    about="A result, and why it counts. ``despite``: enter it although no game could give it.",
    body={"reason": NAMED["reason"].optional(""), "version": NAMED["version"].optional(None)},
)
def settle_dispute(call: Call) -> object:
    """Rule on a disputed table: the result that counts, and why."""
    return (
        call.carry_out()
    )  # what is said of a version stays unread: nothing of a disputed table is overwritten


# --- decks -----------------------------------------------------------------------------------------------


def opens_cards(entry: Entry) -> bool:
    """Whether a deck is built here from cards that are opened."""
    return registration_of(entry).format == LIMITED


def _reading(call: Call, what: str, *entries: Entry) -> Actor:
    """The judge, who now stands in the ledger as a reader of these lists."""
    actor = call.actor
    note_reading(actor, call.tournament, what, list(entries))
    return actor


def _check(call: Call, **params: Any) -> object:
    """One step of the check of the address; the judge who does it has its lists before them."""
    _judge = call.actor
    found = selectors.check_numbered(call.tournament, call.path["number"])
    if found is None:
        raise Http404
    actor = _reading(call, LIST, *(deck.entry for deck in selectors.decks_of(found)))
    return call.carry_out(actor=actor, **params)


reads_decks.command(
    "start_check",
    f"{TABLE}check/",
    checks.deck_check_start,
    "Start checking the decks of a table; a check that is open there is shared.",
)
reads_decks.command(
    "start_check_by_lot",
    f"{ONE}checks/",
    checks.deck_check_start,
    "Start checking the decks of a table that the lot draws.",
    without=("match_id",),
)


@reads_decks.special(
    f"{CHECK}count/",
    checks.deck_check_tick,
    about='How many copies of one card were counted; ``card`` is "main:number" or "sideboard:number" of the list.',
    body={"card": text(80), "count": whole(0, checks.MOST_CARDS)},
    without=("ticks",),
)
def count_card(call: Call) -> object:
    """Say how many copies of one card of a list lay there; 0 takes nothing away, it is a count."""
    return _check(call, ticks={call.said["card"]: call.said["count"]})


FINDINGS: dict[str, Kind] = {
    "finding": one_of(CheckedDeck.Finding.values),
    "code": one_of(["", *checks.CODES]).optional(""),
    "note": NAMED["note"].optional(""),
    "presented": whole(0, checks.MOST_CARDS).optional(None),
}


@reads_decks.special(f"{CHECK}finding/", checks.deck_check_find, body=FINDINGS, without=("findings",))
def write_finding(call: Call) -> object:
    """Say what was found in one deck."""
    return _check(call, findings={name: call.said[name] for name in FINDINGS})


@reads_decks.special(f"{CHECK}close/", checks.deck_check_close)
def close_check(call: Call) -> object:
    """The decks are back: the table gets its time, once."""
    return _check(call)


@reads_decks.special(
    f"{ENTRY}deck/revise/", deck_revise_by_judge, body={"code": one_of(["", *CODES])}, without=("number",)
)
def revise_deck(call: Call) -> object:
    """Replace a player's list with a legal one, even after the deadline; the player reads why."""
    _judge, entry = call.actor, call.entry()
    return call.carry_out(actor=_reading(call, LIST, entry), number=entry.number)


SIGNED = {"role": one_of(pools.ROLES), "revision": whole(1, MOST)}


def _pool(call: Call) -> object:
    """Write to the opened cards of the entry of the address, as a reader of them; 404 where none are opened."""
    _judge, entry = call.actor, sheet_entry(call.tournament, call.path["entry"])
    if entry is None or not opens_cards(entry):
        raise Http404
    return call.carry_out(actor=_reading(call, POOL, entry), number=entry.number)


@reads_decks.special(
    f"{ENTRY}pool/", pools.opened_pool_record, about="Cards as text, a line for each.", without=("number",)
)
def record_pool(call: Call) -> object:
    """Write down the cards that a player opened."""
    return _pool(call)


@reads_decks.special(f"{ENTRY}pool/sign/", pools.opened_pool_sign, body=SIGNED, without=("number",))
def sign_pool(call: Call) -> object:
    """Sign the cards that a player opened, as a judge."""
    return _pool(call)


# --- logs ------------------------------------------------------------------------------------------------


@reads_logs.special(
    f"{ONE}audits/",
    audit_start,
    body={"round": whole(1, 1_000).optional(None)},
    without=("round_id", "settled", "season"),
)
def start_audit(call: Call) -> object:
    """Have the logs of a round, or of all rounds, checked again; no verdict changes by this."""
    wanted, actor, round_id = call.said["round"], call.actor, None
    if wanted is not None:
        round_id = call.tournament.rounds.filter(number=wanted).values_list("pk", flat=True).first()
        if round_id is None:
            raise Http404
    return call.carry_out(actor=actor, round_id=round_id)


@reads_logs.special(f"{ONE}logs/<int:log>/confirm/", log_confirm_line, body={"line": whole(1, 10_000_000)})
def confirm_line(call: Call) -> object:
    """Say that a correction in a log is a judge's; the log is checked again."""
    actor = call.actor
    if not GameLog.objects.filter(match__tournament=call.tournament, pk=call.path["log"]).exists():
        raise Http404
    return call.carry_out(actor=actor)
