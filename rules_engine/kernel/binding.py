"""A log held against the terms of its event: every difference is a finding at its line, and the terms decide.

What the file says about its own law is compared and then replaced, so no sender chooses the rules by which a game is
judged. Corrections count only when a judge of the event has confirmed the line. A game makes its own binding out of
:class:`LogBinding` by saying what in a header is law.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from .errors import Divergence
from .log import AgreeLine, JudgeLine, NoteLine
from .report import Finding
from .rulings import Ruling, UnknownOption, UnknownRuling, find_ruling
from .terms import Terms

WORDS_ALONE = ("ruling", "note")
"""What a judge's line may say without changing the game."""

STRANGE = frozenset({"player_differs", "player_twice", "seats_differ", "mode_differs", "team_differs"})
"""Differences that make it another game: what went wrong in it is no fault of the players of this match."""

Differs = Callable[[Any, Terms], bool]
Fact = tuple[str, str, Differs]
"""A fact in a header that is law: its key, the finding, and whether it differs from the terms."""


class LogBinding(ABC):
    """Compares the lines of one log with its terms, in order; :attr:`findings` are the differences so far.

    A game names the types of its lines, the facts of its header, those that the terms decide in its place, and, by the
    methods up to :meth:`_law_hash`, its rulings.
    """

    _header: ClassVar[type[object]]
    _seat: ClassVar[type[object]]
    _chance: ClassVar[type[Any]]
    _made: ClassVar[type[Finding]] = Finding
    _facts: ClassVar[tuple[Fact, ...]]
    _decided: ClassVar[tuple[str, ...]]

    @abstractmethod
    def _rulings(self) -> Mapping[str, Ruling]:
        """The rulings that there are, by id."""

    @abstractmethod
    def _settled(self) -> Mapping[str, str]:
        """The option of every ruling by id, as the event settled them.

        Raises :class:`UnknownRuling` or :class:`UnknownOption`.
        """

    @abstractmethod
    def _law_hash(self) -> str:
        """The hash of all rulings as the event settled them."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.findings: list[Finding] = []
        self._players: list[str] = []
        self._teams: dict[str, str] = {}
        self._last = 0
        self._counted = False

    @property
    def strange(self) -> bool:
        """Whether this is not a game of this match at all."""
        return any(finding.code in STRANGE for finding in self.findings)

    def take(self, line: object, number: int, raw: bytes) -> object:
        """The line to replay in place of one that was read: the same, but for the law in a header.

        ``raw`` is the line as it was written. Raises :class:`Divergence` for a correction that nobody confirmed: what
        comes after it cannot be judged.
        """
        if isinstance(line, self._header):
            self._compare_header(line, number, raw)
            return self._by_the_terms(line)
        if isinstance(line, self._seat):
            self._last = number
            self._compare_player(line, number)
        elif not isinstance(line, NoteLine) and not self._counted:
            self._count_seats()
        if isinstance(line, JudgeLine) and number not in self.terms.confirmed:
            params = {"by": _plain(line.by), "text": _plain(line.text or line.why)}
            self._note(number, "correction_not_confirmed", line.n, **params)
            if line.do not in WORDS_ALONE:
                raise Divergence("other_terms", "", "correction_not_confirmed", **params)
        if isinstance(line, AgreeLine) and number not in self.terms.confirmed:
            params = {"text": _plain(line.text)}
            self._note(number, "agreement_not_confirmed", line.n, **params)
            raise Divergence("other_terms", "", "agreement_not_confirmed", **params)
        if isinstance(line, self._chance) and line.of == "first" and self.terms.starts:
            self._compare_start(line, number)
        return line

    def _by_the_terms(self, line: Any) -> Any:
        """The header that the game is judged by: everything that is law comes from the terms."""
        decided = {name: getattr(self.terms, name) for name in self._decided}
        return replace(line, choices=dict(self.terms.choices), rulings="", pool="", **decided)

    def _chosen(self, name: str) -> str:
        """The option that the event has for a ruling; "" for a ruling that there is not."""
        try:
            return self._settled()[find_ruling(self._rulings(), name).id]
        except (UnknownRuling, UnknownOption):
            return ""

    def _ruling_id(self, name: str) -> str:
        """The id of a ruling that may be named by its key; the name itself for one that there is not."""
        try:
            return find_ruling(self._rulings(), name).id
        except UnknownRuling:
            return name

    def _note(self, line: int, code: str, n: int | None = None, **params: object) -> None:
        plain = {name: _plain(value) for name, value in params.items()}
        self.findings.append(self._made(line, n, None, "", code, plain))

    def _compare_header(self, line: Any, number: int, raw: bytes) -> None:
        said = _keys(raw)
        for key, code, differs in self._facts:
            if key in said and differs(line, self.terms):
                written, wanted = getattr(line, key), getattr(self.terms, key, "")
                self._note(number, code, written=written, wanted=wanted)
        for name, option in sorted(line.choices.items()):
            wanted = self._chosen(name)
            if option != wanted:
                self._note(number, "ruling_differs", ruling=name, written=option, wanted=wanted)
        known = {self._ruling_id(name) for name in line.choices}
        for name, option in sorted(self.terms.choices.items()):
            if line.choices and self._ruling_id(name) not in known:
                usual = find_ruling(self._rulings(), name).default
                self._note(number, "ruling_differs", ruling=name, written=usual, wanted=option)
        if line.rulings and not same_hash(line.rulings, self._law_hash()):
            self._note(number, "rulings_differ")

    def _compare_player(self, line: Any, number: int) -> None:
        wanted = {seat.player: seat.team for seat in self.terms.seats}
        if line.player not in wanted:
            self._note(number, "player_differs", seat=line.seat, player=line.player, wanted=list(wanted))
        elif line.player in self._players:
            self._note(number, "player_twice", player=line.player)
        elif wanted[line.player]:
            self._compare_team(line, number, wanted[line.player])
        self._players.append(line.player)

    def _compare_team(self, line: Any, number: int, team: str) -> None:
        """Each team of the log must be one team of the event, by whatever name, and the other way round."""
        written = line.team or ""
        known = {one: name for name, one in self._teams.items()}.get(team, written)
        if self._teams.setdefault(written, team) != team or known != written:
            together = [seat.player for seat in self.terms.seats if seat.team == team]
            self._note(number, "team_differs", player=line.player, written=written, wanted=together)

    def _count_seats(self) -> None:
        self._counted = True
        written, wanted = len(self._players), len(self.terms.seats)
        if written != wanted:
            self._note(self._last or 1, "seats_differ", written=written, wanted=wanted)

    def _compare_start(self, line: Any, number: int) -> None:
        first = line.value
        player = self._players[first] if isinstance(first, int) and first < len(self._players) else "?"
        if player != self.terms.starts:
            self._note(number, "start_differs", player=player, wanted=self.terms.starts)


def same_hash(written: str, wanted: str) -> bool:
    """Whether two hashes are the same, with the name of the method before them or without."""
    return written.removeprefix("sha256:") == wanted.removeprefix("sha256:")


def _plain(value: object) -> object:
    """What somebody wrote, short and without signs that one cannot see: it stands in a sentence of ours."""
    return "".join(sign for sign in value if sign.isprintable())[:80] if isinstance(value, str) else value


def _keys(raw: bytes) -> frozenset[str]:
    """The keys that a line really has; what it leaves out, it does not say."""
    row = msgspec.json.decode(raw)
    return frozenset(row) if isinstance(row, dict) else frozenset()
