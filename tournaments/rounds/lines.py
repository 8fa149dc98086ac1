"""One line of the field: what pairing and standings need of an entry, or of a crew in its captain's place."""

from typing import NamedTuple


class Line(NamedTuple):
    """The columns of an entry that pairing and standings need; a large field is read without its other ones."""

    pk: int
    number: int
    state: str
    sort_name: str
    joined_round: int
    dropped_after: int | None
    random: int
    disqualified: bool
    clan_name: str | None

    @property
    def key(self) -> str:
        """As :attr:`tournaments.entries.models.Entry.key`."""
        return f"E{self.number}"
