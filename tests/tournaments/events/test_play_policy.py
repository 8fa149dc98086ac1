"""How an event is played, as an organizer chooses it: the form, what cannot be, the plain words, the stage it makes."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from msgspec.structs import asdict, replace

from decks.cards.legality_services import legality_list_create, legality_set
from decks.cards.models import LegalityList
from decks.cards.services import keeper_of
from ledger.errors import UserError
from rules_engine.x610z.cards import load_pool
from tests.decks.catalogue import load_some, make_keeper
from tests.tournaments.hall import (
    enter,
    make_tournament,
    make_user,
    organizer_of,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.events.forms import TournamentForm
from tournaments.events.models import Tournament
from tournaments.events.plans import resolve, stage_plan
from tournaments.events.policy import DEFAULTS, Policy
from tournaments.events.policy_problems import play_policy_problems
from tournaments.events.policy_values import value_in
from tournaments.events.policy_words import describe
from tournaments.events.services import tournament_open_entry
from tournaments.formats.final_tables.format import final_size
from tournaments.judging.services import deck_check_close, deck_check_start
from tournaments.rounds.models import Match
from tournaments.submissions.rules import deck_rules

SWISS, ROBIN, PODS = "constructed-community", "constructed-round-robin", "multiplayer-pods"
BEST = "constructed-championship"


def lines(template: str, **changes: Any) -> dict[str, str]:
    return {line.label: line.value for line in describe(resolve(template, **changes))}


def wrong(template: str, **changes: Any) -> list[tuple[str, str | None]]:
    problems = play_policy_problems(resolve(template, **changes))
    return [(problem.code, problem.field) for problem in problems]


@pytest.mark.parametrize("template", [SWISS, ROBIN, PODS, BEST])
def test_every_template_is_a_policy_that_can_be(template: str) -> None:
    assert wrong(template) == []


@pytest.mark.parametrize(
    ("template", "changes", "found"),
    [
        (SWISS, {"method": "fold", "leaders": 8, "clan_rounds": 2, "power_pairing_last_round": True}, []),
        (SWISS, {"method": "chance"}, [("choice", "method")]),
        (SWISS, {"leaders": 65}, [("range", "leaders")]),
        (SWISS, {"clan_rounds": -1}, [("range", "clan_rounds")]),
        (SWISS, {"check_minutes": 31}, [("range", "check_minutes")]),
        (SWISS, {"rounds": 31, "minutes": 0}, [("range", "rounds"), ("range", "minutes")]),
        (SWISS, {"legs": 2}, [("other_format", "legs")]),
        (ROBIN, {"legs": 2}, []),
        (ROBIN, {"legs": 3}, [("choice", "legs")]),
        (ROBIN, {"method": "slide"}, [("other_format", "method")]),
        (PODS, {"clan_rounds": 1}, [("other_format", "clan_rounds")]),
        (PODS, {"power_pairing_last_round": True}, [("other_format", "power_pairing_last_round")]),
        (PODS, {"cut_size": 10}, []),
        (PODS, {"cut_size": 8}, [("shape", "cut_number")]),
        (PODS, {"cut_points": 9}, [("no_points", "cut")]),
        (PODS, {"knock_out": "double"}, [("no_double", "knock_out")]),
        (PODS, {"third_place": True}, [("no_third", "third_place")]),
        (BEST, {"knock_out": "double"}, []),
        (BEST, {"knock_out": "double", "third_place": True}, [("no_third", "third_place")]),
        (BEST, {"cut_size": 1}, [("cut_size", "cut_number")]),
        (BEST, {"cut_size": 129}, [("cut_size", "cut_number")]),
        (BEST, {"cut_points": 301}, [("range", "cut_number")]),
        (BEST, {"cut_size": 2, "cut_points": 9, "third_place": True}, []),
        (SWISS, {"third_place": True}, [("no_cut", "cut")]),
        (SWISS, {"knock_out": "double"}, [("no_cut", "cut")]),
    ],
)
def test_choices_that_exclude_each_other_are_named_at_their_field(
    template: str, changes: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    assert wrong(template, **changes) == found


@pytest.mark.parametrize(
    ("template", "changes", "entries", "cut"),
    [
        (PODS, {}, 16, 0),
        (PODS, {}, 17, 4),
        (PODS, {}, 34, 4),
        (PODS, {}, 35, 10),
        (PODS, {"cut": False}, 35, 0),
        (PODS, {"cut_size": 16}, 20, 16),
        (PODS, {"cut_size": 16}, 12, 10),
        (PODS, {"cut_size": 10}, 9, 4),
        (PODS, {"cut_size": 4}, 3, 0),
        (BEST, {}, 9, 4),
        (BEST, {"cut_size": 16}, 9, 9),
        (BEST, {"cut_size": 2}, 9, 2),
        (BEST, {"cut_points": 9}, 40, 40),
        (BEST, {"cut_points": 9, "cut_size": 12}, 40, 12),
    ],
)
def test_how_many_can_go_on_follows_from_the_choice_and_the_field(
    template: str, changes: dict[str, Any], entries: int, cut: int
) -> None:
    assert stage_plan(resolve(template, **changes), entries).cut == cut


def test_a_double_round_robin_has_twice_the_rounds_and_four_in_a_swiss_event_play_once() -> None:
    assert stage_plan(resolve(ROBIN, legs=2), 5).rounds == 10
    assert stage_plan(resolve(ROBIN), 5).rounds == 5
    assert stage_plan(resolve(SWISS), 4).rounds == 3


def test_an_event_made_before_these_choices_existed_is_described_as_it_was() -> None:
    kept = {"level", "mode", "pairing", "pod_size", "rounds", "games", "minutes", "points", "preset", "cut"}
    kept |= {"bye_games", "concede_after", "late_until_round", "min_competitors", "format", "power"}
    old = msgspec.convert({key: value for key, value in asdict(DEFAULTS).items() if key in kept}, Policy)
    words = {line.label: line.value for line in describe(old)}
    assert "Leaders" not in words and "With equal points" not in words
    assert stage_plan(replace(old, cut=True), 9).cut == 4


def test_final_tables_take_sixteen_ten_or_four() -> None:
    assert [final_size(16, here) for here in (20, 16, 15, 10, 9, 4, 3)] == [16, 16, 10, 10, 4, 4, 0]


def test_every_choice_is_said_in_plain_words_and_an_ordinary_event_says_nothing_of_it() -> None:
    plain = lines(SWISS)
    assert not {"Leaders", "Last round", "Clan mates", "With equal points", "The cut"} & set(plain)
    assert plain["A deck check"].endswith("3 minutes more")
    chosen = lines(SWISS, method="fold", leaders=4, power_pairing_last_round=True, clan_rounds=2)
    assert chosen["With equal points"].startswith("by place: first plays last")
    assert chosen["Leaders"].startswith("the best 4 are paired first")
    assert chosen["Last round"].startswith("everybody is paired by place")
    assert chosen["Clan mates"].startswith("in rounds 1 to 2")
    assert lines(SWISS, method="slide")["With equal points"].startswith("by place: the upper half")
    assert lines(ROBIN, legs=2)["Pairing"] == "everybody plays everybody twice"
    assert lines(SWISS, check_minutes=5)["A deck check"].endswith("5 minutes more")


def test_the_cut_and_the_knock_out_are_said_in_plain_words() -> None:
    assert lines(BEST, cut_size=6)["The cut"] == "the best 6 play a knock-out"
    assert lines(BEST, cut_points=9)["The cut"].startswith("everybody with at least 9 points")
    assert lines(BEST, cut_size=6, cut_points=9)["The cut"].endswith("at least 9 points")
    assert "two losses" in lines(BEST, knock_out="double")["After one loss"]
    assert "Third place" in lines(BEST, third_place=True) and "Third place" not in lines(BEST)
    assert lines(BEST, cut_minutes=50)["Time for a knock-out match"] == "50 minutes"
    assert "with 17 to 34 the best 4" in lines(PODS)["The cut"]
    for size, words in ((4, "a final table"), (10, "the best two in the final"), (16, "four semi-finals")):
        assert words in lines(PODS, cut_size=size)["The cut"]
    assert "After one loss" not in lines(PODS)


def filled(**fields: Any) -> TournamentForm:
    base = {"template": SWISS, "name": "Chosen Cup", "starts_at": "2027-01-02T10:00", "capacity": "32"}
    form = TournamentForm({**base, **fields})
    form.is_valid()
    return form


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "changes"),
    [
        ({}, {}),
        ({"rounds": "5", "minutes": "50"}, {"rounds": 5, "minutes": 50}),
        ({"method": "fold", "leaders": "0"}, {"method": "fold", "leaders": 0}),
        ({"power_pairing_last_round": "on"}, {"power_pairing_last_round": True}),
        ({"clan_rounds": "2", "legs": "2"}, {"clan_rounds": 2, "legs": 2}),
        ({"cut": "nobody"}, {"cut": False, "cut_size": 0, "cut_points": 0}),
        ({"cut": "table"}, {"cut": True, "cut_size": 0, "cut_points": 0}),
        ({"cut": "number", "cut_number": "6"}, {"cut": True, "cut_size": 6, "cut_points": 0}),
        ({"cut": "points", "cut_number": "9"}, {"cut": True, "cut_size": 0, "cut_points": 9}),
        ({"knock_out": "double", "cut_minutes": "0"}, {"knock_out": "double", "cut_minutes": 0}),
        ({"third_place": "on", "check_minutes": "0"}, {"third_place": True, "check_minutes": 0}),
        ({"limits": "*"}, {"limits": "*"}),
    ],
)
def test_the_form_changes_only_what_was_filled_in(fields: dict[str, str], changes: dict[str, Any]) -> None:
    form = filled(**fields)
    assert form.errors == {}
    assert form.changes() == changes


@pytest.mark.django_db
def test_a_number_for_the_cut_needs_what_it_counts_and_the_other_way_round() -> None:
    assert set(filled(cut="points").errors) == {"cut_number"}
    assert set(filled(cut_number="8").errors) == {"cut"}
    assert set(filled(cut="table", cut_number="8").errors) == {"cut"}
    assert filled(cut_number="8").play_has_errors() and not filled(capacity="1").play_has_errors()


@pytest.mark.django_db
def test_an_organizer_makes_an_event_with_every_choice_and_reads_it_back() -> None:
    LegalityList.objects.create(key="winter", name="Winter list", name_nl="Winterlijst")
    client = Client()
    client.force_login(make_user())
    data = {
        "template": BEST,
        "name": "Chosen Cup",
        "starts_at": "2027-01-02T10:00",
        "capacity": "32",
        "leaders": "4",
        "clan_rounds": "1",
        "cut": "points",
        "cut_number": "9",
        "knock_out": "double",
        "check_minutes": "5",
        "limits": "winter",
    }
    refused = client.post("/t/new/", data | {"third_place": "on"})
    page = refused.content.decode()
    assert refused.status_code == 422 and "<details open" in page and "third place" in page
    assert client.post("/t/new/", data).status_code == 302
    tournament = Tournament.objects.get()
    kept = {
        key: value_in(tournament.policy, key) for key in ("leaders", "clan_rounds", "cut_points", "knock_out")
    }
    assert kept == {"leaders": 4, "clan_rounds": 1, "cut_points": 9, "knock_out": "double"}
    assert (tournament.policy.limits, tournament.policy.check_minutes) == ("winter", 5)
    page = client.get(f"/t/{tournament.slug}/desk/").content.decode()
    for words in ("Winter list", "at least 9 points", "the best 4 are paired first", "5 minutes more"):
        assert words in page
    with override("nl"):
        assert {line.value for line in describe(tournament.policy)} >= {"Winterlijst"}


@pytest.mark.django_db
def test_a_list_of_banned_cards_must_be_of_this_game() -> None:
    LegalityList.objects.create(key="other", game="zx", name="Other game")
    for key in ("other", "nowhere"):
        with pytest.raises(UserError) as refused:
            make_tournament(changes={"limits": key})
        assert [problem.field for problem in refused.value.problems] == ["limits"]
    assert make_tournament(changes={"limits": "*"}).policy.limits == "*"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "banned"), [({}, True), ({"limits": "*"}, False), ({"limits": "f"}, False)]
)
def test_a_deck_is_held_to_the_list_that_the_event_chose(changes: dict[str, Any], banned: bool) -> None:
    load_some("Discount")
    card = load_pool().named("Discount")
    assert card is not None
    keeper = make_keeper()
    legality_list_create(actor=keeper_of(keeper), key="1", name="Main", slug="main", default=True)
    legality_list_create(actor=keeper_of(keeper), key="2", name="Friendly", slug="f", default=False)
    since = timezone.localdate() - timedelta(days=1)
    legality_set(actor=keeper_of(keeper), key="3", of="main", number=card.number, limit=0, starts_on=since)
    tournament = make_tournament(changes=changes)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    (entry,) = enter(tournament, 1)
    assert entry.registration is not None
    report = deck_rules(tournament, entry.registration).report(
        "1 Life Base\n49 Mystic Energy Crystal\n1 Discount"
    )
    assert any(problem.code == "banned" for problem in report.problems) is banned


@pytest.mark.django_db
@pytest.mark.parametrize(("extra", "extension"), [(0, 6), (3, 9), (8, 14)])
def test_after_a_deck_check_the_table_gets_the_minutes_that_the_event_chose(
    extra: int, extension: int
) -> None:
    tournament = running_tournament(4, changes={"check_minutes": extra})
    publish(tournament, 1)
    match = Match.objects.filter(tournament=tournament).first()
    assert match is not None
    call: dict[str, Any] = {"actor": staff_actor(tournament, "judge"), "tournament": tournament}
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        number = deck_check_start(match_id=match.pk, **call)["check"]
    with time_machine.travel(start + timedelta(minutes=6), tick=False):
        assert deck_check_close(number=number, **call)["extension"] == extension


@pytest.mark.django_db
def test_the_words_for_no_list() -> None:
    assert lines(SWISS, limits="*")["Banned cards"].startswith("no list")


@pytest.mark.django_db
def test_a_stored_policy_is_read_as_a_value_and_what_it_lacks_has_its_default() -> None:
    made = make_tournament(changes={"minutes": 50})
    Tournament.objects.filter(pk=made.pk).update(policy={"games": 1, "of_a_later_release": True})
    read = Tournament.objects.get(pk=made.pk).policy
    assert (read.games, read.minutes, read.points.win) == (1, 60, 3)
    assert Tournament.objects.filter(policy__games=1).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("changes", [{"minutes": "soon"}, {"method": 4}, {"points": 3}])
def test_a_choice_of_another_kind_is_refused_in_words_and_nothing_is_made(changes: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="Open the form again"):
        make_tournament(changes=changes)
    assert not Tournament.objects.exists()
