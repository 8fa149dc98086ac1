"""How the inventory says what is kept about a person and what becomes of it: the words of its rows."""

from dataclasses import dataclass

DELETE = "delete"  # the row goes
KEEP = "keep"  # the row stays, under the pseudonym


@dataclass(frozen=True)
class Table:
    """One table, and by what becomes of them the names of its fields that can hold words, with spaces between.

    ``person`` leads from a row to the person it belongs to ("" when rows belong to nobody), ``tournament`` to the
    tournament in which others may have named somebody. ``export``: what of a row the person's file shows under
    ``title``; with ``after``, a way to a tournament, only of those that are over.

    ``blank`` is emptied and ``pseudonym`` replaced in the person's own rows. ``screened`` may be about the person in
    somebody else's row: their names in it are replaced. ``code``: ids, hashes, states and numbers, nothing that anybody
    typed. ``thing``: about a tournament, a card or a clan, not about a person.
    """

    label: str
    person: str = ""
    rows: str = KEEP
    blank: str = ""
    pseudonym: str = ""
    screened: str = ""
    code: str = ""
    thing: str = ""
    title: str = ""
    export: str = ""
    after: str = ""
    tournament: str = ""

    @property
    def fields(self) -> frozenset[str]:
        """Every field of which is said what becomes of it."""
        return frozenset(" ".join((self.blank, self.pseudonym, self.screened, self.code, self.thing)).split())
