"""Frozen sets of cards, and how their names are compared: what a log pins, whichever game it is of."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Protocol, TypeVar


class Card(Protocol):
    """A card as a pool needs it."""

    @property
    def number(self) -> str:
        """Its collector's number, in one pool given once."""

    @property
    def name(self) -> str:
        """Its name as printed."""


class ListCard(Card, Protocol):
    """A card as lists show and read it."""

    @property
    def name_nl(self) -> str:
        """Its Dutch name, "" if it has none."""


def name_in(card: ListCard, language: str) -> str:
    """The card's name in ``"nl"`` when it has one, else the printed name."""
    return card.name_nl if language == "nl" and card.name_nl else card.name


SOFT = "\u00ad"
_LONG, _ENDS = re.compile(r"\w{12,}"), 4
_BETWEEN = re.compile(r"(?<=[aeiouyéëïöü])([^\W\d_aeiouyéëïöü]+)(?=[aeiouyéëïöü])", re.IGNORECASE)
_ONSETS = {
    "nl": re.compile(r"(?:[bcfgkp][lr]|ch|dr|dw|kn|schr?|s[mn]|sp[lr]?|str?|tr|[vw]r|vl|.)$", re.IGNORECASE),
    "en": re.compile(r"(?:[bcfgp][lr]|[cgpstw]h|[dt]r|thr|s[mnpt]|str|.)$", re.IGNORECASE),
}


def softened(name: str, language: str) -> str:
    """A name to show where there is little room: long words with soft hyphens where their syllables part.

    Dutch puts words together, and few browsers on a computer know where to part them. Never to be compared.
    """
    onset = _ONSETS.get(language)
    return _LONG.sub(lambda word: _parted(word, onset), name) if onset is not None else name


def _parted(word: re.Match[str], onsets: re.Pattern[str]) -> str:
    """A word with a soft hyphen before as many consonants as can begin a syllable, not near its ends.

    An s behind other consonants holds two words together (*gevechts-oefening*), and stays with the first.
    """

    def seam(found: re.Match[str]) -> str:
        said = found[1]
        begins = onsets.search(said)
        onset = begins[0] if begins and not (begins[0] == "s" and len(said) > len("ts")) else ""
        at = found.end() - len(onset)
        near = at < _ENDS or len(word[0]) - at < _ENDS
        return said if near else said.removesuffix(onset) + SOFT + onset

    return _BETWEEN.sub(seam, word[0])


C = TypeVar("C", bound=Card, covariant=True)


class CardPool(Mapping[str, C]):
    """A frozen set of cards by number.

    ``cards`` keeps the order of the file; ``index[number]`` is the position in it. ``sha256``, 64 hex digits, hashes
    everything that matters to a game; pools with the same hash are the same.
    """

    __slots__ = ("_by_name", "_by_number", "cards", "index", "name", "sha256")

    def __init__(self, name: str, cards: tuple[C, ...], sha256: str) -> None:
        """Raise ``ValueError`` if two cards share a number. Of two that share a name the first is found by it."""
        self.name = name
        self.cards = cards
        self.sha256 = sha256
        self._by_number = MappingProxyType({card.number: card for card in cards})
        self._by_name = MappingProxyType({name_key(card.name): card for card in reversed(cards)})
        self.index = MappingProxyType({card.number: place for place, card in enumerate(cards)})
        if twice := {card.number for card in cards if self._by_number[card.number] is not card}:
            raise ValueError(f"pool {name}: two cards share a number: {', '.join(sorted(twice))}")

    def __getitem__(self, number: str) -> C:
        return self._by_number[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_number)

    def __len__(self) -> int:
        return len(self.cards)

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and other.sha256 == self.sha256

    def named(self, name: str) -> C | None:
        """The card with that name, letter case and spacing aside; None if there is none."""
        return self._by_name.get(name_key(name))

    def find(self, key: str) -> C | None:
        """The card with that number or name; None if there is none."""
        return self._by_number.get(key) or self.named(key)


ListPool = CardPool[ListCard]
"""A pool as lists need it, whichever game it is of."""

_APOSTROPHES = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "`": "'", "\u2010": "-", "\u2011": "-", "\u2013": "-"}
)


def name_key(name: str) -> str:
    """The form in which names are compared: case, width, spacing, quotes and invisible marks aside."""
    plain = unicodedata.normalize("NFKC", name).translate(_APOSTROPHES)
    if not plain.isascii():
        plain = "".join(
            char for char in plain if unicodedata.category(char) not in ("Cf", "Cc", "Mn") or char == "\t"
        )
    return " ".join(plain.casefold().split())


def said_in(pool: CardPool[ListCard], name: str, language: str) -> str:
    """What a card is called in a language by its number or printed name; any other name as it stands."""
    card = pool.find(name)
    return name_in(card, language) if card is not None else name


PEOPLE = frozenset({"who", "players"})
"""The parameters of a finding that name people, whatever they are called."""


def values_in(pool: CardPool[ListCard], params: Mapping[str, object], language: str) -> Mapping[str, object]:
    """What the sentence of a finding names, each card in it called as :func:`said_in` does, also before its number."""
    if language == "en":
        return params
    return {
        key: one if key in PEOPLE or key.startswith("seat:") else _value_in(pool, one, language)
        for key, one in params.items()
    }


def _value_in(pool: CardPool[ListCard], value: object, language: str) -> object:
    if isinstance(value, Mapping):
        return values_in(pool, value, language)
    if isinstance(value, list | tuple):
        return [_value_in(pool, one, language) for one in value]
    if not isinstance(value, str):
        return value
    name, between, number = value.rpartition(" (") if value.endswith(")") else ("", "", "")
    if "#" in number or "stack:" in number:
        return said_in(pool, name, language) + between + number
    return said_in(pool, value, language)
