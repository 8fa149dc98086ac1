"""By which rules an event is played: chosen when it is made, changed until the rounds begin, odd set-ups named."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from ledger.errors import UserError
from rules_engine.games import engine_of, game_of
from rules_engine.x610z.board import BOARDS
from rules_engine.x610z.rulesets import RULESETS, rulings
from tests.tournaments.events.test_edit import change, form_of, organizer
from tests.tournaments.hall import enter, make_tournament, make_user, organizer_of, staff_actor
from tournaments.events.edit_services import edit_of
from tournaments.events.kinds import first_format
from tournaments.events.law import law_of
from tournaments.events.models import Tournament
from tournaments.events.plans import orders_for, resolve, templates
from tournaments.events.policy import DEFAULTS
from tournaments.events.policy_problems import play_policy_problems
from tournaments.events.policy_values import value_in
from tournaments.events.policy_words import describe
from tournaments.events.rule_words import ORDERS
from tournaments.events.services import tournament_open_entry
from tournaments.events.set_up import plan_warnings, set_up_warnings
from tournaments.standings import PRESETS

SWISS, BEST, PODS = "constructed-community", "constructed-championship", "multiplayer-pods"


def test_every_version_board_and_order_has_words_and_every_order_is_one_we_ship() -> None:
    law = game_of(DEFAULTS.game).law
    assert tuple(law.rulesets) == RULESETS
    assert DEFAULTS.ruleset == RULESETS[-1]
    assert list(law.boards) == list(BOARDS)
    assert set(ORDERS) <= set(PRESETS)
    offered = {key for name in templates() for key in orders_for(resolve(name))}
    assert offered == set(ORDERS)


@pytest.mark.parametrize("name", sorted(templates()))
def test_every_kind_has_an_order_that_it_offers_and_points_that_are_the_orders(name: str) -> None:
    policy = resolve(name)
    assert policy.preset in orders_for(policy)
    for key in orders_for(policy):
        chosen, order = resolve(name, preset=key), PRESETS[key]
        worth = [str(value) for value in (order.win, order.draw, order.loss)]
        assert [str(value) for value in (chosen.points.win, chosen.points.draw, chosen.points.loss)] == worth
        assert [problem.field for problem in play_policy_problems(chosen)] == []
    kept = PRESETS[str(policy.preset)]
    assert [str(policy.points.win), str(policy.points.draw)] == [str(kept.win), str(kept.draw)]


@pytest.mark.parametrize(
    ("template", "changes", "field"),
    [
        (SWISS, {"preset": "x610z_pods"}, "preset"),
        (SWISS, {"preset": "nobody"}, "preset"),
        (PODS, {"preset": "mtg"}, "preset"),
        (SWISS, {"ruleset": "x610z/1999-01"}, "ruleset"),
        (SWISS, {"board": "act-9"}, "board"),
        (SWISS, {"level": "galactic"}, "level"),
        (SWISS, {"rulings": {"H99": "yes"}}, "rulings"),
        (SWISS, {"rulings": {"H7": "nonsense"}}, "rulings"),
        ("zx-community", {"rulings": {"H7": "wider_only"}}, "rulings"),
        ("zx-community", {"ruleset": "x610z/2010-02"}, "ruleset"),
    ],
)
def test_rules_that_nobody_knows_are_refused_at_their_field(
    template: str, changes: dict[str, Any], field: str
) -> None:
    assert [problem.field for problem in play_policy_problems(resolve(template, **changes))] == [field]


@pytest.mark.django_db
def test_rules_chosen_when_it_is_made_stand_on_its_page_and_in_the_law_of_its_games() -> None:
    client = Client()
    client.force_login(make_user())
    data = {
        "template": SWISS,
        "name": "Old Rules Cup",
        "starts_at": "2027-01-02T10:00",
        "capacity": "32",
        "preset": "fide",
        "ruleset": "x610z/2010-02",
        "board": "act-1",
        "ruling_H7": "wider_only",
    }
    assert client.post("/t/new/", data).status_code == 302
    tournament = Tournament.objects.get()
    law = law_of(tournament)
    assert (law.ruleset, law.rulings, law.board) == ("x610z/2010-02", {"H7": "wider_only"}, "act-1")
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    page = Client().get(f"/t/{tournament.slug}/").content.decode().partition("<main")[2]
    assert "rules of February 2010" in page and "Ruling H7" in page and "Buchholz" in page
    assert "1 for a win, 1/2 for a draw, 0 for a loss" in page
    with override("nl"):
        words = {line.label: line.value for line in describe(tournament.policy)}
        assert words["Spelregels"] == "regels van februari 2010"
        assert words["Uitspraak H7"] == rulings()["H7"].options_nl["wider_only"]


@pytest.mark.django_db
def test_every_choice_of_rules_is_changed_until_the_rounds_begin_and_goes_back_to_the_usual() -> None:
    tournament = make_tournament("Changing Cup")
    shown = change(
        tournament,
        preset="mtg",
        ruleset="x610z/2010-02",
        ruling_H7="wider_only",
        concede_after="10",
        cut_minutes="20",
    )
    lines = {label: (before, after) for label, before, after in shown.context["lines"]}
    assert lines["Rules"] == ("rules of March 2010", "rules of February 2010")
    assert lines["Conceding"][1] == "after 10 full rounds of a game"
    assert {"Ruling H7", "Order of places"} <= set(lines)
    assert (tournament.ruleset, law_of(tournament).concede_after) == ("x610z/2010-02", 10)
    assert form_of(organizer(tournament), tournament)["ruling_H7"] == "wider_only"
    change(tournament, preset="", ruleset="", ruling_H7="", concede_after="", cut_minutes="")
    assert tournament.policy == DEFAULTS
    assert law_of(tournament).rulings == {} and tournament.ruleset == DEFAULTS.ruleset
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    tournament.refresh_from_db()
    with pytest.raises(UserError) as refused:
        edit_of(tournament, {}, {"rulings": {"H7": "wider_only"}})
    assert [problem.code for problem in refused.value.problems] == ["frozen"]
    form = organizer(tournament).get(f"/t/{tournament.slug}/desk/edit/").context["form"]
    assert not list(form.rules())


@pytest.mark.django_db
def test_a_tournament_of_another_game_is_not_asked_what_only_ours_has() -> None:
    tournament = make_tournament("Zed Cup", template="zx-community")
    form = organizer(tournament).get(f"/t/{tournament.slug}/desk/edit/").context["form"]
    assert not {"concede_after", "ruleset", "board"} & set(form.fields)
    assert "live_delay" in form.fields, "its games are recorded, so an audience may see their boards"
    assert [field.name for field in form.rules()] == [f"ruling_{name}" for name in engine_of("zx").rulings()]
    assert "preset" in form.fields
    shown = change(tournament, minutes="40", location="Upstairs")
    assert {label for label, _before, _after in shown.context["lines"]} == {"Place", "Time for a round"}


@pytest.mark.django_db
def test_a_tournament_of_another_game_chooses_its_own_rulings_and_cards() -> None:
    client, data = Client(), {"template": "zx-community", "name": "Zed Cup", "starts_at": "2027-01-02T10:00"}
    client.force_login(make_user())
    asked = client.get("/t/new/?template=zx-community").context["form"]
    assert "ruling_Z19" in asked.fields and not {"ruling_H7", "board", "ruleset"} & set(asked.fields)
    assert [key for key, _words in asked.fields["pool"].choices] == ["", "zx-demo", "zx-texts"]
    data |= {"capacity": "32", "pool": "zx-demo"}
    mixed = client.post("/t/new/", data | {"ruling_H7": "wider_only"})
    assert mixed.status_code == 422 and "ruling_Z19" in mixed.context["form"].fields
    assert list(mixed.context["form"].errors) == ["template"]
    assert client.post("/t/new/", data | {"ruling_Z19": "no_more_turn"}).status_code == 302
    tournament = Tournament.objects.get()
    law = law_of(tournament)
    assert (law.rulings, law.pool_key) == ({"Z19": "no_more_turn"}, "zx-demo")
    assert form_of(organizer(tournament), tournament)["ruling_Z19"] == "no_more_turn"
    shown = change(tournament, ruling_Z19="", ruling_Z2="in_preprocessing", pool="")
    lines = {label: (before, after) for label, before, after in shown.context["lines"]}
    assert lines["Cards"] == ("26 demonstration cards without texts", "90 demonstration cards")
    law = law_of(tournament)
    assert (law.rulings, law.pool_key) == ({"Z2": "in_preprocessing"}, "zx-texts")


@pytest.mark.django_db
def test_the_cards_are_changed_until_players_can_enter_and_their_readers_until_the_start() -> None:
    tournament = make_tournament("Card Cup")
    change(tournament, pool="demo-2", acts="D2", lists="open", level="championship")
    policy = tournament.policy
    assert (tournament.pool_key, policy.pool, policy.acts) == ("demo-2", "demo-2", ("D2",))
    assert (policy.lists, policy.level) == ("open", "championship")
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    sent = form_of(organizer(tournament), tournament)
    assert sent["lists"] == "open" and not {"pool", "acts"} & set(sent)
    shown = change(tournament, lists="", pool="demo")
    assert [label for label, _before, _after in shown.context["lines"]] == ["Deck lists"]
    assert (tournament.pool_key, tournament.policy.acts) == ("demo-2", ("D2",))
    with pytest.raises(UserError) as refused:
        edit_of(tournament, {}, {"pool": "demo", "acts": []})
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("frozen", "pool")]


@pytest.mark.django_db
def test_the_size_of_tables_is_chosen_where_more_than_two_play_and_the_form_goes_back_to_the_usual() -> None:
    tournament = make_tournament("Big Tables", template=PODS)
    shown = change(tournament, pod_size="5")
    lines = {label: after for label, _before, after in shown.context["lines"]}
    assert lines == {"Pairing": "tables of about 5 players; the last one left wins the table"}
    assert first_format(tournament.policy).options(tournament).target == 5
    change(tournament, pod_size="")
    assert value_in(tournament.policy, "pod_size") == 4
    refused = play_policy_problems(resolve(SWISS, pod_size=5))
    assert [(problem.code, problem.field) for problem in refused] == [("other_format", "pod_size")]


@pytest.mark.django_db
def test_a_form_opened_before_somebody_else_changed_it_is_refused_and_shows_what_it_would_undo() -> None:
    tournament = make_tournament("Twice Open Cup")
    client, url = organizer(tournament), f"/t/{tournament.slug}/desk/edit/"
    old = form_of(client, tournament, announcement="Bring water")
    change(tournament, location="Hall 2")
    refused = client.post(url, old)
    assert refused.status_code == 422 and "Somebody changed this tournament" in refused.content.decode()
    assert ("Place", "Hall 2", "–") in refused.context["lines"]
    tournament.refresh_from_db()
    assert (tournament.location, tournament.announcement) == ("Hall 2", "")


@pytest.mark.django_db
def test_the_second_press_sent_twice_has_one_effect_and_the_same_answer() -> None:
    tournament = make_tournament("Two Presses Cup")
    client, url = organizer(tournament), f"/t/{tournament.slug}/desk/edit/"
    data = form_of(client, tournament, location="Hall 3")
    token = client.post(url, data).context["edit"].token
    sent = data | {"agreed": token, "idempotency_key": "two-presses-key"}
    assert [client.post(url, sent).status_code for _press in range(2)] == [302, 302]


@pytest.mark.django_db
def test_the_rules_below_a_new_tournament_follow_everything_that_is_chosen() -> None:
    client = Client()
    client.force_login(make_user())
    asked = {"template": BEST, "minutes": "45", "rounds": "9", "capacity": "8", "ruleset": "x610z/2010-02"}
    page = client.get("/t/new/", asked).content.decode().partition('id="kind-rules"')[2]
    assert "45 minutes" in page and "rules of February 2010" in page and "60 minutes" not in page
    assert "9 rounds are more than 8 players can play" in page
    wrong = client.get("/t/new/", {"template": PODS, "knock_out": "double", "minutes": "x"})
    assert "75 minutes" in wrong.content.decode().partition('id="kind-rules"')[2]


@pytest.mark.parametrize(
    ("template", "changes", "players", "words"),
    [
        (SWISS, {}, 32, None),
        (BEST, {}, 32, None),
        (PODS, {"rounds": 9}, 8, None),
        ("constructed-round-robin", {}, 8, None),
        (SWISS, {"rounds": 9}, 8, "9 rounds are more than 8 players"),
        (SWISS, {"rounds": 2}, 16, "After 2 rounds several of 16 players"),
        (BEST, {"rounds": 2, "cut_size": 4}, 16, None),
        (SWISS, {"minutes": 30}, 16, "30 minutes are short for a match of up to 3 games"),
        (BEST, {"cut_size": 16}, 8, "The knock-out is for 16, but there are only 8"),
        (BEST, {"cut_size": 8}, 8, "Everybody goes on into the knock-out"),
        (BEST, {"rounds": 3, "cut_points": 12}, 16, "Nobody can have 12 points after 3 rounds"),
        (BEST, {"rounds": 3, "cut_points": 9}, 16, None),
        ("teams-2v2", {}, 9, "9 players cannot all be in teams of 2"),
    ],
)
def test_an_odd_plan_is_named_and_an_ordinary_one_is_not(
    template: str, changes: dict[str, Any], players: int, words: str | None
) -> None:
    found = plan_warnings(resolve(template, **changes), players)
    assert [line.startswith(words or "") for line in found] == ([] if words is None else [True])


@pytest.mark.django_db
def test_a_dispute_that_nobody_could_settle_is_named_on_desk_and_edit_page(settings: Any) -> None:
    tournament = make_tournament("Judgeless Cup")
    now = timezone.now()
    assert first_format(tournament.policy).meets_once
    assert set_up_warnings(tournament, 16, now) == [
        "Nobody is a judge here yet: until then the organizer settles disputes."
    ]
    assert "The start is in the past." in set_up_warnings(tournament, 16, now + timedelta(days=2))
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    judge = staff_actor(tournament, "judge", enter(tournament, 4)[0].user)
    assert set_up_warnings(tournament, 16, now)[0].startswith("Only Player")
    for url in ("desk/", "desk/edit/"):
        page = organizer(tournament).get(f"/t/{tournament.slug}/{url}").content.decode()
        assert "nobody can settle one at that table" in page
    tournament.staff.filter(user=judge.user).delete()
    staff_actor(tournament, "head_judge")
    settings.SECOND_STEP_REQUIRED = True
    assert set_up_warnings(tournament, 16, now)[0].startswith("Nobody may settle a dispute")
    settings.SECOND_STEP_REQUIRED = False
    assert set_up_warnings(tournament, 16, now) == []
