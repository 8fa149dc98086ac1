"""The day is brought back to before a step: every step keeps a snapshot, and a restore loses nothing for good."""

from typing import Any

import pytest
from django.test import Client

from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow, OutboxMessage
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.hall import draft, organizer_of, play, publish, running_tournament, staff_actor
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import secret_read
from tournaments.entries.services import entry_add_at_desk, entry_drop
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_finish
from tournaments.judging.call_services import call_open
from tournaments.mending.restore_services import restore_of, tournament_restore
from tournaments.rounds.audit import results_audit
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Report, ResultChange, Round, Seat, Snapshot
from tournaments.rounds.pairing_services import round_complete, round_publish
from tournaments.rounds.services import match_extend, result_correct, result_enter, result_report
from tournaments.rounds.snapshots import picture_of
from tournaments.rounds.stage_services import stage_cut

pytestmark = [pytest.mark.django_db]


@kept
def tournament() -> Tournament:
    return running_tournament(6, name="Restored Cup")


def before(tournament: Tournament, step: str, number: int | None = None) -> Snapshot:
    found = Snapshot.objects.filter(tournament=tournament, step=step)
    return (found if number is None else found.filter(number=number)).order_by("-pk")[0]


def restore(tournament: Tournament, snapshot: Snapshot, **said: Any) -> dict[str, Any]:
    tournament.refresh_from_db()
    plan = restore_of(tournament, snapshot)
    params = {"agreed": plan.differs.token, "lost": len(plan.lost), "reason": "round paired too early"} | said
    actor = organizer_of(tournament)
    answer = tournament_restore(actor=actor, tournament=tournament, snapshot_id=snapshot.pk, **params)
    return dict(answer)


def rows(tournament: Tournament) -> Any:
    """How the rounds stand, without versions and marks, which only ever go on."""
    tournament.refresh_from_db()
    picture = picture_of(tournament)
    passing = ("version", "corrected_at", "moved_at")
    matches = {
        pk: {key: row[key] for key in row if key not in passing} for pk, row in picture.matches.items()
    }
    rounds = {
        pk: {key: row[key] for key in row if key != "certificate"} for pk, row in picture.rounds.items()
    }
    seats = sorted((row["match_id"], row["position"], row["entry_id"]) for row in picture.seats.values())
    said = sorted((row["match_id"], row["entry_id"], str(row["outcome"])) for row in picture.reports.values())
    return picture.state, picture.stages, rounds, matches, seats, said, picture.entries


def whole(tournament: Tournament) -> None:
    """The chain is whole, and every result stands as its last command stored it."""
    assert verify_chain(tournament.chain_key) == []
    assert [*results_audit(tournament)] == []


def test_every_step_of_the_day_keeps_how_the_rounds_stood_before_it(tournament: Tournament) -> None:
    play(tournament, 1)
    publish(tournament, 2)
    kept = Snapshot.objects.filter(tournament=tournament).order_by("pk").values_list("step", "number")
    assert list(kept) == [
        ("round.draft", 1),
        ("round.publish", 1),
        ("round.complete", 1),
        ("round.draft", 2),
        ("round.publish", 2),
    ]


def test_a_round_that_was_played_is_a_draft_again_and_can_be_brought_back_with_all_its_results(
    tournament: Tournament,
) -> None:
    play(tournament, 1)
    round_ = publish(tournament, 2)
    first, second = Match.objects.filter(round=round_).order_by("table")[:2]
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=first.pk, said=(2, 1, 0))
    reporter = second.seats.select_related("entry__user").get(position=0).entry
    actor = Actor(reporter.user, "player")
    result_report(actor=actor, tournament=tournament, match_id=second.pk, said=(2, 0, 0))
    stood = rows(tournament)
    client = Client()
    client.force_login(tournament.created_by)
    assert "before “Round published”" in client.get(f"/t/{tournament.slug}/desk/snapshots/").content.decode()
    snapshot = before(tournament, "round.publish", 2)
    url = f"/t/{tournament.slug}/desk/snapshots/{snapshot.pk}/"
    page = client.get(url)
    shown = page.content.decode().partition("<main")[2]
    assert "Round 2 is a draft again." in shown and "2–1 becomes" in shown
    assert f"reported: {reporter.name} 2–0" in shown, "what players reported since is to be read"
    assert "It removes 1 result. Type that number." in shown
    said = {"agreed": page.context["plan"].differs.token, "reason": "paired too early"}
    assert client.post(url, said | {"lost": "0"}).status_code == 200
    assert rows(tournament) == stood
    assert client.post(url, said | {"lost": "1"}).status_code == 302
    round_.refresh_from_db()
    assert (round_.state, round_.published_at, round_.started_at) == ("draft", None, None)
    assert set(Match.objects.filter(round=round_).values_list("state", "outcome")) == {("open", None)}
    assert not Report.objects.filter(match__round=round_).exists()
    told = OutboxMessage.objects.get(topic="notice", payload__name="tournament.restored").payload["people"]
    assert len(told) == 6
    whole(tournament)
    page = Client().get(f"/t/{tournament.slug}/tables/1/").content.decode()
    assert "brought back at" in page and Client().get(f"/t/{tournament.slug}/tables/2/").status_code == 404
    kept = before(tournament, "tournament.restore")
    readable = client.get(f"/t/{tournament.slug}/desk/snapshots/{kept.pk}/").content.decode()
    assert "2–1" in readable and f"reported: {reporter.name} 2–0" in readable
    restore(tournament, kept)
    assert rows(tournament) == stood
    round_complete_refused(tournament, round_)
    whole(tournament)


def round_complete_refused(tournament: Tournament, round_: Round) -> None:
    with pytest.raises(UserError, match="No final result yet"):
        round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_several_rounds_go_at_once_and_the_rest_of_the_day_is_played_again(tournament: Tournament) -> None:
    play(tournament, 1)
    seats = list(Seat.objects.filter(round__number=1).order_by("pk").values_list("match", "entry"))
    standings = standings_rows(tournament)
    play(tournament, 2)
    play(tournament, 3)
    restore(tournament, before(tournament, "round.draft", 2))
    assert list(Round.objects.filter(tournament=tournament).values_list("number", "state")) == [
        (1, "completed")
    ]
    assert list(Seat.objects.filter(round__number=1).order_by("pk").values_list("match", "entry")) == seats
    assert standings_rows(tournament) == standings
    play(tournament, 2)
    play(tournament, 3)
    whole(tournament)


def test_the_cut_and_the_end_are_taken_back(tournament: Tournament) -> None:
    tournament = running_tournament(9, template="constructed-championship", changes={"rounds": 1})
    desk = organizer_of(tournament)
    play(tournament, 1)
    assert stage_cut(actor=desk, tournament=tournament)["stage"]
    for number in (2, 3):
        play(tournament, number)
    tournament_finish(actor=desk, tournament=tournament)
    stood = rows(tournament)
    finish, cut = before(tournament, "tournament.finish"), before(tournament, "stage.cut")
    restore(tournament, finish)
    tournament.refresh_from_db()
    assert tournament.state == "running" and Stage.objects.filter(tournament=tournament).count() == 2
    answer = restore(tournament, cut)
    assert Stage.objects.filter(tournament=tournament).count() == 1 and answer["rounds"] == 1
    restore(tournament, before(tournament, "tournament.restore"))
    tournament_finish(actor=desk, tournament=tournament)
    assert rows(tournament) == stood
    whole(tournament)


def test_a_round_at_which_a_judge_acted_stays_and_the_page_says_at_which_table(
    tournament: Tournament,
) -> None:
    staff_actor(tournament, "judge")
    round_ = publish(tournament)
    match = Match.objects.get(round=round_, table=2)
    player = Actor(match.seats.select_related("entry__user")[0].entry.user, "player")
    call_open(actor=player, tournament=tournament, match_id=match.pk, reason="rules")
    snapshot = before(tournament, "round.draft", 1)
    with pytest.raises(UserError) as refused:
        restore(tournament, snapshot)
    assert refused.value.code == "held" and "Round 1, table 2" in refused.value.message
    client = Client()
    client.force_login(tournament.created_by)
    page = client.get(f"/t/{tournament.slug}/desk/snapshots/{snapshot.pk}/").content.decode()
    assert "Round 1, table 2: a judge acted there" in page and 'name="agreed"' not in page
    assert Round.objects.get(pk=round_.pk).state == "published"


def test_what_changed_meanwhile_is_asked_again_and_a_second_press_changes_nothing(
    tournament: Tournament,
) -> None:
    round_ = publish(tournament)
    match = Match.objects.get(round=round_, table=1)
    snapshot = before(tournament, "round.publish", 1)
    plan = restore_of(tournament, snapshot)
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    with pytest.raises(StaleError):
        restore(tournament, snapshot, agreed=plan.differs.token)
    with pytest.raises(UserError, match="Say why"):
        restore(tournament, snapshot, reason=" ")
    with pytest.raises(UserError, match="how many results this removes: 1"):
        restore(tournament, snapshot, lost=0)
    restore(tournament, snapshot)
    stood = rows(tournament)
    assert restore(tournament, snapshot)["kept"] is None
    assert rows(tournament) == stood
    elsewhere = running_tournament(4)
    with pytest.raises(UserError) as refused:
        tournament_restore(
            actor=organizer_of(elsewhere),
            tournament=elsewhere,
            snapshot_id=snapshot.pk,
            agreed="",
            reason="x",
        )
    assert refused.value.code == "no_snapshot"


def test_a_page_from_before_the_restore_writes_nothing_after_it(tournament: Tournament) -> None:
    round_ = publish(tournament)
    match = Match.objects.get(round=round_, table=1)
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    match.refresh_from_db()
    restore(tournament, before(tournament, "round.publish", 1))
    desk = organizer_of(tournament)
    round_publish(actor=desk, tournament=tournament, round_id=round_.pk)
    with pytest.raises(StaleError):
        result_enter(
            actor=desk, tournament=tournament, match_id=match.pk, said=(0, 2, 0), version=match.version
        )


def test_a_correction_that_is_taken_back_is_a_correction_itself_and_marked(tournament: Tournament) -> None:
    first = play(tournament, 1)
    match = Match.objects.get(round=first, table=1)
    draft(tournament, 2)
    result_correct(
        actor=organizer_of(tournament),
        tournament=tournament,
        match_id=match.pk,
        said=(0, 2, 0),
        reason="wrong slip",
        version=match.version,
    )
    restore(tournament, before(tournament, "round.draft", 2))
    changes = ResultChange.objects.filter(match=match).order_by("pk").values_list("reason", flat=True)
    assert list(changes) == ["wrong slip", "round paired too early"]
    match.refresh_from_db()
    assert match.outcome is not None and match.outcome.letter(0) == "w" and match.corrected_at is not None
    whole(tournament)


def test_who_left_stays_away_who_came_stays_and_extra_time_stays_given() -> None:
    tournament = running_tournament(6, changes={"late_until_round": 5})
    desk = organizer_of(tournament)
    play(tournament, 1)
    third = publish(tournament, 2)
    match = Match.objects.get(round=third, table=1)
    match_extend(actor=desk, tournament=tournament, match_id=match.pk, minutes=5)
    late = entry_add_at_desk(actor=desk, tournament=tournament, name="Late Lou")["entry"]
    gone = match.seats.order_by("position")[0].entry_id
    for one in Match.objects.filter(round=third).order_by("table"):
        result_enter(actor=desk, tournament=tournament, match_id=one.pk, said=(2, 0, 0))
    round_complete(actor=desk, tournament=tournament, round_id=third.pk)
    entry_drop(actor=desk, tournament=tournament, entry_id=gone)
    stood = rows(tournament)
    restore(tournament, before(tournament, "round.complete", 2))
    assert Match.objects.get(pk=match.pk).extension_minutes == 5
    restore(tournament, before(tournament, "round.draft", 2))
    left, came = Entry.objects.get(pk=gone), Entry.objects.get(pk=late)
    assert (left.state, left.dropped_after, came.joined_round) == ("dropped", 1, 2)
    restore(tournament, before(tournament, "tournament.restore"))
    restore(
        tournament,
        Snapshot.objects.filter(tournament=tournament, step="tournament.restore").order_by("pk")[0],
    )
    assert rows(tournament) == stood
    whole(tournament)


def test_only_who_may_pair_sees_snapshots_and_each_only_those_of_their_own_tournament(
    tournament: Tournament,
) -> None:
    draft(tournament)
    snapshot = before(tournament, "round.draft", 1)
    elsewhere = running_tournament(4)
    judge, other = Client(), Client()
    judge.force_login(staff_actor(tournament, "judge").user)
    other.force_login(elsewhere.created_by)
    url = f"/t/{tournament.slug}/desk/snapshots/{snapshot.pk}/"
    assert judge.get(url).status_code == 403
    assert judge.post(url, {"agreed": "x", "reason": "x"}).status_code == 403
    assert other.get(f"/t/{elsewhere.slug}/desk/snapshots/{snapshot.pk}/").status_code == 404
    assert not LedgerRow.objects.filter(action="tournament.restore").exists()


def test_who_read_a_list_after_the_end_does_not_play_on_by_a_restore(tournament: Tournament) -> None:
    last = play(tournament, 1)
    reader = Entry.objects.filter(tournament=tournament).select_related("user").order_by("pk")[0]
    other = Entry.objects.filter(tournament=tournament).order_by("pk")[1]
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    tournament.refresh_from_db()
    secret_read(
        actor=staff_actor(tournament, "judge", reader.user),
        tournament=tournament,
        kind="list",
        entries=[other.pk],
    )
    snapshot = before(tournament, "round.complete", last.number)
    plan = restore_of(tournament, snapshot)
    params: dict[str, Any] = {"tournament": tournament, "snapshot_id": snapshot.pk, "reason": "again"}
    said = {"agreed": plan.differs.token, "lost": len(plan.lost)}
    with pytest.raises(UserError) as refused:
        tournament_restore(actor=organizer_of(tournament), **params, **said)
    assert refused.value.code == "has_read" and reader.name in refused.value.message
    # It is no secret of whoever tried: all who might try read it before, and so does the head judge.
    for role in ("organizer", "scorekeeper", "head_judge"):
        client = Client()
        client.force_login(staff_actor(tournament, role).user)
        page = client.get(f"/t/{tournament.slug}/desk/snapshots/{snapshot.pk}/").content.decode()
        assert reader.name in page and "has read a closed list" in page, role
    Entry.objects.filter(pk=reader.pk).update(state="dropped", dropped_after=1)
    tournament_restore(actor=organizer_of(tournament), **params, **said)
    tournament.refresh_from_db()
    assert tournament.state == "running"
