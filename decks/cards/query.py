"""The language of card searches: words and tests like ``type:summon cost<=3 -class:dragon``, parsed without a database.

    >>> parse("type:summon cost<=3").tree
    And((Test('type', ':', 'summon', 0, 11), Test('cost', '<=', '3', 12, 19)))

:func:`parse` never raises, whatever it is given: what it cannot read is left out and named in ``errors``, with its
place in the query, so that a page can mark it and still show what the rest finds.

    query := or;  or := and ("or" and)*;  and := not+;  not := "-" not | "(" or ")" | test | "phrase" | word
    test  := key (":" | "=" | "!=" | "<" | "<=" | ">" | ">=") (word | "phrase")
"""

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

MAX_LENGTH, MAX_TERMS, MAX_DEPTH, MAX_DIGITS = 300, 40, 8, 5

TEXT, WORD, NUMBER, FLAG = "text", "word", "number", "flag"

KEYS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "name": (TEXT, ("naam", "n")),
    "text": (TEXT, ("tekst", "t")),
    "number": (TEXT, ("nummer", "nr")),
    "type": (WORD, ("soort",)),
    "class": (WORD, ("klasse",)),
    "element": (WORD, ()),
    "crew": (WORD, ()),
    "act": (WORD, ()),
    "set": (WORD, ("serie",)),
    "rarity": (WORD, ("zeldzaamheid",)),
    "banned": (WORD, ("verboden",)),
    "restricted": (WORD, ("beperkt",)),
    "legal": (WORD, ("toegestaan",)),
    "cost": (NUMBER, ("kosten", "prijs")),
    "mystic": (NUMBER, ()),
    "boost": (NUMBER, ()),
    "robiumm": (NUMBER, ()),
    "colorless": (NUMBER, ("kleurloos",)),
    "movement": (NUMBER, ("beweging",)),
    "attack": (NUMBER, ("aanval", "atk")),
    "defense": (NUMBER, ("verdediging", "defence", "def")),
    "speed": (NUMBER, ("snelheid",)),
    "range": (NUMBER, ("bereik",)),
    "limit": (NUMBER, ("restriction", "restrictie")),
    "is": (FLAG, ()),
}
"""Every key with what its value is, and other words for it (Dutch ones too)."""

FLAGS: Mapping[str, tuple[str, ...]] = {
    "permanent": ("blijvend",),
    "free": ("gratis",),
    "infinite": ("oneindig",),
    "tested": ("getest",),
    "untested": ("ongetest",),
    "manual": ("handmatig",),
    "ours": ("eigen",),
    "errata": ("gewijzigd",),
    "ruled": ("uitspraak",),
    "banned": ("verboden",),
    "restricted": ("beperkt",),
}
"""What can stand behind ``is:``."""


_LEX = re.compile(
    r"(?P<space>\s+)|(?P<open>\()|(?P<close>\))|(?P<minus>-(?=[^\s)\-]))"
    r'|(?P<key>[^\W\d_]+)(?P<op><=|>=|!=|[:=<>])(?P<value>"[^"]*"?|[^\s()"]+)?'
    r'|(?P<phrase>"[^"]*"?)|(?P<word>[^\s()"]+)'
)
_ALIASES = {alias: key for key, (_kind, others) in KEYS.items() for alias in (key, *others)}
_FLAG_ALIASES = {alias: flag for flag, others in FLAGS.items() for alias in (flag, *others)}


@dataclass(frozen=True)
class Word:
    """A word or phrase that stands anywhere on the card."""

    text: str
    start: int
    end: int

    def __repr__(self) -> str:
        return f"Word({self.text!r}, {self.start}, {self.end})"


@dataclass(frozen=True)
class Test:
    """A comparison of one part of the card; ``key`` is a key of :data:`KEYS`, ``value`` as the card would say it."""

    key: str
    op: str
    value: str
    start: int
    end: int

    def __repr__(self) -> str:
        return f"Test({self.key!r}, {self.op!r}, {self.value!r}, {self.start}, {self.end})"


@dataclass(frozen=True)
class Not:
    """Everything but."""

    node: "Node"


@dataclass(frozen=True)
class And:
    """All of these; with none, every card."""

    nodes: tuple["Node", ...]

    def __repr__(self) -> str:
        return f"And({self.nodes!r})"


@dataclass(frozen=True)
class Or:
    """Any of these."""

    nodes: tuple["Node", ...]


Node = Word | Test | Not | And | Or


@dataclass(frozen=True)
class QueryError:
    """One thing that could not be read: ``query[start:end]``; ``near`` are words that were perhaps meant.

    ``code``: unknown_key, unknown_value, no_value, no_number, bad_operator, parenthesis, too_long, too_many, too_deep.
    """

    code: str
    start: int
    end: int
    word: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Parsed:
    """A query as read: ``text`` (cut and without control characters), its ``tree`` and what was left out."""

    text: str
    tree: And
    errors: tuple[QueryError, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything was asked for."""
        return bool(self.tree.nodes)

    @property
    def words(self) -> str:
        """The plain words at the top, for showing names that begin with them first."""
        return " ".join(node.text for node in self.tree.nodes if isinstance(node, Word))


@dataclass(frozen=True)
class _Token:
    kind: str
    start: int
    end: int
    key: str = ""
    op: str = ""
    value: str | None = None


Keys = Mapping[str, tuple[str, tuple[str, ...]]]
"""Search words with what their value is, and other words for them."""


@dataclass
class _Reader:
    text: str
    known: Mapping[str, Mapping[str, str]]
    tokens: list[_Token]
    keys: Keys
    aliases: Mapping[str, str]
    at: int = 0
    terms: int = 0
    errors: list[QueryError] = field(default_factory=list)

    def error(self, code: str, start: int, end: int, near: tuple[str, ...] = ()) -> None:
        self.errors.append(QueryError(code, start, end, self.text[start:end][:60], near))

    def peek(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def is_or(self) -> bool:
        token = self.peek()
        return (
            token is not None and token.kind == "word" and self.text[token.start : token.end].lower() == "or"
        )


def parse(
    text: str, known: Mapping[str, Mapping[str, str]] | None = None, more: Keys | None = None
) -> Parsed:
    """Read a query of at most :data:`MAX_LENGTH` characters.

    ``known`` holds for a key the folded words one may use and what the card says ("dragon" -> "Dragon"); the value of
    a key that is not in it is taken as written. ``more`` are the keys that another game has besides, or otherwise.
    """
    clean = "".join(char if char.isprintable() else " " for char in text[: MAX_LENGTH + 1])
    keys = {**KEYS, **(more or {})}
    aliases = (
        _ALIASES
        if more is None
        else {alias: key for key, (_kind, others) in keys.items() for alias in (key, *others)}
    )
    reader = _Reader(clean[:MAX_LENGTH], known or {}, [], keys, aliases)
    if len(clean) > MAX_LENGTH:
        reader.error("too_long", MAX_LENGTH, MAX_LENGTH)
    reader.tokens = list(_tokens(reader.text))
    nodes: list[Node] = []
    while reader.peek() is not None:
        node = _or(reader, 0)
        if node is not None:
            nodes.extend(node.nodes if isinstance(node, And) else (node,))
        token = reader.peek()
        if token is not None and token.kind == "close":
            reader.error("parenthesis", token.start, token.end)
            reader.at += 1
    return Parsed(reader.text, And(tuple(nodes)), tuple(reader.errors))


def _tokens(text: str) -> Iterator[_Token]:
    for match in _LEX.finditer(text):
        if match["space"] is not None:
            continue
        if match["key"] is not None:
            value = match["value"]
            yield _Token("test", match.start(), match.end(), match["key"].lower(), match["op"], value)
            continue
        yield _Token(str(match.lastgroup), match.start(), match.end())


def _or(reader: _Reader, depth: int) -> Node | None:
    choices = [_and(reader, depth)]
    while reader.is_or():
        reader.at += 1
        choices.append(_and(reader, depth))
    kept = tuple(node for node in choices if node is not None)
    return (kept[0] if len(kept) == 1 else Or(kept)) if kept else None


def _and(reader: _Reader, depth: int) -> Node | None:
    nodes: list[Node] = []
    while (token := reader.peek()) is not None and token.kind != "close" and not reader.is_or():
        node = _not(reader, depth)
        if node is not None:
            nodes.append(node)
    return (nodes[0] if len(nodes) == 1 else And(tuple(nodes))) if nodes else None


def _not(reader: _Reader, depth: int) -> Node | None:
    token = reader.peek()
    if token is None:
        return None
    reader.at += 1
    if token.kind == "minus":
        following = reader.peek()
        if following is None or following.kind in ("close", "minus") or reader.is_or():
            return None
        node = _not(reader, depth)
        return None if node is None else Not(node)
    if token.kind == "open":
        return _group(reader, token, depth)
    reader.terms += 1
    if reader.terms > MAX_TERMS:
        if reader.terms == MAX_TERMS + 1:
            reader.error("too_many", token.start, token.end)
        return None
    if token.kind == "test":
        return _test(reader, token)
    words = reader.text[token.start : token.end].strip('"').strip()
    return Word(words, token.start, token.end) if words else None


def _group(reader: _Reader, opened: _Token, depth: int) -> Node | None:
    if depth >= MAX_DEPTH:
        reader.error("too_deep", opened.start, opened.end)
        return None
    node = _or(reader, depth + 1)
    closing = reader.peek()
    if closing is None or closing.kind != "close":
        reader.error("parenthesis", opened.start, opened.end)
    else:
        reader.at += 1
    return node


def _test(reader: _Reader, token: _Token) -> Test | None:
    end_of_key = token.start + len(token.key)
    key = reader.aliases.get(token.key)
    if key is None:
        near = difflib.get_close_matches(token.key[:30], reader.aliases, 2, 0.6)
        meant = tuple(dict.fromkeys(reader.aliases[alias] for alias in near))
        reader.error("unknown_key", token.start, end_of_key, meant)
        return None
    kind = reader.keys[key][0]
    if kind != NUMBER and key != "rarity" and token.op not in (":", "=", "!="):
        reader.error("bad_operator", end_of_key, end_of_key + len(token.op), (":",))
        return None
    value = (token.value or "").strip('"').strip()
    if not value:
        reader.error("no_value", token.start, token.end)
        return None
    found = _value(reader, key, kind, value, (end_of_key + len(token.op), token.end))
    return None if found is None else Test(key, token.op, found, token.start, token.end)


def _value(reader: _Reader, key: str, kind: str, value: str, place: tuple[int, int]) -> str | None:
    if kind == NUMBER:
        if key == "limit" and value.lower() in ("infinity", "∞", "oneindig"):
            return "infinity"
        if value.isascii() and value.isdecimal() and len(value) <= MAX_DIGITS:
            return str(int(value))
        reader.error("no_number", *place)
        return None
    words = _FLAG_ALIASES if kind == FLAG else reader.known.get(key)
    if words is None:
        return value
    found = words.get(" ".join(value.casefold().split()))
    if found is None:
        near = tuple(difflib.get_close_matches(value.casefold()[:30], words, 2, 0.5))
        reader.error("unknown_value", *place, tuple(dict.fromkeys(words[word] for word in near)) or ())
    return found
