"""The same game of Z/X as a table would write it that knows the order of no deck.

Both logs are played side by side. A card keeps its place but not its slot when a deck is shuffled, so that every object
is found again by where it lies.
"""

import json
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.errors import Divergence, LogError, NeedAnswer
from rules_engine.zx.cards import ZxPool
from rules_engine.zx.hidden import UNNAMED, is_unknown
from rules_engine.zx.log import Action, Chance, CheckLine, EndLine, Line, SeatLine, codec, read_lines
from rules_engine.zx.model import DECK, GONE, HIDDEN, RESOURCE, SEATS, SETUP, SQUARE, State, other
from rules_engine.zx.play import perform, shown
from rules_engine.zx.replay import Replay
from rules_engine.zx.squares import PLAYER_SQUARES


def hide_zx_decks(
    log: bytes, pool: ZxPool | None = None, *, beside: bool = False
) -> tuple[dict[int, list[str]], bytes]:
    """The whole decks by seat, and the log without any order of a deck.

    ``beside``: nobody says either what lies face-down beside the decks, the Start Card, the card behind the Player card
    and the Dynamis; that a Player Extra is turned up is a line of its own then. Raises
    :class:`LogError` when the hidden log is refused: a game that keeps the rules must keep them unseen, too.
    """
    decks = _whole_decks(log)
    seen, unseen = Replay(pool), Replay(pool, decks)
    lines: list[Line] = []
    more = 0  # lines that only the hidden log has
    for number, _, line in read_lines(log):
        hidden = _hidden_line(line, seen, unseen)
        if beside and isinstance(hidden, SeatLine):
            start, behind = (UNNAMED if name else "" for name in (hidden.start_card, hidden.behind))
            hidden = replace(hidden, start_card=start, behind=behind, dynamis=[UNNAMED] * len(hidden.dynamis))
        if isinstance(hidden, Action | CheckLine | EndLine):
            hidden = replace(hidden, n=hidden.n + more)
        lines.append(hidden)
        if isinstance(line, EndLine):
            break
        seen.feed(line)
        turned = _turned_up(seen.begin(), hidden.n) if beside and isinstance(hidden, Action) else []
        for one in (hidden, *turned):
            violation = unseen.feed(one)
            if violation is not None:
                raise LogError("log_breaks_rule", number, rule=violation.rule, why=violation.code)
        lines += turned
        more += len(turned)
    return decks, b"".join(codec.encode(line) + b"\n" for line in lines)


def _whole_decks(log: bytes) -> dict[int, list[str]]:
    """The cards that every seat began with, by seat."""
    decks: dict[int, list[str]] = {}
    for _, _, line in read_lines(log):
        if isinstance(line, SeatLine):
            taken = (line.start_card, line.gate_card, line.start_resource)
            decks.setdefault(line.seat, []).extend(name for name in taken if name)
        elif isinstance(line, Chance) and line.seat is not None and isinstance(line.value, list):
            decks[line.seat].extend(line.value)
    return decks


def table_lines(hidden: bytes) -> list[dict[str, object]]:
    """The lines of such a game as phones write them at a table: what each lays out, who begins, every action."""
    rows = [json.loads(line) for line in hidden.splitlines()]
    first = next(row["value"] for row in rows if row.get("of") == "first")
    return [
        *(_laid_out(row) for row in rows if row["kind"] == "seat"),
        {"kind": "chance", "of": "first", "value": first},
        *(
            {name: value for name, value in row.items() if name != "n"}
            for row in rows
            if row["kind"] == "act"
        ),
    ]


def _laid_out(seat: Mapping[str, Any]) -> dict[str, object]:
    """The line by which a player says what lies beside the deck: what lies open by name, of the rest how many."""
    said = {
        name: seat[name]
        for name in ("player_card", "gate_card", "start_resource", "markers")
        if seat.get(name)
    }
    unseen = {name: name in seat for name in ("start_card", "behind")}
    return {"kind": "lay", "seat": seat["seat"], **unseen, "dynamis": len(seat.get("dynamis", ())), **said}


def _turned_up(after: State, n: int) -> list[Action]:
    """The lines that say which Player Extras the line with this number turned up."""
    found = [event[1] for event in after.events if event[0] == "crisis"]
    return [
        Action(n=n + place, do="crisis", seat=after.objs[slot].owner, card=after.card(slot).number)
        for place, slot in enumerate(found, 1)
    ]


def _hidden_line(line: Line, seen: Replay, unseen: Replay) -> Line:
    if isinstance(line, Chance) and line.of == "deck":
        return replace(line, value=None)
    if isinstance(line, CheckLine):
        return replace(line, digest=None)
    if isinstance(line, EndLine):
        return replace(line, sha256="")
    if isinstance(line, Action):
        return _hidden_act(line, seen.begin(), unseen.begin())
    return line


def _hidden_act(line: Action, seen: State, unseen: State) -> Action:
    """The line with the names of the other game, and with every card that comes to lie open in it."""
    after = seen.snapshot()
    perform(after, line)
    prepared = seen.phase == SETUP and all(after.decided)
    opened = _prepared(after, unseen) if prepared else _opened(after)
    given = line.answers or []
    same = _same_places(seen, unseen)
    hidden = replace(
        line,
        card=_named(line.card, same),
        pay=[_named(name, same) for name in line.pay],
        answers=None,
        shown=[],
    )
    while True:
        trial = unseen.snapshot()
        try:
            perform(trial, hidden)
        except NeedAnswer as open_choice:
            asked = seen.snapshot()
            _play_on(asked, replace(line, answers=given[: len(hidden.answers or [])] or None, shown=[]))
            answer = given[len(hidden.answers or [])]
            shuffled = open_choice.need.prompt == "shuffle"
            named = None if shuffled else _named(answer, _same_places(asked, trial))
            hidden = replace(hidden, answers=[*(hidden.answers or []), named])
        except Divergence as error:
            if error.code != "shown_differs":
                raise
            hidden = replace(hidden, shown=error.params["found"])  # one that was known lay open last
        except LogError as error:
            if error.code != "card_not_named":
                raise
            hidden = replace(hidden, shown=[*shown(trial), opened[len(_opened(trial))]])
        else:
            return hidden


def _play_on(st: State, line: Action) -> None:
    """Carry out a line as far as its answers go."""
    try:
        perform(st, line)
    except NeedAnswer:
        return


def _opened(st: State) -> list[str]:
    """The numbers of the cards that came to lie open on the last line, in that order."""
    found: list[str] = []
    turned_up = set()
    for event in st.events:
        if event[0] == "revealed":
            turned_up.add(event[1])
            found.append(st.card(event[1]).number)
        elif (
            event[0] == "showed"
        ):  # of a hand, for an Awaken Condition; where its name was missing it was revealed
            if event[1] not in turned_up:
                found.append(st.table.cards[event[3]].number)
            turned_up.discard(event[1])
        elif event[0] == "zone" and event[2] in HIDDEN and event[3] not in HIDDEN:
            if event[1] not in turned_up:
                found.append(st.card(event[1]).number)
            turned_up.discard(event[1])
    return found


def _prepared(after: State, unseen: State) -> list[str]:
    """The cards that the last line of the preparation turned up: Resource, and a Start Card that nobody had named."""
    found: list[str] = []
    for seat in (after.first, other(after.first)):
        laid = [event[1] for event in after.events if event[0] == "zone" and event[2:] == (DECK, RESOURCE)]
        found += [after.card(slot).number for slot in laid if after.objs[slot].owner == seat]
        home = PLAYER_SQUARES[seat]
        for slot, same in zip(after.zx_on(home), unseen.zx_on(home), strict=True):
            found += [after.card(slot).number] if is_unknown(unseen, same) else []
    return found


def _named(value: Any, same: dict[int, int]) -> Any:
    if isinstance(value, list):
        return [_named(one, same) for one in value]
    if not isinstance(value, str) or value[:1] != "#":
        return value
    return f"#{same[int(value[1:])]}"


def _same_places(seen: State, unseen: State) -> dict[int, int]:
    """The slots of everything that lies in public, from one state to the other."""
    same: dict[int, int] = {}
    for zone in range(GONE):
        for seat in SEATS if zone not in HIDDEN and zone != SQUARE else ():
            same.update(zip(seen.pile(zone, seat), unseen.pile(zone, seat), strict=True))
    for mine, theirs in zip(seen.squares, unseen.squares, strict=True):
        same.update(zip(mine, theirs, strict=True))
    return same
