"""What a judge may set right in a position, and what that would change before it is written.

What all games share is here: two positions held against each other by the zones of their players. A game says what can
be corrected, and what else differs (``judge`` in :mod:`tournaments.games`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.kernel.games import Words
from rules_engine.recording import Problem
from rules_engine.recording.journal import OK, UNDO
from tournaments.games import half

from .boards import boards
from .forms import CorrectForm, Row
from .sight import Sight

Seen = Mapping[str, Any]
EMPTY = {"device": None, "device_seq": None, "base": 0, "kind": UNDO, "by": None, "status": OK, "at": ""}
"""An entry that takes back, before it says what."""
Facts = Mapping[str, str]


class Change(NamedTuple):
    """One difference: of whom or what, in what, as it is and as it would be."""

    who: str
    what: str
    now: str
    then: str


class Preview(NamedTuple):
    """What a correction would do: the rule it breaks, or what changes and the board as it would look, in both sizes."""

    problem: Problem | None
    changes: list[Change]
    boards: Mapping[str, str]


class Corrections:
    """What a judge may set right in a game: the form of one row (None: nothing), and how two positions differ."""

    form: type[CorrectForm] | None = None

    def pieces(self, seen: Seen) -> list[tuple[str, str]]:
        """The objects of a position with their names, for a choice."""
        return []

    def differences(self, before: Seen, after: Seen, words: Words) -> Iterator[Change]:
        """Everything public in which two positions differ: cards first, then players, then the course of the game."""
        yield from self.objects(before, after, words)
        for one, other in zip(before["seats"], after["seats"], strict=True):
            yield from told(other["name"], self.seat(one, words), self.seat(other, words))
        yield from told(_("Game"), self.course(before, words), self.course(after, words))

    def objects(self, before: Seen, after: Seen, words: Words) -> Iterator[Change]:
        """The cards that differ."""
        return iter(())

    def seat(self, seat: Seen, words: Words) -> Facts:
        """The facts of one player: how many cards lie where."""
        return {_(said): str(seat[zone]["count"]) for zone, said in words.zones.items() if zone in seat}

    def course(self, seen: Seen, words: Words) -> Facts:
        """The facts of the game."""
        names = {seat["seat"]: seat["name"] for seat in seen["seats"]}
        phase = words.phases.get(seen.get("phase", ""), "")
        return {
            _("Turn"): f"{seen['turn']}: {names.get(seen['active'], '')}",
            **({_("Phase"): _(phase)} if phase else {}),
            _("The game is over"): yes(seen["result"]),
        }


def corrections_of(game: str) -> Corrections:
    """What a judge may set right in a game."""
    return half(game, "judge", Corrections())


def preview_of(sight: Sight, change: Sequence[Row]) -> Preview:
    """Try rows as a judge's correction of the newest position; nothing is written."""
    before = sight.screen.view()
    body = {"kind": "judge", "do": "fix", "by": "J0", "change": [list(row) for row in change], "text": "-"}
    problem, after = sight.session.trial(body, sight.screen.seen)
    if problem is not None or after is None:
        return Preview(problem, [], {})
    return _preview(sight, before, after)


def _preview(sight: Sight, before: Seen, after: Json | None) -> Preview:
    """Two positions held against each other, and the second one drawn; none where it is before the first action."""
    if after is None or not before:
        return Preview(None, [], {})
    for seat in after["seats"]:
        seat["name"] = sight.screen.named(str(seat["player"]))
    changes = corrections_of(sight.game.key).differences(before, after, sight.game.words)
    return Preview(None, list(changes), boards(sight, after, "then"))


def preview_without(sight: Sight, line: int) -> Preview:
    """What taking back a line and all behind it would change; nothing is written."""
    session, before = sight.session.copy(), sight.screen.view()
    entry = {**EMPTY, "seq": len(sight.rows) + 1, "body": {"from": line}}
    session.take([*sight.rows, entry])
    after = sight.screen.seen(session.state) if session.state is not None else None
    return _preview(sight, before, after)


def told(who: str, now: Facts, then: Facts) -> Iterator[Change]:
    """The facts of one player or of the game that differ."""
    for what, said in now.items():
        if said != then[what]:
            yield Change(who, what, said, then[what])


def numbered(name: str, oid: str) -> str:
    """A card of which there may be several, with its number in the game."""
    return _("%(card)s, no. %(number)s") % {"card": name, "number": oid.removeprefix("#")}


def yes(value: object) -> str:
    """Whether something is so, in a word."""
    return _("yes") if value else _("no")
