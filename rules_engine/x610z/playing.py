"""Playing a game: ask what is legal, do it, take it back, look at it, and have its log in the end."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.errors import Need, NeedAnswer, Violation
from rules_engine.kernel.report import Result
from rules_engine.kernel.writer import LogWriter

from .cards import Pool, load_pool, packaged
from .decklist import deck_hash
from .legal import legal_actions
from .log import (
    PLAIN,
    Action,
    AgreeLine,
    Chance,
    CheckLine,
    DeckRef,
    EndLine,
    Header,
    JudgeLine,
    Line,
    NoteLine,
    SeatLine,
    as_bytes,
    codec,
    read_lines,
)
from .model import SEMANTICS, State
from .play import perform
from .replay import Replay, public_of
from .rulesets import LATEST, load_ruleset
from .view import Viewer, view

Chooser = Callable[[Need], Any]

DOTS = {
    2: ("0,0", "0,6"),
    3: ("0,0", "0,4", "0,8"),
    4: ("0,0", "0,2", "0,6", "0,8"),
    5: ("0,0", "0,2", "0,4", "0,6", "0,8"),
    6: ("0,0", "0,2", "0,4", "0,6", "0,8", "0,10"),
}
"""Default Starting Dots by number of seats (individuals, 2v2 and 3v3 alike)."""


class IllegalAction(Exception):
    """What was pushed breaks a rule; ``violation`` says which."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.rule} {violation.code} {violation.params}")
        self.violation = violation


class Game:
    """A game in progress, with its log.

    ``decks`` holds one list of card numbers or names per seat, top card first, without the Life Base; seats in
    ``hidden`` get no recorded order. ``first`` begins. ``chooser`` answers the choices that an action leaves open;
    without one an open choice raises :class:`NeedAnswer`. ``format`` is that of the log; for :meth:`agree` it must be
    ``gamelog/2``. Other keywords are fields of the log's header.
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
        format: str = PLAIN,
        **header: Any,
    ) -> None:
        self._open(pool, chooser)
        count = len(decks)
        rules = load_ruleset(ruleset, choices or {})
        self._take(
            Header(
                format=format,
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

    def _open(self, pool: Pool | None, chooser: Chooser | None) -> None:
        self.pool = pool or load_pool()
        self.writer = LogWriter(codec)
        self.replay = Replay(self.pool)
        self.chooser = chooser
        self._saved: list[tuple[int, State]] = []

    @classmethod
    def from_log(
        cls, data: bytes | str, *, pool: Pool | None = None, chooser: Chooser | None = None
    ) -> "Game":
        """The game of a log, ready to go on; an end line is left out.

        Raises :class:`IllegalAction` at the first line that breaks a rule, else what the line itself raises.
        """
        game = cls.__new__(cls)
        lines = [line for _, _, line in read_lines(as_bytes(data))]
        pinned = lines[0].pool if lines and isinstance(lines[0], Header) else ""
        game._open(pool or packaged(pinned), chooser)
        for line in lines:
            if isinstance(line, Action):
                game.push(line)
            elif not isinstance(line, EndLine):
                game._take(line)
        return game

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

    # --- the game ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state of the game now. Raises :class:`LookupError` before the seats are known."""
        if self.replay.state is None:
            raise LookupError("the game has not begun")
        return self.replay.state

    @property
    def history(self) -> list[Action]:
        """Everything done so far, the first action first."""
        return [line for line in self.writer.lines if isinstance(line, Action)]

    def legal(self, seat: int | None = None) -> list[Action]:
        """Every action that ``seat`` (None = anybody) may take now, in a fixed order; see :mod:`.legal`."""
        return legal_actions(self.state, seat)

    def check(self, action: Action) -> Violation | None:
        """The first rule that the action would break now, its answers included, or None. Changes nothing.

        An action with choices left open is judged as far as it goes.
        """
        try:
            return perform(self.state.snapshot(), action)
        except NeedAnswer:
            return None

    def need(self, action: Action) -> Need | None:
        """The first choice that the action leaves open, None if it needs no further answer. Changes nothing."""
        try:
            perform(self.state.snapshot(), action)
        except NeedAnswer as open_choice:
            return open_choice.need
        return None

    def push(self, action: Action) -> Action:
        """Carry out an action and write its line; what was written, answers of the chooser included.

        Raises :class:`IllegalAction`, :class:`NeedAnswer` (a choice is open), :class:`LogError` (it names what does not
        exist), :class:`EngineGap` or :class:`RulingNeeded`. Whatever it raises, the game is as it was before.
        """
        state = self.state
        before = state.snapshot()
        line = replace(action, n=action.n if action.n > self.writer.n else self.writer.next())
        try:
            line = self._perform(state, before, line)
        except Exception:
            state.restore(before)
            raise
        self.replay.n = line.n
        self._saved.append((len(self.writer.lines), before))
        self.writer.add(line)
        return line

    def _perform(self, state: State, before: State, line: Action) -> Action:
        """Carry out a line, asking the chooser for every choice that is still open; the line with its answers."""
        while True:
            try:
                violation = perform(state, line)
            except NeedAnswer as open_choice:
                if self.chooser is None:
                    raise
                state.restore(before)
                line = replace(line, answers=[*(line.answers or []), self.chooser(open_choice.need)])
                continue
            if violation is not None:
                raise IllegalAction(violation)
            return line

    def pop(self) -> Action:
        """Take the last action back, with whatever was written after it; the action. Raises :class:`IndexError`."""
        count, before = self._saved.pop()
        action = self.writer.lines[count]
        assert isinstance(action, Action)
        self.writer.back(count)
        self.state.restore(before)
        self.replay.n = self.writer.n
        return action

    def outcome(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return self.state.result

    def view(self, viewer: Viewer = "spectator") -> dict[str, Any]:
        """What ``viewer`` sees: ``"judge"``, ``"spectator"``, a seat or ``"team:NAME"``."""
        return view(self.state, viewer)

    # --- its log ----------------------------------------------------------------------------------------------------

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

    def agree(self, change: list[list[Any]], *, seats: Sequence[int], text: str = "") -> None:
        """Write and apply what the players set right by agreement; ``seats`` are those who signed."""
        self._take(AgreeLine(n=self.writer.next(), seats=list(seats), change=change, text=text))

    def log(self) -> bytes:
        """The log so far, without an end line."""
        return self.writer.data()

    def finish(self, winners: Sequence[int] | None = None, rule: str = "", draw: bool | None = None) -> bytes:
        """Close the log with the derived result, or with a claimed one; the whole log."""
        result = self.state.result
        if winners is None and draw is None and result is not None:
            return self.writer.end(result.winners, result.rule, result.draw)
        return self.writer.end(winners or (), rule, bool(draw))
