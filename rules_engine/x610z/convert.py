"""Between the two levels of a log: ``full`` writes every pass, ``compact`` leaves passes to be implied (201.6)."""

import hashlib
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import LogError
from rules_engine.kernel.log import Act, EndLine, Header, Line, as_bytes, encode_line, read_lines

from .cards import Pool
from .model import State
from .replay import Replay
from .stack import responders


def to_compact(data: bytes | str) -> bytes:
    """The log without its passes. Raises :class:`LogError` for a log that cannot be read."""
    lines = [
        line for _, _, line in read_lines(as_bytes(data)) if not (isinstance(line, Act) and line.do == "pass")
    ]
    return _write(lines, "compact")


def to_full(
    data: bytes | str, pool: Pool | None = None, decks: Mapping[int, Sequence[str]] | None = None
) -> bytes:
    """The log with every pass written in the order the rules ask for it (201.5).

    The log must keep the rules: raises :class:`LogError` with the line where it does not.
    """
    replay = Replay(pool, decks)
    lines: list[Line] = []
    for number, _, line in read_lines(as_bytes(data)):
        state = replay.state
        if isinstance(line, Act) and state is not None and not state.game.full:
            lines += _passes(state, line)
        lines.append(line)
        if not isinstance(line, EndLine) and replay.feed(line) is not None:
            raise LogError("log_breaks_rule", number)
    return _write(lines, "full")


def _passes(st: State, line: Act) -> list[Act]:
    """The passes that a compact log implies before this action."""
    if st.result is not None:
        return []
    asked = responders(st)
    if line.do in ("resolve", "proceed"):
        return [Act(n=0, do="pass", seat=seat) for seat in asked]
    if not asked or line.seat not in asked or not (st.stack or st.ending) or not _stackable(st, line):
        return []
    return [Act(n=0, do="pass", seat=seat) for seat in asked[: asked.index(line.seat)]]


def _stackable(st: State, line: Act) -> bool:
    """Actions that do not use the stack need nobody's pass (200.2)."""
    if line.do in ("move", "attack"):
        return True
    if line.do not in ("cast", "activate") or line.card is None:
        return False
    if line.card.startswith("#"):
        rev = st.objs[int(line.card[1:])].rev
    else:
        rev = st.game.rev_of(line.card)
    return rev < 0 or not st.game.infos[rev].card.is_crystal


def _write(lines: list[Line], level: str) -> bytes:
    """Lines as bytes, numbered from 1, with the level in the header and the hash in the end line put right."""
    n = 0
    body = b""
    for line in lines:
        if isinstance(line, Header):
            line = replace(line, level=level)
        elif getattr(line, "n", None) is not None:
            n += 1
            line = replace(line, n=n)
        if isinstance(line, EndLine) and line.sha256:
            line = replace(line, sha256="sha256:" + hashlib.sha256(body).hexdigest())
        body += encode_line(line) + b"\n"
    return body
