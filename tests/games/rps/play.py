"""The lines of a log, the state of a game, and its four rules."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins

from rules_engine.kernel.digest import digest
from rules_engine.kernel.errors import LogError, Violation, broken
from rules_engine.kernel.log import Codec, DeckRef, EndLine, JudgeLine, Name, NoteLine, Number, Small
from rules_engine.kernel.replay import LogReplay
from rules_engine.kernel.report import Result

from .cards import Pool, load_pool

FORMAT, RULESET, SEMANTICS = "rps/1", "rps/basic", 1
COPIES, WINS = 2, 2
Seat = Annotated[int, Meta(ge=0, le=1)]


class Header(
    Struct, frozen=True, tag="header", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    format: Name
    game: Name
    ruleset: Name = RULESET
    rulings: Name = ""
    choices: dict[Name, Name] = {}
    pool: Name = ""
    semantics: Number = 0
    play: Name = ""
    event: Name = ""
    round: Small = 0
    table: Small = 0
    recorder: Name = ""


class SeatLine(
    Struct, frozen=True, tag="seat", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    seat: Seat
    player: Name
    deck: DeckRef = DeckRef()
    team: Name | None = None


class Chance(
    Struct, frozen=True, tag="chance", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    of: Name
    seat: Seat | None = None
    value: Seat | None = None
    by: Name = ""


class Action(
    Struct, frozen=True, tag="act", tag_field="kind", forbid_unknown_fields=True, omit_defaults=True
):
    do: Name
    seat: Seat
    card: Name = ""
    n: Number = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as a page and a finding have them."""
        said: dict[str, Any] = to_builtins(self)
        return {name: value for name, value in said.items() if name not in ("kind", "n")}


Line = Header | SeatLine | Chance | Action | JudgeLine | NoteLine | EndLine
codec: Codec[Line] = Codec(Line, FORMAT)


class State:
    """A game: who shows what in this round, what was shown before, and how many rounds each has won."""

    def __init__(self, pool: Pool, players: list[str], first: int) -> None:
        self.pool, self.players, self.first = pool, players, first
        self.turn, self.wins = 1, [0, 0]
        self.shown: list[list[str]] = [[], []]
        self.open: list[str] = ["", ""]
        self.events: list[tuple[Any, ...]] = []
        self.result: Result | None = None
        self.unverifiable = 0
        self.hits: dict[str, int] = {}

    def snapshot(self) -> State:
        twin = State(self.pool, self.players, self.first)
        twin.restore(self)
        return twin

    def restore(self, saved: State) -> None:
        self.turn, self.result, self.events = saved.turn, saved.result, list(saved.events)
        self.wins, self.open = list(saved.wins), list(saved.open)
        self.shown, self.hits = [list(one) for one in saved.shown], dict(saved.hits)

    def digest(self) -> str:
        return digest("rps", (self.turn, self.wins, self.shown, self.open))

    @property
    def active(self) -> int:
        """Who is waited for: who has shown nothing yet, the first player first."""
        return next((seat for seat in (self.first, 1 - self.first) if not self.open[seat]), self.first)


def check(state: State, action: Action) -> Violation | None:
    """The first rule that an action breaks."""
    seat, card = action.seat, state.pool.find(action.card)
    if state.result is not None:
        return broken("rps.4", "game_is_over", seat)
    if action.do == "concede":
        return None
    if action.do != "show" or card is None:
        raise LogError("unknown_card", card=action.card)
    if state.open[seat]:
        return broken("rps.1", "once_a_round", seat)
    if state.shown[seat].count(card.number) >= COPIES:
        return broken("rps.2", "shown_too_often", seat, card=card.name)
    return None


def perform(state: State, action: Action) -> Violation | None:
    """Carry an action out, or answer the rule that it breaks."""
    if (violation := check(state, action)) is not None:
        return violation
    state.events = []
    if action.do == "concede":
        _over(state, (1 - action.seat,), "rps.4")
        return None
    number = state.pool.find(action.card).number  # type: ignore[union-attr]  # checked
    state.open[action.seat] = number
    state.shown[action.seat].append(number)
    state.hits["rps.1"] = state.hits.get("rps.1", 0) + 1
    if all(state.open):
        _settle(state)
    return None


def _settle(state: State) -> None:
    """Both have shown: who wins the round, and perhaps the game (rps.3)."""
    for seat in (0, 1):
        if state.pool[state.open[seat]].beats == state.open[1 - seat]:
            state.wins[seat] += 1
            state.hits["rps.3"] = state.hits.get("rps.3", 0) + 1
    state.open, state.turn = ["", ""], state.turn + 1
    state.events.append(("turn", state.turn, state.first))
    if max(state.wins) == WINS:
        _over(state, (state.wins.index(WINS),), "rps.3")
    elif len(state.shown[0]) == COPIES * len(state.pool.cards):
        _over(state, (), "rps.4")


def _over(state: State, winners: tuple[int, ...], rule: str) -> None:
    losers = tuple(seat for seat in (0, 1) if winners and seat not in winners)
    state.result = Result(winners, losers, draw=not winners, rule=rule)
    state.events.append(("end", winners))


def legal_actions(state: State | None, seat: int | None = None) -> list[Action]:
    """Everything that somebody may do now."""
    seats = (0, 1) if seat is None else (seat,)
    found = [
        Action(do="show", seat=one, card=card.number)
        for one in seats
        for card in (state.pool.cards if state else ())
    ]
    found += [Action(do="concede", seat=one) for one in seats if state]
    return [action for action in found if state is not None and check(state, action) is None]


def view(state: State, viewer: int | str = "spectator") -> dict[str, Any]:
    """What somebody sees: everything lies open but a card that waits for the other one."""
    over = state.result is not None
    seats = []
    for seat, player in enumerate(state.players):
        cards = [
            {"oid": f"#{seat}{at}", "card": state.pool[number].name, "number": number, "owner": seat}
            for at, number in enumerate(state.shown[seat])
        ]
        seats.append(
            {"seat": seat, "player": player, "shown": {"count": len(cards), "cards": cards}}
            | {"wins": {"count": state.wins[seat]}}
        )
    phase = "over" if over else "show"
    return {
        "turn": state.turn,
        "phase": phase,
        "active": state.active,
        "seats": seats,
        "result": to_builtins(state.result),
    }


class Replay(LogReplay[State, Header]):
    """A game replayed line by line."""

    _action = Action
    _header = Header
    _formats = (FORMAT,)
    _game = "rps"
    _over = "rps.3"

    def __init__(self, pool: Pool | None = None, _decks: Any = None) -> None:
        super().__init__()
        self.pool, self.first = pool or load_pool(), -1

    def _initial(self, header: Header) -> State:
        if self.first < 0 or len(self._seats) != 2:
            raise LogError("preparation_missing")
        return State(self.pool, self.players, self.first)

    def _perform(self, state: State, action: Action) -> Violation | None:
        return perform(state, action)

    def _middle(self, line: Any) -> None:
        if isinstance(line, SeatLine):
            self._seats.append(line)
        elif isinstance(line, Chance):
            self.first = line.value if line.of == "first" and line.value is not None else self.first
        else:
            raise LogError("line_not_of_this_game")
