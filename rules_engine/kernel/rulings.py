"""Named rulings: the questions that the rules of a game leave open, each with the answers to choose from.

A game lists its rulings in a ``rulings.toml``; an event may choose another option than the default before it starts.
The defaults of a day are an edition of answers: a log names the edition it was played under, and what it settles
otherwise. So a game of long ago is judged for ever by the answers of its own day, whatever has been asked since.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from .digest import sha256_of
from .errors import LogError

NAMED = "answers/"
"""What the name of an edition begins with: ``"answers/4"``."""


class UnknownRuling(KeyError):
    """No ruling has the identifier or key asked for."""

    def __str__(self) -> str:
        return f"there is no ruling {self.args[0]!r}"


class UnknownOption(ValueError):
    """A ruling was given an option that it does not have."""


class UnknownAnswers(LookupError):
    """There is no edition of answers with this name or hash; ``later`` if it is one of a later day than today's."""

    def __init__(self, name: str, later: bool = False) -> None:
        super().__init__(name)
        self.later = later


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the rules leave open, with the answers to choose from.

    ``id`` is a short name with a number, ``key`` a readable name of the same ruling. ``rules`` are the identifiers of
    the rules the question comes from. ``options`` maps each option to what it means (``options_nl`` in Dutch);
    ``default`` is the option of an event that chose none, ``rationale`` the reason for it. ``since`` is the edition in
    which the question got its name; ``earlier`` are older defaults, each with the last edition that had it.
    """

    id: str
    key: str
    rules: tuple[str, ...]
    question: str
    question_nl: str
    options: Mapping[str, str]
    options_nl: Mapping[str, str]
    default: str
    rationale: str
    since: int = 1
    earlier: tuple[tuple[int, str], ...] = ()

    def usual(self, edition: int) -> str:
        """The option that counted under an edition of answers where nobody chose.

        Before the question had a name, the engine acted by the first answer that it was then given.
        """
        return next((option for last, option in self.earlier if edition <= last), self.default)


@dataclass(frozen=True, slots=True)
class Edition:
    """The answers of a day: its number from 1, the day from which it counted, and the hash of all its defaults.

    Older logs pin a hash and not the number: it covers the rulings up to the edition ``pinned``, and later ones where
    they are settled otherwise than usual. 0: no log pins a hash of this edition.
    """

    number: int
    day: str
    sha256: str
    pinned: int

    @property
    def name(self) -> str:
        """How a log names the edition."""
        return f"{NAMED}{self.number}"


@dataclass(frozen=True)
class Answers:
    """Every ruling of a game by id, and the editions of their answers, oldest first."""

    rulings: Mapping[str, Ruling]
    editions: Sequence[Edition]
    _usual: dict[int, Mapping[str, str]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def latest(self) -> Edition:
        """The answers of today."""
        return self.editions[-1]

    @property
    def last_unnamed(self) -> Edition:
        """The last answers that logs and events pinned by a hash, before they named the edition."""
        return next((edition for edition in reversed(self.editions) if edition.pinned), self.editions[0])

    def edition(self, name: str, choices: Mapping[str, str]) -> Edition:
        """The edition that a log means by ``"answers/4"`` or by an older hash, under which it made ``choices``.

        Today's for "". Raises :class:`UnknownAnswers`, :class:`UnknownRuling` or :class:`UnknownOption`.
        """
        if not name:
            return self.latest
        if name.startswith(NAMED):
            return self._numbered(name)
        found = name.removeprefix("sha256:")
        for edition in reversed(self.editions):
            if edition.pinned and self._hash(edition, choices) == found:
                return edition
        raise UnknownAnswers(name)

    def settled(self, choices: Mapping[str, str], edition: Edition | None = None) -> dict[str, str]:
        """The option of every ruling by id: ``choices`` in place of what an edition answers, by default today's.

        Raises :class:`UnknownRuling` or :class:`UnknownOption`.
        """
        day = (edition or self.latest).number
        return {**self.usual(day), **self.chosen(choices)}

    def usual(self, day: int) -> Mapping[str, str]:
        """What an edition answers to every question, also to those that were asked after its day."""
        if day not in self._usual:
            self._usual[day] = MappingProxyType(
                {id_: known.usual(day) for id_, known in self.rulings.items()}
            )
        return self._usual[day]

    def chosen(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Choices by id or key as choices by id. Raises :class:`UnknownRuling` or :class:`UnknownOption`."""
        return chosen(self.rulings, choices.items())

    def changes(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Those choices that today's answers do not give anyhow, by id; raises as :meth:`chosen`."""
        own = self.chosen(choices)
        return {
            id_: own[id_]
            for id_, known in self.rulings.items()
            if own.get(id_, known.default) != known.default
        }

    def asked_after(self, edition: Edition) -> list[str]:
        """The ids of the rulings that an edition does not know, or that were answered otherwise since."""
        day = edition.number
        return [
            known.id
            for known in self.rulings.values()
            if known.since > day or known.usual(day) != known.default
        ]

    def hash_of(self, edition: Edition) -> str:
        """The hash of everything that an edition answers, as :attr:`Edition.sha256` must have it."""
        usual, known = self.usual(edition.number), self.rulings
        return _bare({id_: usual[id_] for id_ in known if known[id_].since <= edition.number})

    def _numbered(self, name: str) -> Edition:
        digits = name.removeprefix(NAMED)
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0
        if not 0 < number <= len(self.editions):
            raise UnknownAnswers(name, later=number > 0)
        return self.editions[number - 1]

    def _hash(self, edition: Edition, choices: Mapping[str, str]) -> str:
        """What a log pinned on the day of an edition, with these choices."""
        usual, own = self.usual(edition.number), self.chosen(choices)
        return _bare(
            {
                id_: own.get(id_, usual[id_])
                for id_, known in self.rulings.items()
                if known.since <= edition.pinned or own.get(id_, usual[id_]) != usual[id_]
            }
        )


NO_ANSWERS = Answers({}, (Edition(1, "", "", 0),))
"""Of a game whose rules leave nothing open."""


@contextmanager
def refusing_unknown_answers() -> Iterator[None]:
    """Raise :class:`LogError` where a header names a ruling, an option or an edition of answers that there is not."""
    try:
        yield
    except (UnknownRuling, UnknownOption) as error:
        raise LogError("unknown_ruling", detail=str(error)[:200]) from None
    except UnknownAnswers as error:
        raise LogError(
            "later_answers" if error.later else "other_rulings", rulings=error.args[0][:80]
        ) from None


def read_answers(data: Mapping[str, Any]) -> Answers:
    """The rulings and editions of a game out of its file; ``ValueError`` for a default that is no option."""
    editions = [
        Edition(number, entry["day"], entry["sha256"], entry.get("pinned", 0))
        for number, entry in enumerate(data["edition"], 1)
    ]
    return Answers(read_rulings(data["ruling"]), tuple(editions))


def _bare(settled: Mapping[str, str]) -> str:
    return sha256_of(dict(settled)).removeprefix("sha256:")


def read_rulings(entries: Iterable[Mapping[str, Any]]) -> Mapping[str, Ruling]:
    """The rulings of a game by id, in the order of its file; ``ValueError`` for a default that is no option."""
    return MappingProxyType({entry["id"]: _ruling(entry) for entry in entries})


def find_ruling(known: Mapping[str, Ruling], name: str) -> Ruling:
    """The ruling with this id or key; else :class:`UnknownRuling`."""
    if name in known:
        return known[name]
    for candidate in known.values():
        if candidate.key == name:
            return candidate
    raise UnknownRuling(name)


def chosen(known: Mapping[str, Ruling], choices: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Choices (pairs of id or key, and option) as options by id.

    Raises :class:`UnknownRuling` or :class:`UnknownOption`.
    """
    own: dict[str, str] = {}
    for name, option in choices:
        found = find_ruling(known, name)
        if option not in found.options:
            raise UnknownOption(
                f"ruling {found.id} has no option {option!r}; it has {', '.join(found.options)}"
            )
        if own.setdefault(found.id, option) != option:
            raise UnknownOption(f"ruling {found.id} is named twice with different options")
    return own


def _ruling(entry: Mapping[str, Any]) -> Ruling:
    options = {name: meaning["en"] for name, meaning in entry["options"].items()}
    options_nl = {name: meaning["nl"] for name, meaning in entry["options"].items()}
    for option in (entry["default"], *(older for _, older in entry.get("earlier", ()))):
        if option not in options:
            raise ValueError(f"ruling {entry['id']} has no option {option!r} to default to")
    return Ruling(
        id=entry["id"],
        key=entry["key"],
        rules=tuple(entry["rules"]),
        question=entry["question"],
        question_nl=entry["question_nl"],
        options=MappingProxyType(options),
        options_nl=MappingProxyType(options_nl),
        default=entry["default"],
        rationale=entry["rationale"],
        since=entry.get("since", 1),
        earlier=tuple((last, option) for last, option in entry.get("earlier", ())),
    )
