"""Races about bringing a snapshot back: against reports, publishing, corrections, and who is checked in meanwhile."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.commands import Actor
from tests.races.test_rounds import Desk
from tests.races.tools import (
    REPEATS,
    assert_chain,
    forget_round,
    odd,
    pause_after,
    racers,
    refused,
    reopen,
    set_entry,
    without_locks,
)
from tests.tournaments.hall import draft
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk
from tournaments.events.models import Tournament
from tournaments.mending import restore_services
from tournaments.mending.restore_services import restore_of, tournament_restore
from tournaments.rounds.models import Match, Report, Round, Snapshot
from tournaments.rounds.services import result_correct, result_report

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]


@pytest.fixture
def desk(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """Round 1 is played, and two people are at the desk."""
    with racers(2) as run:
        yield Desk(run, monkeypatch)


def restore(desk: Desk, step: str) -> Callable[[], Any]:
    """Bring the newest snapshot before a step of round 2 back, as it was looked at now."""
    kept = Snapshot.objects.filter(tournament=desk.tournament, step=step, number=2).order_by("pk")
    snapshot = kept.reverse()[0]
    plan = restore_of(desk.tournament, snapshot)
    return lambda: tournament_restore(
        actor=desk.staff[0],
        tournament=desk.tournament,
        snapshot_id=snapshot.pk,
        agreed=plan.differs.token,
        reason="paired too early",
        lost=len(plan.lost),
    )


def report_meanwhile(desk: Desk) -> Callable[[bool], str]:
    """A player reports while the round becomes a draft again: the report counts or is refused, it is never lost."""
    overtaking = pause_after(desk.monkeypatch, restore_services, "restore_of")
    draft(desk.tournament, 2)

    def once(after: bool) -> str:
        round_ = Round.objects.get(tournament=desk.tournament, number=2)
        overtaking.close()
        if round_.state == "draft":
            desk.publish(0, round_.pk)
        match = Match.objects.filter(round=round_, kind="played").order_by("table")[0]
        reopen(match)
        who = Actor(match.seats.select_related("entry__user").get(position=0).entry.user, "player")
        back = restore(desk, "round.publish")

        def report() -> Any:
            return result_report(actor=who, tournament=desk.tournament, match_id=match.pk, said=(2, 0, 0))

        if after:
            overtaking.reset()
        answers = desk.run(back, (lambda: overtaking.overtake(report)) if after else report)
        said = Report.objects.filter(match__round__number=2).exists()
        if isinstance(answers[0], dict):
            good = refused(answers[1]) and not said
        else:
            good = refused(answers[0], "stale") and isinstance(answers[1], dict) and said
        return "" if good and not odd(answers) else f"{answers} {said}"

    return once


def publish_meanwhile(desk: Desk) -> Callable[[bool], str]:
    """A draft is published while it is taken away: it is one or the other, and the second one is told."""
    overtaking = pause_after(desk.monkeypatch, restore_services, "restore_of")

    def once(after: bool) -> str:
        overtaking.close()
        forget_round(desk.tournament, 2)
        round_id = desk.pair()["round"]
        back = restore(desk, "round.draft")

        def publish() -> Any:
            return desk.publish(1, round_id)

        if after:
            overtaking.reset()
        answers = desk.run(back, (lambda: overtaking.overtake(publish)) if after else publish)
        left = list(
            Round.objects.filter(tournament=desk.tournament, number=2).values_list("state", flat=True)
        )
        if isinstance(answers[0], dict):
            good = refused(answers[1]) and not left
        else:
            good = refused(answers[0], "stale") and isinstance(answers[1], dict) and left == ["published"]
        return "" if good and not odd(answers) else f"{answers} {left}"

    return once


@pytest.mark.parametrize("race", [report_meanwhile, publish_meanwhile])
def test_a_step_and_its_being_taken_back_never_both_happen(
    desk: Desk, race: Callable[[Desk], Callable[[bool], str]]
) -> None:
    once = race(desk)
    assert [found for turn in range(REPEATS) if (found := once(turn % 2 == 0))] == []
    assert_chain(desk.tournament)
    without_locks(desk.monkeypatch)
    assert any(once(True) for _time in range(10)), "the control: without locks this race is lost"


def test_a_correction_and_who_comes_meanwhile_hold_whichever_is_first(desk: Desk) -> None:
    """A correction that was accepted stands; who is checked in stays; whoever is refused is told that it was stale."""
    policy = replace(desk.tournament.policy, late_until_round=9)  # anyone who comes may still come in
    Tournament.objects.filter(pk=desk.tournament.pk).update(policy=policy)
    draft(desk.tournament, 2)
    match = Match.objects.filter(round=desk.first, kind="played").order_by("table")[0]
    for turn in range(REPEATS):
        round_ = Round.objects.get(tournament=desk.tournament, number=2)
        if round_.state == "draft":
            desk.publish(0, round_.pk)
        match.refresh_from_db()
        score = ((2, 0, 0), (0, 2, 0))[turn % 2]
        before = match.version
        back = restore(desk, "round.publish")
        calls: list[Callable[[], Any]] = [
            lambda score=score, before=before: result_correct(
                actor=desk.staff[1],
                tournament=desk.tournament,
                match_id=match.pk,
                said=score,
                reason="misread",
                version=before,
            ),
            lambda turn=turn: entry_add_at_desk(
                actor=desk.staff[1], tournament=desk.tournament, name=f"Late {turn}"
            ),
        ]
        answers = desk.run(back, calls[turn // 2 % 2])
        assert not odd(answers), answers
        assert isinstance(answers[0], dict) or refused(answers[0], "stale"), answers
        if turn // 2 % 2:
            came = Entry.objects.get(pk=answers[1]["entry"])
            assert came.state == "checked_in"
            set_entry(
                came, state="withdrawn"
            )  # the draft of the next turn is for those who were there before
        elif isinstance(answers[1], dict):
            match.refresh_from_db()
            assert match.version > before and match.outcome is not None
            assert match.outcome.winner == turn % 2, answers
        else:  # what came back before it is another result than the one that was to be corrected
            assert refused(answers[1], "stale") and isinstance(answers[0], dict), answers
    assert_chain(desk.tournament)
