"""Changing a tournament after it is made: shown before, frozen by its phase, told to the players."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow
from tests.tournaments.hall import enter, make_tournament, organizer_of, running_tournament
from tournaments.entries.models import Entry
from tournaments.entries.services import tournament_start
from tournaments.events import edit_services
from tournaments.events.edit_services import edit_of, tournament_edit
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_open_check_in, tournament_open_entry

pytestmark = [pytest.mark.django_db]


def form_of(client: Client, tournament: Tournament, **changed: Any) -> dict[str, Any]:
    """The form as a browser would send it, with these fields changed."""
    page = client.get(f"/t/{tournament.slug}/desk/edit/").context
    form, sent = page["form"], {"opened": page["opened"]}
    for field in form:
        value = field.value()
        if hasattr(value, "strftime"):
            value = value.strftime("%Y-%m-%dT%H:%M")
        if value not in (None, "", False):
            sent[field.name] = value
    return sent | changed


def organizer(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(organizer_of(tournament).user)
    return client


def change(tournament: Tournament, **changed: Any) -> Any:
    """Both presses: what would change is shown, then done; returns what was shown."""
    client, url = organizer(tournament), f"/t/{tournament.slug}/desk/edit/"
    data = form_of(client, tournament, **changed)
    shown = client.post(url, data)
    assert shown.status_code == 200, shown.context["form"].errors
    assert client.post(url, data | {"agreed": shown.context["edit"].token}).status_code == 302
    tournament.refresh_from_db()
    return shown


def test_a_form_sent_back_untouched_changes_nothing_of_any_kind() -> None:
    for template in (
        "constructed-community",
        "constructed-championship",
        "multiplayer-pods",
        "limited-community",
    ):
        tournament = make_tournament(f"Same {template}", template=template)
        client = organizer(tournament)
        answer = client.post(f"/t/{tournament.slug}/desk/edit/", form_of(client, tournament))
        assert answer.context["edit"].values == {}, template


def test_what_changes_is_shown_first_then_done_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make_tournament("Hasty Cup", capacity=4)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    waiting = enter(tournament, 5)[4]
    told: list[Any] = []
    monkeypatch.setattr(
        edit_services, "announce", lambda _cmd, name, people: told.append((name, len(people)))
    )
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key)
    before = rows.count()
    client, url = organizer(tournament), f"/t/{tournament.slug}/desk/edit/"
    data = form_of(
        client, tournament, location="Hall 2", capacity="8", minutes="45", announcement="Bring water"
    )
    shown = client.post(url, data)
    page = shown.content.decode()
    assert "Nothing is saved yet" in page and "5 players are told of it" in page
    assert ("Time for a round", "60 minutes", "45 minutes") in shown.context["lines"]
    tournament.refresh_from_db()
    assert (tournament.location, rows.count(), told) == ("", before, [])
    assert client.post(url, data | {"agreed": shown.context["edit"].token}).status_code == 302
    tournament.refresh_from_db()
    waiting.refresh_from_db()
    assert (tournament.location, tournament.capacity, tournament.policy.minutes) == ("Hall 2", 8, 45)
    assert (rows.count(), told, waiting.state) == (before + 1, [("tournament.changed", 5)], "entered")
    assert "Bring water" in Client().get(f"/t/{tournament.slug}/").content.decode()
    phone = Client()
    phone.force_login(waiting.user)
    assert "Bring water" in phone.get(f"/t/{tournament.slug}/me/").content.decode()


def test_the_rounds_freeze_the_rules_and_the_end_everything_but_what_is_told() -> None:
    tournament = running_tournament(4, name="Frozen Cup")
    form = organizer(tournament).get(f"/t/{tournament.slug}/desk/edit/").context["form"]
    assert set(form.fields) == {"name", "capacity", "location", "town", "description", "announcement"}
    with pytest.raises(UserError) as refused:
        edit_of(tournament, {"starts_at": tournament.starts_at + timedelta(hours=1)}, {"minutes": 30})
    assert [problem.code for problem in refused.value.problems] == ["frozen", "frozen"]
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    form = organizer(tournament).get(f"/t/{tournament.slug}/desk/edit/").context["form"]
    assert set(form.fields) == {"description", "announcement"}


def test_agreeing_to_something_else_changes_nothing() -> None:
    tournament = make_tournament("Stale Cup")
    params = {"values": {"name": "Other name"}, "changes": {}, "agreed": "0" * 16}
    with pytest.raises(StaleError):
        tournament_edit(actor=organizer_of(tournament), tournament=tournament, **params)
    tournament.refresh_from_db()
    assert tournament.name == "Stale Cup"


def test_after_a_rejection_it_is_changed_and_asked_again_and_an_approval_is_for_its_rules() -> None:
    tournament = make_tournament("Rejected Cup")
    Tournament.objects.filter(pk=tournament.pk).update(approval="rejected", approval_note="too long")
    change(tournament, minutes="50")
    assert (tournament.policy.minutes, tournament.approval) == (50, "rejected")
    Tournament.objects.filter(pk=tournament.pk).update(approval="approved")
    shown = change(tournament, minutes="40")
    assert "it is asked again" in shown.content.decode()
    assert tournament.approval == "requested"


def test_places_are_never_fewer_than_the_players_who_have_one() -> None:
    tournament = make_tournament("Full Cup", capacity=8)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    enter(tournament, 6)
    with pytest.raises(UserError) as refused:
        edit_of(tournament, {"capacity": 5}, {})
    assert "6 players have a place" in refused.value.problems[0].message


def test_without_deck_lists_the_tournament_starts_with_players_who_submitted_none() -> None:
    tournament = make_tournament("Listless Cup")
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    enter(tournament, 4)
    change(tournament, deck_required="False")
    actor = organizer_of(tournament)
    tournament_open_check_in(actor=actor, tournament=tournament)
    Entry.objects.filter(tournament=tournament).update(state="checked_in")
    for entry in Entry.objects.filter(tournament=tournament):
        type(entry.registration).objects.filter(pk=entry.registration_id).update(current=None)
    assert tournament_start(actor=actor, tournament=tournament)["state"] == "running"


def test_an_odd_set_up_is_said_on_the_desk_and_the_rules_follow_the_kind() -> None:
    tournament = make_tournament("Odd Cup", capacity=8, changes={"rounds": 9})
    page = organizer(tournament).get(f"/t/{tournament.slug}/desk/").content.decode()
    assert "9 rounds are more than 8 players can play" in page and "Nobody is a judge here yet" in page
    shown = organizer(tournament).get("/t/new/?template=multiplayer-pods").content.decode()
    assert "75 minutes" in shown.partition('id="kind-rules"')[2]
    usual = organizer(tournament).get("/t/new/").content.decode()
    assert "60 minutes" in usual.partition('id="kind-rules"')[2]


def test_the_games_of_a_match_and_late_entry_may_change_until_the_start_and_a_bye_follows() -> None:
    tournament = make_tournament("Short Cup", capacity=8)
    shown = change(tournament, games="1", late_until_round="0")
    policy = tournament.policy
    assert (policy.games, policy.bye_games, policy.late_until_round) == (1, (1, 0), 0)
    page = shown.content.decode().partition("<main")[2]
    assert "first to win 2 games" in page, "as it was and as it will be"
    change(tournament, games="5", late_until_round="3")
    assert (tournament.policy.games, tournament.policy.bye_games) == (5, (3, 0))
    pods = make_tournament("Pods", template="multiplayer-pods")
    answer = organizer(pods).post(f"/t/{pods.slug}/desk/edit/", form_of(organizer(pods), pods, games="3"))
    assert "one game" in str(answer.context["form"].errors["games"])
    running = running_tournament(4, name="Begun")
    with pytest.raises(UserError) as refused:
        edit_of(running, {}, {"games": 1})
    assert refused.value.problems[0].code == "frozen"


def test_teams_and_crews_are_chosen_until_players_can_enter_and_the_plan_follows() -> None:
    tournament = make_tournament("Late Crews", capacity=12)
    shown = change(tournament, crews="on")
    lines = {label: (before, after) for label, before, after in shown.context["lines"]}
    assert lines["Crews"][0] == "–" and lines["Teams"][1].startswith("players form teams")
    assert (tournament.policy.teams, tournament.policy.crews) == (True, True), "a crew is a team"
    assert Stage.objects.get(tournament=tournament).kind == "crews"
    assert edit_of(tournament, {}, {"teams": False}).values["policy"][1].crews is False
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    assert not {"teams", "crews"} & set(form_of(organizer(tournament), tournament))
    change(tournament, location="Hall 2")
    assert tournament.policy.crews, "what is not asked stays"
    with pytest.raises(UserError) as refused:
        edit_of(tournament, {}, {"teams": False})
    assert [(one.code, one.field) for one in refused.value.problems] == [("frozen", "teams")]
    boards = make_tournament("Boards of Two", template="teams-2v2")
    assert not {"teams", "crews"} & set(form_of(organizer(boards), boards)), "nobody plays this kind alone"


def test_who_waits_for_the_office_sees_its_answer_appear_and_may_open_as_casual_meanwhile() -> None:
    tournament = make_tournament("Patient Cup")
    client, url = organizer(tournament), f"/t/{tournament.slug}/desk/"
    Tournament.objects.filter(pk=tournament.pk).update(approval="requested")
    waiting = client.get(url).content.decode().partition('id="approval"')[2].partition("</section>")[0]
    assert "every 15s" in waiting and "Open entry as a casual tournament" in waiting
    assert "Ask the office to approve it" not in waiting
    Tournament.objects.filter(pk=tournament.pk).update(approval="rejected", approval_note="too long")
    answered = client.get(url).content.decode().partition('id="approval"')[2].partition("</section>")[0]
    assert "every 15s" not in answered and "too long" in answered and "Ask the office" in answered
    Tournament.objects.filter(pk=tournament.pk).update(approval="requested")
    assert client.post(f"{url}do/open_casual/").status_code == 302
    tournament.refresh_from_db()
    assert (tournament.state, tournament.approval) == ("entry", "none")
