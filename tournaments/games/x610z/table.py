"""The pages on which a game of X610Z is recorded and practised: a script draws them and writes without network."""

from django.http import QueryDict

from ledger.shapes import Context, Json
from tournaments.recordings.boards import boards
from tournaments.recordings.seen import Seen
from tournaments.recordings.sight import Sight
from tournaments.recordings.tables import Table


class ScriptedTable(Table):
    """The pages of X610Z."""

    template = "recordings/screen.html"
    practice_template = "recordings/practice_screen.html"
    place = ""
    by_form = False

    def context(self, _asked: QueryDict, seen: Seen, _state: Json) -> Context:
        """The addresses that the script of a recording asks, and the board."""
        sight = _here(seen)
        names = ("state", "entries", "ask", "device", "heard", "offline", "sign", "pair", "log")
        return {"urls": sight.urls(*names), **boards(sight)}

    def practice_context(
        self, _places: QueryDict, seen: Seen, _state: Json, _asked: tuple[Json, Json] | None
    ) -> Context:
        """The addresses that the script of a practice game asks, and the board."""
        sight = _here(seen)
        return {"urls": sight.urls("state", "entries", "ask", "device"), **boards(sight)}


def _here(seen: Seen) -> Sight:
    """The recording on the server: a script draws this page, so no phone makes it."""
    if not isinstance(seen, Sight):
        raise TypeError
    return seen


TABLE = ScriptedTable()
