"""How a card plays: the same games with it and with an empty card in its place, and what that tells.

Every pair is one deal played twice by players who draw from numbers: the same decks in the same order, the same seat,
the same numbers behind every choice. In one of the two games some cards of one seat are the card, in the other a card
that says nothing and that nobody can pay for. Both games go the same way until the card makes a difference, so what
differs in their ends is its doing, and few pairs tell more than many unpaired games would.

A game declares :class:`PlayTest`; everything else here is for every game.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from .errors import EngineGap, RulingNeeded
from .playing import LogGame
from .shares import Between, paired_difference, share

METHOD = 1
"""Rises when the same question gets another answer because it is played or counted in another way."""
USUAL_GAMES = 2_000
"""So many deals, each played twice."""
ENOUGH_CASTS = 20
"""In so many games a card must have been played before its share of wins is called a finding."""
MANY_STUCK = 0.1
"""Where more of the pairs never end, the others are no fair sample any more."""
EXAMPLES = 5

GAP, RULING = "gap", "ruling"
TOO_LONG, NO_MOVE, FAULT = "too_long", "no_move", "fault"
"""Why a game has no end: more lines than the bound; nothing left that the engine can carry out; the engine failed."""

UP, DOWN, NO_DIFFERENCE, HARDLY_PLAYED, HARDLY_ENDED = (
    "up",
    "down",
    "no_difference",
    "hardly_played",
    "hardly_ended",
)
"""What a report may say, in the order in which one would like to read it; the last two say that it says nothing."""


class Question(Struct, frozen=True, order=True):
    """A question that came up while a card was played.

    ``kind``: the engine cannot carry something out (``gap``) or a judge must decide (``ruling``). ``code`` names the
    sentence and ``params`` what it mentions; ``rule`` is the number of a rule or the id of a ruling, "" where the
    engine names none.
    """

    kind: str
    code: str
    rule: str = ""
    params: tuple[tuple[str, str], ...] = ()


class Run(Struct, frozen=True):
    """One game: whether the seat won it, how often it played the card and whether it ever had it, and its lines.

    ``questions`` came up in it. ``stuck`` says why it has no end, ``fault`` what failed then.
    """

    won: bool = False
    played: int = 0
    had: bool = False
    lines: int = 0
    questions: tuple[Question, ...] = ()
    stuck: str = ""
    fault: str = ""


class Pair(Struct, frozen=True):
    """One deal, played with the card and with an empty one."""

    with_it: Run
    without: Run


class Stuck(Struct, frozen=True):
    """A game that never ended: the number of its deal, with or without the card, why, and what failed."""

    number: int
    with_it: bool
    why: str
    fault: str = ""


class Asked(Struct, frozen=True):
    """How many games raised a question: with the card and without it."""

    question: Question
    with_it: int = 0
    without: int = 0


class Tally(Struct, frozen=True):
    """Sums over pairs, as plain data: those of two parts add up to those of the whole.

    ``both``, ``gained``, ``lost`` and ``neither`` count the pairs in which both games ended, by which of them the seat
    won: either, only that with the card, only that without, none.
    """

    pairs: int = 0
    both: int = 0
    gained: int = 0
    lost: int = 0
    neither: int = 0
    had_in: int = 0
    played_in: int = 0
    played: int = 0
    lines: int = 0
    stuck_with: int = 0
    stuck_without: int = 0
    asked: tuple[Asked, ...] = ()
    stuck: tuple[Stuck, ...] = ()

    @property
    def ended(self) -> int:
        """The pairs in which both games ended."""
        return self.both + self.gained + self.lost + self.neither

    def plus(self, other: "Tally") -> "Tally":
        """The sums over both parts."""
        counts = {name: getattr(self, name) + getattr(other, name) for name in _COUNTS}
        asked = dict.fromkeys(one.question for one in (*self.asked, *other.asked))
        return Tally(
            **counts,
            asked=tuple(_asked(question, (*self.asked, *other.asked)) for question in sorted(asked)),
            stuck=(*self.stuck, *other.stuck)[:EXAMPLES],
        )


_COUNTS = tuple(name for name in Tally.__struct_fields__ if name not in ("asked", "stuck"))


def _asked(question: Question, found: Sequence[Asked]) -> Asked:
    own = [one for one in found if one.question == question]
    return Asked(question, sum(one.with_it for one in own), sum(one.without for one in own))


class Report(Struct, frozen=True):
    """What many pairs tell of a card: shares as ``(value, low, high)`` of their 95 % intervals.

    ``says`` is the finding in one word (:data:`UP` and so on). ``with_it`` and ``without`` are the shares of games that
    the seat won, ``difference`` how much the first is larger.
    """

    tally: Tally
    says: str
    with_it: tuple[float, float, float]
    without: tuple[float, float, float]
    difference: tuple[float, float, float]


@dataclass(frozen=True)
class PlayTest:
    """How a game plays a card.

    ``pair`` plays the deal of a number: pool, card, seed, number. ``refusal`` says in an English sentence why a card
    cannot be played in decks of a pool, "" where it can. ``copies`` is how many of it lie in a deck. ``players`` says
    in English sentences who plays with which decks.
    """

    pair: Callable[..., Pair]
    refusal: Callable[..., str]
    copies: Callable[..., int]
    players: str = ""


Told = Callable[[int, int], None]
"""Hears how many pairs of how many have been played."""


def play_part(test: PlayTest, pool: object, card: object, *, seed: str, first: int, count: int) -> Tally:
    """The sums over ``count`` pairs from number ``first`` on; the same for the same pool, card, seed and numbers."""
    total = Tally()
    for number in range(first, first + count):
        total = total.plus(tally_of(test.pair(pool, card, seed, number), number))
    return total


def play_card(
    test: PlayTest,
    pool: object,
    card: object,
    games: int = USUAL_GAMES,
    seed: str = "",
    told: Told | None = None,
) -> Report:
    """Play a card in so many games and in as many without it. Raises ``ValueError`` for one that cannot be played."""
    if refused := test.refusal(pool, card):
        raise ValueError(refused)
    total = Tally()
    for number in range(games):
        total = total.plus(play_part(test, pool, card, seed=seed, first=number, count=1))
        if told is not None:
            told(number + 1, games)
    return report_of(total)


def tally_of(pair: Pair, number: int) -> Tally:
    """The sums over one pair."""
    one, other = pair.with_it, pair.without
    ended = not (one.stuck or other.stuck)
    asked = dict.fromkeys((*one.questions, *other.questions))
    return Tally(
        pairs=1,
        both=ended and one.won and other.won,
        gained=ended and one.won and not other.won,
        lost=ended and other.won and not one.won,
        neither=ended and not one.won and not other.won,
        had_in=one.had,
        played_in=one.played > 0,
        played=one.played,
        lines=one.lines + other.lines,
        stuck_with=bool(one.stuck),
        stuck_without=bool(other.stuck),
        asked=tuple(
            Asked(question, question in one.questions, question in other.questions)
            for question in sorted(asked)
        ),
        stuck=tuple(Stuck(number, run is one, run.stuck, run.fault) for run in (one, other) if run.stuck),
    )


def report_of(tally: Tally) -> Report:
    """What sums tell."""
    ended = tally.ended
    difference = paired_difference(tally.both, tally.gained, tally.lost, tally.neither)
    return Report(
        tally=tally,
        says=_says(tally, difference),
        with_it=_plain(share(tally.both + tally.gained, ended)),
        without=_plain(share(tally.both + tally.lost, ended)),
        difference=_plain(difference),
    )


def _says(tally: Tally, difference: Between) -> str:
    if tally.played_in < ENOUGH_CASTS:
        return HARDLY_PLAYED
    if tally.pairs - tally.ended > MANY_STUCK * tally.pairs:
        return HARDLY_ENDED
    if not difference.tells:
        return NO_DIFFERENCE
    return UP if difference.value > 0 else DOWN


def _plain(found: Between) -> tuple[float, float, float]:
    return found.value, found.low, found.high


Heard = Callable[[EngineGap | RulingNeeded], None]
"""Hears of an action that was left out because the engine or the rules do not say what comes of it."""


def play_run(
    game: LogGame[Any, Any],
    step: Callable[[Heard], bool],
    *,
    seat: int,
    card: str,
    plays: Collection[str],
    most: int,
) -> Run:
    """Play a game to its end, or until it is stuck, and say what became of a seat and the card of that number.

    ``step`` does one action and answers False when there is none; ``plays`` are the actions that play a card.
    """
    questions: dict[Question, None] = {}
    stuck = fault = ""
    lines = played = 0
    while game.outcome() is None:
        if lines == most:
            stuck = TOO_LONG
            break
        try:
            if not step(lambda error: questions.setdefault(question_of(error))):
                stuck = NO_MOVE
                break
        except Exception as error:  # noqa: BLE001 - whatever a card makes the engine do belongs in the report
            stuck, fault = FAULT, type(error).__name__
            break
        lines += 1
        done: Any = game.writer.lines[-1]
        played += done.do in plays and done.seat == seat and done.card == card
    result = game.outcome()
    won = result is not None and not result.draw and seat in result.winners
    return Run(won, played, lines=lines, questions=tuple(questions), stuck=stuck, fault=fault)


def question_of(error: EngineGap | RulingNeeded) -> Question:
    """What the engine asked; seats and objects of this one game are left out."""
    kept = sorted(
        (name, str(value))
        for name, value in error.params.items()
        if isinstance(value, str | int) and name != "seat" and not str(value).startswith("#")
    )
    ruling = error.ruling if isinstance(error, RulingNeeded) else ""
    return Question(
        RULING if ruling else GAP, error.code, ruling or str(error.params.get("rule", "")), tuple(kept)
    )
