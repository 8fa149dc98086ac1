"""Between the two levels of a log: ``full`` writes every pass, ``compact`` leaves passes to be implied (201.6).

The conversion is exact both ways. Most passes follow from the line after them. Where a full log has others (somebody
passed in an End Phase and then another player did announce something, or a pass carries a note), the compact log keeps
them in a note line with ``passes``, and the full log gets them back from there. Only the numbers ``n`` are counted anew
and lines are written in the one canonical way, which is how every log of the engine is written anyway.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import Divergence, EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded
from rules_engine.x610z.log import Action, EndLine, Header, Line, NoteLine, as_bytes, encode_line, read_lines

from .answers import slot_of
from .cards import Pool
from .model import State
from .replay import Replay
from .stack import responders

_WRONG = (LogError, NeedAnswer, EngineGap, RuleBroken, RulingNeeded, Divergence)
Decks = Mapping[int, Sequence[str]]


def to_compact(data: bytes | str, pool: Pool | None = None, decks: Decks | None = None) -> bytes:
    """The log without its passes. Raises :class:`LogError` for a log that cannot be read.

    Behind a line that cannot be replayed (it breaks a rule, or ``pool`` is another one) the passes are just left out.
    """
    replay = Replay(pool, decks)
    sound = True
    lines: list[Line] = []
    written: list[Action] = []
    for _, _, line in read_lines(as_bytes(data)):
        if isinstance(line, Action) and line.do == "pass":
            written.append(line)
        else:
            try:
                lines += _kept(replay.state, written, line) if sound else ()
            except _WRONG:
                sound = False
            written = []
            lines.append(line)
        if sound and not isinstance(line, EndLine):
            try:
                sound = replay.feed(line) is None
            except _WRONG:
                sound = False
    lines += _notes(written) if sound else ()
    return _write(lines, "compact")


def _kept(st: State | None, written: list[Action], line: Line) -> list[NoteLine]:
    """What a compact log has to say about the passes before a line: nothing if the line implies just these.

    A log that is compact already has said it.
    """
    if st is not None and not st.game.full:
        return []
    implied = _passes(st, line) if st is not None and isinstance(line, Action) else []
    plain = all(not act.note for act in written)
    if plain and [act.seat for act in written] == [act.seat for act in implied]:
        return []
    return list(_notes(written)) or [NoteLine(passes=[])]


def _notes(written: list[Action]) -> Iterator[NoteLine]:
    """Passes as note lines: one for all of them, or one for each if they carry words."""
    if any(act.note for act in written):
        for act in written:
            yield NoteLine(text=act.note, passes=[act.seat or 0])
    elif written:
        yield NoteLine(passes=[act.seat or 0 for act in written])


def to_full(data: bytes | str, pool: Pool | None = None, decks: Decks | None = None) -> bytes:
    """The log with every pass written in the order the rules ask for it (201.5).

    The log must keep the rules: raises :class:`LogError` with the line where it does not (of the full log, if the
    passes in its notes are at fault).
    """
    replay = Replay(pool, decks)
    lines: list[Line] = []
    noted = any_notes = False
    for number, _, line in read_lines(as_bytes(data)):
        state = replay.state
        if isinstance(line, NoteLine) and line.passes is not None:
            single = len(line.passes) == 1
            lines += [
                Action(n=0, do="pass", seat=seat, note=line.text if single else "") for seat in line.passes
            ]
            noted = any_notes = True
            continue
        if isinstance(line, Action) and state is not None and not state.game.full and not noted:
            lines += _passes(state, line)
        noted = False
        lines.append(line)
        if not isinstance(line, EndLine) and replay.feed(line) is not None:
            raise LogError("log_breaks_rule", number)
    full = _write(lines, "full")
    if any_notes:
        _prove(full, pool, decks)
    return full


def _prove(full: bytes, pool: Pool | None, decks: Decks | None) -> None:
    """Passes taken from notes must be passes that somebody may make. Raises :class:`LogError` with the line."""
    replay = Replay(pool, decks)
    for number, _, line in read_lines(full):
        if not isinstance(line, EndLine) and replay.feed(line) is not None:
            raise LogError("log_breaks_rule", number)


def _passes(st: State, line: Action) -> list[Action]:
    """The passes that a compact log implies before this action. They do not depend on who has passed already."""
    if st.result is not None:
        return []
    asked = responders(st)
    if line.do in ("resolve", "proceed"):
        return [Action(n=0, do="pass", seat=seat) for seat in asked]
    if not asked or line.seat not in asked or not (st.stack or st.ending) or not _stackable(st, line):
        return []
    return [Action(n=0, do="pass", seat=seat) for seat in asked[: asked.index(line.seat)]]


def _stackable(st: State, line: Action) -> bool:
    """Actions that do not use the stack need nobody's pass (200.2)."""
    if line.do in ("move", "attack"):
        return True
    if line.do not in ("cast", "activate") or line.card is None:
        return False
    if line.card.startswith("#"):
        rev = st.objs[slot_of(st, line.card)].rev
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
