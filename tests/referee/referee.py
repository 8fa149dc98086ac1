"""Reading a log line by line and saying what is legal."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.log import (
    Action,
    Chance,
    CheckLine,
    EndLine,
    Header,
    JudgeLine,
    NoteLine,
    SeatLine,
)
from rules_engine.x610z.nodes import CardTree

from . import acting, geometry
from .changes import lose, over, put, settle
from .effects import draw_cards, put_triggers_on_stack
from .page import Unread
from .reading import read_english
from .table import COLOURS, Game, Illegal, Missing, Unsupported, new_thing
from .turns import begin_turn, end_phase, end_turn, go_on, move_on_if_over

INITIAL_HAND = 7
"""105.3a."""


PROPOSED = {
    "H29": "all_see",
    "H30": "inserted",
    "H31": "any_order",
    "H32": "refused",
    "H33": "binds",
    "H34": "stackable_only",
    "H35": "as_printed",
    "H36": "checked_again",
    "H37": "caster",
    "H38": "owner",
}
"""Rulings that this referee needs, should the engine not name them yet."""


class Said(Struct):
    """What the referee says of one line: fine, or the rules it breaks; and what the table looks like after it."""

    line: int
    ok: bool = True
    rules: list[str] = []
    question: dict[str, Any] = {}
    note: str = ""


def defaults() -> dict[str, str]:
    """The default of every ruling."""
    text = files("rules_engine.x610z").joinpath("rulings.toml").read_text(encoding="utf-8")
    return PROPOSED | {ruling["id"]: ruling["default"] for ruling in tomllib.loads(text)["ruling"]}


def switches(ruleset: str) -> dict[str, Any]:
    """What differs between the versions of the rules."""
    name = (ruleset or "x610z/2010-03").split("/")[1]
    text = files("rules_engine.x610z.rules").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["switches"]


class Referee:
    """Judges the lines of one log in their order."""

    def __init__(self, pool: Pool | None = None, lists: dict[int, list[str]] | None = None) -> None:
        self.lists = lists or {}
        """The registered lists, where decks are hidden and somebody knows them."""
        self.pool = pool or load_pool("demo-2")
        """The printed cards; what they say this referee reads for itself."""
        self.game: Game | None = None
        self.decks: dict[int, list[str]] = {}
        self.seated = False

    def judge(self, number: int, line: Any) -> Said:
        """One line. The table changes only if the line is legal."""
        said = Said(line=number)
        try:
            self.hear(line, said)
        except Illegal as error:
            said.ok, said.rules, said.question = False, [error.rule], error.question
        except Missing as error:
            said.ok, said.question = False, error.question
        return said

    def hear(self, line: Any, said: Said) -> None:
        """What kind of line it is."""
        if isinstance(line, Header):
            self.game = new_game(line)
        elif isinstance(line, SeatLine):
            self.game.seats[line.seat] = new_player(line)
        elif isinstance(line, NoteLine):
            return
        elif not self.seated and seating_faults(self.game):
            said.ok, said.rules = False, seating_faults(self.game)
        else:
            self.seated = True
            self.hear_play(line, said)

    def hear_play(self, line: Any, said: Said) -> None:
        """A line of the game itself, once everybody sits where he should."""
        if isinstance(line, Chance):
            self.chance(line)
        elif isinstance(line, Action):
            self.act(line, said)
        elif isinstance(line, JudgeLine):
            repair(self.game, line.change)
        elif isinstance(line, CheckLine):
            said.rules = miscounted(self.game, line.public)
            said.ok = not said.rules
        elif isinstance(line, EndLine):
            said.rules = wrong_claim(self.game, line.claim)
            said.ok = not said.rules

    def chance(self, line: Chance) -> None:
        """105.1, 105.3a: who begins, and the order of the decks; the last deck starts the game."""
        if line.of == "first":
            self.game.first = self.game.murphy = line.value
            return
        game = self.game
        game.pool, game.read = self.pool, as_read
        lists = {seat: Counter(map(self.full, numbers)) for seat, numbers in self.lists.items()}
        game.lists = {seat: dict(copies) for seat, copies in lists.items()}
        if line.value is None:
            game.hides = True
        self.decks[line.seat] = list(line.value or ["?"] * game.seats[line.seat]["cards"])
        if len(self.decks) == len(self.game.seats):
            set_up(self.game, self.pool, self.decks)

    def full(self, name: str) -> str:
        """The number of a card however a list writes it."""
        card = self.pool.find(name)
        return card.number if card is not None else name

    def act(self, line: Action, said: Said) -> None:
        """An action: refused with the rules it breaks, or carried out."""
        game = self.game
        rules = faults(game, line)
        if rules:
            said.ok, said.rules = False, rules
            return
        game.answers = list(line.answers or [])
        game.questions = []
        DO[line.do](game, line)
        after(game)
        if game.answers:
            raise Illegal("answers left over")


def seating_faults(game: Game) -> list[str]:
    """100.1: how many play against how many; 105.2: where their Life Bases stand."""
    players = list(game.seats.values())
    homes = [player["home"] for player in players]
    starts = game.board.starting_dots()
    found = []
    if game.header.mode == "multi" and len(players) < 3:
        found.append("100.1b")
    if game.header.mode == "team":
        teams = Counter(player["team"] for player in players)
        if sorted(teams.values()) not in ([2, 2], [3, 3], [2, 2, 2]):
            found.append("100.1c")
    if any(home not in starts for home in homes):
        return [*found, "105.2a"]
    if len(set(homes)) < len(homes):
        found.append("600.5")
    places = [starts.index(home) for home in homes]
    if len(places) == 2 and (places[0] - places[1]) % len(starts) != len(starts) // 2:
        found.append("105.2b")
    for one, player in zip(places, players, strict=True):
        for two, other in zip(places, players, strict=True):
            side_by_side = (one - two) % len(starts) == 1
            if side_by_side and game.header.mode == "team" and player["team"] == other["team"]:
                found.append("105.2b")
    around = places[places.index(min(places)) :] + places[: places.index(min(places))]
    return found + ["105.2b"] * (around != sorted(places))


def wrong_claim(game: Game, claim: Any) -> list[str]:
    """106: what the players say at the end, beside how the game ended."""
    result = game.result
    if result is None:
        return ["106.2"]
    same = sorted(claim.winners) == sorted(result["winners"]) and claim.draw == result["draw"]
    return [] if same and claim.by in ("", result["rule"]) else [result["rule"]]


def miscounted(game: Game, public: Any) -> list[str]:
    """What the players counted otherwise than it is. A fingerprint is the engine's own and means nothing here."""
    if public is None:
        return []
    found = {
        "turn": game.turn,
        "round": game.round,
        "active": game.active,
        "phase": game.phase,
        "hand": [len(player["hand"]) for player in game.seats.values()],
        "deck": [len(player["deck"]) for player in game.seats.values()],
        "discard": [len(player["discard"]) for player in game.seats.values()],
        "pool": [list(player["pool"]) for player in game.seats.values()],
    }
    written = {key: getattr(public, key) for key in found}
    dead = [place for place, player in enumerate(game.seats.values()) if not player["alive"]]
    for key in ("hand", "deck", "discard", "pool"):
        for place in dead if written[key] is not None else []:
            written[key][place] = found[key][place]
    return [key for key, value in written.items() if value is not None and value != found[key]]


def new_game(header: Header) -> Game:
    """An empty table under the rules that the header names."""
    game = Game(header, geometry.load(header.board or "act-1"), switches(header.ruleset), defaults())
    game.rulings |= header.choices
    game.known_items = {}
    game.starter = None
    return game


def new_player(line: SeatLine) -> dict[str, Any]:
    """A player who has done nothing yet."""
    return {
        "name": line.player,
        "team": line.team,
        "home": line.dot,
        "alive": True,
        "hand": [],
        "deck": [],
        "discard": [],
        "removed": [],
        "pool": [0, 0, 0, 0],
        "decked_out": False,
        "cards": line.deck.cards - 1
        if line.deck is not None
        else 0,  # the Life Base is counted with the deck
    }


def set_up(game: Game, pool: Pool, decks: dict[int, list[str]]) -> None:
    """105.2, 105.3. Names of cards: Life Bases by seat, then each deck in order of number, equal cards top first."""
    count = 0
    for seat in game.seats:
        thing = new_thing(f"#{count}", as_read(pool.life_base), seat, "play")
        thing.update(dot=game.seats[seat]["home"], came=game.tick())
        game.things[thing["id"]] = thing
        game.table.append(thing["id"])
        count += 1
    for seat in game.seats:
        cards = [None if name == "?" else pool.find(name) for name in decks[seat]]
        if any(card is None and name != "?" for card, name in zip(cards, decks[seat], strict=True)):
            raise Unsupported("an unknown card")
        order = sorted(
            range(len(cards)), key=lambda place: (cards[place].number if cards[place] else "", place)
        )
        names = {place: f"#{count + i}" for i, place in enumerate(order)}
        count += len(cards)
        for place, card in enumerate(cards):
            game.things[names[place]] = new_thing(names[place], as_read(card) if card else None, seat, "deck")
            game.seats[seat]["deck"].append(names[place])
    draw_cards(game, [(seat, INITIAL_HAND) for seat in game.seats])


def as_read(card: CardRevision) -> CardRevision:
    """A card with the meaning that this referee's own reader finds in its words. Raises :class:`Unsupported`."""
    if card.tree is None:
        return card
    try:
        return replace(card, tree=read(card.text, card.name, card.permanent))
    except Unread as words:
        raise Unsupported(f"words it cannot read: {words}") from words


@cache
def read(text: str, name: str, permanent: bool) -> CardTree:
    """A text, read once."""
    return read_english(text, name, permanent)


def after(game: Game) -> None:
    """After every line: the table comes to rest, what has triggered comes on the stack."""
    settle(game)
    if not over(game) and not (game.turn_over and not game.stack):
        put_triggers_on_stack(game)
        if game.to_come and not game.stack:
            go_on(game)
    if over(game):
        game.stack = []
    move_on_if_over(game)


# --- lines ------------------------------------------------------------------------------------------------------------


def repair(game: Game, changes: list[list[Any]]) -> None:
    """A judge corrects the table."""
    for what, name, *values in changes:
        if what == "pool":
            game.seats[name]["pool"][COLOURS.index(values[0])] = values[1]
            continue
        thing = game.things.get(name)
        if thing is None or what not in ("dot", "damage", "state", "control", "zone", "used"):
            raise Unsupported(f"a judge's repair of {what}")
        if what == "control":
            thing.update(controller=values[0], base_controller=values[0], came=game.tick())
        elif what == "zone":
            put(game, thing, values[0])
        elif what == "used":
            thing.update(moved=0, attacked=0, sense=0)
        else:
            thing[what] = values[0]
    settle(game)


def faults(game: Game, line: Action) -> list[str]:
    """The rules that an action breaks before anything happens."""
    if line.do not in FAULTS:
        raise Unsupported(line.do)
    if over(game):
        return ["106.1b", "106.1a"]
    if game.phase == "setup" and line.do not in ("murphy", "begin"):
        return ["201.2", "105.4", "106.3#3"]
    return FAULTS[line.do](game, line)


def murphy_faults(game: Game, line: Action) -> list[str]:
    """105.4."""
    if game.phase != "setup" or line.seat not in game.seats:
        return ["105.4"]
    order = game.clockwise(game.first)
    if game.rulings["H31"] == "clockwise" and order.index(line.seat) < order.index(game.murphy):
        return ["105.4"]
    hand = len(game.seats[line.seat]["hand"])
    if line.x >= hand:
        return ["105.4"]
    if game.rulings["H25"] == "one_fewer" and line.x != hand - 1:
        return ["105.4"]
    return []


def murphy(game: Game, line: Action) -> None:
    """105.4: the hand goes back, the deck is shuffled, fewer cards are drawn."""
    from .effects import shuffle

    for name in list(game.seats[line.seat]["hand"]):
        put(game, game.things[name], "deck_bottom")
    shuffle(game, line.seat)
    draw_cards(game, [(line.seat, line.x)])
    game.murphy = line.seat


def begin_faults(game: Game, line: Action) -> list[str]:
    """105.1: the starting player begins."""
    return [] if game.phase == "setup" and line.seat == game.first else ["105.1a", "105.1b", "105.4"]


def begin(game: Game, line: Action) -> None:
    """The first turn."""
    begin_turn(game, line.seat)


def end_faults(game: Game, line: Action) -> list[str]:
    """703.4: the active player, in his action phase, when nothing waits on the stack."""
    faults = []
    if line.seat != game.active:
        faults += ["703.4"]
    if game.phase != "action":
        faults += ["703.4", "G.end-the-turn", "201.2"]
    if game.stack:
        faults += ["703.4", "201.6"]
    if game.ending:
        faults += ["703.4"]
    return faults


def end(game: Game, line: Action) -> None:
    """703.4: the end of the action phase is announced."""
    game.ending = True
    game.waiting, game.passed = game.left_of(line.seat), []


def resolve_faults(game: Game, line: Action) -> list[str]:
    """201.6."""
    if not game.stack:
        return ["201.6", "201.1"]
    if game.header.level == "full" and not set(game.alive()) <= set(game.passed):
        return ["201.6", "201.5"]
    return []


def resolve(game: Game, line: Action) -> None:
    """201.6, 201.7: the top takes place, then all may answer what is left."""
    item = game.stack[-1]
    if game.rulings["H6"] == "must_repeat":
        game.ending = False
    acting.resolve(game)
    if over(game):
        return
    settle(game)
    game.passed = []
    if game.stack:
        first = item["seat"] if game.rulings["H1"] == "left_of_last" else game.starter
        game.waiting = game.left_of(first)
    else:
        game.waiting = game.left_of(game.active) if game.phase == "end" else None
        game.starter = None
        close_window(game)
        if game.to_come and not game.triggered:
            go_on(game)


def close_window(game: Game) -> None:
    """H6, second option: "I end my action phase" still stands once the stack is empty; the line "proceed" says so."""
    if game.ending:
        game.waiting = game.left_of(game.active)


def proceed_faults(game: Game, line: Action) -> list[str]:
    """703.4, 704.4: nobody responds, and the phase is over."""
    if game.stack:
        return ["703.4", "704.4", "201.6"]
    if game.phase == "action" and not game.ending:
        return ["703.4"]
    if game.phase not in acting.WINDOWS:
        return ["703.4", "704.4", "105.4"]
    if game.header.level == "full" and not everybody_passed(game):
        return ["703.4", "704.4"]
    return []


def everybody_passed(game: Game) -> bool:
    """All who may answer have passed: the reactive players, for a phase to end."""
    return set(game.alive()) - {game.active} <= set(game.passed)


def proceed(game: Game, line: Action) -> None:
    """The phase ends."""
    if game.phase == "action":
        end_phase(game)
    else:
        end_turn(game)


def pass_faults(game: Game, line: Action) -> list[str]:
    """107.2a, 201.5: passing goes clockwise."""
    if game.header.level != "full":
        return ["107.2a"]
    if not game.stack and game.phase == "end":
        waits = line.seat in game.alive() and line.seat != game.active and line.seat not in game.passed
        return [] if waits else ["107.2a", "704.4", "201.5"]
    return [] if line.seat == game.waiting else ["201.5", "107.2a"]


def do_pass(game: Game, line: Action) -> None:
    """201.5. In the End Phase nobody has to answer anything yet, so there is no order (704.4)."""
    game.passed.append(line.seat)
    asked = game.clockwise(game.left_of(game.active)) if not game.stack else game.clockwise(line.seat)
    if not game.stack:
        asked = [seat for seat in asked if seat != game.active]
    left = [seat for seat in asked if seat not in game.passed]
    game.waiting = left[0] if left else None


def concede_faults(game: Game, line: Action) -> list[str]:
    """106.3#3, H17."""
    if line.seat not in game.alive():
        return ["106.3#3"]
    if game.phase == "setup" or not game.header.organized_play:
        return ["106.3#3"] if game.phase == "setup" and game.header.organized_play else []
    early = game.turn < 16 if game.rulings["H17"] == "turns" else game.round < 16
    return ["106.3#3"] if early else []


def concede(game: Game, line: Action) -> None:
    """106.3#3."""
    lose(game, [(line.seat, "106.3#3")])
    settle(game)


def time_faults(game: Game, line: Action) -> list[str]:
    """106.1a."""
    return [] if game.header.time_limit else ["106.1a"]


def time(game: Game, line: Action) -> None:
    """106.1a: nobody has won when the time is over; in a game for places who has won already is the winner (106.1)."""
    if game.ahead:
        first = sorted(game.ahead[0])
        losers = sorted(seat for seat in game.seats if seat not in first)
        game.result = {"winners": first, "losers": losers, "draw": False, "rule": "106.2#1"}
        return
    game.result = {"winners": [], "losers": [], "draw": True, "rule": "106.1a"}


FAULTS: dict[str, Any] = {
    "murphy": murphy_faults,
    "begin": begin_faults,
    "cast": acting.cast_faults,
    "activate": acting.activate_faults,
    "move": acting.move_faults,
    "attack": acting.attack_faults,
    "resolve": resolve_faults,
    "end": end_faults,
    "proceed": proceed_faults,
    "pass": pass_faults,
    "concede": concede_faults,
    "time": time_faults,
}
DO: dict[str, Any] = {
    "murphy": murphy,
    "begin": begin,
    "cast": lambda game, line: acting.cast(game, line),
    "activate": lambda game, line: acting.activate(game, line),
    "move": lambda game, line: acting.move(game, line),
    "attack": lambda game, line: acting.attack(game, line),
    "resolve": resolve,
    "end": end,
    "proceed": proceed,
    "pass": do_pass,
    "concede": concede,
    "time": time,
}
