"""Both referees over the same log, line by line: verdict, rule, and everything that lies on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rules_engine.x610z.cards import Pool
from rules_engine.x610z.cursor import Cursor
from rules_engine.x610z.log import Action, EndLine, read_lines

from .changes import number_of
from .figures import plain
from .meaning import name_of, stat
from .referee import Referee
from .table import COLOURS, Game, Thing, Undecided, Unsupported

STATS = ("attack", "defense", "speed", "range")
FINGERPRINTS = ("digest_differs", "deck_not_as_written", "bytes_differ")
"""What only anyone who makes fingerprints can find: of a state, of a deck, of a file."""
NOTHING: dict[str, Any] = {
    "hand": {"cards": []},
    "deck": {"count": 0},
    "discard": [],
    "removed": [],
    "pool": dict.fromkeys(COLOURS, 0),
}
"""Of a player who is out no rule says where the cards are: they are not compared (H19)."""


class Difference(Struct):
    """Where the two part: the line, what about it, what each says, and ``about`` which words or action it is."""

    line: int
    what: str
    engine: Any
    referee: Any
    about: str = ""

    @property
    def cause(self) -> str:
        """What many games may differ by, without what belongs to one of them."""
        said = (
            f"{plain(self.engine)} / {plain(self.referee)}"
            if self.what in ("verdict", "rule", "ruling")
            else ""
        )
        return " | ".join(part for part in (self.what, self.about, said) if part)

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}\n    engine:  {self.engine}\n    referee: {self.referee}"


class Outcome(Struct):
    """What came of one log. ``actions`` counts the action lines on which both agreed."""

    actions: int = 0
    difference: Difference | None = None
    unsupported: str = ""


# --- what lies on the table, in one form ------------------------------------------------------------------------------


def picture(game: Game) -> dict[str, Any]:
    """The table as this referee sees it."""
    return {
        "turn": game.turn,
        "round": game.round,
        "phase": game.phase,
        "active": game.active,
        "ending": game.ending,
        "stack": [item_row(game, item) for item in game.stack],
        "pool": [dict(zip(COLOURS, player["pool"], strict=True)) for player in game.seats.values()],
        "alive": [player["alive"] for player in game.seats.values()],
        "hand": [cards_of(game, player["hand"]) for player in game.seats.values()],
        "deck": [len(player["deck"]) for player in game.seats.values()],
        "discard": [cards_of(game, player["discard"]) for player in game.seats.values()],
        "removed": [cards_of(game, player["removed"]) for player in game.seats.values()],
        "play": sorted(play_row(game, thing) for thing in game.in_play()),
        "pawns": sorted(pawn_row(game, thing) for thing in game.summons()),
        "result": result_row(game),
    }


def cards_of(game: Game, names: list[str]) -> list[str]:
    """The numbers of cards in a zone, sorted."""
    return sorted(game.number(name) for name in names)


def item_row(game: Game, item: dict[str, Any]) -> tuple[Any, ...]:
    """An action on the stack."""
    targets = [name_of(game, what) for what in item["targets"] if what is not None]
    return (
        item["kind"],
        item["seat"],
        number_of(game.things[item["source"][1]]),
        targets,
        item["path"],
        item["x"],
    )


def play_row(game: Game, thing: Thing) -> tuple[Any, ...]:
    """A permanent in play."""
    on = name_of(game, thing["on"]) if thing["on"] is not None else ""
    lies = thing["state"]
    if lies == "non_active" and game.switches["activation_states"] == 2:
        lies = "deactivated"  # before March 2010 a card that lies sideways had this one name
    return (
        thing["id"],
        thing["card"].number,
        thing["owner"],
        thing["controller"],
        lies,
        thing["counters"],
        thing["damage"],
        thing["dot"] or "",
        on,
    )


def pawn_row(game: Game, thing: Thing) -> tuple[Any, ...]:
    """A summon with its Basic Stats as they are now."""
    return (thing["id"], *(stat(game, thing, name) for name in STATS))


def result_row(game: Game) -> dict[str, Any] | None:
    """How the game ended."""
    if game.result is None:
        return None
    found = game.result
    return {"winners": sorted(found["winners"]), "draw": found["draw"], "rule": found["rule"]}


def engine_picture(view: dict[str, Any]) -> dict[str, Any]:
    """The same of the engine's view for a judge."""
    seats = [seat if seat["alive"] else {**seat, **NOTHING} for seat in view["seats"]]
    return {
        "turn": view["turn"],
        "round": view["round"],
        "phase": view["phase"],
        "active": view["active"],
        "ending": view["ending"],
        "stack": [engine_item(item) for item in view["stack"]],
        "pool": [seat["pool"] for seat in seats],
        "alive": [seat["alive"] for seat in seats],
        "hand": [sorted(card["number"] for card in seat["hand"]["cards"]) for seat in seats],
        "deck": [seat["deck"]["count"] for seat in seats],
        "discard": [sorted(card["number"] for card in seat["discard"]) for seat in seats],
        "removed": [sorted(card["number"] for card in seat["removed"]) for seat in seats],
        "play": sorted(engine_play(card) for seat in seats for card in seat["play"]),
        "pawns": sorted((pawn["oid"], *(pawn[name] for name in STATS)) for pawn in view["pawns"]),
        "result": engine_result(view["result"]),
    }


def engine_item(item: dict[str, Any]) -> tuple[Any, ...]:
    """An action on the stack, in the engine's view."""
    return (item["kind"], item["seat"], item["number"], item["targets"], item["path"], item["x"])


def engine_play(card: dict[str, Any]) -> tuple[Any, ...]:
    """A permanent in play, in the engine's view."""
    return (
        card["oid"],
        card["number"],
        card["owner"],
        card["controller"],
        card["state"],
        card["counters"],
        card["damage"],
        card["dot"] or "",
        card["on"] or "",
    )


def engine_result(result: dict[str, Any] | None) -> dict[str, Any] | None:
    """How the game ended, in the engine's view."""
    if result is None:
        return None
    return {"winners": sorted(result["winners"]), "draw": result["draw"], "rule": result["rule"]}


def parted(engine: dict[str, Any], referee: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Every part of the two pictures that differs; of lists only the rows that do."""
    for key, value in engine.items():
        other = referee[key]
        if engine["result"] is not None and key not in ("result", "turn", "alive", "active"):
            continue  # what is left on the table after the end of a game has no meaning any more
        if value == other or (key == "active" and referee["phase"] == "setup"):
            continue
        if key in ("play", "pawns"):
            yield key, [row for row in value if row not in other], [row for row in other if row not in value]
        else:
            yield key, value, other


# --- equal cards ------------------------------------------------------------------------------------------


def align(game: Game, rows: list[tuple[Any, ...]]) -> None:
    """Call equal cards by the engine's names.

    Of two copies of a card in a hand or deck nobody can say which is which, so either may get either name. When one of
    them comes into play the engine's name for it is taken over; its number, owner and everything else is compared.
    """
    mine = {thing["id"] for thing in game.in_play()}
    for row in rows:
        if row[0] in mine or row[0] not in game.things:
            continue
        wanted = game.things[row[0]]
        for name in [name for name in game.table if name not in {other[0] for other in rows}]:
            thing = game.things[name]
            if wanted["zone"] != "play" and same_card(thing, wanted, row):
                swap_names(game, name, row[0])
                break
        mine = {thing["id"] for thing in game.in_play()}


def align_hidden(game: Game, view: dict[str, Any]) -> None:
    """The same for copies in a hand and on the stack, which a later line may call by their names."""
    for seat in view["seats"]:
        player = game.seats[seat["seat"]]
        if seat["alive"]:
            align_zone(
                game, player["hand"], [(card["oid"], card["number"]) for card in seat["hand"]["cards"]]
            )
    rows = [(item["oid"], item["number"]) for item in view["stack"] if item["kind"] == "cast"]
    align_zone(game, [item["source"][1] for item in game.stack if item["kind"] == "cast"], rows)


def align_zone(game: Game, mine: list[str], rows: list[tuple[str, str]]) -> None:
    """Call copies in one zone by the engine's names, if it has the same cards there."""
    wanted = {name for name, _ in rows}
    for name, number in rows:
        if name in mine:
            continue
        for other in mine:
            if other not in wanted and game.number(other) == number:
                swap_names(game, other, name)
                mine = [name if one == other else one for one in mine]
                break


def same_card(thing: Thing, wanted: Thing, row: tuple[Any, ...]) -> bool:
    """Two copies of one card of one player."""
    numbers = {one["card"].number for one in (thing, wanted) if one["card"] is not None}
    return numbers <= {row[1]} and thing["owner"] == wanted["owner"] == row[2]


def swap_names(game: Game, one: str, two: str) -> None:
    """Exchange two names wherever they are written."""
    names = {one: two, two: one}
    seen: dict[int, Any] = {}

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return names.get(value, value)
        if isinstance(value, tuple):
            return tuple(renamed(part) for part in value)
        if id(value) in seen:
            return value
        if isinstance(value, list):
            seen[id(value)] = value
            value[:] = [renamed(part) for part in value]
        elif isinstance(value, dict):
            seen[id(value)] = value
            pairs = [(renamed(key), renamed(part)) for key, part in value.items()]
            value.clear()
            value.update(pairs)
        return value

    for key, value in vars(game).items():
        setattr(game, key, renamed(value))


SET_UP = ("seat", "chance")
"""Lines whose fault shows only later, when the table is whole or the cards are dealt."""

# --- line by line -----------------------------------------------------------------------------------------------------


def compare(log: bytes, pool: Pool | None = None, decks: dict[int, list[str]] | None = None) -> Outcome:
    """Both referees over one log, up to the first difference; ``decks`` are lists behind hidden orders."""
    cursor = Cursor(log, pool, decks)
    steps = {step.line: (place, step) for place, step in enumerate(cursor.steps, 1)}
    referee = Referee(pool, decks)
    outcome = Outcome()
    made = None
    for number, _, line in read_lines(log):
        about = words_at(referee.game, line)
        try:
            said = referee.judge(number, line)
        except Unsupported as why:
            outcome.unsupported = str(why)
            return outcome
        except Undecided as why:
            outcome.unsupported = f"a judge decides: {why}"
            if number in steps and steps[number][1].ok:
                outcome.difference = Difference(
                    number, "ruling", "the game goes on or ends", f"a judge decides: {why}"
                )
            return outcome
        place, step = steps.get(number, (0, made))
        if step is None:
            continue
        if not step.ok and said.ok and step.kind in SET_UP and step.finding.rule:
            made = (
                step  # the engine tells a fault of the set-up where it was made; this referee where it shows
            )
            continue
        try:
            outcome.difference = differ(cursor, referee, said, number, place, step, isinstance(line, Action))
        except Unsupported as why:
            outcome.unsupported = str(why)
            return outcome
        if outcome.difference is not None:
            outcome.difference.about = about
            return outcome
        if isinstance(line, Action):
            outcome.actions += 1
        if not said.ok or isinstance(line, EndLine):
            return outcome
    if made is not None:
        outcome.difference = Difference(
            made.line, "verdict", f"{made.finding.rule} {made.finding.code}", "legal"
        )
    return outcome


def words_at(game: Game | None, line: Any) -> str:
    """What a line is about: the words that resolve or are announced, or the sort of line."""
    if not isinstance(line, Action) or game is None:
        return str(line.__struct_config__.tag)
    if line.do in ("pass", "proceed", "resolve") and game.stack:
        thing = game.things[game.stack[-1]["source"][1]]
    else:
        hand = game.seats[line.seat]["hand"] if line.seat in game.seats else []
        named = next((name for name in hand if game.number(name) == line.card), line.card or "")
        thing = game.things.get(named)
    words = thing["card"].text.replace(thing["card"].name, "~") if thing is not None and thing["card"] else ""
    return f"{line.do}: {words.splitlines()[-1]}" if words else str(line.do)


def differ(
    cursor: Cursor, referee: Referee, said: Any, number: int, place: int, step: Any, action: bool
) -> Difference | None:
    """Whether the two part on this line."""
    if step.ok != said.ok:
        finding = step.finding
        if finding is not None and finding.code in FINGERPRINTS:
            raise Unsupported("a fingerprint")
        engine = "legal" if step.ok else f"{finding.rule} {finding.code} {finding.params}"
        return Difference(number, "verdict", engine, "legal" if said.ok else f"{said.rules} {said.question}")
    if not step.ok:
        rule = step.finding.rule if step.finding else ""
        if said.rules and rule and rule not in said.rules:
            return Difference(number, "rule", f"{rule} {step.finding.code}", said.rules)
        return None
    if not action:
        return None
    cursor.seek(place)
    view = cursor.view("judge")
    engine = engine_picture(view)
    align(referee.game, engine["play"])
    align_hidden(referee.game, view)
    rows = list(parted(engine, picture(referee.game)))
    if not rows:
        return None
    key = "/".join(row[0] for row in rows)
    return Difference(number, key, {row[0]: row[1] for row in rows}, {row[0]: row[2] for row in rows})
