"""What an audit says: a verdict, the first finding, the result and how much of the log could be verified."""

from typing import Any

import msgspec
from msgspec import Struct

VERDICTS = (
    "ok",
    "violation",
    "unverifiable",
    "ruling_needed",
    "engine_gap",
    "log_error",
    "divergence",
    "result_mismatch",
    "other_terms",
)


class Result(Struct, frozen=True):
    """How a game ended: the winning and losing seats, or a draw, and the rule that ended it.

    ``places`` lists the seats of every place, first place first, when the game was played for places.
    """

    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    draw: bool = False
    rule: str = ""
    places: tuple[tuple[int, ...], ...] = ()


class Finding(Struct, frozen=True):
    """The first thing in a log that is wrong.

    ``line`` is the 1-based line in the file, ``n`` the number that the line gives itself, ``legal`` up to 20 actions
    that the rules would have allowed instead, ``before_digest`` the fingerprint of the state before the line.
    """

    line: int
    n: int | None
    seat: int | None
    rule: str
    code: str
    params: dict[str, Any] = {}
    legal: list[Any] = []
    before_digest: str = ""

    def text(self, lang: str = "en") -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``): a game overrides this with its own words."""
        return self.code

    def to_dict(self) -> dict[str, object]:
        """Plain JSON values."""
        data = msgspec.to_builtins(msgspec.structs.replace(self, legal=[]))
        data["legal"] = [action.to_dict() for action in self.legal]
        return {**data, "text": self.text("en"), "text_nl": self.text("nl")}


class Report(Struct):
    """The outcome of an audit.

    ``verdict`` is one of :data:`VERDICTS`; ``fidelity`` says whether every card was known (``exact``), nothing
    contradicts the log but some facts are hidden (``consistent``) or something does (``contradicted``).
    An ``unverifiable`` log is one that nothing contradicts, though some checks needed a card that nobody wrote down;
    ``warnings`` names each kind of check with its rule and count, and what else is worth a note.
    ``steps`` counts the action lines carried out, ``unverifiable`` the checks that needed a hidden card,
    ``rule_hits`` how often each rule took effect. ``binding`` is everything in which the log differs from the terms of
    its event; a log that keeps every rule and still differs has the verdict ``other_terms``.
    """

    verdict: str
    finding: Finding | None = None
    result: Result | None = None
    claimed: Result | None = None
    fidelity: str = "exact"
    steps: int = 0
    unverifiable: int = 0
    rule_hits: dict[str, int] = {}
    semantics: int = 0
    header: dict[str, object] = {}
    digest: str = ""
    warnings: list[dict[str, Any]] = []
    binding: list[Finding] = []

    def to_dict(self) -> dict[str, object]:
        """Plain JSON values, keys as the attributes."""
        data = msgspec.to_builtins(msgspec.structs.replace(self, finding=None, binding=[]))
        data["finding"] = self.finding.to_dict() if self.finding else None
        data["binding"] = [finding.to_dict() for finding in self.binding]
        return data
