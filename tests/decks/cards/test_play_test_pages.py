"""*How it plays* for keepers: the pools, every card of one, the report of a card, in both languages."""

from typing import Any

import msgspec
import pytest
from django.test import Client

from decks.cards.models import PlayTest
from decks.cards.playtest_services import AT_ONCE
from ledger.models import OutboxMessage
from rules_engine.games import game_of
from rules_engine.kernel.playtest import Asked, Question, Stuck, Tally
from tests.decks.catalogue import make_keeper
from tests.tournaments.hall import make_user

pytestmark = pytest.mark.django_db
POOL = "/cards/keep/plays/x610z/demo/"
SPARK = f"{POOL}D1.1/032/100-C/"
BETTER = Tally(
    pairs=2000, both=800, gained=300, lost=200, neither=696, had_in=1900, played_in=1500, played=1800, lines=99,
    stuck_with=3, stuck_without=1,
    asked=(
        Asked(Question("gap", "manual_card", "", (("card", "D1.1/032/100-C"),)), 3, 0),
        Asked(Question("ruling", "all_lose_at_once", "H18"), 5, 2),
    ),
    stuck=(Stuck(17, True, "fault", "RecursionError"),),
)  # fmt: skip


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(make_keeper())
    return client


def text(client: Client, path: str, language: str = "en") -> str:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def played(client: Client, tally: Tally, state: str = "done") -> None:
    """The card is asked for, and comes to these sums."""
    assert client.post(SPARK).status_code == 302
    done = {"state": state, "done": tally.pairs, "tally": msgspec.to_builtins(tally)}
    assert PlayTest.objects.update(**done) == 1


def test_a_keeper_comes_from_the_pools_to_a_card_and_lets_it_be_played(keeper: Client) -> None:
    assert POOL in text(keeper, "/cards/keep/plays/")
    assert "not played yet" in text(keeper, POOL) and SPARK in text(keeper, POOL)
    assert "2,000 deals twice" in text(keeper, SPARK)
    for _twice in range(2):
        assert keeper.post(SPARK).headers["Location"] == SPARK
    assert PlayTest.objects.count() == 1
    page = text(keeper, SPARK)
    assert "<progress" in page and 'hx-trigger="every 3s"' in page and "Let this card be played" not in page
    assert "being played" in text(keeper, POOL) and "hx-trigger" in text(keeper, POOL)


def test_a_report_says_the_finding_its_interval_its_questions_and_its_stuck_games(keeper: Client) -> None:
    played(keeper, BETTER)
    page = " ".join(text(keeper, SPARK).split())
    assert "its seat won more often: 5.0 games in a hundred more (between +2.8 and +7.2)" in page
    assert "had the card in 1,900 and played it in 1,500, 1,800 times in all" in page
    assert "It turned 300 games to a win and 200 away from one" in page
    assert "55.1 %" in page and "chart-whisker" in page and "<svg" in page
    assert "H18:" in page and "in 5 games with the card, in 2 without it" in page
    assert "3 with the card, 1 without it" in page and "deal 17" in page and "RecursionError" in page
    assert 'hx-trigger="every 3s"' not in page  # it is over, so nothing asks any more
    assert "The effect of Spark has to be entered by a judge." in page
    pool = text(keeper, POOL)
    assert "its seat wins more often (+5.0)" in pool
    assert pool.index(">Spark<") < pool.index(">Annihilation<")  # what was found stands on top
    dutch = " ".join(text(keeper, SPARK, "nl").split())
    assert "won haar stoel vaker: 5,0 spellen op de honderd meer" in dutch
    assert "in 5 spellen met de kaart" in dutch


@pytest.mark.parametrize(
    ("tally", "said"),
    [
        (Tally(pairs=2000, both=990, gained=10, lost=8, neither=992, played_in=900), "show no difference"),
        (Tally(pairs=2000, both=1000, neither=1000, played_in=19), "tell nothing about this card"),
        (Tally(pairs=2000, both=500, neither=500, played_in=900), "do not tell how strong"),
    ],
)
def test_numbers_that_tell_nothing_are_said_to_tell_nothing(keeper: Client, tally: Tally, said: str) -> None:
    played(keeper, tally)
    assert said in text(keeper, SPARK)
    assert "seat wins" not in text(keeper, POOL)


def test_what_was_given_up_says_so_and_can_be_asked_again(keeper: Client) -> None:
    played(keeper, Tally(pairs=40, both=20, neither=20, played_in=30), state="failed")
    page = " ".join(text(keeper, SPARK).split())
    assert "stopped after 40 of 2000 deals" in page and "Let this card be played" in page
    keeper.post(SPARK)
    assert PlayTest.objects.get().state == "running"
    assert OutboxMessage.objects.latest("pk").payload["args"] == [PlayTest.objects.get().pk, 40]


def test_the_next_cards_of_a_pool_are_asked_for_together(keeper: Client) -> None:
    assert f"Let the next {AT_ONCE} cards be played" in text(keeper, POOL)
    keeper.post(POOL)
    assert PlayTest.objects.count() == AT_ONCE
    assert "of your cards are still being played" in keeper.post(POOL, follow=True).content.decode()
    assert PlayTest.objects.count() == AT_ONCE


def test_a_life_base_and_what_is_not_there_are_not_played(keeper: Client) -> None:
    base = "/cards/keep/plays/x610z/demo/1.1/001/089-C/"
    assert "A Life Base lies in no deck" in text(keeper, base)
    keeper.post(base)
    assert not PlayTest.objects.exists()
    for path in ("x610z/no-such-pool/", "chess/demo/", "x610z/demo/D1.1/999/100-C/"):
        assert keeper.get(f"/cards/keep/plays/{path}").status_code == 404


def test_nobody_else_learns_whether_a_card_is_played(keeper: Client) -> None:
    keeper.post(SPARK)
    somebody = Client()
    for path in (SPARK, POOL, "/cards/keep/plays/"):
        assert somebody.get(path).status_code == 302
    somebody.force_login(make_user())
    answers = [somebody.get(path) for path in (SPARK, "/cards/keep/plays/x610z/demo/D1.1/033/100-C/", POOL)]
    assert {answer.status_code for answer in answers} == {403}
    assert answers[0].content.count(b"Spark") == answers[1].content.count(b"Spark") == 0


def test_the_list_of_a_pool_asks_the_database_as_often_for_a_hundred_cards(
    keeper: Client, django_assert_max_num_queries: Any
) -> None:
    keeper.get(POOL)
    with django_assert_max_num_queries(8):
        keeper.get(POOL)


def test_a_game_without_random_games_says_so(keeper: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    demo = "/cards/keep/plays/zx/zx-demo/"
    assert "Torch Choir" in text(keeper, demo)
    monkeypatch.setitem(vars(game_of("zx")), "playtest", None)
    page = text(keeper, demo)
    assert "The engine plays no random games of Z/X yet." in page and "Torch Choir" not in page
    keeper.post(demo)
    assert not PlayTest.objects.exists()
