"""Asking how a card plays: one row for one question, slices that survive a killed worker, and a quota."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from decks.cards import playtest_services as services
from decks.cards.models import PlayTest
from decks.cards.playtest_services import ask_for_card, ask_play_test, play_test_progress
from decks.cards.pools import card_pool
from decks.cards.tasks import play_test
from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from ledger.selectors import verify_chain
from rules_engine.games import game_of
from rules_engine.kernel.playtest import Tally, play_part
from rules_engine.x610z.cards import load_pool
from tests.decks.catalogue import make_keeper
from tests.tournaments.hall import make_user

pytestmark = pytest.mark.django_db
CARD = {
    "number": "X1.1/001/001-C",
    "name": "Bolt of the Contest",
    "type": "Effect Card",
    "restriction": "3",
    "text": "Draw 1 card from your deck.",
}


def ask(actor: Actor, games: int = 4, **other: str) -> PlayTest:
    return ask_play_test(actor, "x610z", "demo", {**CARD, **other}, games=games)


@pytest.fixture
def keeper() -> Actor:
    return Actor(make_keeper(), "keeper")


def messages() -> list[list[Any]]:
    rows = OutboxMessage.objects.filter(payload__task=services.TASK).order_by("pk")
    return [row.payload["args"] for row in rows]


def work(row: PlayTest) -> PlayTest:
    """What a worker does with every message that is out."""
    done = 0
    while len(messages()) > done:
        play_test(*messages()[done])
        done += 1
    row.refresh_from_db()
    return row


def test_the_same_question_has_one_row_one_job_and_one_line_in_the_ledger(keeper: Actor) -> None:
    first = ask(keeper)
    again = ask(Actor(make_user("another"), "keeper"))
    assert first.pk == again.pk and again.asked_by == keeper.user
    assert messages() == [[first.pk, 0]]
    assert LedgerRow.objects.filter(chain_id=services.CHAIN, action="play_test.ask").count() == 1
    other = ask(keeper, text="Draw 2 cards from your deck.")
    assert other.pk != first.pk
    flavoured = ask(keeper, flavor="Nobody saw it coming.")
    assert flavoured.pk == first.pk  # what players do not play with makes no other card


def test_a_worker_plays_it_in_slices_and_comes_to_what_one_run_comes_to(
    keeper: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("decks.cards.tasks.SLICE_SECONDS", 0)
    monkeypatch.setattr("decks.cards.tasks.INLINE_SECONDS", 0)
    row = work(ask(keeper))
    assert row.state == "done" and row.done == 4
    assert messages() == [[row.pk, done] for done in range(4)]
    test = game_of("x610z").playtest
    assert test is not None
    (card,) = msgspec.json.decode(row.card, type=game_of("x610z").engine.cards)
    whole = play_part(test, card_pool("x610z", "demo"), card, seed=row.seed, first=0, count=4)
    assert msgspec.convert(row.tally, Tally) == whole
    assert verify_chain(services.CHAIN) == []
    rows = LedgerRow.objects.filter(chain_id=services.CHAIN).order_by("number")
    assert [one.action for one in rows] == ["play_test.ask", "play_test.progress"]  # asked, and over
    assert ask(keeper).pk == row.pk and len(messages()) == 4


def test_a_message_that_comes_twice_or_late_adds_nothing(keeper: Actor) -> None:
    row = ask(keeper)
    play_test(row.pk, 0)
    assert play_test(row.pk, 0) == "not wanted"
    stale = play_test_progress(actor=SYSTEM, number=row.pk, before=0, tally={"pairs": 9})
    assert stale == {"stored": False}


def test_what_a_killed_worker_left_is_sent_again_and_given_up_in_the_end(keeper: Actor) -> None:
    row = ask(keeper)
    services.stuck_play_tests_sweep()
    assert len(messages()) == 1  # it is at work
    for tries in range(1, services.MAX_ATTEMPTS + 2):
        PlayTest.objects.update(touched_at=timezone.now() - services.LEASE - timedelta(seconds=1))
        services.stuck_play_tests_sweep()
        assert len(messages()) == min(1 + tries, 1 + services.MAX_ATTEMPTS)
    row.refresh_from_db()
    assert row.state == "failed"
    again = ask(keeper)
    assert again.pk == row.pk and again.state == "running" and again.attempts == 0
    assert work(again).state == "done"


def test_a_few_are_played_at_a_time_and_the_next_begins_when_one_is_over(keeper: Actor) -> None:
    rows = [ask(keeper, games=1, text=f"Draw {count} cards from your deck.") for count in (2, 3, 4)]
    assert [PlayTest.objects.get(pk=row.pk).state for row in rows] == ["running", "running", "queued"]
    assert len(messages()) == services.AT_WORK
    play_test(rows[0].pk, 0)
    assert messages()[-1] == [rows[2].pk, 0]
    work(rows[2])
    assert {row.state for row in PlayTest.objects.all()} == {"done"}


def test_nobody_asks_for_more_than_the_quota(keeper: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 1)
    first = ask(keeper)
    with pytest.raises(UserError) as refused:
        ask(keeper, text="Draw 2 cards from your deck.")
    assert refused.value.code == "at_once"
    assert ask(keeper).pk == first.pk  # what there is can be asked for without end
    monkeypatch.setattr(services, "AT_ONCE", 10)
    monkeypatch.setattr(services, "A_DAY", 1)
    with pytest.raises(UserError, match="tomorrow"):
        ask(keeper, text="Draw 2 cards from your deck.")
    monkeypatch.setattr(services, "AT_ONCE_OF_ALL", 1)
    with pytest.raises(UserError) as busy:
        ask(Actor(make_user("another"), "keeper"), text="Draw 2 cards from your deck.")
    assert busy.value.code == "busy"
    assert PlayTest.objects.count() == 1


def test_a_card_that_cannot_be_read_or_lies_in_no_deck_is_refused_in_words(keeper: Actor) -> None:
    with pytest.raises(UserError) as unread:
        ask(keeper, text="Conquer the moon.")
    assert unread.value.problems[0].field == "text"
    pool = card_pool("x610z", "demo")
    with pytest.raises(UserError) as base:
        ask_for_card(keeper, "x610z", pool, load_pool("demo").life_base)
    assert base.value.code == "not_playable"
    with pytest.raises(KeyError):
        ask_play_test(keeper, "x610z", "no such pool", CARD)
    assert not PlayTest.objects.exists()
