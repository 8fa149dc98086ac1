"""Mending a published round of pods on the site: who left before the start, and who arrived late."""

import pytest
from django.test import Client

from ledger.errors import StaleError, UserError
from tests.halls import kept
from tests.tournaments.hall import organizer_of, publish
from tests.tournaments.rounds.test_pods import enter, play_pods, pods, tables
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.models import Tournament
from tournaments.mending.repair_services import round_repair
from tournaments.rounds.field import standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round, Seat

pytestmark = [pytest.mark.django_db]


def apply(tournament: Tournament, round_: Round, kind: str, gone: list[int] | None = None) -> None:
    gone = gone or []
    plan = next(plan for plan in format_of(round_.stage).plans(tournament, round_, gone) if plan.kind == kind)
    round_repair(
        actor=organizer_of(tournament),
        tournament=tournament,
        round_id=round_.pk,
        kind=kind,
        agreed=plan.token,
        reason="train was late",
        gone=gone,
        lost=plan.lost,
    )


def sizes(round_: Round) -> list[int]:
    return sorted(match.seats.count() for match in tables(round_))


@kept
def tournament() -> Tournament:
    return pods(8)


def test_a_table_of_four_that_loses_one_before_the_start_plays_as_three(tournament: Tournament) -> None:
    round_ = publish(tournament)
    first, second = tables(round_)
    entry = first.seats.all()[1].entry
    apply(tournament, round_, "smallest", [entry.pk])
    assert sizes(round_) == [3, 4]
    assert Match.objects.filter(pk=second.pk).exists()
    entry.refresh_from_db()
    assert (entry.state, entry.dropped_after) == ("dropped", 0)
    small = Match.objects.get(round=round_, table=first.table)
    assert list(small.seats.order_by("position").values_list("position", flat=True)) == [0, 1, 2]
    enter(small, "wll")
    assert {row.id for row in standings_rows(tournament) if row.points} == {small.seats.all()[0].entry.key}


def test_a_late_arrival_joins_one_table_and_no_other_changes(tournament: Tournament) -> None:
    round_ = publish(tournament)
    answer = entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Late Lotte")
    leave, smallest, _full = format_of(round_.stage).plans(tournament, round_)
    assert len(leave.unpaired) == 1
    assert smallest.count == 1
    apply(tournament, round_, "smallest")
    assert sizes(round_) == [4, 5]
    assert Seat.objects.get(round=round_, entry_id=answer["entry"]).entry.joined_round == 1


def test_a_table_with_a_result_or_a_word_from_a_player_survives_the_full_plan() -> None:
    tournament = pods(12)
    round_ = publish(tournament)
    done = tables(round_)[0]
    enter(done, "wlll")
    gone = tables(round_)[1].seats.all()[0].entry
    apply(tournament, round_, "full", [gone.pk])
    assert Match.objects.filter(pk=done.pk, state="final").exists()
    assert Seat.objects.filter(round=round_).count() == 11


def test_who_sits_at_a_finished_table_cannot_leave_before_the_start(tournament: Tournament) -> None:
    round_ = publish(tournament)
    done = tables(round_)[0]
    enter(done, "wlll")
    with pytest.raises(UserError) as refused:
        apply(tournament, round_, "smallest", [done.seats.all()[0].entry_id])
    assert refused.value.code == "still_seated"
    assert not Entry.objects.filter(state="dropped").exists()


def test_a_plan_that_was_not_shown_is_not_applied(tournament: Tournament) -> None:
    round_ = publish(tournament)
    with pytest.raises(StaleError):
        round_repair(
            actor=organizer_of(tournament),
            tournament=tournament,
            round_id=round_.pk,
            kind="full",
            agreed="0" * 16,
            reason="why",
        )


def test_the_page_shows_the_plans_and_applies_one() -> None:
    tournament = pods(7)
    play_pods(tournament, 1)
    round_ = publish(tournament, 2)
    small = next(match for match in tables(round_) if match.seats.count() == 3)
    gone = small.seats.all()[0].entry
    client = Client()
    client.force_login(tournament.created_by)
    url = f"/t/{tournament.slug}/desk/rounds/2/repair/"
    page = client.get(url, {"gone": gone.pk}).content.decode()
    assert "Tables broken up" in page
    assert f'value="{gone.pk}" selected' in page
    plan = format_of(round_.stage).plans(tournament, round_, [gone.pk])[1]
    value = f"smallest:{plan.token}"
    answer = client.post(url, {"gone": gone.pk, "plan": value, "reason": "went home"})
    assert answer.status_code == 302
    assert sizes(round_) == [3, 3]
