"""What a phone may send, as strict shapes with limits; everything else is refused before anybody looks at it."""

from typing import Annotated, Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from ledger.errors import UserError
from ledger.shapes import Json
from rules_engine.recording import journal

MAX_BATCH = 500
MAX_BYTES = 256_000
MAX_BODY = 4_000
"""Bytes of one entry's body: the longest legal line is far shorter."""
MAX_ENTRIES = 3_000
"""Entries of one recording; the longest games that people play have some hundreds."""
MAX_TEXT = 300
MAX_DEPTH = 12
"""How deep the values of an entry may lie in each other; a judge's row lies four deep."""

LINES = frozenset({"act", "chance", "lay", "count", "note", "end"})
"""The lines that a device may write; header, seat, judge, check and agree are the server's."""
KINDS = frozenset(
    {
        *(journal.LINE, journal.UNDO, journal.DEVIATE, journal.CHOOSE, journal.PEN, journal.CALL),
        *(journal.SIGN, journal.CONFIRM),
    }
)
_KEYS: dict[str, frozenset[str]] = {
    journal.UNDO: frozenset({"from", "consent", "refuse"}),
    journal.DEVIATE: frozenset({"line", "change", "text", "consent", "refuse"}),
    journal.CHOOSE: frozenset({"conflict", "keep"}),
    journal.PEN: frozenset({"to"}),
    journal.CALL: frozenset({"text", "withdraw"}),
    journal.SIGN: frozenset({"log_sha256"}),
    journal.CONFIRM: frozenset({"upto", "not", "right"}),
}
_LINE_KEYS: dict[str, frozenset[str]] = {
    "chance": frozenset({"of", "by", "value", "seat"}),
    "lay": frozenset(
        {
            "seat",
            "player_card",
            "behind",
            "gate_card",
            "start_resource",
            "start_card",
            "dynamis",
            "markers",
        }
    ),
    "count": frozenset({"seat", "hand", "deck"}),
    "note": frozenset({"text", "seat", "keeps"}),
    "end": frozenset(),
}


class Incoming(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry as a phone sends it. ``after``: the number of the last entry of this device before it.

    ``offline``: written without network by who had the pen, so that it may be what another player did.
    ``unchecked``: no engine looked at it. ``rides``: one tap sent it with the entry before it, so its refusal is no
    news; only the phone cares. ``signature``: by the key of this phone, see :mod:`.keys`.

    ``offline`` and ``unchecked`` are what a phone says of itself: the journal keeps what the server has heard instead
    (:mod:`.voices`).
    """

    device_seq: Annotated[int, Meta(ge=1, le=1_000_000)]
    base: Annotated[int, Meta(ge=0, le=1_000_000)]
    kind: Annotated[str, Meta(max_length=10)]
    body: Json
    client_at: Annotated[str, Meta(max_length=40)] = ""
    offline: bool = False
    unchecked: bool = False
    rides: bool = False
    after: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    signature: Annotated[str, Meta(max_length=100)] = ""


class Batch(Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone sends at once, oldest first."""

    device: int
    entries: Annotated[list[Incoming], Meta(min_length=1, max_length=MAX_BATCH)]


def read_batch(data: bytes) -> Batch:
    """The batch in a request.

    Raises :class:`UserError` for what is no batch or over a limit, PermissionDenied for what only the server or a judge
    may write: then nothing of it is kept.
    """
    if len(data) > MAX_BYTES:
        raise UserError("too_large", _("That is too much at once. Send it in smaller parts."))
    try:
        batch = msgspec.json.decode(data, type=Batch)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise UserError("bad_batch", _("This is not what a recorder sends. Reload the page.")) from None
    for entry in batch.entries:
        check_entry(entry)
    return batch


def check_entry(entry: Incoming) -> None:
    """Whether a device may send such an entry at all; raises as :func:`read_batch`."""
    kind, body = entry.kind, entry.body
    if kind not in KINDS:
        raise PermissionDenied
    if len(msgspec.json.encode(body)) > MAX_BODY:
        raise UserError("too_large", _("This line is longer than any line of a game."))
    if kind == journal.LINE:
        _check_line(body)
    elif not body or not set(body) <= _KEYS[kind]:
        raise PermissionDenied
    if kind == journal.DEVIATE and body.get("line") is not None:
        _check_line(body["line"], acts_only=True)
    _check_values(kind, body)
    _check_storable(body)


def _check_storable(value: object, depth: int = 0) -> None:
    """Whether the database gives back what is stored: texts it can hold, whole numbers of a decent size.

    No line of a game has another number, and an entry's hash is made of what was sent.
    """
    if depth > MAX_DEPTH or isinstance(value, float) or (isinstance(value, int) and abs(value) > 10**15):
        raise UserError("bad_batch", _("This is not what a recorder sends. Reload the page."))
    if isinstance(value, str) and "\0" in value:
        raise UserError("bad_text", _("This text has characters that cannot be stored."))
    inside = (
        [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ()
    )
    for one in inside:
        _check_storable(one, depth + 1)


def _check_line(body: Any, *, acts_only: bool = False) -> None:
    kind = body.get("kind") if isinstance(body, dict) else None
    if kind not in LINES or (acts_only and kind != "act"):
        raise PermissionDenied
    if "n" in body or (kind in _LINE_KEYS and not set(body) - {"kind"} <= _LINE_KEYS[kind]):
        raise PermissionDenied
    if kind == "chance" and body.get("of") != "first":
        raise PermissionDenied


_NUMBERS = (
    "seat",
    "keeps",
    "from",
    "consent",
    "refuse",
    "conflict",
    "to",
    "withdraw",
    "upto",
    "not",
    "right",
)


def _check_values(kind: str, body: Json) -> None:
    """The values of an entry that is no line."""
    if kind != journal.LINE or body["kind"] == "note":
        numbers = [body[name] for name in _NUMBERS if name in body]
        if any(not isinstance(one, int) or isinstance(one, bool) or not 0 <= one <= 10**9 for one in numbers):
            raise UserError("bad_batch", _("This is not what a recorder sends. Reload the page."))
    if kind == journal.LINE:
        texts = [body.get("text", "")]
    else:
        texts = [body.get("text", ""), body.get("keep", ""), body.get("log_sha256", "")]
        if not isinstance(body.get("change", []), list):
            raise UserError("bad_batch", _("This is not what a recorder sends. Reload the page."))
    for text in texts:
        if not isinstance(text, str) or len(text) > MAX_TEXT or "\0" in text:
            raise UserError("bad_text", _("Use at most %(count)s characters.") % {"count": MAX_TEXT})


OWN_WORD = frozenset({"concede"})
"""What nobody ever does for another, with network or without: their own phone says it, or they sign it on paper."""


def only_its_own_phone_says(entry: Incoming) -> bool:
    """Whether another's line may not come from this phone: with network nothing does, without it never a word."""
    own = entry.body.get("do") in OWN_WORD or entry.body["kind"] == "note"
    return own or not entry.offline
