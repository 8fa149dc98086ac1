"""Races about the ledger itself (C11, C13): one key many times, one job twice, two relays, everybody at once."""

import random
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from decks.lists.services import DECKS
from ledger import commands, relay
from ledger.commands import SITE_CHAIN, SYSTEM, Actor, Command, command
from ledger.errors import KeyReusedError
from ledger.models import IdempotencyKey, OutboxMessage
from rules_engine.testing import random_game
from tests.ledger.chains import broken
from tests.patience import HANG
from tests.races.tools import (
    REPEATS,
    Meeting,
    Racers,
    assert_chain,
    last_number,
    meet_after,
    odd,
    racers,
    reopen,
    rows_after,
    without_locks,
)
from tests.tournaments.hall import make_user, organizer_of, publish, running_tournament, staff_actor
from tournaments.gamelogs import child, services, tasks
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import log_store_verdict, log_submit
from tournaments.recordings.practice_services import CHAIN as PRACTICE
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Outcome
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import dispute_settle, match_extend, result_enter, result_report

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(3600)]
TEN = 10


@pytest.fixture
def run(transactional_db: None) -> Iterator[Racers]:
    with racers(TEN) as made:
        yield made


def test_one_key_ten_times_at_once_is_one_effect_and_ten_equal_answers(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    judge = staff_actor(tournament, "judge")

    def once(key: str) -> str:
        match.refresh_from_db()
        before, number = match.extension_minutes, last_number(tournament)
        call = {"actor": judge, "tournament": tournament, "match_id": match.pk, "minutes": 1, "key": key}
        answers = run(*[lambda: match_extend(**call)] * TEN)
        match.refresh_from_db()
        effects = match.extension_minutes - before
        rows = len(rows_after(tournament, number))
        equal = all(answer == answers[0] for answer in answers)
        good = equal and not odd(answers) and effects == rows == 1
        return "" if good else f"{effects} effects, {rows} rows, {answers}"

    assert [found for found in (once(f"k{time}") for time in range(REPEATS)) if found] == []
    assert IdempotencyKey.objects.filter(actor_key=judge.key).count() == REPEATS
    assert_chain(tournament)
    monkeypatch.setattr(commands, "_claim", lambda *_args: None)
    assert once("without keys"), "the control: without the key there are ten effects"


def _submitted_log(tournament: Any) -> GameLog:
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    player = Actor(match.seats.all()[0].entry.user, "player")
    answer = log_submit(actor=player, tournament=tournament, match_id=match.pk, data=random_game(3))
    return GameLog.objects.get(pk=answer["log"])


def test_one_replay_job_in_two_workers_is_checked_by_one(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C13: a message delivered twice; the lease gives the job to one worker."""
    tournament = running_tournament(4)
    log = _submitted_log(tournament)
    checked: list[int] = []
    meeting = Meeting()

    def check(found: GameLog) -> dict[str, Any]:
        checked.append(found.pk)
        meeting.wait()
        return {"verdict": "ok", "semantics": 1}

    monkeypatch.setattr(child, "check", check)

    def once() -> str:
        GameLog.objects.filter(pk=log.pk).update(state="queued", attempts=0, lease_until=None, verdict="")
        checked.clear()
        number = last_number(tournament)
        meeting.reset()
        answers = run(lambda: {"said": tasks.replay_log(log.pk)}, lambda: {"said": tasks.replay_log(log.pk)})
        verdicts = [row for row in rows_after(tournament, number) if "verdict" in row.data]
        log.refresh_from_db()
        good = len(checked) == len(verdicts) == log.attempts == 1 and log.state == "done"
        return "" if good and not odd(answers) else f"{checked} {verdicts} {answers}"

    assert [found for found in (once() for _time in range(REPEATS)) if found] == []
    assert_chain(tournament)
    without_locks(monkeypatch)
    meet_after(monkeypatch, services, "_claimable").reset()
    assert any(once() for _time in range(10)), "the control: without the row's lock both workers check it"


def test_a_verdict_and_a_ruling_at_once_both_stand(run: Racers) -> None:
    """C13: what the engine found never changes what a judge ruled, nor the other way round."""
    tournament = running_tournament(4)
    log = _submitted_log(tournament)
    match = log.match
    judge = staff_actor(tournament, "judge")
    players = [Actor(seat.entry.user, "player") for seat in match.seats.select_related("entry__user")]
    report = {"verdict": "violation", "semantics": 1}
    for _time in range(REPEATS):
        reopen(match)
        for player, score in zip(players, [(2, 1, 0), (1, 2, 0)], strict=True):
            result_report(actor=player, tournament=tournament, match_id=match.pk, said=score)
        GameLog.objects.filter(pk=log.pk).update(state="running", verdict="")
        answers = run(
            lambda: dispute_settle(
                actor=judge, tournament=tournament, match_id=match.pk, said=(2, 1, 0), reason="seen"
            ),
            lambda: log_store_verdict(
                actor=SYSTEM, tournament=tournament, log_id=log.pk, report=report, decks=[]
            ),
        )
        match.refresh_from_db()
        log.refresh_from_db()
        assert odd(answers) == []
        assert (match.source, [seat.games_won for seat in match.seats.all()]) == ("judge", [2, 1])
        assert (log.state, log.verdict) == ("done", "violation")
    assert_chain(tournament)


def test_two_relays_side_by_side_send_every_message_once(
    run: Racers, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: Counter[int] = Counter()
    lock, meeting = threading.Lock(), Meeting()

    def sender(payload: dict[str, Any]) -> None:
        meeting.wait()
        with lock:
            sent[payload["number"]] += 1

    monkeypatch.setitem(relay.SENDERS, "test", sender)
    monkeypatch.setattr(relay, "BATCH", 7)
    messages = 4 * REPEATS

    def once() -> str:
        sent.clear()
        OutboxMessage.objects.all().delete()
        now = timezone.now()
        OutboxMessage.objects.bulk_create(
            OutboxMessage(topic="test", payload={"number": number}, due_at=now) for number in range(messages)
        )
        meeting.reset()

        def work() -> dict[str, int]:
            total = 0
            while OutboxMessage.objects.filter(sent_at=None).exists():
                total += relay.relay_once()
            return {"sent": total}

        answers = run(work, work)
        once_each = len(sent) == messages and set(sent.values()) == {1}
        return "" if once_each and not odd(answers) else f"{sent.most_common(3)} {answers}"

    assert once() == ""
    without_locks(monkeypatch)
    assert any(once() for _time in range(10)), "the control: without SKIP LOCKED messages go out twice"


def test_everybody_at_once_never_deadlocks_and_every_accepted_word_is_kept(run: Racers) -> None:
    """Players report, staff enter, correct and extend, and somebody keeps trying to complete and pair."""
    tournament = running_tournament(8)
    round_ = publish(tournament)
    matches = list(Match.objects.filter(round=round_))
    people = {
        match.pk: [Actor(seat.entry.user, "player") for seat in match.seats.select_related("entry__user")]
        for match in matches
    }
    desk, judge = organizer_of(tournament), staff_actor(tournament, "judge")

    def worker(seed: int) -> dict[str, Any]:
        dice, seen = random.Random(seed), []
        for _step in range(max(6, REPEATS // 2)):
            match = dice.choice(matches)
            score = dice.choice([(2, 0, 0), (2, 1, 0), (0, 2, 0)])
            here = {"tournament": tournament, "match_id": match.pk}
            actions = [
                lambda here=here, score=score, match=match: result_report(
                    actor=dice.choice(people[match.pk]), said=score, **here
                ),
                lambda here=here, score=score: result_enter(actor=desk, said=score, **here),
                lambda here=here: match_extend(actor=judge, minutes=1, **here),
                lambda here=here, score=score: dispute_settle(actor=judge, said=score, reason="x", **here),
                lambda: round_complete(actor=desk, tournament=tournament, round_id=round_.pk),
            ]
            try:
                dice.choice(actions)()
            except KeyReusedError:
                raise
            except Exception as error:  # noqa: BLE001 - judged below
                seen.append(error)
        return {"odd": odd(seen)}

    answers = run(*[lambda seed=seed: worker(seed) for seed in range(TEN)])
    assert [answer for answer in answers if answer != {"odd": []}] == []
    assert_chain(tournament)
    told = [row for row in rows_after(tournament, 0) if "before" in row.data]
    for match in matches:
        match.refresh_from_db()
        last = [row.data["outcome"] for row in told if row.data["match"] == match.pk]
        assert match.outcome == (msgspec.convert(last[-1], Outcome) if last else None)
    assert Round.objects.filter(tournament=tournament).count() == 1


@pytest.mark.parametrize("chain", [SITE_CHAIN, DECKS, PRACTICE])
@pytest.mark.parametrize("who", ["another person", "the same person"])
def test_whoever_writes_in_a_chain_of_everybody_waits_only_for_themselves(who: str, chain: str) -> None:
    """The control is the same person: their part stays locked until what they wrote before is committed."""

    @command("race.write", chain=chain)
    def write(cmd: Command) -> None:
        cmd.record(written=True)

    first = make_user()
    second = make_user() if who == "another person" else first
    inside, leave = threading.Event(), threading.Event()

    def slow() -> None:
        with transaction.atomic():
            write(actor=Actor(first, "person"))
            inside.set()
            leave.wait(HANG)
        connection.close()

    thread = threading.Thread(target=slow)
    thread.start()
    inside.wait(HANG)
    waits = False
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '1s'")
            write(actor=Actor(second, "person"))
    except OperationalError:
        waits = True
    finally:
        leave.set()
        thread.join()
    assert waits == (who == "the same person")
    assert broken(chain) == []
