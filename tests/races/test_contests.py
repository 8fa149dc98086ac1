"""Contests at the same moment: two votes of one account, two cards of one maker, a card and a vote beside the end."""

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from community.contests.deciding_services import contest_decide
from community.contests.models import HIDDEN_CHAIN, Contest, ContestEntry, Vote
from community.contests.services import contest_cancel, values_token
from community.contests.vote_services import vote_cast
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.community.contested import DAY, card, dates, draft, enter, host, in_voting
from tests.races.tools import REPEATS, Racers
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import found

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def codes(answers: list[Any]) -> list[str]:
    """The code of each refusal, "done" for what went through; anything else is a fault."""
    return [
        one.code if isinstance(one, UserError) else "done" if isinstance(one, dict) else repr(one)
        for one in answers
    ]


def taking_cards(name: str) -> tuple[Contest, Actor]:
    """A contest of a club of its own that takes cards now."""
    club = found(name)
    boss = host(club)
    contest = draft(boss, club)
    now = timezone.now()
    Contest.objects.filter(pk=contest.pk).update(state="published", published_at=now, **dates(now - DAY))
    contest.refresh_from_db()
    return contest, boss


def vote(contest: Contest, user: Any, entry: ContestEntry) -> Any:
    return vote_cast(actor=Actor(user, "voter"), contest=contest, code=entry.code, network="")


def test_of_two_votes_at_once_of_one_account_one_counts(run: Racers) -> None:
    for time in range(REPEATS):
        voter = make_user()
        contest, _boss = taking_cards(f"Club {time}")
        one, other = enter(contest, number=1), in_voting(contest, make_user())
        Contest.objects.filter(pk=contest.pk).update(published_at=timezone.now())
        answers = run(partial(vote, contest, voter, one), partial(vote, contest, voter, other))
        assert codes(answers) == ["done", "done"]
        assert Vote.objects.filter(contest=contest).count() == 1
    assert verify_chain(HIDDEN_CHAIN) == []


def test_of_two_cards_at_once_of_one_maker_one_is_in(run: Racers) -> None:
    for time in range(REPEATS):
        maker = make_user()
        contest, _boss = taking_cards(f"Club {time}")
        answers = run(partial(enter, contest, maker, 1), partial(enter, contest, maker, 2))
        assert not any(isinstance(one, Exception) for one in answers)
        [entry] = ContestEntry.objects.filter(contest=contest)
        assert entry.parts["name"] in (card(1)["name"], card(2)["name"])
    assert verify_chain(HIDDEN_CHAIN) == []


def test_a_card_beside_the_end_is_in_before_it_or_refused(run: Racers) -> None:
    for time in range(REPEATS):
        maker = make_user()
        contest, boss = taking_cards(f"Club {time}")
        token = values_token(contest)
        entered, ended = run(
            partial(enter, contest, maker),
            partial(contest_cancel, actor=boss, contest=contest, reason="Flood.", shown=token),
        )
        assert codes([ended]) == ["done"]
        assert isinstance(entered, ContestEntry) == ContestEntry.objects.filter(contest=contest).exists()
        assert isinstance(entered, ContestEntry) or entered.problems[0].code == "closed"


def test_a_vote_beside_the_decision_counts_or_is_refused_and_no_network_stays(run: Racers) -> None:
    for time in range(REPEATS):
        voter = make_user()
        contest, boss = taking_cards(f"Club {time}")
        entry = in_voting(contest, make_user())
        now = timezone.now()
        Contest.objects.filter(pk=contest.pk).update(published_at=now, voting_close_at=now, network_key="k")
        contest.refresh_from_db()
        voted, decided = run(
            partial(vote, contest, voter, entry),
            partial(contest_decide, actor=boss, contest=contest, winners=[entry.code], reason="Best."),
        )
        assert codes([voted, decided]) == ["closed", "done"]
        assert not Vote.objects.exclude(network="").exists()
