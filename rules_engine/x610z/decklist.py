"""Deck lists as plain text: one card a line, "3 Hunter Dragon", with a "Sideboard" heading.

Understands what people paste: "3x Hunter Dragon", "Hunter Dragon [D1.1/008]", comments after ``#`` or ``//``, group
headings, bullets, Dutch card names, names in any script. Never fails: what it can't read becomes a problem of a line.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from rules_engine.kernel.cards import name_key

from .cards import CardRevision, Pool, load_pool
from .messages import WORDS

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

_SIDEBOARD = frozenset({"sideboard", "side board", "side", "sb", "reserve", "reserves"})
_MAIN = frozenset(
    {"deck", "main", "main deck", "maindeck", "mainboard", "main board", "hoofddeck", "hoofd deck"}
)
_GROUPS = frozenset(
    {
        "summon", "summons", "summon cards", "effect", "effects", "effect cards", "summon effects",
        "summon effect cards", "class specific effects", "class specific effect cards", "crystal", "crystals",
        "energy crystals", "energy crystal cards", "energy crystal effects", "energy crystal effect cards", "cards",
        "kaarten", "energy",
    }
)  # fmt: skip
_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
_HEADING = re.compile(r"^(?P<word>[^\d\[\]]+?)\s*(?:\(\s*\d+\s*\))?\s*:?$")
_PREFIX = re.compile(r"^(?:sb|sideboard)\s*:\s*(?=\S)", re.IGNORECASE)
_BEFORE = re.compile(
    r"^(?P<count>\d+)\s*(?:[x×*]\s+|[x×*](?=\d)|[×*]\s*|\s)\s*(?P<rest>\S.*)$", re.IGNORECASE
)
_AFTER = re.compile(r"^(?P<rest>.*\S)\s+[x×*]\s*(?P<count>\d+)$", re.IGNORECASE)
# A collector's number has a stroke in it (307.2); one of Z/X looks like Z01-009.
_BRACKETS = re.compile(r"\s*[\[(]\s*(?P<number>[^\s\[\]()]+/[^\s\[\]()]+|[A-Z]\d\d-\d{3})\s*[\])]\s*$")


_EMPTY: Mapping[str, int] = MappingProxyType({})


class DeckList(msgspec.Struct, frozen=True):
    """Copies by card number. ``main`` holds the Life Base too (101.1a); in limited ``sideboard`` stays empty."""

    main: Mapping[str, int]
    sideboard: Mapping[str, int] = _EMPTY

    @property
    def size(self) -> int:
        """Cards in the deck, the Life Base included."""
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
        return WORDS.table("list", language)[self.code] % self.params


class ParsedDeck(msgspec.Struct, frozen=True):
    """What a text says: copies by card number, in the order of the text, and the lines that say nothing."""

    main: dict[str, int]
    sideboard: dict[str, int]
    problems: tuple[ListProblem, ...] = ()

    @property
    def deck(self) -> DeckList:
        """The cards that were understood, as a deck list to check."""
        return DeckList(MappingProxyType(self.main), MappingProxyType(self.sideboard))


def parse_decklist(text: str, pool: Pool) -> ParsedDeck:
    """Read a pasted deck list. Never raises for any text; see :class:`ListProblem` for what it could not read."""
    if len(text) > MAX_CHARS:
        return ParsedDeck({}, {}, (_problem(0, "too_long", count=len(text), limit=MAX_CHARS),))
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        return ParsedDeck({}, {}, (_problem(0, "too_many_lines", count=len(lines), limit=MAX_LINES),))
    main: dict[str, int] = {}
    side: dict[str, int] = {}
    problems: list[ListProblem] = []
    zone = main
    for at, raw in enumerate(lines, 1):
        line = _clean(raw)
        if not line:
            continue
        heading = _heading(line, pool)
        if heading is not None:
            zone = {"side": side, "main": main}.get(heading, zone)
            continue
        target = zone
        if _PREFIX.match(line):
            target, line = side, _PREFIX.sub("", line)
        _read_line(at, line, pool, target, problems)
    if not main and not side and not problems:
        problems.append(_problem(0, "no_cards"))
    return ParsedDeck(main, side, tuple(problems))


def format_decklist(deck: DeckList, pool: Pool, *, numbers: bool = False) -> str:
    """The plain text of a deck list, which :func:`parse_decklist` reads back; ``numbers`` adds card numbers."""
    lines = _format_zone(deck.main, pool, numbers)
    if deck.sideboard:
        lines += ["", "Sideboard", *_format_zone(deck.sideboard, pool, numbers)]
    return "\n".join(lines) + "\n"


def _format_zone(cards: Mapping[str, int], pool: Pool, numbers: bool) -> list[str]:
    lines: list[str] = []
    for number, count in cards.items():
        card = pool.get(number)
        name = card.name if card else number
        lines.append(f"{count} {name} [{number}]" if numbers else f"{count} {name}")
    return lines


def written_name(card: CardRevision, pool: Pool, name: str = "") -> str:
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


def _heading(line: str, pool: Pool) -> str | None:
    """ "side", "main" or "group" if the line is a heading; None if it is a card."""
    match = _HEADING.match(line)
    if match is None:
        return None
    word = name_key(match["word"])
    if word in _SIDEBOARD:
        return "side"
    if word in _MAIN:
        return "main"
    if word in _GROUPS or (line.endswith(":") and _card(match["word"], pool) is None):
        return "group"
    return None


def _read_line(at: int, line: str, pool: Pool, zone: dict[str, int], problems: list[ListProblem]) -> None:
    count, rest = _split_count(line, pool)
    if line.isdecimal() and not count:
        problems.append(_problem(at, "no_name", name=line[:_SHOWN]))
        return
    if not 1 <= count <= MAX_COPIES:
        problems.append(_problem(at, "bad_count", name=line[:_SHOWN], limit=MAX_COPIES))
        return
    card = _meant(at, rest, pool, problems)
    if card is None:
        return
    copies = zone.get(card.number, 0) + count
    if copies > MAX_COPIES:
        problems.append(_problem(at, "bad_count", name=line[:_SHOWN], limit=MAX_COPIES))
        return
    zone[card.number] = copies


def _meant(at: int, rest: str, pool: Pool, problems: list[ListProblem]) -> CardRevision | None:
    """The card that name and number of a line mean together; None, and a problem more, if there is none."""
    bracket = _BRACKETS.search(rest)
    number = bracket["number"] if bracket else ""
    name = rest[: bracket.start()].strip() if bracket else rest
    card = _card(name, pool) if name else None
    by_number = pool.find(number) if number else None
    named = _namesakes(name, pool)
    if by_number is not None and by_number.number in {one.number for one in named}:
        card = by_number
    elif len(named) > 1 and name_key(named[0].name) != name_key(name):
        near = tuple(f"{one.name} [{one.number}]" for one in named[:3])
        problems.append(ListProblem(at, "two_cards", {"line": at, "name": name[:_SHOWN]}, near))
        return None
    if number and card is not None and by_number is not card:
        problems.append(_problem(at, "number_mismatch", number=number[:_SHOWN], name=card.name))
        return None
    if card is None and not name:
        card = by_number
    if card is None:
        searched = sum(problem.code == "unknown_name" for problem in problems) < MAX_SUGGESTED
        near = (by_number.name,) if by_number else _suggest(name, pool) if searched else ()
        shown = (name or number)[:_SHOWN]
        problems.append(ListProblem(at, "unknown_name", {"line": at, "name": shown}, near))
    return card


def _split_count(line: str, pool: Pool) -> tuple[int, str]:
    """Copies and name of a line. A name that begins with a number ("7 Shooter") is one copy of that card."""
    if _card(line, pool) is not None:
        return 1, line
    match = _BEFORE.match(line) or _AFTER.match(line)
    if match is None:
        return (0, line) if line.isdecimal() else (1, line)
    digits = match["count"]
    if len(digits) > _COUNT_DIGITS:
        return 0, line
    return int(digits), match["rest"]


def _card(name: str, pool: Pool) -> CardRevision | None:
    bare = _BRACKETS.sub("", name)
    found = pool.find(bare)
    if found is None and (named := _namesakes(bare, pool)):
        found = pool.get(named[0].number)  # equal pools share the table of names, not the cards
    return found


def _namesakes(name: str, pool: Pool) -> tuple[CardRevision, ...]:
    """The cards with this name in either language; more than one when two were translated alike."""
    return _by_name(pool).get(name_key(name), ())


@functools.lru_cache(maxsize=8)
def _by_name(pool: Pool) -> Mapping[str, tuple[CardRevision, ...]]:
    """Cards by the key of each of their names; the printed name comes before a translation.

    In Z/X two printings may share a name; the first of the pool is the one that a bare name means.
    """
    found: dict[str, tuple[CardRevision, ...]] = {}
    for card in pool.cards:
        key = name_key(card.name)
        found[key] = (*found.get(key, ()), card)
    for card in pool.cards:
        key = name_key(card.name_nl)
        if key and card not in found.get(key, ()):
            found[key] = (*found.get(key, ()), card)
    return found


@functools.lru_cache(maxsize=8)
def _trigrams(pool: Pool) -> Mapping[str, tuple[str, ...]]:
    """The keys of all names by each run of three letters in them, so that a search compares a few names only."""
    index: dict[str, list[str]] = {}
    for key in _by_name(pool):
        for run in _runs(key):
            index.setdefault(run, []).append(key)
    return {run: tuple(keys) for run, keys in index.items()}


def _runs(key: str) -> frozenset[str]:
    padded = f"  {key} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))


def _suggest(name: str, pool: Pool) -> tuple[str, ...]:
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


def deck_hash(cards: Sequence[str], pool: Pool | None = None) -> str:
    """The hash of the cards that a seat plays with: that of its :class:`DeckList` with a Life Base, no sideboard.

    ``cards`` are numbers, the Life Base left out. The same as the hash of a registered list without a sideboard.
    """
    return "sha256:" + DeckList({**Counter(cards), (pool or load_pool()).life_base.number: 1}).sha256()
