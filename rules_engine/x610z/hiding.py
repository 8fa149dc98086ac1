"""The same game as a table would write it that knows the order of no deck: no orders, cards named when they show.

Which slot a hidden card gets follows from the order in which cards become known, so that ``#slots`` differ between
the two logs. :func:`hide_decks` plays both side by side and finds every object by where it lies in public.
"""

import re

from msgspec.structs import replace

from rules_engine.kernel.errors import LogError, Need, NeedAnswer
from rules_engine.x610z.cards import Pool
from rules_engine.x610z.log import Action, Chance, CheckLine, EndLine, Line, encode_line, read_lines
from rules_engine.x610z.model import State
from rules_engine.x610z.play import perform
from rules_engine.x610z.replay import Replay

_SLOT = re.compile(r"#(\d+)")


def hide_decks(log: bytes, pool: Pool | None = None) -> tuple[dict[int, list[str]], bytes]:
    """The registered lists by seat, and the log without any order of a deck.

    Raises :class:`LogError` when the hidden log is refused: a game that keeps the rules must keep them unseen, too.
    """
    decks: dict[int, list[str]] = {}
    for _, _, line in read_lines(log):
        if isinstance(line, Chance) and line.seat is not None and isinstance(line.value, list):
            decks[line.seat] = line.value
    seen, unseen = Replay(pool), Replay(pool, decks)
    lines: list[Line] = []
    for number, _, line in read_lines(log):
        other = _hidden_line(line, seen.state, unseen.state)
        lines.append(other)
        if isinstance(line, EndLine):
            break
        seen.feed(line)
        violation = unseen.feed(other)
        if violation is not None:
            raise LogError(
                "log_breaks_rule",
                number,
                rule=violation.rule,
                why=violation.code,
                detail=str(violation.params),
            )
    return decks, b"".join(encode_line(line) + b"\n" for line in lines)


def _hidden_line(line: Line, seen: State | None, unseen: State | None) -> Line:
    if isinstance(line, Chance) and line.of == "deck":
        return replace(line, value=None)
    if isinstance(line, CheckLine):
        return replace(line, digest=None)
    if isinstance(line, EndLine):
        return replace(line, sha256="")
    if isinstance(line, Action) and seen is not None and unseen is not None:
        return _hidden_act(line, seen, unseen)
    return line


def _hidden_act(line: Action, seen: State, unseen: State) -> Action:
    same = _same_places(seen, unseen)

    def named(name: object) -> object:
        if isinstance(name, list):
            return [named(one) for one in name]
        if not isinstance(name, str) or "#" not in name:
            return name
        if name.startswith("#") and int(name[1:]) not in same:
            return seen.game.number_of(seen.objs[int(name[1:])].rev)
        return _SLOT.sub(lambda found: f"#{same.get(int(found[1]), int(found[1]))}", name)

    other = replace(
        line,
        card=named(line.card),
        targets=named(line.targets),
        crystals=named(line.crystals),
        answers=None,
    )
    needs = _needs(seen, line)
    given = [named(answer) for answer in line.answers or ()]
    answers: list[object] = []
    while (need := _next_need(unseen, replace(other, answers=answers or None))) is not None:
        while needs and needs[0].prompt == "order_on_deck" != need.prompt:
            needs.pop(0)  # cards that nobody knows all look the same: nobody is asked for their order
        asked = bool(needs) and (needs[0].prompt, needs[0].seat) == (need.prompt, need.seat)
        answer = given[len(given) - len(needs)] if asked else []
        if asked:
            needs.pop(0)
        # Nobody knows an order; and anyone who searches in vain says so where the known cards did not even ask.
        answers.append(None if need.prompt == "shuffle" else answer)
    return replace(other, answers=answers or None)


def _needs(st: State, line: Action) -> list[Need]:
    """The choices that the answers of a line answer."""
    needs = []
    for count in range(len(line.answers or ())):
        need = _next_need(st, replace(line, answers=(line.answers or [])[:count] or None))
        if need is not None:
            needs.append(need)
    return needs


def _next_need(st: State, line: Action) -> Need | None:
    """The choice that a line leaves open, None if it answers all. The state stays as it is."""
    try:
        perform(st.snapshot(), line)
    except NeedAnswer as open_choice:
        return open_choice.need
    return None


def _same_places(seen: State, unseen: State) -> dict[int, int]:
    """The slots of everything that lies in public, from one state to the other."""
    same: dict[int, int] = {}
    for name in ("play", "discard", "removed"):
        for mine, theirs in zip(getattr(seen, name), getattr(unseen, name), strict=True):
            same.update(zip(mine, theirs, strict=True))
    same.update((a.slot, b.slot) for a, b in zip(seen.stack, unseen.stack, strict=True))
    return same
