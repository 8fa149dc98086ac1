"""Penalties and rulings are known to the judges of their tournament and to the players concerned, and to nobody else.

Worlds that differ in them alone must give everybody else the same bytes: on every page of the tournament, in the
API, in exports and in the ledger that the desk reads.
"""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from ledger.commands import Actor
from ledger.models import Chain, IdempotencyKey, LedgerRow, OutboxMessage
from tests.security.test_access_matrix import READ, Hall, hall
from tests.security.test_secrets import VOLATILE
from tests.security.worlds import same_numbers
from tests.speeds import amount, at_night
from tests.tournaments.hall import staff_actor
from tournaments.entries.models import Entry
from tournaments.judging.call_services import call_open
from tournaments.judging.case_services import Said, case_appeal, case_complete, case_rule
from tournaments.judging.models import JudgeCall
from tournaments.judging.penalty_services import penalty_confirm, penalty_give, penalty_withdraw

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]
CANARY = "canary-5d1e90"
TOLD = "What the judge told this table"
WORDS = (CANARY, TOLD, "What a judge ruled", "What the judges recorded", "never allowed at a tournament")
CONCERNED = {"judge", "player_in_match"}
# One of every kind of person beside them; strangers and those of other tournaments have no page of their own here.
OTHERS = ["anonymous", "player", "playing_judge", "judge_elsewhere", "scorekeeper", "organizer", "office"]
OTHERS = OTHERS[: amount(2, 7, "two worlds: as whom every page is read")]
OF_JUDGES = re.compile(
    "" if at_night("two worlds: every page of those concerned") else "penalt|case|me$|ruling"
)
PAGES = [name for name in READ if name.startswith(("tournaments:", "api:"))]


def bodies(hall: Hall, asked: list[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """These pages as these people get them, from an empty cache on, without what is new on every request."""
    cache.clear()
    found = {}
    for name, actor in asked:
        response = hall.clients[actor].get(hall.url(name, READ[name]))
        body = b"".join(response.streaming_content) if response.streaming else response.content
        head = f"{response.status_code} {response.headers.get('ETag', '')} "
        found[name, actor] = head + VOLATILE.sub("", body.decode(errors="replace"))
    return found


def worth_asking(actors: list[str]) -> list[tuple[str, str]]:
    """Every page with each of these people who may read it, by the access matrix, and with some who may not.

    Of several people with an account who are refused a page one is asked, but all of them where it is about penalties.
    """
    found = []
    for name in PAGES:
        may = READ[name].allowed
        refused = [actor for actor in actors if actor not in may and actor != "anonymous"]
        spared = [] if "penalt" in name else refused[1:]
        if name.startswith("api:"):  # which looks at no cookie
            spared = actors[1:]
        found += [(name, actor) for actor in actors if actor not in spared]
    return found


def judges(hall: Hall) -> tuple[Actor, Actor]:
    """A judge and a head judge."""
    return staff_actor(hall.tournament, "judge"), staff_actor(hall.tournament, "head_judge")


def punish(hall: Hall, judge: Actor, head: Actor) -> int:
    """The player of the match gets one penalty of each state, with a canary in all that is typed: the first number."""
    number = Entry.objects.get(pk=hall.values["entry"]).number
    params: dict[str, Any] = {"tournament": hall.tournament, "entry_number": number, "note": CANARY}
    match = hall.values["match"]
    lost = {"level": "match_loss", "reason": CANARY, "match_id": match}
    first = penalty_give(actor=head, code="T4", key="one", **lost, **params)["penalty"]
    taken = penalty_give(actor=judge, code="T9", level="caution", **params)["penalty"]
    penalty_withdraw(actor=judge, tournament=hall.tournament, number=taken, reason=CANARY)
    out = penalty_give(actor=judge, code="U3", level="disqualification", **params)["penalty"]
    penalty_confirm(actor=head, tournament=hall.tournament, number=out)
    penalty_give(actor=judge, code="U3", level="disqualification", **params)
    return int(first)


def rule(hall: Hall, judge: Actor, head: Actor) -> int:
    """A ruling at the same table, completed and appealed, with a canary in all but the words for the players."""
    fact = {"text": CANARY, "status": "agreed", "evidence": 5}
    said: Said = {"question": CANARY, "facts": [fact], "instruction": CANARY, "reason": CANARY, "words": TOLD}
    at: dict[str, Any] = {"tournament": hall.tournament}
    number = case_rule(actor=judge, match_id=hall.values["match"], said=said, **at)["case"]
    case_complete(actor=judge, number=number, said={"rules": ["402.9"]}, **at)
    player = Entry.objects.select_related("user").get(pk=hall.values["entry"]).user
    case_appeal(actor=Actor(player, "player"), number=number, grounds=CANARY, **at)
    return number


def raised_hand(hall: Hall) -> None:
    """What an appeal shows everybody in the hall, and all of it: that the table waits for the head judge."""
    player = Entry.objects.select_related("user").get(pk=hall.values["entry"]).user
    called = {"match_id": hall.values["match"], "reason": JudgeCall.Reason.APPEAL}
    call_open(actor=Actor(player, "player"), tournament=hall.tournament, **called)


def test_in_two_worlds_with_and_without_penalties_everybody_else_gets_the_same_bytes(
    hall: Hall, time_machine: Any
) -> None:
    time_machine.move_to(timezone.now(), tick=False)
    people = judges(hall)
    asked = worth_asking(OTHERS)
    # That the office reads a player's history is written down the first time, whatever it finds there.
    hall.clients["office"].get(hall.url("tournaments:history", READ["tournaments:history"]))
    with transaction.atomic():
        same_numbers("tournaments_judgecall")
        raised_hand(hall)
        before = bodies(hall, asked)
        transaction.set_rollback(True)
    with transaction.atomic():
        same_numbers("tournaments_judgecall")
        first, ruling = punish(hall, *people), rule(hall, *people)
        after = bodies(hall, asked)
        hall.values |= {"penalty_number": first, "case_number": ruling}
        mine = bodies(hall, [one for one in worth_asking(sorted(CONCERNED)) if OF_JUDGES.search(one[0])])
    assert {key for key in before if before[key] != after[key]} == set()
    assert not [key for key, text in after.items() if any(word in text for word in WORDS)]
    # The controls: a judge reads the note, the player plain words and no note.
    assert {key for key, text in mine.items() if CANARY in text} == {
        (f"tournaments:{page}", "judge") for page in ("penalty", "case", "cases")
    }
    assert TOLD in mine["tournaments:me", "player_in_match"]
    assert "What the judges recorded" in mine["tournaments:me", "player_in_match"]


def test_nothing_the_site_keeps_beside_the_penalties_holds_what_was_typed_or_moves_the_public_version(
    hall: Hall,
) -> None:
    people = judges(hall)
    chain = Chain.objects.get(key=hall.tournament.chain_key)
    sent = OutboxMessage.objects.count()
    punish(hall, *people)
    assert Chain.objects.get(key=hall.tournament.chain_key).version == chain.version
    assert Chain.objects.get(key=hall.tournament.chain_key).length == chain.length
    assert OutboxMessage.objects.count() == sent
    rule(hall, *people)
    after = LedgerRow.objects.filter(chain=hall.tournament.chain_key, number__gt=chain.length)
    assert [row.action for row in after] == ["call.open"]  # the hand that the appeal raises at the table
    kept = [*LedgerRow.objects.values_list("data", flat=True), *IdempotencyKey.objects.values()]
    assert CANARY not in str(kept)
