"""Games for the demo: played by two simple players who keep every rule, and two ways of spoiling a log.

The games come from numbers derived by hashing, so the same seed and decks give the same game.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from ledger.shapes import Json
from rules_engine import audit
from rules_engine.kernel.errors import EngineGap
from rules_engine.kernel.stream import Stream
from rules_engine.x610z.cards import CardRevision, Pool
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import Action, EndLine, decode_line, encode_line
from rules_engine.x610z.model import State
from rules_engine.x610z.play import check
from rules_engine.x610z.random_games import answer
from rules_engine.x610z.recorder import GameRecorder

MOST_ACTIONS = 700
_TRIES = 12


@dataclass(frozen=True)
class PlayedGame:
    """A complete log, who won (seat 0 or 1), and the most summons there ever were on the board at once."""

    data: bytes
    winner: int
    crowd: int


@dataclass(frozen=True)
class Slip:
    """A place in a game where a rule could be broken: the index of the line, and the action that breaks it.

    ``instead`` says whether it stands in the place of the line there or before it.
    """

    index: int
    action: Action
    instead: bool


def play_game(
    seed: str, decks: Sequence[Sequence[str]], players: Sequence[str], pool: Pool
) -> tuple[PlayedGame, list[Slip]]:
    """A game with a winner between two decks (card numbers without Life Base), and where it could be spoiled.

    Raises RuntimeError when no game of a dozen has a winner.
    """
    for attempt in range(_TRIES):
        stream = Stream(f"demo/{seed}/{attempt}")
        recorder = GameRecorder(
            [stream.shuffled(list(deck)) for deck in decks],
            players=players,
            first=stream.below(2),
            pool=pool,
            chooser=partial(answer, stream),
        )
        slips, crowd = _play(recorder, stream, pool)
        result = recorder.state.result
        if result is not None and len(result.winners) == 1:
            return PlayedGame(recorder.finish(), result.winners[0], crowd), slips
    raise RuntimeError(f"no game of {_TRIES} has a winner ({seed})")


def _play(recorder: GameRecorder, stream: Stream, pool: Pool) -> tuple[list[Slip], int]:
    recorder.act("begin", recorder.state.first)
    slips: list[Slip] = []
    crowd = 0
    for count in range(MOST_ACTIONS):
        if recorder.state.result is not None:
            break
        options = legal_actions(recorder.state)
        while options:
            action = _choose(stream, recorder, options, pool)
            found = _slips(recorder, action, pool)
            try:
                recorder.push(action)
            except EngineGap:
                options.remove(action)
                continue
            slips.extend(found)
            crowd = max(crowd, len(recorder.state.occ))
            break
        if count % 25 == 24 and recorder.state.result is None:
            recorder.checkpoint()
    return slips, crowd


# --- how they play ---------------------------------------------------------------------------------------


def _choose(stream: Stream, recorder: GameRecorder, options: list[Action], pool: Pool) -> Action:
    """What a hasty but honest player does: crystals, summons, attacks, a walk, now and then an effect."""
    wishes: tuple[tuple[int, Callable[[Action], bool]], ...] = (
        (100, lambda a: a.do == "resolve"),
        (100, lambda a: a.do == "cast" and _card(a, pool).is_crystal),
        (95, lambda a: a.do == "cast" and _card(a, pool).is_summon),
        (92, lambda a: a.do == "attack"),
        (75, lambda a: a.do == "move" and not _is_base(a, recorder.state)),
        (30, lambda a: a.do == "cast"),
        (18, lambda a: a.do == "move"),
        (4, lambda a: a.do == "activate"),
        (100, lambda a: a.do in ("proceed", "end")),
    )
    for percent, fits in wishes:
        found = [action for action in options if fits(action)]
        if found and stream.chance(percent):
            return stream.pick(_best(found, recorder.state))
    return stream.pick([action for action in options if action.do != "concede"] or options)


def _best(found: list[Action], st: State) -> list[Action]:
    """Attacks on a Life Base rather than on others, long walks rather than short ones."""
    if found[0].do == "attack":
        homes = {st.objs[seat].dot for seat in range(len(st.hand))}  # the first slots are the Life Bases
        bases = [action for action in found if st.game.board.number[action.landing] in homes]
        return bases or found
    if found[0].do == "move":
        far = max(len(action.path or ()) for action in found)
        return [action for action in found if len(action.path or ()) >= far - 1]
    return found


def _card(action: Action, pool: Pool) -> CardRevision:
    card = pool.find(action.card or "")
    if card is None:
        raise LookupError(action.card)
    return card


def _is_base(action: Action, st: State) -> bool:
    return 0 <= action.slot < len(st.hand)


# --- where a rule could be broken ------------------------------------------------------------------------


def _slips(recorder: GameRecorder, action: Action, pool: Pool) -> list[Slip]:
    st, index = recorder.state, len(recorder.writer.lines)
    if action.do == "end" and st.turn > 6:
        return _second_of_class(st, index, st.active, pool)
    if action.do == "move" and len(action.path or ()) > 2:
        return _sharp_turn(st, index, action)
    return []


def _second_of_class(st: State, index: int, seat: int, pool: Pool) -> list[Slip]:
    """A summon in hand of a class that this player has on the board already (one Dragon at a time)."""
    for slot in st.hand[seat]:
        card = pool.cards[st.objs[slot].rev]
        wrong = Action(do="cast", seat=seat, card=card.number)
        if card.is_summon and _code(st, wrong) == "class_in_play":
            return [Slip(index, wrong, instead=False)]
    return []


def _sharp_turn(st: State, index: int, action: Action) -> list[Slip]:
    """The same walk with its last step bent too sharply."""
    board = st.game.board
    path = action.path or []
    before = board.number[path[-2]]
    for dot in sorted(board.neighbours[before]):
        wrong = replace(action, path=[*path[:-1], board.names[dot]])
        if _code(st, wrong) == "sharp_turn":
            return [Slip(index, wrong, instead=True)]
    return []


def _code(st: State, action: Action) -> str | None:
    """The code of the rule an action would break now, or None."""
    saved = st.snapshot()
    try:
        violation = check(st, action)
    except Exception as error:  # noqa: BLE001 - whatever the engine will not judge is no example of a broken rule
        return type(error).__name__
    finally:
        st.restore(saved)
    return violation.code if violation is not None else None


# --- spoiling a log --------------------------------------------------------------------------------------


def spoil(game: PlayedGame, slips: Sequence[Slip], code: str) -> bytes | None:
    """The log with one line that breaks the rule ``code``; everything after it stands as it was written.

    Takes the place nearest to the middle at which the audit indeed stops with this code; None without one.
    """
    rows = [json.loads(line) for line in game.data.splitlines()]
    middle = len(rows) // 2
    for slip in sorted(slips, key=lambda one: abs(one.index - middle)):
        line: Json = {"kind": "act", "n": 0, **slip.action.to_dict()}
        changed = [*rows[: slip.index], line, *rows[slip.index + slip.instead :]]
        data = _written(changed)
        finding = audit(data).finding
        if finding is not None and (finding.code, finding.line) == (code, slip.index + 1):
            return data
    return None


def underpay(game: PlayedGame) -> bytes | None:
    """The log with one summon paid with one crystal too few: nothing on the board looks wrong."""
    rows = [json.loads(line) for line in game.data.splitlines()]
    paid = [i for i, row in enumerate(rows) if row.get("do") == "cast" and len(row.get("crystals") or ()) > 1]
    for index in reversed(paid[: max(1, len(paid) * 3 // 4)]):
        row = {**rows[index], "crystals": rows[index]["crystals"][:-1]}
        data = _written([*rows[:index], row, *rows[index + 1 :]])
        report = audit(data)
        if report.verdict == "violation" and report.finding and report.finding.line == index + 1:
            return data
    return None


def _written(rows: list[Json]) -> bytes:
    """Rows as a log: numbered anew, and closed with the hash of what stands before (as its writer would)."""
    number, lines = 0, []
    for row in rows:
        if "n" in row:
            number += 1
            row = {**row, "n": number}
        line = decode_line(json.dumps(row).encode(), 1)
        if isinstance(line, EndLine):
            line = EndLine(n=line.n, claim=line.claim)
        lines.append(encode_line(line) + b"\n")
    return b"".join(lines)
