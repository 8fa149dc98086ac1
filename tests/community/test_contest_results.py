"""The jury, the vote, the count and the end of a contest."""

from datetime import timedelta
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.test import Client

from community.contests import playing_services
from community.contests.counting import counted
from community.contests.deciding_services import contest_decide, contest_print
from community.contests.jury_services import marks_give, marks_hand_in
from community.contests.models import Contest, ContestEntry, Vote
from community.contests.result import result_of
from community.contests.vote_services import network_mark, places_of_votes, vote_cast, votes_set_aside
from decks.cards.models import PlayTest
from decks.cards.pools import card_pool, pool_choices
from decks.cards.services import keeper_of
from ledger.commands import Actor
from tests.community.contested import AGREED, enter, judge, juror
from tests.community.test_contests import HOUR, opened, refused, signed_in
from tests.decks.catalogue import make_keeper
from tests.site.privacy.erasing import person_erase
from tests.tournaments.hall import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def vote(contest: Contest, user: Any, entry: ContestEntry, network: str = "192.0.2.0/24") -> None:
    mark = network_mark(contest, network)
    vote_cast(actor=Actor(user, "voter"), contest=contest, code=entry.code, network=mark)


def test_the_result_is_exact_says_ties_and_lets_one_side_decide_where_the_other_is_silent() -> None:
    sheets = {"a": {"x": [10, 4], "y": [5, 5], "z": [1, 1]}, "b": {"x": [8, 8], "y": [9, 2], "z": [2, 2]}}
    found = result_of(["x", "y", "z"], [2, 1], sheets, {"z": 2, "y": 1}, jury_share=60, wanted=2)
    x, y, z = (next(one for one in found.lines if one.code == code) for code in "xyz")
    assert x.jury == 60 and y.jury == Fraction(60) * Fraction(35, 48) and z.public == 40 and y.public == 20
    assert [one.code for one in found.lines] == ["y", "x", "z"] and found.winners == ("y", "x")
    tied = result_of(["x", "y"], [1], {}, {"x": 1, "y": 1}, jury_share=100, wanted=1)
    assert tied.winners == ("x", "y") and tied.tie_at_the_end and tied.jury_share == 0
    assert result_of(["x"], [1], {"a": {"x": [3]}}, {}, jury_share=0, wanted=1).lines[0].points == 100
    nobody = result_of(["x", "y"], [1], {}, {}, jury_share=50, wanted=1)
    assert nobody.winners == () and {one.place for one in nobody.lines} == {1}
    assert result_of([], [], {}, {}, jury_share=50, wanted=3).lines == ()


def test_a_juror_hands_in_once_each_card_is_marked_and_only_then_reads_the_others(time_machine: Any) -> None:
    contest, boss = opened(time_machine)
    one, other = juror(contest, boss), juror(contest, boss)
    entries = [enter(contest, number=number) for number in range(2)]
    page = f"/contests/{contest.pk}/jury/"
    assert "card-face" not in signed_in(one).get(page).content.decode()
    time_machine.move_to(contest.entries_close_at + HOUR)
    assert signed_in(one).get(page).content.decode().count('class="card-face') == 2
    judged: Any = {"code": entries[0].code, "marks": [7, 11], "reason": "Long enough a reason."}
    give = partial(marks_give, actor=Actor(one, "juror"), contest=contest)
    assert refused(lambda: give(judged=judged)) == {"marks"}
    assert refused(lambda: give(judged=judged | {"marks": [7, 8], "reason": "short"})) == {"reason_needed"}
    give(judged=judged | {"marks": [7, 8], "reason": "A canary of a reason."})
    assert refused(lambda: marks_hand_in(actor=Actor(one, "juror"), contest=contest)) == {"missing"}
    assert "canary" not in signed_in(other).get(page).content.decode()
    judge(contest, one, {entry.code: [7, 8] for entry in entries})
    assert refused(lambda: give(judged=judged)) == {"handed_in"}
    assert "Reason of" not in signed_in(other).get(page).content.decode()
    judge(contest, other, {entry.code: [3, 3] for entry in entries})
    assert "Reason of" in signed_in(other).get(page).content.decode()


def test_one_vote_of_an_older_account_not_for_ones_own_card_changed_until_the_close(
    time_machine: Any,
) -> None:
    voter, maker = make_user(), make_user()
    contest, boss = opened(time_machine)
    on_jury, late = juror(contest, boss), make_user()
    mine, other = enter(contest, maker), enter(contest, number=1)
    assert refused(lambda: vote(contest, voter, mine)) == {"closed"}
    time_machine.move_to(contest.voting_open_at + HOUR)
    for user in (late, on_jury, boss.user):
        assert refused(lambda user=user: vote(contest, user, mine)) == {"no_vote"}
    assert refused(lambda: vote(contest, maker, mine)) == {"own"}
    vote(contest, voter, mine)
    vote(contest, voter, other)
    vote(contest, maker, other)
    assert Vote.objects.count() == 2 and counted(contest).lines[0].votes == 2
    page = signed_in(voter).get(f"/contests/{contest.pk}/cards/").content.decode()
    assert page.count("your vote") == 1
    answer = signed_in(voter).post(
        f"/contests/{contest.pk}/cards/", {"code": mine.code}, REMOTE_ADDR="198.51.100.7"
    )
    assert answer.status_code == 302 and Vote.objects.get(voter=voter).card == mine
    contest.refresh_from_db()
    assert Vote.objects.get(voter=voter).network == network_mark(contest, "198.51.100.0/24")
    assert "198.51" not in Vote.objects.get(voter=voter).network
    time_machine.move_to(contest.voting_close_at)
    assert refused(lambda: vote(contest, voter, other)) == {"closed"}


def decided(time_machine: Any, **how: Any) -> tuple[Contest, Actor, list[ContestEntry], list[Any]]:
    """A contest of four cards that waits for its hosts, and who voted."""
    voters = [make_user() for _number in range(5)]
    contest, boss = opened(time_machine, **how)
    one = juror(contest, boss)
    makers = [make_user(f"Maker number {number}") for number in range(4)]
    entries = [enter(contest, maker, number) for number, maker in enumerate(makers)]
    time_machine.move_to(contest.voting_open_at + HOUR)
    judge(contest, one, {entry.code: [9 - place, 5] for place, entry in enumerate(entries)})
    for voter in voters[:4]:
        vote(contest, voter, entries[1])
    vote(contest, voters[4], entries[0], "203.0.113.0/24")
    time_machine.move_to(contest.voting_close_at + HOUR)
    contest.refresh_from_db()
    return contest, boss, entries, voters


def test_many_votes_of_new_accounts_from_one_place_are_a_hint_that_the_hosts_judge(time_machine: Any) -> None:
    contest, boss, entries, _voters = decided(time_machine)
    [place] = places_of_votes(contest)
    assert (place.votes, place.new, place.aside) == (4, 4, 0)
    page = signed_in(boss.user).get(f"/contests/{contest.pk}/decide/").content.decode()
    assert "4 votes" in page and "192.0.2" not in page
    for user in (make_user(), None):
        client = signed_in(user) if user else Client()
        assert client.get(f"/contests/{contest.pk}/decide/").status_code in (302, 403)
    before = counted(contest).winners[0]
    set_aside = partial(votes_set_aside, actor=boss, contest=contest, network=place.network)
    assert refused(lambda: set_aside(reason="", aside=True)) == {"reason_needed"}
    set_aside(reason="Made in one night.", aside=True)
    assert before == entries[1].code and counted(contest).winners[0] == entries[0].code
    set_aside(reason="", aside=False)
    assert counted(contest).winners[0] == before
    contest_decide(actor=boss, contest=contest, winners=counted(contest).winners)
    contest.refresh_from_db()
    assert contest.network_key == "" and not Vote.objects.exclude(network="").exists()


def test_hosts_confirm_the_count_or_say_why_not_and_makers_are_named_as_they_wish(time_machine: Any) -> None:
    contest, boss, entries, _voters = decided(time_machine, wanted=1)
    shy = entries[1].author
    ContestEntry.objects.filter(author=shy).update(credited=False)
    decide = partial(contest_decide, actor=boss, contest=contest)
    assert refused(lambda: decide(winners=[])) == {"winners"}
    assert refused(lambda: decide(winners=[entries[3].code])) == {"reason_needed"}
    decide(winners=[entries[1].code, entries[3].code], reason="The fourth was overlooked.")
    page = Client().get(f"/contests/{contest.pk}/result/").content.decode()
    assert "The fourth was overlooked." in page and "Maker number 3" in page and "Maker number 1" not in page
    assert "Reason of" in page
    file = Client().get(f"/contests/{contest.pk}/winners.json").json()
    assert sorted(file["credits"].values()) == ["", "Maker number 3"] and len(file["cards"]) == 2
    person_erase(actor=Actor(entries[3].author, "player"), user_id=entries[3].author_id)
    for address in ("result/", "winners.json", f"cards/{entries[3].code}/"):
        assert "Maker number 3" not in Client().get(f"/contests/{contest.pk}/{address}").content.decode()
    assert refused(lambda: decide(winners=[entries[1].code])) == {"not_now"}


@pytest.mark.parametrize("game", ["x610z", "zx"])
def test_a_keeper_prints_the_winners_as_cards_and_a_pool_that_events_can_choose(
    time_machine: Any, game: str
) -> None:
    pool = {"x610z": "demo", "zx": "zx-texts"}[game]
    keeper, voter = make_keeper(), make_user()
    contest, boss = opened(time_machine, game=game, pool_key=pool, jury_share=0, criteria=[])
    changes: Any = {} if game == "x610z" else {"type": "event", "colours": ["red"], "cost": "1", "text": ""}
    entry = enter(contest, **changes)
    time_machine.move_to(contest.voting_open_at + HOUR)
    vote(contest, voter, entry)
    time_machine.move_to(contest.voting_close_at + HOUR)
    contest_decide(actor=boss, contest=contest, winners=[entry.code])
    page = f"/contests/{contest.pk}/result/"
    assert signed_in(make_user()).post(page).status_code == 403
    made = contest_print(actor=keeper_of(keeper), contest=contest)
    assert refused(lambda: contest_print(actor=keeper_of(keeper), contest=contest)) == {"printed"}
    entry.refresh_from_db()
    assert made["pool"] in dict(pool_choices(game))
    assert entry.number in card_pool(game, made["pool"]) and made["cards"] == len(card_pool(game, pool)) + 1
    client = Client()
    short = entry.number.rpartition("/")[0] if game == "x610z" else entry.number
    address = f"/cards/{short}/" if game == "x610z" else f"/cards/{game}/{short}/"
    shown = client.get(address, follow=True).content.decode()
    assert entry.author.display_name in shown, address
    type(entry.author).objects.filter(pk=entry.author_id).update(is_active=False)
    assert entry.author.display_name not in client.get(address, follow=True).content.decode()


def test_a_contest_with_one_anonymous_child_names_nobody(time_machine: Any) -> None:
    contest, _boss = opened(time_machine)
    agreed = AGREED | {"age": "12", "guardian": True, "credited": False}
    entry = enter(contest, agreed=agreed)
    time_machine.move_to(contest.voting_open_at + timedelta(hours=1))
    page = Client().get(f"/contests/{contest.pk}/cards/{entry.code}/").content.decode()
    assert entry.author.display_name not in page


def test_at_the_close_every_card_is_played_once_also_after_a_kill(
    time_machine: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(playing_services, "GAMES", 4)
    contest, boss = opened(time_machine)
    entries = [enter(contest, number=number) for number in range(12)]
    playing_services.contests_sweep()
    assert not PlayTest.objects.exists(), "cards can still change"
    time_machine.move_to(contest.entries_close_at + HOUR)

    def killed(**_how: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(playing_services, "entry_played", killed)
        playing_services.contests_sweep()
    assert PlayTest.objects.count() == 1 and not ContestEntry.objects.exclude(play_test=None).exists()
    for _sweep in range(3):
        playing_services.contests_sweep()
    assert PlayTest.objects.count() == 12 and not ContestEntry.objects.filter(play_test=None).exists()
    assert not PlayTest.objects.exclude(asked_by=None).exists()
    page = f"/contests/{contest.pk}/cards/{entries[0].code}/"
    assert "play-test" in signed_in(boss.user).get(page).content.decode()
    assert Client().get(page).status_code == 404
    time_machine.move_to(contest.voting_open_at + HOUR)
    assert "play-test" in Client().get(page).content.decode()
