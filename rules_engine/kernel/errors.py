"""The ways in which a line of a log can go wrong, kept apart because each is somebody else's to mend."""

from collections.abc import Mapping
from typing import NoReturn

from msgspec import Struct


class Violation(Struct, frozen=True):
    """A player broke a rule.

    ``rule`` is the number of the rule, ``code`` a stable key of the message tables, ``params`` the values that
    the message names (plain JSON values).
    """

    rule: str
    code: str
    seat: int | None
    params: dict[str, object]


class RuleBroken(Exception):
    """Carries a :class:`Violation` out of the middle of a resolution."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.rule} {violation.code} {violation.params}")
        self.violation = violation


class GameOver(Exception):
    """Unwinds whatever is being done once the game has a result."""


class LogError(Exception):
    """The log itself is at fault: not readable, a wrong number, an unknown card, a line that is missing.

    ``line`` is the 1-based line in the file, or None while only the line's content is known.
    """

    def __init__(self, code: str, line: int | None = None, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.line = line
        self.params: Mapping[str, object] = params


class EngineGap(Exception):
    """The engine does not know how to carry out what the card says. Never a player's fault."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params: Mapping[str, object] = params


class RulingNeeded(Exception):
    """The rules leave the question open and the event has not settled it: a judge decides."""

    def __init__(self, ruling: str, code: str, **params: object) -> None:
        super().__init__(f"{ruling} {code} {params}")
        self.ruling = ruling
        self.code = code
        self.params: Mapping[str, object] = params


class Divergence(Exception):
    """A checkpoint or a claimed result differs from what the replay derives."""

    def __init__(self, verdict: str, rule: str, code: str, **params: object) -> None:
        super().__init__(code)
        self.verdict = verdict
        self.rule = rule
        self.code = code
        self.params = params


class NeedAnswer(Exception):
    """A line ends before every choice of it was answered; ``need`` says which choice is open."""

    def __init__(self, need: "Need") -> None:
        super().__init__(f"{need.prompt} of seat {need.seat}")
        self.need = need


class Need(Struct, frozen=True):
    """A choice that a player must make in the middle of a resolution.

    ``options`` are the answers that are accepted. With ``many`` the answer is a list of ``low`` to ``high`` of them;
    options that nobody can know are left out.
    """

    seat: int
    prompt: str
    rule: str
    options: tuple[object, ...] = ()
    low: int = 1
    high: int = 1
    many: bool = False
    source: str = ""
    """What asks: the number of the card whose effect is carried out, "" for a choice that a rule asks for."""
    owner: int = -1
    """Whose cards that lie hidden, or that nobody named yet, are chosen from or named: not always those of who chooses.

    -1 where everybody knows all of them.
    """


def broken(rule: str, code: str, seat: int | None = None, **params: object) -> Violation:
    """The violation of ``rule``: what a check returns that has found it broken."""
    return Violation(rule, code, seat, params)


def forbid(rule: str, code: str, seat: int | None = None, **params: object) -> NoReturn:
    """Raise :class:`RuleBroken` for ``rule``: for what only shows in the middle of a resolution."""
    raise RuleBroken(broken(rule, code, seat, **params))
