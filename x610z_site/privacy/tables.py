"""How the inventory says what is kept about a person and what becomes of it: the words of its rows."""

from dataclasses import dataclass, field

# What becomes of a field that can hold words.
BLANK = "blank"  # emptied in the person's own rows
PSEUDONYM = "pseudonym"  # replaced by the pseudonym in the person's own rows
SCREENED = "screened"  # may be about the person in somebody else's row: their names in it are replaced
CODE = "code"  # ids, hashes, states and numbers: nothing that anybody typed
THING = "thing"  # about a tournament, a card or a clan, not about a person

DELETE = "delete"  # the row goes
KEEP = "keep"  # the row stays, under the pseudonym


@dataclass(frozen=True)
class Table:
    """One table. ``person`` leads from a row to the person it belongs to ("" when rows belong to nobody)."""

    label: str
    person: str = ""
    rows: str = KEEP
    fields: dict[str, str] = field(default_factory=dict)
    title: str = ""
    export: tuple[str, ...] = ()


def of_nobody(label: str, /, **fields: str) -> Table:
    """A table whose rows belong to no person."""
    return Table(label, fields=fields)
