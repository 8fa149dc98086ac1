"""A new format is one new folder: a stranger's is found, chosen, paired, repaired, reported, ranked and drawn."""

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from ledger.hashing import plain
from tests.tournaments.events.test_edit import change
from tests.tournaments.hall import enter, make_tournament, make_user, organizer_of, staff_actor
from tournaments import formats as folders
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk, entry_check_in
from tournaments.events import registry
from tournaments.events.edit_forms import EditForm
from tournaments.events.kinds import Kind, cut_formats, first_formats, formats
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import resolve, templates
from tournaments.events.policy_problems import play_policy_problems
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Games

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of the stranger's format stands beside ours while the test runs."""
    known = set(sys.modules)
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    monkeypatch.setattr(folders, "__path__", [*folders.__path__, str(Path(__file__).parent / "plugins")])
    registry.load()
    yield
    stranger = f"{folders.__name__}.ladder"
    for name in (
        set(sys.modules) - known
    ):  # the site's own modules that were first needed here stay: nothing is twice
        if name == stranger or name.startswith(f"{stranger}."):
            del sys.modules[name]


def browser(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


def made_on_the_site(
    players: int, template: str = "ladder-evening", **chosen: str
) -> tuple[Tournament, Client]:
    """A tournament on the ladder, chosen in the form, with everybody checked in and started from the desk."""
    client = browser(make_user("Lotte Ladder"))
    page = client.get("/t/new/").content.decode()
    assert "An evening on the ladder" in page
    start = timezone.now() + timedelta(hours=1)
    data = {
        "template": template,
        "name": "Ladder",
        "capacity": "16",
        "starts_at": f"{start:%Y-%m-%dT%H:%M}",
        **chosen,
    }
    assert client.post("/t/new/", data).status_code == 302
    tournament = Tournament.objects.get()
    assert "neighbours on the ladder" in client.get(f"/t/{tournament.slug}/").content.decode()
    act(client, tournament, "do/open_casual")
    entries = enter(tournament, players)
    act(client, tournament, "do/open_check_in")
    for entry in entries:
        entry_check_in(actor=organizer_of(tournament), tournament=tournament, entry_id=entry.pk)
    act(client, tournament, "round/do/start")
    tournament.refresh_from_db()
    assert tournament.state == "running"
    return tournament, client


def act(client: Client, tournament: Tournament, action: str, **data: object) -> None:
    """One button of the desk."""
    assert client.post(f"/t/{tournament.slug}/desk/{action}/", data).status_code == 302


def report(match: Match, position: int, score: str) -> None:
    """What one side touches on their own phone, own games first."""
    seat = match.seats.get(position=position)
    answer = browser(seat.entry.user).post(
        f"/t/{match.tournament.slug}/me/", {"score": score, "match": match.pk}
    )
    assert answer.status_code == 302


def tables(round_: Round) -> list[tuple[str, ...]]:
    return [
        tuple(seat.entry.key for seat in match.seats.all())
        for match in Match.objects.filter(round=round_).order_by("pk")
    ]


def test_a_strangers_format_is_played_from_the_form_to_the_standings(ladder: None) -> None:
    tournament, desk = made_on_the_site(5)
    stage = Stage.objects.get()
    assert (stage.kind, stage.rounds) == ("ladder", 2)

    act(desk, tournament, "round/do/draft", number=1)
    first = Round.objects.get()
    page = desk.get(f"/t/{tournament.slug}/desk/rounds/1/").content.decode()
    assert "Rungs" in page and "Swap them" in page
    before = tables(first)
    moved = [Entry.objects.get(number=int(table[0][1:])) for table in before[:2]]
    swapped = {"first": moved[0].pk, "second": moved[1].pk, "reason": "brothers"}
    assert desk.post(f"/t/{tournament.slug}/desk/rounds/1/", swapped).status_code == 302
    after = tables(first)
    assert [table[0] for table in after[:2]] == [before[1][0], before[0][0]] and after[2] == before[2]
    act(desk, tournament, "round/do/publish", number=1)

    one, two = Match.objects.filter(round=first, kind="played").order_by("table")
    report(one, 0, "1-0-0")
    report(one, 1, "0-1-0")
    report(two, 0, "1-0-0")
    report(two, 1, "1-0-0")  # both say they won
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.state, one.outcome, two.state) == ("final", Games((1, 0)), "disputed")
    judge = browser(staff_actor(tournament, "judge").user)
    ruling = {"first": "0", "second": "1", "drawn": "0", "kind": "played", "reason": "saw it"}
    assert judge.post(f"/t/{tournament.slug}/desk/matches/{two.pk}/", ruling).status_code == 302
    two.refresh_from_db()
    assert two.outcome == Games((0, 1))
    assert (
        "neighbours" in Client().get(f"/t/{tournament.slug}/tables/1/why/{moved[0].number}/").content.decode()
    )

    head = browser(staff_actor(tournament, "head_judge").user)
    right = {
        "first": "0",
        "second": "1",
        "drawn": "0",
        "kind": "played",
        "reason": "slip",
        "version": one.version,
    }
    assert head.post(f"/t/{tournament.slug}/desk/matches/{one.pk}/", right).status_code == 302
    one.refresh_from_db()
    assert one.outcome == Games((0, 1)) and one.corrected_at is not None
    act(desk, tournament, "round/do/complete", number=1)

    act(desk, tournament, "round/do/draft", number=2)
    second = Round.objects.get(number=2)
    order = [row.id for row in standings_rows(tournament)]
    assert [key for table in tables(second) for key in table] == order
    winners = {one.seats.get(position=1).entry.key, two.seats.get(position=1).entry.key, before[2][0]}
    assert set(order[:3]) == winners
    standings = Client().get(f"/t/{tournament.slug}/standings/").content.decode()
    places = [standings.index(Entry.objects.get(number=int(key[1:])).name) for key in order]
    assert places == sorted(places)


def test_a_draft_of_a_strangers_format_that_the_field_outgrew_is_refused(ladder: None) -> None:
    tournament, desk = made_on_the_site(4)
    act(desk, tournament, "round/do/draft", number=1)
    round_ = Round.objects.get()
    Entry.objects.filter(tournament=tournament, number=2).update(state="dropped", dropped_after=0)
    act(desk, tournament, "round/do/publish", number=1)
    round_.refresh_from_db()
    assert round_.state == "draft"
    act(desk, tournament, "round/do/redraft", number=1, draft=Round.objects.get(tournament=tournament).pk)
    act(desk, tournament, "round/do/publish", number=1)
    assert Round.objects.get().state == "published"
    assert sum(len(table) for table in tables(Round.objects.get())) == 3


def test_a_strangers_round_is_mended_by_the_strangers_own_plans(ladder: None) -> None:
    tournament, desk = made_on_the_site(4)
    act(desk, tournament, "round/do/draft", number=1)
    act(desk, tournament, "round/do/publish", number=1)
    added = entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lou")
    late = Entry.objects.get(pk=added["entry"])
    round_ = Round.objects.get()
    url = f"/t/{tournament.slug}/desk/rounds/1/repair/"
    page = desk.get(url).content.decode()
    full = re.search(r'value="(full:[0-9a-f]+)"', page)
    assert full is not None and late.name in page
    assert desk.post(url, {"plan": "full:0", "reason": "late"}).status_code == 200  # nobody agreed to that
    assert late.key not in {key for table in tables(round_) for key in table}
    assert desk.post(url, {"plan": full[1], "reason": "late"}).status_code == 200  # nor to what it costs
    assert desk.post(url, {"plan": full[1], "reason": "late", "lost_full": "0"}).status_code == 302
    assert sorted(key for table in tables(round_) for key in table) == ["E1", "E2", "E3", "E4", "E5"]
    assert sorted(map(len, tables(round_))) == [1, 2, 2]


def test_a_strangers_final_is_cut_to_played_and_drawn(ladder: None) -> None:
    tournament, desk = made_on_the_site(4, "ladder-summit")
    act(desk, tournament, "round/do/draft", number=1)
    act(desk, tournament, "round/do/publish", number=1)
    for match in Match.objects.all():
        report(match, 0, "1-0-0")
        report(match, 1, "0-1-0")
    act(desk, tournament, "round/do/complete", number=1)
    best = [row.id for row in standings_rows(tournament)][:2]
    act(desk, tournament, "round/do/cut")
    stage = Stage.objects.get(number=2)
    assert (stage.kind, stage.seeds, stage.rounds) == ("summit", best, 1)
    assert "The top: not yet known" in Client().get(f"/t/{tournament.slug}/bracket/").content.decode()
    act(desk, tournament, "round/do/draft", number=2)
    act(desk, tournament, "round/do/publish", number=2)
    final = Match.objects.get(round__number=2)
    assert tables(final.round) == [tuple(best)]
    report(final, 0, "0-1-0")
    report(final, 1, "1-0-0")
    act(desk, tournament, "round/do/complete", number=2)
    names = [Entry.objects.get(number=int(key[1:])).name for key in reversed(best)]
    drawn = Client().get(f"/t/{tournament.slug}/bracket/").content.decode()
    assert " above ".join(names) in drawn


def test_a_strangers_own_setting_is_asked_checked_said_stored_and_played(ladder: None) -> None:
    assert "Rungs to climb" in browser(make_user()).get("/t/new/").content.decode()
    tournament, desk = made_on_the_site(4, climb="2")
    assert tournament.policy.own == {"climb": 2}
    assert plain(tournament.policy)["climb"] == 2
    assert "2 rungs at a time" in desk.get(f"/t/{tournament.slug}/").content.decode()
    act(desk, tournament, "round/do/draft", number=1)
    first, second, third, fourth = (row.id for row in standings_rows(tournament))
    assert tables(Round.objects.get()) == [(first, third), (second, fourth)]


def test_a_strangers_own_setting_is_changed_on_the_page_and_refused_out_of_bounds_and_elsewhere(
    ladder: None,
) -> None:
    tournament = make_tournament(template="ladder-evening")
    assert EditForm(tournament=tournament).fields["climb"].label == "Rungs to climb"
    shown = change(tournament, climb="3")
    assert ("To climb", "–", "3 rungs at a time") in shown.context["lines"]
    assert tournament.policy.own == {"climb": 3}
    for template, climb, found in (
        ("ladder-evening", 4, [("range", "climb")]),
        ("constructed-community", 2, [("other_format", "climb")]),
        ("constructed-community", 1, []),
    ):
        problems = play_policy_problems(resolve(template, climb=climb))
        assert [(one.code, one.field) for one in problems] == found, (template, climb)
    with pytest.raises(msgspec.ValidationError):
        resolve("ladder-evening", climb="2")


def test_a_folder_that_brings_a_kind_twice_or_without_a_name_is_a_mistake(ladder: None) -> None:
    with pytest.raises(ValueError, match="ladder"):
        registry.register(type("Again", (Kind,), {"kind": "ladder"})())
    with pytest.raises(ValueError, match="a kind of its own"):
        registry.register(Kind())


def test_without_its_folder_nobody_knows_the_ladder() -> None:
    assert "ladder" not in {one.kind for one in formats()}
    assert "ladder" not in Client().get("/").content.decode()


def test_every_policy_of_ours_begins_with_one_format_and_ends_with_one() -> None:
    for key in templates():
        for changes in ({}, {"crews": True}, {"knock_out": "double"}):
            policy = resolve(key, **changes)
            begin = [one.kind for one in first_formats() if one.begins(policy)]
            after = [one.kind for one in cut_formats() if one.follows(policy)]
            assert len(after) == 1, (key, changes, after)
            assert len(begin) == 1 or (changes == {"crews": True} and "crews" in begin), (key, changes, begin)


def test_a_program_may_say_a_strangers_own_setting_within_its_bounds() -> None:
    """The bodies of the API are made when the site starts, so this one starts with the stranger's folder in place."""
    code = """
import django, sys
import tournaments.formats
tournaments.formats.__path__.append(sys.argv[1])
django.setup()
from tournaments.api.day_operations import ValuesBody, rules_of
for climb in (2, 4, "2"):
    body = ValuesBody(data={"climb": climb})
    print(rules_of(body.validated_data) if body.is_valid() else sorted(body.errors))
"""
    plugins = str(Path(__file__).parent / "plugins")
    done = subprocess.run([sys.executable, "-c", code, plugins], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["{'climb': 2}", "['climb']", "['climb']"], done.stderr
