"""A log held against the terms of its event: every difference is a finding at its line, and the terms decide.

What the file says about its own law is compared and then replaced, so no sender chooses the rules by which a game is
judged. Corrections count only when a judge of the event has confirmed the line.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from rules_engine.kernel.errors import Divergence
from rules_engine.kernel.terms import Terms

from .board import load_board
from .finding import Finding
from .log import AgreeLine, Chance, Header, JudgeLine, Line, NoteLine, SeatLine
from .rulesets import UnknownOption, UnknownRuling, load_ruleset, ruling

WORDS_ALONE = ("ruling", "note")
"""What a judge's line may say without changing the game."""

STRANGE = frozenset({"player_differs", "player_twice", "seats_differ", "mode_differs", "team_differs"})
"""Differences that make it another game: what went wrong in it is no fault of the players of this match."""


class Binding:
    """Compares the lines of one log with its terms, in order; :attr:`findings` are the differences so far."""

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

    def take(self, line: Line, number: int, raw: bytes) -> Line:
        """The line to replay in place of one that was read: the same, but for the law in a header.

        ``raw`` is the line as it was written. Raises :class:`Divergence` for a correction that nobody confirmed: what
        comes after it cannot be judged.
        """
        if isinstance(line, Header):
            self._compare_header(line, number, raw)
            return self._by_the_terms(line)
        if isinstance(line, SeatLine):
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
        if isinstance(line, Chance) and line.of == "first" and self.terms.starts:
            self._compare_start(line, number)
        return line

    def _note(self, line: int, code: str, n: int | None = None, **params: Any) -> None:
        plain = {name: _plain(value) for name, value in params.items()}
        self.findings.append(Finding(line, n, None, "", code, plain))

    def _compare_header(self, line: Header, number: int, raw: bytes) -> None:
        said = _keys(raw)
        for key, code, differs in _FACTS:
            if key in said and differs(line, self.terms):
                written, wanted = getattr(line, key), getattr(self.terms, key, "")
                self._note(number, code, written=written, wanted=wanted)
        for name, option in sorted(line.choices.items()):
            wanted = self._chosen(name)
            if option != wanted:
                self._note(number, "ruling_differs", ruling=name, written=option, wanted=wanted)
        known = {_id(name) for name in line.choices}
        for name, option in sorted(self.terms.choices.items()):
            if line.choices and _id(name) not in known:
                self._note(number, "ruling_differs", ruling=name, written=ruling(name).default, wanted=option)
        if line.rulings and not _same(line.rulings, self._law_hash()):
            self._note(number, "rulings_differ")

    def _law_hash(self) -> str:
        return load_ruleset(self.terms.ruleset, self.terms.choices).rulings_sha256

    def _chosen(self, name: str) -> str:
        """The option that the event has for a ruling; "" for a ruling that there is not."""
        try:
            return load_ruleset(self.terms.ruleset, self.terms.choices).ruling(name)
        except (UnknownRuling, UnknownOption):
            return ""

    def _by_the_terms(self, line: Header) -> Header:
        """The header that the game is judged by: everything that is law comes from the terms."""
        terms = self.terms
        return replace(
            line,
            ruleset=terms.ruleset,
            choices=dict(terms.choices),
            rulings="",
            pool="",
            board=terms.board,
            mode=terms.mode,
            play=terms.play,
            organized_play=terms.organized_play,
            time_limit=terms.time_limit,
            concede_after=terms.concede_after,
            places=line.places and not terms.organized_play,
            game_no=terms.game_no,
        )

    def _compare_player(self, line: SeatLine, number: int) -> None:
        wanted = {seat.player: seat.team for seat in self.terms.seats}
        if line.player not in wanted:
            self._note(number, "player_differs", seat=line.seat, player=line.player, wanted=list(wanted))
        elif line.player in self._players:
            self._note(number, "player_twice", player=line.player)
        elif wanted[line.player]:
            self._compare_team(line, number, wanted[line.player])
        self._players.append(line.player)

    def _compare_team(self, line: SeatLine, number: int, team: str) -> None:
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

    def _compare_start(self, line: Chance, number: int) -> None:
        first = line.value
        player = self._players[first] if isinstance(first, int) and first < len(self._players) else "?"
        if player != self.terms.starts:
            self._note(number, "start_differs", player=player, wanted=self.terms.starts)


Differs = Callable[[Header, Terms], bool]
_FACTS: tuple[tuple[str, str, Differs], ...] = (
    ("ruleset", "ruleset_differs", lambda line, terms: line.ruleset != terms.ruleset),
    ("pool", "pool_differs", lambda line, terms: bool(terms.pool) and not _same(line.pool, terms.pool)),
    ("board", "board_differs", lambda line, terms: not _same_board(line.board, terms.board)),
    ("mode", "mode_differs", lambda line, terms: line.mode != terms.mode),
    ("play", "play_differs", lambda line, terms: bool(terms.play) and line.play != terms.play),
    (
        "organized_play",
        "casual_header",
        lambda line, terms: terms.organized_play and not line.organized_play,
    ),
    (
        "organized_play",
        "organized_header",
        lambda line, terms: line.organized_play and not terms.organized_play,
    ),
    ("time_limit", "time_limit_differs", lambda line, terms: line.time_limit != terms.time_limit),
    ("concede_after", "concession_differs", lambda line, terms: line.concede_after != terms.concede_after),
    ("places", "played_for_places", lambda line, terms: line.places and terms.organized_play),
    ("game_no", "game_number_differs", lambda line, terms: line.game_no != terms.game_no),
)
"""Of every fact in a header that is law: its key, the finding, and whether it differs. Only what was written counts."""


def _plain(value: Any) -> Any:
    """What somebody wrote, short and without signs that one cannot see: it stands in a sentence of ours."""
    return "".join(sign for sign in value if sign.isprintable())[:80] if isinstance(value, str) else value


def _keys(raw: bytes) -> frozenset[str]:
    """The keys that a line really has; what it leaves out, it does not say."""
    row = msgspec.json.decode(raw)
    return frozenset(row) if isinstance(row, dict) else frozenset()


def _same(written: str, wanted: str) -> bool:
    return written.removeprefix("sha256:") == wanted.removeprefix("sha256:")


def _same_board(written: str, wanted: str) -> bool:
    """Whether a header names this board, and, where it pins the contents, these contents."""
    name, _, pinned = written.partition("@")
    return name == wanted and (not pinned or pinned == load_board(wanted).sha256)


def _id(name: str) -> str:
    """The id of a ruling that may be named by its key; the name itself for one that there is not."""
    try:
        return ruling(name).id
    except UnknownRuling:
        return name
