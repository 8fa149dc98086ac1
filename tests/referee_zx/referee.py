"""The referee: each line of a log in turn, legal or not, and the table after it."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

from .dynamis import CONDITIONS, awaken_words, extras, idealize_words, parts
from .effects import known_sentence
from .judging import judged
from .playing import boots, can_pay, event_has, places
from .preparation import lay_deck, lay_out
from .shifts import PLAYER_VESSEL, shifts_now
from .table import SQUARES, UNKNOWN, Card, Game, Illegal, Over, Unsupported
from .texts import PHRASE, known_condition, power, read_ability, sentences
from .turns import act, attack_pairs

EXTRAS = ("zx_extra", "event_extra", "shift", "zx_overboost")


class Referee:
    """Judges the lines of one log."""

    def __init__(
        self, printed: dict[str, dict[str, Any]], registered: dict[int, list[str]] | None = None
    ) -> None:
        self.printed = printed
        self.registered = registered or {}
        self.game: Game | None = None
        self.seats: dict[int, dict[str, Any]] = {}
        self.constructed = False
        self.decks: set[int] = set()

    def judge(self, line: dict[str, Any]) -> str:
        """The empty string, or why the line is illegal. Raises :class:`Unsupported`."""
        try:
            with suppress(Over):
                self.read(line)
            self.written(line)
        except Illegal as why:
            return str(why)
        return ""

    def written(self, line: dict[str, Any]) -> None:
        """What the line says beside the action itself must be so: answers, cards seen, the hand afterwards."""
        game = self.game
        if game is None or line["kind"] != "act":
            return
        if game.answers:
            raise Illegal("answers", f"nobody asked for {game.answers}")
        if game.names:
            raise Illegal("301.3a", f"{game.names} are named, and lie nowhere")
        if "shown" in line and not game.hides and sorted(line["shown"]) != sorted(game.shown):
            raise Illegal("301.3a", f"shown {game.shown}")
        if "hand" in line and line["hand"] != len(game.zones[line["seat"]]["hand"]):
            raise Illegal("301.3d", f"{len(game.zones[line['seat']]['hand'])} cards in the hand")

    def read(self, line: dict[str, Any]) -> None:
        """One line of any kind."""
        kind = line["kind"]
        if kind == "header":
            self.game = Game(self.printed, line.get("choices", {}))
            self.constructed = line.get("play") == "constructed"
            return
        game = self.game
        assert game is not None
        game.answers = []
        if kind == "seat":
            self.sit(line)
        elif kind == "chance":
            self.chance(line)
        elif kind == "act":
            act(game, line)
        elif kind == "judge":
            judged(game, line)
        elif kind == "check":
            self.check(line)
        elif kind == "end":
            self.end(line)
        elif kind != "note":
            raise Unsupported(f"a line of the kind {kind}")

    def sit(self, line: dict[str, Any]) -> None:
        """A player and what he lays out."""
        assert self.game is not None
        self.seats[line["seat"]] = line
        for number in laid_out(line):
            if number not in self.printed:
                raise Illegal("log", f"no card {number}")
        lay_out(self.game, line["seat"], line)

    def chance(self, line: dict[str, Any]) -> None:
        """Who goes first (7), or a shuffled deck (6)."""
        assert self.game is not None
        if line["of"] == "first":
            self.game.first = self.game.active = line["value"]
            return
        seat = line["seat"]
        if line.get("value") is None:
            self.hidden_deck(seat)
            return
        seat_line = self.seats[seat]
        beside = [
            seat_line[field]
            for field in ("start_card", "gate_card", "start_resource")
            if seat_line.get(field)
        ]
        for number in [*line["value"], *beside, *seat_line.get("dynamis", []), *behind(seat_line)]:
            if number not in self.printed:
                raise Illegal("log", f"no card {number}")
            check_readable(self.printed[number])
        if self.constructed:
            check_deck(self.printed, [*line["value"], *beside], seat_line.get("dynamis", []))
        lay_deck(self.game, seat, line["value"])
        self.decks.add(seat)

    def hidden_deck(self, seat: int) -> None:
        """A deck of which nobody knows the order: as many unknown cards as the list has, or fifty."""
        assert self.game is not None
        line = self.seats[seat]
        beside = [line[field] for field in ("start_card", "gate_card", "start_resource") if line.get(field)]
        registered = self.registered.get(seat)
        self.game.hides = True
        if registered is None:
            cards = 50
            of_deck = [number for number, card in self.printed.items() if card["kind"] in ("zx", "event")]
            self.game.left[seat] = Counter(dict.fromkeys(of_deck, cards))
        else:
            cards = len(registered)
            if self.constructed:
                check_deck(self.printed, registered, line.get("dynamis", []))
            self.game.left[seat] = Counter(registered)
        self.game.left[seat].subtract(beside)
        for number in [*self.game.left[seat], *line.get("dynamis", []), *behind(line)]:
            check_readable(self.printed[number])
        lay_deck(self.game, seat, [UNKNOWN] * (cards - len(beside)))
        self.decks.add(seat)

    def check(self, line: dict[str, Any]) -> None:
        """What anybody at the table can count."""
        assert self.game is not None
        game = self.game
        if line.get("turn", game.turn) != game.turn:
            raise Illegal("check", f"turn {game.turn}")
        for zone in ("hand", "deck", "life", "charge"):
            counted = [len(game.zones[seat][zone]) for seat in (0, 1)]
            if line.get(zone, counted) != counted:
                raise Illegal("check", f"{zone} {counted}")

    def end(self, line: dict[str, Any]) -> None:
        """The claim of the last line."""
        assert self.game is not None
        claim, result = line.get("claim") or {}, self.game.result
        if result is None:
            raise Illegal("101", "the game is not over")
        if claim.get("draw"):
            right = result["draw"]
        else:
            right = claim.get("winners", result["winners"]) == result["winners"]
        if not right:
            raise Illegal("101", f"the game ended {result}")


def behind(line: dict[str, Any]) -> list[str]:
    """What lies behind a Player card."""
    return [line["behind"]] if line.get("behind") else []


def laid_out(line: dict[str, Any]) -> list[str]:
    """Every card that a seat line names."""
    fields = ("player_card", "behind", "start_card", "gate_card", "start_resource")
    return [*(line[field] for field in fields if line.get(field)), *line.get("dynamis", [])]


READ: dict[str, Any] = {"Advent": parts, "Awaken": awaken_words, "Idealize": idealize_words}
"""What reads the words of each condition of a Z/X Extra."""


def check_readable(printed: dict[str, Any]) -> None:
    """Whether this referee knows the words of a card. Raises :class:`Unsupported`."""
    for line in printed["text"].splitlines():
        ability = read_ability(line)
        if ability["kind"] == "Crisis":
            known_condition(ability["Condition"])
            continue
        if ability["kind"] == "Shift":
            known_condition(ability["Condition"])
            if ability["Vessel"] != PLAYER_VESSEL and not PHRASE.match(ability["Vessel"]):
                raise Unsupported(f"a Shift Vessel: {ability['Vessel']}")
            continue
        if printed["kind"] == "shift" and "his Z/X" in ability.get("Effect", ""):
            raise Unsupported('which card "this Z/X" is on a Shift (Z25)')
        if ability["kind"] in CONDITIONS:
            READ[ability["kind"]](ability["Condition"])
            continue
        if "Effect" not in ability:
            raise Unsupported(f"a text: {line}")
        if ability["kind"] != "Always" and not all(map(known_sentence, sentences(ability["Effect"]))):
            raise Unsupported(f"an effect: {ability['Effect']}")
    unknown = set(printed["keywords"]) - {
        "Void Bringer",
        "Life Recovery",
        "Range 2",
        "Range 3",
        "Start Card",
        "Gate Card",
        "Start Resource",
    }
    if unknown:
        raise Unsupported(f"a keyword: {sorted(unknown)}")


def check_deck(printed: dict[str, dict[str, Any]], numbers: list[str], dynamis: list[str]) -> None:
    """B, deck construction, sentence by sentence."""
    cards = [printed[number] for number in numbers]
    if len(cards) != 50:
        raise Illegal("B.deck-1", f"{len(cards)} cards")
    if sum(card["ignition"] for card in cards) != 20:
        raise Illegal("B.deck-2", "not twenty Ignition Icons")
    for pile in (cards, [printed[number] for number in dynamis]):
        names = [card["name"] for card in pile]
        if any(names.count(name) > 4 for name in names):
            raise Illegal("B.deck-3", "more than four of a name")
    for keyword in ("Life Recovery", "Void Bringer"):
        if sum(keyword in card["keywords"] for card in cards) > 4:
            raise Illegal("B.deck-4", f"more than four with {keyword}")
    if any(card["kind"] not in ("zx", "event") for card in cards):
        raise Illegal("B.deck-6", "no card of the deck")
    if len(dynamis) > 16 or any(printed[number]["kind"] not in EXTRAS for number in dynamis):
        raise Illegal("B.deck-7", "no Dynamis")


# --- what may be announced --------------------------------------------------------------------------------------------

Announcement = tuple[Any, ...]


def announcements(game: Game) -> set[Announcement]:
    """Everything that somebody may do now, payments left out: (do, seat, card, square)."""
    if game.phase == "over":
        return set()
    concessions: set[Announcement] = {("concede", seat, "", "") for seat in (0, 1)}  # 101.4
    if game.phase == "setup":
        waiting = [seat for seat in (0, 1) if seat not in game.decided]
        if game.ruling("Z11") == "first_player_first" and not game.decided:
            waiting = [game.first]
        return concessions | {(do, seat, "", "") for seat in waiting for do in ("keep", "redraw")}
    return concessions | in_phase(game)


def known_hand(game: Game, seat: int) -> list[Card]:
    """The cards of a hand that somebody could name."""
    return [card for card in game.zones[seat]["hand"] if card["number"] != UNKNOWN]


def in_phase(game: Game) -> set[Announcement]:
    """The same in the phases of a turn."""
    seat = game.active
    if game.phase == "resource":
        cards = {("resource", seat, card["number"], "") for card in known_hand(game, seat)}
        return cards | {("next", seat, "", "")}
    if game.phase == "ignition":
        cards = {("ignite", seat, card["label"], "") for card in game.zones[seat]["charge"]}
        return cards | {("next", seat, "", "")}
    if game.battle is not None:
        seat = game.battle["priority"]
        return {("pass", seat, "", "")} | events(game, seat) | booted(game, seat) | set(extras(game, seat))
    found = {("next", seat, "", "")} | events(game, seat) | booted(game, seat) | set(extras(game, seat))
    found |= shifts_now(game, seat)
    for card in known_hand(game, seat):
        if game.fact(card, "kind") == "zx" and can_pay(
            game, seat, game.cost(card), game.fact(card, "colours")
        ):
            found |= {("play", seat, card["number"], square) for square in places(game, seat)}
    for card, square in attack_pairs(game, seat):
        if square == "player":
            found.add(("attack_player", seat, card["label"], ""))
        else:
            found.add(("attack", seat, card["label"], square))
    return found


def events(game: Game, seat: int) -> set[Announcement]:
    """The Events in a hand that can be paid for."""
    return {
        ("play", seat, card["number"], "")
        for card in known_hand(game, seat)
        if game.is_event(card)
        and can_pay(game, seat, game.cost(card), game.fact(card, "colours"))
        and event_has(game, seat, card)
    }


def booted(game: Game, seat: int) -> set[Announcement]:
    """The abilities that can be used."""
    return {("boot", seat, card["label"], "") for card, _ in boots(game, seat)}


# --- the table in one form --------------------------------------------------------------------------------------------


def picture(game: Game) -> dict[str, Any]:
    """Everything on the table, as this referee sees it."""
    if game.phase == "setup":
        return {
            "phase": "setup",
            **{f"{zone} {seat}": numbers(game, seat, zone) for seat in (0, 1) for zone in ("hand", "deck")},
        }
    seen: dict[str, Any] = {
        "turn": game.turn,
        "active": game.active,
        "phase": game.phase,
        "result": game.result,
    }
    for seat in (0, 1):
        seen[f"damage {seat}"] = game.damage[seat]
        seen[f"counters {seat}"] = dict(+game.counters[seat])
        for zone in ("hand", "deck", "life", "charge", "trash", "remove"):
            seen[f"{zone} {seat}"] = numbers(game, seat, zone)
        pile = game.zones[seat]["resource"]
        seen[f"resource {seat}"] = sorted((card["number"], card["state"]) for card in pile)
        pile = game.zones[seat]["dynamis"]
        seen[f"dynamis {seat}"] = sorted((card["number"], card["face_up"]) for card in pile)
    for square in SQUARES:
        seen[square] = [row(game, card) for card in game.squares[square]]
    seen["faces"] = sorted(face(game, card) for card in game.zx())
    seen["links"] = sorted(game.links)
    seen["shifts"] = sorted((shift["owner"], shift["number"], shift["square"]) for shift, _, _ in game.shifts)
    seen["players"] = sorted(
        (seat, number, game.player_state[seat])
        for seat, number in game.player_card.items()
        if number and not game.overboosted(seat)
    )
    seen["behind"] = sorted((seat, card["number"], card["face_up"]) for seat, card in game.behind.items())
    seen["battle"] = battle_row(game)
    return seen


def numbers(game: Game, seat: int, zone: str) -> list[str]:
    """The cards of a zone; their order only where it means something (304.2)."""
    found = [card["number"] for card in game.zones[seat][zone]]
    return found if zone in ("deck", "life") else sorted(found)


def face(game: Game, card: Card) -> tuple[Any, ...]:
    """What a Z/X on a Square is called, and its colours: as printed, or as a judge said."""
    return card["number"], game.fact(card, "name"), sorted(game.fact(card, "colours"))


def row(game: Game, card: Card) -> tuple[Any, ...]:
    """A Z/X on a Square."""
    return card["number"], card["owner"], card["state"], card["face_up"], power(game, card), card["damage"]


def battle_row(game: Game) -> tuple[Any, ...] | None:
    """Who attacks what, and whose turn it is to act."""
    battle = game.battle
    if battle is None:
        return None
    attacker = battle["attacker"]["number"] if battle["attacker"]["life"] == battle["attacker_life"] else ""
    target = battle["target"]
    aimed = (
        "player" if target is None else target["number"] if target["life"] == battle["target_life"] else ""
    )
    return attacker, aimed, battle["priority"], battle["passes"]
