"""Every command: one transaction, one ledger row, one effect per key; and the list of all commands."""

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

import community
import decks
import tournaments
from ledger import commands
from ledger.commands import SYSTEM, Actor, Command, command
from ledger.errors import KeyReusedError, UserError
from ledger.hashing import canonical, digest, plain
from ledger.locks import LockOrderError, Locks
from ledger.models import Chain, IdempotencyKey, LedgerRow, OutboxMessage
from ledger.selectors import verify_chain
from ledger.sql import Statement
from tests.tournaments.hall import (
    check_in_by_commands,
    enter_by_commands,
    make_tournament,
    make_user,
    organizer_of,
    play,
    running_tournament,
)
from tournaments.entries.services import tournament_start
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import TOURNAMENT_LOCK
from tournaments.events.services import tournament_finish, tournament_open_check_in, tournament_open_entry
from tournaments.rounds.models import ROUND_LOCK
from x610z_site.services.environment import APPS

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite, pytest.mark.both]
ROOT = Path(__file__).resolve().parents[2]

# What each command does to the ledger; a command without a line here fails the run.
COMMANDS = {
    "account.create": "somebody makes an account",
    "link.create": "staff make a personal link",
    "link.use": "somebody signs in by a personal link",
    "tournament.create": "somebody makes a tournament",
    "tournament.copy": "an organizer makes a tournament from an earlier one",
    "tournament.rehearse": "an organizer makes a copy with invented players",
    "tournament.edit": "the organizer changes what was announced",
    "tournament.set_closing": "the organizer says when the hall closes",
    "tournament.request_approval": "the organizer asks the office",
    "tournament.decide_approval": "the office decides",
    "tournament.open_entry": "players may enter",
    "tournament.open_check_in": "players may check in",
    "tournament.start": "check-in closes, decks lock",
    "tournament.finish": "the last round is complete",
    "tournament.cancel": "it is called off",
    "result.slip": "the desk types a slip",
    "result.claim": "a slip that came late contradicts what is known",
    "result.concede": "a player gives up a match that is being played",
    "result.take_back": "a player takes a report back that nobody has answered",
    "results.import": "a finished event is read in",
    "invitation.make": "staff ask an account to play, to work here or to take over a guest's place",
    "invitation.withdraw": "staff take an invitation back",
    "invitation.decline": "an account says no",
    "staff.accept": "an account takes the role it was offered",
    "entry.accept": "an account plays, as the desk asked",
    "entry.claim": "an account takes over a guest's place, as the desk offered",
    "staff.remove": "a role is taken away",
    "staff.zone": "a judge is given tables to look after, or none any more",
    "entry.create": "a player enters",
    "entry.add_at_desk": "staff enter somebody",
    "entry.check_in": "a player is here",
    "entry.check_in_many": "the door checks in one player or many",
    "entry.withdraw": "a player leaves before the start",
    "entry.award": "staff give a player byes in the first rounds and a seed, as a prize of before",
    "outlook.start": "somebody has the chance to be invited calculated",
    "outlook.progress": "a worker has played some seasons on paper",
    "outlook.requeue": "chances that stand still are sent again",
    "gift.add": "an organizer says what the end of a circuit gives",
    "gift.drop": "an organizer takes such a rule off",
    "place.send": "an organizer invites the line of a circuit to its final",
    "place.accept": "somebody takes a place in a final and is entered",
    "place.decline": "somebody says no to a place, and the next in line is invited",
    "place.withdraw": "an organizer takes a place back that waits for an answer",
    "place.pass": "a deadline is over, and the next in line is invited",
    "place.remind": "somebody is reminded of a place",
    "entry.put_back": "the desk takes a withdrawal back",
    "entry.drop": "a player leaves a running tournament",
    "fee.set": "the organizer says what it costs",
    "payment.take": "a fee is taken",
    "payment.refund": "a fee is paid back",
    "payment.reverse": "a row of the books is undone by another",
    "till.close": "the till is counted and closed",
    "prize.announce": "a prize is announced; of a lottery the seed is sealed",
    "prize.drop": "a prize is taken off the list",
    "prize.draw": "a lottery is drawn",
    "prize.give": "somebody is handed a prize",
    "online.begin": "a player wants to pay online",
    "online.known": "the provider has the payment",
    "online.settle": "the provider was asked what became of a payment",
    "online.refund": "a payment begins to go back online",
    "online.refunded": "the provider pays back",
    "online.ask": "payments of which nobody told are asked about",
    "deck.save_draft": "a draft is kept",
    "deck.submit": "a deck is handed in",
    "deck.revise": "a judge changes a list",
    "deck.extend": "one player gets more time for a deck",
    "pool.record": "the cards a limited player opened are written down",
    "pool.sign": "opener or verifier signs them",
    "check.start": "the decks of a table are checked",
    "check.tick": "cards are counted",
    "check.find": "what was found in a deck",
    "check.close": "the decks are back, the table gets its time",
    "call.open": "a player calls a judge",
    "call.withdraw": "the table needs no judge any more",
    "call.claim": "a judge goes to a table",
    "call.release": "a judge cannot go after all",
    "call.escalate": "a table waits for the head judge",
    "call.resolve": "a judge is done at a table",
    "case.rule": "a judge rules at a table",
    "case.complete": "a ruling is completed or corrected",
    "case.appeal": "a player appeals a ruling",
    "appeal.decide": "the head judge decides an appeal",
    "precedent.publish": "a head judge lets other judges find a ruling",
    "penalty.give": "a judge gives a player a penalty",
    "penalty.confirm": "a second person confirms a disqualification",
    "penalty.withdraw": "a penalty is taken back",
    "deck.remind": "who has no deck is asked for it",
    "organization.create": "somebody founds an organization",
    "organization.edit": "an owner changes what its page says",
    "organization.end": "an owner ends an organization",
    "organization.ask_level": "an owner asks the office to trust it up to a level",
    "organization.decide_level": "the office says up to which level it trusts an organization",
    "member.ask": "an owner asks somebody to take a role",
    "member.withdraw": "an owner takes a question back",
    "member.answer": "somebody takes a role in an organization, or says no",
    "member.remove": "an owner takes a role away",
    "member.leave": "somebody lays down every role in an organization",
    "member.forget": "somebody who is erased goes from an organization",
    "venue.add": "a venue is added",
    "venue.edit": "a venue is changed",
    "venue.close": "a venue is closed",
    "report.make": "somebody says that a thing should not be there",
    "matter.decide": "what was reported is hidden, or nothing is wrong with it",
    "matter.hand_on": "an organization leaves such a decision to the office",
    "objection.make": "somebody says, once, that such a decision is wrong",
    "objection.decide": "the office answers that",
    "news.write": "somebody begins a piece of news",
    "news.edit": "somebody says it in other words",
    "news.publish": "somebody lets news appear, now or later",
    "news.appear": "what was planned appears",
    "news.withdraw": "news is taken back, by its writers or the office",
    "news.remove_picture": "news loses its picture",
    "follow.add": "somebody follows something",
    "follow.drop": "and no longer does",
    "follow.look": "the site looks whether anything is new there",
    "follow.forget": "part of an erasure: who followed and was followed",
    "gallery.send": "somebody sends a picture or a story",
    "gallery.change": "its artist changes it",
    "gallery.withdraw": "its artist takes it back",
    "gallery.show": "a reviewer lets it in",
    "gallery.refuse": "a reviewer does not, or takes it out",
    "gallery.appeal": "its artist says why that is wrong",
    "gallery.answer": "another reviewer answers",
    "gallery.propose": "its artist proposes it for its card",
    "gallery.answer_proposal": "a keeper answers that",
    "gallery.forget": "everything of somebody who is forgotten goes",
    "forum.connect": "somebody signs in at the forum",
    "forum.choose": "somebody says what the forum may know",
    "forum.link": "somebody links the account they have at the forum",
    "forum.unlink": "somebody links it no longer",
    "forum.open_topic": "somebody lets the forum open a topic",
    "contest.write": "hosts begin a card contest",
    "contest.edit": "hosts say it otherwise",
    "contest.publish": "hosts let everybody read it",
    "contest.move": "hosts move its dates, with a notice",
    "contest.cancel": "hosts or the office cancel it",
    "contest.exclude": "hosts take a card out",
    "contest.ask_juror": "hosts ask somebody to judge",
    "contest.drop_juror": "hosts take a name off the jury",
    "contest.set_aside": "hosts let the votes of one network not count, or count again",
    "contest.decide": "hosts confirm who wins",
    "contest.print": "a keeper prints the winners",
    "contest_vote.cast": "somebody votes",
    "contest_entry.play": "the site notes how the engine played a card",
    "contest_entry.enter": "somebody sends a card in or changes it",
    "contest_entry.withdraw": "somebody takes the card back",
    "contest_jury.answer": "somebody says yes or no to a jury",
    "contest_jury.mark": "a juror marks a card",
    "contest_jury.hand_in": "a juror hands the marks in",
    "newsletter.ask": "somebody asks for the news by mail",
    "newsletter.confirm": "the owner of the address confirms that",
    "newsletter.end": "somebody wants no more of it",
    "newsletter.bounce": "a copy came back",
    "bar.set": "an organization does not let somebody in",
    "bar.lift": "an organization lets somebody in again",
    "staff.take": "a member of the organization works at its event",
    "tournament.keep": "an organization keeps an event as a template",
    "circuit.create": "an organizer makes a circuit by a preset",
    "circuit.edit": "its words or rules are changed",
    "circuit.open": "everybody may see it",
    "circuit.count": "an event or a series counts for it, never does, or is asked for",
    "circuit.uncount": "that is no longer said of an event or a series",
    "circuit.answer": "the organizer of an event lets it count for somebody else's circuit, or not",
    "circuit.end": "its ladder is frozen",
    "circuit.reopen": "a circuit that has ended goes on",
    "clan.create": "somebody founds a clan",
    "clan.join": "somebody joins a clan by its link",
    "clan.show": "a member lets everybody or only the clan see it",
    "clan.leave": "a member leaves a clan; the last one ends it",
    "clan.remove": "the leader takes a member out",
    "clan.renew_link": "the leader makes a new link",
    "clan.hand_over": "another member leads the clan",
    "friend.ask": "somebody asks to be friends, by a name",
    "friend.ask_mate": "somebody asks a clan mate to be friends",
    "friend.accept": "somebody says yes",
    "friend.decline": "somebody says no, of which the asker does not read",
    "friend.end": "a request is taken back, or a friendship ends",
    "friend.share": "somebody lets a friend see the agenda, or no longer",
    "person.block": "somebody wants nothing to do with somebody",
    "person.unblock": "a block is taken back",
    "agenda.forget": "part of an erasure: friends, blocks and games that were planned",
    "friendly.propose": "somebody proposes a friendly game",
    "friendly.accept": "the other agrees",
    "friendly.decline": "the other says no",
    "friendly.move": "either proposes another moment or place",
    "friendly.cancel": "either calls it off",
    "friendly.note": "one of both writes down for themselves how it went",
    "friendly.record": "one of both keeps a recording with it",
    "appointment.offer": "one of a table of a league says when they can play",
    "appointment.take_back": "they offer none of it any longer",
    "appointment.accept": "the other agrees to one of these times",
    "appointment.postpone": "one of both puts off what was agreed",
    "appointment.absent": "one of both says that the other did not come",
    "appointment.remind": "both are told that their match begins soon",
    "league.turn": "a window of a league ends or begins, or staff hear what waits",
    "league.extend": "staff give a window more days",
    "league.extend_table": "staff give a table more days",
    "league.rule_absence": "a judge decides who did not come",
    "league.substitute": "one of a crew plays for a member in a window",
    "league.stop": "somebody stops in a league",
    "account.set_zone": "somebody says by which clock they read appointments",
    "friendly.remind": "both are told that it begins soon",
    "filter.keep": "somebody wants to hear of what fits a search",
    "filter.drop": "somebody no longer does",
    "filter.look": "it is time to look whether anything new fits",
    "team.create": "a captain makes a team",
    "team.join": "a player joins a team with its code",
    "team.rename": "the captain gives a team another name",
    "team.remove": "the captain takes a member out",
    "team.seat": "the captain says who sits where",
    "team.leave": "a player leaves a team, a captain ends it",
    "stage.cut": "the best go on into the knock-out",
    "round.draft": "a round is paired",
    "rule.add": "staff decide who sits where or meets whom",
    "rule.remove": "a decision is taken back",
    "round.redraft": "a draft is paired anew",
    "round.keep": "a draft stays although results have changed since",
    "round.discard": "a draft is thrown away",
    "round.swap": "two players of a draft change places",
    "round.repair": "the tables of a published round change after a mistake",
    "round.exchange": "two players of a published round change places",
    "match.move": "a match is played at another table",
    "tournament.tell": "an event of before tells every row as it stands",
    "tournament.restore": "the rounds stand again as a snapshot shows them",
    "round.publish": "everybody sees the round",
    "round.start_clock": "the clock runs",
    "round.pause_clock": "the clock stops",
    "round.complete": "the round is closed",
    "round.withdraw": "a published round that nobody touched is a draft again",
    "round.reopen": "a completed round is played again",
    "result.report": "a player says the score",
    "result.enter": "staff enter the score",
    "result.correct": "a final score changes",
    "dispute.settle": "a judge rules",
    "match.extend": "a table gets more time",
    "log.submit": "a log is handed in",
    "log.claim": "a worker takes a replay",
    "log.confirm": "a judge of the event confirms a correction in a log",
    "secret.read": "a judge reads a closed list, a log or opened cards",
    "log.verdict": "the replay is done",
    "log.requeue": "stuck replays are sent again",
    "recording.open": "somebody at the table, or a judge, begins to record a game",
    "recording.device": "a phone writes for a seat from now on",
    "recording.heard": "a phone says that it is there; a row at the first, by which key it signs",
    "recording.pair": "a player makes a code for another phone",
    "recording.join": "another phone takes such a code",
    "recording.write": "a device adds entries to a journal; a row at calls, signatures and every twentieth entry",
    "recording.freeze": "a judge stops a game",
    "recording.resume": "a judge lets it go on",
    "recording.correct": "a judge corrects the position",
    "recording.rewind": "a judge takes lines back",
    "recording.sign_for": "a judge signs for a player",
    "recording.void": "a judge says that a recording does not count",
    "recording.open_hand": "a player opens the notes on one's own hand to judges",
    "practice.open": "the site deals a game to practise",
    "practice.write": "somebody who practises goes on",
    "account.rename": "a person changes the name others see",
    "account.change_username": "a person changes the name they sign in with",
    "account.change_password": "a person changes their password",
    "second_step.set_up": "an account is asked for a code of an app from now on",
    "second_step.use": "somebody signs in with a code of their app or a recovery code",
    "second_step.renew_codes": "a person makes new recovery codes",
    "second_step.remove": "a person takes their second step away",
    "mail.claim": "a person says at which mail address they can be reached",
    "mail.verify": "the link that was sent there is opened",
    "mail.remove": "a person has no mail address any more",
    "reset.ask": "somebody says that a password is forgotten",
    "reset.use": "a new password is set with a mailed link",
    "letter.write": "a worker writes a mail",
    "letter.sent": "the mail server has it",
    "letter.again": "the mail server did not take it",
    "second_step.prove": "a person shows again who they are",
    "passkey.add": "a person keeps a new passkey",
    "passkey.use": "somebody signs in, or shows who they are, with a passkey",
    "passkey.remove": "a person takes a passkey away",
    "recovery_codes.renew": "a person makes new recovery codes, having shown who they are",
    "recovery.ask": "the office asks for a new password for somebody who forgot theirs",
    "recovery.ask_at_desk": "the desk asks the office for a new password for a player",
    "recovery.agree": "a second person of the office agrees",
    "recovery.stop": "the owner stops such a request",
    "recovery.use": "a new password is set with the office's code",
    "token.create": "a person makes a token for a program",
    "token.end": "a person ends one",
    "session.end_all": "the operator ends all sessions of a person or of everybody",
    "session.end": "a person ends sessions of theirs",
    "credential.end": "a person ends something that acts for them: a token, a paired phone, a calendar, a webhook",
    "account.make_office": "a person becomes the office",
    "audit.start": "a judge has logs of a round or a tournament checked again",
    "audit.progress": "a worker has checked some of them again",
    "audit.requeue": "checks that nobody finished are sent again",
    "puzzle.answer": "somebody says which step of a puzzle breaks a rule",
    "forecast.start": "an organizer asks what the settings will do",
    "forecast.progress": "a worker has played some of it on paper",
    "forecast.requeue": "forecasts that nobody finished are sent again",
    "play_test.ask": "somebody asks how a card plays",
    "play_test.progress": "a worker has played some of its games",
    "play_test.requeue": "play tests that nobody finished are sent again",
    "own_deck.create": "somebody makes a deck of their own",
    "own_deck.save": "its list is saved",
    "own_deck.restore": "an earlier list is the newest again",
    "own_deck.describe": "its name, notes or readers change",
    "own_deck.delete": "it goes with its history",
    "cards.load": "the cards of the site come into the catalogue",
    "cards.import": "a keeper's file of cards is read in",
    "card.publish": "a keeper prints a card, or prints it anew",
    "card.reprint": "a card gets another number",
    "picture.add": "a card gets a picture",
    "picture.remove": "a picture goes",
    "ruling.give": "a keeper says how a card works",
    "ruling.withdraw": "a ruling no longer counts",
    "set.describe": "a set gets its name and day",
    "entered.publish": "a keeper prints a card of a game without a catalogue, or prints it anew",
    "entered.import": "a keeper's file of such cards is read in",
    "entered_pool.freeze": "such cards of today become a pool to play with",
    "pool.freeze": "cards of today become a pool to play with",
    "legality.list": "a list of banned cards begins",
    "legality.set": "a card is banned or restricted",
    "legality.end": "a ban ends",
    "keeper.make": "a person may keep the catalogue",
}
# The modules that may write to the database.
WRITERS = ("commands.py", "relay.py", "models.py", "demo.py")  # and every *services.py
# Parts: they write only inside a command of their room; the pulse of a process, and moving old rows, is nobody's act.
PARTS = {
    "ledger/credentials.py",  # a session gets its name
    "decks/cards/packaged.py",
    "decks/cards/pictures.py",
    "decks/cards/writing.py",
    "decks/lists/search_facts.py",
    "decks/registration/pools.py",
    "ledger/pulse.py",
    "ledger/archive.py",  # moves rows of the ledger into volumes and back, and changes none
}
WRITES = {"save", "create", "bulk_create", "update_or_create", "get_or_create", "bulk_update", "delete"}


def all_commands() -> dict[str, Any]:
    """Every function with an action, by its action."""
    found: dict[str, Any] = {}
    import x610z_site.accounts as accounts

    for package in (tournaments, accounts, decks, community):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not {"migrations", "management", "demo", "__main__"} & set(info.name.split(".")):
                module = importlib.import_module(info.name)
                found |= {
                    item.action: item
                    for item in vars(module).values()
                    if callable(getattr(item, "__wrapped__", None))
                    and isinstance(getattr(item, "action", None), str)
                }
    return found


def test_every_command_is_listed_and_documented() -> None:
    found = all_commands()
    assert set(found) == set(COMMANDS)
    for action, service in found.items():
        assert service.__doc__, action
        noun, verb = action.split(".")
        assert noun.isidentifier() and verb.isidentifier()


def test_every_command_takes_keywords_only_and_is_named_after_what_it_writes() -> None:
    for action, service in all_commands().items():
        kinds = [item.kind for item in list(inspect.signature(service).parameters.values())[1:]]
        assert set(kinds) <= {inspect.Parameter.KEYWORD_ONLY}, action


def test_nothing_but_services_writes_to_the_database() -> None:
    """Views, selectors, forms and tasks hold no call that stores or deletes rows."""
    wrong = []
    for folder in (*APPS[:-1], "x610z_site/accounts"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.name in WRITERS or path.name.endswith("services.py"):
                continue
            if {"migrations", "demo"} & set(path.parts) or str(path.relative_to(ROOT)) in PARTS:
                continue
            calls = (
                node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
            )
            wrong += [f"{path.relative_to(ROOT)}:{call.lineno}" for call in calls if _writes(call)]
    assert wrong == []


def _writes(call: ast.expr) -> bool:
    """Whether the call stores or deletes rows: on a manager (``X.objects...``), or a save of something."""
    if not isinstance(call, ast.Attribute) or call.attr not in WRITES:
        return False
    names = {node.attr for node in ast.walk(call) if isinstance(node, ast.Attribute)}
    return "objects" in names or call.attr == "save"


def test_each_command_writes_exactly_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day through the services: as many rows as calls, each naming its command."""
    called: list[str] = []
    original = commands.append

    def counted(cmd: Command, *more: Statement) -> None:
        called.append(cmd.action)
        original(cmd, *more)

    monkeypatch.setattr(commands, "append", counted)
    before = LedgerRow.objects.count()
    tournament = make_tournament()
    actor = organizer_of(tournament)
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    entries = enter_by_commands(tournament, 4)
    tournament_open_check_in(actor=actor, tournament=tournament)
    check_in_by_commands(tournament, entries)
    tournament_start(actor=actor, tournament=tournament)
    for number in range(1, tournament.stages.get().rounds + 1):
        play(tournament, number)
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("number")
    assert [row.action for row in rows] == called
    assert LedgerRow.objects.count() - before == len(called)
    assert [row.number for row in rows] == list(range(1, len(called) + 1))
    assert verify_chain(tournament.chain_key) == []


def test_a_row_holds_no_name() -> None:
    """Erasing a person must leave the chain whole, so rows hold ids and values only."""
    tournament = running_tournament(4, name="Namesake Cup")
    play(tournament, 1)
    for row in LedgerRow.objects.all():
        text = str(row.data)
        assert (
            "Player" not in text
            and "Organizer" not in text
            and "user" not in re.sub("'(user|user_id)'", "", text)
        )


@command("test.effect", public=True)
def effect(cmd: Command, *, tournament: Any, value: int = 0, crash: bool = False) -> dict[str, int]:
    """A command of this test: adds one staff row."""
    tournament.location = str(value)
    tournament.save(update_fields=["location"])
    cmd.send("live", tournament="x", version=1)
    if crash:
        raise RuntimeError("after the write")
    return {"value": value}


@command("test.nested")
def nested(cmd: Command, *, tournament: Any) -> None:
    """A command that calls another, which is a bug."""
    effect(actor=SYSTEM, tournament=tournament)


def test_a_command_that_crashes_leaves_nothing_at_all() -> None:
    tournament = make_tournament()
    counts = [model.objects.count() for model in (LedgerRow, OutboxMessage, IdempotencyKey)]
    version = Chain.objects.get(key=tournament.chain_key).version
    with pytest.raises(RuntimeError):
        effect(actor=SYSTEM, tournament=tournament, value=7, crash=True, key="k")
    tournament.refresh_from_db()
    assert tournament.location == ""
    assert [model.objects.count() for model in (LedgerRow, OutboxMessage, IdempotencyKey)] == counts
    assert Chain.objects.get(key=tournament.chain_key).version == version
    assert effect(actor=SYSTEM, tournament=tournament, value=8, key="k") == {"value": 8}


def test_a_repeated_key_answers_without_running_again() -> None:
    tournament = make_tournament()
    first = effect(actor=SYSTEM, tournament=tournament, value=1, key="same")
    rows, messages = LedgerRow.objects.count(), OutboxMessage.objects.count()
    type(tournament).objects.filter(pk=tournament.pk).update(location="touched since")
    assert effect(actor=SYSTEM, tournament=tournament, value=1, key="same") == first
    tournament.refresh_from_db()
    assert tournament.location == "touched since"
    assert (LedgerRow.objects.count(), OutboxMessage.objects.count()) == (rows, messages)


def ask(**params: Any) -> Any:
    """A command of another name: a role is offered to somebody."""
    return invitation_make(username=make_user().username, kind="staff", **params)


def test_a_key_with_another_body_another_command_or_another_tournament_is_refused() -> None:
    tournament, other = make_tournament(), make_tournament("Other")
    actor = organizer_of(tournament)
    effect(actor=actor, tournament=tournament, value=1, key="k")
    for call in (
        lambda: effect(actor=actor, tournament=tournament, value=2, key="k"),
        lambda: effect(actor=actor, tournament=other, value=1, key="k"),
        lambda: ask(actor=actor, tournament=tournament, role="judge", key="k"),
    ):
        with pytest.raises(KeyReusedError):
            call()


def test_a_key_belongs_to_its_person() -> None:
    tournament = make_tournament()
    one, two = Actor(make_user(), "judge"), Actor(make_user(), "judge")
    assert effect(actor=one, tournament=tournament, value=1, key="k") == {"value": 1}
    assert effect(actor=two, tournament=tournament, value=2, key="k") == {"value": 2}


@pytest.mark.parametrize("key", ["x" * 500, "nul\x00", "é👨", "a" * 80])
def test_any_key_works_and_long_ones_are_not_confused(key: str) -> None:
    tournament = make_tournament()
    assert effect(actor=SYSTEM, tournament=tournament, value=1, key=key) == {"value": 1}
    assert effect(actor=SYSTEM, tournament=tournament, value=1, key=key) == {"value": 1}
    assert effect(actor=SYSTEM, tournament=tournament, value=2, key=key + "!") == {"value": 2}


def test_a_command_inside_a_command_is_a_bug() -> None:
    with pytest.raises(RuntimeError, match="inside another"):
        nested(actor=SYSTEM, tournament=make_tournament())


def test_only_public_commands_raise_the_version() -> None:
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    version = Chain.objects.get(key=tournament.chain_key).version
    ask(actor=SYSTEM, tournament=tournament, role="judge")
    assert Chain.objects.get(key=tournament.chain_key).version == version
    effect(actor=SYSTEM, tournament=tournament)
    assert Chain.objects.get(key=tournament.chain_key).version == version + 1


def beside(tournament: Any) -> str:
    """A chain of a tournament that not everybody reads."""
    return f"x-{tournament.slug}"


@command("test.both", chain=beside)
def both(cmd: Command, *, tournament: Any, refuse: bool = False) -> None:
    """Something for the few, and something for everybody that comes with it."""
    cmd.record(secret=1)
    cmd.explain("why")
    seen = cmd.also("test.seen", public=True)
    seen.record(seen=2)
    if refuse:
        raise UserError("refused", "no")


def test_one_command_writes_a_row_in_two_chains_and_each_holds_its_own_values_and_note() -> None:
    tournament = make_tournament()
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    version = Chain.objects.get(key=tournament.chain_key).version
    for _again in range(2):
        both(actor=SYSTEM, tournament=tournament, key="once")
    [secret] = LedgerRow.objects.filter(chain_id=beside(tournament))
    seen = LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("-number")[0]
    assert (secret.action, secret.data["secret"], secret.note) == ("test.both", 1, "why")
    assert (seen.action, seen.data, seen.note) == ("test.seen", {"seen": 2}, "")
    assert Chain.objects.get(key=tournament.chain_key).version == version + 1  # once, and by the public row
    assert Chain.objects.get(key=beside(tournament)).version == 0
    assert verify_chain(beside(tournament)) == verify_chain(tournament.chain_key) == []


def test_a_command_over_two_chains_that_is_refused_leaves_a_row_in_neither() -> None:
    tournament = make_tournament()
    before = LedgerRow.objects.count()
    with pytest.raises(UserError):
        both(actor=SYSTEM, tournament=tournament, refuse=True)
    assert LedgerRow.objects.count() == before
    assert not Chain.objects.filter(key=beside(tournament)).exists()


def test_locks_are_taken_in_order_and_inside_a_transaction_only() -> None:
    locks = Locks()
    locks.take(TOURNAMENT_LOCK, 1)
    locks.take(ROUND_LOCK, 2, shared=True)
    with pytest.raises(LockOrderError, match="after round"):
        locks.take(TOURNAMENT_LOCK, 1)


@pytest.mark.django_db(transaction=True)
def test_a_lock_outside_a_transaction_is_a_bug() -> None:
    assert not connection.in_atomic_block
    with pytest.raises(LockOrderError, match="outside"):
        Locks().take(ROUND_LOCK, 1)


def test_values_have_one_canonical_form() -> None:
    assert canonical({"b": 1, "a": (1, {3, 2})}) == b'{"a":[1,[2,3]],"b":1}'
    assert plain(b"abc") == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest({"a": 1}) != digest({"a": "1"})
    with pytest.raises(TypeError):
        plain(object())


def test_a_refused_command_says_so_and_writes_nothing() -> None:
    tournament = make_tournament()
    before = LedgerRow.objects.count()
    with pytest.raises(UserError):
        ask(actor=SYSTEM, tournament=tournament, role="king", key="k")
    assert LedgerRow.objects.count() == before
    assert not IdempotencyKey.objects.exists()
