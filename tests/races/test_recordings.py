"""Races about recordings: two phones, or one phone twice, at the same moment."""

from base64 import urlsafe_b64encode
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from ledger.commands import Actor
from ledger.credentials import Happening, Hung, end
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.races.tools import REPEATS, assert_chain, pause_after, racers, refused
from tests.tournaments.hall import publish, running_tournament, staff_actor
from tournaments.recordings import journal_services
from tournaments.recordings.device_services import recording_device, recording_heard
from tournaments.recordings.journal_services import recording_open, recording_write
from tournaments.recordings.judge_services import recording_correct
from tournaments.recordings.models import Recording, RecordingEntry
from tournaments.recordings.opening import seated
from tournaments.recordings.replayed import replayed, with_gaps
from tournaments.recordings.results import is_verified
from tournaments.recordings.rows import rows_of
from tournaments.rounds import slip_services
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
FIRST = {"kind": "chance", "of": "first", "by": "dice", "value": 0}
BEGIN = {"kind": "act", "do": "begin", "seat": 0}
END = {"kind": "act", "do": "end", "seat": 0}


class Game:
    """A game that has begun, with a phone for each player."""

    def __init__(self, **params: Any) -> None:
        self.tournament = running_tournament(4, **params)
        self.match = Match.objects.filter(round=publish(self.tournament)).order_by("table")[0]
        self.match.tournament = self.tournament
        self.players = seated(self.match)
        self.recording = self.open(0)
        self.devices = [self.device(seat) for seat in (0, 1)]
        self.write(0, 1, 0, FIRST)
        self.write(0, 2, 1, BEGIN)

    def open(self, seat: int) -> int:
        actor = Actor(self.players[seat].user, "player")
        answer = recording_open(actor=actor, tournament=self.tournament, match_id=self.match.pk)
        return int(answer["recording"])

    def device(self, seat: int) -> int:
        answer = recording_device(
            actor=Actor(self.players[seat].user, "recorder"),
            tournament=self.tournament,
            recording_id=self.recording,
            secret_sha256=f"{seat:064d}",
            session=str(UUID(int=seat)),
        )
        return int(answer["device"])

    def write(self, seat: int, number: int, base: int, body: dict[str, Any]) -> Any:
        """One entry; its acknowledgement."""
        answer = recording_write(
            actor=Actor(self.players[seat].user, "recorder"),
            tournament=self.tournament,
            recording_id=self.recording,
            device_id=self.devices[seat],
            entries=[{"device_seq": number, "base": base, "kind": "line", "body": body}],
        )
        return answer["acks"][0]


def test_one_entry_sent_from_many_sides_at_once_is_there_once() -> None:
    game = Game()
    with racers(6) as run:
        acks = run(*[lambda: game.write(0, 3, 2, END)] * 6)
    assert all(ack == acks[0] for ack in acks) and acks[0]["status"] == "ok"
    assert RecordingEntry.objects.filter(recording_id=game.recording).count() == 3


def test_two_phones_on_one_base_at_once_are_one_line_and_one_branch() -> None:
    concede = {"kind": "act", "do": "concede", "seat": 1}
    for _repeat in range(max(2, REPEATS // 10)):
        acks = at_once(Game(), concede)
        assert sorted(ack["status"] for ack in acks) == ["conflict", "ok"]
        assert sorted(ack["seq"] for ack in acks) == [3, 4]


def at_once(game: Game, other: dict[str, Any]) -> list[Any]:
    """Both phones write on the same base at the same moment."""
    with racers(2) as run:
        return list(run(lambda: game.write(0, 3, 2, END), lambda: game.write(1, 1, 2, other)))


def test_both_players_who_open_at_once_have_one_recording() -> None:
    game = Game()
    Recording.objects.filter(pk=game.recording).update(state="void")
    with racers(2) as run:
        made = run(lambda: game.open(0), lambda: game.open(1))
    assert made[0] == made[1] != game.recording


def ended(game: Game) -> str:
    """The game is over, and its log is to be signed: the hash of the log."""
    game.write(1, 1, 2, {"kind": "act", "do": "concede", "seat": 1})
    game.write(0, 3, 3, {"kind": "end"})
    recording = Recording.objects.get(pk=game.recording)
    return replayed(recording).session.sha256()


def signed(game: Game, seat: int, number: int, sha256: str) -> Any:
    """One player signs; the acknowledgement."""
    answer = recording_write(
        actor=Actor(game.players[seat].user, "recorder"),
        tournament=game.tournament,
        recording_id=game.recording,
        device_id=game.devices[seat],
        entries=[{"device_seq": number, "base": 4, "kind": "sign", "body": {"log_sha256": sha256}}],
    )
    return answer["acks"][0]


def test_the_desk_enters_the_result_while_both_players_sign_and_nobody_waits_in_a_ring() -> None:
    """The signatures count, the entered result counts, and it is not called verified: the players did not report."""
    for _repeat in range(max(2, REPEATS // 5)):
        game = Game()
        first, second, entered = entered_while_signed(game)
        assert (first["status"], second["status"]) == ("ok", "ok")
        assert entered["state"] == "final"
        recording = Recording.objects.get(pk=game.recording)
        assert recording.state == "signed" and recording.head == 6
        match = Match.objects.select_related("round__stage", "tournament").get(pk=game.match.pk)
        assert not is_verified(match)
        assert whole(recording)


def entered_while_signed(game: Game) -> list[Any]:
    """Both players sign, and the desk enters the result, at the same moment."""
    sha256, actor = ended(game), staff_actor(game.tournament, "scorekeeper")
    result = {"tournament": game.tournament, "match_id": game.match.pk, "said": (2, 0, 0)}
    with racers(3) as run:
        return run(
            lambda: signed(game, 0, 4, sha256),
            lambda: signed(game, 1, 2, sha256),
            lambda: result_enter(actor=actor, **result),
        )


def test_both_who_sign_at_once_report_once_each_and_the_match_is_final() -> None:
    for _repeat in range(max(2, REPEATS // 5)):
        game = Game(template="constructed-quick")
        sha256 = ended(game)
        with racers(4) as run:  # each of them sends twice, for no answer came
            twice = run(
                *[partial(signed, game, seat, number, sha256) for seat, number in ((0, 4), (1, 2))] * 2
            )
        assert [one["status"] for one in twice] == ["ok"] * 4
        match = Match.objects.select_related("round__stage", "tournament").get(pk=game.match.pk)
        assert is_verified(match) and match.reports.count() == 2
        told = LedgerRow.objects.filter(chain_id=game.tournament.chain_key, action="result.report")
        assert told.count() == 2
        assert_chain(game.tournament)


def test_who_reports_otherwise_while_both_sign_is_in_dispute_with_them_or_was_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    overtaking = pause_after(monkeypatch, slip_services, "reported_table")
    for repeat in range(max(2, REPEATS // 5)):
        after = overtaking.overtake if repeat % 2 else lambda call: call()
        game = Game(template="constructed-quick")
        sha256 = ended(game)
        assert signed(game, 0, 4, sha256)["status"] == "ok"
        otherwise = partial(
            result_report,
            actor=Actor(game.players[1].user, "player"),
            tournament=game.tournament,
            match_id=game.match.pk,
            said=(0, 1, 0),
        )
        if repeat % 2:
            overtaking.reset()
        with racers(2) as run:
            signature, said = run(partial(signed, game, 1, 2, sha256), partial(after, otherwise))
        overtaking.close()
        assert signature["status"] == "ok"
        match = Match.objects.get(pk=game.match.pk)
        assert match.state == (Match.State.FINAL if refused(said, "final") else Match.State.DISPUTED)
        assert match.reports.count() == 2
        assert_chain(game.tournament)


def whole(recording: Recording) -> bool:
    """Whether the journal is one chain that ends in the head of the row."""
    rows = rows_of(recording)
    hashes = [row["hash"] for row in rows]
    linked = all(row["prev_hash"] == before for row, before in zip(rows[1:], hashes, strict=False))
    return linked and (recording.head, recording.head_hash) == (len(rows), hashes[-1])


def test_a_judge_who_corrects_and_a_phone_that_sends_a_batch_stand_one_behind_the_other() -> None:
    for _repeat in range(max(2, REPEATS // 5)):
        game = Game()
        corrected, written = corrected_while_written(game)
        recording = Recording.objects.get(pk=game.recording)
        assert whole(recording) and recording.head == 4
        # Who comes second has been heard: the line is behind the correction, or a branch beside it, and is kept.
        assert {corrected["seq"], written["seq"]} == {3, 4}
        assert written["status"] == ("ok" if corrected["seq"] == 4 else "conflict")


def corrected_while_written(game: Game) -> list[Any]:
    """A judge corrects the position and a player ends the turn, at the same moment."""
    judge = staff_actor(game.tournament, "judge")
    said = {"change": [["draw", 0, 1]], "reason": "A card too few"}
    with racers(2) as run:
        return run(
            lambda: recording_correct(
                actor=judge, tournament=game.tournament, recording_id=game.recording, **said
            ),
            lambda: game.write(0, 3, 2, END),
        )


def test_who_reads_while_a_journal_is_forgotten_reads_all_of_it_or_nothing_and_later_nothing() -> None:
    for _repeat in range(max(2, REPEATS // 5)):
        game = Game()
        game.write(0, 3, 2, {"kind": "note", "text": "number 7"})
        before = log_of(game)
        one, _forgotten, other = read_while_forgotten(game)
        after = log_of(game)
        assert b"number 7" in before and b"number 7" not in after
        assert {one, other} <= {before, after}
        assert game.write(0, 4, 3, END)["error"] == "forgotten"


def log_of(game: Game) -> bytes:
    """The log as a page reads it."""
    rows = with_gaps(Recording.objects.select_related("match__round__tournament"))
    return replayed(rows.get(pk=game.recording)).session.log()


def read_while_forgotten(game: Game) -> list[Any]:
    """Two read the log while its entries are emptied."""
    entries = RecordingEntry.objects.filter(recording_id=game.recording)
    with racers(3) as run:
        return run(lambda: log_of(game), lambda: entries.update(body={}), lambda: log_of(game))


def hung_on(game: Game, happening: Happening) -> Hung:
    """What ends with the first player's phone."""
    session = str(UUID(int=0)) if happening is Happening.SIGN_OUT else ""
    player = game.players[0]
    return Hung(
        person=player.user_id,
        at=timezone.now(),
        session=session,
        tournament=game.tournament.pk,
        entry=player.pk,
    )


@pytest.mark.parametrize("happening", [Happening.SIGN_OUT, Happening.NEW_PASSWORD, Happening.LEFT])
def test_a_line_written_while_its_session_ends_is_whole_or_refused_and_is_the_last(
    happening: Happening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes first: what was being written stands as a whole, and nothing comes after the end."""
    overtaking = pause_after(monkeypatch, journal_services, "taking_of")
    for repeat in range(max(2, REPEATS // 5)):
        game = Game()
        hung = hung_on(game, happening)
        after = overtaking.overtake if repeat % 2 else lambda call: call()
        if repeat % 2:
            overtaking.reset()
        with racers(2) as run:
            line, ended = run(
                partial(game.write, 0, 3, 2, END), partial(after, partial(end, happening, hung))
            )
        overtaking.close()
        assert ended == 1
        assert refused(line, "revoked") or line["status"] == "ok"
        with pytest.raises(UserError) as late:
            game.write(0, 4, 3, END)
        assert late.value.code == "revoked"
        recording = Recording.objects.get(pk=game.recording)
        assert recording.head == (2 if refused(line) else 3) and whole(recording)
        other = game.write(1, 1, recording.head, {"kind": "act", "do": "concede", "seat": 1})
        assert other["status"] == "ok", "the other phone goes on"
        assert_chain(game.tournament)


def test_of_two_keys_at_once_a_phone_has_the_first_and_two_phones_never_have_one() -> None:
    def key() -> str:
        point = ec.generate_private_key(ec.SECP256R1()).public_key()
        raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(raw).rstrip(b"=").decode()

    def heard(game: Game, seat: int, one: str) -> Any:
        return recording_heard(
            actor=Actor(game.players[seat].user, "recorder"),
            tournament=game.tournament,
            recording_id=game.recording,
            device_id=game.devices[seat],
            seq=0,
            public_key=one,
        )

    for _repeat in range(max(2, REPEATS // 5)):
        game, keys = Game(), [key(), key()]
        with racers(2) as run:
            found = run(*[partial(heard, game, 0, one) for one in keys])
        assert sum(1 for one in found if refused(one, "other_key")) == 1
        game, one = Game(), key()
        with racers(2) as run:
            found = run(*[partial(heard, game, seat, one) for seat in (0, 1)])
        assert sum(1 for answer in found if refused(answer, "no_key")) == 1
        assert_chain(game.tournament)


def test_who_confirms_and_takes_back_at_once_does_one_behind_the_other() -> None:
    """Two tabs of one phone: confirmed, and then taken back as their own, or taken back, and then unknown."""
    for _repeat in range(max(2, REPEATS // 5)):
        game = Game()
        for number, body in (
            (3, END),
            (4, {"kind": "act", "do": "proceed"}),
            (5, {"kind": "act", "do": "proceed"}),
        ):
            assert game.write(0, number, number - 1, body)["status"] == "ok"
        said = {"device_seq": 6, "base": 5, "kind": "line", "body": {**END, "seat": 1}, "offline": True}
        assert posted(game, 0, said)["status"] == "ok"
        confirm = {"device_seq": 1, "base": 6, "kind": "confirm", "body": {"upto": 6}}
        undo = {"device_seq": 2, "base": 6, "kind": "undo", "body": {"from": 6}, "after": 0}
        with racers(2) as run:
            first, second = run(partial(posted, game, 1, confirm), partial(posted, game, 1, undo))
        assert {first["status"], second["status"]} <= {"ok", "refused"} and "ok" in (
            first["status"],
            second["status"],
        )
        assert whole(Recording.objects.get(pk=game.recording))


def posted(game: Game, seat: int, entry: dict[str, Any]) -> Any:
    """One entry as it is; its acknowledgement."""
    answer = recording_write(
        actor=Actor(game.players[seat].user, "recorder"),
        tournament=game.tournament,
        recording_id=game.recording,
        device_id=game.devices[seat],
        entries=[entry],
    )
    return answer["acks"][0]
