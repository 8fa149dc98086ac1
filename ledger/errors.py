"""The one kind of error a person can mend; everything else is a bug and stays an exception."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One problem to fix: a stable ``code``, translated ``message``, form ``field`` and rule number."""

    code: str
    message: str
    field: str | None = None
    rule: str | None = None


class UserError(Exception):
    """A command refused for reasons the user can mend; carries one or more problems.

    The transaction it is raised in is rolled back whole, so nothing half-done stays behind.
    """

    def __init__(
        self,
        code: str,
        message: object,
        *,
        field: str | None = None,
        rule: str | None = None,
        problems: Sequence[Problem] = (),
    ) -> None:
        """Build from one problem, or from several given as ``problems``."""
        super().__init__(str(message))
        self.code = code
        self.problems = tuple(problems) or (Problem(code, str(message), field, rule),)

    @property
    def message(self) -> str:
        """All messages, one sentence after the other."""
        return " ".join(problem.message for problem in self.problems)


class StaleError(UserError):
    """The page was older than the data: answered with 409 and the present state."""


class KeyReusedError(UserError):
    """One idempotency key came with two different requests: answered with 422."""
