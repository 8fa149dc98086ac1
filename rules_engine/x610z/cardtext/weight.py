"""What the words of a card text weigh: what is lost, and what is made up, when one text is offered for another.

Words come in three weights. *Joining* words carry nothing ("to", "of"); *padding* is what the language asks for without
meaning more ("from your deck"); all others carry meaning, and the *core* says what happens to what: an offer that loses
or adds one of these is another card.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .table import TABLE
from .words import Vocabulary

Token = tuple[str | None, str]
"""A word with its terminal; None for a word of no card text."""


def _words_of(line: str) -> frozenset[str]:
    return frozenset(line.split())


_JOINING: Mapping[str, frozenset[str]] = {
    "en": _words_of(
        ", . : a an and are at be for from if in into is it its of on that the them then this those to with would "
        "your his their he you any equal some one by as so"
    ),
    "nl": _words_of(
        ", . : een de het van in op en die dat dan is als met naar uit aan te dit er ze je jouw zijn hun haar toe af "
        "gelijk door om zo dus ook wordt worden ervan daarvan"
    ),
}
_PADDING: Mapping[str, frozenset[str]] = {
    "en": _words_of("deck your until end turn according game rules play done successfully when energy pool"),
    "nl": _words_of("deck einde beurt tot volgens spelregels play gelukt als energy pool spel het"),
}
_CORE: Mapping[str, frozenset[str]] = {
    "en": _words_of(
        "draw discard shuffle show present add take skip search move remove deal heal destroy cancel redirect "
        "deactivate reactivate keep choose warp place swap prevent produces get attack attacked attacks moves cast "
        "activate activated destroyed damaged dealt can't may costs must pay target all another other each summon "
        "effect crystal life base permanent action activation movement card hand discard pile opponent player copy "
        "look lose"
    ),
    "nl": _words_of(
        "trek leg schud toon presenteer doe neem sla doorzoek verplaats verwijder breng heel vernietig annuleer geef "
        "deactiveer reactiveer houd kies warp verwissel voorkom produceert krijgt aanvallen bewegen geactiveerd "
        "vernietigd kan mag kost moet betalen keuze alle andere elke summon effect crystal life base permanent actie "
        "activering beweging aanval kaart hand pile tegenstander speler cast schade"
    ),
}
TURNS_ROUND = _words_of("can't not no don't doesn't unless only except geen niet tenzij alleen behalve")
"""Words without which a text says the opposite."""
_KEPT = TURNS_ROUND | _words_of("target all instead keuze alle")
_AGREES = re.compile(r"\(([\w'/]+?)(?:[#@&]|:\w+)?\)([^<>]*)")
_APART = re.compile(r"\+(\w+)")


@functools.lru_cache(maxsize=2)
def _lemmas(language: str) -> Mapping[str, str]:
    """The first form of every word that agrees with another: "draws" is "draw", "afleggen" is "leg"."""
    found: dict[str, str] = {}
    for row in TABLE:
        for forms, rest in _AGREES.findall(row.texts[language]):
            first, *others = forms.lower().split("/")
            apart = _APART.search(rest)
            for other in others:
                same = found.get(first, first)
                if other != same:
                    found.setdefault(other, same)
                if apart is not None:
                    found.setdefault(apart[1] + other, same)
    return {word: first for word, first in found.items() if word not in _JOINING[language]}


def lemma(word: str, language: str) -> str:
    """The form by which a word is weighed."""
    return _lemmas(language).get(word, word)


def is_joining(word: str, language: str) -> bool:
    """True for words that only join others."""
    return word in _JOINING[language]


def is_core(word: str, language: str) -> bool:
    """True for a word that says what happens, or to what."""
    return lemma(word, language) in _CORE[language]


def weight(token: Token, language: str) -> float:
    """What it costs to make a word up; the same to leave a known one out."""
    terminal, word = token
    if terminal is None:
        return 1.0
    if is_joining(word, language):
        return 0.35
    if word in _PADDING[language]:
        return 0.5
    if terminal in ("AMOUNT", "SIGNED", "ENERGY_AMOUNT", "SELF", "NL", "A_CLASS", "ELEMENT", "CREW"):
        return 2.0
    return 2.0 if is_core(word, language) else 1.3


@dataclass(frozen=True, slots=True)
class Difference:
    """What a text says that the other does not: words ``lost`` and words ``added``, joining words left aside.

    ``core``: what happens, or to what, is another, or most of the text is lost.
    """

    lost: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    core: bool = False


def difference(
    written: Iterable[Token], offered: Iterable[Token], vocabulary: Vocabulary, language: str
) -> Difference:
    """What is lost and what is made up when ``offered`` stands for ``written``."""
    asked = list(written)
    one, two = (_meant(tokens, vocabulary, language) for tokens in (asked, offered))
    lost, added = one - two, two - one
    for word in _PADDING[language]:
        added.pop((word, True), None)
    made_up = any(word in _CORE[language] or not word.isalpha() for word, _ in added) or bool(lost and added)
    first = _first_core(asked, language)
    gone = any(word in _KEPT for word, _ in lost)
    gone = (
        gone
        or first == ""
        or any(word == first for word, _ in lost)
        or 2 * sum(lost.values()) > sum(one.values())
    )
    return Difference(_words(lost), _words(added), made_up or (bool(lost) and gone))


def _first_core(tokens: Iterable[Token], language: str) -> str:
    """What happens: the first word of the core."""
    found = (lemma(word, language) for terminal, word in tokens if terminal and is_core(word, language))
    return next(found, "")


def _words(found: Counter[tuple[str, bool]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word, _ in found))


def _meant(tokens: Iterable[Token], vocabulary: Vocabulary, language: str) -> Counter[tuple[str, bool]]:
    """The words that carry meaning, each by its first form and whether card texts have it."""
    found: Counter[tuple[str, bool]] = Counter()
    for terminal, word in tokens:
        if is_joining(word, language) or terminal == "NL":
            continue
        name = vocabulary.kinds[word][1].lower() if word in vocabulary.kinds else lemma(word, language)
        found[name, terminal is not None] += 1
    return found
