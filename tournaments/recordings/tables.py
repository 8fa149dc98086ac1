"""How a game is recorded and practised: its templates, and what these need of a page of :mod:`.table_page`."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from ledger.errors import UserError
from ledger.shapes import Context, Json
from rules_engine.recording import journal
from tournaments.games import half

from .seen import Seen
from .table_page import TablePage
from .taps import line_in
from .unseen import with_what_nobody_knows

if TYPE_CHECKING:
    from django.http import QueryDict

    from .sight import Sight


class Table:
    """The pages on which a game is recorded and practised: their templates, and what these need.

    ``place`` is where an address leads after a tap; ``by_form``: every tap is a form or a link, so a page asks for a
    choice that a line leaves open, and a tap on a page from before somebody else wrote is refused.
    """

    template = "recordings/table.html"
    practice_template = "recordings/practice_table.html"
    place = "#table"
    by_form = True
    page: type[TablePage] = TablePage

    def context(self, asked: "QueryDict", sight: Seen, state: Json) -> Context:
        """What the page of a game at its table needs: the position, and the question that a line leaves open.

        ``asked`` is what its address says besides: what was tapped, searched for or begun.
        """
        page = self.page(sight, state, asked.get("pick", "")[:80], asked.get("find", "")[:80], at_table=True)
        line, question = line_in(asked.get("line", "")) or page.handed(), None
        if line is not None and page.may_say(line):
            line = with_what_nobody_knows(sight.session, line)
            found = sight.session.check(line)
            question = (
                page.question(line, found.need) if found is not None and found.need is not None else None
            )
        page.open = question
        return {
            "page": page.context(),
            "question": question,
            "styles": sight.game.styles,
            "addresses": sight.addresses,
        }

    def practice_context(
        self, places: "QueryDict", sight: Seen, state: Json, asked: tuple[Json, Json] | None
    ) -> Context:
        """The same of a practice game; ``asked`` is a line with the choice that it leaves open next."""
        page = self.page(sight, state, places.get("pick", "")[:80])
        page.open = question = page.question(*asked) if asked is not None else None
        return {"page": page.context(), "question": question, "styles": sight.game.styles}

    def said(self, _said: "QueryDict", body: Json) -> Json:
        """A line with what only forms of this game say besides."""
        return body

    def require_new(self, sight: "Sight", entry: Json) -> None:
        """Refuse a tap from before somebody else wrote: a page that waits for its form is no branch."""
        if not self.by_form or entry["kind"] != journal.LINE or entry["body"].get("kind") == journal.LAY:
            return
        if int(entry["base"]) < sight.recording.head:
            raise UserError(
                "old_page",
                _("The game has gone on meanwhile, so your tap was not recorded. Look, and tap again."),
            )


def table_of(game: str) -> Table:
    """How a game is recorded."""
    return half(game, "table", Table())
