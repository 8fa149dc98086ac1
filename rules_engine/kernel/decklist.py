"""Deck lists as plain text: one card a line, "3 Hunter Dragon", with a heading above the second part of a deck.

Understands what people paste: "3x Hunter Dragon", "Hunter Dragon [D1.1/008]", comments after ``#`` or ``//``, group
headings, bullets, Dutch card names, names in any script. Never fails: what it can't read becomes a problem of a line.
What the parts of a deck are called, and how a card number looks, is the game's: see :class:`Headings`.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from .cards import ListCard, ListPool, name_key
from .words import Catalogue

MAIN, BESIDE = "main", "sideboard"
"""The two parts of a deck, as lists and tables store them; what people call the second one is the game's."""
MAX_CHARS = 60_000
MAX_LINES = 1_000
MAX_LINE = 300
MAX_COPIES = 999
MAX_SUGGESTED = 20
"""How many unknown names get suggestions; looking for them costs time."""
_SHOWN = 80
_COUNT_DIGITS = 6
_COMPARED = 24
"""Names with most letters in common that are compared closely."""
_NEAR = 0.6
_BEGINNING = 4
"""Letters from which on the beginning of a name may stand for the whole."""
_INVISIBLE = frozenset({"Cf", "Cc", "Cs", "Co", "Cn"})

CATALOGUE = Catalogue("rules_engine.kernel")


class Headings(msgspec.Struct, frozen=True):
    """What the parts of a deck are called in the lists of a game, and what its card numbers look like.

    ``side``: the name written above the second part. ``sides`` and ``main`` are what opens a part, ``groups`` what may
    stand above some cards of one; all in small letters. ``number``: a regular expression of what stands in brackets
    behind a name as the number of the card.
    """

    side: str = "Sideboard"
    sides: frozenset[str] = frozenset({"sideboard", "side board", "side", "sb", "reserve", "reserves"})
    main: frozenset[str] = frozenset(
        {"deck", "main", "main deck", "maindeck", "mainboard", "main board", "hoofddeck", "hoofd deck"}
    )
    groups: frozenset[str] = frozenset({"cards", "kaarten"})
    number: str = r"[^\s\[\]()]*\d[^\s\[\]()]*"


USUAL = Headings()

_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
_HEADING = re.compile(r"^(?P<word>[^\d\[\]]+?)\s*:?\s*(?:\(\s*\d+\s*\))?\s*:?$")
_PREFIX = re.compile(r"^(?:sb|sideboard)\s*:\s*(?=\S)", re.IGNORECASE)
_BEFORE = re.compile(
    r"^(?P<count>\d+)\s*(?:[x×*]\s+|[x×*](?=\d)|[×*]\s*|\s)\s*(?P<rest>\S.*)$", re.IGNORECASE
)
_AFTER = re.compile(r"^(?P<rest>.*\S)\s+[x×*]\s*(?P<count>\d+)$", re.IGNORECASE)


@functools.cache
def _brackets(number: str) -> re.Pattern[str]:
    """A card number in brackets at the end of a line."""
    return re.compile(rf"\s*[\[(]\s*(?P<number>{number})\s*[\])]\s*$")


_EMPTY: Mapping[str, int] = MappingProxyType({})


class DeckList(msgspec.Struct, frozen=True):
    """Copies by card number. ``sideboard`` is whatever lies beside the deck; it may stay empty."""

    main: Mapping[str, int]
    sideboard: Mapping[str, int] = _EMPTY

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return sum(self.main.values())

    @property
    def sideboard_size(self) -> int:
        """Cards in the sideboard."""
        return sum(self.sideboard.values())

    def sha256(self) -> str:
        """A hash of the content, whatever the order of the entries."""
        parts = [
            f"{zone}\t{number}\t{count}"
            for zone, cards in (("main", self.main), ("side", self.sideboard))
            for number, count in sorted(cards.items())
            if count
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


class ListProblem(msgspec.Struct, frozen=True):
    """One line that could not be read: 1-based ``line`` (0 = the whole text), ``code``, values, and near names."""

    line: int
    code: str
    params: dict[str, int | str]
    suggestions: tuple[str, ...] = ()

    def text(self, language: str = "en") -> str:
        """The sentence for a player. Falls back to English."""
        return CATALOGUE.table("list", language)[self.code] % self.params


class ParsedDeck(msgspec.Struct, frozen=True):
    """What a text says: copies by card number, in the order of the text, and the lines that say nothing."""

    main: dict[str, int]
    sideboard: dict[str, int]
    problems: tuple[ListProblem, ...] = ()

    @property
    def deck(self) -> DeckList:
        """The cards that were understood, as a deck list to check."""
        return DeckList(MappingProxyType(self.main), MappingProxyType(self.sideboard))


class ReadLine(msgspec.Struct, frozen=True):
    """One line of a list: the part it stands in, and the card of which it names copies ("" for none).

    ``prefixed``: it says by itself ("SB: 2 Discount") that it stands beside the deck.
    """

    text: str
    part: str
    number: str = ""
    count: int = 0
    prefixed: bool = False


def parse_decklist(text: str, pool: ListPool, headings: Headings = USUAL) -> ParsedDeck:
    """Read a pasted deck list of the game whose ``headings`` these are.

    Never raises for any text; see :class:`ListProblem` for what it cannot read.
    """
    if len(text) > MAX_CHARS:
        return ParsedDeck({}, {}, (_problem(0, "too_long", count=len(text), limit=MAX_CHARS),))
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        return ParsedDeck({}, {}, (_problem(0, "too_many_lines", count=len(lines), limit=MAX_LINES),))
    reader = _Reader(pool, headings)
    for at, raw in enumerate(lines, 1):
        reader.read(at, raw)
    main, side = reader.cards[MAIN], reader.cards[BESIDE]
    if not main and not side and not reader.problems:
        reader.problems.append(_problem(0, "no_cards"))
    return ParsedDeck(main, side, tuple(reader.problems))


def read_lines(text: str, pool: ListPool, headings: Headings = USUAL) -> tuple[ReadLine, ...]:
    """Every line of a list with the part it stands in and the card it names, as :func:`parse_decklist` reads it."""
    reader = _Reader(pool, headings)
    return tuple(reader.read(at, raw) for at, raw in enumerate(text.splitlines(), 1))


def format_decklist(deck: DeckList, pool: ListPool, *, numbers: bool = False, side: str = USUAL.side) -> str:
    """The plain text of a deck list, which :func:`parse_decklist` reads back; ``numbers`` adds card numbers."""
    lines = _format_zone(deck.main, pool, numbers)
    if deck.sideboard:
        lines += ["", side, *_format_zone(deck.sideboard, pool, numbers)]
    return "\n".join(lines) + "\n"


def _format_zone(cards: Mapping[str, int], pool: ListPool, numbers: bool) -> list[str]:
    lines: list[str] = []
    for number, count in cards.items():
        card = pool.get(number)
        name = card.name if card else number
        lines.append(f"{count} {name} [{number}]" if numbers else f"{count} {name}")
    return lines


def rest_of(opened: Mapping[str, int], main: Mapping[str, int]) -> dict[str, int]:
    """Copies by card number of what was opened and is not in the deck."""
    rest = {number: count - main.get(number, 0) for number, count in opened.items()}
    return {number: count for number, count in rest.items() if count > 0}


def written_name(card: ListCard, pool: ListPool, name: str = "") -> str:
    """``name`` (the printed one by default) as :func:`parse_decklist` reads it back: with the number if it must be."""
    name = name or card.name
    named = _namesakes(name, pool)
    printed = named and name_key(named[0].name) == name_key(name)
    alone = named and named[0].number == card.number and (printed or len(named) == 1)
    return name if alone else f"{name} [{card.number}]"


def renamed_line(raw: str, name: str) -> str:
    """A line of a list with another card name: its copies, "SB:" and comment stay, a card number goes."""
    line = _clean(raw)
    side = _PREFIX.match(line) is not None
    line = _PREFIX.sub("", line)
    match = _BEFORE.match(line) or _AFTER.match(line)
    count = int(match["count"]) if match and len(match["count"]) <= _COUNT_DIGITS else 1
    comment = _COMMENT.search(raw[:MAX_LINE])
    behind = f" {comment[0].strip()}" if comment else ""
    return f"{'SB: ' if side else ''}{min(max(count, 1), MAX_COPIES)} {name}{behind}"


# --- one line --------------------------------------------------------------------------------------------------------


def _clean(raw: str) -> str:
    """A line without comment, invisible marks, bullets and emoji around it; digits and widths made plain.

    Cut and with single spaces, so that no pattern below can take long.
    """
    line = unicodedata.normalize("NFKC", raw[:MAX_LINE])
    line = "".join(char for char in line if char == "\t" or unicodedata.category(char) not in _INVISIBLE)
    line = " ".join(_COMMENT.sub("", line).split())
    start, end = 0, len(line)
    while start < end and _is_ornament(line[start]):
        start += 1
    while end > start and _is_ornament(line[end - 1]):
        end -= 1
    return line[start:end].strip()


def _is_ornament(char: str) -> bool:
    return char in "-*•·–—>|\ufe0f " or unicodedata.category(char) in ("So", "Sk", "Mn")


class _Reader:
    """What was read so far, and into which part the next line goes."""

    def __init__(self, pool: ListPool, headings: Headings) -> None:
        self.pool, self.headings = pool, headings
        self.brackets = _brackets(headings.number)
        self.cards: dict[str, dict[str, int]] = {MAIN: {}, BESIDE: {}}
        self.problems: list[ListProblem] = []
        self.part = MAIN

    def read(self, at: int, raw: str) -> ReadLine:
        """Read one line; what it adds is in ``cards``, what is wrong with it in ``problems``."""
        line = _clean(raw)
        heading = self._heading(line) if line else ""
        if heading in (MAIN, BESIDE):
            self.part = heading
        if heading is not None:
            return ReadLine(raw, self.part)
        prefixed = _PREFIX.match(line) is not None
        part = BESIDE if prefixed else self.part
        number, count = self._read_cards(at, _PREFIX.sub("", line) if prefixed else line, self.cards[part])
        return ReadLine(raw, part, number, count, prefixed)

    def _heading(self, line: str) -> str | None:
        """The part that a line opens, "" if it only names a group of cards; None if it is a card."""
        match = _HEADING.match(line)
        if match is None:
            return None
        word = name_key(match["word"])
        if word in self.headings.sides:
            return BESIDE
        if word in self.headings.main:
            return MAIN
        if word in self.headings.groups or (line.endswith(":") and self._card(match["word"]) is None):
            return ""
        return None

    def _read_cards(self, at: int, line: str, cards: dict[str, int]) -> tuple[str, int]:
        """The number of the card and its copies on this line, ("", 0) if it says none."""
        count, rest = self._split_count(line)
        bad = _problem(at, "bad_count", name=line[:_SHOWN], limit=MAX_COPIES)
        card: ListCard | ListProblem
        if line.isdecimal() and not count:
            card = _problem(at, "no_name", name=line[:_SHOWN])
        elif not 1 <= count <= MAX_COPIES:
            card = bad
        else:
            card = self._meant(at, rest)
        if not isinstance(card, ListProblem) and cards.get(card.number, 0) + count > MAX_COPIES:
            card = bad
        if isinstance(card, ListProblem):
            self.problems.append(card)
            return "", 0
        cards[card.number] = cards.get(card.number, 0) + count
        return card.number, count

    def _meant(self, at: int, written: str) -> ListCard | ListProblem:
        """The card of a line without its copies, or what is wrong with the line."""
        bracket = self.brackets.search(written)
        number = bracket["number"] if bracket else ""
        name = written[: bracket.start()].strip() if bracket else written
        card = self._card(name) if name else None
        by_number = self.pool.find(number) if number else None
        named = _namesakes(name, self.pool)
        if by_number is not None and by_number.number in {one.number for one in named}:
            return by_number
        if len(named) > 1 and name_key(named[0].name) != name_key(name):
            near = tuple(f"{one.name} [{one.number}]" for one in named[:3])
            return ListProblem(at, "two_cards", {"line": at, "name": name[:_SHOWN]}, near)
        if number and card is not None and by_number is not card:
            return _problem(at, "number_mismatch", number=number[:_SHOWN], name=card.name)
        found = card or (None if name else by_number)
        if found is not None:
            return found
        searched = sum(problem.code == "unknown_name" for problem in self.problems) < MAX_SUGGESTED
        near = (by_number.name,) if by_number else _suggest(name, self.pool) if searched else ()
        return ListProblem(at, "unknown_name", {"line": at, "name": (name or number)[:_SHOWN]}, near)

    def _split_count(self, line: str) -> tuple[int, str]:
        """Copies and name of a line. A name that begins with a number ("7 Shooter") is one copy of that card."""
        if self._card(line) is not None:
            return 1, line
        match = _BEFORE.match(line) or _AFTER.match(line)
        if match is None:
            return (0, line) if line.isdecimal() else (1, line)
        digits = match["count"]
        if len(digits) > _COUNT_DIGITS:
            return 0, line
        return int(digits), match["rest"]

    def _card(self, name: str) -> ListCard | None:
        bare = self.brackets.sub("", name)
        found = self.pool.find(bare)
        if found is None and (named := _namesakes(bare, self.pool)):
            found = self.pool.get(named[0].number)  # equal pools share the table of names, not the cards
        return found


def _namesakes(name: str, pool: ListPool) -> tuple[ListCard, ...]:
    """The cards with this name in either language; more than one when two were translated alike."""
    return _by_name(pool).get(name_key(name), ())


@functools.lru_cache(maxsize=8)
def _by_name(pool: ListPool) -> Mapping[str, tuple[ListCard, ...]]:
    """Cards by the key of each of their names; the printed name comes before a translation.

    Where two printings share a name, the first of the pool is the one that a bare name means.
    """
    found: dict[str, tuple[ListCard, ...]] = {}
    for card in pool.cards:
        key = name_key(card.name)
        found[key] = (*found.get(key, ()), card)
    for card in pool.cards:
        key = name_key(card.name_nl)
        if key and card not in found.get(key, ()):
            found[key] = (*found.get(key, ()), card)
    return found


@functools.lru_cache(maxsize=8)
def _trigrams(pool: ListPool) -> Mapping[str, tuple[str, ...]]:
    """The keys of all names by each run of three letters in them, so that a search compares a few names only."""
    index: dict[str, list[str]] = {}
    for key in _by_name(pool):
        for run in _runs(key):
            index.setdefault(run, []).append(key)
    return {run: tuple(keys) for run, keys in index.items()}


def _runs(key: str) -> frozenset[str]:
    padded = f"  {key} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


def _suggest(name: str, pool: ListPool) -> tuple[str, ...]:
    """Up to three card names near an unknown one: written alike, or begun with the same words."""
    key = name_key(name[:_SHOWN])
    if not key:
        return ()
    shared = Counter(near for run in _runs(key) for near in _trigrams(pool).get(run, ()))
    closest = sorted(shared, key=lambda near: (-shared[near] / (len(near) + len(key)), near))[:_COMPARED]
    ranked = sorted(((_likeness(key, near), near) for near in closest), key=lambda pair: (-pair[0], pair[1]))
    cards = [_by_name(pool)[near][0].name for likeness, near in ranked if likeness >= _NEAR]
    return tuple(dict.fromkeys(cards))[:3]


def _likeness(key: str, near: str) -> float:
    """0 to 1; its beginning, or its words turned round, count nearly as much ("huntr", "dragon hunter")."""
    whole = difflib.SequenceMatcher(None, near, key, autojunk=False).ratio()
    turned = difflib.SequenceMatcher(None, sorted(near.split()), sorted(key.split()), autojunk=False).ratio()
    whole = max(whole, turned * 0.9)
    if len(key) < _BEGINNING or len(near) <= len(key):
        return whole
    start = difflib.SequenceMatcher(None, near[: len(key) + 1], key, autojunk=False).ratio()
    return max(whole, start * 0.9)


def _problem(line: int, code: str, **params: int | str) -> ListProblem:
    return ListProblem(line, code, {"line": line, **params})
