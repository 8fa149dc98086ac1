"""A contest of 30 cards through the real services: from the brief to a set in a pool that a tournament can choose."""

from typing import Any

import pytest
from django.test import Client

from community.contests import playing_services
from community.contests.counting import counted
from community.contests.deciding_services import contest_decide, contest_print
from community.contests.models import HIDDEN_CHAIN, ContestEntry, Vote
from decks.cards import playtest_services
from decks.cards.models import PlayTest
from decks.cards.pools import card_pool, pool_choices
from decks.cards.services import keeper_of
from decks.cards.tasks import play_test
from ledger.models import OutboxMessage
from ledger.selectors import verify_chain
from tests.community.contested import enter, judge, juror
from tests.community.test_contest_results import vote
from tests.community.test_contests import HOUR, opened, signed_in
from tests.decks.catalogue import make_keeper
from tests.tournaments.hall import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
GAMES = 4
KINDS = (
    {"type": "Effect Card", "text": "Draw 2 cards from your deck."},
    {"type": "Summon Effect Card", "text": "Deal 2 damage to target summon."},
    {"type": "Summon Effect Card", "text": "Heal 2 damage from target summon."},
    {
        "type": "Summon Card", "class": "Dragon", "element": "Tide",
        "text": "[Movement Energy: C1] Attack Power 3, Defense 5, Speed 2, Range 2.",
    },
)  # fmt: skip


def play_all() -> None:
    """What workers do until nothing waits."""
    while True:
        due = OutboxMessage.objects.filter(topic="task", payload__task=playtest_services.TASK, sent_at=None)
        messages = list(due.order_by("pk"))
        if not messages:
            return
        for message in messages:
            OutboxMessage.objects.filter(pk=message.pk).update(sent_at=message.created_at)
            play_test(*message.payload["args"])


@pytest.mark.night(
    "30 cards are played by workers",
    short="tests/community/test_contest_results.py::test_at_the_close_every_card_is_played_once_also_after_a_kill",
)
def test_thirty_cards_from_the_brief_to_a_set(time_machine: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(playing_services, "GAMES", GAMES)
    voters, keeper = [make_user() for _number in range(20)], make_keeper()
    makers = [make_user(f"Designer {number}") for number in range(30)]
    contest, boss = opened(time_machine)
    jury = [juror(contest, boss) for _number in range(3)]
    for number, maker in enumerate(makers):
        changes: Any = KINDS[number % len(KINDS)]
        enter(contest, maker, number, **changes)
    time_machine.move_to(contest.entries_close_at + HOUR)
    for _sweep in range(4):
        playing_services.contests_sweep()
    play_all()
    played = ContestEntry.objects.filter(contest=contest, play_test__state=PlayTest.State.DONE)
    assert played.count() == 30, list(ContestEntry.objects.values_list("play_refused", flat=True))
    codes = sorted(ContestEntry.objects.values_list("code", flat=True))
    for place, one in enumerate(jury):
        judge(contest, one, {code: [(at + place) % 10 + 1, at % 7 + 1] for at, code in enumerate(codes)})
    time_machine.move_to(contest.voting_open_at + HOUR)
    entries = {entry.code: entry for entry in ContestEntry.objects.all()}
    for at, voter in enumerate([*voters, *makers[:5]]):
        choice = entries[codes[at % 6]]
        if choice.author_id != voter.pk:
            vote(contest, voter, choice, f"192.0.2.{at}/24")
    cards = Client().get(f"/contests/{contest.pk}/cards/")
    assert cards.content.decode().count('<article class="card-face') == 30
    time_machine.move_to(contest.voting_close_at + HOUR)
    result = counted(contest)
    assert result.votes == Vote.objects.count() and result.jurors == 3 and len(result.lines) == 30
    contest_decide(actor=boss, contest=contest, winners=result.winners)
    assert counted(contest) == result, "the same rows count the same"
    made = contest_print(actor=keeper_of(keeper), contest=contest)
    pool = card_pool("x610z", made["pool"])
    winners = ContestEntry.objects.filter(winner=True)
    assert {entry.number for entry in winners} <= {card.number for card in pool.cards}
    assert made["pool"] in dict(pool_choices("x610z")), "a tournament can choose it"
    page = signed_in(makers[0]).get(f"/contests/{contest.pk}/result/").content.decode()
    assert all(entry.author.display_name in page for entry in winners)
    assert verify_chain(HIDDEN_CHAIN) == [] and verify_chain("o-orbit-club") == []
