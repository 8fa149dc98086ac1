"""Writing logs with ease: a plain line writer, and a recorder that plays a game while it writes."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from rules_engine.kernel.errors import Need, NeedAnswer, Violation
from rules_engine.kernel.log import (
    FORMAT,
    Act,
    Chance,
    CheckLine,
    Claim,
    DeckRef,
    EndLine,
    Header,
    JudgeLine,
    Line,
    NoteLine,
    SeatLine,
    encode_line,
)
from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.model import SEMANTICS, State
from rules_engine.x610z.play import perform
from rules_engine.x610z.replay import Replay, deck_hash, public_of
from rules_engine.x610z.rulesets import LATEST, load_ruleset

Chooser = Callable[[Need], Any]
DOTS = {
    2: ("0,0", "0,6"),
    3: ("0,0", "0,4", "0,8"),
    4: ("0,0", "0,2", "0,6", "0,8"),
    5: ("0,0", "0,2", "0,4", "0,6", "0,8"),
    6: ("0,0", "0,2", "0,4", "0,6", "0,8", "0,10"),
}
"""Default Starting Dots by number of seats (individuals, 2v2 and 3v3 alike)."""


class LogWriter:
    """Collects lines and writes them as bytes; numbers action, check, judge and end lines by itself."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.n = 0

    def add(self, line: Line) -> None:
        """Append a line as it is."""
        self.lines.append(line)
        self.n = getattr(line, "n", None) or self.n

    def next(self) -> int:
        """The next line number."""
        return self.n + 1

    def data(self) -> bytes:
        """The log so far."""
        return b"".join(encode_line(line) + b"\n" for line in self.lines)

    def end(self, winners: Sequence[int], rule: str = "", draw: bool = False) -> bytes:
        """Close the log with a claimed result and the hash of everything before; the whole log."""
        body = self.data()
        digest = "sha256:" + hashlib.sha256(body).hexdigest()
        self.add(EndLine(n=self.next(), claim=Claim(list(winners), draw, rule), sha256=digest))
        return body + encode_line(self.lines[-1]) + b"\n"


class IllegalAction(Exception):
    """The recorder was asked to play something that breaks a rule; ``violation`` says which."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.rule} {violation.code} {violation.params}")
        self.violation = violation


class GameRecorder:
    """Plays a game and writes its log.

    ``decks`` holds one list of card numbers or names per seat, top card first, without the Life Base. ``hidden``
    seats get no recorded order. ``chooser`` answers choices that an action does not answer itself.
    """

    def __init__(
        self,
        decks: Sequence[Sequence[str]],
        *,
        players: Sequence[str] = (),
        first: int = 0,
        pool: Pool | None = None,
        level: str = "compact",
        mode: str = "",
        dots: Sequence[str] = (),
        teams: Sequence[str] = (),
        organized_play: bool = True,
        ruleset: str = LATEST,
        choices: dict[str, str] | None = None,
        chooser: Chooser | None = None,
        hidden: Sequence[int] = (),
        **header: Any,
    ) -> None:
        self.pool = pool or load_pool()
        self.writer = LogWriter()
        self.replay = Replay(self.pool)
        self.chooser = chooser
        count = len(decks)
        rules = load_ruleset(ruleset, choices or {})
        self._take(
            Header(
                format=FORMAT,
                game="x610z",
                ruleset=ruleset,
                choices=choices or {},
                rulings="sha256:" + rules.rulings_sha256,
                pool="sha256:" + self.pool.sha256,
                board="act-1",
                semantics=SEMANTICS,
                mode=mode or ("team" if teams else "single" if count == 2 else "multi"),
                level=level,
                organized_play=organized_play,
                **header,
            )
        )
        numbers = [[self._number(name) for name in deck] for deck in decks]
        for seat, deck in enumerate(numbers):
            self._take(
                SeatLine(
                    seat=seat,
                    player=players[seat] if players else f"Player {'ABCDEF'[seat]}",
                    dot=(dots or DOTS[count])[seat],
                    team=teams[seat] if teams else None,
                    deck=DeckRef(sha256=deck_hash(deck), cards=len(deck) + 1),
                )
            )
        self._take(Chance(of="first", by="dice", value=first))
        for seat, deck in enumerate(numbers):
            self._take(Chance(of="deck", seat=seat, value=None if seat in hidden else deck))

    def _number(self, name: str) -> str:
        card = self.pool.find(name)
        if card is None:
            raise KeyError(name)
        return card.number

    def _take(self, line: Line) -> None:
        violation = self.replay.feed(line)
        if violation is not None:
            raise IllegalAction(violation)
        self.writer.add(line)

    @property
    def state(self) -> State:
        """The state of the game now."""
        if self.replay.state is None:
            raise LookupError("the game has not begun")
        return self.replay.state

    def slot(self, name: str, seat: int | None = None) -> str:
        """The ``#slot`` of the card with this name in play (under ``seat``), newest first. Raises ``LookupError``."""
        card = self.pool.find(name)
        for slots in reversed(self.state.play) if seat is None else (self.state.play[seat],):
            for slot in reversed(slots):
                if card is not None and self.pool.cards[self.state.objs[slot].rev].number == card.number:
                    return f"#{slot}"
        raise LookupError(name)

    def act(self, do: str, seat: int | None = None, **fields: Any) -> Act:
        """Play one action and write its line. Raises :class:`IllegalAction` (nothing is written then)."""
        line = Act(n=self.writer.next(), do=do, seat=seat, **fields)
        saved = self.state.snapshot()
        while True:
            try:
                violation = perform(self.state, line)
            except NeedAnswer as need:
                self.state.restore(saved)
                if self.chooser is None:
                    raise
                answers = [*(line.answers or []), self.chooser(need.need)]
                line = Act(n=line.n, do=do, seat=seat, **{**fields, "answers": answers})
                continue
            except Exception:
                self.state.restore(saved)
                raise
            if violation is not None:
                self.state.restore(saved)
                raise IllegalAction(violation)
            self.writer.add(line)
            return line

    def plant(self, do: str, seat: int | None = None, **fields: Any) -> Act:
        """Write an action line without playing it: for logs with a planted violation."""
        line = Act(n=self.writer.next(), do=do, seat=seat, **fields)
        self.writer.add(line)
        return line

    def resolve(self, *answers: Any) -> None:
        """Let the top of the stack resolve; ``answers`` are the choices made."""
        self.act("resolve", answers=list(answers) or None)

    def resolve_all(self) -> None:
        """Resolve until the stack is empty or the game is over."""
        while self.state.stack and self.state.result is None:
            self.act("resolve")

    def end_turn(self) -> None:
        """The active player ends the action phase, nobody responds, and the End Phase passes."""
        self.act("end", self.state.active)
        self.act("proceed")
        if self.state.result is None:
            self.act("proceed")

    def legal(self, seat: int | None = None) -> list[dict[str, Any]]:
        """The legal actions now."""
        return legal_actions(self.state, seat)

    def checkpoint(self, digest: bool = True) -> None:
        """Write a check line with public counts and, if ``digest``, the fingerprint of the state."""
        self._take(
            CheckLine(
                n=self.writer.next(),
                digest=self.state.digest() if digest else None,
                public=public_of(self.state),
            )
        )

    def note(self, text: str) -> None:
        """Write a note line."""
        self._take(NoteLine(text=text))

    def judge(self, change: list[list[Any]], *, by: str = "J-1", text: str = "", do: str = "fix") -> None:
        """Write and apply a judge's correction."""
        self._take(JudgeLine(n=self.writer.next(), do=do, by=by, change=change, text=text))

    def finish(self, winners: Sequence[int] | None = None, rule: str = "", draw: bool | None = None) -> bytes:
        """Close the log with the derived result, or with a claimed one."""
        result = self.state.result
        if winners is None and draw is None and result is not None:
            return self.writer.end(result.winners, result.rule, result.draw)
        return self.writer.end(winners or (), rule, bool(draw))
