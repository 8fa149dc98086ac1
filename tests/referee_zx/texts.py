"""What stands on the cards, read sentence by sentence: the parts of an ability, and who is meant by a few words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .table import COLOURS, Card, Game, Unsupported, is_normal

KINDS = ("Boot", "Auto", "Always", "Event", "Evol Seed", "Advent", "Awaken", "Idealize", "Crisis", "Shift")
ICONS = ("Player", "Valid", "Effect", "Cost", "Trigger", "Zero Optima", "Level", "Condition", "Vessel")
MARK = re.compile(r"(<[A-Z][\w ]+>)")
PHRASE = re.compile(
    r"^(?P<how>an|a|another|every other|every) (?P<words>(?:[A-Za-z]+ )*?)Z/X(?P<yours> of yours)?"
    r"(?: with cost (?P<cost>\d+) or less)?(?: with (?P<power>\d+) Power or less)?(?P<normal> on a Normal Square)?$"
)
ALWAYS = re.compile(r"([Tt]his Z/X|[Ee]very .+?) gets ([+-]\d+) Power")
LEVELS = {"EX": "zx_extra", "OB": "zx_overboost"}
"""B, Level: of a type of card, else of a tribe."""
UNCHOSEN = re.compile(r"(.+) cannot be chosen by effects of the opponent")
INSTEAD = {
    "if this z/x is destroyed, put it into its owner's resource in sleep state instead": (
        "resource",
        "sleep",
    ),
    "if this z/x is destroyed, return it to its owner's hand instead": ("hand", ""),
}
NO_LIMIT = "your charge has no limit"
CONDITIONS = (
    (
        r'you have an? "([^"]+)" Link on a Square',
        lambda game, seat, name: any(link[:2] == (seat, name) for link in game.links),
    ),
    (
        r"you have no more Life than the opponent",
        lambda game, seat: count(game, seat, "life") <= count(game, 1 - seat, "life"),
    ),
    (r"it is the opponent's turn", lambda game, seat: game.active != seat),
    (r"it is your turn", lambda game, seat: game.active == seat),
    (
        r"you have (\d+) or more cards in your (\w+)",
        lambda game, seat, n, zone: count(game, seat, zone) >= int(n),
    ),
    (
        r"you have (\d+) or fewer cards in your (\w+)",
        lambda game, seat, n, zone: count(game, seat, zone) <= int(n),
    ),
)


def count(game: Game, seat: int, zone: str) -> int:
    """How many cards a player has somewhere."""
    return len(game.zones[seat][zone.lower()])


def abilities(game: Game, card: Card) -> list[dict[str, Any]]:
    """B, text: the abilities of a card, one on a line, each in its parts."""
    return [read_ability(line) for line in game.fact(card, "text").splitlines() if line.strip()]


def read_ability(line: str) -> dict[str, Any]:
    """``[Kind]``, then icons, each with what stands behind it."""
    found = re.match(r"^\[([\w ]+)\] ?", line)
    if not found or found[1] not in KINDS:
        raise Unsupported(f"a text: {line}")
    rest = line[found.end() :]
    ability: dict[str, Any] = {"kind": found[1], "drive": rest.startswith("[Z/Xtend Drive]")}
    rest = rest.removeprefix("[Z/Xtend Drive]").strip()
    parts = MARK.split(rest)
    if parts[0].strip():
        raise Unsupported(f"a text: {line}")
    for mark, words in zip(parts[1::2], parts[2::2], strict=True):
        if mark[1:-1] not in ICONS or mark[1:-1] in ability:
            raise Unsupported(f"a text: {line}")
        ability[mark[1:-1]] = words.strip()
    return ability


def available(game: Game, card: Card, ability: dict[str, Any]) -> bool:
    """<Player>, <Valid>, Zero Optima and Level: whether the contents of the text are there at all."""
    return card["zone"] == ability.get("Valid", "Square").lower() and fulfilled(game, card["owner"], ability)


def fulfilled(game: Game, seat: int, ability: dict[str, Any]) -> bool:
    """The same but for where the card lies: an Event or an Evol Seed works elsewhere than on a Square."""
    if "Player" in ability:
        numbers = [game.player_card_of(seat)] if game.player_card[seat] else []
        numbers += [one["number"] for one in game.player_extras() if one["owner"] == seat]
        names = [game.printed[number][field] for number in numbers for field in ("name", "player_name")]
        if (said := game.player_said[seat].get("name")) and numbers:
            names[0] = said
        if ability["Player"] not in names:
            return False
    if "Zero Optima" in ability:
        icons = [other for other in game.zones[seat]["resource"] if game.fact(other, "ignition")]
        if len(icons) < int(ability["Zero Optima"]):
            return False
    if "Level" in ability:
        tribe, level = ability["Level"].rsplit(" ", 1)
        dynamis = [other for other in game.zones[seat]["dynamis"] if other["face_up"]]
        kind = LEVELS.get(tribe)
        such = [
            other
            for other in dynamis
            if (game.fact(other, "kind") == kind if kind else tribe in game.fact(other, "tribes"))
        ]
        if len(such) < int(level):
            return False
    return True


def holds(game: Game, seat: int, words: str, source: Card | None = None) -> bool:
    """Whether a condition, the words after "if", is fulfilled; ``source`` is the card that says it."""
    if words.startswith("there is ") and source is not None:
        return bool(meant(game, words.removeprefix("there is "), seat, source))
    for pattern, test in CONDITIONS:
        found = re.fullmatch(pattern, words)
        if found:
            return bool(test(game, seat, *found.groups()))
    raise Unsupported(f"a condition: {words}")


def known_condition(words: str) -> None:
    """Raise :class:`Unsupported` for a condition that this referee does not know."""
    if words.startswith("there is ") and PHRASE.match(words.removeprefix("there is ")):
        return
    if not any(re.fullmatch(pattern, words) for pattern, _ in CONDITIONS):
        raise Unsupported(f"a condition: {words}")


def condition_of(sentence: str) -> tuple[str, str]:
    """ "If A, B" in its two parts; without a condition the first is empty."""
    found = re.match(r"^[Ii]f (.+?), (.+)$", sentence, re.DOTALL)
    return (found[1], found[2]) if found and not sentence.startswith("If you do") else ("", sentence)


def meant(game: Game, phrase: str, seat: int, source: Card) -> list[Card]:
    """The Z/X on Squares that some words speak of, said by a card of a player (302.1e)."""
    found = PHRASE.match(phrase[0].lower() + phrase[1:])
    if not found:
        raise Unsupported(f"words: {phrase}")
    words = found["words"].split()
    cards = game.zx()
    if found["how"] in ("another", "every other"):
        cards = [card for card in cards if card["id"] != source["id"]]
    if found["yours"]:
        cards = [card for card in cards if card["owner"] == seat]
    if found["cost"]:
        cards = [card for card in cards if game.cost(card) <= int(found["cost"])]
    if found["power"]:
        cards = [card for card in cards if power(game, card) <= int(found["power"])]
    if found["normal"]:
        cards = [card for card in cards if is_normal(card["square"])]
    for word in words:
        cards = [card for card in cards if is_that(game, card, word, seat)]
    return cards


def is_that(game: Game, card: Card, word: str, seat: int) -> bool:
    """One word before "Z/X"."""
    if word == "enemy":
        return card["owner"] != seat
    if word in ("attacking", "attacked"):
        role = "attacker" if word == "attacking" else "target"
        return (
            game.battle is not None
            and game.battle[role] is card
            and game.battle[role + "_life"] == card["life"]
        )
    if word in COLOURS:
        return word in game.fact(card, "colours")
    if word[0].isupper():
        return word in game.fact(card, "tribes")
    raise Unsupported(f"a word: {word}")


def power(game: Game, card: Card) -> int:
    """The Power now: as printed, what lasts until the end of the turn, and every [Always] ability."""
    total: int = game.fact(card, "power") + sum(card["until_end"])
    for source, sentence in always(game):
        gives = always_gives(game, source, sentence, card)
        if gives:
            game.carried.add(sentence)
        total += gives
    return total


def always(game: Game) -> Iterator[tuple[Card, str]]:
    """B, text: each sentence of an [Always] ability whose conditions hold now, without them, and its card."""
    for source in game.speaking():
        for ability in abilities(game, source):
            if ability["kind"] == "Always" and available(game, source, ability):
                for sentence in sentences(ability["Effect"]):
                    if sentence.lower() in INSTEAD:
                        yield source, sentence
                        continue
                    condition, rest = condition_of(sentence)
                    while condition and holds(game, source["owner"], condition, source):
                        condition, rest = condition_of(rest)
                        if rest[0].lower() + rest[1:] in INSTEAD:
                            condition = ""
                    if not condition:
                        yield source, rest


def choosable(game: Game, cards: list[Card], seat: int) -> list[Card]:
    """Those that an effect of a player may choose: some [Always] abilities of the opponent forbid others."""
    for source, sentence in always(game):
        found = UNCHOSEN.fullmatch(sentence)
        if found and source["owner"] != seat:
            whole = found[1].lower() == "this z/x"
            game.carried.add(sentence)
            cards = [
                card
                for card in cards
                if not (card is source if whole else card in meant(game, found[1], source["owner"], source))
            ]
    return cards


def goes_instead(game: Game, card: Card) -> tuple[str, str] | None:
    """Where a destroyed Z/X goes by its own [Always] ability, and in which state; None for Charge."""
    said = (INSTEAD.get(sentence.lower()) for source, sentence in always(game) if source is card)
    return next((goal for goal in said if goal), None)


def always_gives(game: Game, source: Card, sentence: str, card: Card) -> int:
    """What a sentence of an [Always] ability of ``source`` adds to the Power of ``card``."""
    found = ALWAYS.fullmatch(sentence)
    if not found:
        if sentence.lower() == NO_LIMIT or sentence.lower() in INSTEAD or UNCHOSEN.fullmatch(sentence):
            return 0
        raise Unsupported(f"an effect: {sentence}")
    if found[1].lower() == "this z/x":
        return int(found[2]) if card["id"] == source["id"] else 0
    return int(found[2]) if card in meant(game, found[1], source["owner"], source) else 0


def charge_has_no_limit(game: Game, seat: int) -> bool:
    """906, example: an [Always] ability that takes the limit away."""
    return any(card["owner"] == seat and sentence.lower() == NO_LIMIT for card, sentence in always(game))


def sentences(text: str) -> list[str]:
    """An effect in its sentences; "If you do" belongs to the one before it."""
    return [part.strip().removesuffix(".") for part in re.split(r"(?<=\.) (?!If you do)", text)]
