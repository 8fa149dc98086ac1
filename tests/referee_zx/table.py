"""What lies on the table of a game of Z/X, and how a card gets from one zone to another (300-302)."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

Card = dict[str, Any]
SQUARES = tuple(f"{column},{row}" for row in range(3) for column in range(3))
"""303 and the basic rules: nine Squares, three rows of three."""
PLAYER_SQUARE = {0: "1,0", 1: "1,2"}
"""303.3: the middle of each player's own row is the Player Square."""
OWN_ZONES = ("deck", "hand", "life", "charge", "trash", "resource", "remove", "dynamis")
"""301.2b: what each player has for himself. The first card of a list is the top."""
COLOURS = ("red", "blue", "white", "black", "green")
OVERBOOST = "zx_overboost"
ZX_TYPES = ("zx", "zx_extra", OVERBOOST, "token")
"""B, card type: Z/X Extra and Z/X Overboost are also treated as Z/X; a Token is what its marker says."""
HIDDEN = ("deck", "hand", "life", "dynamis")
PUBLIC = ("charge", "trash", "resource", "remove")


Shifted = tuple[Card, Card | None, int]
"""A Shift, the card that it lies on (none: the Player card), and which object that card was then (301.4)."""


class Unsupported(Exception):
    """This referee has no opinion of what comes now: the comparison of this game ends, and is counted as such."""


class Illegal(Exception):
    """The line breaks a rule."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule


class Over(Exception):
    """101: the game has ended in the middle of what was going on."""


class Game:
    """All that the referee remembers; what happens stands in the other modules."""

    def __init__(self, printed: dict[str, dict[str, Any]], rulings: dict[str, str]) -> None:
        self.printed = printed
        self.rulings = rulings
        self.zones: dict[int, dict[str, list[Card]]] = {
            seat: {zone: [] for zone in OWN_ZONES} for seat in (0, 1)
        }
        self.squares: dict[str, list[Card]] = {square: [] for square in SQUARES}
        self.temporary: list[Card] = []
        self.player_card: dict[int, str] = {0: "", 1: ""}
        self.player_state = {0: "reboot", 1: "reboot"}
        self.player_said: dict[int, dict[str, Any]] = {0: {}, 1: {}}
        self.player_labels: dict[str, int] = {}
        self.damage = {0: 0, 1: 0}
        self.fought = {0: 0, 1: 0}
        self.drive_used: set[int] = set()
        self.extra_played: set[int] = set()
        self.shift_played: set[int] = set()
        self.shifts: list[Shifted] = []
        self.counters: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
        self.markers: dict[int, list[str] | None] = {0: None, 1: None}
        self.links: list[tuple[int, str, str]] = []
        self.link_labels: dict[str, tuple[int, str, str]] = {}
        self.behind: dict[int, Card] = {}
        self.decided: list[int] = []
        self.first = 0
        self.active = 0
        self.turn = 0
        self.phase = "setup"
        self.battle: dict[str, Any] | None = None
        self.struck: tuple[Card, int, Card, int] | None = None
        self.waiting: list[dict[str, Any]] = []
        self.answers: list[Any] = []
        self.turns_left: int | None = None
        self.result: dict[str, Any] | None = None
        self.placed = 0
        self.labels: dict[str, tuple[str, int]] = {}
        self.highest = 0
        self.came: list[Card | None] = []
        """The Tokens that came on this line, and a gap for each Link: a log numbers them in this order."""
        self.shown: list[str] = []
        self.hides = False
        self.names: list[str] = []
        self.names_written = False
        self.left: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
        self.hits: Counter[str] = Counter()
        self.carried: set[str] = set()

    def ruling(self, name: str) -> str:
        """How an open question is settled in this game; empty means the usual way."""
        return self.rulings.get(name, "")

    def turn_player_first(self) -> tuple[int, int]:
        """The turn player, then the other."""
        return self.active, 1 - self.active

    def zx(self) -> list[Card]:
        """Every Z/X on any Square."""
        return [card for square in SQUARES for card in self.squares[square]]

    def zx_of(self, seat: int) -> list[Card]:
        """302.1b: those that a player controls; nothing here changes who controls a card."""
        return [card for card in self.zx() if card["owner"] == seat]

    def overboosted(self, seat: int) -> bool:
        """909.2: whether a Z/X Overboost that a player controls is on a Square."""
        return any(self.fact(card, "kind") == OVERBOOST for card in self.zx_of(seat))

    def player_card_of(self, seat: int) -> str:
        """The Player card that a player has on a Square; of one that is part of an Overboost nothing is written."""
        if self.overboosted(seat):
            raise Unsupported("whether the Player card of an Overboost is on a Square")
        return self.player_card[seat]

    def player_extras(self) -> list[Card]:
        """B, Player Extra: those that are revealed; each is one card with the Player card of its owner."""
        return [card for card in self.behind.values() if card["face_up"]]

    def speaking(self) -> list[Card]:
        """What can have abilities on a Square, as it came there: Player cards lay there before the game."""
        there = [*self.zx(), *(shift for shift, _, _ in self.shifts)]
        return [*self.player_extras(), *sorted(there, key=lambda card: int(card["placed"]))]

    def fact(self, card: Card, name: str) -> Any:
        """What is printed on a card, or what a judge said instead as long as it is the same card (301.4)."""
        return card["said"][name] if name in card["said"] else self.printed[card["number"]][name]

    def is_zx(self, card: Card) -> bool:
        """Whether a card counts as a Z/X."""
        return self.fact(card, "kind") in ZX_TYPES

    def is_event(self, card: Card) -> bool:
        """Event Extra are also treated as Event."""
        return self.fact(card, "kind") in ("event", "event_extra")

    def cost(self, card: Card) -> int:
        """The cost that is printed on a card."""
        total: int = self.printed[card["number"]]["cost"]["total"]
        return total

    def has(self, card: Card, keyword: str) -> bool:
        """Whether a keyword stands on a card."""
        return keyword in self.fact(card, "keywords")


BORN = count()


def new_card(number: str, owner: int) -> Card:
    """A card before the game. ``label`` is what logs call it, ``life`` counts the objects it has been (301.4)."""
    return {
        "id": next(BORN),  # so that no two cards are equal
        "number": number,
        "owner": owner,
        "label": "",
        "life": 0,
        "zone": "",
        "square": "",
        "state": "",
        "face_up": False,
        "damage": 0,
        "until_end": [],
        "said": {},
        "placed": 0,
    }


def distance(one: str, two: str) -> int:
    """303.2a: the fewest steps from a Square to one next to it."""
    (a, b), (c, d) = (map(int, square.split(",")) for square in (one, two))
    return abs(a - c) + abs(b - d)


def neighbours(square: str) -> list[str]:
    """303.2: the Squares next to a Square; diagonals are not."""
    return [other for other in SQUARES if distance(square, other) == 1]


def is_normal(square: str) -> bool:
    """303.3 and "Field", 3: every Square that is no Player Square."""
    return square not in PLAYER_SQUARE.values()


UNKNOWN = "?"
"""A card of which nobody at the table knows what it is."""


def bind(game: Game, card: Card, number: str) -> None:
    """An unknown card gets its name, one of those that are left of the deck that was handed in."""
    if number not in game.printed or not game.left[card["owner"]][number]:
        raise Illegal("log", f"no {number} is left in the deck")
    game.left[card["owner"]][number] -= 1
    card["number"] = number


def name_it(game: Game, card: Card) -> None:
    """A card that comes to lie open is the next one that the line names."""
    if card["number"] == UNKNOWN:
        if not game.names:
            raise Illegal("log", "nobody names the card that lies open")
        game.hits["named"] += 1
        bind(game, card, game.names.pop(0))


def turn_up(game: Game, card: Card) -> None:
    """301.3a: a card of Life or of the deck is revealed; where a line names cards, it names each that is."""
    if card["number"] == UNKNOWN:
        name_it(game, card)
    elif game.names_written:
        if game.names[:1] != [card["number"]]:
            raise Illegal("301.3a", f"{card['number']} is revealed")
        game.names.pop(0)
    game.shown.append(card["number"])


def forget(game: Game, seat: int) -> None:
    """After a shuffle that nobody saw any card of the deck may be any that is left."""
    for card in game.zones[seat]["deck"]:
        if card["number"] != UNKNOWN:
            game.left[seat][card["number"]] += 1
            card["number"] = UNKNOWN


def take_away(game: Game, card: Card) -> None:
    """The card leaves the zone in which it lies, and becomes a new card (301.4)."""
    if card["zone"] == "square" and card in game.squares[card["square"]]:
        game.squares[card["square"]].remove(card)
    elif card["zone"] == "square":
        game.shifts = [one for one in game.shifts if one[0] is not card]
    elif card["zone"] == "temporary":
        game.temporary.remove(card)
    elif card["zone"]:
        game.zones[card["owner"]][card["zone"]].remove(card)
    card.update(
        life=card["life"] + 1, zone="", square="", state="", damage=0, until_end=[], face_up=False, said={}
    )


def put(game: Game, card: Card, zone: str, state: str = "", top: bool = False) -> None:
    """302.4: the card goes to the zone of its owner; 302.3c: face-up in a public zone; 302.2: with a state."""
    if zone not in HIDDEN:
        name_it(game, card)
    take_away(game, card)
    kind = "" if card["number"] == UNKNOWN else game.fact(card, "kind")
    if kind == "token":
        game.hits["912.1"] += 1
        return  # 912.1: it disappears
    if kind == "zx_extra" and zone != "dynamis":
        game.hits["910.1"] += 1
        zone, top, state = "dynamis", False, "face-up"  # 910.1
    if kind == OVERBOOST and zone != "dynamis":
        zone, top, state = "dynamis", False, "face-up"  # 911.1: the upper part
        come_apart(game, card["owner"])
    card["zone"] = zone
    card["face_up"] = zone in PUBLIC or zone == "temporary"
    if zone == "temporary":
        game.temporary.append(card)
        return
    if zone == "resource":
        card["state"] = "sleep" if multicolour_sleeps(game, card) else state or "reboot"
    if zone == "dynamis":
        card["face_up"] = state == "face-up"
    pile = game.zones[card["owner"]][zone]
    pile.insert(0 if top else len(pile), card)


def come_apart(game: Game, seat: int) -> None:
    """911.1: the lower part is turned face-down, the Player card lies on the Player Square in Reboot State.

    911.2: what applied to the Z/X Overboost does not apply to it, since it is another card.
    """
    game.hits["911.1"] += 1
    lower = game.behind.get(seat)
    if lower is not None and game.fact(lower, "kind") == OVERBOOST:
        lower.update(face_up=False, square=PLAYER_SQUARE[seat])
    game.player_state[seat] = "reboot"


def multicolour_sleeps(game: Game, card: Card) -> bool:
    """B, colour: with the Multicolor indicator it is put in Sleep State unless its colours lie in the Resource."""
    if not game.fact(card, "multicolor"):
        return False
    there = {
        colour for other in game.zones[card["owner"]]["resource"] for colour in game.fact(other, "colours")
    }
    wanted = set(game.fact(card, "colours"))
    return not (wanted & there if game.ruling("Z10") == "any_there" else wanted <= there)


def put_on_square(game: Game, card: Card, square: str, state: str = "reboot") -> None:
    """A card comes onto a Square from another zone."""
    name_it(game, card)
    take_away(game, card)
    game.placed += 1
    card.update(zone="square", square=square, state=state, face_up=True, placed=game.placed)
    game.squares[square].append(card)


def shift_square(game: Game, card: Card, square: str) -> None:
    """301.4: from a Square to another Square it stays the same card, with everything on it."""
    game.squares[card["square"]].remove(card)
    game.placed += 1
    card.update(square=square, placed=game.placed)
    game.squares[square].append(card)
    for shift, under, life in game.shifts:
        if under is card and life == card["life"]:
            shift["square"] = square


def put_on_top(game: Game, shift: Card, under: Card | None) -> None:
    """B, main 5: a Shift is put on the top of a card on a Square, of a Player card if ``under`` is none."""
    take_away(game, shift)
    square = under["square"] if under else PLAYER_SQUARE[shift["owner"]]
    game.placed += 1
    shift.update(zone="square", square=square, face_up=True, placed=game.placed)
    game.shifts.append((shift, under, under["life"] if under else 0))


def ask(game: Game, what: str, options: list[Any]) -> Any:
    """The next answer of the line. With one option there is nothing to ask."""
    if len(options) == 1:
        return options[0]
    if not game.answers:
        raise Illegal("answers", f"no answer to {what} {options}")
    said = game.answers.pop(0)
    if said not in options or isinstance(said, bool) != isinstance(options[0], bool):
        raise Illegal("answers", f"{said!r} answers no {what} {options}")
    return said


def ask_cards(game: Game, what: str, cards: list[Card], number: int, by: str = "label") -> list[Card]:
    """The player names ``number`` of some cards, on the Squares by label, in a hand by number."""
    if len(cards) <= number:
        return list(cards)
    if not game.answers:
        raise Illegal("answers", f"nobody says {what}")
    said = game.answers.pop(0)
    if not isinstance(said, list) or len(said) != number:
        raise Illegal("answers", f"{said!r}: {number} to name for {what}")
    left = list(cards)
    for name in said:
        found = [card for card in left if card[by] == name] or (
            unknown(game, left, name) if by != "label" else alike(game, left, name)
        )
        if not found:
            raise Illegal("answers", f"{name!r} is none of what there is for {what}")
        left.remove(found[0])
    return [card for card in cards if card not in left]


def unknown(game: Game, cards: list[Card], name: Any) -> list[Card]:
    """A card of a hand that gets its name by being chosen."""
    found = [card for card in cards if card["number"] == UNKNOWN][:1]
    for card in found:
        bind(game, card, str(name))
    return found


def ask_card(game: Game, what: str, cards: list[Card]) -> Card:
    """The player names one card that anybody sees."""
    if len(cards) == 1:
        return cards[0]
    if not game.answers:
        raise Illegal("answers", f"nobody says {what}")
    said = game.answers.pop(0)
    found = [card for card in cards if card["label"] == said] or alike(game, cards, said)
    if not found:
        raise Illegal("answers", f"{said!r} is none of what there is for {what}")
    return found[0]


def alike(game: Game, cards: list[Card], label: Any) -> list[Card]:
    """A copy of the card that a label stands for: which copy came up, only anyone who shuffled can say.

    In a game with unknown cards a label that nobody has seen is that of a card that has just come to lie open.
    """
    if game.hides and label not in game.labels:
        return [card for card in cards if card["label"] not in game.labels]
    if not isinstance(label, str):
        return []
    if label not in game.labels:
        return token_called(game, cards, label)
    number, owner = game.labels[label]
    same = [card for card in cards if (card["number"], card["owner"]) == (number, owner)]
    return sorted(
        same, key=lambda card: card["label"] in game.labels
    )  # a copy that has a name of its own comes last


def token_called(game: Game, cards: list[Card], label: str) -> list[Card]:
    """The Token that came on this line and that a label stands for: labels go on from the highest there was."""
    place = int(label[1:]) - game.highest - 1 if label[1:].isdecimal() else -1
    chosen = game.came[place] if 0 <= place < len(game.came) else None
    return [card for card in cards if card is chosen] or [card for card in cards if not card["label"]]


def payable_with(game: Game, cards: list[Card], colours: list[str]) -> bool:
    """B, paying: one card for each of the colours, a card of two colours as one of them."""
    if not colours:
        return True
    return any(
        colours[0] in game.fact(card, "colours")
        and payable_with(game, cards[:at] + cards[at + 1 :], colours[1:])
        for at, card in enumerate(cards)
    )
