"""What a room must know of the rooms above it, which it may not import: it asks, and they answer when Django starts.

The room that asks keeps its questions in ``questions.py``; the room that knows hands over its answers in its own words
for states and kinds, so a state renamed there is renamed in one place.
"""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Question(Generic[P, R]):
    """One question of a lower room, and its one answer from above. Asked by calling it."""

    def __init__(self, about: str) -> None:
        self.about = about
        self._answer: Callable[P, R] | None = None

    def answered_by(self, answer: Callable[P, R]) -> Callable[P, R]:
        """Let this function answer from now on; usable as a decorator."""
        self._answer = answer
        return answer

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The answer; RuntimeError when no room has given one."""
        if self._answer is None:
            raise RuntimeError(f"nobody answers: {self.about}")
        return self._answer(*args, **kwargs)
