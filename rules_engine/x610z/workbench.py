"""What a card does, shown by playing it: three positions out of real games, each before and after.

Two players with small decks full of the card play legal actions by chance until it can be cast with something on the
board. Of all ways to cast it the one that changes most is played; a permanent is then used, or whatever makes it
trigger is done. Everything follows from the card, so the same card shows the same positions everywhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set

from msgspec import Struct
from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, LogError, Need, NeedAnswer, RulingNeeded
from rules_engine.kernel.stream import Stream

from . import nodes as n
from .cards import CardRevision, Pool, load_pool
from .changes import Change, Seen, changes
from .cursor import names_in
from .energy import ready_crystals
from .game import covers
from .legal import legal_actions
from .log import Action
from .messages import CATALOGUE, step_text
from .model import PLAY, Amounts, State
from .play import perform
from .random_games import answer, choose, open_game, start
from .recorder import GameRecorder
from .view import view

POSITIONS = 3
PLAYERS = ("Ada", "Bob")
_SEEDS, _LINES, _WAYS, _CROWD = 9, 150, 24, 5
"""So many games are tried, so many lines of each, so many ways to cast; so many pawns make a board worth showing."""
_SUMMONS, _CRYSTALS = 8, 6
_TURNS = 4
_STIRRING = ("move", "attack", "end", "cast")
"""Turns waited for a permanent to do something, and what may make it."""


class Move(Struct, frozen=True):
    """Something that was done, with the names of what it mentions."""

    action: Action
    names: Mapping[str, str]

    def text(self, language: str = "en") -> str:
        """The action as a sentence."""
        return step_text("act", self.action.to_dict(), self.names, language)


class Position(Struct, frozen=True):
    """One played position: the board ``before`` and ``after`` (as a judge sees it), what was done, what that changed.

    ``asked`` are the choices that somebody had to make (the engine's words for them), ``rules`` the numbers of the
    rules that took effect.
    """

    before: Seen
    after: Seen
    moves: tuple[Move, ...]
    changes: tuple[Change, ...]
    asked: tuple[str, ...]
    rules: frozenset[str]

    def questions(self, language: str = "en") -> list[str]:
        """The choices in words."""
        words = CATALOGUE.table("questions", language)
        return [words.get(prompt, prompt) for prompt in self.asked]


class _Trial:
    """A line of play tried out on a copy of a state."""

    def __init__(self, state: State, stream: Stream) -> None:
        self.begun = state.snapshot()
        self.state = state.snapshot()
        self.stream = stream
        self.moves: list[Move] = []
        self.asked: list[str] = []

    def do(self, action: Action) -> bool:
        """Carry an action out, its choices made by chance; False if it cannot be."""
        before = self.state.snapshot()
        line = action
        while True:
            try:
                wrong = perform(self.state, line)
            except NeedAnswer as open_choice:
                self.state.restore(before)
                line = replace(line, answers=[*(line.answers or []), self._choice(open_choice.need)])
                continue
            except (EngineGap, RulingNeeded, LogError):
                return False
            if wrong is not None:
                return False
            self.moves.append(Move(action, names_in(before, action)))
            return True

    def _choice(self, need: Need) -> object:
        if need.prompt != "shuffle":
            self.asked.append(need.prompt)
        if need.prompt in ("may", "pay_additional"):
            return need.options[-1] if need.options and need.options[-1] is True else True
        return answer(self.stream, need)

    def settle(self) -> bool:
        """Let everything on the stack resolve."""
        while self.state.stack and self.state.result is None:
            self._charge()
            if not self.do(Action(do="resolve")):
                return False
        return True

    def _charge(self) -> None:
        """Turn crystals of whoever is about to pay: that comes out of the pool while an effect takes place (207.2)."""
        item = self.state.stack[-1]
        for node in n.walk(self.state.game.infos[self.state.objs[item.slot].rev].card.tree):
            if isinstance(node, n.Pay):
                payers = (item.seat,) if isinstance(node.who, n.You) else range(len(self.state.hand))
                for seat in payers:
                    self._have(seat, node.cost.as_tuple())

    def _have(self, seat: int, cost: Amounts) -> None:
        """Turn one crystal after the other until the pool of ``seat`` covers a cost."""
        for slot in ready_crystals(self.state, seat):
            if not covers(self.state.pool[seat], cost):
                self.do(Action(do="activate", seat=seat, card=f"#{slot}"))

    def position(self) -> Position:
        """What has been played."""
        before, after = view(self.begun, "judge"), view(self.state, "judge")
        old = self.begun.hits
        rules = frozenset(rule for rule, times in self.state.hits.items() if times > old.get(rule, 0))
        found = tuple(changes(before, after, _able(self.begun), _able(self.state)))
        return Position(before, after, tuple(self.moves), found, tuple(dict.fromkeys(self.asked)), rules)


def played(card: CardRevision, count: int = POSITIONS) -> list[Position]:
    """At most ``count`` positions in which ``card`` is played, none for a card that nobody can play."""
    if card.tree is None or card.is_life_base:
        return []
    pool = _pool(card)
    found: list[tuple[Position, str]] = []
    plain: list[tuple[Position, str]] = []
    for seed in range(_SEEDS):
        seen = {other for _, other in found}
        for position, kind in _shown(card, pool, seed, seen):
            (found if kind not in seen and _says_much(position) else plain).append((position, kind))
        if len(found) >= count:
            break
    return [position for position, _ in (found + plain)[:count]]


def _says_much(position: Position) -> bool:
    return any(change.kind not in ("hand", "deck", "pool", "state") for change in position.changes)


def _pool(card: CardRevision) -> Pool:
    """A few plain cards beside the one that is shown, so that nothing else speaks."""
    others = [one for one in load_pool("demo").cards if card.name != one.name and card.number != one.number]
    kinds: tuple[tuple[Callable[[CardRevision], bool], int], ...] = (
        (lambda one: one.is_life_base, 1),
        (lambda one: one.is_summon and not one.is_life_base and "\n" not in one.text, _SUMMONS),
        (lambda one: one.is_crystal and not one.cost.total, _CRYSTALS),
    )
    chosen = [one for fits, most in kinds for one in [other for other in others if fits(other)][:most]]
    return Pool("the workbench", (*chosen, card))


def _decks(card: CardRevision, pool: Pool, stream: Stream) -> list[list[str]]:
    crystals = [one.number for one in pool.cards if one.is_crystal and one.number != card.number]
    summons = [one.number for one in pool.cards if one.is_summon and not one.is_life_base and one is not card]
    decks = []
    for seat in range(2):
        own = [card.number] * (8 if seat == 0 else 2)
        deck = [*own, *(stream.pick(crystals) for _ in range(20)), *(stream.pick(summons) for _ in range(16))]
        decks.append(stream.shuffled(deck))
    return decks


def _shown(card: CardRevision, pool: Pool, seed: int, seen: Set[str]) -> Iterator[tuple[Position, str]]:
    """The best casting of the card in one game, and for a permanent what it does then; each with its kind."""
    stream = Stream(f"workbench/{card.text}/{seed}")
    decks = _decks(card, pool, stream)
    recorder, chance = open_game(f"workbench/{seed}", 2, decks=decks, pool=pool, players=PLAYERS)
    start(recorder, chance)
    answers_actions = card.tree is not None and any(one.select.kind == "action" for one in card.tree.targets)
    last: _Trial | None = None
    for _ in range(_LINES):
        state = recorder.state
        if state.result is not None:
            break
        if bool(state.stack) is answers_actions and (best := _best(card, state, stream, seen)) is not None:
            last = best
            if len(state.occ) >= _CROWD:
                break
        if not _step(card, recorder, chance):
            break
    if last is None:
        return
    yield last.position(), _aim(last)
    if card.permanent or card.is_summon or card.is_crystal:
        yield from _used(card, last, stream)


def _step(card: CardRevision, recorder: GameRecorder, chance: Stream) -> bool:
    """One action by chance, never the card itself, so that no game ends by it; False if nothing else can be done."""
    options = [
        one for one in legal_actions(recorder.state) if one.card != card.number and one.do != "concede"
    ]
    if not options:
        return False
    recorder.push(choose(chance, recorder.state, options))
    return True


def _aim(trial: _Trial) -> str:
    """How a casting differs from others: option, times paid, what it is aimed at and whose that is."""
    action = trial.moves[0].action
    targets = [_owned(trial, name, action.seat) for name in action.targets or ()]
    return f"{action.mode} {action.x} {targets}"


def _owned(trial: _Trial, name: str, seat: int | None) -> str:
    digits = name.removeprefix("#")
    if not digits.isdigit():
        return name.split(":")[0]
    obj = trial.begun.objs[int(digits)]
    kind = trial.begun.game.infos[obj.rev].card.card_class
    return f"own {kind}" if obj.controller == seat else f"other {kind}"


def _best(card: CardRevision, state: State, stream: Stream, seen: Set[str]) -> _Trial | None:
    """The way to cast the card now that changes most, one like none ``seen`` before if there is."""
    ways = [one for one in legal_actions(state) if one.do == "cast" and one.card == card.number]
    best, most = None, 0
    for way in ways[:: max(1, len(ways) // _WAYS)]:
        trial = _Trial(state, stream)
        if trial.do(way) and trial.settle() and (told := _told(trial, seen)) > most:
            best, most = trial, told
    return best


def _told(trial: _Trial, seen: Set[str]) -> int:
    """How much a line of play shows: what changed beside cards in hand, energy and turned crystals."""
    if trial.state.result is not None:
        return 0
    aim = _aim(trial)
    fresh = 2 * (aim not in seen) + 2 * aim.count("other")
    found = trial.position().changes
    return 1 + fresh + 3 * sum(one.kind not in ("hand", "deck", "pool", "state") for one in found)


def _used(card: CardRevision, cast: _Trial, stream: Stream) -> Iterator[tuple[Position, str]]:
    """What a permanent does once it lies there: the first thing that anybody can do to make it speak."""
    slot = _slot_of(card, cast.state)
    if slot < 0 or cast.state.result is not None:
        return
    speaks = (
        any(isinstance(part, n.Trigger | n.Activated) for part in card.tree.parts) if card.tree else False
    )
    if not speaks and not card.is_crystal:
        return
    waiting = cast.state.snapshot()
    for turn in range(_TURNS):
        if (spoken := _spoken(waiting, slot, stream)) is not None:
            yield spoken.position(), f"used {spoken.moves[0].action.do} {turn}"
            return
        trial = _Trial(waiting, stream)
        if not all(trial.do(action) for action in _next_turn(waiting)) or trial.state.result is not None:
            return
        if _triggered(trial):
            yield trial.position(), f"used turn {turn}"
            return
        waiting = trial.state


def _spoken(state: State, slot: int, stream: Stream) -> _Trial | None:
    """The first action that uses what lies in ``slot``, or makes it trigger."""
    options = legal_actions(state)
    own = [one for one in options if one.do == "activate" and one.card == f"#{slot}"]
    for action in (*own, *(one for one in options if one.do in _STIRRING)):
        trial = _Trial(state, stream)
        if not trial.do(action):
            continue
        spoke = action in own or any(item.slot == slot for item in trial.state.stack)
        if trial.settle() and (spoke or _triggered(trial)):
            return trial
    return None


def _next_turn(state: State) -> Sequence[Action]:
    return Action(do="end", seat=state.active), Action(do="proceed"), Action(do="proceed")


def _triggered(trial: _Trial) -> bool:
    return trial.state.hits.get("207.4b", 0) > trial.begun.hits.get("207.4b", 0)


def _slot_of(card: CardRevision, state: State) -> int:
    rev = state.game.rev_of(card.name)
    found = [slot for slots in state.play for slot in slots if state.objs[slot].rev == rev]
    return max((slot for slot in found if state.objs[slot].zone == PLAY), default=-1)


def _able(state: State) -> frozenset[tuple[str, str]]:
    """What the player whose turn it is can do with what lies on the board: ``(deed, object)``."""
    if state.stack or state.result is not None:
        return frozenset()
    own = legal_actions(state, state.active)
    return frozenset((one.do, one.card) for one in own if one.do in ("move", "attack") and one.card)
