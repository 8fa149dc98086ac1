"""Every command is within reach of a program, or there is a stated reason why it is not."""

import pytest

from ledger.commands import Command, command
from ledger.shapes import Done
from tests.ledger.test_commands import all_commands
from tournaments.api.fields import text, whole
from tournaments.api.operations import Call, Operation, Scope
from tournaments.api.urls import OPERATIONS

ACCOUNT = "a program must not decide who gets into an account, or where its owner is reached"
WORKER = "no person does it: a worker or the operator does"
FILE = "a whole file is read first, shown with its questions, and answered; that is a conversation, not a request"
ON_PAPER = "a calculation on paper about settings; nothing of any event changes by it"
ROLE = (
    "who takes a role, or the place of a guest, takes its rights: that a person does, not a program of theirs"
)
TRUST = "whom the office trusts, a person of the office decides with the page before them"
JOURNAL = "a recorder's journal is a protocol of its own (docs/recorder.md), signed by the device"
CATALOGUE = "keepers import whole files; the catalogue is no part of an event's day"
ERASING = "a person is erased on their own page or by the office, never by a program"
KEEPS = "it keeps a recording, which a page opens"
AT_PROVIDER = "a person pays on the provider's own page; what comes of it the provider says"
FEED = "a person is told of what fits a search; a program reads the feed of that search"
NEWS = "news is written, looked at and published on its pages; programs read the feed"
FOLLOWED = "a person is told of what is new; a program reads the feeds and the lists of what it wants to know"
GALLERY = "pictures and stories are sent, looked at and answered on their pages; programs read the feed"
SAFETY = "a person reports and decides on a page, with the thing before them; no program does either"
AT_FORUM = "a person goes to the forum with a browser, whose session the forum must know again"
CONTEST = "people make, judge and choose cards on pages that tell nobody whose they are"
MAILED = "the owner of an address does it by a link that was mailed to it"
SECRET_READ = "it is written by reading, not asked for"

REASONS = {
    ACCOUNT: """account.create link.create link.use account.rename account.change_username account.change_password
        second_step.set_up second_step.use second_step.renew_codes second_step.remove second_step.prove mail.claim
        mail.verify mail.remove reset.ask reset.use passkey.add passkey.use passkey.remove recovery_codes.renew
        recovery.ask recovery.ask_at_desk recovery.agree recovery.stop recovery.use session.end token.create
        token.end credential.end account.set_zone""",
    ROLE: "staff.accept entry.claim member.answer",
    TRUST: "organization.decide_level",
    WORKER: """letter.write letter.sent letter.again session.end_all account.make_office log.claim log.verdict
        log.requeue audit.progress audit.requeue forecast.progress forecast.requeue cards.load keeper.make
        tournament.tell friendly.remind appointment.remind league.turn member.forget filter.look place.pass
        news.appear contest_entry.play newsletter.bounce follow.look place.remind outlook.progress outlook.requeue
        play_test.progress play_test.requeue""",
    NEWS: "news.write news.edit news.publish news.withdraw news.remove_picture",
    FOLLOWED: "follow.add follow.drop",
    GALLERY: """gallery.send gallery.change gallery.withdraw gallery.show gallery.refuse gallery.appeal
        gallery.answer gallery.propose gallery.answer_proposal""",
    SAFETY: "report.make matter.decide matter.hand_on objection.make objection.decide",
    AT_FORUM: "forum.connect forum.choose forum.link forum.unlink forum.open_topic",
    CONTEST: """contest.write contest.edit contest.publish contest.move contest.cancel contest.exclude contest.ask_juror
        contest.drop_juror contest.set_aside contest.decide contest_entry.enter contest_entry.withdraw
        contest_jury.answer contest_jury.mark contest_jury.hand_in contest_vote.cast""",
    MAILED: "newsletter.ask newsletter.confirm newsletter.end",
    FEED: "filter.keep filter.drop",
    FILE: "results.import",
    ON_PAPER: "forecast.start outlook.start",
    JOURNAL: """recording.open recording.device recording.heard recording.pair recording.join recording.write
        recording.freeze recording.resume recording.correct recording.rewind recording.sign_for recording.void
        recording.open_hand practice.open practice.write log.submit""",
    CATALOGUE: """cards.import card.publish card.reprint picture.add picture.remove contest.print ruling.give
        ruling.withdraw set.describe pool.freeze legality.list legality.set legality.end entered.publish entered.import
        entered_pool.freeze play_test.ask""",
    ERASING: "agenda.forget gallery.forget follow.forget",
    KEEPS: "friendly.record",
    SECRET_READ: "secret.read",
    AT_PROVIDER: "online.begin online.known online.settle online.refund online.refunded online.ask",
}


def test_every_command_has_an_operation_or_a_reason_why_not() -> None:
    offered = {action for one in OPERATIONS.values() for action in one.actions}
    excused = [action for actions in REASONS.values() for action in actions.split()]
    assert len(excused) == len(set(excused))
    assert not offered & set(excused)
    found = set(all_commands())
    assert sorted(found - offered - set(excused)) == [], "an operation, or a reason in this file"
    assert sorted((offered | set(excused)) - found) == [], "no such command any more"


def test_an_operation_says_what_it_does_and_which_scope_it_needs() -> None:
    assert len(OPERATIONS) >= 100
    for one in OPERATIONS.values():
        assert one.words and one.scope in ("play", "organize", "judge") and one.actions
        of_one = "organization" in one.path  # the services ask for the role
        assert bool(one.right) == (one.scope != "play" and one.name != "create_tournament" and not of_one)


def test_an_operation_of_which_nothing_says_what_it_takes_is_refused_when_it_is_declared() -> None:
    with pytest.raises(TypeError, match="say what shape may be"):
        Scope("play").command("drawn", "drawn/", drawn, "Draw.", without=("size",))
    with pytest.raises(TypeError, match="colour"):
        Scope("play").command(
            "drawn", "drawn/", drawn, "Draw.", body={"shape": text(5), "colour": text(5)}, without=("size",)
        )
    assert "drawn" not in OPERATIONS


def test_what_a_body_says_and_what_may_be_left_out_is_as_the_service_has_it() -> None:
    fields = (
        Operation.of("drawn", "drawn/", Scope("play"), (drawn,), "Draw.", Call.carry_out, body=DRAWN)
        .body()
        .fields
    )
    assert {name: field.required for name, field in fields.items()} == {"shape": True, "size": False}
    assert fields["size"].default == 3


DRAWN = {"shape": text(5), "size": whole(1, 9)}


@command("test.drawn")
def drawn(cmd: Command, *, shape: str, size: int = 3) -> Done:
    """A command of this test."""
    return {}
