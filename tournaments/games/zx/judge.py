"""What a judge may set right in a game of Z/X, and what differs between two of its positions."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.kernel.games import Words
from rules_engine.kernel.seen import objects_in
from tournaments.recordings.forms import CorrectForm
from tournaments.recordings.preview import Change, Corrections, Seen, numbered

from . import words as rows

_SAID = {**rows.VALUES["state"], **rows.VALUES["colours"], **rows.VALUES["text"]}


class ZxCorrectForm(CorrectForm):
    """A correction of a game of Z/X: its rows name Squares, and the states and zones of that game."""

    KINDS = rows.KINDS
    VALUES = rows.VALUES
    OF_PLAYERS = rows.OF_PLAYERS
    HINT = rows.HINT
    NUMBERS = rows.NUMBERS

    def row(self, kind: str, piece: str, value: str | int) -> rows.Row:
        """The row of a judge's line that says it."""
        return rows.row_of(kind, piece, value)


class ZxCorrections(Corrections):
    """What can be set right in Z/X."""

    form = ZxCorrectForm

    def pieces(self, seen: Seen) -> list[tuple[str, str]]:
        """The cards that lie open, with their owners, for a choice."""
        names = {seat["seat"]: seat["name"] for seat in seen.get("seats", ())}
        return [
            (card["oid"], numbered(f"{card['card']} ({names[card['owner']]})", card["oid"]))
            for card in objects_in(seen)
        ]

    def objects(self, before: Seen, after: Seen, words: Words) -> Iterator[Change]:
        """The cards that lie elsewhere, or otherwise; of one that lies open no more, only where it lay."""
        now, then = _placed(before, words), _placed(after, words)
        for oid in dict.fromkeys((*now, *then)):
            one, other = now.get(oid, {}), then.get(oid, {})
            name = numbered((one or other)["card"], oid)
            for what, field in (
                (_("Place"), "place"),
                (_("Reboot or Sleep"), "state"),
                (_("Damage"), "damage"),
                (_("Power"), "power"),
                (_("Colours"), "colours"),
                (_("Name"), "card"),
                (_("Text"), "text"),
            ):
                if (field == "place" or (one and other)) and one.get(field) != other.get(field):
                    yield Change(name, what, _told(one.get(field, "—")), _told(other.get(field, "—")))


def _told(value: object) -> str:
    several = value if isinstance(value, list) else [value]
    return "/".join(str(_SAID.get(str(one), one)) for one in several)


def _placed(seen: Seen, words: Words) -> dict[str, Json]:
    """Every card that lies open, with the place where it lies."""
    found = [(card, square) for square, cards in seen["squares"].items() for card in cards]
    for seat in seen["seats"]:
        for zone, said in words.zones.items():
            found += [(card, _(said)) for card in seat[zone].get("cards", ())]
    return {card["oid"]: {**card, "place": place} for card, place in found if "oid" in card}


JUDGE = ZxCorrections()
