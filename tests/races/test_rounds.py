"""Races about rounds (C6 to C8): pairing, publishing and completing, against each other, results and drops."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ledger.commands import Actor
from tests.races.tools import (
    REPEATS,
    Overtaking,
    Racers,
    assert_chain,
    forget_round,
    last_number,
    meet_after,
    odd,
    pause_after,
    racers,
    refused,
    reopen,
    rows_after,
    set_entry,
    without_locks,
)
from tests.tournaments.hall import draft, organizer_of, play, running_tournament, staff_actor
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_drop
from tournaments.events.models import Stage
from tournaments.formats.swiss import format as swiss
from tournaments.mending.move_services import match_move, move_of
from tournaments.mending.repair_services import exchange_of, round_exchange
from tournaments.mending.undo_services import round_withdraw
from tournaments.rounds import pairing_services, stage_services
from tournaments.rounds.models import Match, Report, Round, Seat
from tournaments.rounds.pairing_services import round_complete, round_draft, round_publish
from tournaments.rounds.services import result_correct, result_enter, result_report
from tournaments.rounds.stage_services import stage_cut

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


class Desk:
    """A tournament with round 1 played, and two people who may pair."""

    def __init__(self, run: Racers, monkeypatch: pytest.MonkeyPatch) -> None:
        self.run, self.monkeypatch = run, monkeypatch
        self.tournament = running_tournament(6)
        self.first = play(self.tournament, 1)
        self.staff = [organizer_of(self.tournament), staff_actor(self.tournament, "scorekeeper")]
        self.entries = {entry.key: entry for entry in Entry.objects.filter(tournament=self.tournament)}

    def pair(self, person: int = 0) -> Any:
        return round_draft(actor=self.staff[person], tournament=self.tournament, number=2)

    def publish(self, person: int, round_id: int) -> Any:
        return round_publish(actor=self.staff[person], tournament=self.tournament, round_id=round_id)

    def complete(self, person: int, round_id: int) -> Any:
        return round_complete(actor=self.staff[person], tournament=self.tournament, round_id=round_id)


@pytest.fixture
def desk(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    with racers(4) as run:
        yield Desk(run, monkeypatch)


Race = Callable[[Desk], Callable[[], str]]


def pair_twice(desk: Desk) -> Callable[[], str]:
    """Both get the one round that exists then."""
    meeting = meet_after(desk.monkeypatch, pairing_services, "_require_next")

    def once() -> str:
        forget_round(desk.tournament, 2)
        meeting.reset()
        answers = desk.run(lambda: desk.pair(0), lambda: desk.pair(1))
        seats = Seat.objects.filter(round__tournament=desk.tournament, round__number=2).count()
        return "" if answers[0] == answers[1] and seats == 6 and not odd(answers) else f"{answers} {seats}"

    return once


def publish_twice(desk: Desk) -> Callable[[], str]:
    """It is published once, and the second presser gets that outcome."""
    meeting = meet_after(desk.monkeypatch, swiss, "round_is_valid")
    round_ = draft(desk.tournament, 2)

    def once() -> str:
        Round.objects.filter(pk=round_.pk).update(state="draft")
        number = last_number(desk.tournament)
        meeting.reset()
        answers = desk.run(lambda: desk.publish(0, round_.pk), lambda: desk.publish(1, round_.pk))
        published = [row for row in rows_after(desk.tournament, number) if "round" in row.data]
        return "" if answers[0] == answers[1] and len(published) == 1 else f"{answers} {published}"

    return once


def complete_twice(desk: Desk) -> Callable[[], str]:
    """The round is completed once."""
    meeting = meet_after(desk.monkeypatch, pairing_services, "lock")

    def once() -> str:
        Round.objects.filter(pk=desk.first.pk).update(state="published")
        number = last_number(desk.tournament)
        meeting.reset()
        answers = desk.run(lambda: desk.complete(0, desk.first.pk), lambda: desk.complete(1, desk.first.pk))
        completed = [row for row in rows_after(desk.tournament, number) if "round" in row.data]
        return "" if answers[0] == answers[1] and len(completed) == 1 else f"{answers} {completed}"

    return once


def _overtaken(desk: Desk, seen: list[Any]) -> Overtaking:
    """Pairing keeps what it read in ``seen`` and pauses there."""
    original = swiss.players_of

    def kept(tournament: Any) -> Any:
        seen.append(original(tournament))
        return seen[-1]

    desk.monkeypatch.setattr(swiss, "players_of", kept)
    return pause_after(desk.monkeypatch, swiss, "players_of")


def pair_and_correct(desk: Desk) -> Callable[[], str]:
    """A correction that stands before the pairing in the ledger is in the standings it was paired from."""
    seen: list[Any] = []
    overtaking = _overtaken(desk, seen)
    match = Match.objects.filter(round=desk.first).order_by("table")[0]
    first = match.seats.get(position=0).entry.key

    def once() -> str:
        forget_round(desk.tournament, 2)
        match.refresh_from_db()
        score = (0, 2, 0) if match.outcome is not None and match.outcome.winner == 0 else (2, 0, 0)
        number = last_number(desk.tournament)
        overtaking.reset()
        correct = lambda: result_correct(  # noqa: E731 - one call, two threads
            actor=desk.staff[1],
            tournament=desk.tournament,
            match_id=match.pk,
            said=score,
            reason="x",
            version=match.version,
        )
        answers = desk.run(desk.pair, lambda: overtaking.overtake(correct))
        order = [row.action for row in rows_after(desk.tournament, number)]
        corrected_first = order == ["result.correct", "round.draft"]
        points = next(player.score for player in seen[-1] if player.id == first)
        paired_from_new = points == (3 if score == (2, 0, 0) else 0)
        good = corrected_first == paired_from_new and not odd(answers) and len(order) == 2
        return "" if good else f"{order} {points} {answers}"

    return once


def pair_and_drop(desk: Desk) -> Callable[[], str]:
    """Who has left is not paired; who is paired is told that they cannot leave now."""
    overtaking = _overtaken(desk, [])
    entry = next(iter(desk.entries.values()))

    def once() -> str:
        forget_round(desk.tournament, 2)
        set_entry(entry, state="checked_in", dropped_after=None)
        overtaking.reset()
        drop = lambda: entry_drop(  # noqa: E731 - one call, two threads
            actor=Actor(entry.user, "player"), tournament=desk.tournament, entry_id=entry.pk
        )
        answers = desk.run(desk.pair, lambda: overtaking.overtake(drop))
        paired = Seat.objects.filter(round__number=2, entry=entry).exists()
        good = refused(answers[1], "in_draft") if paired else isinstance(answers[1], dict)
        return "" if good and not odd(answers) else f"{paired} {answers}"

    return once


def cut_twice(desk: Desk) -> Callable[[], str]:
    """Two people make the cut: there is one knock-out, and both get it."""
    Stage.objects.filter(tournament=desk.tournament).update(rounds=1, cut=4)
    meeting = meet_after(desk.monkeypatch, stage_services, "knock_out_of")

    def once() -> str:
        Stage.objects.filter(tournament=desk.tournament, number=2).delete()
        meeting.reset()
        answers = desk.run(
            *(lambda who=who: stage_cut(actor=who, tournament=desk.tournament) for who in desk.staff)
        )
        made = Stage.objects.filter(tournament=desk.tournament, number=2).count()
        return "" if answers[0] == answers[1] and made == 1 and not odd(answers) else f"{answers} {made}"

    return once


RACES: list[Race] = [pair_twice, publish_twice, complete_twice, cut_twice, pair_and_correct, pair_and_drop]


@pytest.mark.parametrize("race", RACES)
def test_rounds_are_made_once_and_from_what_was_accepted_before(desk: Desk, race: Race) -> None:
    once = race(desk)
    assert [found for found in (once() for _time in range(REPEATS)) if found] == []
    assert_chain(desk.tournament)
    without_locks(desk.monkeypatch)
    assert any(once() for _time in range(10)), "the control: without locks this race is lost"


def test_the_last_result_and_complete_and_pair_pressed_twice_in_one_second(desk: Desk) -> None:
    """S6: the desk enters the missing result while the player confirms it, and two people complete and pair."""
    tournament, match = desk.tournament, Match.objects.filter(round=desk.first).order_by("table")[0]
    players = [Actor(seat.entry.user, "player") for seat in match.seats.select_related("entry__user")]
    anomalies = []
    for _time in range(REPEATS):
        forget_round(tournament, 2)
        reopen(match)
        Round.objects.filter(pk=desk.first.pk).update(state="published")
        result_report(actor=players[0], tournament=tournament, match_id=match.pk, said=(2, 1, 0))
        number = last_number(tournament)

        def complete_and_pair(person: int) -> Any:
            desk.complete(person, desk.first.pk)
            return desk.pair(person)

        answers = desk.run(
            lambda: result_report(actor=players[1], tournament=tournament, match_id=match.pk, said=(2, 1, 0)),
            lambda: result_enter(
                actor=desk.staff[0], tournament=tournament, match_id=match.pk, said=(2, 1, 0)
            ),
            lambda: complete_and_pair(0),
            lambda: complete_and_pair(1),
        )
        stored = [row for row in rows_after(tournament, number) if "before" in row.data]
        rounds = Round.objects.filter(tournament=tournament, number=2).count()
        made = [answer for answer in answers[2:] if isinstance(answer, dict)]
        one_outcome = all(answer == made[0] for answer in made) and rounds == bool(made)
        allowed = all(refused(item, "results_missing") for item in answers[2:] if item not in made)
        late = all(isinstance(item, dict) or refused(item, "round_closed") for item in answers[:2])
        if odd(answers) or len(stored) != 1 or not (one_outcome and allowed and late):
            anomalies.append((answers, stored, rounds))
    assert anomalies == []
    assert_chain(tournament)


def test_a_result_and_the_withdrawal_of_its_round_never_both_happen(desk: Desk) -> None:
    round_ = draft(desk.tournament, 2)
    tournament, one, two = desk.tournament, *desk.staff
    for _time in range(REPEATS):
        desk.publish(0, round_.pk)
        match = Match.objects.filter(round=round_, kind="played").order_by("table")[0]
        withdrawn, entered = desk.run(
            lambda: round_withdraw(actor=one, tournament=tournament, round_id=round_.pk, reason="too early"),
            lambda match=match: result_enter(
                actor=two, tournament=tournament, match_id=match.pk, said=(2, 0, 0)
            ),
        )
        match.refresh_from_db()
        round_.refresh_from_db()
        if refused(withdrawn):
            assert (round_.state, match.state) == ("published", "final"), (withdrawn, entered)
        else:
            assert (round_.state, match.state, refused(entered)) == ("draft", "open", True), entered
        Match.objects.filter(pk=match.pk).update(
            state="open", outcome=None, ended_at=None, source="", version=1
        )
        Round.objects.filter(pk=round_.pk).update(state="draft")
    assert_chain(tournament)


def test_a_report_and_a_swap_of_its_table_never_both_happen(desk: Desk) -> None:
    round_ = draft(desk.tournament, 2)
    tournament, one = desk.tournament, desk.staff[0]
    desk.publish(0, round_.pk)
    for _time in range(REPEATS):
        here, there = Match.objects.filter(round=round_, kind="played").order_by("table")[:2]
        goes, comes = here.seats.get(position=0), there.seats.get(position=0)
        plan = exchange_of(tournament, round_, goes.entry_id, comes.entry_id)
        player = Actor(goes.entry.user, "player")
        swapped, said = desk.run(
            lambda two=(goes.entry_id, comes.entry_id), token=plan.token: round_exchange(
                actor=one,
                tournament=tournament,
                round_id=round_.pk,
                first=two[0],
                second=two[1],
                agreed=token,
                reason="brothers",
                despite=True,
            ),
            lambda player=player, match=here: result_report(
                actor=player, tournament=tournament, match_id=match.pk, said=(2, 0, 0)
            ),
        )
        seated = Seat.objects.get(round=round_, entry=goes.entry_id).match_id
        assert refused(swapped, "touched") != refused(said, "no_match"), (swapped, said)
        assert (seated == here.pk) == refused(swapped, "touched")
        Report.objects.filter(match__round=round_).delete()
        Match.objects.filter(round=round_, kind="played").update(state="open", version=1)
    assert Seat.objects.filter(round=round_).values("entry").distinct().count() == tournament.entries.count()
    assert_chain(tournament)


def test_two_who_move_matches_at_once_never_put_two_of_them_at_one_table(desk: Desk) -> None:
    round_ = draft(desk.tournament, 2)
    tournament = desk.tournament
    desk.publish(0, round_.pk)
    for _time in range(REPEATS):
        first, second = Match.objects.filter(round=round_, kind="played").order_by("pk")[:2]
        free = 1 + max(
            Match.objects.filter(round=round_, table__isnull=False).values_list("table", flat=True)
        )
        agreed = [move_of(tournament, match, free).token for match in (first, second)]
        answers = desk.run(
            *(
                lambda who=desk.staff[place], match=match, table=free, agreed=agreed[place]: match_move(
                    actor=who,
                    tournament=tournament,
                    match_id=match.pk,
                    table=table,
                    agreed=agreed,
                    reason="the light is broken",
                )
                for place, match in enumerate((first, second))
            )
        )
        assert sum(refused(answer, "stale") for answer in answers) == 1, answers
        assert sum(isinstance(answer, dict) for answer in answers) == 1, answers
    assert_chain(tournament)
