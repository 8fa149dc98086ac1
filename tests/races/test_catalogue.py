"""Races about the catalogue: two keepers at one card, at one new number and set, and an import beside an edit."""

from collections.abc import Callable
from itertools import count, cycle
from typing import Any

import pytest

from decks.cards import services
from decks.cards.catalogue_files import FILE, plan_of
from decks.cards.files import as_json
from decks.cards.models import Card, CardRevision, CardSet, CatalogueState
from decks.cards.services import card_publish, import_apply, import_keep, keeper_of
from ledger.errors import StaleError
from ledger.models import LedgerRow
from tests.decks.catalogue import EFFECT, SUMMON, make_keeper, publish_rows
from tests.races.tools import REPEATS, Racers, meet_after, meet_before, odd, refused

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]

NUMBER = EFFECT["number"]


@pytest.fixture
def keepers(transactional_db: None) -> list[Any]:
    publish_rows([SUMMON, EFFECT])
    return [make_keeper("ann"), make_keeper("bob")]


def without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the catalogue's one row is read, not locked."""
    monkeypatch.setattr(services, "lock_catalogue", lambda: CatalogueState.objects.get(pk=1))


def repeated(once: Callable[[], str]) -> list[str]:
    return [found for found in (once() for _time in range(REPEATS)) if found]


def printed_now() -> Card:
    return Card.objects.select_related("current").get(number=NUMBER)


def test_of_two_changes_made_from_the_same_form_one_is_printed_and_the_other_told_so(
    run: Racers, keepers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = meet_after(monkeypatch, services, "require_base")
    costs = cycle(range(2, 99))

    def once() -> str:
        base = CardRevision.objects.filter(card__number=NUMBER).count()
        rows = [{**EFFECT, "cost": f"B{next(costs)}"} for _keeper in keepers]
        meeting.reset()
        answers = run(
            *[
                lambda row=row, keeper=keeper: card_publish(
                    actor=keeper_of(keeper), key="", row=row, reason="Misprint.", card=NUMBER, base=base
                )
                for row, keeper in zip(rows, keepers, strict=True)
            ]
        )
        won = [row for row, answer in zip(rows, answers, strict=True) if isinstance(answer, dict)]
        told = [answer for answer in answers if isinstance(answer, StaleError)]
        now = printed_now()
        good = len(won) == len(told) == 1 and now.current is not None
        good = good and now.current.revision == base + 1 and now.current.parts["cost"] == won[0]["cost"]
        return "" if good and not odd(answers) else f"{answers}"

    assert repeated(once) == []
    assert CardRevision.objects.filter(card__number=NUMBER).count() == REPEATS + 1
    without_the_lock(monkeypatch)
    meeting.without_locks()
    assert any(once() for _time in range(10)), (
        "the control: without the lock both believe they are the next form"
    )


def test_a_new_number_and_its_set_are_made_once(
    run: Racers, keepers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two cards with one number is made; two cards of one new set are both made, the set once."""
    meeting = meet_after(monkeypatch, services, "clashes")
    times = count()

    def once(same: bool) -> str:
        round_, number = divmod(next(times), 98)
        code = f"R{number + 1}.{round_ + 1}"
        meeting.reset()
        rows = [
            {**EFFECT, "number": f"{code}/00{1 if same else place}/010-C", "name": f"{code} {place}"}
            for place in (1, 2)
        ]
        answers = run(
            *[
                lambda row=row, keeper=keeper: card_publish(actor=keeper_of(keeper), key="", row=row)
                for row, keeper in zip(rows, keepers, strict=True)
            ]
        )
        made = Card.objects.filter(card_set__code=code).count()
        lost = [answer for answer in answers if refused(answer)]
        codes = {problem.code for answer in lost for problem in answer.problems}
        good = made == (1 if same else 2) and codes == ({"number_taken"} if same else set())
        good = good and CardSet.objects.filter(code=code).count() == 1
        return "" if good and not odd(answers) else f"{code} {made} {answers}"

    assert repeated(lambda: once(same=True)) == []
    assert repeated(lambda: once(same=False)) == []
    without_the_lock(monkeypatch)
    meeting.without_locks()
    assert any(once(same=True) for _time in range(10)), (
        "the control: without the lock the database has to refuse"
    )


def test_an_import_never_prints_over_an_edit_that_its_preview_did_not_show(
    run: Racers, keepers: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = meet_before(monkeypatch, services, "publish")
    costs = cycle(range(2, 99))

    def once() -> str:
        base = CardRevision.objects.filter(card__number=NUMBER).count()
        file, typed = ({**EFFECT, "cost": f"B{next(costs)}"} for _keeper in keepers)
        text = as_json([file], FILE)
        kept = import_keep(
            by=keepers[0], filename="x.json", text=text, form="json", plan=plan_of(text, "json").sha256
        )
        meeting.reset()
        answers = run(
            lambda: import_apply(actor=keeper_of(keepers[0]), token=kept.token, reason="Season."),
            lambda: card_publish(
                actor=keeper_of(keepers[1]), key="", row=typed, reason="Misprint.", card=NUMBER, base=base
            ),
        )
        made = CardRevision.objects.filter(card__number=NUMBER).count() - base
        codes = [answer.code for answer in answers if refused(answer)]
        return "" if made == 1 and codes == ["stale"] and not odd(answers) else f"{made} {answers}"

    assert repeated(once) == []
    actions = LedgerRow.objects.filter(action__in=("card.publish", "cards.import"))
    assert actions.count() == REPEATS, "whoever lost left nothing behind"
    without_the_lock(monkeypatch)
    meeting.without_locks()
    assert any(once() for _time in range(10)), "the control: without the lock both are printed"
