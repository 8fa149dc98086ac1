"""A day through the services: drafted, published, reported, disputed, ruled, completed, finished."""

from typing import Any

import pytest

from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow
from ledger.selectors import verify_chain
from tests.halls import kept
from tests.tournaments.hall import (
    draft,
    make_user,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_cancel, tournament_finish
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.outcomes import Games
from tournaments.rounds.pairing_services import (
    round_complete,
    round_draft,
    round_publish,
    round_redraft,
    round_swap,
)
from tournaments.rounds.services import (
    dispute_settle,
    match_extend,
    result_correct,
    result_enter,
    result_report,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]


def players_of(match: Match) -> list[Actor]:
    return [Actor(seat.entry.user, "player") for seat in match.seats.select_related("entry__user")]


def first_match(round_: Round) -> Match:
    return Match.objects.filter(round=round_, kind="played").order_by("table").first()  # type: ignore[return-value]


def test_a_whole_tournament_runs_to_its_end_and_its_ledger_verifies() -> None:
    tournament = running_tournament(7)
    rounds = tournament.stages.get().rounds
    for number in range(1, rounds + 1):
        play(tournament, number)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    rows = standings_rows(tournament)
    assert next(row.rank for row in rows) == 1
    assert sum(row.points for row in rows) == 3 * Match.objects.filter(tournament=tournament).count()
    assert verify_chain(tournament.chain_key) == []


@kept
def tournament() -> Tournament:
    return running_tournament(4)


def test_an_edited_ledger_row_is_found(tournament: Tournament) -> None:
    row = LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("number")[3]
    LedgerRow.objects.filter(pk=row.pk).update(data={"entry": 999})
    assert [(item.number, item.code) for item in verify_chain(tournament.chain_key)] == [(4, "edited")]


def test_a_deleted_newest_ledger_row_is_found(tournament: Tournament) -> None:
    LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("-number")[0].delete()
    assert [item.code for item in verify_chain(tournament.chain_key)] == ["head"]


def test_every_player_sits_at_exactly_one_table_and_the_odd_one_has_a_bye() -> None:
    tournament = running_tournament(7)
    round_ = publish(tournament)
    assert Seat.objects.filter(round=round_).count() == 7
    bye = Match.objects.get(round=round_, kind="bye")
    assert (bye.state, bye.table, bye.seats.get().games_won) == ("final", None, 2)


def test_two_equal_reports_make_the_result_final(tournament: Tournament) -> None:
    match = first_match(publish(tournament))
    one, two = players_of(match)
    assert (
        result_report(actor=one, tournament=tournament, match_id=match.pk, said=(2, 1, 0))["state"]
        == "reported"
    )
    assert (
        result_report(actor=two, tournament=tournament, match_id=match.pk, said=(2, 1, 0))["state"] == "final"
    )
    match.refresh_from_db()
    assert match.source == "both"
    assert [seat.games_won for seat in match.seats.all()] == [2, 1]


def test_two_different_reports_open_a_dispute_that_a_judge_settles(tournament: Tournament) -> None:
    match = first_match(publish(tournament))
    one, two = players_of(match)
    result_report(actor=one, tournament=tournament, match_id=match.pk, said=(2, 1, 0))
    assert (
        result_report(actor=two, tournament=tournament, match_id=match.pk, said=(1, 2, 0))["state"]
        == "disputed"
    )
    with pytest.raises(UserError, match="the organizer comes"):
        result_report(actor=one, tournament=tournament, match_id=match.pk, said=(1, 2, 0))
    judge = staff_actor(tournament, "judge")
    with pytest.raises(UserError, match="A judge is on the way"):
        result_report(actor=one, tournament=tournament, match_id=match.pk, said=(1, 2, 0))
    with pytest.raises(UserError, match="why"):
        dispute_settle(actor=judge, tournament=tournament, match_id=match.pk, said=(2, 1, 0), reason=" ")
    dispute_settle(
        actor=judge, tournament=tournament, match_id=match.pk, said=(2, 1, 0), reason="Both agree now"
    )
    match.refresh_from_db()
    assert (match.state, match.source, match.disputes.get().settled_by) == ("final", "judge", judge.user)


def test_the_same_player_reporting_twice_is_one_report(tournament: Tournament) -> None:
    match = first_match(publish(tournament))
    one, _two = players_of(match)
    result_report(actor=one, tournament=tournament, match_id=match.pk, said=(2, 1, 0))
    answer = result_report(actor=one, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    assert answer["state"] == "reported"
    assert match.reports.get().outcome == Games((2, 0))


def test_a_stranger_cannot_report(tournament: Tournament) -> None:
    match = first_match(publish(tournament))
    with pytest.raises(UserError, match="not your match"):
        result_report(
            actor=Actor(make_user(), "player"), tournament=tournament, match_id=match.pk, said=(2, 0, 0)
        )
    assert not match.reports.exists()


@pytest.mark.parametrize("score", [(1, 1, 1), (1, 0, 0), (0, 0, 0), (2, 0, 1)])
def test_a_draw_or_an_unfinished_match_is_refused_before_time_is_called(
    tournament: Tournament, score: tuple[int, int, int]
) -> None:
    match = first_match(publish(tournament))
    with pytest.raises(UserError) as refused:
        result_report(actor=players_of(match)[0], tournament=tournament, match_id=match.pk, said=score)
    assert refused.value.problems[0].rule == "106.1a"


@pytest.mark.parametrize("score", [(3, 0, 0), (2, 2, 0), (2, 1, 1), (-1, 2, 0)])
def test_an_impossible_score_is_refused(tournament: Tournament, score: tuple[int, int, int]) -> None:
    match = first_match(publish(tournament))
    with pytest.raises(UserError) as refused:
        result_report(actor=players_of(match)[0], tournament=tournament, match_id=match.pk, said=score)
    assert refused.value.problems[0].code == "impossible"


def test_a_draw_counts_after_time_and_after_the_tables_own_extension(
    tournament: Tournament, time_machine: Any
) -> None:
    round_ = publish(tournament)
    match = first_match(round_)
    one, two = players_of(match)
    match_extend(actor=staff_actor(tournament, "judge"), tournament=tournament, match_id=match.pk, minutes=4)
    started = round_.started_at
    assert started is not None
    time_machine.move_to(started.timestamp() + 62 * 60)
    with pytest.raises(UserError):
        result_report(actor=one, tournament=tournament, match_id=match.pk, said=(1, 1, 1))
    time_machine.move_to(started.timestamp() + 64 * 60 + 1)
    result_report(actor=one, tournament=tournament, match_id=match.pk, said=(1, 1, 1))
    assert (
        result_report(actor=two, tournament=tournament, match_id=match.pk, said=(1, 1, 1))["state"] == "final"
    )


def test_a_round_with_an_open_match_cannot_be_completed_and_says_which_table(tournament: Tournament) -> None:
    round_ = publish(tournament)
    match = first_match(round_)
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(0, 2, 0))
    with pytest.raises(UserError, match="table 2"):
        round_complete(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_the_second_press_on_pair_and_on_complete_gets_the_first_ones_outcome(tournament: Tournament) -> None:
    actor = organizer_of(tournament)
    first = round_draft(actor=actor, tournament=tournament, number=1)
    assert round_draft(actor=actor, tournament=tournament, number=1) == first
    round_ = publish(tournament)
    for match in round_.matches.all():
        result_enter(actor=actor, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    done = round_complete(actor=actor, tournament=tournament, round_id=round_.pk)
    assert round_complete(actor=actor, tournament=tournament, round_id=round_.pk) == done


def test_the_same_key_sent_twice_has_one_effect_and_one_answer(tournament: Tournament) -> None:
    match = first_match(publish(tournament))
    judge = staff_actor(tournament, "judge")
    call = {"actor": judge, "tournament": tournament, "match_id": match.pk, "minutes": 3, "key": "k1"}
    assert match_extend(**call) == match_extend(**call)
    match.refresh_from_db()
    assert match.extension_minutes == 3


def test_the_same_key_with_another_body_is_refused(tournament: Tournament) -> None:
    match = first_match(publish(tournament))
    judge = staff_actor(tournament, "judge")
    match_extend(actor=judge, tournament=tournament, match_id=match.pk, minutes=3, key="k1")
    with pytest.raises(UserError) as refused:
        match_extend(actor=judge, tournament=tournament, match_id=match.pk, minutes=4, key="k1")
    assert refused.value.code == "key_reused"


def test_a_refused_command_leaves_no_row_and_its_key_can_be_used_again(tournament: Tournament) -> None:
    match = first_match(publish(tournament))
    one = players_of(match)[0]
    before = LedgerRow.objects.count()
    with pytest.raises(UserError):
        result_report(actor=one, tournament=tournament, match_id=match.pk, said=(1, 1, 0), key="k")
    assert LedgerRow.objects.count() == before
    result_report(actor=one, tournament=tournament, match_id=match.pk, said=(2, 1, 0), key="k")
    assert match.reports.count() == 1


def test_a_swap_in_the_draft_changes_two_players_and_is_recorded() -> None:
    tournament = running_tournament(6)
    round_ = draft(tournament)
    seats = list(Seat.objects.filter(round=round_, position=0).order_by("match__table"))
    actor = organizer_of(tournament)
    round_swap(
        actor=actor,
        tournament=tournament,
        round_id=round_.pk,
        first=seats[0].entry_id,
        second=seats[1].entry_id,
        reason="fixed seat",
    )
    assert Seat.objects.get(round=round_, entry=seats[0].entry_id).match_id == seats[1].match_id
    round_.refresh_from_db()
    assert round_.certificate["changed_by_hand"] == "fixed seat"


def test_a_published_round_cannot_be_redrafted(tournament: Tournament) -> None:
    round_ = publish(tournament)
    with pytest.raises(UserError, match="no longer a draft"):
        round_redraft(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_a_draft_made_before_a_drop_cannot_be_published() -> None:
    from tournaments.entries.models import Entry

    tournament = running_tournament(5)
    round_ = draft(tournament)
    Entry.objects.filter(tournament=tournament, number=1).update(state="dropped", dropped_after=0)
    with pytest.raises(UserError, match="Pair the round again"):
        round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_a_corrected_result_changes_the_standings_and_not_the_next_round(tournament: Tournament) -> None:
    round_ = play(tournament, 1)
    publish(tournament, 2)
    pairs = list(Seat.objects.filter(round__number=2).values_list("match_id", "entry_id"))
    match = first_match(round_)
    loser = match.seats.get(position=1).entry
    result_correct(
        actor=staff_actor(tournament, "head_judge"),
        tournament=tournament,
        match_id=match.pk,
        said=(0, 2, 0),
        reason="The slip was read the wrong way round",
        version=match.version,
    )
    points = {row.id: row.points for row in standings_rows(tournament, through=1)}
    assert points[loser.key] == 3
    assert list(Seat.objects.filter(round__number=2).values_list("match_id", "entry_id")) == pairs
    row = LedgerRow.objects.filter(action="result.correct").get()
    assert row.data["before"]["won"] == [2, 0] and row.data["outcome"]["won"] == [0, 2]


def test_a_stale_page_is_told_so(tournament: Tournament) -> None:
    match = first_match(publish(tournament))
    with pytest.raises(StaleError):
        result_enter(
            actor=organizer_of(tournament),
            tournament=tournament,
            match_id=match.pk,
            said=(2, 0, 0),
            version=99,
        )


def test_a_reason_stands_beside_the_chain_and_can_be_blanked() -> None:
    tournament = running_tournament(6)
    round_ = draft(tournament)
    first, second = Seat.objects.filter(round=round_, position=0).order_by("match__table")[:2]
    pair = {"first": first.entry_id, "second": second.entry_id}
    actor = organizer_of(tournament)
    round_swap(actor=actor, tournament=tournament, round_id=round_.pk, reason="Ann needs table 1", **pair)
    row = LedgerRow.objects.get(action="round.swap")
    assert row.note == "Ann needs table 1"
    assert "Ann" not in str(row.data)
    LedgerRow.objects.filter(pk=row.pk).update(note="", note_salt="")
    assert verify_chain(tournament.chain_key) == []


def test_a_rewritten_reason_is_found(tournament: Tournament) -> None:
    tournament_cancel(actor=organizer_of(tournament), tournament=tournament, reason="No heating")
    row = LedgerRow.objects.get(action="tournament.cancel")
    LedgerRow.objects.filter(pk=row.pk).update(note="Too few players")
    assert [item.code for item in verify_chain(tournament.chain_key)] == ["note"]
