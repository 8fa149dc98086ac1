"""A packet of evidence: a log with everything that its verdict follows from, and the hashes that hold it together.

Anyone who has the packet and this engine comes to the same verdict on any machine: ``python -m rules_engine
verify-packet file.json``. Registered lists are never in it: the verdict is made without them.
"""

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rules_engine.games import engine_of
from rules_engine.kernel.terms import Terms

FORMAT = "evidence/1"
MAX_PACKET = 12_000_000
_HASH = "sha256"


class BadPacket(Exception):
    """The file is no packet of evidence; the message says why."""


class Check(Struct, frozen=True):
    """One thing that was checked of a packet: its name, whether it holds, and the two values where it does not."""

    name: str
    ok: bool
    written: str = ""
    found: str = ""


def make_packet(
    data: bytes,
    *,
    terms: Terms,
    pool: Any,
    about: Mapping[str, Any] | None = None,
    lenient: bool = False,
) -> dict[str, object]:
    """The packet of a log, its verdict found anew. ``about``: where the log is from, in plain JSON values.

    ``lenient``: the audit reads on behind the first violation, and the packet says so.
    """
    law = terms.public()
    parts: dict[str, object] = {
        "format": FORMAT,
        "about": dict(about or {}),
        "log": b64encode(data).decode(),
        "log_sha256": hashlib.sha256(data).hexdigest(),
        "terms": _plain_terms(law),
        "pool": {"name": pool.name, "sha256": pool.sha256, "cards": msgspec.to_builtins(pool.cards)},
        "semantics": engine_of(law.game).semantics,
        "report": said_by_engine(data, law, pool, lenient=lenient),
    }
    if lenient:
        parts["lenient"] = True
    packet: dict[str, object] = msgspec.json.decode(msgspec.json.encode(parts))
    return packet | {_HASH: packet_hash(packet)}


def said_by_engine(data: bytes, law: Terms, pool: object, *, lenient: bool = False) -> dict[str, object]:
    """The report of an audit as plain JSON values."""
    report = engine_of(law.game).audit(data, pool=pool, terms=law, lenient=lenient).to_dict()
    said: dict[str, object] = msgspec.json.decode(msgspec.json.encode(report))
    return said


def packet_hash(packet: Mapping[str, object]) -> str:
    """The hash of everything in a packet but itself: keys in order, no spaces."""
    content = {name: value for name, value in packet.items() if name != _HASH}
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def write_packet(packet: Mapping[str, object]) -> bytes:
    """A packet as a file: the same packet, the same bytes."""
    return msgspec.json.format(msgspec.json.encode(packet, order="sorted"), indent=1) + b"\n"


def read_packet(content: bytes) -> dict[str, Any]:
    """A packet out of a file. Raises :class:`BadPacket`."""
    if len(content) > MAX_PACKET:
        raise BadPacket(f"larger than {MAX_PACKET} bytes")
    try:
        packet = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadPacket(f"not JSON: {error}") from None
    if not isinstance(packet, dict) or packet.get("format") != FORMAT:
        raise BadPacket(f"not of the format {FORMAT}")
    return packet


def verify_packet(packet: Mapping[str, Any]) -> list[Check]:
    """Everything that is to be checked of a packet, in order; the last is the verdict, found anew from the log.

    Raises :class:`BadPacket` for a part that is missing or cannot be read.
    """
    try:
        data = b64decode(packet["log"], validate=True)
        law = _terms(packet["terms"])
        engine = engine_of(law.game)
        pool = engine.pool(
            str(packet["pool"]["name"]), msgspec.convert(packet["pool"]["cards"], engine.cards)
        )
        lenient = msgspec.convert(packet.get("lenient", False), bool)
        written = packet["report"]
        checks = [
            _same("packet", packet.get(_HASH), packet_hash(packet)),
            _same("log", packet["log_sha256"], hashlib.sha256(data).hexdigest()),
            _same("cards", packet["pool"]["sha256"], pool.sha256),
            _same("cards of the law", law.pool.removeprefix("sha256:") or pool.sha256, pool.sha256),
            _same("engine", packet["semantics"], engine.semantics),
        ]
        verdict = written["verdict"]
    except (LookupError, TypeError, ValueError, AttributeError, msgspec.ValidationError) as error:
        raise BadPacket(f"a part is missing or wrong: {type(error).__name__} {error}"[:300]) from None
    found = said_by_engine(data, law, pool, lenient=lenient)
    return [
        *checks,
        _same("position at the end", written.get("digest"), found["digest"]),
        _same("finding", _finding(written), _finding(found)),
        _same(
            "report", msgspec.json.encode(written, order="sorted"), msgspec.json.encode(found, order="sorted")
        ),
        _same("verdict", verdict, found["verdict"]),
    ]


def _same(name: str, written: object, found: object) -> Check:
    if written == found:
        return Check(name, True)
    return Check(name, False, _short(written), _short(found))


def _short(value: object) -> str:
    return (f"{len(value)} bytes" if isinstance(value, bytes) else str(value))[:120]


def _finding(report: Mapping[str, Any]) -> str:
    found = report.get("finding") or {}
    return f"line {found.get('line')}, rule {found.get('rule')}" if found else ""


def _plain_terms(law: Terms) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(law)
    return plain | {"confirmed": sorted(law.confirmed)}


def _terms(plain: object) -> Terms:
    return msgspec.convert(plain, Terms)
