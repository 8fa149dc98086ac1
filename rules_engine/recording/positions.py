"""What a recording needs of the state of a game, whichever game it is."""

from typing import Any, Protocol


class Position(Protocol):
    """The state of a game as a recording needs it; ``events`` tell what the last line brought about."""

    events: list[tuple[Any, ...]]
    result: Any

    def snapshot(self) -> Any:
        """A copy that later changes do not touch."""

    def restore(self, saved: Any) -> None:
        """Become what ``saved`` is."""
