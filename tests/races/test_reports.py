"""Two who decide at once, many who report at once: one decision, one matter, one report each."""

from functools import partial
from typing import Any

import pytest

from community.safety.models import Matter, Objection, Report
from community.safety.services import (
    matter_decide,
    matter_hand_on,
    objection_decide,
    objection_make,
    report_make,
    token_of,
)
from ledger.commands import SITE_CHAIN, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.community.wanted import decided, office, reported
from tests.ledger.chains import broken
from tests.races.tools import REPEATS, racers
from tests.tournaments.agenda.people import acts
from tests.tournaments.hall import make_user
from tournaments.clans.services import clan_create

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def clan(name: str) -> int:
    return int(clan_create(actor=acts(make_user(f"Leader of {name}")), name=name)["clan"])


def codes(answers: list[Any]) -> list[str]:
    return sorted(one.code if isinstance(one, UserError) else one["state"] for one in answers)


def test_of_two_who_decide_at_once_one_is_heard_and_the_other_reads_what_it_was() -> None:
    with racers(3) as at_once:
        for time in range(REPEATS):
            first, second = office(), office()
            matter = reported(make_user(), "clan", clan(f"Clan {time}"))
            said = {"matter": matter, "shown": token_of(matter), "rule": "hurts", "answer": "Because."}
            answers = at_once(
                partial(matter_decide, actor=Actor(first, "office"), hide=True, **said),
                partial(matter_decide, actor=Actor(second, "office"), hide=False, **said),
                partial(matter_hand_on, actor=Actor(second, "office"), matter=matter, shown=said["shown"]),
            )
            matter.refresh_from_db()
            assert codes(answers).count(matter.state) == 1 or matter.state == "open", answers
            decisions = LedgerRow.objects.filter(action="matter.decide", data__matter=matter.pk)
            assert decisions.count() == (matter.state != "open")
    assert broken(SITE_CHAIN) == []


def test_many_who_report_one_thing_at_once_make_one_matter() -> None:
    with racers(4) as at_once:
        for time in range(REPEATS):
            one = clan(f"Clan {time}")
            said = {"kind": "clan", "thing_key": str(one), "reason": "hurts", "words": "", "language": "en"}
            ann = make_user()
            people = [ann, ann, make_user(), make_user()]
            answers = at_once(*[partial(report_make, actor=acts(user), **said) for user in people])
            assert all("report" in answer for answer in answers), answers
            [matter] = Matter.objects.filter(kind="clan", key=str(one))
            assert Report.objects.filter(matter=matter).count() == 3


def test_an_objection_beside_its_answer_is_answered_or_waits() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            first, second = office(), office()
            matter = reported(make_user(), "clan", clan(f"Clan {time}"))
            decided(first, matter, hide=True)
            answers = at_once(
                partial(objection_make, actor=acts(matter.concerned), matter=matter, words="No."),
                partial(
                    objection_decide,
                    actor=Actor(second, "office"),
                    matter=matter,
                    changed=True,
                    rule="",
                    answer="Right.",
                ),
            )
            matter.refresh_from_db()
            outcome = Objection.objects.get(matter=matter).outcome
            assert (outcome, matter.state) in (("open", "hidden"), ("changed", "fine")), answers
