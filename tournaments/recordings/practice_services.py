"""Practice: the site deals both decks, and its random player plays the other seat if one likes."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypedDict

import msgspec
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.hashing import digest
from ledger.quotas import require_quota
from ledger.shapes import Json
from rules_engine.kernel.errors import Need
from rules_engine.kernel.stream import Stream
from rules_engine.practice.random_games import answer, choose, random_decks
from rules_engine.recording import journal
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.playing import Game

from .journal_services import Written, keep, locked_recording, refused, taking_of, writer_of
from .models import Recording, RecordingDevice
from .protocol import Incoming
from .selectors import standing_of
from .taking import Taking
from .writers import Refusal, Writer


class PracticeOpened(TypedDict):
    """The recording of a practice game."""

    recording: int


Mode, State = Recording.Mode, Recording.State
CHAIN = "practice"
MOST_A_DAY = 100
BOT = 1
"""The seat of the random player."""
AGAINST = ("random", "both")
POOL = "demo"
MOST_CHOICES = 20
"""Questions that one line answers at most."""
MOST_MOVES = 60
"""What the random player writes at once at most: a turn of its own."""


@command("practice.open", chain=CHAIN)
def practice_open(cmd: Command, *, against: str) -> PracticeOpened:
    """Somebody begins a game to practise: two decks of the demonstration cards, dealt and shuffled by the site."""
    if against not in AGAINST:
        raise UserError("against", _("Choose against whom you play."), field="against")
    require_quota(cmd, MOST_A_DAY)
    stream, pool = Stream(secrets.token_hex(16)), load_pool(POOL)
    decks = random_decks(stream, 2, pool)
    name = _("Random player") if against == "random" else _("Second seat")
    game = Game(
        decks, players=["P1", "P2"], first=stream.below(2), pool=pool, organized_play=False, time_limit=False
    )
    opening = game.log()
    recording = Recording.objects.create(
        owner=cmd.actor.user,
        mode=Mode.PRACTICE,
        opening=opening,
        head_hash=digest(opening),
        practice={"against": against, "pool": POOL, "names": {"P1": cmd.actor.user.display_name, "P2": name}},
        opened_at=cmd.at,
        opened_by=cmd.actor.user,
    )
    taking = taking_of(recording, cmd.at)
    _play_on(recording, taking)
    keep(cmd, recording, taking)
    cmd.record(recording=recording.pk, against=against)
    return {"recording": recording.pk}


@command("practice.write", chain=CHAIN, own_chain=True)
def practice_write(cmd: Command, *, recording_id: int, device_id: int, entries: Sequence[Json]) -> Written:
    """The owner writes on; the site shuffles where the rules shuffle, and the random player has its turn."""
    recording = locked_recording(None, recording_id)
    device = RecordingDevice.objects.get(pk=device_id)
    if (
        recording.owner_id != cmd.actor.user.pk
        or device.recording_id != recording.pk
        or device.revoked_at is not None
    ):
        raise PermissionDenied
    taking, writer = taking_of(recording, cmd.at), writer_of(recording, device)
    acks: list[Json] = []
    bot = BOT if recording.practice["against"] == "random" else None
    for entry in msgspec.convert(list(entries), list[Incoming]):
        dealt = _dealt(taking, entry, bot)
        if bot is not None and dealt.body.get("seat") == bot:
            raise PermissionDenied
        try:
            row = taking.take(dealt, _with_choices(writer, dealt, bot))
        except Refusal as refusal:
            acks.append(refused(entry, refusal, taking))
            break
        acks.append({name: row[name] for name in ("device_seq", "seq", "status", "hash")})
        _play_on(recording, taking)
    keep(cmd, recording, taking)
    return {"acks": acks, "stands": standing_of(recording)}


def _with_choices(writer: Writer, entry: Incoming, bot: int | None) -> Writer:
    """The writer of a line in which the random player chooses something: that was chosen here, not by the phone."""
    if bot is None or "answers" not in entry.body:
        return writer
    return replace(writer, seats=writer.seats | {bot})


def _dealt(taking: Taking, entry: Incoming, bot: int | None) -> Incoming:
    """A line with every shuffle that it asks for, and with every choice of the random player.

    Chance is the site's, and a phone cannot choose an order, nor what the other player does.

    A line that came before is taken as it was stored, so that it stays one entry.
    """
    known = next(
        (row for row in taking.rows if row["device_seq"] == entry.device_seq and row["device"]), None
    )
    if known is not None:
        return msgspec.structs.replace(entry, body=known["body"])
    if entry.kind != journal.LINE or entry.body.get("kind") != "act":
        return entry
    said = entry.body.get("answers") or ()
    given = list(said) if isinstance(said, list) else []
    body = {name: value for name, value in entry.body.items() if name != "answers"}
    answers: list[Any] = []
    while len(answers) < MOST_CHOICES:
        problem = taking.session.check(body | {"answers": answers} if answers else body)
        if problem is None or problem.need is None:
            break
        if problem.need["prompt"] == "shuffle":
            answers.append(Stream(secrets.token_hex(16)).shuffled(problem.need["options"]))
            continue
        if problem.need["seat"] == bot:
            answers.append(answer(Stream(secrets.token_hex(16)), msgspec.convert(problem.need, Need)))
            continue
        if not given:
            break
        answers.append(given.pop(0))
    return msgspec.structs.replace(entry, body=body | {"answers": answers} if answers else body)


def _play_on(recording: Recording, taking: Taking) -> None:
    """Let the random player act while nobody else can: until it has announced something, or its turn is over."""
    if recording.practice["against"] != "random":
        return
    stream = Stream(secrets.token_hex(16))
    writer = Writer(None, 1, frozenset({1}))
    for _move in range(MOST_MOVES):
        state = taking.session.state
        if state is None or state.result is not None or state.stack or state.active != 1 or state.ending:
            return
        own = [action for action in legal_actions(state, 1) if action.do not in ("concede", "murphy")]
        if not own:
            return
        body = _answered(taking, stream, {"kind": "act", **choose(stream, state, own).to_dict()})
        if body is None:
            return
        taking.add(journal.LINE, body, journal.OK, writer)


def _answered(taking: Taking, stream: Stream, body: Json) -> Json | None:
    """The line with a random answer to every choice; None where no answer will do."""
    for _choice in range(MOST_CHOICES):
        problem = taking.session.check(body)
        if problem is None:
            return body
        if problem.need is None:
            return None
        need = msgspec.convert(problem.need, Need)
        body = body | {"answers": [*(body.get("answers") or ()), answer(stream, need)]}
    return None
