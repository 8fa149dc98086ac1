"""What lies on the table: players, cards and the stack, as plain dicts and lists.

A card on the table is a dict (``thing``) known by its name in logs, ``"#12"``. Each time it changes zones it becomes
another object: ``life`` counts these lives, and ``("thing", "#12", 3)`` speaks of the third only (208.5: a target that
left play is gone, also when its card comes back). ``("player", 1)`` and ``("action", 7)`` are the other two objects.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.nodes import Activated, Select, Static, Trigger

from .geometry import Board

Thing = dict[str, Any]
Object = tuple[Any, ...]
COLOURS = ("mystic", "boost", "robiumm", "colorless")
SEATED, DECKED = "seat", "deck"


class Unsupported(Exception):
    """This referee has no opinion: the log uses something it does not judge (hidden decks, judges' repairs)."""


class Illegal(Exception):
    """Something that only shows in the middle of a resolution breaks a rule."""

    def __init__(self, rule: str, **question: Any) -> None:
        super().__init__(rule)
        self.rule = rule
        self.question = question


class Undecided(Exception):
    """The rules leave the outcome to a judge (H18)."""


class Missing(Exception):
    """A choice has to be made and the line does not make it."""

    def __init__(self, **question: Any) -> None:
        super().__init__(str(question))
        self.question = question


class Game:
    """All that a referee remembers. No methods beyond reading: what happens stands in the other modules."""

    def __init__(self, header: Any, board: Board, switches: dict[str, Any], rulings: dict[str, str]) -> None:
        self.header = header
        self.board = board
        self.switches = switches
        self.rulings = rulings
        self.seats: dict[int, dict[str, Any]] = {}
        self.things: dict[str, Thing] = {}
        self.table: list[str] = []
        self.stack: list[dict[str, Any]] = []
        self.items = 0
        self.clock = 0
        self.turn = 0
        self.round = 0
        self.round_left: set[int] = set()
        self.active: int | None = None
        self.circle: int | None = None
        self.first: int | None = None
        self.murphy: int | None = None
        self.phase = "setup"
        self.ending = False
        self.waiting: int | None = None
        self.passed: list[int] = []
        self.crystal_cast = False
        self.normal_draw = False
        self.holding = 0
        self.to_come: list[Any] = []
        self.lasting: list[dict[str, Any]] = []
        self.extra_turns: list[int] = []
        self.skips: list[dict[str, Any]] = []
        self.triggered: list[dict[str, Any]] = []
        self.losers: list[tuple[int, str]] = []
        self.struck: dict[int, int] = {}
        self.fallen_bases: list[int] = []
        self.landing: list[tuple[Thing, str]] | None = None
        self.out: list[list[int]] = []
        self.ahead: list[list[int]] = []
        self.result: dict[str, Any] | None = None
        self.turn_over = False
        self.last_known: dict[Object, Thing] = {}
        self.hides = False
        self.pool: Any = None
        self.read: Any = None
        self.lists: dict[int, dict[str, int]] = {}
        self.answers: list[Any] = []
        self.questions: list[dict[str, Any]] = []

    # --- players -----------------------------------------------------------------------------------------------------

    def alive(self) -> list[int]:
        """Players still in the game, in the order of the seats."""
        return [seat for seat, player in self.seats.items() if player["alive"]]

    def clockwise(self, start: int | None) -> list[int]:
        """Living players, from ``start`` on to the left."""
        seats = list(self.seats)
        at = seats.index(start) if start in seats else 0
        return [seat for seat in seats[at:] + seats[:at] if self.seats[seat]["alive"]]

    def left_of(self, seat: int) -> int:
        """700.1: the next living player to the left; the same one if nobody else lives."""
        order = [other for other in self.clockwise(seat) if other != seat]
        return order[0] if order else seat

    def in_turn_order(self, seats: list[int]) -> list[int]:
        """Several players act at once: the active player first, then clockwise."""
        order = self.clockwise(self.active)
        return sorted(seats, key=order.index)

    def side(self, seat: int) -> Any:
        """104.2: a team, or a player alone."""
        team = self.seats[seat]["team"]
        return team if team is not None else seat

    def opposed(self, one: int, two: int) -> bool:
        """104.2-104.2b."""
        return self.side(one) != self.side(two)

    # --- objects -----------------------------------------------------------------------------------------------------

    def of(self, thing: Thing) -> Object:
        """The object that a card is in its present life."""
        return ("thing", thing["id"], thing["life"])

    def now(self, what: Object) -> Thing | None:
        """The thing, if it is still the same object and in play."""
        if what[0] != "thing":
            return None
        thing = self.things[what[1]]
        return thing if thing["life"] == what[2] and thing["zone"] == "play" else None

    def known(self, what: Object) -> Thing:
        """The thing as it is now, or as it last was."""
        thing = self.things[what[1]]
        if thing["life"] == what[2]:
            return thing
        return self.last_known.get(what, thing)

    def item(self, what: Object) -> dict[str, Any] | None:
        """The action on the stack, if it is still there."""
        return next((item for item in self.stack if what == ("action", item["no"])), None)

    def in_play(self) -> list[Thing]:
        """Everything in play, in order of arrival."""
        return [self.things[name] for name in self.table]

    def summons(self) -> list[Thing]:
        """All summons in play."""
        return [thing for thing in self.in_play() if thing["card"].is_summon]

    def on_dot(self, dot: str) -> Thing | None:
        """600.5: at most one summon stands on a dot."""
        return next((thing for thing in self.summons() if thing["dot"] == dot), None)

    def life_base(self, seat: int) -> Thing | None:
        """The player's Life Base in play."""
        for thing in self.in_play():
            if thing["card"].is_life_base and thing["owner"] == seat:
                return thing
        return None

    def tick(self) -> int:
        """A time stamp, later than all before."""
        self.clock += 1
        return self.clock

    # --- choices -----------------------------------------------------------------------------------------------------

    # --- cards that nobody knows -------------------------------------------------------------------------------------

    def number(self, name: str) -> str:
        """The number of a card, "?" of one that nobody has seen."""
        card = self.things[name]["card"]
        return card.number if card is not None else "?"

    def bind(self, name: str, number: str) -> bool:
        """Name an unknown card; False where no list has another copy of it (101.1a)."""
        thing, found = self.things[name], self.pool.find(number)
        registered = self.lists.get(thing["owner"])
        if found is None:
            return False
        if registered is not None:
            known = [
                other["card"].number
                for other in self.things.values()
                if other["owner"] == thing["owner"] and other["card"]
            ]
            if known.count(found.number) >= registered.get(found.number, 0):
                return False
        thing["card"] = self.read(found)
        return True

    def name_card(self, seat: int) -> str:
        """The recorded name of a card that everybody sees now. Raises :class:`Missing`."""
        if not self.answers:
            raise Missing(seat=seat, prompt="name_card")
        return str(self.answers.pop(0))

    def forget(self, names: list[str]) -> None:
        """After a shuffle whose order nobody wrote down nobody knows which card is which (501.3)."""
        for name in names:
            self.things[name]["card"] = None

    def ask(self, seat: int, prompt: str, options: list[Any], low: int = 1, high: int | None = None) -> Any:
        """The recorded answer to a choice; a list where ``high`` is given. Raises :class:`Missing`."""
        many = high is not None
        question = {
            "seat": seat,
            "prompt": prompt,
            "options": options,
            "many": many,
            "low": low,
            "high": high,
        }
        self.questions.append(question)
        if not self.answers:
            raise Missing(**question)
        answer = self.answers.pop(0)
        if prompt == "shuffle" and answer is None and self.hides:
            return None
        if not allowed(answer, options, low, high) and not (self.hides and fits(answer, options, low, high)):
            raise Illegal("answer", given=answer, **question)
        return answer


def fits(answer: Any, options: list[Any], low: int, high: int | None) -> bool:
    """Whether an answer may name cards among options that are not all known."""
    unknown = options.count("?")
    if high is None or not isinstance(answer, list) or not low <= len(answer) <= high:
        return False
    left = [one for one in options if one != "?"]
    for one in answer:
        if one in left:
            left.remove(one)
        else:
            unknown -= 1
    return unknown >= 0


def allowed(answer: Any, options: list[Any], low: int, high: int | None) -> bool:
    """Whether an answer is one of the options, or takes so many of them."""
    if high is None:
        return any(answer == option and type(answer) is type(option) for option in options)
    if not isinstance(answer, list) or not low <= len(answer) <= high:
        return False
    left = list(options)
    for one in answer:
        if one not in left:
            return False
        left.remove(one)
    return True


def new_thing(name: str, card: CardRevision, owner: int, zone: str) -> Thing:
    """A card that lies in a zone for the first time."""
    return {"id": name, "card": card, "owner": owner, "zone": zone, "life": 0, **blank(owner)}


def blank(owner: int) -> Thing:
    """What every new life of a card begins with."""
    return {
        "controller": owner,
        "base_controller": owner,
        "caster": owner,
        "state": "unactivated",
        "turned_by": None,
        "damage": 0,
        "counters": 0,
        "dot": None,
        "on": None,
        "moved": 0,
        "attacked": 0,
        "sense": 0,
        "came": 0,
        "since": 0,
    }


def parts(card: CardRevision, kind: type) -> list[Any]:
    """The abilities of one kind on a card, in written order."""
    return [part for part in (card.tree.parts if card.tree else ()) if isinstance(part, kind)]


def statics(card: CardRevision) -> list[Static]:
    """207.5."""
    return parts(card, Static)


def triggers(card: CardRevision) -> list[Trigger]:
    """207.4."""
    return parts(card, Trigger)


def activations(card: CardRevision) -> list[Activated]:
    """207.6."""
    return parts(card, Activated)


# --- selections: which objects do the words of a card mean? ---------------------------------------------------------


def admits(game: Game, select: Select, what: Object, you: int, named: tuple[Object, ...] = ()) -> bool:
    """Whether words like "target Dragon you control" can mean this object."""
    if select.other and what in named:
        return False
    if what[0] == "player":
        return select.kind == "player" and controlled(game, select.control, what[1], you)
    if what[0] == "action":
        return admits_action(game, select, what, you)
    thing = game.known(what)
    if thing["card"] is None:
        return True  # what nobody knows may be what is asked for
    if select.kind == "card":
        return all(words_of_card(select, thing["card"]))
    return admits_thing(game, select, thing, you)


def admits_action(game: Game, select: Select, what: Object, you: int) -> bool:
    """200.1a: casts, activations, movements and attacks. A triggered effect is no action."""
    item = game.item(what)
    if item is None or select.kind != "action" or item["kind"] == "trigger":
        return False
    if select.action not in ("any", item["kind"]):
        return False
    card = game.things[item["source"][1]]["card"]
    return controlled(game, select.control, item["seat"], you) and all(words_of_card(select, card))


def of_kind(card: CardRevision, kind: str) -> bool:
    """400.2: the three kinds of card."""
    if kind == "any":
        return True
    return {"energy_crystal": card.is_crystal, "summon": card.is_summon, "effect": card.is_effect}[kind]


def controlled(game: Game, control: str, seat: int, you: int) -> bool:
    """ "you control", "an opponent controls", seen from ``you``."""
    if control == "any":
        return True
    if control == "you":
        return seat == you
    if control == "other":
        return seat != you
    return game.opposed(seat, you)


def admits_thing(game: Game, select: Select, thing: Thing, you: int) -> bool:
    """The words that describe a permanent."""
    card = thing["card"]
    right_kind = {
        "summon": card.is_summon,
        "crystal": card.is_crystal,
        "effect": card.is_effect,
        "permanent": card.permanent,
    }.get(select.kind, False)
    return all(
        (
            right_kind,
            controlled(game, select.control, thing["controller"], you),
            *words_of_card(select, card),
            in_state(thing, select.state),
            in_place(game, thing, select.where),
        )
    )


def words_of_card(select: Select, card: CardRevision) -> tuple[bool, ...]:
    """The words that a card answers wherever it is: "Dragon Card", "Mystic Energy Crystal" (304, 400.2, 402)."""
    return (
        not select.classes or card.card_class in select.classes,
        select.life_base is None or (card.is_summon and card.is_life_base is select.life_base),
        select.element is None or (card.is_summon and card.element == select.element),
        select.crew is None or card.crew == select.crew,
        select.colour is None or (card.is_crystal and getattr(card.produces, select.colour) > 0),
        of_kind(card, select.card_kind),
    )


def in_state(thing: Thing, state: str) -> bool:
    """Glossary Unactivated, Non Active, Deactivated; damaged = any damage."""
    if state == "any":
        return True
    if state == "damaged":
        return thing["damage"] > 0
    return (thing["state"] == "unactivated") is (state == "unactivated")


def in_place(game: Game, thing: Thing, where: str) -> bool:
    """604.1."""
    if where == "any":
        return True
    return game.board.in_no_attack_zone(thing["dot"]) is (where == "in_no_attack_zone")


def everything(game: Game, select: Select, you: int) -> list[Object]:
    """All objects that a selection admits: players clockwise from the active one, things as they came."""
    if select.kind == "player":
        found: list[Object] = [("player", seat) for seat in game.clockwise(game.active)]
    elif select.kind == "action":
        found = [("action", item["no"]) for item in game.stack]
    else:
        found = [game.of(thing) for thing in game.in_play()]
    return [what for what in found if admits(game, select, what, you)]


def plain(value: Any) -> Any:
    """A part of a card's tree as builtins, for messages."""
    return msgspec.to_builtins(value)
