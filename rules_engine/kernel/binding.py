"""A log held against the terms of its event: every difference is a finding at its line, and the terms decide.

What the file says about its own law is compared and then replaced, so no sender chooses the rules by which a game is
judged. Corrections count only when a judge of the event has confirmed the line. A game makes its own binding out of
:class:`LogBinding` by saying what in a header is law.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from .errors import Divergence
from .log import AgreeLine, JudgeLine, NoteLine
from .report import Finding
from .rulings import NO_ANSWERS, Answers, Edition, UnknownAnswers, UnknownOption, UnknownRuling
from .terms import Terms

WORDS_ALONE = ("ruling", "note")
"""What a judge's line may say without changing the game."""

STRANGE = frozenset({"player_differs", "player_twice", "seats_differ", "mode_differs", "team_differs"})
"""Differences that make it another game: what went wrong in it is no fault of the players of this match."""

Differs = Callable[[Any, Terms], bool]
Fact = tuple[str, str, Differs]
"""A fact in a header that is law: its key, the finding, and whether it differs from the terms."""


class LogBinding:
    """Compares the lines of one log with its terms, in order; :attr:`findings` are the differences so far.

    A game names the types of its lines, the facts of its header, and those that the terms decide in its place.
    """

    _header: ClassVar[type[object]]
    _seat: ClassVar[type[object]]
    _chance: ClassVar[type[Any]]
    _made: ClassVar[type[Finding]] = Finding
    _facts: ClassVar[tuple[Fact, ...]]
    _decided: ClassVar[tuple[str, ...]]

    def __init__(self, terms: Terms, answers: Answers = NO_ANSWERS) -> None:
        """``answers`` are the rulings that there are, and the editions of their answers."""
        self.terms = terms
        self._answers = answers
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
        rulings = self.terms.rulings
        return replace(line, choices=dict(self.terms.choices), rulings=rulings, pool="", **decided)

    def _note(self, line: int, code: str, n: int | None = None, **params: object) -> None:
        plain = {name: _plain(value) for name, value in params.items()}
        self.findings.append(self._made(line, n, None, "", code, plain))

    def _compare_header(self, line: Any, number: int, raw: bytes) -> None:
        said = _keys(raw)
        for key, code, differs in self._facts:
            if key in said and differs(line, self.terms):
                written, wanted = getattr(line, key), getattr(self.terms, key, "")
                self._note(number, code, written=written, wanted=wanted)
        self._compare_answers(line, number)

    def _compare_answers(self, line: Any, number: int) -> None:
        """Every question that the log settled otherwise than the event; of which day its answers are is no matter.

        Where the terms name what there is not, the replay says so.
        """
        answers, terms = self._answers, self.terms
        try:
            law = answers.edition(terms.rulings, terms.choices)
            wanted = answers.settled(terms.choices, law)
        except (UnknownAnswers, UnknownRuling, UnknownOption):
            return
        said = self._chosen(line, number)
        try:
            written = self._written(line, said, law)
        except UnknownAnswers:
            self._note(number, "rulings_differ")
            written = said
        for id_, option in written.items():
            if option != wanted[id_]:
                self._note(number, "ruling_differs", ruling=id_, written=option, wanted=wanted[id_])

    def _chosen(self, line: Any, number: int) -> dict[str, str]:
        """The choices in a header by id; one that there is not differs from whatever the event says."""
        found: dict[str, str] = {}
        for name, option in sorted(line.choices.items()):
            try:
                found |= self._answers.chosen({name: option})
            except (UnknownRuling, UnknownOption):
                self._note(number, "ruling_differs", ruling=name, written=option, wanted="")
        return found

    def _written(self, line: Any, said: Mapping[str, str], law: Edition) -> dict[str, str]:
        """All that a header settles: its choices, and the rest by the day it names; nothing if it names neither.

        Raises :class:`UnknownAnswers`.
        """
        answers = self._answers
        if not line.rulings:
            return answers.settled(said, law) if line.choices else {}
        try:
            return answers.settled(said, answers.edition(line.rulings, said))
        except UnknownAnswers:
            if line.choices:
                raise
        # A hash alone, without the choices that are in it, may be that of the event.
        choices = self.terms.choices
        return answers.settled(choices, answers.edition(line.rulings, choices))

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
