"""How a write travels: one command, one transaction, one ledger row, safe to send twice.

A service is a function decorated with :func:`command`. The decorator opens the transaction, answers a
repeated idempotency key with the stored response, runs the service, appends one ledger row to the chain,
raises the public version, writes the outbox rows and stores the response under the key, all or nothing.

A command of a room that keeps a chain of its own (``own_chain``) writes a row here only when it asks for one. A command
that does two things of which different people may read writes a row in two chains (:meth:`Command.also`).
"""

import functools
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol, TypeVar

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from .hashing import digest, plain
from .locks import LockClass, Locks
from .models import IdempotencyKey, LedgerRow
from .sending import other_contents, stored_key, to_store
from .shapes import Json
from .sql import Rows, Statement, json_text, moment, run
from .statements import ANSWER, CLAIM, HEAD, MESSAGE, NEXT, ROW, STREAM
from .telling import ROWS, let_follow, listening, told_rows, touching

Answer = TypeVar("Answer")
PARTS = 256
"""Into so many chains each chain of everybody is parted; a number that never changes, for names are made with it."""


class Parted(str):
    """A chain of everybody, which nobody waits for: what a person does is written in one of its parts, by the person.

    Each part is a chain like any other (``site/2f``). What no person did stands in the chain of the bare name, as did
    everything before there were parts.
    """

    __slots__ = ()

    def of(self, person: int | None) -> str:
        """The key of the part that has what this person does."""
        return str(self) if person is None else f"{self}/{person % PARTS:02x}"


SITE_CHAIN = Parted("site")
Chain = str | Callable[[Any], str]
"""Where rows are written that are about no tournament, or, as a function, the chain beside that of a tournament."""
BEFORE_THE_FIRST = "0" * 64
"""What stands as the hash before the first row of a chain."""


class HasChain(Protocol):
    """What a tournament must offer to be written about."""

    pk: Any

    @property
    def chain_key(self) -> str:
        """Key of its hash chain and live channel."""

    # One that nobody may know of yet says so by ``hidden``: then no public version rises and nothing is told.


@dataclass(frozen=True)
class Actor:
    """Who acts, and in which role; ``user`` is None for the system itself."""

    user: Any = None
    role: str = "system"

    @property
    def key(self) -> str:
        """Owner of idempotency keys."""
        return f"user:{self.user.pk}" if self.user is not None else "system"


SYSTEM = Actor()


@dataclass(frozen=True)
class Message:
    """Something to tell later; becomes a row of the outbox."""

    topic: str
    payload: Json
    due_at: datetime


@dataclass
class Command:
    """The command in progress, handed to the service as its first argument.

    ``opened``: the rows of each statement that the service asked to be sent with the key. ``asked_anew``: whoever calls
    the service makes more of its answer (a refusal), so a request that is sent again comes to it again.
    """

    action: str
    actor: Actor
    tournament: HasChain | None = None
    public: bool = False
    at: datetime = field(default_factory=lambda: timezone.now())  # asked anew: a test moves this clock
    data: Json = field(default_factory=dict)
    note: str = ""
    locks: Locks = field(default_factory=Locks)
    opened: list[Rows] = field(default_factory=list)
    chain: Chain = SITE_CHAIN
    own_chain: bool = False
    anchored: bool = False
    asked_anew: bool = False
    _beside: "list[Command]" = field(default_factory=list)
    _outbox: list[Message] = field(default_factory=list)
    _writes: list[Statement] = field(default_factory=list)
    _undo: list[Callable[[], None]] = field(default_factory=list)

    def lock(self, kind: LockClass, number: int, *, shared: bool = False) -> None:
        """Take a lock of a room and keep it until the transaction ends: alone, or together with others."""
        self.locks.take(kind, number, shared=shared)

    def record(self, **data: object) -> None:
        """Add ids and values to this command's ledger row (never names or other personal data)."""
        self.data.update(plain(data))

    def explain(self, note: str) -> None:
        """Keep what somebody wrote beside the row: the chain holds only its salted hash."""
        self.note = note[:300]

    def send(self, topic: str, *, due_at: datetime | None = None, **payload: object) -> None:
        """Queue a message for the relay; it leaves only if this transaction commits."""
        self._outbox.append(Message(topic, plain(payload), due_at or self.at))

    def send_task(self, task: str, *args: object, queue: str = "default") -> None:
        """Queue a Celery task by name."""
        self.send("task", task=task, args=list(args), queue=queue)

    def notify(self, name: str, people: Collection[int], **about: int) -> None:
        """Queue a fact for these people (ids of accounts): once each, however often it is relayed.

        ``about`` are numbers that say what it is about (``round``, ``table``); never a name or another secret.
        """
        if told := sorted(set(people)):
            where = self.tournament.pk if self.tournament is not None else None
            self.send(
                "notice", fact=secrets.token_hex(16), name=name, tournament=where, people=told, about=about
            )

    def anchor(self, **data: object) -> None:
        """Let a command with a chain of its own have its row here after all, with these values."""
        self.anchored = True
        self.record(**data)

    def also(self, action: str, *, chain: Chain = SITE_CHAIN, public: bool = False) -> "Command":
        """A further row of this command, in the tournament's own chain unless ``chain`` names another one.

        What comes back is used like the command itself: it has values and a note of its own, and shares everything
        else, its locks and its transaction first of all. Both rows are written, or none.
        """
        beside = replace(self, action=action, chain=chain, public=public, data={}, note="")
        self._beside.append(beside)
        return beside

    def tell(self, stream: str, version: int) -> None:
        """Raise the version of a stream that is no tournament's, and tell the person who listens to it."""
        self.write((STREAM, (stream, BEFORE_THE_FIRST, version)))
        self.send("live", tournament=stream, version=version)

    def write(self, *statements: Statement) -> None:
        """Send these last, with the row of the ledger: for writes that the service does not read again."""
        self._writes.extend(statements)

    def if_undone(self, undo: Callable[[], None]) -> None:
        """Call this when the transaction rolls back: for what was made outside the database, a file say."""
        self._undo.append(undo)

    @property
    def chain_key(self) -> str:
        """The chain of this row: that of :meth:`home`, or of one that is parted the part of whoever acts.

        Where the system acts it is the part of the person whom the row is about (``user``), if there is one.
        """
        home = self.home
        if not isinstance(home, Parted):
            return home
        about = self.actor.user.pk if self.actor.user is not None else self.data.get("user")
        return home.of(about if isinstance(about, int) else None)

    @property
    def home(self) -> str:
        """The chain beside the tournament's, the tournament's own, else the named one; all parts of it together."""
        if callable(self.chain):
            return self.chain(self.tournament)
        return self.tournament.chain_key if self.tournament is not None else self.chain


Opening = Callable[[Command, Json], Sequence[Statement]]
"""The locks and the first reads of a service with these parameters, sent in one message with the key."""


def command(
    action: str,
    *,
    public: bool = False,
    opening: Opening | None = None,
    chain: Chain = SITE_CHAIN,
    own_chain: bool = False,
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Turn ``func(cmd, **params)`` into a service called with ``actor``, ``key``, ``tournament`` and params.

    ``action`` is the dotted code of the ledger row; ``public`` says that public pages change. The service returns
    JSON-able data of a shape that has a name (or None), which is also what a repeated key gets back. ``opening``: what
    the service wants sent first; the rows are in ``cmd.opened``. ``chain``: where it is written when it is about no
    tournament, or, as a function of the tournament, the chain beside the tournament's own. ``own_chain``:
    what it writes is a hash chain itself; a row in the ledger only after :meth:`Command.anchor`.
    """

    def decorate(func: Callable[..., Answer]) -> Callable[..., Answer]:
        @functools.wraps(func)
        def call(*, actor: Actor, key: str | None = None, tournament: Any = None, **params: Any) -> Answer:
            if touching.get() is not None:
                raise RuntimeError(f"{action} called inside another command")
            _stay_home(actor, tournament)
            cmd = Command(action, actor, tournament, public, chain=chain, own_chain=own_chain)
            try:
                with listening(), transaction.atomic():
                    return _run(cmd, func, key, params, opening(cmd, params) if opening else ())
            except BaseException:
                for undo in cmd._undo:
                    undo()
                raise

        vars(call)["action"] = action
        return call

    return decorate


def action_of(service: Callable[..., object]) -> str:
    """The code of the command that a service is."""
    return str(vars(service)["action"])


def _stay_home(actor: Actor, tournament: HasChain | None) -> None:
    """Refuse a person of one chain (a guest) every command that is written to another; raises PermissionDenied."""
    home = getattr(actor.user, "guest_of", "")
    if home and (tournament is None or tournament.chain_key != home):
        raise PermissionDenied


def _run(
    cmd: Command,
    func: Callable[..., Any],
    key: str | None,
    params: Json,
    opening: Sequence[Statement],
) -> Any:
    claim = _claim(cmd, key, params, opening) if key else None
    if not key and opening:
        cmd.opened = run(*opening)
    if claim is not None and claim.response is not None:
        return claim.response["result"]
    if cmd.tournament is not None:
        params = {"tournament": cmd.tournament, **params}
    result = plain(func(cmd, **params))
    let_follow()
    _tell(cmd)
    append(cmd, *([(ANSWER, _answer(cmd, claim, result))] if claim is not None else []))
    return result


def _tell(cmd: Command) -> None:
    """Let the rows of this command tell what it did to tables of an event, each in the chain that may say it."""
    for key, rows in told_rows(cmd.chain_key, {one.chain_key for one in cmd._beside}):
        there = next((one for one in (cmd, *cmd._beside) if one.chain_key == key), None)
        if there is None:
            there = cmd.also(cmd.action, chain=key)
            there.tournament = None
        there.anchored = True
        there.record(**{ROWS: rows})


def _answer(cmd: Command, claim: "Claim", result: object) -> tuple[Any, ...]:
    actor, key, *_rest = claim.row
    response: Json = {"result": result}
    return (*claim.row, json_text(response if cmd.asked_anew else to_store(actor, key, response)))


@dataclass(frozen=True)
class Claim:
    """A key that this command owns, or, with a ``response``, one that was answered before.

    ``row``: whose key, the key, the hash of the request, and when.
    """

    row: tuple[Any, ...]
    response: Json | None = None


def _claim(cmd: Command, key: str, params: Json, opening: Sequence[Statement]) -> Claim:
    """Own the key or find its stored response; a twin still in flight is waited for by the insert."""
    key = stored_key(key)
    request = digest([cmd.action, cmd.home, params])
    row = (cmd.actor.key, key, request, moment(cmd.at))
    made, *cmd.opened = run((CLAIM, row), *opening)
    if made:
        return Claim(row)
    # A statement of its own: what the twin committed while the insert waited is seen only by a later one.
    found = IdempotencyKey.objects.get(actor_key=cmd.actor.key, key=key)
    if found.request_hash != request:
        raise other_contents()
    if found.response is None:
        raise RuntimeError("an idempotency key was committed without its response")
    return Claim(row, found.response)


def append(cmd: Command, *more: Statement) -> None:
    """Append the rows of a command to their chains, and with them what waits to be written, its messages and ``more``.

    Taking the next number locks the head of a chain until commit, so numbers have no gaps. Only the writes and the
    messages of a command whose room keeps its own chain, and that asked for no row.
    """
    rows = in_order([one for one in (cmd, *cmd._beside) if one.anchored or not one.own_chain])
    statements: list[Statement] = []
    if rows:
        taken = run(*cmd._writes, *map(_next, rows))[-len(rows) :]
        heads: dict[str, str] = {}  # of several rows in one chain each stands on the one before it
        for one, [(number, previous, version)] in zip(rows, taken, strict=True):
            before: str = heads.get(one.chain_key) or previous
            row, heads[one.chain_key] = _row(one, number, before, version)
            statements += row
    else:
        statements += cmd._writes
    statements += [*map(_message, cmd._outbox), *more]
    if statements:
        run(*statements)


def in_order(rows: list[Command]) -> list[Command]:
    """Rows in the order of their chains: so no two commands each hold the head that the other one waits for."""
    return sorted(rows, key=lambda row: row.chain_key)


def _told(cmd: Command) -> bool:
    """Whether a row raises the public version of its tournament."""
    return cmd.public and not getattr(cmd.tournament, "hidden", False)


def _next(cmd: Command) -> Statement:
    return NEXT, (cmd.chain_key, BEFORE_THE_FIRST, int(_told(cmd)))


def _row(cmd: Command, number: int, previous: str, version: int) -> tuple[list[Statement], str]:
    """A row with the hash before it and the new head of its chain, and that head."""
    salt = secrets.token_hex(16) if cmd.note else ""
    if cmd.note:
        cmd.record(note_sha256=note_hash(salt, cmd.note))
    if _told(cmd):
        cmd.send("live", tournament=cmd.chain_key, version=version)
    user = cmd.actor.user.pk if cmd.actor.user is not None else None
    said = (cmd.chain_key, number, cmd.action, user, cmd.actor.role)
    made = _hash(previous, *said, cmd.at, cmd.data)
    row = (*said, moment(cmd.at), json_text(cmd.data), cmd.note, salt, previous, made)
    return [(ROW, row), (HEAD, (cmd.chain_key, made))], made


def _message(message: Message) -> Statement:
    due = moment(message.due_at)
    return MESSAGE, (message.topic, json_text(message.payload), moment(timezone.now()), due)


def note_hash(salt: str, note: str) -> str:
    """The hash of a note, salted so that nobody finds an erased text by guessing."""
    return digest([salt, note])


def row_hash(row: LedgerRow) -> str:
    """The hash of one row over everything it says and the hash before it."""
    return _hash(row.previous, row.chain_id, row.number, row.action, row.actor_id, row.role, row.at, row.data)


def _hash(
    previous: str,
    chain: str,
    number: int,
    action: str,
    user: int | None,
    role: str,
    at: datetime,
    data: object,
) -> str:
    return digest([previous, chain, number, action, user, role, at.timestamp(), data])
