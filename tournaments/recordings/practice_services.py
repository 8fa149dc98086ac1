"""Practice: the site deals both decks, and its random player plays the other seat if one likes."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypedDict

import msgspec
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from ledger.commands import Command, Parted, command
from ledger.errors import UserError
from ledger.hashing import digest
from ledger.quotas import require_quota
from ledger.shapes import Json
from ledger.sql import Statement, moment
from rules_engine.kernel.errors import Need
from rules_engine.kernel.games import Practice
from rules_engine.kernel.stream import Stream
from rules_engine.recording import Problem, journal
from rules_engine.recording.speakers import goes_on

from .journal_services import (
    SPELL,
    Written,
    keep,
    locked_recording,
    refused,
    require_pace,
    taking_of,
    writer_of,
)
from .models import Recording, RecordingDevice
from .practice_games import AGAINST, BOT, game_of_practice, practice_of, practised
from .protocol import Incoming
from .selectors import standing_of
from .statements import PACE
from .taking import Taking
from .writers import Refusal, Writer


class PracticeOpened(TypedDict):
    """The recording of a practice game."""

    recording: int


Mode, State = Recording.Mode, Recording.State
CHAIN = Parted("practice")
MOST_A_DAY = 100
MOST_CHOICES = 20
"""Questions that one line answers at most."""
MOST_MOVES = 60
"""What the random player writes at once at most: a turn of its own."""
MOST_WRITTEN = 400_000
"""Characters of one practice game: a long game has a fifth of it, and a hundred games a day stay some megabytes."""


@command("practice.open", chain=CHAIN)
def practice_open(
    cmd: Command, *, against: str, game: str = "x610z", again: int | None = None
) -> PracticeOpened:
    """Somebody begins a game to practise: two decks of the demonstration cards, dealt and shuffled by the site.

    ``again``: with the decks of an own game of before, which says itself what is played.
    """
    if against not in AGAINST:
        raise UserError("against", _("Choose against whom you play."), field="against")
    if game not in dict(practised()):
        raise UserError("game", _("Choose a game."), field="game")
    require_quota(cmd, MOST_A_DAY)
    stream = Stream(secrets.token_hex(16))
    opening = _dealt_again(cmd, again, game, stream) or practice_of(game).deal(stream)
    recording = Recording.objects.create(
        owner=cmd.actor.user,
        mode=Mode.PRACTICE,
        opening=opening,
        head_hash=digest(opening),
        practice={
            "against": against,
            "game": game,
            "pool": practice_of(game).pool,
            "names": {"P1": cmd.actor.user.display_name},
            "chance": secrets.token_hex(16),
        },
        opened_at=cmd.at,
        opened_by=cmd.actor.user,
    )
    taking = taking_of(recording, cmd.at)
    _play_on(recording, taking)
    keep(cmd, recording, taking)
    cmd.record(recording=recording.pk, against=against, game=game)
    return {"recording": recording.pk}


def _dealt_again(cmd: Command, again: int | None, game: str, stream: Stream) -> bytes:
    """The opening of an own game of before, its decks shuffled anew; empty where there is none of that game."""
    found = Recording.objects.filter(pk=again, owner_id=cmd.actor.user.pk).first() if again else None
    if found is None or game_of_practice(found.practice) != game:
        return b""
    lines = [msgspec.json.decode(line) for line in bytes(found.opening).splitlines()]
    for line in lines:
        if line["kind"] == "chance" and line["of"] == "deck":
            line["value"] = stream.shuffled(line["value"])
        elif line["kind"] == "chance" and line["of"] == "first":
            line["value"] = stream.pick([seat["seat"] for seat in lines if seat["kind"] == "seat"])
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def _opening(cmd: Command, params: Json) -> list[Statement]:
    """How fast the phone has written."""
    return [(PACE, (params["device_id"], moment(cmd.at - SPELL)))]


@command("practice.write", chain=CHAIN, own_chain=True, opening=_opening)
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
    [[recent]] = cmd.opened[-1]
    require_pace(recent, entries)
    taking, writer = taking_of(recording, cmd.at), writer_of(recording, device)
    _require_room(taking, entries)
    acks: list[Json] = []
    bot = bot_of(recording)
    for entry in msgspec.convert(list(entries), list[Incoming]):
        if bot is not None and entry.kind == journal.DEVIATE:
            # What may be changed of the other hand would tell what lies in it.
            raise UserError("alone", _("Nobody sits opposite who could agree."))
        _require_the_begun(recording, entry)
        dealt = dealt_to(recording, taking, entry, device.pk)
        if bot is not None and dealt.body.get("seat") == bot:
            raise PermissionDenied
        try:
            row = taking.take(dealt, _with_choices(writer, dealt, bot))
        except Refusal as refusal:
            acks.append(refused(dealt, refusal, taking))
            if shows(refusal.problem):
                _begin(recording, entry.body)
            break
        if entry.body.get("do") != "concede":  # which can be undone, and the look cannot
            _begin(recording, None)
        acks.append({name: row[name] for name in ("device_seq", "seq", "status", "hash")})
        _play_on(recording, taking)
    keep(cmd, recording, taking)
    return {"acks": acks, "stands": standing_of(recording)}


def _require_room(taking: Taking, entries: Sequence[Json]) -> None:
    """Refuse what would make a practice game longer than anybody plays one."""
    written = sum(len(msgspec.json.encode(row["body"])) for row in taking.rows)
    if written + len(msgspec.json.encode(list(entries))) > MOST_WRITTEN:
        raise UserError("full", _("This practice game is full. Begin another one."))


def begun_in(recording: Recording) -> Json | None:
    """The line that turned something up and still asks something: it is said to its end before anything else."""
    found: Json | None = recording.practice.get("begun")
    return found


def shows(problem: Problem | None) -> bool:
    """Whether a line that leaves a choice open has shown something hidden until then: a card of Life, a card drawn."""
    return problem is not None and bool((problem.need or {}).get("revealed"))


def _require_the_begun(recording: Recording, entry: Incoming) -> None:
    """Refuse what would take back a look at a hidden card; giving up is always possible (101.4)."""
    line = begun_in(recording)
    if line is None or entry.body.get("do") == "concede":
        return
    if entry.kind != journal.LINE or not goes_on(line, entry.body):
        raise UserError(
            "begun", _("A card was turned up, so nothing can be undone now. Answer what is asked.")
        )


def _begin(recording: Recording, line: Json | None) -> None:
    """Keep the line that has begun to show something; None once one was written to its end."""
    if recording.practice.get("begun") == line:
        return
    recording.practice = {**recording.practice, "begun": line}
    recording.save(update_fields=["practice"])


def _with_choices(writer: Writer, entry: Incoming, bot: int | None) -> Writer:
    """The writer of a line in which the random player chooses something: that was chosen here, not by the phone."""
    if bot is None or "answers" not in entry.body:
        return writer
    return replace(writer, seats=writer.seats | {bot})


def bot_of(recording: Recording) -> int | None:
    """The seat of the random player, None where one person plays both."""
    return BOT if recording.practice["against"] == "random" else None


def dealt_to(recording: Recording, taking: Taking, entry: Incoming, device: int | None = None) -> Incoming:
    """A line with every shuffle that it asks for, and with every choice of the random player.

    Chance is the site's, and a phone cannot choose an order, nor what the other player does. It depends on the journal
    alone: who asks twice, or goes back from a question, is told the same.

    A line that came before is taken as it was stored, so that it stays one entry.
    """
    own = [row for row in taking.rows if device is not None and row["device"] == device]
    known = next((row for row in own if row["device_seq"] == entry.device_seq), None)
    if known is not None:
        return msgspec.structs.replace(entry, body=known["body"])
    if entry.kind != journal.LINE or entry.body.get("kind") != "act":
        return entry
    bot, play = bot_of(recording), _game(recording)
    said = entry.body.get("answers") or ()
    given = list(said) if isinstance(said, list) else []
    body = {name: value for name, value in entry.body.items() if name != "answers"}
    answers: list[Any] = []
    while len(answers) < MOST_CHOICES:
        problem = taking.session.check(body | {"answers": answers} if answers else body)
        if problem is None or problem.need is None:
            break
        chance = Stream(f"{recording.practice.get('chance', '')}/{taking.head_hash}/{len(answers)}")
        if problem.need["prompt"] == "shuffle":
            answers.append(chance.shuffled(problem.need["options"]))
            continue
        if problem.need["seat"] == bot:
            answers.append(play.answer(chance, _open(problem.need)))
            continue
        if not given:
            break
        answers.append(given.pop(0))
    return msgspec.structs.replace(entry, body=body | {"answers": answers} if answers else body)


def _game(recording: Recording) -> Practice:
    return practice_of(game_of_practice(recording.practice))


def _open(need: Json) -> Need:
    """The open choice as the engine has it; what a page is told besides is left out."""
    return msgspec.convert(need, Need)


def _play_on(recording: Recording, taking: Taking) -> None:
    """Let the random player act while nobody else can; who looks at their first hand is not hurried (105.4)."""
    if bot_of(recording) is None or taking.session.looking() not in ([], [BOT]):
        return
    play, stream = _game(recording), Stream(secrets.token_hex(16))
    writer = Writer(None, BOT, frozenset({BOT}))
    for _move in range(MOST_MOVES):
        state = taking.session.state
        own = play.own(state, BOT) if state is not None and state.result is None else ()
        if not own or state is None:
            return
        action = play.choose(stream, state, own)
        body = _answered(taking, play, stream, {"kind": "act", **action.to_dict()})
        if body is None:
            return
        taking.add(journal.LINE, body, journal.OK, writer)


def _answered(taking: Taking, play: Practice, stream: Stream, body: Json) -> Json | None:
    """The line with a random answer to every choice; None where no answer will do."""
    for _choice in range(MOST_CHOICES):
        problem = taking.session.check(body)
        if problem is None:
            return body
        if problem.need is None:
            return None
        made = play.answer(stream, _open(problem.need))
        body = body | {"answers": [*(body.get("answers") or ()), made]}
    return None
